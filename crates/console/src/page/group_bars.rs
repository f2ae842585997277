//! A chart of few groups with a count each.

use super::charts::{escape, open_svg};
use crate::numbers::grouped;

/// A group of [`group_bars`].
pub struct GroupBar {
    pub label: String,
    pub count: u64,
}

/// A horizontal bar for each group, with its count and its part of all.
pub fn group_bars(title: &str, groups: &[GroupBar]) -> String {
    const ROW: f64 = 24.0;
    // Labels and bars share the width that the numbers leave.
    const LABELS_AND_BARS: f64 = 228.0;
    let longest = groups.iter().map(|group| group.label.chars().count()).max().unwrap_or(0);
    let left = (6.2 * longest as f64).clamp(78.0, LABELS_AND_BARS - 30.0);
    let width = LABELS_AND_BARS - left;
    let most = groups.iter().map(|group| group.count).max().unwrap_or(0).max(1);
    let sum = groups.iter().map(|group| group.count).sum::<u64>().max(1);
    let mut svg = open_svg(title, ROW * groups.len() as f64 + 4.0);
    for (i, group) in groups.iter().enumerate() {
        let (y, long) = (i as f64 * ROW, group.count as f64 / most as f64 * width);
        // Even the smallest count is visible.
        let long = if group.count > 0 { long.max(1.0) } else { 0.0 };
        let part = 100.0 * group.count as f64 / sum as f64;
        let (label, count) = (escape(&group.label), grouped(group.count));
        svg += &format!(
            r#"<text x="0" y="{0:.1}">{label}</text><rect class="bar" x="{left:.1}" y="{1:.1}" width="{long:.1}" height="14"/><text class="end" x="360" y="{0:.1}">{count} ({part:.1} %)</text>"#,
            y + 15.0,
            y + 4.0
        );
    }
    svg + "</svg>"
}

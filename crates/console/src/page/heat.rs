//! Two values of each puzzle against each other: how many puzzles have both in the same pair of bins.

use super::charts::{escape, open_svg, short};
use crate::numbers::grouped;

/// Counts of pairs, and the first values of the bins of both.
pub struct HeatMap<'a> {
    /// The first value of each bin; the last bin has no end.
    pub edges: &'a [u64],
    /// The count of bin `y` of bin `x` is at `x × bins + y`.
    pub counts: &'a [u64],
    /// The names of the values.
    pub x: &'a str,
    pub y: &'a str,
}

const SIDE: f64 = 300.0;
const LEFT: f64 = 48.0;
const TOP: f64 = 16.0;

/// Both axes have one step for each bin. A square is darker the more puzzles it has, by the logarithm of their number.
pub fn heat_map(title: &str, map: &HeatMap<'_>) -> String {
    let bins = map.edges.len();
    let count = |x: usize, y: usize| map.counts.get(x * bins + y).copied().unwrap_or(0);
    let used = (0..bins).rposition(|bin| (0..bins).any(|other| count(bin, other) + count(other, bin) > 0));
    let shown = (used.unwrap_or(0).max(7) + 1).min(bins);
    let step = SIDE / shown as f64;
    let most = map.counts.iter().copied().max().unwrap_or(0).max(1);
    let mut svg = open_svg(title, TOP + SIDE + 36.0);
    for (x, y) in (0..shown).flat_map(|x| (0..shown).map(move |y| (x, y))).filter(|(x, y)| count(*x, *y) > 0)
    {
        let puzzles = count(x, y);
        let dark = 0.12 + 0.88 * (puzzles as f64).ln_1p() / (most as f64).ln_1p();
        svg += &format!(
            r#"<rect class="bar" fill-opacity="{dark:.2}" x="{:.1}" y="{:.1}" width="{step:.2}" height="{step:.2}"><title>{} {}, {} {}: {}</title></rect>"#,
            LEFT + x as f64 * step,
            TOP + SIDE - (y + 1) as f64 * step,
            escape(map.x),
            name(map.edges, x),
            escape(map.y),
            name(map.edges, y),
            grouped(puzzles)
        );
    }
    put_axes(&mut svg, map, shown);
    svg + "</svg>"
}

/// Both axes with their names, and labels at the starts of the first `shown` bins.
fn put_axes(svg: &mut String, map: &HeatMap<'_>, shown: usize) {
    *svg += &format!(r#"<text class="axis" x="0" y="10">{}</text>"#, escape(map.y));
    *svg += &format!(r#"<path class="floor" d="M{LEFT} {TOP}V{0}H{1}"/>"#, TOP + SIDE, LEFT + SIDE);
    for bin in (0..shown).step_by(shown.div_ceil(9)) {
        let label = short(map.edges[bin] as f64);
        let along = bin as f64 * SIDE / shown as f64;
        *svg += &format!(
            r#"<text class="axis" x="{:.1}" y="{:.1}">{label}</text><text class="axis end" x="{:.1}" y="{:.1}">{label}</text>"#,
            LEFT + along,
            TOP + SIDE + 14.0,
            LEFT - 5.0,
            TOP + SIDE - along
        );
    }
    *svg +=
        &format!(r#"<text class="axis end" x="360" y="{:.1}">{}</text>"#, TOP + SIDE + 30.0, escape(map.x));
}

/// The values of a bin of whole numbers, such as `4–5` or `8+`.
fn name(edges: &[u64], bin: usize) -> String {
    match (edges[bin], edges.get(bin + 1)) {
        (from, Some(next)) if *next > from + 1 => format!("{from}–{}", next - 1),
        (from, Some(_)) => from.to_string(),
        (from, None) => format!("{from}+"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_pair_of_bins_with_puzzles_has_a_square() {
        let edges = [0, 1, 2, 4];
        let mut counts = [0; 16];
        (counts[0], counts[4 + 2], counts[15]) = (1000, 1, 7);
        let svg = heat_map("t", &HeatMap { edges: &edges, counts: &counts, x: "a < b", y: "c" });
        assert_eq!(svg.matches("<rect").count(), 3);
        for title in ["a &lt; b 0, c 0: 1,000", "a &lt; b 1, c 2–3: 1", "a &lt; b 4+, c 4+: 7"] {
            assert!(svg.contains(&format!("<title>{title}</title>")), "{title}: {svg}");
        }
        assert!(svg.contains(r#"fill-opacity="1.00""#));
    }

    #[test]
    fn a_map_without_puzzles_is_empty() {
        let svg = heat_map("t", &HeatMap { edges: &[0, 1], counts: &[], x: "x", y: "y" });
        assert!(!svg.contains("<rect"));
    }
}

//! The chart of `--histogram`: a bar for each group of ratings and for each technique, as text.

use crate::run::{RatingInfo, write_table};
use anyhow::Result;
use quadrille_console::{color, files::open_output, numbers::grouped, terminal};
use quadrille_tasks::{RatingCounts, TechniqueCounts};
use quadrille_techniques::techniques::Technique;
use std::{io::stdout, path::Path};

/// The width where the output is not a terminal, and the least and the greatest width that is used.
const USUAL_WIDTH: usize = 80;
const WIDTHS: (usize, usize) = (40, 200);

/// Prints the chart on standard output.
pub fn print_chart(info: &RatingInfo, counts: &RatingCounts) -> Result<()> {
    let mut output = open_output(Path::new("-"))?;
    write_table(&mut output, &chart(info, counts))?;
    Ok(output.finish()?)
}

/// The chart for standard output.
pub fn chart(info: &RatingInfo, counts: &RatingCounts) -> String {
    let width = terminal::columns().unwrap_or(USUAL_WIDTH);
    drawn(info, counts, width, color::is_on(&stdout()))
}

/// The groups of ratings, and the techniques if there are any.
fn drawn(info: &RatingInfo, counts: &RatingCounts, width: usize, colored: bool) -> String {
    let groups: Vec<_> = info.groups().into_iter().zip(counts.groups).collect();
    let method = info.method.to_string();
    let [hardest, steps] = techniques(counts);
    let charts = [
        ((&*method, "puzzles"), groups),
        (("hardest step", "puzzles"), hardest),
        (("steps", "steps"), steps),
    ];
    let charts = charts.iter().filter(|(_, bars)| !bars.is_empty());
    charts.map(|(heads, bars)| bars_of(*heads, bars, width, colored)).collect::<Vec<_>>().join("\n")
}

/// The puzzles by the technique of the hardest step, and the steps by technique, without techniques that were not used.
pub fn techniques(counts: &RatingCounts) -> [Vec<(&'static str, u64)>; 2] {
    let of = |count: fn(&TechniqueCounts) -> u64| {
        let all = Technique::of_explainer().zip(counts.techniques.iter().map(count));
        all.filter(|(_, count)| *count > 0).map(|(technique, count)| (technique.name(), count)).collect()
    };
    [of(|counts| counts.records), of(|counts| counts.steps)]
}

/// A line for each group: its name, its number, its part of all, and a bar.
fn bars_of((head, unit): (&str, &str), groups: &[(&str, u64)], width: usize, colored: bool) -> String {
    let names = groups.iter().map(|(name, _)| *name).chain([head]);
    let name_width = names.map(|name| name.chars().count()).max().unwrap_or(0);
    let counts = || groups.iter().map(|(_, count)| *count);
    let count_width = counts().map(|count| grouped(count).len()).max().unwrap_or(0).max(unit.len());
    let (sum, most) = (counts().sum::<u64>().max(1), counts().max().unwrap_or(0).max(1));
    // Two blanks between columns, and a column such as 100.0 %.
    let taken = name_width + 2 + count_width + 2 + 7 + 2;
    let room = width.clamp(WIDTHS.0, WIDTHS.1).saturating_sub(taken).max(4);
    let mut text = format!("{head:<name_width$}  {unit:>count_width$}\n");
    for (name, count) in groups {
        let percent = 100.0 * *count as f64 / sum as f64;
        let bar = bar(*count, most, room);
        let bar = if colored && !bar.is_empty() { format!("\x1b[34m{bar}\x1b[0m") } else { bar };
        let line = format!("{name:<name_width$}  {:>count_width$}  {percent:>5.1} %  {bar}", grouped(*count));
        text += line.trim_end();
        text.push('\n');
    }
    text
}

/// A bar in eighths of a character; even the smallest count has one.
fn bar(count: u64, most: u64, room: usize) -> String {
    const PARTS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let eighths = (u128::from(count) * 8 * room as u128).div_ceil(u128::from(most)) as usize;
    "█".repeat(eighths / 8) + PARTS[eighths % 8]
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_puzzles::rating::Method;

    fn counts(groups: [u64; 6]) -> RatingCounts {
        let mut counts = RatingCounts::default();
        counts.groups = groups;
        counts
    }

    #[test]
    fn a_chart_is_as_wide_as_the_terminal() {
        let info = RatingInfo { method: Method::Guesses, seed: 0, filters: false, chart: true };
        let counts = counts([1000, 500, 250, 1, 0, 0]);
        for width in [40, 80, 120] {
            let text = drawn(&info, &counts, width, false);
            let longest = text.lines().map(|line| line.chars().count()).max();
            assert_eq!(longest, Some(width), "{text}");
            assert_eq!(text.lines().count(), 7);
        }
        let text = drawn(&info, &counts, 48, false);
        let expected = "guesses  puzzles\n\
                        0          1,000   57.1 %  █████████████████████\n\
                        1–4          500   28.6 %  ██████████▌\n\
                        5–19         250   14.3 %  █████▎\n\
                        20–49          1    0.1 %  ▏\n\
                        50–99          0    0.0 %\n\
                        100+           0    0.0 %\n";
        assert_eq!(text, expected);
        assert!(drawn(&info, &counts, 80, true).contains("\x1b[34m█"));
    }

    #[test]
    fn levels_have_names_and_no_puzzles_no_bars() {
        let info = RatingInfo { method: Method::Logic, seed: 0, filters: false, chart: true };
        let text = drawn(&info, &counts([0; 6]), 80, true);
        assert_eq!(text.lines().count(), 6);
        assert!(text.ends_with("backdoor 3+        0    0.0 %\n"), "{text}");
    }
}

//! The cells of the tables: what is shown of a contestant.

use super::report::{ContestantReport, ContestantVerdict, Timing};
use quadrille_console::{
    page::number::{digits, interval, processor, rate, ratio, seconds},
    terminal::printable,
};

pub(crate) const NOTHING: &str = "–";
/// The beginning and end of struck text: on a terminal with colors, in plain text, and on a page.
pub(crate) const ON_TERMINAL: [&str; 2] = ["\x1b[9m", "\x1b[29m"];
pub(crate) const IN_TEXT: [&str; 2] = ["~", "~"];
pub(crate) const ON_PAGE: [&str; 2] = ["<s>", "</s>"];

/// The names of columns and their widths.
pub(crate) type Columns<const N: usize> = [(&'static str, usize); N];

pub(crate) const SPEED: Columns<4> = [("puzzles/s", 11), ("µs", 7), ("ratio", 7), ("95 %", 11)];
pub(crate) const SPREAD: Columns<3> = [("median", 9), ("minimum", 9), ("MAD", 6)];
pub(crate) const RESOURCES: Columns<3> = [("user s", 7), ("sys s", 7), ("MiB", 8)];

/// The names of columns, each as wide as its column.
pub(crate) fn heads<const N: usize>(columns: &Columns<N>) -> String {
    columns.iter().map(|(name, width)| format!(" {name:>width$}")).collect()
}

/// Cells under these columns.
pub(crate) fn row<const N: usize>(columns: &Columns<N>, cells: &[String; N]) -> String {
    let padded = columns.iter().zip(cells).map(|((_, width), cell)| {
        let shown = cell.trim_start_matches(ON_TERMINAL[0]).trim_end_matches(ON_TERMINAL[1]).chars().count();
        format!(" {}{cell}", " ".repeat(width.saturating_sub(shown)))
    });
    padded.collect()
}

/// The name with its marks, in so many columns.
pub(crate) fn name(row: &ContestantReport, width: usize) -> String {
    let mark = match row.verdict {
        ContestantVerdict::Right => "",
        ContestantVerdict::Unchecked => "? ",
        ContestantVerdict::Wrong(_) | ContestantVerdict::Failed(_) => "✗ ",
        ContestantVerdict::Absent(_) => "– ",
    };
    let full = format!("{mark}{}", printable(&row.name));
    // A contestant that searches for a different number of solutions has a mark in its row.
    let limit = row.limit_mark().map_or(String::new(), |mark| format!(" {mark}"));
    let room = width - limit.chars().count();
    let name = if full.chars().count() <= room {
        full
    } else {
        full.chars().take(room - 1).chain(['…']).collect()
    };
    name + &limit
}

/// Speed, time of a puzzle, ratio and its interval; the speed of wrong answers is struck out.
pub(crate) fn speed(row: &ContestantReport, timing: Option<&Timing>, struck: [&str; 2]) -> [String; 4] {
    let mut cells = [NOTHING; 4].map(String::from);
    let Some(timing) = timing else { return cells };
    cells[0] = rate(timing.puzzles_per_second);
    if row.is_wrong() {
        cells[0] = format!("{}{}{}", struck[0], cells[0], struck[1]);
        return cells;
    }
    cells[1] = digits(timing.micros(), 4);
    if let Some(r) = timing.ratio {
        cells[2] = format!("{}×", ratio(r.median));
        // One or two rounds do not give a meaningful interval.
        if timing.seconds.len() > 2 {
            cells[3] = interval(r.low, r.high);
        }
    }
    cells
}

/// Median, minimum and deviation; nothing if the answers are wrong.
pub(crate) fn spread(row: &ContestantReport, timing: Option<&Timing>) -> [String; 3] {
    let Some(Timing { spread, .. }) = timing.filter(|_| !row.is_wrong()) else {
        return [NOTHING; 3].map(String::from);
    };
    let deviation = format!("{}%", digits(100.0 * spread.mad / spread.median, 2));
    [seconds(spread.median), seconds(spread.min), deviation]
}

/// Processor time and memory.
pub(crate) fn resources(row: &ContestantReport) -> [String; 3] {
    let time = |s: Option<f64>| s.map_or(NOTHING.into(), processor);
    let peak = row.peak_bytes.map_or(NOTHING.into(), |b| digits(b as f64 / f64::from(1 << 20), 3));
    [time(row.user_seconds), time(row.system_seconds), peak]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_figure_is_struck_out() {
        let struck = format!("{}1,234{}", ON_TERMINAL[0], ON_TERMINAL[1]);
        assert_eq!(row(&[("a", 8)], &[struck]), "    \x1b[9m1,234\x1b[29m");
    }
}

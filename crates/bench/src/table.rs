//! The report as tables of at most 100 columns.

use super::{
    profile::{CostPoint, HardPuzzle, Profile, ScalingPoint},
    report::{
        BenchReport, BenchSettings, ContestantReport, ContestantVerdict, FileReport, Timing, remarks, rounds,
    },
    statistics::Distribution,
};
use quadrille_console::{
    numbers::grouped,
    page::number::{count, digits, interval, processor, rate, ratio, seconds},
    terminal::printable,
};

/// Width of the column of names.
const NAME: usize = 16;
const NOTHING: &str = "–";

/// The lines above the tables of all files.
pub(crate) fn head(report: &BenchReport) -> String {
    let BenchSettings { limit, runs, warm_up, pin, baseline, .. } = &report.settings;
    let pinned = pin.map_or(String::new(), |core| format!(", pinned to cores starting at {core}"));
    let what = if *limit == 1 { "the first solution" } else { "up to 2 solutions" };
    let (runs, warm_up) = (rounds(*runs, "round"), rounds(*warm_up, "warm-up round"));
    let settings =
        format!("{what}; {runs} after {warm_up}{pinned}; ratios are speeds relative to {baseline}");
    format!("{}\n{}\n", wrapped(&report.machine.line(), ""), wrapped(&settings, ""))
}

/// The tables of a file.
pub(crate) fn file(file: &FileReport, color: bool) -> String {
    let mut text = format!("\n{}\n\n", wrapped(&title(file), ""));
    text += &format!(
        "{:NAME$}│{:^40}│{:^40}\n",
        "", "solve: from memory to memory", "end to end: from file to file"
    );
    let columns = format!(" {:>11} {:>7} {:>7} {:>11}", "puzzles/s", "µs", "ratio", "95 %");
    text += &format!("{:NAME$}│{columns}│{columns}\n", "contestant");
    for row in &file.rows {
        let struck = matches!(row.verdict, ContestantVerdict::Wrong(_));
        let cells = |f: &Option<Timing>| speed(f.as_ref(), struck, color);
        text += &format!("{}│{}│{}\n", name(row), cells(&row.solve), cells(&row.end_to_end));
    }
    text += &format!("\n{:NAME$}│{:^27}│{:^27}│ processor time, memory\n", "", "solve", "end to end");
    let columns = format!(" {:>9} {:>9} {:>6}", "median", "minimum", "MAD");
    text +=
        &format!("{:NAME$}│{columns}│{columns}│ {:>7} {:>7} {:>8}\n", "contestant", "user s", "sys s", "MiB");
    for row in &file.rows {
        text += &format!(
            "{}│{}│{}│{}\n",
            name(row),
            spread_cells(row, &row.solve),
            spread_cells(row, &row.end_to_end),
            resources(row)
        );
    }
    let notes = notes(file);
    if !notes.is_empty() {
        text += &format!("\n{notes}");
    }
    for profile in &file.profiles {
        text += &format!("\n{}", profile_text(profile));
    }
    text
}

fn title(file: &FileReport) -> String {
    let sides: Vec<_> = file.sides.iter().map(|s| format!("{s}×{s}")).collect();
    let of = if file.puzzles as u64 == file.records {
        String::new()
    } else {
        format!(" of {}", grouped(file.records))
    };
    let puzzles = if file.puzzles == 1 { "puzzle" } else { "puzzles" };
    let count = grouped(file.puzzles as u64);
    format!("{}: {count}{of} {puzzles}, {}; sha256 {}…", file.name, sides.join(" "), &file.sha256[..16])
}

fn name(row: &ContestantReport) -> String {
    let mark = match row.verdict {
        ContestantVerdict::Right => "",
        ContestantVerdict::Unchecked => "? ",
        ContestantVerdict::Wrong(_) | ContestantVerdict::Failed(_) => "✗ ",
        ContestantVerdict::Absent(_) => "– ",
    };
    let full = format!("{mark}{}", printable(&row.name));
    // A contestant that searches for a different number of solutions has a mark in its row.
    let limit = row.limit_mark().map_or(String::new(), |mark| format!(" {mark}"));
    let room = NAME - limit.chars().count();
    let name = if full.chars().count() <= room {
        full
    } else {
        full.chars().take(room - 1).chain(['…']).collect()
    };
    format!("{:NAME$}", name + &limit)
}

fn speed(timing: Option<&Timing>, struck: bool, color: bool) -> String {
    let Some(timing) = timing else {
        return format!(" {NOTHING:>11} {NOTHING:>7} {NOTHING:>7} {NOTHING:>11}");
    };
    let speed = rate(timing.puzzles_per_second);
    if struck {
        // The speed of wrong answers is meaningless.
        let cell =
            if color { strike(&format!("{speed:>11}")) } else { format!("{:>11}", format!("~{speed}~")) };
        return format!(" {cell} {NOTHING:>7} {NOTHING:>7} {NOTHING:>11}");
    }
    let each = digits(timing.micros(), 4);
    let (times, interval) = match timing.ratio {
        // One or two rounds do not give a meaningful interval.
        Some(r) if timing.seconds.len() > 2 => (format!("{}×", ratio(r.median)), interval(r.low, r.high)),
        Some(r) => (format!("{}×", ratio(r.median)), NOTHING.into()),
        None => (NOTHING.into(), NOTHING.into()),
    };
    format!(" {speed:>11} {each:>7} {times:>7} {interval:>11}")
}

/// Strikes out a figure on a terminal, without the spaces before it.
fn strike(cell: &str) -> String {
    let timing = cell.trim_start();
    format!("{}\x1b[9m{timing}\x1b[29m", " ".repeat(cell.len() - timing.len()))
}

/// Median, minimum and deviation; nothing if the answers are wrong.
fn spread_cells(row: &ContestantReport, timing: &Option<Timing>) -> String {
    let Some(Timing { spread, .. }) =
        timing.as_ref().filter(|_| !matches!(row.verdict, ContestantVerdict::Wrong(_)))
    else {
        return format!(" {NOTHING:>9} {NOTHING:>9} {NOTHING:>6}");
    };
    let deviation = format!("{}%", digits(100.0 * spread.mad / spread.median, 2));
    format!(" {:>9} {:>9} {deviation:>6}", seconds(spread.median), seconds(spread.min))
}

fn resources(row: &ContestantReport) -> String {
    let time = |s: Option<f64>| s.map_or(NOTHING.into(), processor);
    let peak = row.peak_bytes.map_or(NOTHING.into(), |b| digits(b as f64 / f64::from(1 << 20), 3));
    format!(" {:>7} {:>7} {peak:>8}", time(row.user_seconds), time(row.system_seconds))
}

/// The reasons and remarks below the tables.
fn notes(file: &FileReport) -> String {
    let mut text = String::new();
    for row in &file.rows {
        let (word, why) = match &row.verdict {
            ContestantVerdict::Wrong(why) => ("wrong", why),
            ContestantVerdict::Failed(why) => ("failed", why),
            ContestantVerdict::Absent(why) => ("absent", why),
            ContestantVerdict::Right | ContestantVerdict::Unchecked => continue,
        };
        text += &format!("{}\n", wrapped(&format!("{}: {word}: {why}", row.name), "  "));
    }
    for note in remarks(file) {
        text += &format!("{}\n", wrapped(&note, "  "));
    }
    text
}

fn profile_text(profile: &Profile) -> String {
    let timed = match profile.puzzles_per_run {
        1 => "each puzzle timed separately".into(),
        n => format!("{n} puzzles timed together, their time divided evenly"),
    };
    let mut text = wrapped(&format!("profile of {}: {timed}", profile.name), "") + "\n";
    text += &format!(
        "  {:14} {:>11} {:>11} {:>11} {:>11} {:>11}\n",
        "per puzzle", "p50", "p90", "p99", "max", "mean"
    );
    let micros: fn(f64) -> String = |v| digits(v, 4);
    for (what, Distribution { p50, p90, p99, max, mean, .. }, shown) in [
        ("time, µs", &profile.micros, micros),
        ("guesses", &profile.guesses, count),
        ("nodes", &profile.nodes, count),
    ] {
        let cells: String = [p50, p90, p99, max, mean].map(|v| format!(" {:>11}", shown(*v))).concat();
        text += &format!("  {what:14}{cells}\n");
    }
    text += &format!(
        "  {:>14} {:>11} {:>11} {:>11} {:>11}\n",
        "hardest record", "line", "nodes", "guesses", "µs"
    );
    for HardPuzzle { record, line, nodes, guesses, micros } in &profile.hardest {
        let line = line.map_or(NOTHING.into(), grouped);
        let cells =
            [line, grouped(*nodes), grouped(*guesses), digits(*micros, 4)].map(|c| format!(" {c:>11}"));
        text += &format!("  {:>14}{}\n", grouped(*record), cells.concat());
    }
    text += &format!("  {:>14} {:>11} {:>11}\n", "threads", "puzzles/s", "ratio");
    for ScalingPoint { threads, puzzles_per_second } in &profile.scaling {
        let times = ratio(puzzles_per_second / profile.scaling[0].puzzles_per_second);
        text += &format!("  {threads:>14} {:>11} {:>11}\n", rate(*puzzles_per_second), format!("{times}×"));
    }
    text += &format!("  {:>14} {:>11} {:>17}\n", "first records", "solve, µs", "end to end, µs");
    for CostPoint { records, solve_micros, end_to_end_micros } in &profile.cost {
        let whole = end_to_end_micros.map_or(NOTHING.into(), |m| digits(m, 4));
        text += &format!("  {:>14} {:>11} {whole:>17}\n", grouped(*records as u64), digits(*solve_micros, 4));
    }
    text
}

/// Wraps a text at 100 characters. Continuation lines are indented by two more spaces.
fn wrapped(text: &str, indent: &str) -> String {
    let mut lines = vec![String::from(indent)];
    let room = 98 - indent.len();
    let words = text.split_whitespace().map(printable);
    let letters: Vec<Vec<char>> = words.map(|word| word.chars().collect()).collect();
    // A word that is longer than a line is split.
    for word in letters.iter().flat_map(|word| word.chunks(room)).map(|part| part.iter().collect::<String>())
    {
        let last = lines.last_mut().expect("there is a line");
        let blank = if last.trim().is_empty() { "" } else { " " };
        if last.chars().count() + blank.len() + word.chars().count() <= 100 || last.trim().is_empty() {
            *last += &format!("{blank}{word}");
        } else {
            lines.push(format!("{indent}  {word}"));
        }
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_wrapped_at_words() {
        let text = wrapped(&"word ".repeat(60), "  ");
        assert!(
            text.lines()
                .all(|l| l.chars().count() <= 100 && l.starts_with("  word") | l.starts_with("    word"))
        );
        assert_eq!(text.split_whitespace().count(), 60);
        let path = format!("cannot start /{}", "folder/".repeat(40));
        let text = wrapped(&path, "  ");
        assert!(text.lines().all(|l| l.chars().count() <= 100), "{text}");
        assert_eq!(text.replace(char::is_whitespace, ""), path.replace(' ', ""));
    }

    #[test]
    fn only_the_figure_is_struck_out() {
        assert_eq!(strike("   1,234"), "   \x1b[9m1,234\x1b[29m");
    }
}

//! The report as tables of at most 100 columns, and in a narrow terminal as lists.

use super::{
    cells::{
        Columns, IN_TEXT, NOTHING, ON_TERMINAL, RESOURCES, SPEED, SPREAD, heads, name, resources, row, speed,
        spread,
    },
    compare::EarlierReport,
    machine::Machine,
    profile::{Profile, ProfileTable},
    report::{BenchReport, BenchSettings, ContestantReport, FileReport, notes, rounds},
};
use quadrille_console::{
    color,
    numbers::grouped,
    terminal::{self, printable},
};
use std::io::stdout;

/// Width of the column of names.
const NAME: usize = 16;
/// Width of the widest table.
const WIDE: usize = 98;
/// The width of the name of a figure, and of a list with names and figures side by side.
const LABEL: usize = 22;
const SIDE_BY_SIDE: usize = 2 + LABEL + 11;
/// The fewest columns into which a text is wrapped, and the most that are used.
const WIDTHS: (usize, usize) = (20, 100);

/// The form of the report on standard output.
#[derive(Clone, Copy)]
pub(crate) struct Style {
    pub width: usize,
    /// The beginning and end of struck text.
    struck: [&'static str; 2],
}

impl Style {
    pub fn of_stdout() -> Style {
        let width = terminal::columns().map_or(WIDTHS.1, |columns| columns.clamp(WIDTHS.0, WIDTHS.1));
        Style { width, struck: if color::is_on(&stdout()) { ON_TERMINAL } else { IN_TEXT } }
    }
}

/// The lines above the tables of all files.
pub(crate) fn head(report: &BenchReport, width: usize) -> String {
    let BenchSettings { limit, runs, warm_up, pin, baseline, .. } = &report.settings;
    let pinned = pin.map_or(String::new(), |core| format!(", pinned to cores starting at {core}"));
    let what = if *limit == 1 { "the first solution" } else { "up to 2 solutions" };
    let (runs, warm_up) = (rounds(*runs, "round"), rounds(*warm_up, "warm-up round"));
    let settings =
        format!("{what}; {runs} after {warm_up}{pinned}; ratios are speeds relative to {baseline}");
    format!("{}\n{}\n", wrapped(&report.machine.line(), "", width), wrapped(&settings, "", width))
}

/// The tables of a file.
pub(crate) fn file(file: &FileReport, style: Style) -> String {
    let mut text = format!("\n{}\n\n", wrapped(&title(file), "", style.width));
    text += &if style.width < WIDE { lists(file, style) } else { tables(file, style.struck) };
    let notes = notes(file);
    text += if notes.is_empty() { "" } else { "\n" };
    for (_, note) in notes {
        text += &format!("{}\n", wrapped(&note, "  ", style.width));
    }
    for profile in &file.profiles {
        text += &format!("\n{}", profile_text(profile, style.width));
    }
    text
}

fn tables(file: &FileReport, struck: [&str; 2]) -> String {
    let mut text = format!(
        "{:NAME$}│{:^40}│{:^40}\n",
        "", "solve: from memory to memory", "end to end: from file to file"
    );
    let columns = heads(&SPEED);
    text += &format!("{:NAME$}│{columns}│{columns}\n", "contestant");
    for contestant in &file.rows {
        let [solve, end_to_end] = [&contestant.solve, &contestant.end_to_end]
            .map(|timing| row(&SPEED, &speed(contestant, timing.as_ref(), struck)));
        text += &format!("{:NAME$}│{solve}│{end_to_end}\n", name(contestant, NAME));
    }
    text += &format!("\n{:NAME$}│{:^27}│{:^27}│ processor time, memory\n", "", "solve", "end to end");
    let columns = heads(&SPREAD);
    text += &format!("{:NAME$}│{columns}│{columns}│{}\n", "contestant", heads(&RESOURCES));
    for contestant in &file.rows {
        let [solve, end_to_end] = [&contestant.solve, &contestant.end_to_end]
            .map(|timing| row(&SPREAD, &spread(contestant, timing.as_ref())));
        let process = row(&RESOURCES, &resources(contestant));
        text += &format!("{:NAME$}│{solve}│{end_to_end}│{process}\n", name(contestant, NAME));
    }
    text
}

/// For each contestant its figures, one on a line.
fn lists(file: &FileReport, style: Style) -> String {
    let list = |contestant: &ContestantReport| {
        let mut text = name(contestant, style.width) + "\n";
        for (part, timing) in [("solve", &contestant.solve), ("end to end", &contestant.end_to_end)] {
            text += &lines(part, (&SPEED, &speed(contestant, timing.as_ref(), style.struck)), style.width);
            text += &lines(part, (&SPREAD, &spread(contestant, timing.as_ref())), style.width);
        }
        text + &lines("process", (&RESOURCES, &resources(contestant)), style.width)
    };
    file.rows.iter().map(list).collect::<Vec<_>>().join("\n")
}

/// The cells that are known, each on a line with its name, or below it where there is little room.
fn lines<const N: usize>(part: &str, (columns, cells): (&Columns<N>, &[String; N]), width: usize) -> String {
    let known = columns.iter().zip(cells).filter(|(_, cell)| *cell != NOTHING);
    let line = |((column, _), cell): (&(&str, usize), &String)| {
        let name = format!("{part} {column}");
        if width < SIDE_BY_SIDE {
            return format!("{}\n    {cell}\n", wrapped(&name, "  ", width));
        }
        format!("  {name:LABEL$}{cell}\n")
    };
    known.map(line).collect()
}

pub(crate) fn title(file: &FileReport) -> String {
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

/// The speeds of a file relative to an earlier report.
pub(crate) fn changes(file: &FileReport, earlier: &EarlierReport, machine: &Machine, width: usize) -> String {
    let changes = earlier.changes(file);
    if changes.is_empty() {
        let nothing =
            "nothing to compare: no contestant solved these puzzles up to this limit in the earlier report";
        return format!("\n{}\n", wrapped(nothing, "", width));
    }
    let mut text = format!("\n{}\n", wrapped(&earlier.title(machine), "", width));
    for change in changes {
        text += &format!("{}\n", wrapped(&change.text(), "  ", width));
    }
    text
}

fn profile_text(profile: &Profile, width: usize) -> String {
    let timed = match profile.puzzles_per_run {
        1 => "each puzzle timed separately".into(),
        n => format!("{n} puzzles timed together, their time divided evenly"),
    };
    let mut text = wrapped(&format!("profile of {}: {timed}", profile.name), "", width) + "\n";
    for table in profile.tables() {
        text += &profile_table(&table, width);
    }
    text
}

/// A table of a profile, or in a narrow terminal a list for each of its rows.
fn profile_table(ProfileTable { heads, rows }: &ProfileTable, width: usize) -> String {
    let mut text = String::new();
    if width < WIDE {
        for row in rows {
            let cells = heads.iter().zip(row).skip(1).map(|(head, cell)| format!("{head} {cell}"));
            let list = format!("{} {}: {}", heads[0], row[0], cells.collect::<Vec<_>>().join("; "));
            text += &format!("{}\n", wrapped(&list, "  ", width));
        }
        return text;
    }
    let mut add = |cells: &mut dyn Iterator<Item = &str>| {
        let cells: Vec<_> = cells
            .zip(heads)
            .enumerate()
            .map(|(index, (cell, head))| {
                let width = if index == 0 { 14 } else { head.chars().count().max(11) };
                format!("{cell:>width$}")
            })
            .collect();
        text += &format!("  {}\n", cells.join(" "));
    };
    add(&mut heads.iter().copied());
    rows.iter().for_each(|cells| add(&mut cells.iter().map(String::as_str)));
    text
}

/// Wraps a text at so many characters. Continuation lines are indented by two more spaces.
fn wrapped(text: &str, indent: &str, width: usize) -> String {
    let mut lines = vec![String::from(indent)];
    let room = width - 2 - indent.len();
    let words = text.split_whitespace().map(printable);
    let letters: Vec<Vec<char>> = words.map(|word| word.chars().collect()).collect();
    // A word that is longer than a line is split.
    for word in letters.iter().flat_map(|word| word.chunks(room)).map(|part| part.iter().collect::<String>())
    {
        let last = lines.last_mut().expect("there is a line");
        let blank = if last.trim().is_empty() { "" } else { " " };
        if last.chars().count() + blank.len() + word.chars().count() <= width || last.trim().is_empty() {
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
    fn figures_are_below_their_names_in_a_terminal_of_few_columns() {
        let cells = ["1,234,567", "0.81", "1.02×", "0.98 … 1.07"].map(String::from);
        for width in [20, 34, 35, 98] {
            let text = lines("end to end", (&SPEED, &cells), width);
            assert!(text.lines().all(|line| line.chars().count() <= width), "{width}: {text}");
            assert_eq!(text.contains("puzzles/s  1,234,567"), width >= SIDE_BY_SIDE, "{width}: {text}");
        }
    }

    #[test]
    fn text_is_wrapped_at_words() {
        for width in [20, 100] {
            let text = wrapped(&"word ".repeat(60), "  ", width);
            assert!(
                text.lines().all(
                    |l| l.chars().count() <= width && l.starts_with("  word") | l.starts_with("    word")
                )
            );
            assert_eq!(text.split_whitespace().count(), 60);
            let path = format!("cannot start /{}", "folder/".repeat(40));
            let text = wrapped(&path, "  ", width);
            assert!(text.lines().all(|l| l.chars().count() <= width), "{text}");
            assert_eq!(text.replace(char::is_whitespace, ""), path.replace(' ', ""));
        }
    }
}

//! The report as tables of Markdown, for comments and pages.

use super::{
    cells::{IN_TEXT, NOTHING, RESOURCES, SPEED, name, resources, speed},
    compare::{Change, EarlierReport},
    report::{BenchReport, ContestantReport, FileReport, notes},
    table::{head, title},
};
use quadrille_console::page::number::ratio;

/// The whole report. With an earlier one, the speeds relative to it are columns.
pub(crate) fn markdown(report: &BenchReport, earlier: Option<&EarlierReport>) -> String {
    let mut text =
        head(report, usize::MAX).lines().map(|line| format!("{}\n\n", escaped(line))).collect::<String>();
    if let Some(earlier) = earlier {
        text += &format!("Columns “before”: {}.\n\n", escaped(&earlier.title(&report.machine)));
    }
    let files: Vec<_> = report.files.iter().map(|file| of_file(file, earlier)).collect();
    text + &files.join("\n")
}

fn of_file(file: &FileReport, earlier: Option<&EarlierReport>) -> String {
    let mut heads = vec!["contestant".to_owned()];
    for part in PARTS {
        heads.extend(SPEED.iter().map(|(column, _)| format!("{part}, {column}")));
        heads.extend(earlier.map(|_| format!("{part}, before")));
    }
    heads.extend(RESOURCES.iter().map(|(column, _)| (*column).to_owned()));
    let mut text = format!("{}\n\n| {} |\n|", escaped(&title(file)), heads.join(" | "));
    text += " --- |";
    text += &" ---: |".repeat(heads.len() - 1);
    text.push('\n');
    let changes = earlier.map(|earlier| earlier.changes(file));
    for row in &file.rows {
        let cells = cells(row, changes.as_deref());
        text += &format!("| {} |\n", cells.join(" | "));
    }
    let notes: String = notes(file).iter().map(|(_, note)| format!("- {}\n", escaped(note))).collect();
    if notes.is_empty() { text } else { format!("{text}\n{notes}") }
}

const PARTS: [&str; 2] = ["solve", "end to end"];

/// The cells of a contestant.
fn cells(row: &ContestantReport, changes: Option<&[Change]>) -> Vec<String> {
    let mut cells = vec![escaped(&name(row, usize::MAX))];
    for (part, timing) in PARTS.into_iter().zip([&row.solve, &row.end_to_end]) {
        cells.extend(speed(row, timing.as_ref(), IN_TEXT));
        cells.extend(changes.map(|changes| {
            let change = changes.iter().find(|change| change.contestant == row.name && change.part == part);
            change.map_or(NOTHING.to_owned(), |change| format!("{}×", ratio(change.speed)))
        }));
    }
    cells.extend(resources(row));
    cells
}

/// A text whose characters have no meaning in Markdown.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        if matches!(c, '|' | '\\' | '`' | '*' | '_' | '<' | '[' | '~' | '#') {
            escaped.push('\\');
        }
        escaped.push(if c.is_control() { ' ' } else { c });
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_cannot_break_a_table() {
        assert_eq!(escaped("a|b `c` *d*\n_e"), "a\\|b \\`c\\` \\*d\\* \\_e");
    }
}

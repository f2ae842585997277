//! The command as a person meets it: help, hints about mistyped words, messages, completions.

mod common;

use common::{quadrille, run};

/// The help of a command, `-h` or `--help`.
fn help(command: &str, flag: &str) -> String {
    let (text, _, code) = run(&[command, flag], "");
    assert_eq!(code, 0, "{command} {flag}");
    text
}

/// The lines below a heading that are indented more than it.
fn below<'a>(text: &'a str, heading: &str) -> Vec<&'a str> {
    let indented = |line: &str| line.len() - line.trim_start().len();
    let start = text.lines().skip_while(|line| *line != heading);
    start.skip(1).take_while(|line| indented(line) > indented(heading)).collect()
}

#[test]
fn help_has_its_options_under_headings_with_two_examples_each() {
    for command in ["solve", "check", "count", "hint", "cover"] {
        let text = help(command, "--help");
        for heading in ["Input", "Output", "Long runs", "Tuning"] {
            assert!(text.contains(&format!("\n{heading}:\n")), "{command}: {heading}");
            let examples = below(&text, &format!("  {heading}:"));
            assert!(examples.len() >= 2, "{command}: {heading}: {examples:?}");
        }
    }
    for (command, headings) in
        [("generate", ["Puzzles", "Output", "Tuning"]), ("bench", ["Contestants", "Measurement", "Output"])]
    {
        let text = help(command, "--help");
        for heading in headings {
            assert!(text.contains(&format!("\n{heading}:\n")), "{command}: {heading}");
            let examples = below(&text, &format!("  {heading}:"));
            assert!(examples.len() >= 2, "{command}: {heading}: {examples:?}");
        }
    }
}

#[test]
fn every_option_has_a_heading() {
    for command in ["solve", "check", "count", "hint", "cover", "generate", "bench"] {
        let text = help(command, "-h");
        let options = below(&text, "Options:");
        assert_eq!(options.len(), 2, "{command}: only -h and -V are under no heading: {options:?}");
    }
}

#[test]
fn short_help_is_shorter_than_long_help_and_has_two_examples() {
    for command in ["solve", "check", "count", "hint", "cover", "generate", "bench"] {
        let (short, long) = (help(command, "-h"), help(command, "--help"));
        assert!(2 * short.lines().count() < long.lines().count(), "{command}");
        assert_eq!(below(&short, "Examples:").len(), 2, "{command}");
        assert!(long.lines().all(|line| line.chars().count() <= 100), "{command}");
    }
}

#[test]
fn the_first_page_has_formats_exit_codes_and_examples() {
    let page = quadrille(&[]).output().unwrap();
    assert_eq!(page.status.code(), Some(2));
    let page = String::from_utf8(page.stderr).unwrap();
    let formats = below(&page, "Formats:").concat();
    let (all, _, _) = run(&["solve", "--help"], "");
    for format in quadrille::Format::all() {
        assert!(formats.contains(format.name()) && all.contains(format.name()), "{}", format.name());
    }
    assert!(below(&page, "Exit codes:").concat().contains("2 usage or I/O error"));
    assert_eq!(below(&page, "Examples:").len(), 2);
}

#[test]
fn help_of_count_names_the_columns_that_count_writes() {
    for (command, columns) in [
        ("solve", "`solution` and `status`"),
        ("check", "`status`"),
        ("count", "`count` and `status`"),
        ("hint", "`hint`"),
    ] {
        let expected = format!("Added to csv and ndjson records: {columns}.\n");
        assert!(help(command, "--help").contains(&expected), "{command}");
        let (table, _, _) = run(&[command, "-q"], "puzzle\n1...3..2..4.4..1\n");
        let written = columns.replace('`', "").replace(" and ", ",");
        assert_eq!(table.lines().next(), Some(&*format!("puzzle,{written}")));
    }
}

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

/// Asserts that a message has no control characters but line ends, and no line that fills the screen.
fn is_harmless(text: &str, what: &str) {
    assert!(!text.is_empty(), "{what}: a message is printed");
    let controls: Vec<char> = text.chars().filter(|c| c.is_control() && *c != '\n').collect();
    assert!(controls.is_empty(), "{what}: {controls:?} in {text:?}");
    assert!(!text.contains('\u{202e}'), "{what}: {text:?}");
    assert!(text.lines().all(|line| line.chars().count() <= 1200), "{what}: {} bytes", text.len());
}

/// A color, a new window title, a bell, a C1 control character, and a change of the writing direction.
const ESCAPES: &str = "\x1b[31mred\x1b]0;title\x07\u{9b}5m\u{202e}";

#[test]
fn terminal_escapes_in_inputs_do_not_reach_the_terminal() {
    let header = format!("id,{}\n1,2\n", ESCAPES.repeat(2_000));
    let names = format!("id,\"{ESCAPES}\n{ESCAPES}\"\n1,2\n");
    let member = format!("{{\"{ESCAPES}\":\"{}\"}}\n", ".".repeat(81));
    let escaped = format!("{{\"{}\":\"{}\"}}\n", ESCAPES.replace('\x1b', "\\u001b"), ".".repeat(81));
    for (args, text) in [
        (&["solve", "--format", "csv"][..], header.clone()),
        (&["solve", "--format", "csv", "--column", "board"], header.clone()),
        (&["solve", "--format", "csv", "--check"], header.replacen("id", "puzzle", 1)),
        (&["solve", "--format", "csv"], names),
        (&["solve"], header),
        (&["solve", "--format", "ndjson"], member),
        (&["solve", "--format", "ndjson", "--column", "x"], escaped),
        (&["solve", "--format", "line"], format!("{ESCAPES}\n{ESCAPES}\n")),
        (&["solve", "--format", "uva12988"], format!("{ESCAPES}\n")),
        (&["solve"], format!("{ESCAPES}\n")),
        (&["cover", "--format", "dlx"], format!("a {ESCAPES}\na {ESCAPES}x\n")),
        (&["cover", "--format", "sparse"], format!("1 {ESCAPES}\n")),
        (&["cover"], format!("{ESCAPES}\n")),
    ] {
        let (_, message, _) = run(args, text);
        is_harmless(&message, &args.join(" "));
    }
}

#[test]
fn terminal_escapes_in_arguments_and_file_names_do_not_reach_the_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let file = path("a\x1b[31m\n\u{9b}5m.txt");
    std::fs::write(&file, "bad\n").unwrap();
    let column = format!("--column={ESCAPES}");
    std::fs::write(path("t.csv"), "puzzle\n1...3..2..4.4..1\n").unwrap();
    std::fs::write(path("c.toml"), format!("[[contestant]]\nname = \"{ESCAPES}\"\n")).unwrap();
    std::fs::write(path("d.toml"), "[[contestant]]\nname = \"a\\u001b[31m\"\ncommand = \"a\"\n").unwrap();
    for args in [
        &["solve", "--format", "line", &file][..],
        &["solve", &format!("{file}-missing")],
        &["solve", "-o", &format!("{file}/out"), &file],
        &["solve", &column, &path("t.csv")],
        &["solve", &format!("--limit={ESCAPES}")],
        &[ESCAPES],
        &["man", ESCAPES],
        &["solve", &format!("--{ESCAPES}")],
        &["solve", "--variant", "jigsaw", "--regions", &file, &file],
        &["bench", &file],
        &["bench", &file, "--against", &format!("{ESCAPES}=cat")],
        &["bench", &path("t.csv"), "--config", &path("c.toml")],
        &["bench", &path("t.csv"), "--config", &path("d.toml")],
    ] {
        let (_, message, _) = run(args, "");
        is_harmless(&message, &format!("{args:?}"));
    }
}

#[test]
fn helpers_of_bench_are_in_no_help_no_completion_and_no_manual_page() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let (script, _, _) = run(&["completions", shell], "");
        assert!(script.contains("generate") && !script.contains("launch") && !script.contains("cleanup"));
    }
    for args in [&["man"][..], &["--help"], &["help", "help"]] {
        let (text, _, _) = run(args, "");
        assert!(!text.contains("launch") && !text.contains("cleanup"), "{args:?}");
    }
    for name in ["launch", "cleanup"] {
        assert_eq!(run(&[name, "/nonexistent"], "").2, 2, "{name} is not a command");
    }
}

#[test]
fn cleanup_removes_only_a_folder_with_the_mark_of_its_own_run() {
    let parent = tempfile::tempdir().unwrap();
    let folder = parent.path().join("quadrille-bench-precious");
    let mark = "0123456789abcdef0123456789abcdef";
    let clean = |path: &std::path::Path, mark: &str| {
        run(&["bench:cleanup", path.to_str().unwrap()], format!("{mark}\n")).2
    };
    std::fs::create_dir(&folder).unwrap();
    std::fs::write(folder.join("thesis.txt"), "years of work").unwrap();
    for guess in ["", mark] {
        assert_eq!(clean(&folder, guess), 2, "no folder of bench has no mark");
    }
    std::fs::write(folder.join(".quadrille-bench-mark"), mark).unwrap();
    for guess in ["", "0", &mark.replace('f', "e"), &format!("{mark}0")] {
        assert_eq!(clean(&folder, guess), 2, "{guess}");
        assert!(folder.join("thesis.txt").exists());
    }
    #[cfg(unix)]
    {
        let link = parent.path().join("quadrille-bench-link");
        std::os::unix::fs::symlink(&folder, &link).unwrap();
        assert_eq!(clean(&link, mark), 2, "a link is not followed");
        assert!(folder.join("thesis.txt").exists());
    }
    assert_eq!(clean(&folder, mark), 0);
    assert!(!folder.exists());
}

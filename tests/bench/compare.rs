//! Reports compared with earlier ones, and reports as Markdown.

use super::workspace::Workspace;
use serde_json::Value;
use std::fs;

/// Writes a report in which every time was `factor` times as long.
fn write_earlier(workspace: &Workspace, report: &Value, factor: f64) {
    let mut earlier = report.clone();
    for part in ["solve", "end_to_end"] {
        let median = &mut earlier["files"][0]["rows"][0][part]["median_seconds"];
        *median = (median.as_f64().unwrap() * factor).into();
    }
    workspace.write("old.json", &earlier.to_string());
}

/// An engine, once, and its report.
fn first(workspace: &Workspace) -> Value {
    let (code, text, report) = workspace.bench(&["--engine", "dlx", "--runs", "1"]);
    assert_eq!(code, 0, "{text}");
    report
}

#[test]
fn a_speed_below_the_ratio_is_exit_code_1() {
    let workspace = Workspace::new();
    let report = first(&workspace);
    let compare = |options: &[&str]| {
        let args = ["--engine", "dlx", "--runs", "1", "--compare", "old.json"];
        let (code, text, _) = workspace.bench(&[&args[..], options].concat());
        (code, text)
    };
    write_earlier(&workspace, &report, 1e9);
    let (code, text) = compare(&["--fail-if-slower", "1"]);
    assert!(code == 0 && text.contains("speeds relative to old.json (quadrille "), "{text}");
    assert!(text.contains("  dlx, solve: ") && text.contains("  dlx, end to end: "), "{text}");
    assert!(!text.contains("slower:") && !text.contains("another machine"), "{text}");
    write_earlier(&workspace, &report, 1e-9);
    let (code, text) = compare(&["--fail-if-slower", "0.5"]);
    assert_eq!((code, text.matches("slower: puzzles: dlx, ").count()), (1, 2), "{text}");
    assert_eq!(compare(&[]).0, 0, "without a ratio speeds are only shown");
}

#[test]
fn other_puzzles_limits_and_machines_are_not_compared_in_silence() {
    let workspace = Workspace::new();
    let report = first(&workspace);
    write_earlier(&workspace, &report, 1.0);
    let args = ["--engine", "dlx", "--runs", "1", "--compare", "old.json"];
    for other in [&["--limit", "1"][..], &["--records", "1"], &["--engine", "lanes"]] {
        let args = if other[0] == "--engine" { &args[2..] } else { &args };
        let (code, text, _) = workspace.bench(&[args, other].concat());
        assert!(code == 0 && text.contains("nothing to compare"), "{other:?}: {text}");
        let (code, text, _) = workspace.bench(&[args, other, &["--fail-if-slower", "0.1"]].concat());
        assert!(
            code == 2 && text.contains("no contestant with the same name and limit"),
            "{other:?}: {text}"
        );
    }
    let mut other = report;
    other["machine"]["cores"] = 4096.into();
    workspace.write("old.json", &other.to_string());
    let text = workspace.bench(&args).1;
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains(", on another machine (") && text.contains("4096 cores)"), "{text}");
}

#[test]
fn the_report_is_written_as_markdown() {
    let workspace = Workspace::new();
    write_earlier(&workspace, &first(&workspace), 1e9);
    let args = ["--engine", "dlx", "--runs", "1", "--program", "a|b=cat right", "--markdown", "report.md"];
    let (code, text, _) = workspace.bench(&[&args[..], &["--compare", "old.json"]].concat());
    assert_eq!(code, 0, "{text}");
    let page = fs::read_to_string(workspace.path("report.md")).unwrap();
    let rows: Vec<Vec<&str>> = page
        .lines()
        .filter(|line| line.starts_with('|'))
        .map(|line| line.trim_matches('|').split(" | ").map(str::trim).collect())
        .collect();
    assert_eq!((rows.len(), rows[2][0], rows[3][0]), (4, "dlx", "a\\|b ≤?"), "{page}");
    assert!([0, 2, 3].iter().all(|row| rows[*row].len() == 14), "{page}");
    assert_eq!([rows[0][5], rows[0][10]], ["solve, before", "end to end, before"]);
    assert!(rows[2][5].ends_with('×') && rows[3][5] == "–", "{page}");
}

#[test]
fn files_that_are_not_reports_are_refused() {
    let workspace = Workspace::new();
    workspace.write("other.json", "{}");
    workspace.write(
        "newer.json",
        r#"{"schema": 2, "machine": {"cpu": "", "cores": 1, "version": "", "date": ""}, "files": []}"#,
    );
    for (args, message) in [
        (&["--compare", "none.json"][..], "--compare none.json: "),
        (&["--compare", "other.json"], "not a report that bench --json has written"),
        (&["--compare", "newer.json"], "its schema is 2"),
        (&["--compare", "other.json", "--fail-if-slower", "1.1"], "at most 1, as in 0.9"),
        (&["--fail-if-slower", "0.9"], "--compare"),
        (&["--markdown", "-"], "name a file"),
        (&["--compare", "other.json", "--markdown", "other.json"], "this file is an input"),
    ] {
        let (code, text, report) = workspace.bench(args);
        assert!(code == 2 && text.contains(message) && report.is_null(), "{args:?}: {text}");
    }
}

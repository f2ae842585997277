//! The members of `--summary-json` about the run itself, and `summary`, which adds up the summaries of shards.

use crate::common::{EASY, NONE, run};
use serde_json::Value;
use std::fs;
use tempfile::{TempDir, tempdir};

/// A folder with `in.txt`, and what a command says of it in a file with this name.
fn folder() -> (TempDir, impl Fn(&str, &[&str]) -> Value) {
    let folder = tempdir().unwrap();
    let path = folder.path().to_owned();
    let text: String = (0..40).map(|n| format!("{}\n", [EASY, NONE][usize::from(n % 8 == 0)])).collect();
    fs::write(path.join("in.txt"), text).unwrap();
    let summary = move |name: &str, args: &[&str]| {
        let [input, output] = ["in.txt", name].map(|name| path.join(name).to_str().unwrap().to_owned());
        let (_, error, code) = run(&[args, &["-q", &input, "--summary-json", &output]].concat(), "");
        assert!(code < 2, "{error}");
        let summary: Value = serde_json::from_slice(&fs::read(output).unwrap()).unwrap();
        assert_eq!(summary["exit_code"], code);
        summary
    };
    (folder, summary)
}

#[test]
fn a_summary_tells_when_and_where_the_run_was() {
    let (_folder, summary) = folder();
    let whole = summary("a.json", &["solve"]);
    assert_eq!((&whole["exit_code"], &whole["shard"]), (&1.into(), &Value::Null));
    let started = whole["started"].as_str().unwrap();
    assert!(started.len() == 20 && started.starts_with("20") && started.ends_with('Z'), "{started}");
    if cfg!(target_os = "linux") {
        assert!(!whole["host"].as_str().unwrap().is_empty());
        assert!(whole["peak_bytes"].as_u64().unwrap() > 1 << 20);
    }
    let part = summary("b.json", &["check", "--only", "none", "--shard", "2/4"]);
    assert_eq!((&part["exit_code"], &part["shard"]), (&0.into(), &"2/4".into()));
}

#[test]
fn a_summary_has_only_the_members_of_its_command() {
    let (_folder, summary) = folder();
    let has = |args: &[&str], names: [&str; 6]| {
        let found = summary("a.json", args);
        names.map(|name| found.get(name).is_some())
    };
    let names = ["solved", "hinted", "rated", "minimal", "classes", "nodes"];
    assert_eq!(has(&["solve"], names), [true, false, false, false, false, true]);
    assert_eq!(has(&["hint"], names), [false, true, false, false, false, false]);
    assert_eq!(has(&["check"], names), [true, false, false, true, false, true]);
    assert_eq!(has(&["givens"], names), [false; 6]);
    assert_eq!(has(&["dedup"], names), [true, false, false, false, true, true]);
}

#[test]
fn summaries_of_shards_add_up_to_the_summary_of_the_whole() {
    let (folder, summary) = folder();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let whole = summary("whole.json", &["solve", "--limit", "2"]);
    let names = ["1.json", "2.json", "3.json"];
    let parts =
        [1, 2, 3].map(|n| summary(names[n - 1], &["solve", "--limit", "2", "--shard", &format!("{n}/3")]));
    let files = names.map(path);
    let all: Vec<&str> = ["summary"].into_iter().chain(files.iter().map(String::as_str)).collect();
    let (text, error, code) = run(&all, "");
    assert_eq!(code, 0, "{error}");
    let sum: Value = serde_json::from_str(&text).unwrap();
    for same in [
        "records",
        "solved",
        "unique",
        "none",
        "nodes",
        "guesses",
        "limit",
        "inputs",
        "formats",
        "exit_code",
        "schema",
        "command",
    ] {
        assert_eq!(sum[same], whole[same], "{same}");
    }
    assert_eq!((&sum["shard"], &sum["puzzles_per_second_end_to_end"]), (&Value::Null, &Value::Null));
    let of = |name: &str| parts.iter().map(|part| part[name].as_f64().unwrap()).collect::<Vec<_>>();
    assert_eq!(sum["elapsed_seconds"], of("elapsed_seconds").into_iter().fold(0.0, f64::max));
    let solving: f64 = of("solve_seconds").into_iter().sum();
    assert!((sum["solve_seconds"].as_f64().unwrap() - solving).abs() < 1e-9);
    // Summaries of several runs, with parts by name.
    summary("a.json", &["rate"]);
    let (text, error, _) = run(&["summary", &path("a.json"), &path("a.json")], "");
    let twice: Value = serde_json::from_str(&text).unwrap_or_else(|_| panic!("{error}"));
    assert_eq!((&twice["records"], &twice["ratings"]["0"]), (&80.into(), &70.into()));
}

#[test]
fn files_that_do_not_add_up_are_refused() {
    let (folder, summary) = folder();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    for (name, shard) in
        [("1.json", "1/3"), ("2.json", "2/3"), ("3.json", "3/3"), ("half.json", "1/2"), ("again.json", "1/3")]
    {
        summary(name, &["solve", "--shard", shard]);
    }
    summary("check.json", &["check"]);
    summary("whole.json", &["solve"]);
    fs::write(path("other.json"), "[1]").unwrap();
    for (names, message) in [
        (&["1.json", "3.json"][..], "the summary of shard 2/3 is missing"),
        (&["1.json", "2.json", "3.json", "2.json"], "2.json is given twice; name one file for each shard"),
        (&["1.json", "1.json"], "1.json is given twice; name one file for each shard"),
        (&["1.json", "again.json"], "again.json are both summaries of shard 1/3; name one file for each"),
        (&["1.json", "2.json", "3.json", "whole.json"], "summaries of other runs beside the 3 shards"),
        (&["1.json", "2.json", "3.json", "half.json"], "summaries of other runs beside the 3 shards"),
        (&["whole.json", "check.json"], "check.json: its command is \"check\", and in "),
        (&["other.json"], "other.json: expected a file that --summary-json has written"),
        (&["none.json"], "cannot read "),
        (&[], "FILE"),
    ] {
        let files: Vec<String> = names.iter().map(|name| path(name)).collect();
        let args: Vec<&str> = ["summary"].into_iter().chain(files.iter().map(String::as_str)).collect();
        let (out, error, code) = run(&args, "");
        assert!(out.is_empty() && code == 2 && error.contains(message), "{names:?}: {error}");
    }
}

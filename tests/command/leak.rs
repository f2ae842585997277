//! `leak`: which test records equal others, and what the command prints.

use crate::{
    common::{EASY, EASY_SOLVED, FOUR, NONE, run},
    dedup::morph,
};
use std::fs;
use tempfile::{TempDir, tempdir};

struct Files {
    _dir: TempDir,
    test: String,
    train: String,
    more: String,
}

/// A test set of three records, and two training files with one morph of the first record and one of its solution.
fn files() -> Files {
    let dir = tempdir().unwrap();
    let path = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    let files = Files { test: path("test.csv"), train: path("train.csv"), more: path("more.txt"), _dir: dir };
    fs::write(&files.test, format!("id,question\n1,{EASY}\n2,{FOUR}\n3,{}\n", morph(EASY, 1))).unwrap();
    fs::write(&files.train, format!("question,answer\n{NONE},\n{},x\n", morph(EASY, 2))).unwrap();
    let full = format!("{}{}", &EASY_SOLVED[..9], &EASY[9..]);
    fs::write(&files.more, format!("# a comment\n{}\n{}\n", morph(&full, 3), morph(EASY, 4))).unwrap();
    files
}

#[test]
fn every_leaked_record_is_listed_with_the_lines_that_it_equals() {
    let Files { _dir, test, train, more } = &files();
    for options in [&[][..], &["--threads", "1"], &["--chunk-size", "1", "--no-mmap"]] {
        let args = [&["leak", test, "--against", train, more], options].concat();
        let (out, error, code) = run(&args, "");
        let equals = format!("2,{train}:3 {more}:3");
        assert_eq!(out, format!("record,count,equals\n{test}:2,{equals}\n{test}:4,{equals}\n"));
        assert_eq!(code, 1);
        for (name, records, equal) in [(test, 3, 2), (train, 2, 1), (more, 2, 1)] {
            let row = |line: &str| Vec::from_iter(line.split_whitespace().map(str::to_owned));
            let expected = [name.clone(), records.to_string(), equal.to_string()];
            assert!(error.lines().any(|line| row(line) == expected), "{name}: {error}");
        }
    }
}

#[test]
fn by_solution_finds_other_puzzles_with_an_equal_solution() {
    let Files { _dir, test, more, .. } = &files();
    let (out, _, code) = run(&["leak", test, "--against", more, "--by", "solution"], "");
    assert_eq!(code, 1);
    assert_eq!(out.lines().nth(1).unwrap(), format!("{test}:2,2,{more}:2 {more}:3"));
    let (out, _, code) = run(&["leak", test, "--against", more, "--by", "text", "-q"], "");
    assert_eq!((&*out, code), ("record,count,equals\n", 0));
}

#[test]
fn the_exit_code_says_whether_there_are_leaks() {
    let Files { _dir, test, train, more } = &files();
    let stats = format!("{test}.json");
    let args = ["leak", "-", "--against", train, more, "--stats-json", &stats];
    assert_eq!(run(&args, format!("{NONE}\n")).2, 1);
    assert_eq!(run(&args, "1...............\n").2, 0);
    let json: serde_json::Value = serde_json::from_slice(&fs::read(&stats).unwrap()).unwrap();
    assert_eq!((&json["leaked"], &json["matches"][2]["records"]), (&0.into(), &2.into()));
    // A record that cannot be compared is not known to be clean.
    let (_, error, code) = run(&args, format!("{FOUR}\nx\n"));
    assert!(code == 1 && error.contains("-:2: expected"), "{error}");
}

#[test]
fn what_makes_no_sense_is_refused() {
    let Files { _dir, test, train, .. } = &files();
    for (args, message) in [
        (&["leak", test][..], "--against"),
        (&["leak", "--against", "-"], "standard input cannot be both"),
        (&["leak", test, "--against", train, "--shard", "1/2"], "remove --shard"),
        (&["leak", test, "--against", train, "--resume", "-o", "x"], "remove --resume"),
        (&["leak", test, "--against", train, "--keep"], "remove --keep"),
        (&["leak", test, "--against", train, "--output-format", "line"], "remove --output-format line"),
        (&["leak", test, "--against", "missing.csv"], "missing.csv"),
        (&["leak", test, "--against", train, "--stats-json", train], "this file is an input"),
    ] {
        let (out, error, code) = run(args, "");
        assert!(code == 2 && out.is_empty() && error.contains(message), "{args:?}: {error}");
    }
}

//! `leak`: which test records equal others, and what the command prints.

use crate::{
    common::{EASY, EASY_SOLVED, FOUR, NONE, run},
    dedup::morph,
};
use quadrille::Output;
use std::{
    fs,
    io::{BufRead, Read, Write},
    path::Path,
    process::{Command, Stdio},
};
use tempfile::{TempDir, tempdir};

/// The command with pipes.
fn command(args: &[&str]) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("quadrille"));
    command.args(args).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

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
        assert_eq!(out, format!("record,matches,equals\n{test}:2,{equals}\n{test}:4,{equals}\n"));
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
    let (out, _, code) = run(&["leak", test, "--against", more, "--equal-by", "solution"], "");
    assert_eq!(code, 1);
    assert_eq!(out.lines().nth(1).unwrap(), format!("{test}:2,2,{more}:2 {more}:3"));
    let (out, _, code) = run(&["leak", test, "--against", more, "--equal-by", "text", "-q"], "");
    assert_eq!((&*out, code), ("record,matches,equals\n", 0));
}

#[test]
fn the_exit_code_says_whether_there_are_leaks() {
    let Files { _dir, test, train, more } = &files();
    let stats = format!("{test}.json");
    let args = ["leak", "-", "--against", train, more, "--summary-json", &stats];
    assert_eq!(run(&args, format!("{NONE}\n")).2, 1);
    assert_eq!(run(&args, "1...............\n").2, 0);
    let json: serde_json::Value = serde_json::from_slice(&fs::read(&stats).unwrap()).unwrap();
    assert_eq!((&json["leaked"], &json["by_input"][2]["records"]), (&0.into(), &2.into()));
    // A record that cannot be compared is not known to be clean.
    let (_, error, code) = run(&args, format!("{FOUR}\nx\n"));
    assert!(code == 1 && error.contains("-:2: expected"), "{error}");
}

#[test]
fn what_makes_no_sense_is_refused() {
    let Files { _dir, test, train, .. } = &files();
    for (args, message) in [
        (&["leak", test][..], "--against"),
        (&["leak", "-", "--against", "-"], "standard input cannot be both"),
        (&["leak", test, "--against", train, "-o", "x.ndjson"], "another extension"),
        (&["leak", test, "--against", train, "-o", "x.jsonl.gz"], "not ndjson"),
        (&["leak", test, "--against", train, "--shard", "1/2"], "remove --shard"),
        (&["leak", test, "--against", train, "--resume", "-o", "x"], "remove --resume"),
        (&["leak", test, "--against", train, "--keep-trailing"], "remove --keep-trailing"),
        (&["leak", test, "--against", train, "--output-format", "line"], "remove --output-format line"),
        (&["leak", test, "--against", "missing.csv"], "missing.csv"),
        (&["leak", test, "--against", train, "--summary-json", train], "this file is an input"),
    ] {
        let (out, error, code) = run(args, "");
        assert!(code == 2 && out.is_empty() && error.contains(message), "{args:?}: {error}");
    }
}

/// Test sets of three boards of three sizes, the second of which is leaked, in each format and compressed.
#[test]
fn the_lines_of_leaks_are_right_in_every_format() {
    let dir = tempdir().unwrap();
    let path = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    let write = |name: &str, text: &str| {
        // Compressed if the name says so.
        let mut file = Output::path(Path::new(&path(name))).unwrap();
        file.write_all(text.as_bytes()).unwrap();
        file.finish().unwrap();
        path(name)
    };
    let six = "1...........2....3..4......5.......6";
    let boards = [FOUR, six, EASY];
    let train = write("train.csv.gz", &format!("id,puzzle\n1,{NONE}\n2,\"{}\"\n", morph(six, 7)));
    let each = |line: &dyn Fn(&str) -> String| boards.map(line).concat();
    let grid = |board: &str| {
        let side = board.len().isqrt();
        let rows = board.as_bytes().chunks(side).map(|row| str::from_utf8(row).unwrap().to_owned() + "\n");
        rows.collect::<String>() + "\n"
    };
    for (name, text, line) in [
        ("a.txt", each(&|board| format!("{board}\n")), 2),
        ("a.txt.gz", format!("# a comment\n\n{}", each(&|board| format!("{board};x\r\n"))), 4),
        ("a.csv", format!("id,puzzle\n{}", each(&|board| format!("\"a\nb\",{board}\n"))), 4),
        ("a.ndjson.zst", each(&|board| format!("{{\"puzzle\":\"{board}\"}}\n")), 2),
        ("grids.txt", each(&grid), 6),
    ] {
        let test = write(name, &text);
        let (out, error, code) = run(&["leak", "-q", &test, "--against", &train], "");
        assert_eq!(out, format!("record,matches,equals\n{test}:{line},1,{train}:3\n"), "{name}: {error}");
        assert_eq!(code, 1);
        // The other way round, and without the leak.
        let (out, _, _) = run(&["leak", "-q", &train, "--against", &test], "");
        assert_eq!(out, format!("record,matches,equals\n{train}:3,1,{test}:{line}\n"), "{name}");
        let (out, _, code) = run(&["leak", "-q", &test, "--against", "-", "--equal-by", "solution"], NONE);
        assert_eq!((&*out, code), ("record,matches,equals\n", 0), "{name}");
    }
}

#[test]
fn a_run_without_a_test_set_or_test_records_is_an_error() {
    let Files { _dir, test, train, .. } = &files();
    for args in [&["leak", "-q", "--against", train, test][..], &["leak", "--against", train]] {
        let (out, error, code) = run(args, "");
        assert_eq!((&*out, code, error.lines().count()), ("", 2, 1), "{error}");
        assert!(error.contains("no test set; usage: quadrille leak TEST --against TRAIN"), "{error}");
    }
    let left = format!("{test}.out");
    fs::write(&left, "old").unwrap();
    for (text, options) in [("", &["-q"][..]), ("# nothing\n", &["-q"]), ("", &[])] {
        let args = [&["leak", "-", "--against", train, "-o", &left], options].concat();
        let (_, error, code) = run(&args, text);
        assert!(code == 2 && error.contains("no test records in -; "), "{error}");
        assert_eq!(fs::read_to_string(&left).unwrap(), "old");
    }
}

#[test]
fn names_with_blanks_are_quoted_among_the_places() {
    let dir = tempdir().unwrap();
    let path = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    let [test, plain, blank, comma] = ["a test", "b", "c 1:2", "d,e"].map(path);
    for file in [&test, &plain, &blank, &comma] {
        fs::write(file, format!("{FOUR}\n")).unwrap();
    }
    let equals = |others: &[&str]| {
        let (out, _, code) = run(&[&["leak", "-q", &test, "--against"], others].concat(), "");
        assert_eq!(code, 1);
        out.lines().nth(1).unwrap().strip_prefix(&format!("{test}:1,{},", others.len())).unwrap().to_owned()
    };
    assert_eq!(equals(&[&plain]), format!("{plain}:1"));
    assert_eq!(equals(&[&plain, &blank]), format!("\"{plain}:1 \"\"{blank}\"\":1\""));
    assert_eq!(equals(&[&comma, &plain]), format!("\"{comma}:1 {plain}:1\""));
}

/// A class of many records: a row that is longer than what is written at a time.
#[test]
fn a_row_may_be_long_and_a_reader_may_end_early() {
    let Files { _dir, test, more, .. } = &files();
    fs::write(more, format!("{FOUR}\n").repeat(20_000)).unwrap();
    let args = ["leak", "-q", test, "--against", more];
    let (out, _, code) = run(&args, "");
    let equals: Vec<String> = (1..=20_000).map(|line| format!("{more}:{line}")).collect();
    let expected = format!("record,matches,equals\n{test}:3,20000,{}\n", equals.join(" "));
    assert!(out == expected && code == 1);
    // As `head` does it; the pipe has not room for the rest.
    let mut child = command(&args).spawn().unwrap();
    drop(child.stdout.take());
    let end = child.wait_with_output().unwrap();
    assert_eq!((end.status.code(), str::from_utf8(&end.stderr).unwrap()), (Some(0), ""));
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_reports_the_records_that_were_read() {
    let dir = tempdir().unwrap();
    let path = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    let [test, long] = [path("test.txt"), path("long.txt")];
    fs::write(&test, format!("{NONE}\n")).unwrap();
    // Puzzles with several solutions, whose forms take some time.
    fs::write(&long, format!("{}{}\n", ".".repeat(40), &EASY[40..]).repeat(400_000)).unwrap();
    for args in [
        &["leak", &test, "--against", &long][..],
        &["dedup", "--class-sizes", &long],
        &["dedup", "--memory", "1M", "--report", "/dev/null", "-o", "/dev/null", &long],
    ] {
        let args = [args, &["--progress", "always", "--threads", "1"]].concat();
        let mut child = command(&args).spawn().unwrap();
        let mut error = std::io::BufReader::new(child.stderr.take().unwrap());
        // A line of progress is printed every second: some records have been read.
        let mut text = String::new();
        while !text.contains(" records, ") {
            assert!(error.read_line(&mut text).unwrap() > 0, "{args:?} ended too early: {text}");
        }
        // A shell in the background would have had SIGINT ignored.
        let kill = format!("kill -TERM {}", child.id());
        assert!(Command::new("sh").args(["-c", &kill]).status().unwrap().success());
        error.read_to_string(&mut text).unwrap();
        child.wait().unwrap();
        let message = text.lines().find(|line| line.contains("stopped by SIGTERM after ")).expect(&text);
        assert!(!message.contains("after 0 records"), "{message}");
    }
}

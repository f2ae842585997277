//! What is refused, before any work.

use super::desk::Desk;
use crate::common::quadrille;
use predicates::prelude::*;

#[test]
fn what_cannot_be_is_refused_before_any_work() {
    let desk = Desk::new();
    desk.write("typo.toml", "[[contestant]]\nname = \"a\"\ncommand = \"a\"\noutptu = 1\n");
    desk.write("empty.toml", "");
    desk.write("quote.toml", "[[contestant]]\nname = \"a\"\ncommand = \"a 'b\"\n");
    desk.write("zero.toml", "[[contestant]]\nname = \"a\"\ncommand = \"a\"\nlimit = 0\n");
    desk.write("threads.toml", "[[contestant]]\nname = \"a\"\ncommand = \"a\"\nthreads = 0\n");
    desk.write("env.toml", "[[contestant]]\nname = \"a\"\ncommand = \"a\"\nenv = { \"A=B\" = \"c\" }\n");
    for (args, words) in [
        (&["--against", "cat right"][..], "NAME=COMMAND"),
        (&["--against", "it="], "no command"),
        (&["--against", "it=a", "--output-shape", "{grid}"], "{grid}"),
        (&["--input-shape", "x"], "--input-shape"),
        (&["--baseline", "nobody"], "the contestants are auto"),
        (&["--engine", "none"], "no contestants"),
        (&["--limit", "3"], "--limit"),
        (&["--timeout", "0"], "--timeout"),
        (&["--config", "no.toml"], "no.toml"),
        (&["--config", "typo.toml"], "outptu"),
        (&["--config", "empty.toml"], "contestant"),
        (&["--config", "quote.toml"], "a quote without its end"),
        (&["--config", "zero.toml"], "limit is at least 1"),
        (&["no-such-file"], "no-such-file"),
        (&["-"], "standard input cannot be"),
        (&["--pin", "100000"], "--pin"),
        (&["--pin", "18446744073709551615"], "--pin"),
        (&["--pin", "0", "--threads", "1024"], "--pin"),
        (&["--html", "-"], "name a file"),
        (&["--html", "puzzles.txt"], "that is an input"),
        (&["--html", "report.json"], "both name"),
        (&["--against", "=cat right"], "no name"),
        (&["--config", "threads.toml"], "threads is 0"),
        (&["--config", "env.toml"], "no name of a variable"),
        (&["--html", "no/such/folder.html"], "no/such/folder.html"),
    ] {
        let (code, text, report) = desk.bench(args);
        assert_eq!(code, 2, "{args:?}: {text}");
        assert!(text.contains(words) && report.is_null(), "{args:?}: {text}");
    }
    quadrille(&["bench"]).assert().code(2);
    desk.write("none.txt", "# nothing\n");
    let none = desk.path("none.txt");
    quadrille(&["bench", none.to_str().unwrap()])
        .assert()
        .code(2)
        .stderr(predicate::str::contains("no puzzles"));
}

#[test]
fn help_and_manual_page_are_there() {
    quadrille(&["bench", "--help"]).assert().success().stdout(predicate::str::contains("Examples:"));
    quadrille(&["man", "bench"]).assert().success().stdout(predicate::str::contains("baseline"));
    // Its helper is nobody's business.
    quadrille(&["--help"]).assert().success().stdout(predicate::str::contains("launch").not());
}

#[test]
fn a_file_that_cannot_be_read_takes_no_report_of_those_before_it() {
    let desk = Desk::new();
    desk.write("none.txt", "# nothing\n");
    let (code, text, report) =
        desk.bench(&["none.txt", "puzzles.txt", "--engine", "dlx", "--runs", "1", "--measure", "solve"]);
    assert_eq!(code, 2, "{text}");
    assert!(text.contains("none.txt: no puzzles"), "{text}");
    assert_eq!(report["files"].as_array().unwrap().len(), 1);
}

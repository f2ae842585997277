//! Arguments that are rejected before any work is done.

use super::workspace::Workspace;
use crate::common::quadrille;
use predicates::prelude::*;

#[test]
fn invalid_arguments_are_rejected_before_any_work() {
    let workspace = Workspace::new();
    workspace.write("typo.toml", "[[contestant]]\nname = \"a\"\ncommand = \"a\"\noutptu = 1\n");
    workspace.write("empty.toml", "");
    workspace.write("quote.toml", "[[contestant]]\nname = \"a\"\ncommand = \"a 'b\"\n");
    workspace.write("zero.toml", "[[contestant]]\nname = \"a\"\ncommand = \"a\"\nlimit = 0\n");
    workspace.write("threads.toml", "[[contestant]]\nname = \"a\"\ncommand = \"a\"\nthreads = 0\n");
    workspace.write("env.toml", "[[contestant]]\nname = \"a\"\ncommand = \"a\"\nenv = { \"A=B\" = \"c\" }\n");
    workspace.write("placeholder.toml", "[[contestant]]\nname = \"a\"\ncommand = \"{here}/a {outptu}\"\n");
    for (args, message) in [
        (&["--program", "cat right"][..], "NAME=COMMAND"),
        (&["--program", "it="], "the command is empty"),
        (&["--program", "it=a", "--output-shape", "{grid}"], "{grid}"),
        (&["--input-shape", "x"], "--input-shape"),
        (&["--baseline", "nobody"], "the contestants are quadrille"),
        (&["--engine", "none"], "no contestants"),
        (&["--limit", "3"], "--limit"),
        (&["--timeout", "0"], "--timeout"),
        (&["--config", "no.toml"], "no.toml"),
        (&["--config", "typo.toml"], "outptu"),
        (&["--config", "empty.toml"], "contestant"),
        (&["--config", "quote.toml"], "a quote that is not closed"),
        (&["--config", "zero.toml"], "limit must be at least 1"),
        (&["no-such-file"], "no-such-file"),
        (&["-"], "standard input cannot be"),
        (&["--pin", "100000"], "--pin"),
        (&["--pin", "18446744073709551615"], "--pin"),
        (&["--pin", "0", "--threads", "1024"], "--pin"),
        (&["--html", "-"], "name a file"),
        (&["--html", "puzzles.txt"], "this file is an input"),
        (&["--html", "report.json"], "both name"),
        (&["--program", "=cat right"], "not a valid name"),
        (&["--config", "threads.toml"], "threads is 0"),
        (&["--config", "env.toml"], "not a valid variable name"),
        (&["--html", "no/such/folder.html"], "no/such/folder.html"),
        (&["--program", "it=cat {inptu}"], "unknown placeholder {inptu}; did you mean {input}?"),
        (&["--program", "it=cat {here}/x {here}"], "unknown placeholder {here}"),
        (&["--config", "placeholder.toml"], "did you mean {output}?"),
        (&["--engine", "dlx,dlx"], "two contestants have the name \"dlx\""),
        (&["--program", "a=cat right", "--program", "a=cat wrong"], "two contestants have the name \"a\""),
        (
            &["--program", "quadrille=cat right"],
            "\"quadrille\" is the name of this program's engine; give the other program another name, as in \
             other=COMMAND, or leave the engine out with --engine none",
        ),
        (&["--program-limit", "0"], "--program-limit"),
    ] {
        let (code, text, report) = workspace.bench(args);
        assert_eq!(code, 2, "{args:?}: {text}");
        assert!(text.contains(message) && report.is_null(), "{args:?}: {text}");
    }
    quadrille(&["bench"]).assert().code(2);
    workspace.write("none.txt", "# nothing\n");
    let none = workspace.path("none.txt");
    quadrille(&["bench", none.to_str().unwrap()])
        .assert()
        .code(2)
        .stderr(predicate::str::contains("no puzzles"));
}

#[test]
fn help_and_manual_page_are_printed() {
    quadrille(&["bench", "--help"]).assert().success().stdout(predicate::str::contains("Examples:"));
    quadrille(&["man", "bench"]).assert().success().stdout(predicate::str::contains("baseline"));
    // The helper commands are hidden.
    quadrille(&["--help"])
        .assert()
        .success()
        .stdout(predicate::str::contains("launch").or(predicate::str::contains("cleanup")).not());
}

#[test]
fn files_before_an_unreadable_one_are_reported() {
    let workspace = Workspace::new();
    workspace.write("none.txt", "# nothing\n");
    let (code, text, report) =
        workspace.bench(&["none.txt", "puzzles.txt", "--engine", "dlx", "--runs", "1", "--measure", "solve"]);
    assert_eq!(code, 2, "{text}");
    assert!(text.contains("none.txt: no puzzles"), "{text}");
    assert_eq!(report["files"].as_array().unwrap().len(), 1);
}

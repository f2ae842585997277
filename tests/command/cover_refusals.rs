//! Inputs and options that `quadrille cover` refuses, and its messages.

use crate::cover_all::{cover, quiet};
use std::fs;
use tempfile::tempdir;

#[test]
fn a_malformed_problem_is_named_by_file_and_line_in_every_task() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("p.dlx");
    fs::write(&path, "| a comment\na b |\na\nb x\n").unwrap();
    let name = path.to_str().unwrap();
    for (task, exit) in [
        ("--sample=1", 1),
        ("--lowest-cost", 1),
        ("--highest-cost", 1),
        ("--count", 1),
        ("--limit=1", 1),
        ("--zdd=-", 2),
    ] {
        let (_, err, code) = cover(&[task, name], "");
        assert!(
            code == exit && err.contains(&format!("quadrille: {name}:4: unknown item x\n")),
            "{task}: {err}"
        );
    }
}

#[test]
fn an_input_without_problems_has_no_answers_and_a_warning() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("empty");
    fs::write(&path, "").unwrap();
    let empty = path.to_str().unwrap();
    for task in [&[][..], &["--count"], &["--sample", "2"], &["--lowest-cost"], &["--highest-cost"]] {
        for (args, input, says) in [
            (&[empty][..], "", format!("quadrille: warning: {empty} is empty\n")),
            (
                &[],
                "",
                "quadrille: warning: no problem in standard input; there is nothing to answer\n".into(),
            ),
            (&[], "\n# nothing\n", "quadrille: warning: no problem in standard input;".into()),
        ] {
            let (out, err, code) = cover(&[task, args].concat(), input);
            assert!(out.is_empty() && code == 0 && err.starts_with(&says), "{task:?} {args:?}: {err}");
        }
    }
    let (out, err, code) = cover(&["--zdd", "-", empty], "");
    let says = format!("quadrille: no problem in {empty}, so there is no diagram to write\n");
    assert_eq!((out.as_str(), err, code), ("", says, 2));
}

#[test]
fn costs_that_do_not_fit_are_refused_with_their_line() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("costs.txt");
    let name = path.to_str().unwrap();
    let problem = "2 2\n1 0\n0 1\n";
    let cases = [
        (
            "1\n# two\n2\n3 4\n5\n",
            problem,
            "costs.txt:4: expected 2 costs, one for each option, found 5; the first one too many is here",
        ),
        ("1 2 3\n", problem, "costs.txt:1: expected 2 costs, one for each option, found 3; the first"),
        ("# one\n\n1\n# end\n\n", problem, "costs.txt:4: expected 2 costs, one for each option, found 1 up"),
        ("", problem, "costs.txt:1: expected 2 costs, one for each option, found 0 up to the end"),
        ("1 2\n", "1 1\n1\n", "costs.txt:1: expected 1 cost, for the only option, found 2; "),
        ("1\n-2\n", problem, ":2: `-2` is not a cost"),
        ("18446744073709551615\n1\n", problem, ":2: "),
        (
            "1 2\n",
            "2 2\n1 0\n0 1\n1 1\n1\n",
            "costs.txt: costs belong to one problem, and the input has several",
        ),
        ("1 2\n", "a b\na |1\nb\n", "costs.txt: the problem has costs of its own"),
    ];
    for (costs, input, what) in cases {
        fs::write(&path, costs).unwrap();
        let (out, err, code) = cover(&["-q", "--lowest-cost", "--costs", name], input);
        assert!(out.is_empty() && code == 2 && err.contains(what) && err.contains(name), "{what}: {err}");
    }
    fs::write(&path, "# all\n3\n\n4\n").unwrap();
    assert_eq!(quiet(&["--lowest-cost", "--costs", name], problem).0, "# cost 7\n1 2\n");
    let (_, err, code) = cover(&["--costs", name], problem);
    assert!(code == 2 && err.contains("--lowest-cost"), "{err}");
}

#[test]
fn options_that_exclude_each_other_are_refused() {
    let cases: [&[&str]; 7] = [
        &["--sample", "1", "--count"],
        &["--lowest-cost", "--highest-cost"],
        &["--zdd", "x", "--output", "y"],
        &["--zdd", "x", "--lowest-cost"],
        &["--sample", "0"],
        &["--seed", "3"],
        &["--highest-cost", "--limit", "3"],
    ];
    for args in cases {
        assert_eq!(cover(args, "1 1\n1\n").2, 2, "{args:?}");
    }
}

#[test]
fn numbers_that_cannot_be_are_refused_with_those_that_can() {
    for (option, value, most) in [
        ("--sample", "x", " from 1 to 4294967295"),
        ("--sample", "0", " from 1 to 4294967295"),
        ("--sample", "99999999999999999999", " from 1 to 4294967295"),
        ("--sample", "1.5", " from 1 to 4294967295"),
        ("--seed", "x", ""),
        ("--seed", "-1", ""),
        ("--limit", "0", " of 1 or more"),
        ("--max-nodes", "many", " of 1 or more"),
        ("--max-nodes", "0", " of 1 or more"),
        ("--threads", "1025", " from 1 to 1024"),
    ] {
        let (_, err, code) = cover(&[&format!("{option}={value}")], "1 1\n1\n");
        assert_eq!((code, err), (2, format!("quadrille: {option} {value}: expected a whole number{most}\n")));
    }
}

#[test]
fn sizes_of_memory_that_cannot_be_are_refused_with_those_that_can() {
    for (size, says) in [
        ("1.5G", "expected a whole number of bytes, or one followed by K, M or G, as in 500M or 2G\n"),
        ("4T", "expected a whole number of bytes, or one followed by K, M or G, as in 500M or 2G\n"),
        ("99999999999G", "the largest size is 17179869183G\n"),
        ("18446744073709551616", "the largest size is 17179869183G\n"),
    ] {
        let (_, err, code) = cover(&["--count", "--memory", size], "1 1\n1\n");
        assert_eq!((code, err), (2, format!("quadrille: --memory {size}: {says}")));
    }
    assert_eq!(quiet(&["--count", "--memory", "17179869183G"], "1 1\n1\n"), ("1\n".into(), 0));
}

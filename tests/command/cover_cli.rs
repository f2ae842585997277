//! The command `quadrille cover`.

use crate::common::{output, quadrille, run};
use crate::problems::{dominoes, langford, queens, text};
use quadrille::cover::CoverFormat;
use std::fs;
use tempfile::tempdir;

const MATRIX: &str = "3 4\n1 0 1 0\n0 1 0 1\n1 1 1 1\n2 2\n1 1\n0 1\n2 2\n1 0\n1 0\n";
const SPARSE: &str = "3 4\n2 1 3\n2 2 4\n4 1 2 3 4\n2 2\n2 1 2\n1 2\n2 2\n1 1\n1 1\n";
/// D. E. Knuth's first example of exact cover, in 7.2.2.1.
const KNUTH: &str = "| The items, and six options.\na b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g\n";

/// Standard output and exit code.
fn cover(args: &[&str], text: &str) -> (String, i32) {
    let (out, _, code) = run(&[&["cover", "-q"], args].concat(), text);
    (out, code)
}

/// Standard error and exit code.
fn errors(args: &[&str], text: &str) -> (String, i32) {
    let (_, err, code) = run(&[&["cover", "-q"], args].concat(), text);
    (err, code)
}

#[test]
fn each_format_has_its_own_answers() {
    let none = format!("{MATRIX}2 1\n0\n0\n");
    for threads in ["1", "2", "5"] {
        let args = ["-t", threads];
        assert_eq!(cover(&args, "1 1\n1\n"), ("1\n".into(), 0));
        assert_eq!(cover(&args, MATRIX).1, 1);
        assert_eq!(cover(&args, &none), (format!("{}No Solution!\n", first(MATRIX, &args)), 1));
        assert_eq!(cover(&args, SPARSE).0, first(SPARSE, &args));
        assert_eq!(cover(&args, KNUTH), ("c e\na d f\nb g\n".into(), 0));
    }
}

/// The answers, whose first may be either of two solutions.
fn first(text: &str, args: &[&str]) -> String {
    let out = cover(args, text).0;
    let wanted: &[&str] = match text {
        MATRIX => &["1 2\n1\nNo Solution!\n", "3\n1\nNo Solution!\n"],
        _ => &["2 1 2\n1 1\nNO\n", "1 3\n1 1\nNO\n"],
    };
    assert!(wanted.contains(&&*out), "{out}");
    out
}

#[test]
fn count_and_limit_bound_the_solutions() {
    assert_eq!(
        cover(&["--count"], MATRIX),
        ("2\n1\n0\n".into(), 1),
        "item 2 of the last is not in any option"
    );
    assert_eq!(cover(&["--count"], SPARSE), ("2\n1\n0\n".into(), 1));
    assert_eq!(cover(&["--count"], KNUTH), ("1\n".into(), 0));
    assert_eq!(cover(&["--count"], "a\n"), ("0\n".into(), 1));
    let pairs = text(CoverFormat::Dlx, &langford(7));
    assert_eq!(cover(&["--count"], &pairs), ("52\n".into(), 0));
    assert_eq!(cover(&["--count", "--limit", "53"], &pairs), ("52\n".into(), 0));
    assert_eq!(cover(&["--count", "--limit", "52"], &pairs), ("52+\n".into(), 0));
    assert_eq!(cover(&["--count", "--limit", "5"], &pairs), ("5+\n".into(), 0));
    let (listed, code) = cover(&["--limit", "3"], &pairs);
    assert_eq!((listed.split("\n\n").count(), listed.lines().count(), code), (3, 3 * 7 + 2, 0));
    assert_eq!(cover(&[], &pairs).0.split("\n\n").count(), 52);
}

#[test]
fn the_solutions_of_several_problems_are_separated() {
    let all = cover(&["--limit", "9"], "2 1\n1\n1\n1 1\n0\n3 1\n1\n1\n1\n").0;
    assert_eq!(all, "1\n2\n\nNo Solution!\n\n1\n2\n3\n");
    let all = cover(&[], "a |\na\na\nb |\nc |\nc\n").0;
    assert_eq!(all, "a\n\na\n| problem 2\n| problem 3\nc\n");
}

#[test]
fn bounds_and_costs_are_read_and_bounds_hold() {
    let knuth = "| DLX3\nA B 2:3|C | X Y\nA B X:0 Y:0\nA C X:1 Y:1 |12\nC X:0\nB X:1\nC Y:1 |0\n";
    assert_eq!(cover(&[], knuth), ("A C X:1 Y:1 |12\nB X:1\nC Y:1 |0\n".into(), 0));
    assert_eq!(cover(&["--count"], &knuth.replace("2:3", "2..3")), ("1\n".into(), 0));
    assert_eq!(cover(&["--count"], &knuth.replace("2:3", "4")), ("0\n".into(), 1));
    let two = "0:2|a |\na\na |7\n2|a |\na\na\na\n";
    assert_eq!(cover(&["--count"], two), ("4\n3\n".into(), 0));
    assert_eq!(cover(&["--count", "--limit", "2"], two), ("2+\n2+\n".into(), 0));
    let (told, code) = errors(&[], "a 3:2|b |\na\n| c\n3|a |\na\na\nb |\nb|3\n");
    let want = "quadrille: -:1: item b: the lower bound 3 is above the upper bound 2\n\
                quadrille: -:4: item a is in 2 options and needs 3\n\
                quadrille: -:8: `|` in b|3; a cost is a word of its own, as in `item |5`, and bounds are in the item line\n";
    assert_eq!((&*told, code), (want, 1));
}

#[test]
fn a_spent_budget_is_unknown_and_never_a_number() {
    let board = text(CoverFormat::Dlx, &queens(8));
    let (out, code) = cover(&["--max-nodes", "3"], &board);
    assert!(out.ends_with("!unknown\n") && code == 1, "{out}");
    let (out, code) = cover(&["--max-nodes", "40", "--count"], &board);
    assert!(out.ends_with("+\n") && code == 1, "{out}");
    let (out, code) = cover(&["--timeout", "0", "--count"], &text(CoverFormat::Sparse, &langford(19)));
    assert!(out.ends_with("+\n") && code == 1, "too hard to finish before the clock is checked: {out}");
    // With memory, which knows the number only at the end: the lower bound of what was counted one by one.
    let large = text(CoverFormat::Sparse, &dominoes(24, 24));
    let (out, code) = cover(&["--timeout", "0.3", "--count"], &large);
    let digits = out.strip_suffix("+\n").expect("a lower bound");
    assert!(code == 1 && digits.bytes().all(|byte| byte.is_ascii_digit()), "{out}");
    assert_eq!(cover(&["--timeout", "1000", "--count"], &board), ("92\n".into(), 0));
    assert_eq!(cover(&["--timeout", "1e300", "--count"], KNUTH), ("1\n".into(), 0));
    for wrong in ["-1", "x", "nan"] {
        let flag = format!("--timeout={wrong}");
        assert_eq!(cover(&[&flag], KNUTH).1, 2, "{wrong}");
    }
}

#[test]
fn malformed_problems_affect_only_their_own_answer_and_are_reported_by_line() {
    let text = "# three\n2 2\n1 0\n0 2\n\n1 2\n1 1\n3 3\n1 1 1\n2 2\n1 1\n";
    assert_eq!(
        cover(&[], text),
        (
            "!invalid: column 2: expected 0 or 1, found 2\n1\n!invalid: expected 3 rows, found 1\n\
             !invalid: expected 2 rows, found 1\n"
                .into(),
            1
        )
    );
    let (told, code) = errors(&[], text);
    let want = "quadrille: -:4: column 2: expected 0 or 1, found 2\nquadrille: -:9: expected 3 rows, found 1\n\
                quadrille: -:11: expected 2 rows, found 1\n";
    assert_eq!((&*told, code), (want, 1));
    let (told, code) = errors(&["--count"], "a b |\na\nc |\nd\n");
    assert_eq!(
        (&*told, code),
        ("quadrille: -:1: item b is not in any option\nquadrille: -:4: unknown item d\n", 1)
    );
}

#[test]
fn the_first_ten_malformed_problems_are_reported_by_line_across_chunks() {
    let one = "2 2\n1 1\n\nx\n";
    let (told, _) = errors(&["-t", "3"], &one.repeat(1000));
    let lines: Vec<_> = told.lines().collect();
    assert_eq!(lines.len(), 11, "{told}");
    for (i, line) in lines[..10].iter().enumerate() {
        assert!(line.starts_with(&format!("quadrille: -:{}: ", 4 * i + 4)), "{line}");
    }
    assert_eq!(lines[10], "quadrille: and 990 more malformed problems");
}

#[test]
fn a_head_of_more_than_64_kib_is_recognized_in_a_file_and_in_a_pipe() {
    let comments = |mark: &str| format!("{mark} a comment\n").repeat(8000);
    let names: String = (0..20_000).map(|i| format!("item{i} ")).collect();
    let row: String = (1..=13_000).map(|i| format!(" {i}")).collect();
    let bits = "1 ".repeat(70_000);
    let dir = tempdir().unwrap();
    for (name, text, answer) in [
        ("item line", format!("{names}\n{names}\n"), format!("{}\n", names.trim_end())),
        ("sparse row", format!("2 13000\n13000{row}\n1 5\n"), "1 1\n".into()),
        ("matrix row", format!("1 70000\n{bits}\n"), "1\n".into()),
        ("comments of sparse", format!("{}1 2\n2 1 2\n", comments("#")), "1 1\n".into()),
        ("comments of dlx", format!("{}a b\na b\n", comments("|")), "a b\n".into()),
    ] {
        assert!(text.len() > 64 << 10);
        let path = dir.path().join("p.txt");
        fs::write(&path, &text).unwrap();
        assert_eq!(cover(&[path.to_str().unwrap()], ""), (answer.clone(), 0), "{name}, mapped");
        assert_eq!(cover(&[path.to_str().unwrap(), "--no-mmap"], ""), (answer.clone(), 0), "{name}, read");
        assert_eq!(cover(&[], &text), (answer, 0), "{name}, from a pipe");
    }
}

#[test]
fn a_matrix_without_its_first_line_is_told_which_format_was_read() {
    let (answer, told, code) = run(&["cover"], "1 0 1\n0 1 0\n");
    let reason = "item 1 is named twice; this was read as dlx, since the first line is not `n m`, as in matrix \
                  and sparse";
    assert_eq!((&*answer, code), (&*format!("!invalid: {reason}\n"), 1));
    assert!(
        told.starts_with(&format!("quadrille: -:1: {reason}\nquadrille: the problems were read as dlx; ")),
        "{told}"
    );
    // Two columns look like first lines.
    let (_, told, code) = run(&["cover"], "1 0\n0 1\n1 1\n");
    assert!(told.contains("the problems were read as matrix; ") && code == 1, "{told}");
    let (_, told, _) = run(&["cover", "--format", "dlx"], "a\nb\n");
    assert!(!told.contains("were read as"), "{told}");
}

#[test]
fn an_output_file_is_replaced_only_by_a_complete_one() {
    let dir = tempdir().unwrap();
    let (problems, answers) = (dir.path().join("p.txt"), dir.path().join("a.txt.gz"));
    fs::write(&problems, SPARSE.repeat(300)).unwrap();
    let (from, to) = (problems.to_str().unwrap(), answers.to_str().unwrap());
    quadrille(&["cover", from, "-o", to, "--progress", "always"]).assert().code(1);
    let whole = output(&["cover", from, "--no-mmap"], "");
    assert_eq!(whole, output(&["cover"], SPARSE.repeat(300)));
    assert_eq!(whole.lines().count(), 900);
    assert_eq!(fs::read(&answers).unwrap()[..2], [0x1F, 0x8B]);
    let before = fs::read(&answers).unwrap();
    quadrille(&["cover", dir.path().to_str().unwrap(), "-o", to]).assert().code(2);
    quadrille(&["cover", "missing", "-o", to]).assert().code(2);
    assert_eq!(fs::read(&answers).unwrap(), before);
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 2, "no temporary file is left");
}

#[test]
fn the_summary_names_the_format_and_a_given_format_overrides_detection() {
    let (_, told, _) = run(&["cover"], MATRIX);
    for part in
        ["problems                 3\n", "none                     1\n", "format              matrix\n"]
    {
        assert!(told.contains(part), "{told}");
    }
    let ambiguous = "1 2\n1 1\n";
    assert_eq!(cover(&[], ambiguous).0, "1\n");
    assert_eq!(cover(&["--format", "matrix"], ambiguous).0, "1\n");
    assert_eq!(cover(&["--format", "sparse"], ambiguous), ("NO\n".into(), 1));
    assert_eq!(cover(&["--format", "dlx"], "1 2\n1\n2\n").0, "1\n2\n");
    assert_eq!(cover(&["--format", "line"], ambiguous).1, 2);
    assert_eq!(cover(&["--limit", "0"], ambiguous).1, 2);
    assert_eq!(cover(&[], ""), ("".into(), 0));
}

#[test]
fn the_examples_of_the_help_hold() {
    let help = output(&["cover", "--help"], "");
    assert!(help.contains("No Solution!") && help.contains("Examples:"));
    assert_eq!(cover(&["-"], "2 2\n1 0\n0 1\n"), ("1 2\n".into(), 0));
    let (manual, _, _) = run(&["man", "cover"], "");
    assert!(manual.contains("quadrille\\-cover") && output(&["man", "cover"], "") == manual);
}

#[test]
fn the_data_sets_have_the_known_counts() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/datasets/cover");
    let of =
        |args: &[&str], file: &str| run(&[&["cover"], args, &[&format!("{folder}/{file}")]].concat(), "");
    assert_eq!(of(&["--count"], "queens.dlx").0, "92\n");
    assert_eq!(of(&["--count", "--limit", "20"], "pentominoes.dlx").0, "20+\n");
    for (file, format) in
        [("queens.dlx", "dlx"), ("de-bruijn.dlx", "dlx"), ("matrix.txt", "matrix"), ("sparse.txt", "sparse")]
    {
        let told = of(&["--limit", "1"], file).1;
        assert!(told.contains(&format!("format  {format:>18}\n")), "{file}: {told}");
    }
    // The naive solver counts the same text.
    for (file, format) in [("matrix.txt", CoverFormat::Matrix), ("sparse.txt", CoverFormat::Sparse)] {
        let text = fs::read(format!("{folder}/{file}")).unwrap();
        let counts =
            format.problems(&text).map(|p| crate::problems::naive(format.parse(p).unwrap().cover()).len());
        let counts: String = counts.map(|count| format!("{count}\n")).collect();
        assert_eq!(of(&["--count", "-q"], file).0, counts);
        assert!(counts.contains("0\n") && counts.contains("1\n"));
    }
}

#[test]
fn a_count_of_a_problem_too_large_for_memory_says_so() {
    let problem = |items: usize, pairs: Vec<(usize, usize)>| {
        let names = (0..items).map(|item| format!("i{item} ")).collect::<String>();
        let pairs = pairs.iter().map(|(a, b)| format!("i{a} i{b}\n")).collect::<String>();
        format!("{names}\n{pairs}")
    };
    // Dominoes on a board whose frontiers are wide, and pairs in a chain, which has narrow ones.
    let board = |n: usize| {
        let cells = || (0..n * n).map(|cell| (cell, cell % n));
        let across = cells().filter(|(_, column)| column + 1 < n).map(|(cell, _)| (cell, cell + 1));
        let down = cells().filter(|(cell, _)| cell + n < n * n).map(|(cell, _)| (cell, cell + n));
        problem(n * n, across.chain(down).collect())
    };
    let chain = |items: usize| {
        let singles = (0..items).map(|item| format!("i{item}\n")).collect::<String>();
        problem(items, (1..items).map(|item| (item - 1, item)).collect()) + &singles
    };
    let count = |problem: String, options: &[&str]| {
        let args = [&["cover", "--format", "dlx", "--count", "-t", "1"], options].concat();
        let (out, err, _) = run(&args, problem);
        (out, err)
    };
    let limit = "16384 of each; solutions are counted one by one";
    let (_, messages) = count(board(92), &["--timeout", "1"]);
    assert!(messages.contains("16744 options") && messages.contains(limit), "{messages}");
    let (_, messages) = count(board(92), &["--timeout", "1", "-q"]);
    assert!(!messages.contains(limit), "{messages}");
    for items in [3_000, 8_193] {
        let (counted, messages) = count(chain(items), &[]);
        assert!(counted.trim().len() > 600 && !messages.contains(limit), "{messages}");
    }
}

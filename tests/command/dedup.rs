//! `dedup`: which records are kept, what is reported, and what is refused.

use crate::common::{EASY, EASY_SOLVED, FOUR, NONE, answer, output, run, sixteen};
use quadrille::{
    Batch, Puzzle,
    batch::Dedup,
    symmetry::{Symmetries, Transform},
    tasks::EqualBy,
};
use std::fs;
use tempfile::tempdir;

/// A random morph of a board.
pub fn morph(board: &str, number: u64) -> String {
    let puzzle: Puzzle = board.parse().unwrap();
    let transform = Transform::random(puzzle.shape(), Symmetries::ALL, 14, number).unwrap();
    transform.apply(&puzzle).to_string()
}

/// Another puzzle with the solution of [`EASY`].
fn fuller() -> String {
    format!("{}{}", &EASY_SOLVED[..9], &EASY[9..])
}

const SIX: &str = "1...........2....3..4......5.......6";

#[test]
fn the_first_of_each_class_is_kept_unchanged() {
    let several = format!("{}123456789..", ".".repeat(70));
    let boards = [EASY.to_owned(), FOUR.to_owned(), fuller(), SIX.to_owned(), NONE.to_owned(), several];
    let (mut text, mut first) = (String::from("# a comment\n\n"), String::new());
    for copy in 0..5 {
        for (number, board) in boards.iter().enumerate() {
            let line = match copy {
                0 => format!("{board}  # {number}\n"),
                _ => format!("{},{copy}\n", morph(board, 10 * copy + number as u64)),
            };
            text += &line;
            first += if copy == 0 { &line } else { "" };
        }
    }
    for (by, expected) in [
        ("puzzle", first.clone()),
        ("solution", {
            // The fuller puzzle has the solution of the first one.
            first.lines().enumerate().filter(|(i, _)| *i != 2).map(|(_, line)| format!("{line}\n")).collect()
        }),
    ] {
        let (out, error, code) = run(&["dedup", "--equal-by", by], &*text);
        assert_eq!((out, code), (expected, 0), "{by}: {error}");
        let classes = if by == "puzzle" { 6 } else { 5 };
        for (name, count) in [("classes", classes), ("duplicates", 30 - classes)] {
            assert!(error.lines().any(|line| *line == format!("{name:<12}{count:>14}")), "{error}");
        }
    }
}

#[test]
fn by_text_compares_givens_cell_by_cell_on_boards_of_any_size() {
    let zeros = EASY.replace('.', "0");
    let (sixteen, _) = sixteen();
    let text = format!("{EASY}\n{zeros}\n{}\n{sixteen}\n{sixteen} again\n", morph(EASY, 1));
    let (out, error, code) = run(&["dedup", "--equal-by", "text"], &*text);
    assert_eq!((out, code), (format!("{EASY}\n{}\n{sixteen}\n", morph(EASY, 1)), 0), "{error}");
    assert!(!error.contains("unique"), "nothing was solved: {error}");
}

#[test]
fn malformed_records_are_kept_and_boards_without_forms_are_malformed() {
    let (sixteen, _) = sixteen();
    let text = format!("{FOUR}\nx\n{sixteen}\nx\n{sixteen}\n{FOUR}\n");
    let (out, error, code) = run(&["dedup"], &*text);
    assert_eq!((out, code), (format!("{FOUR}\nx\n{sixteen}\nx\n{sixteen}\n"), 1));
    assert!(error.contains("-:3: boards of 16×16 have no canonical form"), "{error}");
}

#[test]
fn tables_keep_their_header_and_drawn_boards_their_form() {
    let csv = format!("id,puzzle,note\r\n1,{EASY},\"a\nb\"\r\n2,{},x\r\n3,{NONE},y\r\n", morph(EASY, 2));
    let expected = format!("id,puzzle,note\r\n1,{EASY},\"a\nb\"\r\n3,{NONE},y\r\n");
    assert_eq!(output(&["dedup"], &*csv), expected);
    let ndjson = format!("{{\"puzzle\":\"{FOUR}\"}}\n{{\"puzzle\": \"{}\"}}\n", morph(FOUR, 3));
    assert_eq!(output(&["dedup"], &*ndjson), format!("{{\"puzzle\":\"{FOUR}\"}}\n"));
    let grid = "1 . | . .\n3 . | . 2\n----+----\n. . | 4 .\n4 . | . 1\n";
    let other = "1 . | . .\n. . | . .\n----+----\n. . | . .\n. . | . .\n";
    let drawn = format!("{grid}\n{}\n{other}", grid.replace('1', "5").replace('2', "1").replace('5', "2"));
    let kept = output(&["dedup"], &*drawn);
    assert_eq!(output(&["solve", "--output-format", "line"], &*kept).lines().count(), 2, "{kept}");
}

#[test]
fn the_report_names_line_and_first_line_over_several_files() {
    let dir = tempdir().unwrap();
    let path = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    let (a, b, report) = (path("a.txt"), path("b,2.txt"), path("report.csv"));
    fs::write(&a, format!("# comment\n{EASY}\n\n{FOUR}\n{}\n", morph(EASY, 4))).unwrap();
    fs::write(&b, format!("\n{}\nx\n{NONE}\n{}", morph(FOUR, 5), morph(NONE, 6))).unwrap();
    let (out, error, code) = run(&["dedup", &a, &b, "--report", &report], "");
    assert_eq!((out, code), (format!("{EASY}\n{FOUR}\nx\n{NONE}\n"), 1), "{error}");
    let expected = format!("dropped,equals\n{a}:5,{a}:2\n\"{b}:2\",{a}:4\n\"{b}:5\",\"{b}:4\"\n");
    assert_eq!(fs::read_to_string(&report).unwrap(), expected);
    let (_, error, code) = run(&["dedup", &a, "--report", &a], "");
    assert!(code == 2 && error.contains("this file is an input"), "{error}");
}

#[test]
fn count_writes_how_many_classes_there_are_of_each_size() {
    let text: String = (0..7).map(|n| morph([EASY, FOUR, NONE][n as usize % 3], n) + "\n").collect();
    let (out, error, code) = run(&["dedup", "--class-sizes"], &*text);
    assert_eq!((&*out, code), ("size,classes\n2,2\n3,1\n", 0), "{error}");
    // Headers may differ, since no records are written.
    let dir = tempdir().unwrap();
    let [a, b] = ["a.csv", "b.csv"].map(|name| dir.path().join(name).to_str().unwrap().to_owned());
    fs::write(&a, format!("puzzle\n{EASY}\n")).unwrap();
    fs::write(&b, format!("id,puzzle\n1,{EASY}\n")).unwrap();
    assert_eq!(output(&["dedup", "--class-sizes", &a, &b], ""), "size,classes\n2,1\n");
    assert_eq!(run(&["dedup", &a, &b], "").2, 2);
}

#[test]
fn the_bytes_do_not_depend_on_threads_chunks_or_reading() {
    let dir = tempdir().unwrap();
    let path = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    let boards = [EASY, FOUR, NONE, SIX];
    let rows = (0..2000u64).map(|n| format!("{n},{}\n", morph(boards[(n % 4) as usize], n % 5 * 40)));
    let text = format!("id,puzzle\n{}", rows.collect::<String>());
    let (input, report) = (path("in.csv"), path("report.csv"));
    fs::write(&input, &text).unwrap();
    let mut seen = Vec::new();
    for options in [
        &["--threads", "1"][..],
        &["--threads", "3", "--chunk-size", "100"],
        &["--threads", "2", "--chunk-size", "3000", "--no-mmap"],
    ] {
        for out in ["-", &path("out.csv")] {
            let common = ["dedup", "-q", &input, "--report", &report, "-o", out];
            let (text, _, code) = run(&[&common, options].concat(), "");
            assert_eq!(code, 0);
            let text = if out == "-" { text } else { fs::read_to_string(out).unwrap() };
            seen.push((text, fs::read_to_string(&report).unwrap()));
        }
    }
    assert!(seen[0].0.lines().count() == 5 && seen[0].1.lines().count() == 1997, "{}", seen[0].0);
    assert!(seen.iter().all(|other| *other == seen[0]));
    let (piped, _, _) = run(&["dedup", "-q", "-"], text);
    assert_eq!(piped, seen[0].0);
}

#[test]
fn what_makes_no_sense_is_refused() {
    for (options, message) in [
        (&["--shard", "1/2"][..], "cannot be sharded"),
        (&["--resume", "-o", "x"], "cannot be resumed"),
        (&["--keep-trailing"], "remove --keep-trailing"),
        (&["--output-format", "csv"], "cannot be written as csv"),
        (&["--class-sizes", "--output-format", "csv"], "remove --output-format csv"),
        (&["--class-sizes", "-o", "x.ndjson"], "another extension"),
        (&["--class-sizes", "-o", "x.jsonl.zst"], "not ndjson"),
        (&["--class-sizes", "--report", "x"], "cannot be used with"),
        (&["--variant", "x"], "has no option --"),
        (&["--format", "pencilmark"], "givens are needed"),
    ] {
        let (out, error, code) = run(&[&["dedup"], options].concat(), FOUR);
        assert!(code == 2 && out.is_empty() && error.contains(message), "{options:?}: {error}");
    }
}

#[test]
fn inputs_that_announce_their_boards_can_only_be_counted() {
    for (text, what) in [
        (format!("[{{\"puzzle\": \"{FOUR}\"}}]\n"), "is one array"),
        (format!("1\n{}", crate::common::rows(EASY).replace('.', "0")), "begins with the number"),
    ] {
        let (out, error, code) = run(&["dedup", "-q"], &*text);
        assert_eq!((&*out, code, error.lines().count()), ("", 2, 1), "{error}");
        let advice =
            "; write its records as ndjson, csv or lines first, or only count them with --class-sizes";
        assert!(error.contains(what) && error.trim_end().ends_with(advice), "{error}");
        assert!(!error.contains("--only"), "{error}");
        assert_eq!(output(&["dedup", "--class-sizes"], &*text), "size,classes\n1,1\n");
    }
}

#[test]
fn the_help_says_nothing_of_answers() {
    for command in ["dedup", "leak"] {
        let (help, _, _) = run(&[command, "--help"], "");
        for wrong in ["answer per record", "!none", "puzzle,solution", "the answer is added", "ndjson, grid"]
        {
            assert!(!help.contains(wrong), "{command}: {wrong}");
        }
        assert!(help.contains("\nRecords:\n") && help.contains("Exit codes:"), "{command}");
        assert_eq!(help.contains("--output-format"), command == "dedup");
    }
    assert!(run(&["leak", "-h"], "").0.contains("quadrille leak [OPTIONS] <TEST>... --against <TRAIN>..."));
}

#[test]
fn the_library_refuses_it_as_well() {
    let batch = Batch::new(Dedup::equal_by(EqualBy::Puzzle));
    assert_eq!(answer(&batch, format!("{FOUR}\n{}\n", morph(FOUR, 9)).as_bytes()).0, format!("{FOUR}\n"));
    let refused = [
        batch.clone().keep_trailing(true),
        batch.clone().shard("1/2".parse().unwrap()),
        batch.variants(quadrille::grid::Variant::X.into()),
    ];
    for batch in refused {
        let input = quadrille::Input::reader("test", FOUR.as_bytes());
        let error = batch.run(vec![input], &mut Vec::new(), &mut ()).unwrap_err();
        assert_eq!(error.kind(), quadrille::ErrorKind::Config, "{error}");
    }
}

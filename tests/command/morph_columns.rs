//! `morph`: what becomes of columns, of other text, and of the forms in which boards are written.

use crate::common::{EASY, EASY_SOLVED, FOUR, FOUR_SOLVED, output, rows, run};
use std::fs;

#[test]
fn other_columns_are_carried_along_byte_for_byte() {
    let by = ["morph", "-q", "--transform", "r2134-c1234-d1234"];
    let text =
        format!("id;puzzle;solution; note\r\n1;{FOUR};\"{FOUR_SOLVED}\";\"x\"\";\"\r\n2;{FOUR};\"\";y\r\n");
    let (out, error, code) = run(&by, &*text);
    let (puzzle, solution) = ("3..21.....4.4..1", "3412123421434321");
    assert_eq!(
        out,
        format!("id;puzzle;solution; note\r\n1;{puzzle};{solution};\"x\"\";\"\r\n2;{puzzle};\"\";y\r\n"),
        "{error}"
    );
    assert_eq!(code, 0);
    // Answers of an earlier run that are not boards.
    let text = format!("puzzle,solution,status\n{FOUR},!none,none\n");
    assert_eq!(run(&by, &*text), (text.replace(FOUR, puzzle), String::new(), 0));
    let text = format!("{{\"k\": [1,2], \"puzzle\": \"{FOUR}\", \"answer\":\"{FOUR_SOLVED}\"}}\n");
    let expected = text.replace(FOUR, puzzle).replace(FOUR_SOLVED, solution);
    assert_eq!(run(&by, &*text), (expected.clone(), String::new(), 0));
    let array = format!("[\n{},\n{}]\n", text.trim(), text.trim());
    assert_eq!(run(&by, array).0, format!("[\n{},\n{}]\n", expected.trim(), expected.trim()));
    // Another column with the solution.
    let text = format!("a,solution,b\n{FOUR},x,{FOUR_SOLVED}\n");
    let (out, ..) = run(&[&by[..], &["--column", "a", "--solution-column", "b"]].concat(), text);
    assert_eq!(out, format!("a,solution,b\n{puzzle},x,{solution}\n"));
    // The text after a line.
    let (out, ..) = run(&[&by[..], &["--keep-trailing"]].concat(), format!("{FOUR};ED=1.2 # x\r\n"));
    assert_eq!(out, format!("{puzzle};ED=1.2 # x\r\n"));
}

#[test]
fn drawn_boards_are_drawn_again() {
    let text = format!("{}\n{}", rows(FOUR), rows(FOUR).replace('.', "0"));
    let (out, _, code) = run(&["morph", "-q", "--transform", "r2134-c1234-d1234"], text);
    assert_eq!((&*out, code), ("3..2\n1...\n..4.\n4..1\n\n3002\n1000\n0040\n4001\n", 0));
    let drawn = "5 3 . | . 7 . | . . .\n6 . . | 1 9 5 | . . .\n. 9 8 | . . . | . 6 .\n------+-------+------\n\
        8 . . | . 6 . | . . 3\n4 . . | 8 . 3 | . . 1\n7 . . | . 2 . | . . 6\n------+-------+------\n\
        . 6 . | . . . | 2 8 .\n. . . | 4 1 9 | . . 5\n. . . | . 8 . | . 7 9\n";
    let out = output(&["morph", "--seed", "1"], drawn);
    let lines = output(&["morph", "--seed", "1"], EASY);
    assert_eq!(
        output(
            &[
                "morph",
                "--exclude-symmetry",
                "digits,bands,rows,stacks,columns,transpose",
                "--output-format",
                "pair"
            ],
            &*out
        ),
        lines.lines().map(|morph| format!("{morph},\n")).collect::<String>()
    );
}

#[test]
fn other_formats_of_output_have_puzzle_solution_and_group() {
    let by = ["morph", "-q", "--transform", "r2134-c1234-d1234"];
    let text = format!("x,puzzle,solution\n1,{FOUR},{FOUR_SOLVED}\n2,{FOUR},\n");
    let (puzzle, solution) = ("3..21.....4.4..1", "3412123421434321");
    let to = |format: &str| run(&[&by[..], &["--output-format", format]].concat(), &*text).0;
    assert_eq!(to("line"), format!("{puzzle}\n{puzzle}\n"));
    assert_eq!(to("pair"), format!("{puzzle},{solution}\n{puzzle},\n"));
    assert_eq!(
        to("ndjson"),
        format!("{{\"puzzle\":\"{puzzle}\",\"solution\":\"{solution}\"}}\n{{\"puzzle\":\"{puzzle}\"}}\n")
    );
    let csv =
        |text: &str| run(&["morph", "-q", "--seed", "1", "--copies", "1", "--output-format", "csv"], text).0;
    assert!(csv(&format!("{FOUR}\nx\n")).starts_with("puzzle,group\n"));
    assert!(
        csv(&format!("{FOUR}\nx\n"))
            .ends_with("\n\"!invalid: expected 16, 36, 81, 144, 256 or 625 cells, found 1\",2\n")
    );
    assert!(csv(&format!("{{\"puzzle\":\"{FOUR}\"}}\n")).starts_with("puzzle,solution,group\n"));
}

#[test]
fn nothing_gives_nothing_and_other_text_stays_in_its_place() {
    assert_eq!(run(&["morph", "-q", "--seed", "1"], ""), (String::new(), String::new(), 0));
    let header = "puzzle,solution\n";
    assert_eq!(
        run(&["morph", "-q", "--seed", "1", "--copies", "2"], header),
        ("puzzle,solution,group\n".into(), String::new(), 0)
    );
    let by = ["morph", "-q", "--transform", "r2134-c1234-d1234"];
    let moved = "3..21.....4.4..1";
    let (out, _, code) = run(&by, format!("{FOUR}\n1..\n{FOUR}\n"));
    let says = "!invalid: expected 16, 36, 81, 144, 256 or 625 cells, found 3";
    assert_eq!((&*out, code), (&*format!("{moved}\n{says}\n{moved}\n"), 1));
    // A row without a puzzle, one with a field too few, and an object without a board.
    let (out, _, code) = run(&by, format!("puzzle,solution\n,\n{FOUR}\n{FOUR},{FOUR_SOLVED}\n"));
    let rows: Vec<&str> = out.lines().collect();
    assert!(rows[1].starts_with("\"!invalid: ") || rows[1].starts_with("!invalid: "), "{out}");
    assert!(rows[2].contains("!invalid: "), "{out}");
    assert_eq!((rows[3], rows.len(), code), (&*format!("{moved},3412123421434321"), 4, 1));
    let objects = format!("{{\"puzzle\":\"{FOUR}\"}}\n{{\"puzzle\":7,\"k\":1}}\n{{\"puzzle\":\"{FOUR}\"}}\n");
    let (out, _, code) = run(&by, objects);
    let rows: Vec<&str> = out.lines().collect();
    assert!(rows[1].starts_with("{\"puzzle\":\"!invalid: ") && rows[1].ends_with(",\"k\":1}"), "{out}");
    assert_eq!((rows.len(), code), (3, 1));
}

const BY: [&str; 4] = ["morph", "-q", "--transform", "r2134-c1234-d1234"];
/// The morphs of [`FOUR`] and its solution.
const MOVED: (&str, &str) = ("3..21.....4.4..1", "3412123421434321");

#[track_caller]
fn refused(args: &[&str], text: &str) -> String {
    let (out, error, code) = run(&[&BY[..], args].concat(), text);
    assert_eq!((&*out, code), ("", 2), "{error}");
    assert_eq!(error.lines().count(), 1, "{error}");
    error
}

#[test]
fn a_solution_is_never_left_behind_in_a_column_of_another_name() {
    let table = |header: &str, fields: &str| format!("source,q,{header}rating\n{fields}3\n");
    let text = table("a,", &format!("s,{FOUR},{FOUR_SOLVED},"));
    assert!(
        refused(&[], &text).ends_with(
            "column a holds solutions, which would not be moved; name the one to move with --solution-column, or add \
             --no-solution to move none\n"
        )
    );
    let (puzzle, solution) = MOVED;
    let out = run(&[&BY[..], &["--solution-column", "a"]].concat(), &*text).0;
    assert_eq!(out, table("a,", &format!("s,{puzzle},{solution},")));
    let out = run(&[&BY[..], &["--no-solution"]].concat(), &*text).0;
    assert_eq!(out, table("a,", &format!("s,{puzzle},{FOUR_SOLVED},")));
    // Beside one with a usual name, whatever that holds.
    for taken in [FOUR_SOLVED, "", "easy"] {
        let text = format!("answer,puzzle,solution\n{FOUR_SOLVED},{FOUR},{taken}\n");
        let error = refused(&[], &text);
        assert!(
            error.contains("column answer holds solutions too, but only solution would be moved"),
            "{error}"
        );
    }
    // Not in the first row, and quoted.
    let late = format!("puzzle\ta\tb\n{FOUR}\t\t\n\n{FOUR}\t\"{FOUR_SOLVED}\"\t{FOUR_SOLVED}\n");
    assert!(refused(&[], &late).contains("columns a, b hold solutions, which"));
    // Complete boards that are not solutions, such as canonical grids, do not change with the puzzle.
    let text = format!("puzzle,canonical\n{FOUR},1234341221434312\n{FOUR},{EASY}\n");
    assert_eq!(run(&BY, &*text), (text.replace(FOUR, puzzle), String::new(), 0));
}

#[test]
fn a_solution_is_never_left_behind_in_a_member_of_another_name() {
    let (puzzle, solution) = MOVED;
    let text = format!("{{\"q\":\"{FOUR}\",\"a\":\"{FOUR_SOLVED}\",\"n\":1}}\n");
    let found = text.replace("\"q\"", "\"puzzle\"");
    for text in [&*text, &found, &format!("[{text}]"), &format!("{{}}\n{{\"q\":7}}\n{text}")] {
        let error = refused(&[], text);
        assert!(error.contains("member a holds solutions, which would not be moved; name"), "{error}");
    }
    let out = run(&[&BY[..], &["--solution-column", "a"]].concat(), &*text).0;
    assert_eq!(out, text.replace(FOUR, puzzle).replace(FOUR_SOLVED, solution));
    let out = run(&[&BY[..], &["--no-solution"]].concat(), &*text).0;
    assert_eq!(out, text.replace(FOUR, puzzle));
    let both = text.replace("\"n\":1", &format!("\"answer\":\"{FOUR_SOLVED}\""));
    assert!(refused(&[], &both).contains("member a holds solutions too, but only answer would be moved"));
    let solved = text.replace("\"a\"", "\"solution\"");
    let out = run(&[&BY[..], &["--no-solution", "--output-format", "ndjson"]].concat(), &*solved).0;
    assert_eq!(out, format!("{{\"puzzle\":\"{puzzle}\"}}\n"));
    let (_, error, code) = run(&[&BY[..], &["--no-solution", "--solution-column", "a"]].concat(), &*text);
    assert!(code == 2 && error.contains("cannot be used with"), "{error}");
}

#[test]
fn solutions_after_lines_are_neither_lost_nor_kept_as_they_were() {
    let (puzzle, solution) = MOVED;
    for between in [",", ";", "\t", " ", ", "] {
        let text = format!("# pairs\n{FOUR}\n{FOUR}{between}{FOUR_SOLVED}\n");
        for args in [&[][..], &["--keep-trailing"], &["--format", "line"], &["--output-format", "pair"]] {
            let error = refused(args, &text);
            assert!(
                error.contains(
                    "solutions after the grids, which would not be moved; put a header line before them"
                ),
                "{error}"
            );
        }
    }
    let pairs = format!("{FOUR},{FOUR_SOLVED}\n");
    assert_eq!(run(&[&BY[..], &["--no-solution"]].concat(), &*pairs).0, format!("{puzzle}\n"));
    // As the message says.
    let out = run(&BY, format!("puzzle,solution\n{pairs}")).0;
    assert_eq!(out, format!("puzzle,solution\n{puzzle},{solution}\n"));
    let easy = refused(&[], &format!("{EASY},{}\n", EASY_SOLVED));
    assert!(easy.contains("--no-solution"), "{easy}");
}

#[test]
fn solutions_are_looked_for_in_the_same_records_however_an_input_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a").display().to_string();
    for (before, code) in [(15, 2), (16, 0)] {
        for (header, row) in [("puzzle,a\n", format!("{FOUR},\n")), ("", format!("{FOUR}\n"))] {
            let text = format!("{header}{}{FOUR},{FOUR_SOLVED}\n", row.repeat(before));
            fs::write(&path, &text).unwrap();
            let read = run(&[&BY[..], &["-"]].concat(), &*text);
            assert_eq!(read.2, code, "{}", read.1);
            for more in [&[][..], &["--no-mmap"], &["--chunk-size", "1"]] {
                assert_eq!(run(&[&BY[..], &[&path], more].concat(), "").2, code);
            }
        }
    }
}

#[test]
fn forms_lead_back_to_their_puzzles() {
    let text = format!("id,puzzle\n1,{FOUR}\n2,{EASY}\n");
    let forms = output(&["canonical", "-q", "--transform", "-"], &*text);
    let back =
        output(&["morph", "--column", "canonical", "--transform-column", "transform", "--inverse"], forms);
    for row in back.lines().skip(1) {
        let fields: Vec<&str> = row.split(',').collect();
        assert_eq!(fields[1], fields[2]);
    }
}

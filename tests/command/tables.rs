//! Tables as people have them: other delimiters, other names, no header. None is misread silently.

use crate::common::{EASY, EASY_SOLVED, FOUR, FOUR_SOLVED, rows, run};

const FOUR_SOLVED_LINE: &str = "1234341221434321\n";
const SIXTEEN_DIGITS: &str = "1234123412341234";

/// The error of a run that must end with exit code 2 and write nothing.
fn refused(args: &[&str], text: &str) -> String {
    let (out, error, code) = run(&[&["solve", "-q"], args].concat(), text);
    assert_eq!((out.as_str(), code), ("", 2), "{text}\n{error}");
    assert_eq!(error.lines().count(), 1, "{error}");
    error
}

#[test]
fn a_mistyped_column_is_refused_and_the_columns_are_listed() {
    let text = format!("id,board,solution\n1,{EASY},{EASY_SOLVED}\n");
    let says = "there is no column \"bord\"; the columns are id, board, solution; did you mean board?";
    assert_eq!(refused(&["--column", "bord"], &text), format!("quadrille: -: {says}\n"));
    for delimiter in ["\t", ";"] {
        let text = text.replace(',', delimiter);
        assert!(refused(&["--column", "bord"], &text).ends_with(&format!("{says}\n")));
    }
    // An input that is not a table at all.
    assert!(refused(&["--column", "board"], EASY).contains("a table without a header"));
    assert!(refused(&["--column", "board"], &rows(EASY)).contains("no column \"board\""));
    let error = refused(&["--column", "board", "--format", "line"], EASY);
    assert!(error.contains("format line has no columns; remove --column or --format"), "{error}");
    assert_eq!(run(&["solve", "-q", "--column", "x"], "").2, 0, "an empty input has nothing to refuse");
}

#[test]
fn a_name_that_several_columns_have_is_refused_where_it_matters() {
    let text = format!("puzzle,puzzle\n{FOUR},{FOUR}\n");
    let says =
        "several columns are named \"puzzle\"; rename all but one of them (the header: puzzle, puzzle)";
    assert_eq!(refused(&[], &text), format!("quadrille: -: {says}\n"));
    assert_eq!(refused(&["--column", "puzzle"], &text), format!("quadrille: -: {says}\n"));
    let cases: [(&[&str], _, _); 2] = [
        (&["--verify-answers"], "puzzle,solution,solution", "solution"),
        (&[], "status,status,puzzle", "status"),
    ];
    for (options, header, name) in cases {
        let error = refused(options, &format!("{header}\n{FOUR},{FOUR},{FOUR}\n"));
        assert!(error.contains(&format!("several columns are named {name:?}")), "{error}");
    }
    // Columns that are only copied may have any names.
    let text = format!("a,a,puzzle\n1,2,{FOUR}\n");
    let (out, _, code) = run(&["solve", "-q"], &*text);
    assert_eq!((out, code), (format!("a,a,puzzle,solution,status\n1,2,{FOUR},{FOUR_SOLVED},solved\n"), 0));
}

#[test]
fn a_header_without_a_known_name_is_not_record_1() {
    for (text, columns) in [
        ("id,a,b\n1,x,y\n".to_owned(), "id, a, b"),
        (format!("id,solution\n1,{EASY_SOLVED}\n"), "id, solution"),
        ("id\tlevel\n1\tx\n".to_owned(), "id, level"),
        ("id;level\n".to_owned(), "id, level"),
        ("0,1\nx,y\n".to_owned(), "0, 1"),
    ] {
        let error = refused(&[], &text);
        let says = format!(
            "looks like csv with columns {columns}, and none of them is known to hold puzzles; if one"
        );
        assert!(error.contains(&says), "{error}");
    }
}

#[test]
fn the_only_column_that_holds_boards_is_taken_and_named() {
    let text = format!("id,start,end\n1,{FOUR},{FOUR_SOLVED}\n2,x,y\n");
    let (out, error, code) = run(&["solve", "-"], &*text);
    assert!(
        error.contains("-: the puzzles are taken from column start; use --column to override\n"),
        "{error}"
    );
    assert_eq!(code, 1);
    assert!(out.starts_with(&format!(
        "id,start,end,solution,status\n1,{FOUR},{FOUR_SOLVED},{FOUR_SOLVED},solved\n2,x,y,"
    )));
    // Usual names are taken without a word, if they are the only ones that hold boards.
    for name in ["board", "Sudoku", "unsolved", "grid", "givens", "clues", "input"] {
        let (out, error, code) = run(&["check", "-"], format!("n,{name}\n7,{FOUR}\n"));
        assert_eq!((out, code), (format!("n,{name},status\n7,{FOUR},unique\n"), 0));
        assert!(!error.contains("the puzzles are taken from"), "{error}");
    }
    // Without the number column, too.
    let (out, _, code) = run(&["check", "-"], format!("board\n{FOUR}\n"));
    assert_eq!((out, code), (format!("board,status\n{FOUR},unique\n"), 0));
    // `clues` is often a number.
    let (out, _, code) = run(&["check", "-q"], format!("clues,start\n6,{FOUR}\n"));
    assert_eq!((out, code), (format!("clues,start,status\n6,{FOUR},unique\n"), 0));
    // Complete boards alone are checked, not searched for.
    assert_eq!(run(&["check", "-q"], format!("id,final\n6,{FOUR_SOLVED}\n")).2, 0);
}

#[test]
fn of_two_columns_with_boards_none_is_chosen_silently() {
    let error = refused(&[], &format!("id,left,right\n1,{FOUR},{FOUR}\n"));
    assert!(
        error.contains("columns left, right both hold boards; choose one, as in --column left"),
        "{error}"
    );
    // Also if it shows only in a later row.
    let error = refused(&[], &format!("id,left,right\n1,{FOUR},\n2,{FOUR},{FOUR}\n"));
    assert!(error.contains("columns left, right both hold boards"), "{error}");
    let error = refused(&[], &format!("board,unsolved\n{FOUR},{FOUR}\n"));
    assert!(error.contains("columns board, unsolved both hold boards"), "{error}");
    let error = refused(&[], &format!("a,b\n{FOUR_SOLVED},{FOUR_SOLVED}\n"));
    assert!(error.contains("s a, b both hold boards"), "{error}");
    let text = format!("id,left,right\n1,{FOUR},{EASY}\n");
    assert_eq!(run(&["check", "-q", "--column", "right"], text).2, 0);
}

#[test]
fn tabs_and_semicolons_are_read_and_written_back() {
    for delimiter in ["\t", ";"] {
        for (header, row) in [
            ("id,puzzle,note", format!("1,{FOUR},\"a{delimiter}b\"")),
            ("board,solution", format!("{FOUR},")),
            ("puzzle,rating", format!("{EASY},1")),
            ("puzzle,rating", format!("\"{FOUR}\",")),
        ] {
            let text = format!("{header}\r\n{row}\r\n").replace(',', delimiter);
            let (out, error, code) = run(&["count", "-q"], &*text);
            assert_eq!((error.as_str(), code), ("", 0));
            let expected = format!("{header},count,status\r\n{row},1,unique\r\n").replace(',', delimiter);
            assert_eq!(out, expected);
        }
    }
    // A comma within a field of such a table needs no quotes, neither in the input nor in the answer.
    let (out, _, _) = run(&["solve", "-q"], format!("puzzle;rating\n{FOUR};2,5\n12;3,5\n"));
    let invalid = "!invalid: expected 16, 36, 81, 144, 256 or 625 cells, found 2";
    assert_eq!(
        out,
        format!("puzzle;rating;solution;status\n{FOUR};2,5;{FOUR_SOLVED};solved\n12;3,5;{invalid};invalid\n")
    );
    // A row of empty fields is a row.
    let (out, _, code) = run(&["check", "-q"], format!("puzzle\tid\n\t\n\t#1\n{FOUR}\t\n"));
    assert_eq!(
        (out, code),
        (format!("puzzle\tid\tstatus\n\t\tinvalid\n\t#1\tinvalid\n{FOUR}\t\tunique\n"), 1)
    );
    assert_eq!(run(&["check", "-q", "--format", "tsv"], format!("puzzle\tid\n{FOUR}\t\n")).2, 0);
}

#[test]
fn a_table_without_a_header_does_not_lose_its_first_row_or_its_columns() {
    let error = refused(&[], &format!("1,{EASY}\n2,{EASY}\n"));
    let says =
        "a table without a header: field 2 of its first row holds a board; put a header line before it";
    assert!(error.contains(says), "{error}");
    for text in
        [format!("1;{EASY}\n"), format!("a,\"{EASY}\"\n"), format!(",{FOUR}\n"), format!("easy\t3\t{FOUR}\n")]
    {
        assert!(refused(&[], &text).contains("a table without a header"), "{text}");
    }
    // The solution first, or a number that looks like a board.
    for text in [
        format!("{EASY_SOLVED},{EASY}\n"),
        format!("{SIXTEEN_DIGITS},{EASY}\n"),
        format!("1000000000000000;{EASY}\n"),
    ] {
        let error = refused(&[], &text);
        assert!(error.contains("field 2") && error.contains("--format line"), "{error}");
    }
    // `line` reads the text before the first separator, as documented.
    for text in [format!("{FOUR},{FOUR_SOLVED}\n"), format!("{FOUR};x,y\n"), format!("{FOUR},{FOUR}\n")] {
        assert_eq!(run(&["solve", "-q"], &*text), (format!("{FOUR_SOLVED}\n"), String::new(), 0));
    }
    let (out, _, code) = run(&["solve", "-q", "--format", "line"], format!("{EASY_SOLVED},{EASY}\n"));
    assert_eq!((out, code), (format!("{EASY_SOLVED}\n"), 0));
}

#[test]
fn prose_and_titles_with_commas_are_not_tables() {
    let title = format!("Sudokus of May, easy\n{}", rows(EASY));
    let (out, _, code) = run(&["solve", "-q"], &*title);
    assert_eq!((out, code), (format!("Sudokus of May, easy\n{}", rows(EASY_SOLVED)), 0));
    let (out, _, code) = run(&["solve", "-q"], format!("Board\n{}", rows(EASY)));
    assert_eq!((out, code), (format!("Board\n{}", rows(EASY_SOLVED)), 0));
}

#[test]
fn what_a_table_is_taken_for_does_not_depend_on_how_it_arrives() {
    use std::io::Write;
    let text = format!("id,start,end\n1,{EASY},{EASY_SOLVED}\n2,{EASY},{EASY_SOLVED}\n");
    let expected = run(&["check", "-q"], &*text);
    for step in [1, 7, 100] {
        let mut child = std::process::Command::new(assert_cmd::cargo::cargo_bin!("quadrille"))
            .args(["check", "-q", "-"])
            .stdin(std::process::Stdio::piped())
            .stdout(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        let mut stdin = child.stdin.take().unwrap();
        for piece in text.as_bytes().chunks(step) {
            stdin.write_all(piece).unwrap();
            std::thread::yield_now();
        }
        drop(stdin);
        let out = child.wait_with_output().unwrap();
        assert_eq!(
            (String::from_utf8(out.stdout).unwrap(), out.status.code()),
            (expected.0.clone(), Some(expected.2))
        );
    }
}

#[test]
fn the_member_with_the_puzzles_is_found_from_the_first_objects() {
    for name in ["puzzle", "question", "quizzes", "Quiz", "board", "sudoku", "input"] {
        let text = format!("{{\"id\":1}}\n{{\"{name}\":\"{FOUR}\",\"label\":\"{FOUR_SOLVED}\"}}\n");
        let (out, error, code) = run(&["check", "-"], &*text);
        assert!(out.ends_with(",\"status\":\"unique\"}\n"), "{out}");
        assert!(code == 1 && !error.contains("the puzzles are taken from"), "{error}");
    }
    let (out, error, _) =
        run(&["check", "-"], format!("{{\"start\":\"{FOUR}\",\"end\":\"{FOUR_SOLVED}\"}}\n"));
    assert!(out.contains("unique") && error.contains("the puzzles are taken from column start"), "{error}");
    let error = refused(&[], "{\"id\":1,\"x\":\"y\"}\n{\"z\":2}\n");
    let says = "looks like ndjson with members id, x, z, and none of them is known to hold puzzles; if one of them has the \
                puzzles, name it with --column";
    assert_eq!(error, format!("quadrille: -: {says}\n"));
    let error = refused(&["--column", "bord"], &format!("{{\"id\":1,\"board\":\"{FOUR}\"}}\n"));
    assert!(error.contains("no member \"bord\"; the members are id, board; did you mean board?"), "{error}");
    let error = refused(&[], &format!("{{\"a\":\"{FOUR}\",\"b\":\"{FOUR}\"}}\n"));
    assert!(error.contains("s a, b both hold boards"), "{error}");
}

#[test]
fn a_count_in_ndjson_is_a_number() {
    let text = format!("{{\"puzzle\":\"{FOUR}\"}}\n{{\"puzzle\":\"................\"}}\n");
    let (out, _, _) = run(&["count", "-q", "--limit", "9"], &*text);
    assert!(out.contains(",\"count\":1,\"status\":\"unique\"}\n"), "{out}");
    assert!(out.contains(",\"count\":\"9+\",\"status\":\"multiple\"}\n"), "{out}");
    let (out, _, _) = run(&["count", "-q", "--output-format", "ndjson"], FOUR);
    assert!(out.contains(",\"count\":1,"), "{out}");
}

#[test]
fn a_message_about_json_names_a_column_from_1() {
    let text = format!("{{\"puzzle\":\"{FOUR}\"}}\n[1]\n  x\n{{\"puzzle\" 5}}\n");
    let (_, error, _) = run(&["check", "-q"], text);
    let columns: Vec<_> = error.lines().map(|line| line.split(": ").nth(2).unwrap()).collect();
    assert_eq!(columns, ["column 1", "column 3", "column 11"], "{error}");
}

#[test]
fn a_wrong_answer_is_kept_beside_ours_and_its_status_is_mismatch() {
    let wrong = "1234341221434312";
    let rows = format!("{FOUR},{wrong},x\n{FOUR},{FOUR_SOLVED},y\n");
    let text = format!("puzzle,solution,note\n{rows}");
    let (out, error, code) = run(&["solve", "-q", "--verify-answers"], &*text);
    assert_eq!(
        out,
        format!(
            "puzzle,solution,note,computed,status\n{FOUR},{wrong},x,{FOUR_SOLVED},mismatch\n\
             {FOUR},{FOUR_SOLVED},y,{FOUR_SOLVED},solved\n"
        )
    );
    let says = "quadrille: -:2: the answer in the record is wrong: r4c4: 2 instead of the given 1\n";
    assert_eq!((error.as_str(), code), (says, 1));
    // A second run finds its own column again.
    assert_eq!(run(&["solve", "-q", "--verify-answers"], &*out).0, out);
    let (out, _, code) = run(&["check", "-q", "--verify-answers"], &*text);
    let expected =
        format!("puzzle,solution,note,status\n{FOUR},{wrong},x,mismatch\n{FOUR},{FOUR_SOLVED},y,unique\n");
    assert_eq!((out, code), (expected, 1));
    let (out, _, _) = run(&["count", "-q", "--verify-answers"], &*text);
    assert!(out.contains(&format!("{wrong},x,1,mismatch\n")), "{out}");
    let (out, _, _) = run(&["check", "-q", "--verify-answers", "--output-format", "line"], &*text);
    assert_eq!(out, "mismatch\nunique\n");
    // And in objects.
    let object = format!("{{\"puzzle\":\"{FOUR}\",\"output\":\"{wrong}\"}}\n");
    let (out, _, code) = run(&["solve", "-q", "--verify-answers"], &*object);
    let members = format!("\"computed\":\"{FOUR_SOLVED}\",\"status\":\"mismatch\"");
    assert_eq!((out, code), (format!("{{\"puzzle\":\"{FOUR}\",\"output\":\"{wrong}\",{members}}}\n"), 1));
}

#[test]
fn reasons_about_large_boards_have_the_numbers_or_the_characters_of_the_answer() {
    let list = |separator: &str| {
        let join = |cells: Vec<&str>| cells.join(separator);
        let puzzle = [vec!["3"], vec!["0"; 255]].concat();
        (join(puzzle), join(vec!["16"; 256]))
    };
    let [(puzzle, answer), (blanks, spaced)] = [list(","), list(" ")];
    let lists = format!("{{\"puzzle\":[{puzzle}],\"solution\":[{answer}]}}\n");
    let text = format!("puzzle,solution\n{blanks},{spaced}\n");
    let letters = format!("puzzle,solution\nP{},{}\n", ".".repeat(255), "C".repeat(256));
    for (input, says) in [
        (lists, "16 instead of the given 3"),
        (text, "16 instead of the given 3"),
        (letters, "C instead of the given P"),
    ] {
        let (_, error, code) = run(&["check", "-q", "--verify-answers"], &*input);
        assert!(code == 1 && error.contains(&format!("r1c1: {says}")), "{error}");
    }
}

#[test]
fn every_wrong_answer_is_in_the_file_of_mismatches_with_line_cell_and_reason() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("wrong.csv");
    let swapped = EASY_SOLVED.replacen("534678912", "534678921", 1);
    let given = EASY_SOLVED.replacen('5', "4", 1);
    let row = EASY_SOLVED.replacen("534678912", "534478912", 1);
    let answers = [
        (&EASY_SOLVED[1..], "", "80 cells"),
        (&*given, "r1c1", "4 instead of the given 5"),
        (&*row, "r1c4", "4 twice in its row"),
        (&*swapped, "r4c8", "2 twice in its column"),
        ("", "", "no answer"),
        ("x", "", "1 cell"),
    ];
    let row = |(answer, _, _): &(&str, &str, &str)| format!("{EASY},{answer}\n{EASY},{EASY_SOLVED}\n");
    let rows: String = answers.iter().map(row).collect();
    let path = file.to_str().unwrap();
    for threads in ["1", "4"] {
        let args = [
            "check",
            "-q",
            "--verify-answers",
            "--mismatches",
            path,
            "--threads",
            threads,
            "--chunk-size",
            "500",
        ];
        let (_, error, code) = run(&args, format!("quiz,target\n{}", rows.repeat(5)));
        assert_eq!((error.lines().count(), code), (11, 1), "{error}");
        let written = std::fs::read_to_string(&file).unwrap();
        let mut lines = written.lines();
        assert_eq!(lines.next(), Some("input,line,cell,reason"));
        for round in 0..5 {
            for (index, (_, cell, reason)) in answers.iter().enumerate() {
                let number = 2 + round * 12 + index * 2;
                assert_eq!(lines.next(), Some(&*format!("-,{number},{cell},{reason}")));
            }
        }
        assert_eq!(lines.next(), None);
    }
    // It replaces no other output and no input, and is kept if the run fails.
    let before = std::fs::read_to_string(&file).unwrap();
    let text = format!("quiz,target\n{rows}");
    for args in [&["-o", path][..], &["--summary-json", path], &["--resume", "-o", "x"], &[path]] {
        let (_, error, code) =
            run(&[&["solve", "--verify-answers", "--mismatches", path], args].concat(), &*text);
        assert_eq!(code, 2, "{error}");
    }
    assert_eq!(run(&["solve", "--mismatches", path], &*text).2, 2, "only with --verify-answers");
    assert_eq!(run(&["solve", "--verify-answers", "--mismatches", path], "quiz,x\n").2, 2);
    assert_eq!(std::fs::read_to_string(&file).unwrap(), before);
}

#[test]
fn the_answers_to_check_are_found_by_usual_names_or_by_the_one_that_is_given() {
    for name in ["solution", "solutions", "answer", "target", "Label", "output"] {
        let text = format!("puzzle,{name}\n{FOUR},{FOUR}\n");
        let (_, error, code) = run(&["check", "-q", "--verify-answers"], text);
        assert!(code == 1 && error.contains("r1c2: empty"), "{error}");
    }
    let text = format!("puzzle,solution,mine\n{FOUR},{FOUR_SOLVED},{FOUR}\n");
    assert_eq!(run(&["check", "-q", "--verify-answers"], &*text).2, 0);
    assert_eq!(run(&["check", "-q", "--verify-answers", "--solution-column", "mine"], &*text).2, 1);
    let object = format!("{{\"puzzle\":\"{FOUR}\",\"solution\":\"{FOUR_SOLVED}\",\"mine\":\"{FOUR}\"}}\n");
    assert_eq!(run(&["check", "-q", "--verify-answers", "--solution-column", "mine"], object).2, 1);
    // The column is there, but it holds the puzzles.
    let error =
        refused(&["--verify-answers", "--solution-column", "puzzle"], "puzzle,mine\n1...3..2..4.4..1,\n");
    assert!(error.contains("column \"puzzle\" holds the puzzles") && !error.contains("no column"), "{error}");
    let object = format!("{{\"puzzle\":\"{FOUR}\",\"solution\":\"{FOUR_SOLVED}\"}}\n");
    let error = refused(&["--verify-answers", "--solution-column", "puzzle"], &object);
    assert!(error.contains("column \"puzzle\" holds the puzzles"), "{error}");
    let error = refused(&["--verify-answers", "--solution-column", "its"], &text);
    assert!(
        error.contains("no column \"its\"; the columns are puzzle, solution, mine; name it with"),
        "{error}"
    );
    for (column, solution) in [("puzzle", "computed"), ("mine", "mine")] {
        refused(&["--verify-answers", "--column", column, "--solution-column", solution], &text);
    }
    let error = refused(&["--verify-answers"], &format!("puzzle,mine\n{FOUR},{FOUR}\n"));
    assert!(error.contains("--solution-column"), "{error}");
}

#[test]
fn answers_to_verify_that_may_be_in_several_columns_are_refused_until_one_is_named() {
    let says = |columns: &str, first: &str| {
        let any = format!("the answers to verify may be in any of the {columns}");
        format!("quadrille: -: {any}; choose one, as in --solution-column {first}\n")
    };
    let csv = format!("puzzle,Solution,answer,note\n{FOUR},{FOUR_SOLVED},{FOUR},x\n");
    assert_eq!(refused(&["--verify-answers"], &csv), says("columns Solution, answer", "Solution"));
    let object = |others: &str| format!("{{\"puzzle\":\"{FOUR}\",{others}}}\n");
    let solution = format!("\"solution\":\"{FOUR_SOLVED}\"");
    let both = object(&format!("{solution},\"answer\":\"{FOUR}\""));
    // The first objects show it, and not only the very first.
    for text in [both.clone(), object(&solution) + &both, format!("[\n{}]\n", both.trim_end())] {
        assert_eq!(refused(&["--verify-answers"], &text), says("members solution, answer", "solution"));
    }
    for text in [&csv, &both] {
        for (column, code) in [("answer", 1), ("solution", 0)] {
            let named = ["check", "-q", "--verify-answers", "--solution-column", column];
            assert_eq!(run(&named, text.as_str()).2, code, "{column} of {text}");
        }
        assert_eq!(run(&["solve", "-q"], text.as_str()).2, 0, "nothing is verified");
    }
    // A later object costs its own record.
    let text = object(&solution).repeat(16) + &both;
    let (out, error, code) = run(&["check", "-q", "--verify-answers", "--output-format", "line"], &*text);
    let reason = "the answer to verify may be in member solution or answer";
    assert_eq!(out, "unique\n".repeat(16) + &format!("!invalid: {reason}\n"));
    let advice = "choose one, as in --solution-column solution";
    assert_eq!((&*error, code), (&*format!("quadrille: -:17: {reason}\nquadrille: {advice}\n"), 1));
    // Each object may have its own.
    let text = object(&solution) + &object(&format!("\"answer\":\"{FOUR_SOLVED}\""));
    assert_eq!(run(&["check", "-q", "--verify-answers"], &*text).2, 0);
}

#[test]
fn a_member_that_is_null_holds_no_answer() {
    let text = format!("{{\"puzzle\":\"{FOUR}\",\"solution\":\"{FOUR_SOLVED}\",\"answer\":null}}\n");
    for text in [text.clone(), text.repeat(17).replacen(",\"answer\":null", "", 16)] {
        assert_eq!(run(&["check", "-q", "--verify-answers"], &*text).2, 0, "{text}");
    }
    let text = format!("{{\"puzzle\":\"{FOUR}\",\"solution\":null}}\n");
    let (_, of_null, code) = run(&["check", "-q", "--verify-answers"], &*text);
    assert_eq!(code, 1);
    let empty = text.replace("null", "\"\"");
    assert_eq!(run(&["check", "-q", "--verify-answers"], &*empty).1, of_null, "no answer");
}

/// As names of columns.
#[test]
fn names_of_members_are_found_in_any_letter_case() {
    let object = format!("{{\"puzzle\":\"{FOUR}\",\"SOLUTION\":\"{FOUR_SOLVED}\",\"Status\":1}}\n");
    let text = object.clone() + &object.replace("puzzle", "Puzzle").replace("SOLUTION", "Solution");
    let (out, error, code) = run(&["check", "-q", "--verify-answers"], &*text);
    assert_eq!((&*out, &*error, code), (&*text.replace("Status\":1", "Status\":\"unique\""), "", 0));
    for named in [["--column", "PUZZLE"], ["--solution-column", "solution"]] {
        let args = [&["check", "-q", "--verify-answers"][..], &named].concat();
        assert_eq!(run(&args, &*text).0, out, "{named:?}");
    }
    let several = text.replace("Status", "Answer");
    let error = refused(&["--verify-answers"], &several);
    assert!(
        error.contains("members SOLUTION, Answer; choose one, as in --solution-column SOLUTION"),
        "{error}"
    );
}

#[test]
fn reasons_name_the_house_of_a_variant() {
    for (variant, grid, reason) in [
        ("x", "1234341221434321", "r3c2: 1 twice in its diagonal"),
        ("anti-knight", "1234341221434321", "knight's move apart"),
    ] {
        let text = format!("puzzle,solution\n................,{grid}\n");
        let (_, error, code) = run(&["check", "-q", "--verify-answers", "--variant", variant], text);
        assert!(code == 1 && error.contains(reason), "{variant}: {error}");
    }
}

#[test]
fn fields_with_blanks_line_breaks_and_lists_are_boards() {
    let list = "[[1,0,0,0],[3,0,0,2],[0,0,4,0],[4,0,0,1]]";
    for field in [
        "1... 3..2 ..4. 4..1",
        "\"1...\n3..2\r\n..4.\n4..1\"",
        "\"1,0,0,0,3,0,0,2,0,0,4,0,4,0,0,1\"",
        &format!("\"{list}\""),
        "\"[\"\"1...\"\",\"\"3..2\"\",\"\"..4.\"\",\"\"4..1\"\"]\"",
    ] {
        let text = format!("id,board,solution\n1,{field},\"1234 3412\n2143 4321\"\n2,{FOUR},{FOUR_SOLVED}\n");
        let (out, error, code) = run(&["solve", "-q", "--verify-answers"], &*text);
        let status = format!("{FOUR_SOLVED},solved\n");
        assert_eq!((out.matches(&status).count(), error.as_str(), code), (2, "", 0), "{text}\n{out}");
        assert!(out.contains(field));
    }
    let text = format!("{{\"id\":1,\"board\":{list}}}\n{{\"id\":2,\"board\":[[1,2],[3]]}}\n");
    let (out, error, code) = run(&["solve", "-q"], &*text);
    assert!(out.starts_with(&format!("{{\"id\":1,\"board\":{list},\"solution\":\"{FOUR_SOLVED}\"")), "{out}");
    assert!(code == 1 && error.lines().count() == 1 && error.contains("-:2: "), "{error}");
}

#[test]
fn a_json_array_of_objects_is_answered_object_by_object_and_stays_an_array() {
    let text = format!(
        "[\n  {{\n    \"id\": 1,\n    \"puzzle\": \"{FOUR}\"\n  }},\n  7, {{\"puzzle\":\"x\"}} , \n {{\"puzzle\":\"{FOUR}\"}}\n]\n"
    );
    let solved = format!("\"solution\":\"{FOUR_SOLVED}\",\"status\":\"solved\"");
    let cells = "!invalid: expected 16, 36, 81, 144, 256 or 625 cells, found 1";
    let expected = format!(
        "[\n  {{\n    \"id\": 1,\n    \"puzzle\": \"{FOUR}\"\n  ,{solved}}},\n  \
         {{\"solution\":\"!invalid: column 3: no JSON object\",\"status\":\"invalid\"}}, \
         {{\"puzzle\":\"x\",\"solution\":\"{cells}\",\"status\":\"invalid\"}} , \n \
         {{\"puzzle\":\"{FOUR}\",{solved}}}\n]\n"
    );
    for chunk in ["1", "50", "100000"] {
        for input in ["solve", "hint"] {
            let (out, error, code) = run(&[input, "-q", "--chunk-size", chunk], &*text);
            assert!(
                error.starts_with("quadrille: -:6: column 3: no JSON object\nquadrille: -:6: "),
                "{error}"
            );
            assert_eq!(code, 1);
            assert!(input == "hint" || out == expected, "{chunk}: {out}");
            let objects: Vec<serde_json::Value> = serde_json::from_str(&out).unwrap();
            assert_eq!(objects.len(), 4);
        }
    }
    let compact = format!("[{{\"quiz\":\"{FOUR}\"}},{{\"quiz\":\"{FOUR}\"}}]");
    assert_eq!(
        run(&["check", "-q", "--output-format", "line"], &*compact),
        ("unique\nunique\n".into(), String::new(), 0)
    );
    assert_eq!(run(&["check", "-q"], "[]\n"), ("[]\n".into(), String::new(), 0));
    for args in [&["check", "--only", "unique"][..], &["solve", "--all"], &["solve", "--shard", "1/2"]] {
        let (out, error, code) = run(args, &*compact);
        assert_eq!((out.as_str(), code), ("", 2), "{error}");
    }
}

#[test]
fn the_title_puzzle_above_a_drawn_board_is_not_a_csv_header() {
    let drawn = "1.|..\n3.|.2\n--+--\n..|4.\n4.|.1\n";
    let solved = "12|34\n34|12\n--+--\n21|43\n43|21\n";
    for (above, between) in
        [("Puzzle\n", ""), ("puzzle\n\n", "\n"), ("Quiz\n", "\n"), ("Puzzle\n+--+--+\n", "")]
    {
        let text = |board: &str| format!("{above}{board}{between}{above}{board}");
        for args in [&["solve", "-q"][..], &["solve", "-q", "--chunk-size", "1"]] {
            let (out, error, code) = run(args, &*text(drawn));
            assert_eq!((out, code), (text(solved), 0), "{error}");
        }
    }
    // A table with a malformed first record is one all the same.
    for first in ["12", "1234", "x", "53..7...."] {
        let text = format!("puzzle\n{first}\n{FOUR}\n{EASY}\n");
        let (out, error, code) = run(&["solve", "-q"], &*text);
        assert!(
            code == 1 && out.starts_with("puzzle,solution,status\n") && out.ends_with(",solved\n"),
            "{out}{error}"
        );
    }
}

#[test]
fn an_unknown_word_above_boards_is_a_header_and_told() {
    for word in ["mypuzzles", "hard_17", "S\u{e4}tze"] {
        let (out, error, code) = run(&["solve"], &*format!("{word}\n{FOUR}\n{EASY}\n"));
        let expected =
            format!("{word},solution,status\n{FOUR},{FOUR_SOLVED},solved\n{EASY},{EASY_SOLVED},solved\n");
        assert_eq!((out, code), (expected, 0), "{error}");
        assert!(
            error.contains(&format!("the puzzles are taken from column {word}; use --column")),
            "{error}"
        );
    }
    // Malformed records, or text that may be one.
    for first in ["xx", "end", "1.345", "12ab", "two words", "."] {
        let (out, error, code) = run(&["solve", "-q"], &*format!("{first}\n{FOUR}\n"));
        assert!(
            code == 1 && out.starts_with("!invalid: ") && out.ends_with(FOUR_SOLVED_LINE),
            "{first}: {out}{error}"
        );
    }
    let (out, _, code) = run(&["solve", "-q"], &*format!("ABC\n{}\n", "A".to_owned() + &".".repeat(255)));
    assert!(code == 1 && out.starts_with("!invalid: "), "a board of 16x16 may have been cut short: {out}");
}

#[test]
fn answers_to_malformed_elements_of_an_array_do_not_depend_on_chunks() {
    let bad = "{\"puzzle\":\"12\"}, 5, {\"puzzle\":7},[],\n  {\"x\":1 2},\r\n{\"puzzle\" 3},\n\n{\"x\":\n\n1 2} , {\"x\" ";
    let text = format!("[{{\"puzzle\":\"{FOUR}\"}},{{\"puzzle\":\"{FOUR}\"}}, {bad}");
    let expected = run(&["solve", "-q"], &*text);
    assert_eq!(expected.2, 1);
    for size in 1..200 {
        assert_eq!(run(&["solve", "-q", "--chunk-size", &size.to_string()], &*text), expected, "{size}");
    }
}

/// The tables of `tests/corpus/tables`, each with its answers in a file of the same name and `.out`.
#[test]
fn boards_in_the_fields_of_tables_are_answered_as_recorded() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus/tables");
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut seen = 0;
    for path in files.filter(|path| path.extension().is_some_and(|extension| extension != "out")) {
        let text = std::fs::read_to_string(&path).unwrap();
        let golden = std::fs::read_to_string(format!("{}.out", path.display())).unwrap();
        assert_eq!(run(&["solve", "-q"], &*text), (golden.clone(), String::new(), 0), "{}", path.display());
        let mapped = run(&["solve", "-q", path.to_str().unwrap()], "");
        assert_eq!(mapped, (golden.clone(), String::new(), 0), "{}", path.display());
        // Answers are replaced by the same ones.
        assert_eq!(run(&["solve", "-q"], &*golden), (golden.clone(), String::new(), 0), "{}", path.display());
        seen += 1;
    }
    assert_eq!(seen, 8);
}

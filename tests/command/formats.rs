//! Every format, in and out, byte for byte.

use crate::common::{
    EASY, EASY_SOLVED, FOUR, FOUR_SOLVED, HUST, NONE, UVA, output, quadrille, rows, run, sixteen,
};
use proptest::prelude::*;
use std::fs;
use tempfile::tempdir;

#[test]
fn csv_keeps_its_columns_and_gains_the_columns_of_the_answer() {
    for name in ["puzzle", "quizzes", "question", "quiz", "\"Puzzle\""] {
        let text = format!("id,{name},rating\n1,{EASY},\"a, \"\"b\"\"\"\n\n2,{FOUR},\n");
        let expected = format!(
            "id,{name},rating,solution,status\n1,{EASY},\"a, \"\"b\"\"\",{EASY_SOLVED},solved\n\
             2,{FOUR},,{FOUR_SOLVED},solved\n"
        );
        assert_eq!(run(&["solve", "-q"], text), (expected, String::new(), 0));
    }
}

#[test]
fn csv_of_each_known_data_set() {
    let text = format!("quizzes,solutions\n{EASY},{EASY_SOLVED}\n");
    let expected = format!("quizzes,solutions,solution,status\n{EASY},{EASY_SOLVED},{EASY_SOLVED},solved\n");
    assert_eq!(output(&["solve"], text), expected);
    let text = format!("puzzle,solution\n{EASY},{EASY_SOLVED}\n{FOUR},\n");
    let expected =
        format!("puzzle,solution,status\n{EASY},{EASY_SOLVED},solved\n{FOUR},{FOUR_SOLVED},solved\n");
    assert_eq!(output(&["solve"], text), expected);
    let text = format!("id,puzzle,solution,clues,difficulty\r\n7,{EASY},{EASY_SOLVED},30,0.0\r\n");
    let expected =
        format!("id,puzzle,solution,clues,difficulty,status\r\n7,{EASY},{EASY_SOLVED},30,0.0,solved\r\n");
    assert_eq!(output(&["solve"], text), expected);
    let text = format!("source,question,answer,rating\nx,{EASY},{EASY_SOLVED},0\n");
    let expected = format!(
        "source,question,answer,rating,solution,status\nx,{EASY},{EASY_SOLVED},0,{EASY_SOLVED},solved\n"
    );
    assert_eq!(output(&["solve"], text), expected);
}

#[test]
fn csv_answers_to_each_task() {
    let text = format!("puzzle\n{FOUR}\n{NONE}\n................\nx\n");
    let invalid = "\"!invalid: expected 16, 36, 81, 144, 256 or 625 cells, found 1\"";
    assert_eq!(
        output(&["solve"], &*text),
        format!(
            "puzzle,solution,status\n{FOUR},{FOUR_SOLVED},solved\n{NONE},!none,none\n\
             ................,1234341221434321,solved\nx,{invalid},invalid\n"
        )
    );
    assert_eq!(
        output(&["check"], &*text),
        format!("puzzle,status\n{FOUR},unique\n{NONE},none\n................,multiple\nx,invalid\n")
    );
    assert_eq!(
        output(&["count", "--limit", "9"], &*text),
        format!(
            "puzzle,count,status\n{FOUR},1,unique\n{NONE},0,none\n................,9+,multiple\nx,{invalid},invalid\n"
        )
    );
    let singles = "r1c3 = 3 (row 1 has 1, column 3 has 4, box 2 has 2); r2c2 = 4 (row 2 has 2 3, box 1 has 1); \
         r2c3 = 1 (row 2 has 2 3, column 3 has 4); r3c1 = 2 (row 3 has 4, column 1 has 1 3); \
         r3c4 = 3 (row 3 has 4, column 4 has 1 2)";
    let twice = "1 twice in row 1: r1c1 and r1c2";
    assert_eq!(
        output(&["hint", "--method", "naked-singles"], &*text),
        format!(
            "puzzle,hint,status,explanation\n{FOUR},1.3.34122.434..1,hint,\"{singles}\"\n{NONE},mistake,mistake,{twice}\n................,no hint,no hint,\nx,{invalid},invalid,\n"
        )
    );
    // Solving the output again changes nothing.
    let once = output(&["solve"], &*text);
    assert_eq!(output(&["solve"], &*once), once);
    let reordered = "status,solution,puzzle\n,,1...3..2..4.4..1\n";
    assert_eq!(
        output(&["solve"], reordered),
        format!("status,solution,puzzle\nsolved,{FOUR_SOLVED},{FOUR}\n")
    );
}

#[test]
fn csv_columns_by_name() {
    let text = format!("puzzle,Mine\nx,{FOUR}\n");
    assert_eq!(
        output(&["check", "--column", "Mine"], &*text),
        format!("puzzle,Mine,status\nx,{FOUR},unique\n")
    );
    let (out, error, code) = run(&["check", "--column", "other", "--format", "csv"], &*text);
    assert_eq!((out, code), (String::new(), 2));
    assert!(error.contains("no column \"other\"") && error.contains("puzzle, Mine"), "{error}");
    let (_, error, code) = run(&["check", "--format", "csv"], "a,b\n1,2\n");
    assert!(code == 2 && error.contains("--column"), "{error}");
}

#[test]
fn csv_rows_may_have_newlines_and_too_few_or_too_many_fields() {
    let text = format!(
        "puzzle,note\n{FOUR},\"two\nlines, \"\"and\"\" a comma\"\n{FOUR}\n# a comment\n{FOUR},x,y\n\"{FOUR}\",\"open\n"
    );
    for chunk in ["1", "20", "100000"] {
        let (out, error, code) = run(&["check", "-q", "--chunk-size", chunk], &*text);
        assert_eq!(
            out,
            format!(
                "puzzle,note,status\n{FOUR},\"two\nlines, \"\"and\"\" a comma\",unique\n{FOUR},,invalid\n\
                 {FOUR},x,y,invalid\n\"{FOUR}\",\"open\n\",invalid\n"
            )
        );
        assert_eq!(
            error,
            "quadrille: -:4: expected 2 fields as in the header, found 1\nquadrille: -:6: expected 2 fields as in the header, found 3\n\
             quadrille: -:7: a quoted field has no closing quote\n",
            "chunks of {chunk}"
        );
        assert_eq!(code, 1);
    }
}

#[test]
fn expected_solutions_are_checked() {
    let wrong = FOUR_SOLVED.replace('4', "3");
    let text = format!(
        "puzzle,solution\n{FOUR},{FOUR_SOLVED}\n{FOUR},{wrong}\n{NONE},\n{NONE},!none\n{FOUR},\n\
         ................,{FOUR_SOLVED}\n"
    );
    let (_, error, code) = run(&["solve", "-q", "--verify-answers"], &*text);
    let says = "the answer in the record is wrong";
    let given = "r3c3: 3 instead of the given 4";
    assert_eq!(
        (error, code),
        (format!("quadrille: -:3: {says}: {given}\nquadrille: -:6: {says}: no answer\n"), 1)
    );
    assert_eq!(
        run(&["solve", "-q", "--verify-answers"], format!("quiz,answer\n{FOUR},\"{FOUR_SOLVED}\"\n")).2,
        0
    );
    let many = format!("quiz,answer\n{}", format!("{FOUR},x\n").repeat(13));
    let (_, error, _) = run(&["check", "-q", "--verify-answers"], many);
    assert_eq!(error.lines().count(), 11);
    assert!(error.ends_with("quadrille: and 3 more wrong answers in the input\n"), "{error}");
    let object = format!("{{\"puzzle\":\"{FOUR}\",\"solution\":\"{wrong}\"}}\n");
    assert_eq!(run(&["check", "-q", "--verify-answers"], object).2, 1);
    for text in ["puzzle\n", EASY] {
        let (_, error, code) = run(&["solve", "--verify-answers"], text);
        assert!(code == 2 && error.contains("solution"), "{error}");
    }
}

#[test]
fn expected_solutions_with_escapes_are_unescaped() {
    let (puzzle, solution) = ("1...3..2..4.4..1", "1234341221434321");
    let record = |expected: &str| format!("{{\"puzzle\":\"{puzzle}\",\"solution\":\"{expected}\"}}\n");
    let escaped = format!("\\u0031{}", &solution[1..]);
    assert_eq!(run(&["solve", "--verify-answers"], record(&escaped)).2, 0);
    for wrong in [format!("\\u0032{}", &solution[1..]), format!("\\n{}", &solution[1..]), "\\x".into()] {
        assert_eq!(run(&["solve", "--verify-answers"], record(&wrong)).2, 1, "{wrong}");
    }
}

#[test]
fn several_tables_become_one() {
    let dir = tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = dir.path().join(name);
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let (a, b) = (write("a", &format!("puzzle\n{FOUR}\n")), write("b", &format!("puzzle\n{NONE}\n")));
    let other = write("c", "quiz\n");
    assert_eq!(output(&["check", &a, &b], ""), format!("puzzle,status\n{FOUR},unique\n{NONE},none\n"));
    let (_, error, code) = run(&["check", "-q", &a, &other], "");
    assert!(code == 2 && error.contains("header"), "{error}");
    assert_eq!(output(&["check", &a, &other, "--output-format", "line"], ""), "unique\n");
}

#[test]
fn ndjson_keeps_its_members() {
    let text = format!(
        "{{\"id\": 1, \"puzzle\" : \"{FOUR}\", \"x\": {{\"puzzle\": [1, 2]}} }}\n\n{{\"puzzle\":\"{NONE}\"}}\r\n\
         {{\"status\":null,\"solution\":\"old\",\"puzzle\":\"\\u0031...3..2..4.4..1\"}}\n"
    );
    let expected = format!(
        "{{\"id\": 1, \"puzzle\" : \"{FOUR}\", \"x\": {{\"puzzle\": [1, 2]}} ,\"solution\":\"{FOUR_SOLVED}\",\"status\":\"solved\"}}\n\
         {{\"puzzle\":\"{NONE}\",\"solution\":\"!none\",\"status\":\"none\"}}\n\
         {{\"status\":\"solved\",\"solution\":\"{FOUR_SOLVED}\",\"puzzle\":\"\\u0031...3..2..4.4..1\"}}\n"
    );
    let (out, error, code) = run(&["solve", "-q"], text);
    assert_eq!((out, error, code), (expected, String::new(), 1));
    let text = format!("{{\"grid\":\"{FOUR}\"}}\n");
    assert!(output(&["solve", "--column", "grid"], text).contains(FOUR_SOLVED));
}

#[test]
fn malformed_ndjson_keeps_its_place() {
    let text = "{\"a\":1}\n{\"puzzle\":7}\nno json\n{\"puzzle\":\"1\\\"\"}\n{}\n{\"puzzle\":\"x\"} x\n";
    let (out, error, code) = run(&["check", "-q"], text);
    let lines: Vec<_> = out.lines().collect();
    assert_eq!(lines[0], "{\"a\":1,\"status\":\"invalid\"}");
    assert_eq!(lines[1], "{\"puzzle\":7,\"status\":\"invalid\"}");
    assert_eq!(lines[2], "{\"status\":\"invalid\"}");
    assert_eq!(lines[4], "{\"status\":\"invalid\"}");
    assert_eq!((lines.len(), error.lines().count(), code), (6, 6, 1));
    for (i, line) in error.lines().enumerate() {
        assert!(line.starts_with(&format!("quadrille: -:{}: ", i + 1)), "{line}");
    }
    for line in out.lines().chain(output(&["solve"], text).lines()) {
        serde_json::from_str::<serde_json::Value>(line).unwrap();
    }
}

#[test]
fn grids_are_filled_in_place() {
    let text = "Grid 01\n1 . | . .\n3 . | . 2\n----+----\n. . | 4 .\n4 . | . 1\n\n\nGrid 02\n11..\n....\n....\n....\n\
                Another one\n|1.|..|\n|3.|.2|\n|--|--|\n|..|4.|\n|4.|.1|";
    let expected = "Grid 01\n1 2 | 3 4\n3 4 | 1 2\n----+----\n2 1 | 4 3\n4 3 | 2 1\n\n\nGrid 02\n!none\n\
                Another one\n|12|34|\n|34|12|\n|--|--|\n|21|43|\n|43|21|\n";
    for chunk in ["1", "30", "1000"] {
        assert_eq!(output(&["solve", "--chunk-size", chunk], text), expected);
    }
    let check = "Grid 01\nunique\n\n\nGrid 02\nnone\nAnother one\nunique\n";
    assert_eq!(output(&["check"], text), check);
    assert_eq!(
        output(&["solve", "--output-format", "line"], text),
        format!("{FOUR_SOLVED}\n!none\n{FOUR_SOLVED}\n")
    );
    // Lines of dashes are rows of empty cells if the board has too few other rows.
    let dashes = "12--\n----\n----\n--21\n\n----\n----\n----\n----\n";
    assert_eq!(output(&["count", "--format", "grid"], dashes), "4\n\n288\n");
}

#[test]
fn malformed_grids_keep_their_place() {
    let text = format!(
        "{}\n{}\n12\n\n12345\n....x\n\n{}",
        rows(FOUR),
        &rows(FOUR)[..15],
        rows(FOUR).replace('3', "7")
    );
    let (out, error, code) = run(&["check", "-q"], text);
    assert_eq!(
        out,
        "unique\n\n!invalid: row 4: expected 4 cells, found 2\n\n\
         !invalid: expected rows of 4, 6, 9, 12, 16 or 25 cells, found 5\n\n\
         !invalid: r2c1: '7' is not a symbol of a 4×4 grid\n".replace("row 4: expected 4 cells, found 2\n\n", "expected 4 rows, found 3\n\n!invalid: expected rows of 4, 6, 9, 12, 16 or 25 cells, found 2\n\n")
    );
    let places: Vec<_> = error.lines().map(|l| l.split(':').nth(2).unwrap()).collect();
    assert_eq!((places, code), (vec!["6", "10", "12", "15"], 1));
}

#[test]
fn the_detected_format_is_reported() {
    let note = |text: &str| run(&["solve"], text).1.lines().next().unwrap_or_default().to_owned();
    let (open, _) = sixteen();
    let (open, dots) = (rows(&open), rows(&open.replace('-', ".")));
    for (text, format) in [
        ("puzzle\n", "csv"),
        ("# a comment\n\npuzzle\n", "csv"),
        ("{\"puzzle\":\"\"}\n", "ndjson"),
        (UVA, "uva12988"),
        (&format!("12345\n{}", rows(FOUR)), "uva12988"),
        (&format!("1234\n{}", rows(FOUR)), "uva12988"),
        (&format!("1234\n\n{}", rows(FOUR)), "uva12988"),
        (HUST, "hust1565"),
        (&format!("1\n{open}"), "spoj1110"),
        (&open, "poj3076"),
        (&dots, "grid"),
        (&rows(FOUR), "grid"),
        ("1234\n3412\n2143\n4321\n", "grid"),
        (&format!("Grid 01\n{}", rows(EASY)), "grid"),
        ("+--+--+\n|12|34|\n", "grid"),
    ] {
        assert_eq!(
            note(text),
            format!("quadrille: -: detected format {format}; use --format to override"),
            "{text}"
        );
    }
    // No note if the format is `line` or was named.
    for text in [EASY, FOUR, "not a puzzle\n1...3..2..4.4..1\n", "----------------\n", ""] {
        assert!(!note(text).contains("detected format"), "{text}: {}", note(text));
    }
    let named = run(&["solve", "--format", "csv"], "puzzle\n").1;
    assert!(named.contains("records") && !named.contains("detected format"), "{named}");
    assert_eq!(run(&["solve", "-q"], "puzzle\n").1, "");
}

#[test]
fn an_unknown_format_is_reported_with_the_first_line() {
    for text in ["\n# c\nhello world\nx\n", "hello world", "hello world\n1,2\n"] {
        let (out, error, code) = run(&["solve", "-q"], text);
        assert_eq!((&*out, code), ("", 2));
        assert!(
            error.contains("hello world") && error.contains("line, sdm") && error.contains("csv"),
            "{error}"
        );
    }
    let long = "y".repeat(1 << 20);
    let (_, error, code) = run(&["solve"], long);
    assert!(code == 2 && error.contains("yyyy") && error.len() < 400, "{error}");
    assert_eq!(run(&["solve", "--format", "nonsense"], "").2, 2);
}

#[test]
fn every_output_format() {
    let text = format!("{FOUR}\n{NONE}\nx\n");
    let invalid = "!invalid: expected 16, 36, 81, 144, 256 or 625 cells, found 1";
    let to = |format| output(&["solve", "--output-format", format], &*text);
    assert_eq!(to("same"), format!("{FOUR_SOLVED}\n!none\n{invalid}\n"));
    assert_eq!(to("line"), to("same"));
    assert_eq!(to("pair"), format!("{FOUR},{FOUR_SOLVED}\n{NONE},!none\n,{invalid}\n"));
    assert_eq!(
        to("csv"),
        format!(
            "puzzle,solution,status\n{FOUR},{FOUR_SOLVED},solved\n{NONE},!none,none\n,\"{invalid}\",invalid\n"
        )
    );
    assert_eq!(
        to("ndjson"),
        format!(
            "{{\"puzzle\":\"{FOUR}\",\"solution\":\"{FOUR_SOLVED}\",\"status\":\"solved\"}}\n\
             {{\"puzzle\":\"{NONE}\",\"solution\":\"!none\",\"status\":\"none\"}}\n\
             {{\"solution\":\"{invalid}\",\"status\":\"invalid\"}}\n"
        )
    );
    assert_eq!(output(&["solve", "--output-format", "csv"], ""), "puzzle,solution,status\n");
}

#[test]
fn compressed_inputs_and_outputs() {
    let dir = tempdir().unwrap();
    let place = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    let text = format!("{FOUR}\n").repeat(3000);
    let expected = format!("{FOUR_SOLVED}\n").repeat(3000);
    for name in ["a.gz", "a.zst"] {
        // An output that is compressed because of its name.
        let compressed = place(name);
        quadrille(&["solve", "-q", "-o", &compressed]).write_stdin(&*text).assert().success();
        let bytes = fs::read(&compressed).unwrap();
        assert!(bytes.len() < 500);
        for flags in [&["solve"][..], &["solve", "--no-mmap"]] {
            assert_eq!(output(&[flags, &[&compressed]].concat(), ""), expected);
        }
        // Detected by its bytes, not its name; from a pipe; with several members.
        let other = place("plain.txt");
        fs::write(&other, [&bytes[..], &bytes].concat()).unwrap();
        assert_eq!(output(&["solve", &other], ""), expected.repeat(2));
        assert_eq!(output(&["solve", "-"], &*bytes), expected);
        // Truncated or corrupt: an error, and the old output is unchanged.
        let out = place("out.gz");
        fs::write(&out, "old").unwrap();
        let mut corrupt = bytes.clone();
        let middle = corrupt.len() / 2;
        corrupt[middle] ^= 0xFF;
        for bad in [&bytes[..bytes.len() - 3], &bytes[..bytes.len() / 2], &corrupt] {
            fs::write(&other, bad).unwrap();
            let (_, error, code) = run(&["solve", "-q", "--format", "line", &other, "-o", &out], "");
            assert!(code == 2 && error.contains("cannot read"), "{name}: {error}");
            assert_eq!(fs::read(&out).unwrap(), b"old");
        }
    }
}

#[test]
fn columns_that_another_format_does_not_keep_are_reported() {
    let csv = format!("id,puzzle\n7,{FOUR}\n");
    let ndjson = format!("{{\"id\":7,\"puzzle\":\"{FOUR}\"}}\n");
    let alone = format!("puzzle\n{FOUR}\n");
    for (text, format, is_told) in [
        (&csv, "ndjson", true),
        (&csv, "csv", true),
        (&csv, "line", false),
        (&csv, "same", false),
        (&ndjson, "csv", true),
        (&ndjson, "ndjson", true),
        (&ndjson, "same", false),
        (&alone, "ndjson", false),
        (&format!("{FOUR}\n"), "csv", false),
    ] {
        let (out, error, _) = run(&["solve", "--output-format", format], text.as_str());
        let told = format!(
            "quadrille: -: {format} gets only the puzzles and the answers; use --output-format same to keep its other columns\n"
        );
        assert_eq!(error.contains(&told), is_told, "{text} as {format}: {error}");
        assert_eq!(out.contains('7'), format == "same" && text != &alone, "{text} as {format}: {out}");
        assert_eq!(run(&["solve", "-q", "--output-format", format], text.as_str()).1, "");
    }
}

#[test]
fn columns_that_the_answers_replace_are_reported() {
    let csv = format!("status,puzzle,Solution\nmine,{FOUR},x\n");
    let ndjson = format!("{{\"status\":\"mine\",\"puzzle\":\"{FOUR}\",\"Solution\":\"x\"}}\n");
    for text in [&csv, &ndjson] {
        for (args, told, rest) in [
            (
                &["solve"][..],
                "columns Solution, status are replaced by the answers; rename them to keep them",
                "",
            ),
            (&["check"], "column status is replaced by the answers; rename it to keep it", "x"),
            (&["check", "--only", "unique"], "", "mine"),
        ] {
            let (out, error, code) = run(args, text.as_str());
            assert_eq!(error.matches("replaced").count(), usize::from(!told.is_empty()), "{args:?}: {error}");
            let named = [told.to_owned(), told.replace("Solution, status", "status, Solution")];
            assert!(named.iter().any(|told| error.contains(told)), "{args:?}: {error}");
            assert!(code == 0 && out.contains(rest) && (rest == "mine") == out.contains("mine"), "{out}");
            assert_eq!(run(&[args, &["-q"]].concat(), text.as_str()).1, "");
        }
    }
    // In a conversion too, and only the member that an answer replaces.
    for (text, format) in [(&csv, "ndjson"), (&ndjson, "csv")] {
        let (_, error, _) = run(&["check", "--output-format", format], text.as_str());
        assert!(error.contains("its column status is replaced by the answers"), "{error}");
    }
    for members in [["Status", "status"], ["status", "Status"]] {
        let [first, second] = members;
        let text = format!("{{\"puzzle\":\"{FOUR}\",\"{first}\":\"mine\",\"{second}\":\"mine\"}}\n");
        let (out, error, _) = run(&["check"], text.as_str());
        assert!(error.contains("its column status is replaced by the answers"), "{error}");
        assert!(out.contains("\"Status\":\"mine\"") && out.contains("\"status\":\"unique\""), "{out}");
    }
}

#[test]
fn a_record_that_is_too_long_is_an_error() {
    let dir = tempdir().unwrap();
    let file = dir.path().join("long");
    let path = file.to_str().unwrap();
    for text in [
        format!("puzzle,x\n{FOUR},y\n{FOUR},\"{}\"\n", "z\n".repeat(9 << 20)),
        format!("{{\"puzzle\":\"{FOUR}\"}}\n{{\"x\":\"{}\"}}\n", "z".repeat(17 << 20)),
    ] {
        fs::write(&file, text).unwrap();
        for flags in [&["check", "-q", path][..], &["check", "-q", path, "--no-mmap"]] {
            let (_, error, code) = run(flags, "");
            assert_eq!(code, 2);
            assert!(error.contains("a record is longer than 16 MiB"), "{error}");
        }
    }
}

/// Boards as lines, `.` for an empty cell.
fn boards() -> impl Strategy<Value = Vec<String>> {
    let board = (0usize..5).prop_flat_map(|index| {
        let shape = quadrille::Shape::ALL[index];
        proptest::collection::vec(0u8..4, shape.area()).prop_map(move |keep| {
            let cells = crate::common::pattern(shape);
            // The first cell is given, so that the alphabet and the board's size are unambiguous.
            let open: Vec<_> =
                (0..cells.len()).map(|i| if keep[i] > 0 || i == 0 { cells[i] } else { 0 }).collect();
            crate::common::line(&open)
        })
    });
    proptest::collection::vec(board, 1..6)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn puzzles_are_the_same_in_every_format(boards in boards()) {
        let lines = boards.iter().map(|b| format!("{b}\n")).collect::<String>();
        let expected = output(&["solve"], &*lines);
        for format in ["csv", "ndjson"] {
            let there = output(&["check", "--output-format", format], &*lines);
            prop_assert_eq!(&output(&["solve", "--output-format", "line"], &*there), &expected);
            // And to the other format.
            for other in ["csv", "ndjson"] {
                let on = output(&["check", "--output-format", other], &*there);
                prop_assert_eq!(&output(&["solve", "--output-format", "line"], &*on), &expected);
            }
        }
        let pairs = output(&["solve", "--output-format", "pair"], &*lines);
        prop_assert_eq!(&output(&["solve"], &*pairs), &expected);
        let grids = boards.iter().map(|b| rows(b)).collect::<Vec<_>>().join("\n");
        let grid = ["solve", "--format", "grid", "--output-format", "line"];
        prop_assert_eq!(&output(&grid, &*grids), &expected);
        let filled = output(&["solve", "--format", "grid"], &*grids);
        prop_assert_eq!(filled, expected.lines().map(rows).collect::<Vec<_>>().join("\n"));
    }
}

/// The answers to a text from a file, mapped and read, and from a pipe, which are the same.
fn in_every_way(args: &[&str], text: &str) -> (String, i32) {
    let dir = tempdir().unwrap();
    let file = dir.path().join("input");
    fs::write(&file, text).unwrap();
    let path = file.to_str().unwrap();
    let (out, _, code) = run(&[args, &["-q", path]].concat(), "");
    let (read, _, read_code) = run(&[args, &["-q", "--no-mmap", path]].concat(), "");
    let (piped, _, piped_code) = run(&[args, &["-q", "-"]].concat(), text);
    assert!(out == read && out == piped, "a file, a read file and a pipe differ");
    assert_eq!((code, code), (read_code, piped_code));
    (out, code)
}

#[test]
fn a_csv_header_longer_than_64_kib_is_one_row() {
    let names: String = (0..9000).map(|i| format!(",column{i}")).collect();
    let values = ",".repeat(9000);
    let text = format!("puzzle{names}\n{FOUR}{values}\n");
    assert!(names.len() > 64 << 10);
    let (out, code) = in_every_way(&["solve"], &text);
    assert_eq!(code, 0);
    assert_eq!(out, format!("puzzle{names},solution,status\n{FOUR}{values},{FOUR_SOLVED},solved\n"));
}

#[test]
fn what_a_malformed_record_has_no_value_for_is_null() {
    let commands: [&[&str]; 7] = [
        &["hint"],
        &["hint", "--method", "naked-singles", "--explain"],
        &["solve", "--explain"],
        &["check", "--minimal"],
        &["canonical", "--transform"],
        &["givens"],
        &["rate", "--method", "logic"],
    ];
    for command in commands {
        for format in [&[][..], &["--output-format", "ndjson"]] {
            let line = run(&[command, &["-q"], format].concat(), "{\"puzzle\":\"x\"}\n").0;
            let row: serde_json::Map<String, serde_json::Value> = serde_json::from_str(&line).unwrap();
            let values = row.iter().filter(|(name, _)| !["puzzle", "status"].contains(&&***name));
            // The first column has the message, unless it is the status.
            let (messages, others): (Vec<_>, Vec<_>) = values
                .partition(|(_, value)| value.as_str().is_some_and(|text| text.starts_with("!invalid: ")));
            assert_eq!(messages.len(), usize::from(command[0] != "check"), "{line}");
            assert!(!others.is_empty() || command == ["rate"], "{line}");
            assert!(others.iter().all(|(_, value)| value.is_null()), "{line}");
        }
    }
}

#[test]
fn comments_of_more_than_64_kib_before_a_header_or_a_board_are_comments() {
    let comments = "# a comment of some length, to fill the first bytes of the input\n".repeat(3000);
    assert!(comments.len() > 128 << 10);
    let text = format!("{comments}puzzle\n{FOUR}\n");
    assert_eq!(
        in_every_way(&["solve"], &text),
        (format!("puzzle,solution,status\n{FOUR},{FOUR_SOLVED},solved\n"), 0)
    );
    let text = format!("{comments}{FOUR}\n");
    assert_eq!(in_every_way(&["solve"], &text), (format!("{FOUR_SOLVED}\n"), 0));
    assert_eq!(in_every_way(&["solve"], &format!("{comments}{UVA}")).0, crate::common::UVA_SOLVED);
    assert_eq!(
        in_every_way(&["solve", "--format", "uva12988"], &format!("{comments}{UVA}")).0,
        crate::common::UVA_SOLVED
    );
}

#[test]
fn a_first_line_longer_than_64_kib_is_read_to_its_end() {
    let text = format!("{FOUR},{}\n{FOUR}\n", "x".repeat(200_000));
    assert_eq!(in_every_way(&["solve"], &text), (format!("{FOUR_SOLVED}\n{FOUR_SOLVED}\n"), 0));
}

#[test]
fn a_csv_header_without_an_end_is_an_error() {
    let text = format!("puzzle,\"{}\n", "x\n".repeat(9 << 20));
    let (out, error, code) = run(&["solve", "-q", "--format", "csv", "-"], text);
    assert_eq!((out.as_str(), code), ("", 2));
    assert!(error.contains("the header row has no end within 16 MiB"), "{error}");
}

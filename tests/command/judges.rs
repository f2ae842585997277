//! The formats of online judges, byte for byte, and hints.

use crate::common::{
    EASY, EASY_SOLVED, FOUR, FOUR_SOLVED, HUST, HUST_HINTS, NONE, UVA, UVA_SOLVED, output, rows, run, sixteen,
};
use std::fs;
use tempfile::tempdir;

#[test]
fn uva12988_with_any_blank_lines() {
    let no_blanks = UVA.replace("\n\n", "\n");
    let crlf = UVA.replace('\n', "\r\n");
    let more = format!("\n{}\n\n", UVA.replace('\n', "\n \n"));
    let no_end = UVA.trim_end().to_owned();
    for text in [UVA.to_owned(), no_blanks, crlf, more, no_end] {
        for args in [&["solve"][..], &["solve", "--format", "uva12988"], &["solve", "--chunk-size", "1"]] {
            assert_eq!(
                run(&[args, &["-q"]].concat(), &*text),
                (UVA_SOLVED.into(), String::new(), 1),
                "{text:?}"
            );
        }
    }
    for text in ["0\n", "0", "0\n\n\n"] {
        for format in ["auto", "uva12988", "spoj1110", "hust1565"] {
            assert_eq!(run(&["solve", "-q", "--format", format], text), (String::new(), String::new(), 0));
        }
    }
}

#[test]
fn a_wrong_number_of_boards_is_an_error_and_the_output_is_kept() {
    let dir = tempdir().unwrap();
    let out = dir.path().join("out");
    let path = out.to_str().unwrap();
    for chunk in ["1", "25", "1000"] {
        let large = UVA.replacen('2', "3", 1);
        let (text, error, code) = run(&["solve", "-q", "--chunk-size", chunk], &*large);
        assert_eq!((text, code), (UVA_SOLVED.into(), 1));
        assert!(error.contains("3 boards are announced, but 2 follow"), "{error}");
        let small = UVA.replacen('2', "1", 1);
        let (text, error, code) = run(&["solve", "-q", "--chunk-size", chunk], &*small);
        assert_eq!((&*text, code), (&UVA_SOLVED[..29], 1));
        assert!(error.starts_with("quadrille: -:7: 1 boards are announced, but more follow"), "{error}");
        // A board without its last row is a malformed record.
        let cut = &UVA[..UVA.len() - 5];
        let (text, error, code) = run(&["solve", "-q", "--chunk-size", chunk], cut);
        assert_eq!(text, UVA_SOLVED.replace("!none", "!invalid: expected 4 rows, found 3"));
        assert_eq!((error.lines().count(), code), (1, 1), "{error}");
        assert_eq!(run(&["solve", "-q", "-o", path], &*large).2, 1);
        assert_eq!(fs::read_to_string(&out).unwrap(), UVA_SOLVED);
    }
    for (format, text, found) in [
        ("uva12988", "x\n", ", found \"x\""),
        ("spoj1110", "", ", found the end of the input"),
        ("hust1565", "-1\n", ", found \"-1\""),
    ] {
        let error = format!(
            "quadrille: -: expected the number of boards{found}; put it there, or name another format with --format\n"
        );
        assert_eq!(run(&["solve", "--format", format], text), (String::new(), error, 2));
    }
}

#[test]
fn malformed_boards_keep_their_place() {
    let text = "3\n*2**\n34*\n**4*\n**2*\n*2**\n34**\n*y4*\n**2*\n\n*2**\n34**\n**4*\n**2*\n";
    let (out, error, code) = run(&["solve", "-q"], text);
    assert_eq!(
        out,
        "Case #1:\n!invalid: row 2: expected 4 cells, found 3\nCase #2:\n\
         !invalid: r3c2: 'y' is not a symbol of a 4×4 grid\nCase #3:\n1234\n3412\n2143\n4321\n"
    );
    assert!(error.starts_with("quadrille: -:2: ") && error.contains("\nquadrille: -:6: "), "{error}");
    assert_eq!(code, 1);
}

#[test]
fn spoj1110_and_poj3076_have_a_blank_line_between_boards() {
    let (open, solved) = sixteen();
    let (open, solved) = (rows(&open), rows(&solved));
    let expected = format!("{solved}\n{solved}\n{solved}");
    for between in ["\n", "", "\n\n\r\n"] {
        let boards = [&*open, &*open, &*open].join(between);
        for chunk in ["1", "300", "100000"] {
            let spoj = format!("3\n{boards}");
            assert_eq!(output(&["solve", "--chunk-size", chunk], spoj), expected);
            assert_eq!(output(&["solve", "--chunk-size", chunk], &*boards), expected);
            assert_eq!(output(&["solve", "--format", "poj3076"], &*boards), expected);
        }
    }
    let lower = open.to_lowercase();
    assert_eq!(output(&["solve"], format!("1\n{lower}")), solved);
    let crlf = format!("2\n{open}\n{open}").replace('\n', "\r\n");
    assert_eq!(output(&["solve", "--format", "spoj1110"], crlf), format!("{solved}\n{solved}"));
    let (_, error, code) = run(&["solve", "-q", "--format", "spoj1110"], format!("3\n{open}\n{open}"));
    assert!(code == 1 && error.contains("3 boards are announced, but 2 follow"), "{error}");
}

#[test]
fn poj3074_ends_at_end() {
    let text = format!("{EASY}\n{EASY}\nend\n{EASY}\nx\n");
    let expected = format!("{EASY_SOLVED}\n{EASY_SOLVED}\n");
    for text in [text.clone(), text.replace('\n', "\r\n"), text.replace("end\n", " end \n")] {
        for args in [&["solve"][..], &["solve", "--chunk-size", "1"]] {
            let args = [args, &["--format", "poj3074", "-q"]].concat();
            assert_eq!(run(&args, &*text), (expected.clone(), String::new(), 0));
        }
    }
    // If `line` is named, `end` is a record. `poj3074` may end without it.
    assert_eq!(output(&["solve", "--format", "line"], &*text).lines().count(), 5);
    assert_eq!(output(&["solve", "--format", "poj3074"], EASY), format!("{EASY_SOLVED}\n"));
    let dir = tempdir().unwrap();
    let (a, b) = (dir.path().join("a"), dir.path().join("b"));
    fs::write(&a, &text).unwrap();
    fs::write(&b, format!("{FOUR}\n")).unwrap();
    let (a, b) = (a.to_str().unwrap(), b.to_str().unwrap());
    assert_eq!(
        output(&["solve", a, b, "--format", "poj3074", "--chunk-size", "82"], ""),
        format!("{expected}{FOUR_SOLVED}\n")
    );
}

#[test]
fn hust1565_hints() {
    for text in [HUST.to_owned(), HUST.replace('\n', "\r\n"), HUST.replace("\n\n", "\n")] {
        for args in [
            &["hint"][..],
            &["hint", "--format", "hust1565"],
            &["hint", "--chunk-size", "1"],
            &["hint", "--method", "naked-singles"],
        ] {
            assert_eq!(run(&[args, &["-q"]].concat(), &*text), (HUST_HINTS.into(), String::new(), 0));
        }
    }
    let lines = output(&["hint", "--output-format", "line"], HUST);
    let (first, rest) = lines.split_once('\n').unwrap();
    assert_eq!((first.len(), rest), (81, "no hint\nmistake\n"));
    assert!(first.starts_with("1....35.9") && first.contains(".14.8235."));
}

#[test]
fn hints_on_lines_of_every_size() {
    let solved = crate::common::pattern(quadrille::Shape::from_side(25).unwrap());
    let mut open = solved.clone();
    open[300] = 0;
    let (open, solved) = (crate::common::line(&open), crate::common::line(&solved));
    let text = format!("{FOUR}\n{open}\n{NONE}\n{}\nx\n", ".".repeat(36));
    let expected = format!("1.3.34122.434..1\n{solved}\nmistake\nno hint\n");
    let (out, _, code) = run(&["hint", "--method", "naked-singles"], text);
    assert!(out.starts_with(&expected) && out.lines().count() == 5, "{out}");
    assert_eq!(code, 1);
}

//! The tables and detection.

use super::*;
use quadrille_base::framing::HeadEnd;
use quadrille_tasks::{ColumnKind, ColumnSpec};

/// The options of a run over inputs whose format is detected.
pub(super) fn read_options() -> ReadOptions {
    ReadOptions {
        symbols: Symbols::Auto,
        column: None,
        columns: [ColumnSpec::new("solution", ColumnKind::Board, ""), ColumnSpec::STATUS].into(),
        selection: Selection::Detected,
        expected_solutions: false,
        solution_column: None,
        regions: false,
        givens_only: false,
        counts_placed: false,
        keep_trailing: false,
        copies: false,
        unchanged: false,
        moves_solutions: false,
    }
}

fn detect(text: &[u8], end: HeadEnd) -> Result<Option<&'static str>, FormatError> {
    let format = detect_format(&Head { bytes: text, end }, &read_options())?;
    Ok(format.map(Format::name))
}

#[test]
fn names_and_aliases_are_unique() {
    let mut names: Vec<_> = Format::all().iter().flat_map(|f| [&[f.name()], f.aliases()].concat()).collect();
    for name in &names {
        assert!(Format::named(name).is_some_and(|f| f.name() == *name || f.aliases().contains(name)));
    }
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), count);
    assert_eq!(Format::named(""), None);
    for format in OutputFormat::all() {
        assert_eq!(OutputFormat::named(format.name()), Some(*format));
    }
}

#[test]
fn detection_asks_for_more_bytes_until_they_suffice() {
    for (text, format) in [
        (&b"puzzle,x\n1,2\n"[..], "csv"),
        (b"{\"puzzle\":1}\n", "ndjson"),
        (b"\n# a comment\n1...3..2..4.4..1 junk\n", "line"),
    ] {
        assert_eq!(detect(text, HeadEnd::Eof), Ok(Some(format)));
        for len in 0..text.len() {
            let found = detect(&text[..len], HeadEnd::More);
            assert!(found == Ok(None) || found == Ok(Some(format)), "{found:?} of {len} bytes");
        }
        assert_eq!(detect(text, HeadEnd::More), Ok(Some(format)));
    }
}

#[test]
fn candidates_are_told_from_boards_by_the_first_row_that_a_board_cannot_have() {
    let ruling = "*-----------------------*\n";
    let nine = "| 5 3 4 | 6 7 8 | 9 1 2 |\n";
    let twelve = "| 12 3 4 | 5 67 8 | 1 2 34 |\n";
    let candidates = "| 5 3 124 | 26 7 2468 | 9 1 248 |\n";
    for (text, format) in [
        (candidates.to_owned(), "candidates"),
        (format!("Monday\n{ruling}{nine}{twelve}{ruling}{candidates}"), "candidates"),
        (format!("{}{candidates}", nine.repeat(8)), "candidates"),
        (nine.repeat(9), "grid"),
        (format!("{}\n{candidates}", nine.repeat(9)), "grid"),
        (format!("{nine}\n{candidates}"), "grid"),
        (twelve.repeat(12), "grid"),
        (format!("{}{nine}", "---------\n".repeat(8)), "grid"),
    ] {
        assert_eq!(detect(text.as_bytes(), HeadEnd::Eof), Ok(Some(format)), "{text}");
        for len in 0..text.len() {
            let found = detect(&text.as_bytes()[..len], HeadEnd::More);
            assert!(found == Ok(None) || found == Ok(Some(format)), "{found:?} of {len} bytes of {text}");
        }
    }
}

#[test]
fn an_empty_input_has_the_format_line() {
    for text in ["", "\n\n", "# a comment\n", " \n# x"] {
        assert_eq!(detect(text.as_bytes(), HeadEnd::Eof), Ok(Some("line")), "{text:?}");
        assert_eq!(detect(text.as_bytes(), HeadEnd::More), Ok(None), "{text:?}");
    }
}

#[test]
fn an_unrecognized_input_is_shown_by_its_first_line() {
    let first_line = |text: &[u8], end| match detect(text, end) {
        Err(FormatError::Unrecognized { first_line }) => first_line,
        other => panic!("{other:?}"),
    };
    assert_eq!(first_line(b"\n# c\nhello world\nx\n", HeadEnd::Eof), "hello world");
    let long = "y".repeat(100);
    assert_eq!(first_line(long.as_bytes(), HeadEnd::Truncated), format!("{}…", "y".repeat(60)));
}

#[test]
fn a_format_that_lacks_what_the_options_require_is_refused() {
    let head = Head { bytes: b"puzzle,x\n", end: HeadEnd::Eof };
    let error = |name: &str, options: &ReadOptions| {
        open_format(Format::named(name).unwrap(), &head, options).err().expect("an error").to_string()
    };
    let expected = ReadOptions { expected_solutions: true, ..read_options() };
    assert_eq!(error("line", &expected), "format line has no column with answers to verify or to move");
    assert_eq!(
        error("csv", &expected),
        "there is no column with answers (solution, solutions, answer, answers, target, label, output, solved); the columns are puzzle, x"
    );
    let regions = ReadOptions { regions: true, ..read_options() };
    assert_eq!(error("csv", &regions), "format csv has no regions with each record");
    let hints = ReadOptions { givens_only: true, ..read_options() };
    assert_eq!(error("pencilmark", &hints), "format pencilmark has candidates, but givens are needed");
    let column = ReadOptions { column: Some("y".into()), ..read_options() };
    assert_eq!(error("csv", &column), "there is no column \"y\"; the columns are puzzle, x");
}

//! Boards as people write them: alphabets, drawn boards, metadata behind them.

mod common;

use common::{pattern, rows, run};
use quadrille::{Batch, Input, Shape, Task, unstable::format::Alphabet};
use std::{fs, io::Read};
use tempfile::tempdir;

fn shape(side: usize) -> Shape {
    Shape::from_side(side).unwrap()
}

/// A solved board in an alphabet.
fn solved(side: usize, alphabet: Alphabet) -> String {
    text(&pattern(shape(side)), alphabet)
}

fn text(cells: &[u8], alphabet: Alphabet) -> String {
    cells.iter().map(|digit| char::from(alphabet.symbol(*digit))).collect()
}

/// The board without the cells whose index is a multiple of 7, and without one digit.
fn open(board: &str, without: char, empty: char) -> String {
    board.char_indices().map(|(i, c)| if i % 7 == 0 || c == without { empty } else { c }).collect()
}

/// The answers to a text as a file, mapped and read, in one piece and byte by byte from a pipe, on one thread and
/// several: always the same.
fn answers(args: &[&str], text: &str) -> (String, i32) {
    let dir = tempdir().unwrap();
    let path = dir.path().join("in").to_str().unwrap().to_owned();
    fs::write(&path, text).unwrap();
    let first = run(&[args, &["-q", "-t", "1", &path]].concat(), "");
    for more in [&["--no-mmap"][..], &["--chunk-size", "1", "-t", "4"], &["--chunk-size", "1000", "-t", "2"]]
    {
        assert_eq!(run(&[args, &["-q", &path], more].concat(), ""), first, "{more:?}");
    }
    let piped = run(&[args, &["-q", "-t", "3"]].concat(), text);
    assert_eq!((&piped.0, piped.2), (&first.0, first.2), "from a pipe");
    let mut parts = String::new();
    for shard in ["1/3", "2/3", "3/3"] {
        parts += &run(&[args, &["-q", "--shard", shard, &path]].concat(), "").0;
    }
    assert_eq!(parts, first.0, "in shards");
    (first.0, first.2)
}

/// A reader that gives a byte at a time.
struct Drip<'t>(&'t [u8]);

impl Read for Drip<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let n = self.0.len().min(1).min(buffer.len());
        buffer[..n].copy_from_slice(&self.0[..n]);
        self.0 = &self.0[n..];
        Ok(n)
    }
}

fn dripped(text: &str) -> String {
    let mut out = Vec::new();
    Batch::new(Task::Solve)
        .run(vec![Input::reader("drip", Drip(text.as_bytes()))], &mut out, &mut ())
        .unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn a_hex_board_with_dots_is_not_read_with_0_as_empty() {
    for (side, name) in [(16, "hex"), (25, "base36"), (12, "hex")] {
        let solution = solved(side, Alphabet::ZeroBased);
        let record = open(&solution, '#', '.');
        assert!(record.contains('0') && record.contains('.'));
        for args in [&["solve"][..], &["solve", "--symbols", name], &["solve", "--symbols", "hex"]] {
            assert_eq!(
                answers(args, &format!("{record}\n")),
                (format!("{solution}\n"), 0),
                "{side} {args:?}"
            );
        }
        let lower = record.to_lowercase();
        assert_eq!(answers(&["solve"], &format!("{lower}\n")).0, format!("{solution}\n"));
    }
}

#[test]
fn a_hex_board_is_read_as_such_in_every_format() {
    let solution = solved(16, Alphabet::ZeroBased);
    let record = open(&solution, '#', '.');
    assert_eq!(answers(&["solve"], &rows(&record)).0, rows(&solution));
    let csv = format!("id,puzzle\n7,{record}\n");
    assert_eq!(
        answers(&["solve"], &csv).0,
        format!("id,puzzle,solution,status\n7,{record},{solution},solved\n")
    );
    let json = format!("{{\"puzzle\":\"{record}\"}}\n");
    assert!(answers(&["solve"], &json).0.contains(&solution));
}

#[test]
fn a_board_in_digits_or_hex_is_invalid_with_both_readings_named() {
    // Neither a 0 nor a G: fifteen digits of either alphabet.
    let record = open(&solved(16, Alphabet::ZeroBased), '0', '.');
    let (out, error, code) = run(&["solve", "-q"], format!("{record}\n"));
    assert_eq!(
        out,
        "!invalid: the symbols can be read as digits (1 to 9, A = 10) or hex (0 to 9, then A); name the symbols\n"
    );
    assert_eq!(error.lines().last(), Some("quadrille: use --symbols digits or --symbols hex"));
    assert_eq!(code, 1);
    for (symbols, alphabet) in [("digits", Alphabet::Digits), ("hex", Alphabet::ZeroBased)] {
        let (out, code) = answers(&["solve", "--symbols", symbols], &format!("{record}\n"));
        let missing = if alphabet == Alphabet::Digits { 'G' } else { '0' };
        assert!(code == 0 && out.contains(missing), "{out}");
    }
}

#[test]
fn letters_up_to_f_are_not_silently_letters_or_digits() {
    let record = format!("{:.<256}\n", "ABCDEF");
    let (out, code) = answers(&["solve"], &record);
    assert!(out.starts_with("!invalid: the symbols can be read as letters (A = 1), digits"), "{out}");
    assert_eq!(code, 1);
    for symbols in ["letters", "digits", "hex"] {
        assert_eq!(answers(&["solve", "--symbols", symbols], &record).1, 0);
    }
    // A board without any given can be in one alphabet only.
    assert_eq!(answers(&["solve"], &format!("{}\n", ".".repeat(256))).1, 0);
    assert_eq!(answers(&["solve"], &format!("{}\n", "0".repeat(256))).1, 0);
}

#[test]
fn the_first_records_decide_for_the_others_whatever_the_way_of_reading() {
    let zero_based = solved(16, Alphabet::ZeroBased);
    let digits = solved(16, Alphabet::Digits);
    // The first record fits digits and hex, the last one only one of them.
    let unclear = open(&zero_based, '0', '.');
    for (last, alphabet) in [(open(&zero_based, '#', '.'), "hex"), (open(&digits, '#', '.'), "digits")] {
        let text = format!("{unclear}\n{unclear}\n{last}\n");
        let expected = answers(&["solve", "--symbols", alphabet], &text);
        assert_eq!(answers(&["solve"], &text), expected, "{alphabet}");
        assert!(!expected.0.contains('!'));
        assert_eq!(dripped(&text), expected.0);
    }
    // A malformed record before them is skipped; a small board shows nothing, and the search ends there.
    let (with_bad, code) = answers(&["solve"], &format!("bad\n{unclear}\n{digits}\n"));
    assert!(code == 1 && with_bad.matches("!invalid").count() == 1, "{with_bad}");
    let with_small = answers(&["solve"], &format!("1...3..2..4.4..1\n{unclear}\n{digits}\n")).0;
    assert_eq!(with_small.matches("!invalid").count(), 1);
}

#[test]
fn a_record_that_is_certain_keeps_its_own_alphabet() {
    let boards = [Alphabet::Letters, Alphabet::Digits, Alphabet::ZeroBased].map(|a| solved(16, a));
    let [letters, digits, _] = &boards;
    let text = format!("{}\n{}\n", open(letters, '#', '.'), open(digits, '#', '.'));
    assert_eq!(answers(&["solve"], &text).0, format!("{letters}\n{digits}\n"));
    // After records in digits, a 0 beside dots is an empty cell or a digit.
    let text = format!("{}\n{}\n", open(digits, '#', '.'), open(&boards[2], '#', '.'));
    let (out, code) = answers(&["solve"], &text);
    assert!(
        code == 1 && out.starts_with(&format!("{digits}\n!invalid: the symbols can be read as digits")),
        "{out}"
    );
}

#[test]
fn zeros_alone_are_empty_cells_unless_the_board_may_be_complete() {
    let digits = solved(16, Alphabet::Digits);
    assert_eq!(answers(&["solve"], &format!("{}\n", open(&digits, '#', '0'))), (format!("{digits}\n"), 0));
    let letters = solved(16, Alphabet::Letters);
    assert_eq!(answers(&["solve"], &format!("{}\n", open(&letters, '#', '0'))), (format!("{letters}\n"), 0));
    let complete = solved(16, Alphabet::ZeroBased);
    let (out, code) = answers(&["solve"], &format!("{complete}\n"));
    assert!(code == 1 && out.starts_with("!invalid: the symbols can be read as digits"), "{out}");
    assert_eq!(
        answers(&["solve", "--symbols", "hex"], &format!("{complete}\n")),
        (format!("{complete}\n"), 0)
    );
    let read = complete.replace('0', "G");
    assert_eq!(
        answers(&["solve", "--symbols", "digits"], &format!("{complete}\n")),
        (format!("{read}\n"), 0)
    );
}

#[test]
fn small_boards_are_always_in_digits() {
    let text = "1...3..2..4.4..1\n";
    for symbols in ["auto", "letters", "digits", "hex"] {
        assert_eq!(answers(&["solve", "--symbols", symbols], text), ("1234341221434321\n".into(), 0));
    }
}

#[test]
fn hexadecimal_pencil_marks_are_read_by_their_position() {
    let side = 16;
    let cells = pattern(shape(side));
    let marks: Vec<u32> =
        cells.iter().enumerate().map(|(i, d)| if i % 7 == 0 { u32::MAX } else { 1 << (d - 1) }).collect();
    for alphabet in [Alphabet::Letters, Alphabet::Digits, Alphabet::ZeroBased] {
        let mut record = Vec::new();
        alphabet.write_candidates(shape(side), &marks, &mut record);
        record.push(b'\n');
        let out = answers(&["solve"], std::str::from_utf8(&record).unwrap());
        assert_eq!(out, (format!("{}\n", solved(side, alphabet)), 0), "{alphabet:?}");
    }
    // Marks in the first position only, all of them `0`.
    let record = format!("0{}", ".".repeat(15)).repeat(256) + "\n";
    let (out, code) = answers(&["count", "--limit", "1", "--format", "pencilmark"], &record);
    assert!(code == 1 && out.starts_with("!invalid: the symbols can be read as"), "{out}");
}

#[test]
fn a_line_end_drops_nothing_except_in_poj3074() {
    let (four, solved) = ("1...3..2..4.4..1\n", "1234341221434321\n");
    let text = format!("{four}end\n{four}");
    let (out, code) = answers(&["solve"], &text);
    let reason = "!invalid: a line `end` is not a puzzle; it ends the input only in the format poj3074\n";
    assert_eq!((out, code), (format!("{solved}{reason}{solved}"), 1));
    let (out, error, code) = run(&["solve", "-q", "--format", "poj3074"], &*text);
    assert_eq!((out.as_str(), error.as_str(), code), (solved, "", 0));
    // As the last line of an input that is recognized as `line`, it is noted and has no answer.
    for tail in ["end", "end\n", " end \r\n\n \n"] {
        let text = format!("{}{tail}", four.repeat(5));
        assert_eq!(answers(&["solve"], &text), (solved.repeat(5), 0), "{tail:?}");
        assert_eq!(dripped(&text), solved.repeat(5));
        let error = run(&["solve"], &*text).1;
        assert!(error.contains("quadrille: -:6: the last line, `end`, is not a record\n"), "{error}");
    }
    assert_eq!(answers(&["solve", "--format", "line"], &format!("{four}end\n")).1, 1);
    // Each input has its own end.
    let dir = tempdir().unwrap();
    let path = |name: &str, text: &str| {
        let path = dir.path().join(name).to_str().unwrap().to_owned();
        fs::write(&path, text).unwrap();
        path
    };
    let (a, b) = (path("a", &format!("{four}end\n")), path("b", four));
    assert_eq!(run(&["solve", "-q", &a, &b], ""), (solved.repeat(2), String::new(), 0));
}

#[test]
fn lines_that_end_with_a_carriage_return_alone_are_refused() {
    let four = "1...3..2..4.4..1";
    for text in [
        format!("{four}\r").repeat(3),
        format!("# a comment\r{four}\r{four}"),
        format!("puzzle,x\r{four},1\r"),
        format!("{{\"puzzle\":\"{four}\"}}\r{{\"puzzle\":\"{four}\"}}\r"),
        rows(four).replace('\n', "\r"),
        format!("\r\r{four}\r{four}\r"),
        format!("{four}\r").repeat(10_000),
    ] {
        for args in [&["solve", "-q"][..], &["solve", "-q", "--format", "line"]] {
            let (out, error, code) = run(args, &*text);
            let says = "quadrille: -: its lines end with CR alone; expected LF or CR LF; \
                        convert it: tr '\\r' '\\n' < FILE | quadrille …\n";
            assert_eq!((out.as_str(), error.as_str(), code), ("", says, 2), "{text:.60?}");
        }
    }
    // Later in a file of lines, such a line is one malformed record.
    let text = format!("{four}\n{four}\r{four}\r\n{four}\r\n");
    let (out, code) = answers(&["solve"], &text);
    assert_eq!(
        out.lines()
            .map(|line| line.starts_with("!invalid: column 17: a carriage return"))
            .collect::<Vec<_>>(),
        [false, true, false]
    );
    assert_eq!(code, 1);
}

//! Boards as people write them: alphabets, drawn boards, metadata after them.

use crate::common::{pattern, rows, run};
use quadrille::{Batch, Input, Shape, tasks::Solve};
use quadrille_grid::Alphabet;
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
    Batch::new(Solve::new())
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

/// As the package `sudoku` of npm writes puzzles: digits from 0 to 8, and `null` for an empty cell.
#[test]
fn zeros_beside_other_empty_cells_are_invalid_unless_the_symbols_are_named() {
    const REASON: &str = "0 is an empty cell, or a digit from 0 to 3, because other cells are empty in another way; \
                          name the symbols if it is an empty cell";
    let numbers = "[[1,0,null,null],[3,null,null,2],[null,null,2,null],[2,null,null,1]]";
    let records = [
        format!("{{\"puzzle\":{numbers}}}\n"),
        format!("[{{\"puzzle\":{numbers}}}]\n"),
        "10..3..2..2.2..1\n".to_owned(),
        "id,puzzle\n1,10..3..2..2.2..1\n".to_owned(),
        "10..\n3..2\n..2.\n2..1\n".to_owned(),
    ];
    for record in records {
        for command in ["solve", "check"] {
            let (out, error, code) = run(&[command, "-q"], record.clone());
            assert!(format!("{out}{error}").contains(REASON), "{record}{out}{error}");
            assert_eq!(error.lines().last(), Some("quadrille: use --symbols digits if 0 is an empty cell"));
            assert_eq!(code, 1);
        }
        let (_, error, code) = run(&["check", "--symbols", "digits"], record.clone());
        assert_eq!(code, 0, "{record}{error}");
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
    let reason =
        "!invalid: a line `end` is not a puzzle; name the judge's format if it is to end the input\n";
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
                        convert it: tr '\\r' '\\n' < FILE | quadrille solve -\n";
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

/// The folder with boards as they are drawn, each with its answers in a file of the same name and `.out`.
fn drawn() -> Vec<std::path::PathBuf> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus/drawn");
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_none_or(|extension| extension != "out"));
    files.sort();
    files
}

#[test]
fn boards_are_read_and_filled_as_they_are_drawn() {
    assert!(drawn().len() >= 18);
    for path in drawn() {
        let text = fs::read_to_string(&path).unwrap();
        let (out, code) = answers(&["solve"], &text);
        let golden = format!("{}.out", path.display());
        if std::env::var_os("QUADRILLE_UPDATE_CORPUS").is_some() {
            fs::write(&golden, &out).unwrap();
        }
        assert_eq!((out.as_str(), code), (&*fs::read_to_string(golden).unwrap(), 0), "{}", path.display());
        // The output is read again, and nothing is left to fill in.
        assert_eq!(answers(&["solve"], &out), (out, 0), "{}", path.display());
    }
}

#[test]
fn a_drawn_board_is_the_same_puzzle_as_its_line() {
    const EASY: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
    const HARD: &str = "812753649943682175675491283154237896369845721287169534521974368438526917796318452";
    for path in drawn() {
        let name = path.file_name().unwrap().to_str().unwrap();
        if name.starts_with("numbers-") && name != "numbers-behind.txt" {
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        let (out, code) = answers(&["solve", "--output-format", "line"], &text);
        assert_eq!(code, 0, "{name}");
        assert!(out.lines().all(|line| [EASY, HARD, "1234341221434321"].contains(&line)), "{name}: {out}");
        let boards = if name.starts_with("run-on") { 3 } else { 1 };
        assert!(out.lines().count() >= boards, "{name}: {out}");
    }
}

#[test]
fn placed_digits_and_deleted_candidates_of_hodoku_are_never_ignored_silently() {
    // The only solution has 2 in r1c3, so nothing is left if it is deleted.
    let line = |cells: &str, deleted: &str| format!(":0300:1:{cells}:{deleted}:114:r1c4:\n");
    let easy = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let placed = easy.replacen("53.", "53+4", 1);
    let text =
        [line(&placed, ""), line(easy, "411 413"), line(&placed, "413"), line(&placed, "4r1c3")].concat();
    let (out, code) = answers(&["check"], &text);
    let reason = "expected a deleted candidate, such as 715: digit, row, column";
    let own = "!invalid: column 92: the deleted candidate 413 is the digit of r1c3; remove one of them";
    assert_eq!((out.as_str(), code), (&*format!("unique\nnone\n{own}\n!invalid: column 92: {reason}\n"), 1));
    // Digits that are placed are written; deleted candidates cannot be.
    let (out, code) = answers(&["convert", "--output-format", "line"], &text);
    assert!(out.starts_with(&format!("{}\n!invalid", easy.replacen("53.", "534", 1))) && code == 1, "{out}");
    let (out, code) = answers(&["givens", "--output-format", "pair"], &text);
    let lines: Vec<_> = out.lines().collect();
    assert!(lines[0].starts_with(&format!("{easy},30")), "{out}");
    let reason = "a puzzle of givens cannot hold deleted candidates";
    assert!(lines[1..].iter().all(|line| line.contains(reason)) && lines.len() == 4, "{out}");
    assert_eq!(code, 1);
}

#[test]
fn drawn_candidates_are_refused_by_tasks_that_need_givens_and_where_a_row_is_wrong() {
    let row = "| 5 3 124 | 26 7 2468 | 1489 1249 248 |\n";
    let (out, code) = answers(&["check"], &format!("{}\n{}| 5 3 |\n", row.repeat(8), row.repeat(8)));
    let expected = "!invalid: expected 9 rows, found 8\n!invalid: row 9: expected 9 cells, found 2\n";
    assert_eq!((out.as_str(), code), (expected, 1));
    let (_, error, code) = run(&["hint", "--method", "naked-singles"], row);
    let says = "format candidates has candidates, but givens are needed; candidates are read by solve, count, hint except by naked-singles, check";
    assert!(error.contains(says), "{error}");
    assert_eq!(code, 2);
}

#[test]
fn nine_lines_directly_after_nine_others_are_a_board_of_their_own() {
    let four = rows("1...3..2..4.4..1");
    let solved = rows("1234341221434321");
    for count in [2, 3, 50, 2000] {
        assert_eq!(answers(&["solve"], &four.repeat(count)), (solved.repeat(count), 0), "{count}");
    }
    // A row that is too short affects its own board only.
    let (out, code) = answers(&["check"], &format!("{four}12..\n...\n....\n....\n{four}"));
    assert_eq!((out.as_str(), code), ("unique\n!invalid: row 2: expected 4 cells, found 3\nunique\n", 1));
    // Between blank lines, rows that are too many make the board malformed, as before.
    let (out, code) = answers(&["check"], &format!("{four}12..\n\n{four}"));
    assert_eq!((out.as_str(), code), ("!invalid: expected 4 rows, found 5\n\nunique\n", 1));
}

#[test]
fn complete_boards_are_not_taken_for_a_judges_number_of_boards() {
    let solved = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
    let nine = rows(solved);
    let ruled: String = nine
        .lines()
        .enumerate()
        .map(|(i, row)| format!("{}{row}\n", if i % 3 == 0 && i > 0 { "-----------\n" } else { "" }))
        .collect();
    let four = rows("1234341221434321");
    for text in [&nine.repeat(2), &ruled, &four.repeat(3), &four.repeat(4000), &nine.repeat(1000)] {
        assert_eq!(answers(&["solve"], text), (text.clone(), 0), "{text:.100}");
    }
}

#[test]
fn a_malformed_row_of_letters_is_not_taken_for_a_title() {
    for side in [12, 16] {
        let solution = solved(side, Alphabet::Letters);
        let board = rows(&solution);
        for wrong in ["AB!", "AB\u{7f}", "ABZ"] {
            // The first row, and one in the middle, which begins with two letters.
            let first = format!("{wrong}{}", &board[3..]);
            let row = 5 * (side + 1);
            let middle = format!("{}{wrong}{}", &board[..row], &board[row + 3..]);
            for bad in [first, middle] {
                let text = format!("{board}\n{bad}\n{board}");
                let (out, code) = answers(&["check", "--format", "grid"], &text);
                assert_eq!(out.lines().filter(|line| !line.is_empty()).count(), 3, "{side} {wrong}: {out}");
                assert!(
                    code == 1 && out.starts_with("unique\n\n!invalid: r") && out.ends_with("unique\n"),
                    "{out}"
                );
            }
        }
    }
    // An x is an empty cell of a small board, and no title.
    let (out, code) = answers(&["solve"], "xx3.\n3.xx\nx1..\n4xx1\n");
    assert_eq!((out.as_str(), code), ("1234\n3412\n2143\n4321\n", 0));
}

#[test]
fn a_line_that_can_be_two_boards_is_malformed_with_both_named() {
    let four = format!("{:81}", "1234341221434321");
    let (out, code) = answers(&["solve"], &format!("{four}\n"));
    assert_eq!(code, 1);
    assert_eq!(
        out,
        "!invalid: either a 9×9 grid with blanks for empty cells, or a 4×4 grid and text after it; write dots for empty \
         cells or remove the text\n"
    );
    // On a 25×25 board, X is a digit.
    let solution = solved(25, Alphabet::Letters);
    let record = open(&solution, '#', '.');
    assert!(record.contains('X'));
    assert_eq!(answers(&["solve"], &format!("{record}\n")), (format!("{solution}\n"), 0));
    let digits = open(&solved(25, Alphabet::Digits), '#', 'x');
    assert!(
        answers(&["solve"], &format!("{digits}\n")).0.starts_with("!invalid: column 1: 'x' is not a symbol")
    );
}

#[test]
fn the_text_after_a_board_is_kept_byte_for_byte() {
    let (four, solved) = ("1...3..2..4.4..1", "1234341221434321");
    let long = "x".repeat(3 << 20);
    let tails = [
        ";ED=11.9/1.2/1.2;coly",
        " # comment",
        "\tx\ty",
        ",a,\"b\"",
        "#c",
        "",
        " ",
        "\r",
        ";ä\u{1F600}\r",
        &format!(";{long}"),
    ];
    let records = |word: &str| -> String { tails.iter().map(|tail| format!("{word}{tail}\n")).collect() };
    assert_eq!(answers(&["solve", "--keep-trailing"], &records(four)), (records(solved), 0));
    assert_eq!(answers(&["check", "--keep-trailing"], &records(four)), (records("unique"), 0));
    assert_eq!(answers(&["count", "--keep-trailing"], &format!("3: {four} 17")).0, "1 17\n");
    // A malformed record keeps its text too; comments and blank lines are dropped as without the option.
    let (out, code) = answers(&["solve", "--keep-trailing"], &format!("# c\n12;x\n\n{four};y\nend\n"));
    assert_eq!(out, format!("!invalid: expected 16, 36, 81, 144, 256 or 625 cells, found 2;x\n{solved};y\n"));
    assert_eq!(code, 1);
    let (out, _) = answers(&["solve", "--keep-trailing"], &format!("{four};x\nend\n{four};y\n"));
    assert_eq!(out.lines().count(), 3);
}

#[test]
fn text_is_kept_only_where_it_would_be_lost() {
    for (args, text, says) in [
        (&[][..], "puzzle\n1...3..2..4.4..1\n", "format csv has no text after its grids, only line has"),
        (&[], "1...\n3..2\n..4.\n4..1\n", "remove --keep-trailing"),
        (
            &["--output-format", "csv"],
            "1...3..2..4.4..1;x\n",
            "output format csv cannot hold the text after a grid",
        ),
    ] {
        let (out, error, code) = run(&[&["solve", "--keep-trailing", "-q"], args].concat(), text);
        assert!(out.is_empty() && code == 2 && error.contains(says), "{error}");
    }
}

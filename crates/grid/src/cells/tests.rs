//! Lines, fields and single puzzles.

use super::*;

fn read(line: &[u8]) -> Result<(Shape, Alphabet, Vec<u8>), ParsePuzzleError> {
    let mut cells = vec![7];
    let read = parse_line(line, Symbols::Auto, &mut cells);
    assert_eq!(cells.remove(0), 7);
    if read.is_err() {
        assert!(cells.is_empty(), "cells are unchanged after an error");
    }
    read.map(|(shape, alphabet)| (shape, alphabet, cells))
}

const NINE: &str = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

#[test]
fn five_characters_stand_for_an_empty_cell() {
    let dots = read(NINE.as_bytes()).unwrap().2;
    for empty in ["0", "*", "-", "_"] {
        assert_eq!(read(NINE.replace('.', empty).as_bytes()).unwrap().2, dots);
    }
}

#[test]
fn a_zero_beside_other_empty_cells_may_be_a_digit() {
    let digits = |symbols: Symbols, text: &str| {
        let mut cells = Vec::new();
        parse_line(text.as_bytes(), symbols, &mut cells).map(|_| cells)
    };
    // With a 9, or a 4 on a board of 4×4, the digits begin with 1.
    let (nine, four) = (NINE.replacen('.', "0", 3), "0...3..2..4.4..1");
    let without_nine = nine.replace('9', "8");
    for empty in [".", "*", "-", "_", "x", "?"] {
        for (with_highest, without) in [(&*nine, &*without_nine), (four, &four.replace('4', "2"))] {
            let text = with_highest.replace('.', empty);
            let plain = text.replace(empty, "0");
            assert_eq!(digits(Symbols::Auto, &text), digits(Symbols::Auto, &plain), "{text}");
            let text = without.replace('.', empty);
            let side = if text.len() == 81 { 9 } else { 4 };
            for symbols in [Symbols::Auto, Symbols::ZeroBased] {
                assert_eq!(digits(symbols, &text), Err(ParsePuzzleError::UnclearZero(side)), "{text}");
            }
            let plain = digits(Symbols::Auto, &text.replace(empty, "0"));
            assert_eq!(digits(Symbols::Digits, &text), plain, "{text}");
        }
    }
}

#[test]
fn the_rest_of_a_line_is_ignored() {
    let plain = read(NINE.as_bytes()).unwrap();
    for tail in ["\r", " ", "\t\r", ",123", ";x", "#hard", " 17 clues\r"] {
        assert_eq!(read(format!("{NINE}{tail}").as_bytes()).unwrap(), plain, "{tail:?}");
        assert_eq!(read(format!(" \t{NINE}{tail}").as_bytes()).unwrap(), plain, "{tail:?}");
    }
}

#[test]
fn a_puzzle_in_memory_has_nothing_around_it_but_whitespace() {
    for puzzle in [NINE, "1...3..2..4.4..1", &"-".repeat(256)] {
        let plain: Puzzle = puzzle.parse().unwrap();
        for text in [format!(" {puzzle}\n"), format!("{puzzle}\r\n"), format!("\t{puzzle}")] {
            assert_eq!(text.parse(), Ok(plain.clone()), "{text:?}");
        }
        for tail in [" junk", ",123", ";x", "#hard", " 1", "\n1", ","] {
            let text = format!("{puzzle}{tail}");
            assert!(text.parse::<Puzzle>().is_err(), "{text:?}");
            assert!(format!("{tail}{puzzle}").parse::<Puzzle>().is_err(), "{text:?}");
        }
    }
    let error = "1...3..2..4.4..1 junk".parse::<Puzzle>().unwrap_err();
    assert_eq!(error.to_string(), "expected 16, 36, 81, 144, 256 or 625 cells, found 21");
    // As many characters as a larger board has.
    let error = format!("1...3..2..4.4..1{}", " junk".repeat(4)).parse::<Puzzle>().unwrap_err();
    assert_eq!(error.to_string(), "column 17: byte 0x20 is not a symbol of a 6×6 grid");
    assert_eq!("".parse::<Puzzle>().unwrap_err().reason(), Some(&ParsePuzzleError::Length(0)));
}

#[test]
fn fast_and_general_reading_agree_on_every_byte() {
    for byte in 0..=255u8 {
        for at in [0, 40, 80] {
            let mut line = NINE.as_bytes().to_vec();
            line[at] = byte;
            let mut general = Vec::new();
            let slow = parse_line_slowly(&line, Symbols::Auto.into(), &mut general);
            let fast = read(&line);
            assert_eq!(fast.clone().map(|f| f.0), slow.map(|s| s.0), "{byte:#x} at {at}");
            if let Ok((_, _, cells)) = fast {
                assert_eq!(cells, general);
            }
        }
    }
}

#[test]
fn errors_name_the_column() {
    assert_eq!(read(&NINE.as_bytes()[1..]), Err(ParsePuzzleError::Length(80)));
    assert_eq!(read(b""), Err(ParsePuzzleError::Length(0)));
    let line = NINE.replacen("36", "3\u{0}", 1);
    let error = read(line.as_bytes()).unwrap_err();
    assert_eq!(error.to_string(), "column 13: byte 0x00 is not a symbol of a 9×9 grid");
    let error = read(b"5...............").unwrap_err();
    assert_eq!(error.to_string(), "column 1: '5' is not a symbol of a 4×4 grid");
    let long = vec![b'1'; MAX_LINE + 1];
    assert_eq!(read(&long), Err(ParsePuzzleError::TooLong));
}

#[test]
fn a_board_that_was_read_as_a_number_lacks_zeros() {
    let nine = "001000000".repeat(9);
    let error = |text: &str| text.parse::<Puzzle>().unwrap_err().to_string();
    let expected = "expected 81 cells, found 79 digits; leading zeros are missing: read the column as text, as with dtype=str of pandas";
    assert_eq!(error(&nine[2..]), expected);
    assert_eq!(
        error(&format!("{nine}{nine}")[17 + 81..]),
        "expected 16, 36, 81, 144, 256 or 625 cells, found 64"
    );
    let of = |text: &str| read(text.as_bytes()).unwrap_err();
    assert_eq!(of("103002004000001"), ParsePuzzleError::LeadingZeros { found: 15, area: 16 });
    assert_eq!(of(&"1020".repeat(7)), ParsePuzzleError::LeadingZeros { found: 28, area: 36 });
    // Other texts: without a zero, with one at the beginning, with other symbols, with a digit that is too large, much shorter ones.
    for text in ["123412341234123", "010300200400001", "10300200400000.", "503002004000001", "10200300", ""] {
        assert_eq!(of(text), ParsePuzzleError::Length(text.len()), "{text}");
    }
}

#[test]
fn a_board_that_a_spreadsheet_has_shortened_has_lost_digits() {
    for text in ["5.30070000600195E+80", "5.3007e+80", "4E+15"] {
        assert_eq!(
            text.parse::<Puzzle>().unwrap_err().reason(),
            Some(&ParsePuzzleError::Scientific),
            "{text}"
        );
    }
    for text in ["5.3007", "E+80", "5.E+80", "5.3E+", "-5.3E+80", "x.3E+80"] {
        let error = text.parse::<Puzzle>().unwrap_err();
        assert_eq!(error.reason(), Some(&ParsePuzzleError::Length(text.len())), "{text}");
    }
}

#[test]
fn the_alphabet_of_a_large_board_follows_from_its_givens() {
    let mut line = vec![b'.'; 256];
    line[0] = b'p';
    assert_eq!(read(&line).unwrap().2[0], 16);
    line[1] = b'1';
    assert_eq!(read(&line), Err(ParsePuzzleError::Symbol { column: 1, byte: b'p', side: 16 }));
    line[0] = b'g';
    let (_, alphabet, cells) = read(&line).unwrap();
    assert_eq!((alphabet, &cells[..2]), (Alphabet::Digits, &[16, 1][..]));
}

#[test]
fn comments_and_blank_lines_are_not_records() {
    for (line, record) in [("", false), (" \t\r", false), ("# x", false), ("  #x", false), ("x", true)] {
        assert_eq!(is_record(line.as_bytes()), record, "{line:?}");
        assert_eq!(is_record(format!("{line}\nx").as_bytes()), record, "{line:?} and a newline");
    }
}

#[test]
fn a_character_of_several_bytes_is_one_cell_and_is_shown_whole() {
    let error = |text: &str| text.parse::<Puzzle>().unwrap_err().to_string();
    assert_eq!(error("1...3..2..4.4..😀"), "column 16: '😀' is not a symbol of a 4×4 grid");
    assert_eq!(error(" 1é..3..2..4.4..1"), "column 3: 'é' is not a symbol of a 4×4 grid");
    assert_eq!(error("1...3..2😀"), "expected 16, 36, 81, 144, 256 or 625 cells, found 9");
    // Sixteen bytes, but not sixteen cells.
    assert_eq!(error("1...3..2..4.😀"), "expected 16, 36, 81, 144, 256 or 625 cells, found 13");
    let mut cells = Vec::new();
    let no_text = parse_field(b"1...3..2..4.4..\xFF", Symbols::Auto, &mut cells).unwrap_err();
    assert_eq!(no_text.to_string(), "column 16: byte 0xFF is not a symbol of a 4×4 grid");
}

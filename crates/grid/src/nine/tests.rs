//! Every instruction set against the plain code for one cell.

use super::*;
use crate::{Alphabet, Shape};

fn builds() -> impl Iterator<Item = (InstructionSet, NineText)> {
    InstructionSet::ALL.iter().filter_map(|isa| Some((*isa, NineText::new(*isa)?)))
}

const NINE: &[u8; CELLS] =
    b"8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

#[test]
fn every_instruction_set_reads_every_byte_in_every_cell_alike() {
    for (isa, build) in builds() {
        for cell in 0..CELLS {
            for byte in 0..=255 {
                for empty in [b'.', b'0'] {
                    let mut text = NINE.map(|byte| if byte == b'.' { empty } else { byte });
                    text[cell] = byte;
                    let (mut expected, mut cells) = (vec![7], vec![7]);
                    let is_nine = push_nine(&text, &mut expected);
                    let is_other = b".0*-_".contains(&byte) && (byte == b'0') != (empty == b'0');
                    assert!(!(is_nine && is_other), "{byte} in cell {cell}");
                    assert_eq!(build.read(&text, &mut cells), is_nine, "{isa:?} {byte} in cell {cell}");
                    assert_eq!(cells, expected, "{isa:?} {byte} in cell {cell}");
                }
            }
        }
    }
}

fn padded(numbers: &[u8]) -> [u8; 16] {
    std::array::from_fn(|i| numbers.get(i).copied().unwrap_or_default())
}

#[test]
fn every_instruction_set_moves_every_cell_alike() {
    let mut grid = [0; CELLS];
    for place in 0..CELLS {
        // Two digits, so that cells with other digits and with none move alike.
        (grid[place], grid[(place * 7 + 40) % CELLS]) = (place as u8 % 9 + 1, 9);
        for is_transposed in [false, true] {
            let rows = [8, 6, 7, 0, 2, 1, 3, 5, 4];
            let columns = [5, 4, 3, 8, 7, 6, 1, 0, 2];
            let digits = [0, 9, 1, 8, 2, 7, 3, 6, 4, 5];
            let motion = NineMotion {
                is_transposed,
                rows: padded(&rows),
                columns: padded(&columns),
                digits: padded(&digits),
            };
            let expected: Vec<u8> = (0..CELLS)
                .map(|cell| (usize::from(rows[cell / 9]), usize::from(columns[cell % 9])))
                .map(|(row, column)| if is_transposed { 9 * column + row } else { 9 * row + column })
                .map(|from| digits[usize::from(grid[from])])
                .collect();
            for (isa, build) in builds() {
                let mut moved = [7; CELLS];
                build.write_moved(&grid, &motion, &mut moved);
                assert_eq!(moved[..], expected, "{isa:?} {is_transposed}");
            }
        }
    }
}

#[test]
fn lines_are_read_up_to_the_first_that_is_not_81_cells() {
    let line = [NINE.as_slice(), b"\n"].concat();
    let mut other = line.clone();
    other[40] = b'x';
    let returned = [NINE.as_slice(), b"\r\n"].concat();
    for (isa, build) in builds() {
        for count in 0..5 {
            for rest in [&b""[..], b"\n", NINE, &other, &returned, b"# a comment\n", &line[..40]] {
                let text = [line.repeat(count).as_slice(), rest, b"\n", &line].concat();
                let is_line = rest == NINE;
                let expected = if is_line { count + 2 } else { count };
                // Nothing but whole lines, or some more text.
                let expected = if rest.is_empty() { count } else { expected };
                let mut cells = vec![7];
                assert_eq!(build.read_lines(&text, &mut cells), expected, "{isa:?} {count} {rest:?}");
                let mut one = Vec::new();
                push_nine(NINE, &mut one);
                assert_eq!(cells, [vec![7], one.repeat(expected)].concat());
            }
            let mut cells = Vec::new();
            let text = [line.repeat(count).as_slice(), NINE].concat();
            assert_eq!(build.read_lines(&text, &mut cells), count, "the last line has no newline");
        }
    }
}

#[test]
fn every_instruction_set_writes_every_digit_in_every_cell_alike() {
    for (isa, build) in builds() {
        let mut cells = Vec::new();
        for shift in 0..10 {
            cells.extend((0..CELLS).map(|cell| ((cell + shift) % 10) as u8));
        }
        let mut text = b"before\n".to_vec();
        build.write_lines(&cells, &mut text);
        let mut expected = b"before\n".to_vec();
        for grid in cells.chunks(CELLS) {
            expected.extend(grid.iter().map(|digit| Alphabet::Digits.symbol(*digit)));
            expected.push(b'\n');
        }
        assert_eq!(text, expected, "{isa:?}");
        assert_eq!(Shape::NINE.area(), CELLS);
    }
}

/// Rows of every kind, for all the lengths of the texts around a grid that are read by vectors, and longer ones.
#[test]
fn rows_are_read_up_to_the_first_that_is_different() {
    let texts: Vec<u8> = (0..80).map(|i| b'a' + i % 26).collect();
    let lengths = || [0, 1, 2, 5, 31, 32].into_iter();
    let frames = lengths().flat_map(|before| lengths().map(move |after| (before, after)));
    let frames = frames.map(|(before, after)| NineRow::Framed(&texts[..before], &texts[40..40 + after]));
    for row in frames.chain([NineRow::Pair(b','), NineRow::Pair(b'\t')]) {
        let record = match row {
            NineRow::Framed(before, after) => [before, &NINE[..], after].concat(),
            NineRow::Pair(delimiter) => [&NINE[..], &[delimiter], NINE, b"\n"].concat(),
        };
        assert_eq!(record.len(), row.bytes());
        let mut one = Vec::new();
        assert!(push_nine(NINE, &mut one));
        for at in 0..record.len() {
            let mut text = record.repeat(3);
            text[2 * record.len() + at] = b'!';
            for (isa, build) in builds() {
                let mut cells = vec![7];
                assert_eq!(build.read_rows(&text, row, &mut cells), 2, "{isa:?} {row:?} {at}");
                assert_eq!(cells, [vec![7], one.repeat(2)].concat(), "{isa:?} {row:?} {at}");
                let (whole, mut cells) = (&text[..record.len() + at], Vec::new());
                assert_eq!(build.read_rows(whole, row, &mut cells), 1, "{isa:?} {row:?} {at}");
            }
        }
    }
}

#[test]
fn rows_with_long_texts_are_left_to_others_or_read() {
    let long = b"x".repeat(33);
    for (isa, build) in builds() {
        for row in [NineRow::Framed(&long, b""), NineRow::Framed(b"", &long)] {
            let NineRow::Framed(before, after) = row else { continue };
            let text = [before, &NINE[..], after].concat().repeat(2);
            let mut cells = Vec::new();
            let read = build.read_rows(&text, row, &mut cells);
            assert!([0, 2].contains(&read) && cells.len() == read * CELLS, "{isa:?}");
        }
    }
}

#[test]
fn texts_of_every_length_are_written_around_a_grid() {
    let cells: Vec<u8> = (0..CELLS * 2).map(|cell| (cell % 10) as u8).collect();
    let source: Vec<u8> = (0..400).map(|i| (i % 251) as u8).collect();
    for (isa, build) in builds() {
        for len in 0..140 {
            // The parts of the second record reach to the end of the source, or leave less than a vector after them.
            let [short, glue, long] =
                [5, 33, len].map(|len| Padded::new(&[&source[..len / 2], &source[9..9 + len - len / 2]]));
            let empty = Padded::default();
            let around = [
                Around { before: 1..1 + len, glue: &short, after: &long, rest: None },
                Around {
                    before: 400 - len..400,
                    glue: &long,
                    after: &empty,
                    rest: Some((380 - len..400 - len / 7, &glue)),
                },
            ];
            let mut text = b"before".to_vec();
            build.write_around(&cells, &source, around.clone().into_iter(), &mut text);
            let mut expected = b"before".to_vec();
            for (grid, Around { before, glue, after, rest }) in cells.chunks(CELLS).zip(around) {
                expected.extend([&source[before], glue.text()].concat());
                expected.extend(grid.iter().map(|digit| Alphabet::Digits.symbol(*digit)));
                expected.extend(after.text());
                if let Some((part, end)) = rest {
                    expected.extend([&source[part], end.text()].concat());
                }
            }
            assert_eq!(text, expected, "{isa:?} {len}");
        }
    }
}

#[test]
fn a_padded_text_is_its_parts() {
    for len in 0..100 {
        let parts = [b"x".repeat(len), b"".to_vec(), b"yz".to_vec()];
        let padded = Padded::new(&parts.each_ref().map(|part| &**part));
        assert_eq!((padded.text(), padded.size()), (&*parts.concat(), len + 2));
        assert_eq!(padded.vectors().len(), (len + 2).div_ceil(32));
    }
    assert_eq!(Padded::new(&[b""]), Padded::default());
}

//! Every instruction set against the plain code for one cell.

use super::*;
use crate::{Shape, grid::Alphabet};

fn builds() -> impl Iterator<Item = (Isa, NineText)> {
    Isa::ALL.iter().filter_map(|isa| Some((*isa, NineText::new(*isa)?)))
}

const NINE: &[u8; CELLS] =
    b"8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

#[test]
fn every_instruction_set_reads_every_byte_in_every_cell_alike() {
    for (isa, build) in builds() {
        for cell in 0..CELLS {
            for byte in 0..=255 {
                let mut text = *NINE;
                text[cell] = byte;
                let (mut expected, mut cells) = (vec![7], vec![7]);
                let is_nine = push_nine(&text, &mut expected);
                assert_eq!(build.read(&text, &mut cells), is_nine, "{isa:?} {byte} in cell {cell}");
                assert_eq!(cells, expected, "{isa:?} {byte} in cell {cell}");
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

#[test]
fn texts_of_every_length_are_written_around_a_grid() {
    let cells: Vec<u8> = (0..CELLS * 2).map(|cell| (cell % 10) as u8).collect();
    let source: Vec<u8> = (0..400).map(|i| (i % 251) as u8).collect();
    for (isa, build) in builds() {
        for len in 0..140 {
            let part = |at: usize, len: usize| &source[at..at + len];
            let around = [
                Around { before: [part(0, len), part(3, 5)], after: [b"", part(1, len), b"\n", part(9, 16)] },
                Around { before: [b"", part(len, len)], after: [part(7, 33), b"ab", part(2, len), b""] },
            ];
            let mut text = b"before".to_vec();
            build.write_around(&cells, around.into_iter(), &mut text);
            let mut expected = b"before".to_vec();
            for (grid, Around { before, after }) in cells.chunks(CELLS).zip(around) {
                expected.extend(before.concat());
                expected.extend(grid.iter().map(|digit| Alphabet::Digits.symbol(*digit)));
                expected.extend(after.concat());
            }
            assert_eq!(text, expected, "{isa:?} {len}");
        }
    }
}

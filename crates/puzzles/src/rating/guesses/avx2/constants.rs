//! The constants of the rules for AVX2.

use super::super::fields::{ALL, THREE};

/// Four words, in one line of the cache.
#[repr(align(32))]
pub(super) struct Words(pub(super) [i64; 4]);

/// Constants that the compiler may not know, because it would replace many of the shuffles by two.
pub(super) struct Constants {
    /// Each field in the place of the one before it, around the end of its word.
    pub(super) next: Words,
    /// The lower three fields moved down by 1 and by 2, around their end.
    pub(super) turned: [Words; 2],
    /// The cells of a box.
    pub(super) cells: Words,
    /// Its other fields.
    pub(super) margins: Words,
    /// Exchanged bits: a cell gets two digits more, and other fields have the digits that were missing.
    pub(super) three: Words,
    /// How the fourth fields of the rows of a box become fields 0 to 2, and the word of its columns fields 4 to 6; and the
    /// same with fields moved down by 1 and by 2. The parts of both halves are in the same places of either.
    pub(super) rows_and_columns: [Words; 3],
    /// How these give the placements of the band and the stack of each box.
    pub(super) placements: [Words; 16],
    /// How the two words of placements of a line give the rows in its boxes: the parts of each.
    pub(super) rows: [Words; 2],
    /// How the rows in the boxes of a line give placements: in the first and the last box, and in the second.
    pub(super) lines: [Words; 2],
    /// How the rows of a line, fields 0 to 2, and the digits of the other two rows, 4 to 6, give the digits of a box;
    /// fields 3 and 7 have all digits. First from a band, then from a stack.
    pub(super) boxes: [Words; 2],
}

/// A field without digits.
const NONE: usize = 64;
const EMPTY: i64 = fields([NONE; 4]);

/// The bytes to shuffle for a word of these fields, of eight.
const fn fields(numbers: [usize; 4]) -> i64 {
    let mut bytes = [0; 8];
    let mut i = 0;
    while i < 4 {
        bytes[2 * i] = 2 * numbers[i] as u8;
        bytes[2 * i + 1] = 2 * numbers[i] as u8 + 1;
        i += 1;
    }
    i64::from_le_bytes(bytes)
}

/// The same two words in either half.
const fn twice(first: [usize; 4], second: [usize; 4]) -> Words {
    Words([fields(first), fields(second), fields(first), fields(second)])
}

/// Three fields from `from` on, moved down by `by` around their end.
const fn moved(from: usize, by: usize) -> i64 {
    fields([from + by % 3, from + (by + 1) % 3, from + (by + 2) % 3, NONE])
}

/// How rows in box `b` give placements, if they are the fields from `from` on.
const fn placements(from: usize, b: usize) -> [i64; 2] {
    [moved(from, b), moved(from, 3 - b)]
}

/// The placements of two parts.
const fn both(a: [i64; 2], b: [i64; 2]) -> Words {
    Words([a[0], a[1], b[0], b[1]])
}

pub(super) static CONSTANTS: Constants = {
    const TWO: i64 = 0x0000_6000_6000_6000;
    const FOURTH: i64 = (ALL & !THREE) as i64;
    const LOWER: i64 = THREE as i64;
    let mut of_boxes = [const { both([EMPTY; 2], [EMPTY; 2]) }; 16];
    let mut number = 0;
    while number < 9 {
        of_boxes[number] = both(placements(0, number % 3), placements(4, number / 3));
        number += 1;
    }
    Constants {
        next: twice([1, 2, 3, 0], [5, 6, 7, 4]),
        turned: [twice([1, 2, 0, 3], [5, 6, 4, 7]), twice([2, 0, 1, 3], [6, 4, 5, 7])],
        cells: Words([LOWER, LOWER, LOWER, 0]),
        margins: Words([!LOWER, !LOWER, !LOWER, -1]),
        three: Words([TWO | FOURTH, TWO | FOURTH, TWO | FOURTH, ALL as i64 & LOWER]),
        rows_and_columns: [
            Words([fields([3, 7, NONE, NONE]), EMPTY, fields([NONE, NONE, 3, NONE]), moved(4, 0)]),
            Words([fields([7, NONE, 3, NONE]), EMPTY, fields([NONE, 3, NONE, NONE]), moved(4, 1)]),
            Words([fields([NONE, 3, 7, NONE]), EMPTY, fields([3, NONE, NONE, NONE]), moved(4, 2)]),
        ],
        placements: of_boxes,
        rows: [
            Words([moved(0, 0), moved(0, 2), moved(0, 1), EMPTY]),
            Words([moved(4, 0), moved(4, 1), moved(4, 2), EMPTY]),
        ],
        lines: [both(placements(0, 0), placements(0, 2)), both(placements(4, 1), [EMPTY; 2])],
        boxes: [
            Words([fields([0, 0, 0, 4]), fields([1, 1, 1, 5]), fields([2, 2, 2, 6]), fields([3; 4])]),
            Words([fields([0, 1, 2, 3]), fields([0, 1, 2, 3]), fields([0, 1, 2, 3]), fields([4, 5, 6, 3])]),
        ],
    }
};

/// The band and the stack of each box.
pub(super) static LINES_OF: [[u8; 2]; 16] = {
    let mut all = [[0; 2]; 16];
    let mut number = 0;
    while number < 9 {
        all[number] = [number as u8 / 3, 3 + number as u8 % 3];
        number += 1;
    }
    all
};

//! One board of the search.

use super::fields::{ALL, THREE, turn};

/// A line is a band, 0 to 2, or a stack, 3 to 5.
pub(super) const LINES: usize = 6;

/// A box: a word for each row, and one for the columns.
///
/// The word of a row has its three cells and, in the fourth field, the digits that another row of the box can have. So each
/// digit is in one of the four. The last word has the digits that another column can have, for each column.
pub(super) type BoxDigits = [u64; 4];

/// Where each digit can be in a line.
///
/// A digit of a band is once in each row and once in each box: it has one of six *placements*. In each of the two words,
/// field `r` is the placement with row `r` in the first box; in the first word the next boxes have the rows `r + 1` and
/// `r + 2`, in the second one `r + 2` and `r + 1`, modulo 3. In a stack it is columns for rows.
pub(super) type Placements = [u64; 2];

/// The placements of a line that are left, and then those to be removed or already removed.
pub(super) type Line = [u64; 4];

/// The state of a search: the boxes, the lines, and a place that is not used, so that no index has to be checked.
#[derive(Clone, PartialEq, Debug)]
#[repr(align(32))]
pub(super) struct Board([[u64; 4]; 16]);

/// The placements that give digits these rows in a box, or columns.
#[inline(always)]
pub(super) const fn placements(b: usize, rows: u64) -> Placements {
    let bits = 16 * b as u32;
    [turn(rows, [0, 32, 16][b]), turn(rows, bits)]
}

/// The rows that digits can have in each box of a band, or the columns in each box of a stack.
#[inline(always)]
pub(super) fn rows([up, down]: Placements) -> [u64; 3] {
    [up | down, turn(up, 16) | turn(down, 32), turn(up, 32) | turn(down, 16)]
}

impl Board {
    /// A board without givens.
    pub(super) const EMPTY: Board = {
        let mut board = [[ALL & THREE, ALL & THREE, 0, 0]; 16];
        let mut number = 0;
        while number < 9 {
            board[number] = [ALL, ALL, ALL, ALL & THREE];
            number += 1;
        }
        Board(board)
    };

    #[inline(always)]
    pub(super) fn digits(&mut self, number: usize) -> &mut BoxDigits {
        &mut self.0[number % 16]
    }

    #[inline(always)]
    pub(super) fn line(&mut self, line: usize) -> &mut Line {
        &mut self.0[(9 + line) % 16]
    }

    /// The placements of a line that are left.
    #[inline(always)]
    pub(super) fn placements(&self, line: usize) -> Placements {
        let [up, down, ..] = self.0[(9 + line) % 16];
        [up, down]
    }

    /// Puts 81 cells onto the board, 0 for an empty one. Its lines are still to be updated.
    #[inline(always)]
    pub(super) fn start(&mut self, givens: &[u8; 81]) {
        self.clone_from(&Board::EMPTY);
        // Eight cells at a time, because a jump for each cell costs more than the givens.
        for (i, cells) in givens.as_chunks().0.iter().enumerate() {
            let cells = u64::from_le_bytes(*cells);
            let mut filled = (cells + 0x7F7F_7F7F_7F7F_7F7F) & 0x8080_8080_8080_8080;
            while filled != 0 {
                let at = filled.trailing_zeros() - 7;
                self.give(8 * i + at as usize / 8, 1 << (cells >> at & 0xF) >> 1);
                filled &= filled - 1;
            }
        }
        if givens[80] != 0 {
            self.give(80, 1 << givens[80] >> 1);
        }
    }

    /// Puts a given into its box, and leaves its lines to be updated.
    #[inline(always)]
    fn give(&mut self, cell: usize, digit: u64) {
        let Given { number, excluded, others, lines, removed } = &GIVENS[cell % 128];
        let everywhere = digit * 0x0001_0001_0001_0001;
        let digits = self.digits(usize::from(*number));
        for i in 0..4 {
            digits[i] &= !(everywhere & excluded[i] ^ others[i]);
        }
        for k in 0..2 {
            self.remove(usize::from(lines[k]), removed[k].map(|fields| fields & everywhere));
        }
    }

    /// Leaves placements of a line to be removed.
    #[inline(always)]
    pub(super) fn remove(&mut self, line: usize, [up, down]: Placements) {
        let line = self.line(line);
        line[2] |= up;
        line[3] |= down;
    }

    /// Whether placements of a line are to be removed.
    #[inline(always)]
    pub(super) fn is_due(&mut self, line: usize) -> bool {
        let [up, down, up_removed, down_removed] = *self.line(line);
        up & up_removed | down & down_removed != 0
    }
}

/// The effects of a given.
#[derive(Clone, Copy)]
struct Given {
    /// Its box.
    number: u8,
    /// Its band and its stack.
    lines: [u8; 2],
    /// The fields of the box that lose the digit, and its cell.
    excluded: BoxDigits,
    /// All digits of its cell, which keeps the digit.
    others: BoxDigits,
    /// The placements that each line loses.
    removed: [Placements; 2],
}

/// The effects of a given in each cell.
static GIVENS: [Given; 128] = {
    let none = Given { number: 0, lines: [0; 2], excluded: [0; 4], others: [0; 4], removed: [[0; 2]; 2] };
    let mut all = [none; 128];
    let mut cell = 0;
    while cell < 81 {
        let (row, column) = (cell / 9, cell % 9);
        let (r, c, band, stack) = (row % 3, column % 3, row / 3, column / 3);
        let given = &mut all[cell];
        (given.number, given.lines) = ((3 * band + stack) as u8, [band as u8, (3 + stack) as u8]);
        given.excluded = [THREE, THREE, THREE, 0xFFFF << (16 * c)];
        given.excluded[r] |= !THREE;
        given.others[r] = 0x1FF << (16 * c);
        given.removed =
            [placements(stack, THREE ^ 0xFFFF << (16 * r)), placements(band, THREE ^ 0xFFFF << (16 * c))];
        cell += 1;
    }
    all
};

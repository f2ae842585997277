//! Parts of a complete grid that can be exchanged to get another complete grid.
//!
//! ```text
//!   digits a and b, by rows          rows r and s of one band, by columns
//!
//!   . a . | . b . | . . .            1 2 3 | 4 5 6 | 7 8 9
//!   . b . | . a . | . . .            2 1 5 | 3 4 8 | 6 9 7
//!                                    ^^^     ^^^ ...
//!   a and b can be exchanged in       r and s can be exchanged in these
//!   these two rows alone              columns alone
//! ```
//!
//! Two lines are connected if an exchange in one requires an exchange in the other. The connected lines form classes,
//! and each class can be exchanged alone. A puzzle without a given in the cells of a class has at least two solutions
//! (these cells are an "unavoidable set" of two digits or two lines).

use quadrille_grid::Shape;

const SIDE: usize = Shape::MAX_SIDE;

/// The positions of the digits of a complete grid. Digits are indices from 1.
pub(super) struct DigitPositions {
    shape: Shape,
    col_in_row: [[u8; SIDE + 1]; SIDE],
    row_in_col: [[u8; SIDE + 1]; SIDE],
    row_in_box: [[u8; SIDE + 1]; SIDE],
}

impl DigitPositions {
    pub(super) fn new(shape: Shape) -> DigitPositions {
        let empty = [[0; SIDE + 1]; SIDE];
        DigitPositions { shape, col_in_row: empty, row_in_col: empty, row_in_box: empty }
    }

    /// Reads a complete grid.
    pub(super) fn read(&mut self, grid: &[u8]) {
        let (n, band, stack) = (self.shape.side(), self.shape.box_rows(), self.shape.box_columns());
        for (r, row) in grid.chunks_exact(n).enumerate() {
            for (c, &digit) in row.iter().enumerate() {
                let digit = usize::from(digit);
                self.col_in_row[r][digit] = c as u8;
                self.row_in_col[c][digit] = r as u8;
                self.row_in_box[r / band * band + c / stack][digit] = r as u8;
            }
        }
    }

    /// The cell of `digit` in row `r`.
    pub(super) fn cell(&self, r: usize, digit: usize) -> usize {
        r * self.shape.side() + usize::from(self.col_in_row[r][digit])
    }

    /// The classes of rows in which digits `a` and `b` can be exchanged.
    pub(super) fn digits(&self, a: usize, b: usize) -> Classes {
        let n = self.shape.side();
        let mut next = [0; SIDE];
        for places in &self.row_in_col[..n] {
            next[usize::from(places[a])] = places[b];
        }
        let mut classes = Classes::of_cycles(&next, n);
        for places in &self.row_in_box[..n] {
            classes.connect(places[a], places[b]);
        }
        classes
    }

    /// The classes of columns in which rows `r` and `s` of one band can be exchanged.
    pub(super) fn rows(&self, r: usize, s: usize) -> Classes {
        self.connected(&self.col_in_row[r], &self.col_in_row[s])
    }

    /// The classes of rows in which columns `c` and `d` of one stack can be exchanged.
    pub(super) fn cols(&self, c: usize, d: usize) -> Classes {
        self.connected(&self.row_in_col[c], &self.row_in_col[d])
    }

    /// The classes of the places of each digit in two lines.
    fn connected(&self, a: &[u8; SIDE + 1], b: &[u8; SIDE + 1]) -> Classes {
        let n = self.shape.side();
        let mut next = [0; SIDE];
        for (&a, &b) in a.iter().zip(b).skip(1).take(n) {
            next[usize::from(a)] = b;
        }
        Classes::of_cycles(&next, n)
    }
}

/// Classes of lines: the same number for the lines of a class, one of them.
pub(super) struct Classes {
    of: [u8; SIDE],
}

impl Classes {
    /// A class for each cycle of a permutation of lines.
    fn of_cycles(next: &[u8; SIDE], lines: usize) -> Classes {
        let mut classes = Classes { of: [u8::MAX; SIDE] };
        for first in 0..lines {
            let mut line = first;
            while classes.of[line] == u8::MAX {
                classes.of[line] = first as u8;
                line = usize::from(next[line]);
            }
        }
        classes
    }

    /// The class of `line`.
    pub(super) fn of(&self, line: usize) -> usize {
        self.of[line].into()
    }

    /// Makes the classes of two lines one.
    fn connect(&mut self, a: u8, b: u8) {
        let (a, b) = (self.of[usize::from(a)], self.of[usize::from(b)]);
        if a != b {
            self.of.iter_mut().filter(|class| **class == b).for_each(|class| *class = a);
        }
    }
}

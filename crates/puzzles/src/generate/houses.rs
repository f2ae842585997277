//! The digits in the rows, columns and boxes of a board, as sets of bits.

use quadrille_grid::Shape;

/// A power of two above the side: with it, the numbers of houses need no check.
const SIDE: usize = 32;

pub(super) struct Houses {
    sets: [[u32; SIDE]; 3],
    /// The row, column and box of each cell.
    of_cells: Box<[[u8; 3]]>,
}

impl Houses {
    pub fn new(shape: Shape) -> Houses {
        let of = |c| [shape.row_of(c) as u8, shape.column_of(c) as u8, shape.box_of(c) as u8];
        Houses { sets: [[0; SIDE]; 3], of_cells: (0..shape.area()).map(of).collect() }
    }

    /// Gives every house these digits.
    pub fn fill(&mut self, digits: u32) {
        self.sets = [[digits; SIDE]; 3];
    }

    #[inline(always)]
    pub fn of(&self, cell: usize) -> [usize; 3] {
        self.of_cells[cell].map(usize::from)
    }

    /// The digits in the houses of a cell.
    #[inline(always)]
    pub fn used(&self, cell: usize) -> u32 {
        let [r, c, b] = self.of(cell).map(|house| house % SIDE);
        self.sets[0][r] | self.sets[1][c] | self.sets[2][b]
    }

    /// Adds a digit to the houses of a cell, or removes it.
    #[inline(always)]
    pub fn flip(&mut self, cell: usize, bit: u32) {
        let [r, c, b] = self.of(cell);
        self.sets[0][r] ^= bit;
        self.sets[1][c] ^= bit;
        self.sets[2][b] ^= bit;
    }
}

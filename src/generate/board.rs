//! A board that loses its givens one by one.

use super::ruled::Peers;
use crate::{Rules, Shape};

const SIDE: usize = Shape::MAX_SIDE;

/// Givens that belong to one full grid, with the digits that each house shows.
pub(super) struct Board {
    shape: Shape,
    cells: Box<[u8]>,
    givens: usize,
    /// Digits given in each house, digit `d` as bit `d`.
    rows: [u32; SIDE],
    cols: [u32; SIDE],
    boxes: [u32; SIDE],
    /// Row, column and box of every cell.
    houses: Box<[[u8; 3]]>,
    /// In place of all these, where there are other rules.
    peers: Option<Peers>,
}

impl Board {
    pub(super) fn new(shape: Shape, rules: Option<&Rules>) -> Board {
        let houses = |c| [shape.row_of(c) as u8, shape.col_of(c) as u8, shape.box_of(c) as u8];
        Board {
            shape,
            cells: vec![0; shape.area()].into(),
            givens: 0,
            rows: [0; SIDE],
            cols: [0; SIDE],
            boxes: [0; SIDE],
            houses: (0..shape.area()).map(houses).collect(),
            peers: rules.map(Peers::new),
        }
    }

    /// Gives every cell of `grid`.
    pub(super) fn fill(&mut self, grid: &[u8]) {
        self.cells.copy_from_slice(grid);
        self.givens = grid.len();
        if let Some(peers) = &mut self.peers {
            return peers.fill(grid);
        }
        let all = self.all();
        (self.rows, self.cols, self.boxes) = ([all; SIDE], [all; SIDE], [all; SIDE]);
    }

    /// The cells, 0 where nothing is given.
    pub(super) fn cells(&self) -> &[u8] {
        &self.cells
    }

    /// How many cells are given.
    pub(super) fn givens(&self) -> usize {
        self.givens
    }

    /// Takes given `cell` away.
    pub(super) fn remove(&mut self, cell: usize) {
        let digit = self.cells[cell];
        match &mut self.peers {
            Some(peers) => peers.remove(cell, digit),
            None => self.flip(cell, digit),
        }
        self.cells[cell] = 0;
        self.givens -= 1;
    }

    /// Gives `digit` in empty `cell` again.
    pub(super) fn restore(&mut self, cell: usize, digit: u8) {
        match &mut self.peers {
            Some(peers) => peers.add(cell, digit),
            None => self.flip(cell, digit),
        }
        self.cells[cell] = digit;
        self.givens += 1;
    }

    /// Whether the other givens alone make given `cell` a naked or a hidden single.
    ///
    /// Then the puzzle has the same solutions without it.
    pub(super) fn implies(&mut self, cell: usize) -> bool {
        if let Some(peers) = &self.peers {
            return peers.implies(&self.cells, cell);
        }
        let digit = self.cells[cell];
        // With the digit gone from its houses, a house that still shows it shows another's.
        self.flip(cell, digit);
        let single = self.naked(cell) || self.hidden(cell, digit);
        self.flip(cell, digit);
        single
    }

    fn naked(&self, cell: usize) -> bool {
        let [r, c, b] = self.houses[cell].map(usize::from);
        let free = self.all() & !(self.rows[r] | self.cols[c] | self.boxes[b]);
        free.is_power_of_two()
    }

    /// Whether in one house of `cell` every other cell is given or sees `digit`.
    fn hidden(&self, cell: usize, digit: u8) -> bool {
        let [r, c, b] = self.houses[cell].map(usize::from);
        let (n, height, width) = (self.shape.side(), self.shape.box_rows(), self.shape.box_cols());
        let barred = |x: usize| {
            let [r, c, b] = self.houses[x].map(usize::from);
            self.cells[x] != 0 || (self.rows[r] | self.cols[c] | self.boxes[b]) >> digit & 1 != 0
        };
        let corner = b / height * height * n + b % height * width;
        (r * n..(r + 1) * n).all(barred)
            || (c..n * n).step_by(n).all(barred)
            || (0..height).all(|i| (0..width).all(|j| barred(corner + i * n + j)))
    }

    /// Every digit of the shape.
    fn all(&self) -> u32 {
        ((1 << self.shape.side()) - 1) << 1
    }

    fn flip(&mut self, cell: usize, digit: u8) {
        let [r, c, b] = self.houses[cell].map(usize::from);
        self.rows[r] ^= 1 << digit;
        self.cols[c] ^= 1 << digit;
        self.boxes[b] ^= 1 << digit;
    }
}

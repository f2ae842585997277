//! The givens of a puzzle while they are removed one by one.

use super::{houses::Houses, peers::Peers};
use quadrille_core::grid::{Rules, Shape};

/// Givens from one complete grid, and the digits that are given in each house.
pub(super) struct GivenCells {
    shape: Shape,
    cells: Box<[u8]>,
    count: usize,
    /// Digits given in each house, digit `d` as bit `d`.
    houses: Houses,
    /// Replaces the above for variants.
    peers: Option<Peers>,
}

impl GivenCells {
    pub(super) fn new(shape: Shape, rules: Option<&Rules>) -> GivenCells {
        GivenCells {
            shape,
            cells: vec![0; shape.area()].into(),
            count: 0,
            houses: Houses::new(shape),
            peers: rules.map(Peers::new),
        }
    }

    /// Gives all cells of `grid`.
    pub(super) fn fill(&mut self, grid: &[u8]) {
        self.cells.copy_from_slice(grid);
        self.count = grid.len();
        if let Some(peers) = &mut self.peers {
            return peers.fill(grid);
        }
        self.houses.fill(self.all());
    }

    /// The cells; 0 is an empty cell.
    pub(super) fn cells(&self) -> &[u8] {
        &self.cells
    }

    /// The number of givens.
    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// Removes the given in `cell`.
    pub(super) fn remove(&mut self, cell: usize) {
        let digit = self.cells[cell];
        match &mut self.peers {
            Some(peers) => peers.remove(cell, digit),
            None => self.houses.flip(cell, 1 << digit),
        }
        self.cells[cell] = 0;
        self.count -= 1;
    }

    /// Puts `digit` back into the empty `cell`.
    pub(super) fn restore(&mut self, cell: usize, digit: u8) {
        match &mut self.peers {
            Some(peers) => peers.add(cell, digit),
            None => self.houses.flip(cell, 1 << digit),
        }
        self.cells[cell] = digit;
        self.count += 1;
    }

    /// Whether the given in `cell` is a naked or hidden single of the other givens: the puzzle has the same solutions
    /// without it.
    pub(super) fn implies(&mut self, cell: usize) -> bool {
        if let Some(peers) = &self.peers {
            return peers.implies(&self.cells, cell);
        }
        let digit = self.cells[cell];
        // If a house still has the digit after this, another of its cells holds it.
        self.houses.flip(cell, 1 << digit);
        let is_naked = (self.all() & !self.houses.used(cell)).is_power_of_two();
        let single = is_naked || self.hidden(cell, digit);
        self.houses.flip(cell, 1 << digit);
        single
    }

    /// Whether in one house of `cell` each other cell is given or sees `digit`.
    fn hidden(&self, cell: usize, digit: u8) -> bool {
        let [r, c, b] = self.houses.of(cell);
        let (n, height, width) = (self.shape.side(), self.shape.box_rows(), self.shape.box_columns());
        let is_excluded = |x: usize| self.cells[x] != 0 || self.houses.used(x) >> digit & 1 != 0;
        let corner = b / height * height * n + b % height * width;
        (r * n..(r + 1) * n).all(is_excluded)
            || (c..n * n).step_by(n).all(is_excluded)
            || (0..height).all(|i| (0..width).all(|j| is_excluded(corner + i * n + j)))
    }

    /// Every digit of the shape.
    fn all(&self) -> u32 {
        ((1 << self.shape.side()) - 1) << 1
    }
}

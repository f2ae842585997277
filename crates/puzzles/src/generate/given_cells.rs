//! The givens of a puzzle while they are removed one by one.

use super::{hidden::Hidden, houses::Houses, peers::Peers};
use quadrille_grid::{Rules, Shape};

/// Givens from one complete grid, and the digits that are given in each house.
pub(super) struct GivenCells {
    shape: Shape,
    cells: Box<[u8]>,
    count: usize,
    /// Digits given in each house, digit `d` as bit `d`.
    houses: Houses,
    hidden: Hidden,
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
            hidden: Hidden::new(shape),
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
        self.hidden.fill();
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
            None => self.flip(cell, digit),
        }
        self.cells[cell] = 0;
        self.count -= 1;
    }

    /// Puts `digit` back into the empty `cell`.
    pub(super) fn restore(&mut self, cell: usize, digit: u8) {
        match &mut self.peers {
            Some(peers) => peers.add(cell, digit),
            None => self.flip(cell, digit),
        }
        self.cells[cell] = digit;
        self.count += 1;
    }

    /// Whether the given in `cell` is a naked or hidden single of the other givens: the puzzle has the same solutions
    /// without it.
    pub(super) fn implies(&self, cell: usize) -> bool {
        if let Some(peers) = &self.peers {
            return peers.implies(&self.cells, cell);
        }
        // No other cell that `cell` sees has its digit, so the others have all the rest if the houses have all.
        let is_naked = self.all() & !self.houses.used(cell) == 0;
        is_naked || self.hidden.is_single(cell, self.cells[cell])
    }

    fn flip(&mut self, cell: usize, digit: u8) {
        self.houses.flip(cell, 1 << digit);
        self.hidden.flip(cell, digit);
    }

    /// Every digit of the shape.
    fn all(&self) -> u32 {
        ((1 << self.shape.side()) - 1) << 1
    }
}

//! The givens that are the last of an exchangeable part of the grid.
//!
//! Such a given must stay, without a test by the engine, because the puzzle has a second solution without it. Tests
//! per 9×9 puzzle with these sets and without: minimal 23.6 and 39.3, with 33 givens 4.5 and 11.0.

use super::exchange::{Classes, DigitPositions};
use quadrille_grid::Shape;

/// The unavoidable sets of two digits and of two lines of a complete grid, and the number of givens left in each.
pub(super) struct Unavoidable {
    shape: Shape,
    positions: DigitPositions,
    /// The number of sets of a cell: one for each other digit, other row of its band and other column of its stack.
    per_cell: usize,
    /// The sets of cell `c` at `c * per_cell..`.
    sets: Box<[u16]>,
    /// The number of givens left in each set.
    left: Vec<u16>,
}

impl Unavoidable {
    pub(super) fn new(shape: Shape) -> Unavoidable {
        let per_cell = shape.side() + shape.box_rows() + shape.box_columns() - 3;
        // Each set has at least four cells.
        let most = shape.area() * per_cell / 4;
        Unavoidable {
            shape,
            positions: DigitPositions::new(shape),
            per_cell,
            sets: vec![u16::MAX; shape.area() * per_cell].into(),
            left: Vec::with_capacity(most),
        }
    }

    /// Collects the sets of `grid`, in which all cells are given.
    pub(super) fn collect(&mut self, grid: &[u8]) {
        self.positions.read(grid);
        self.left.clear();
        let (n, height, width) = (self.shape.side(), self.shape.box_rows(), self.shape.box_columns());
        for a in 1..=n {
            for b in a + 1..=n {
                let classes = self.positions.digits(a, b);
                let cells = |positions: &DigitPositions, r| [positions.cell(r, a), positions.cell(r, b)];
                self.add(&classes, cells, [b - 2, a - 1]);
            }
        }
        for (r, s) in pairs(n, height) {
            let classes = self.positions.rows(r, s);
            let slots = [s % height - 1, r % height].map(|other| n - 1 + other);
            self.add(&classes, |_, c| [r * n + c, s * n + c], slots);
        }
        for (c, d) in pairs(n, width) {
            let classes = self.positions.cols(c, d);
            let slots = [d % width - 1, c % width].map(|other| n + height - 2 + other);
            self.add(&classes, |_, r| [r * n + c, r * n + d], slots);
        }
    }

    /// Adds a set for each class of lines; a line contributes two cells to the set of its class. `slots` are the places
    /// of the set among the sets of these cells.
    #[inline(always)]
    fn add(
        &mut self,
        classes: &Classes,
        cells: impl Fn(&DigitPositions, usize) -> [usize; 2],
        slots: [usize; 2],
    ) {
        let mut set_of = [u16::MAX; Shape::MAX_SIDE];
        for line in 0..self.shape.side() {
            let set = &mut set_of[classes.of(line)];
            if *set == u16::MAX {
                *set = self.left.len() as u16;
                self.left.push(0);
            }
            for (cell, slot) in cells(&self.positions, line).into_iter().zip(slots) {
                self.sets[cell * self.per_cell + slot] = *set;
            }
            self.left[usize::from(*set)] += 2;
        }
    }

    fn of(&self, cell: usize) -> &[u16] {
        &self.sets[cell * self.per_cell..][..self.per_cell]
    }

    /// Whether the given in `cell` is the last one of a set.
    pub(super) fn needs(&self, cell: usize) -> bool {
        self.of(cell).iter().any(|&set| self.left[usize::from(set)] == 1)
    }

    /// Updates the sets after the given in `cell` was removed.
    pub(super) fn remove(&mut self, cell: usize) {
        for &set in &self.sets[cell * self.per_cell..][..self.per_cell] {
            self.left[usize::from(set)] -= 1;
        }
    }

    /// Updates the sets after the given in `cell` was put back.
    pub(super) fn restore(&mut self, cell: usize) {
        for &set in &self.sets[cell * self.per_cell..][..self.per_cell] {
            self.left[usize::from(set)] += 1;
        }
    }
}

/// Pairs of different lines in one group of `size` lines, of `n` lines in all.
fn pairs(n: usize, size: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..n).flat_map(move |a| (a + 1..(a / size + 1) * size).map(move |b| (a, b)))
}

#[cfg(test)]
mod tests {
    use super::super::plain_grids::PlainGrids;
    use super::*;
    use quadrille_base::random::Stream;

    /// For every set, exchanging its cells gives another complete grid.
    #[test]
    fn every_set_can_be_exchanged_and_every_cell_has_all_its_sets() {
        for shape in Shape::EACH {
            let mut grid = vec![0; shape.area()];
            PlainGrids::new(shape).make(&mut Stream::new(3, 1), &mut grid);
            let mut sets = Unavoidable::new(shape);
            sets.collect(&grid);
            assert!(sets.left.len() <= sets.left.capacity());
            assert!(sets.sets.iter().all(|&set| usize::from(set) < sets.left.len()), "every place is taken");
            for set in 0..sets.left.len() {
                let cells: Vec<_> =
                    (0..shape.area()).filter(|&c| sets.of(c).contains(&(set as u16))).collect();
                assert_eq!(cells.len(), usize::from(sets.left[set]));
                assert!(cells.len() >= 4);
                assert_exchangeable(shape, &grid, &cells);
            }
        }
    }

    /// Exchanging the two digits or the two lines of the set gives a complete grid.
    fn assert_exchangeable(shape: Shape, grid: &[u8], cells: &[usize]) {
        let mut other = grid.to_vec();
        let digits: std::collections::BTreeSet<_> = cells.iter().map(|&c| grid[c]).collect();
        let lines = |f: fn(Shape, usize) -> usize| -> Vec<usize> {
            let set: std::collections::BTreeSet<_> = cells.iter().map(|&c| f(shape, c)).collect();
            set.into_iter().collect()
        };
        let (rows, cols) = (lines(Shape::row_of), lines(Shape::column_of));
        let n = shape.side();
        for &c in cells {
            if digits.len() == 2 {
                other[c] = digits.iter().sum::<u8>() - grid[c];
            } else if rows.len() == 2 {
                other[c] = grid[(rows[0] + rows[1] - shape.row_of(c)) * n + shape.column_of(c)];
            } else {
                assert_eq!(cols.len(), 2);
                other[c] = grid[shape.row_of(c) * n + cols[0] + cols[1] - shape.column_of(c)];
            }
            assert_ne!(other[c], grid[c]);
        }
        super::super::plain_grids::tests::assert_complete(shape, &other);
    }
}

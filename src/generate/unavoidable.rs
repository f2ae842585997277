//! Which givens are the last of a part of the grid that could be exchanged.
//!
//! Such a given cannot go: without it the puzzle has a second solution, and no engine need be
//! asked. Questions per 9×9 puzzle with these sets and without: minimal 23.6 and 39.3, with 33 givens
//! 4.5 and 11.0.

use super::cycles::Places;
use crate::Shape;

/// The sets of two digits and of two lines of one full grid, and how many givens each still has.
pub(super) struct Unavoidable {
    shape: Shape,
    places: Places,
    /// Sets that a cell is in: one with each other digit, row of its band, column of its stack.
    per_cell: usize,
    /// The sets of cell `c` at `c * per_cell..`.
    sets: Box<[u16]>,
    /// Sets noted for each cell while they are collected.
    noted: Box<[u8]>,
    /// Givens left in each set.
    left: Vec<u16>,
}

impl Unavoidable {
    pub(super) fn new(shape: Shape) -> Unavoidable {
        let per_cell = shape.side() + shape.box_rows() + shape.box_cols() - 3;
        // Every set holds at least four cells.
        let most = shape.area() * per_cell / 4;
        Unavoidable {
            shape,
            places: Places::new(shape),
            per_cell,
            sets: vec![0; shape.area() * per_cell].into(),
            noted: vec![0; shape.area()].into(),
            left: Vec::with_capacity(most),
        }
    }

    /// Collects the sets of `grid`, of which every cell is given.
    pub(super) fn collect(&mut self, grid: &[u8]) {
        self.places.read(grid);
        self.left.clear();
        self.noted.fill(0);
        let n = self.shape.side();
        for a in 1..=n {
            for b in a + 1..=n {
                let classes = self.places.digits(a, b);
                self.note(|line| classes.of(line), |places, r| [places.cell(r, a), places.cell(r, b)]);
            }
        }
        for (r, s) in pairs(n, self.shape.box_rows()) {
            let classes = self.places.rows(r, s);
            self.note(|line| classes.of(line), |_, c| [r * n + c, s * n + c]);
        }
        for (c, d) in pairs(n, self.shape.box_cols()) {
            let classes = self.places.cols(c, d);
            self.note(|line| classes.of(line), |_, r| [r * n + c, r * n + d]);
        }
    }

    /// Notes one set for each class of lines; a line adds two cells to the set of its class.
    fn note(&mut self, class: impl Fn(usize) -> usize, cells: impl Fn(&Places, usize) -> [usize; 2]) {
        let mut set_of = [u16::MAX; Shape::MAX_SIDE];
        for line in 0..self.shape.side() {
            let set = &mut set_of[class(line)];
            if *set == u16::MAX {
                *set = self.left.len() as u16;
                self.left.push(0);
            }
            for cell in cells(&self.places, line) {
                self.sets[cell * self.per_cell + usize::from(self.noted[cell])] = *set;
                self.noted[cell] += 1;
            }
            self.left[usize::from(*set)] += 2;
        }
    }

    fn of(&self, cell: usize) -> &[u16] {
        &self.sets[cell * self.per_cell..][..self.per_cell]
    }

    /// Whether given `cell` is the last of one of its sets.
    pub(super) fn needs(&self, cell: usize) -> bool {
        self.of(cell).iter().any(|&set| self.left[usize::from(set)] == 1)
    }

    /// Cell `cell` is no longer given.
    pub(super) fn remove(&mut self, cell: usize) {
        for &set in &self.sets[cell * self.per_cell..][..self.per_cell] {
            self.left[usize::from(set)] -= 1;
        }
    }

    /// Cell `cell` is given again.
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
    use super::super::full::Full;
    use super::super::random::Stream;
    use super::*;

    /// Every set, and the grid with the set's cells changed to the only other thing they can be.
    #[test]
    fn a_set_is_two_digits_or_two_lines_and_every_cell_is_in_all_its_own() {
        for shape in Shape::ALL {
            let mut grid = vec![0; shape.area()];
            Full::new(shape).make(&mut Stream::new(3, 1), &mut grid);
            let mut sets = Unavoidable::new(shape);
            sets.collect(&grid);
            assert!(sets.left.len() <= sets.left.capacity());
            assert!(sets.noted.iter().all(|&n| usize::from(n) == sets.per_cell));
            for set in 0..sets.left.len() {
                let cells: Vec<_> =
                    (0..shape.area()).filter(|&c| sets.of(c).contains(&(set as u16))).collect();
                assert_eq!(cells.len(), usize::from(sets.left[set]));
                assert!(cells.len() >= 4);
                assert_exchangeable(shape, &grid, &cells);
            }
        }
    }

    /// The cells of a set hold each digit of a house that they hold at all in exactly two ways.
    fn assert_exchangeable(shape: Shape, grid: &[u8], cells: &[usize]) {
        let mut other = grid.to_vec();
        let digits: std::collections::BTreeSet<_> = cells.iter().map(|&c| grid[c]).collect();
        let lines = |f: fn(Shape, usize) -> usize| -> Vec<usize> {
            let set: std::collections::BTreeSet<_> = cells.iter().map(|&c| f(shape, c)).collect();
            set.into_iter().collect()
        };
        let (rows, cols) = (lines(Shape::row_of), lines(Shape::col_of));
        let n = shape.side();
        for &c in cells {
            if digits.len() == 2 {
                other[c] = digits.iter().sum::<u8>() - grid[c];
            } else if rows.len() == 2 {
                other[c] = grid[(rows[0] + rows[1] - shape.row_of(c)) * n + shape.col_of(c)];
            } else {
                assert_eq!(cols.len(), 2);
                other[c] = grid[shape.row_of(c) * n + cols[0] + cols[1] - shape.col_of(c)];
            }
            assert_ne!(other[c], grid[c]);
        }
        super::super::full::tests::assert_full(shape, &other);
    }
}

//! Random complete grids whose cells at the same place of all boxes form a house too (disjoint groups).

use quadrille_base::random::Stream;
use quadrille_grid::Shape;

/// Makes complete grids of disjoint groups from a pattern, for boards that are too large for a search.
///
/// A cell is `(R, C, i, j)`: the row and the column of its box, and its row and column in the box. The pattern has the
/// digit `(R + j, i + C)`, which is different in all cells of a row (same R, i), a column (C, j), a box (R, C) and a
/// group (i, j). Digits and lines are shuffled, then digits are exchanged in random parts of the grid, to get grids
/// that shuffling the pattern cannot give.
pub(super) struct GroupGrids {
    shape: Shape,
    /// The cells of two digits, and the cells still to be visited in an exchange.
    pair: Vec<usize>,
    open: Vec<usize>,
}

impl GroupGrids {
    pub(super) fn new(shape: Shape) -> GroupGrids {
        GroupGrids { shape, pair: Vec::new(), open: Vec::new() }
    }

    /// Fills `grid`; its contents are overwritten.
    pub(super) fn make(&mut self, stream: &mut Stream, grid: &mut [u8]) {
        shuffled_pattern(self.shape, stream, grid);
        let (side, area) = (self.shape.side(), self.shape.area());
        for _ in 0..area {
            let cell = stream.below(area);
            let digit = 1 + stream.below(side) as u8;
            if digit != grid[cell] {
                self.exchange(grid, cell, [grid[cell], digit]);
            }
        }
    }

    /// Exchanges two digits in a cell and in all cells where this requires it.
    fn exchange(&mut self, grid: &mut [u8], cell: usize, digits: [u8; 2]) {
        let swapped = |digit: u8| digits[usize::from(digit == digits[0])];
        self.pair.clear();
        self.pair.extend((0..grid.len()).filter(|&cell| digits.contains(&grid[cell])));
        grid[cell] = swapped(grid[cell]);
        self.open.push(cell);
        while let Some(cell) = self.open.pop() {
            for &peer in &self.pair {
                // Another cell of each house has the digit, until it is exchanged too.
                if peer != cell && grid[peer] == grid[cell] && share_house(self.shape, cell, peer) {
                    grid[peer] = swapped(grid[peer]);
                    self.open.push(peer);
                }
            }
        }
    }
}

/// The row and the column of a cell's box, and its row and column in the box.
fn place(shape: Shape, cell: usize) -> [usize; 4] {
    let (row, column) = (shape.row_of(cell), shape.column_of(cell));
    let (height, width) = (shape.box_rows(), shape.box_columns());
    [row / height, column / width, row % height, column % width]
}

fn share_house(shape: Shape, a: usize, b: usize) -> bool {
    let [a, b] = [a, b].map(|cell| place(shape, cell));
    let same = |x: usize, y: usize| a[x] == b[x] && a[y] == b[y];
    same(0, 2) || same(1, 3) || same(0, 1) || same(2, 3)
}

fn shuffled_pattern(shape: Shape, stream: &mut Stream, grid: &mut [u8]) {
    let (height, width) = (shape.box_rows(), shape.box_columns());
    let mut digits: [u8; Shape::MAX_SIDE] = std::array::from_fn(|d| d as u8 + 1);
    stream.shuffle(&mut digits[..shape.side()]);
    // Boxes form `width` bands of `height` rows. The same shuffle in each box keeps the groups.
    let sizes = [width, height, height, width];
    let shuffles = sizes.map(|size| {
        let mut shuffle: [usize; Shape::MAX_SIDE] = std::array::from_fn(|n| n);
        stream.shuffle(&mut shuffle[..size]);
        shuffle
    });
    for (cell, digit) in grid.iter_mut().enumerate() {
        let place = place(shape, cell);
        let [band, stack, row, column]: [usize; 4] = std::array::from_fn(|n| shuffles[n][place[n]]);
        *digit = digits[(band + column) % width * height + (row + stack) % height];
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_grid::{Rules, Variant};
    use std::collections::BTreeSet;

    #[test]
    fn grids_are_complete_and_differ_by_more_than_a_shuffle() {
        for side in [4, 6, 9, 12, 16, 25] {
            let shape = Shape::from_side(side).unwrap();
            let rules = Rules::new(shape, &Variant::DisjointGroups.into()).unwrap();
            let (mut grids, mut grid) = (GroupGrids::new(shape), vec![0; shape.area()]);
            let mut seen = BTreeSet::new();
            for index in 0..10 {
                grids.make(&mut Stream::new(5, index), &mut grid);
                for house in rules.houses() {
                    let digits: BTreeSet<_> = house.iter().map(|&cell| grid[usize::from(cell)]).collect();
                    assert_eq!(digits.len(), side);
                }
                // In a shuffled pattern, the lines of all boxes have as many different sets of digits as one box.
                let area = 0..shape.area();
                let (height, width) = (shape.box_rows(), shape.box_columns());
                let column = |start: usize| (0..height).map(|r| grid[start + r * side]).collect();
                let row = |start: usize| grid[start..start + width].iter().copied().collect();
                let columns = area.clone().filter(|cell| cell / side % height == 0).map(column);
                let lines: BTreeSet<BTreeSet<u8>> = columns.chain(area.step_by(width).map(row)).collect();
                assert!(side < 16 || lines.len() > height + width, "side {side}: {}", lines.len());
                seen.insert(grid.clone());
            }
            assert!(seen.len() > 5 || side == 4, "side {side}: {}", seen.len());
        }
    }
}

//! Random complete grids of standard sudoku.

use super::{exchange::DigitPositions, houses::Houses};
use quadrille_base::random::Stream;
use quadrille_grid::Shape;

/// Makes complete grids of one shape in buffers that it keeps.
///
/// Sides up to 12 are filled by a randomized search that can produce every grid, though not all equally often. Larger
/// ones start from a pattern: its lines and digits are shuffled, then parts are exchanged at random, to get grids
/// that shuffling the pattern cannot give.
pub(super) struct PlainGrids {
    shape: Shape,
    search: GridSearch,
    positions: DigitPositions,
}

impl PlainGrids {
    pub(super) fn new(shape: Shape) -> PlainGrids {
        PlainGrids { shape, search: GridSearch::new(shape), positions: DigitPositions::new(shape) }
    }

    /// Fills `grid`; its contents are overwritten.
    pub(super) fn make(&mut self, stream: &mut Stream, grid: &mut [u8]) {
        if self.shape.side() <= SEARCHED {
            self.search.fill(stream, grid);
        } else {
            shuffled_pattern(self.shape, stream, grid);
            self.exchange(stream, grid);
        }
    }

    /// Exchanges two random digits in a random class of rows, as many times as there are cells.
    fn exchange(&mut self, stream: &mut Stream, grid: &mut [u8]) {
        let n = self.shape.side();
        for _ in 0..self.shape.area() {
            self.positions.read(grid);
            let a = 1 + stream.below(n);
            let b = 1 + (a + stream.below(n - 1)) % n;
            let classes = self.positions.digits(a, b);
            let class = classes.of(stream.below(n));
            for r in (0..n).filter(|&r| classes.of(r) == class) {
                grid.swap(self.positions.cell(r, a), self.positions.cell(r, b));
            }
        }
    }
}

/// The largest side that the search fills.
const SEARCHED: usize = 12;

/// A randomized depth-first search: the cell with the fewest candidates first, its candidates in random order.
///
/// ```text
///   order:   [ filled, in the order of filling | empty, in any order ]
///                                              ^ depth
///   untried: [ candidates not yet tried here   | -                   ]
/// ```
struct GridSearch {
    shape: Shape,
    order: Box<[u16]>,
    untried: Box<[u32]>,
    houses: Houses,
    /// The number of digits in each set of digits. Most machines can count them in one instruction, which the baseline of
    /// x86-64 does not have: counting took 39 % of the time.
    counts: Box<[u8]>,
}

impl GridSearch {
    fn new(shape: Shape) -> GridSearch {
        GridSearch {
            shape,
            order: (0..shape.area() as u16).collect(),
            untried: vec![0; shape.area()].into(),
            houses: Houses::new(shape),
            counts: (0..1u32 << shape.side().min(SEARCHED)).map(|set| set.count_ones() as u8).collect(),
        }
    }

    fn fill(&mut self, stream: &mut Stream, grid: &mut [u8]) {
        let area = self.shape.area();
        for (i, cell) in self.order.iter_mut().enumerate() {
            *cell = i as u16;
        }
        self.houses.fill(0);
        let mut depth = 0;
        let mut forward = true;
        while depth < area {
            if forward {
                self.untried[depth] = self.choose(depth);
            }
            let cell = usize::from(self.order[depth]);
            forward = self.untried[depth] != 0;
            if forward {
                let bit = pick(self.untried[depth], stream);
                self.untried[depth] ^= bit;
                grid[cell] = bit.trailing_zeros() as u8 + 1;
                self.houses.flip(cell, bit);
                depth += 1;
            } else {
                // The empty grid can be filled, so this never goes below the first cell.
                depth -= 1;
                let cell = usize::from(self.order[depth]);
                self.houses.flip(cell, 1 << (grid[cell] - 1));
            }
        }
    }

    /// Moves the empty cell with the fewest candidates to `depth` and returns its candidates.
    fn choose(&mut self, depth: usize) -> u32 {
        let all = (1u32 << self.shape.side()) - 1;
        let (mut best, mut fewest, mut candidates) = (depth, u8::MAX, 0);
        for (at, &cell) in self.order.iter().enumerate().skip(depth) {
            let free = all & !self.houses.used(cell.into());
            let count = self.counts[free as usize];
            if count < fewest {
                (best, fewest, candidates) = (at, count, free);
                if fewest <= 1 {
                    break;
                }
            }
        }
        self.order.swap(depth, best);
        candidates
    }
}

/// A random bit of `bits`, which is not 0.
fn pick(mut bits: u32, stream: &mut Stream) -> u32 {
    let n = bits.count_ones() as usize;
    if n > 1 {
        for _ in 0..stream.below(n) {
            bits &= bits - 1;
        }
    }
    bits & bits.wrapping_neg()
}

/// A pattern whose rows are row 0 shifted by fixed distances, with its digits, lines and groups of lines in random
/// order; transposed half the time if boxes are square.
fn shuffled_pattern(shape: Shape, stream: &mut Stream, grid: &mut [u8]) {
    let (n, height, width) = (shape.side(), shape.box_rows(), shape.box_columns());
    let mut digits: [u8; Shape::MAX_SIDE] = std::array::from_fn(|d| d as u8 + 1);
    stream.shuffle(&mut digits[..n]);
    let rows = shuffled_lines(n, height, stream);
    let cols = shuffled_lines(n, width, stream);
    let transpose = height == width && stream.below(2) == 1;
    for (i, r) in rows[..n].iter().enumerate() {
        for (j, c) in cols[..n].iter().enumerate() {
            let cell = if transpose { j * n + i } else { i * n + j };
            // The rows of a box are `width` apart, bands are 1 apart: no house repeats a digit.
            grid[cell] = digits[(r % height * width + r / height + c) % n];
        }
    }
}

/// Lines 0 to `n - 1`: groups of `size` lines in random order, and the lines of each group in random order.
fn shuffled_lines(n: usize, size: usize, stream: &mut Stream) -> [usize; Shape::MAX_SIDE] {
    let mut groups: [usize; Shape::MAX_SIDE] = std::array::from_fn(|g| g);
    stream.shuffle(&mut groups[..n / size]);
    let mut lines = [0; Shape::MAX_SIDE];
    for (group, lines) in groups.iter().zip(lines[..n].chunks_exact_mut(size)) {
        for (i, line) in lines.iter_mut().enumerate() {
            *line = group * size + i;
        }
        stream.shuffle(lines);
    }
    lines
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    pub(in super::super) fn assert_complete(shape: Shape, grid: &[u8]) {
        let mut seen = std::collections::BTreeSet::new();
        for (cell, &digit) in grid.iter().enumerate() {
            assert!((1..=shape.side()).contains(&usize::from(digit)));
            assert!(seen.insert((0, shape.row_of(cell), digit)));
            assert!(seen.insert((1, shape.column_of(cell), digit)));
            assert!(seen.insert((2, shape.box_of(cell), digit)));
        }
    }

    #[test]
    fn grids_are_complete_and_differ() {
        for shape in Shape::EACH {
            let mut grids = PlainGrids::new(shape);
            let mut grid = vec![0; shape.area()];
            let mut seen = std::collections::BTreeSet::new();
            for index in 0..30 {
                grids.make(&mut Stream::new(5, index), &mut grid);
                assert_complete(shape, &grid);
                seen.insert(grid.clone());
            }
            assert!(seen.len() > 25, "{shape}: {}", seen.len());
        }
    }

    #[test]
    fn the_pattern_is_complete_for_every_shape() {
        for shape in Shape::EACH {
            let mut grid = vec![0; shape.area()];
            shuffled_pattern(shape, &mut Stream::new(1, 2), &mut grid);
            assert_complete(shape, &grid);
        }
    }

    #[test]
    fn every_4x4_grid_is_made() {
        let mut grids = PlainGrids::new(Shape::EACH[0]);
        let mut grid = vec![0; 16];
        let mut seen = std::collections::BTreeSet::new();
        for index in 0..10_000 {
            grids.make(&mut Stream::new(0, index), &mut grid);
            seen.insert(grid.clone());
        }
        assert_eq!(seen.len(), 288);
    }
}

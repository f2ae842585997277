//! The pairs of rows or columns to which automorphisms move one pair.

use super::transform::Transform;

/// A row of a grid, from 0 to 8, or a column, from 9.
type Line = u8;

/// The pairs to which the automorphisms known so far move the first pair. Keeps its memory.
#[derive(Default)]
pub(super) struct Orbit {
    pairs: Vec<[Line; 2]>,
    /// For each line the lines that are second in a pair with it.
    seen: [u32; 18],
    /// Where each automorphism moves each line.
    automorphisms: Vec<[Line; 18]>,
}

impl Orbit {
    /// The line of a grid that is this row of the grid or, if `is_column`, of its transpose.
    pub fn line(is_column: bool, row: u8) -> Line {
        if is_column { row + 9 } else { row }
    }

    /// Forgets everything and begins with a pair.
    pub fn start(&mut self, pair: [Line; 2]) {
        self.automorphisms.clear();
        self.pairs.clear();
        self.seen = [0; 18];
        self.insert(pair);
    }

    pub fn len(&self) -> usize {
        self.pairs.len()
    }

    pub fn contains(&self, [first, second]: [Line; 2]) -> bool {
        self.seen[usize::from(first)] >> second & 1 == 1
    }

    fn insert(&mut self, pair: [Line; 2]) {
        if !self.contains(pair) {
            self.seen[usize::from(pair[0])] |= 1 << pair[1];
            self.pairs.push(pair);
        }
    }

    /// Adds the automorphism that is known from two transformations of a 9×9 grid to the same grid.
    pub fn add(&mut self, one: &Transform, other: &Transform) {
        let mut moved = [0; 18];
        for (from, to) in lines(one).zip(lines(other)) {
            moved[usize::from(from)] = to;
        }
        self.automorphisms.push(moved);
        let mut at = 0;
        while let Some(&pair) = self.pairs.get(at) {
            for i in 0..self.automorphisms.len() {
                self.insert(pair.map(|line| self.automorphisms[i][usize::from(line)]));
            }
            at += 1;
        }
    }
}

/// The line of the grid that becomes each row of the result, and then each column.
fn lines(transform: &Transform) -> impl Iterator<Item = Line> {
    let Transform { is_transposed, rows, columns, .. } = *transform;
    let rows = rows.into_iter().map(move |row| Orbit::line(is_transposed, row));
    rows.chain(columns.into_iter().map(move |column| Orbit::line(!is_transposed, column)))
}

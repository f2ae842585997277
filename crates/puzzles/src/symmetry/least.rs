//! The least morph of any cells, and all transformations that lead to it: the definition, row by row.
//!
//! A [state](super::arrange) is a choice of the first rows of the result, the orders of the columns that agree on them,
//! and the new digits so far. All states with the least first row are kept, each is continued with every row that may
//! come next, the states with the least two rows are kept, and so on. The states that remain at the end are the
//! transformations.
//!
//! Equal rows of a band, equal columns of a stack, and equal bands and stacks can be exchanged without any effect. Only
//! one of all states that differ in nothing else is followed.

use super::{
    arrange::{ArrangeState, Least},
    equal::EqualRows,
    lines::Lines,
    transform::Transform,
};
use quadrille_grid::Shape;

/// The rows of a board or of its transpose, and which of them are equal.
struct View {
    lines: Lines,
    equal: EqualRows,
}

/// Finds least morphs for one shape. Keeps its memory.
pub(super) struct LeastSearch {
    shape: Shape,
    states: Vec<ArrangeState>,
    least: Least,
}

impl View {
    fn new(shape: Shape, cells: &[u8], is_transposed: bool) -> View {
        let lines = Lines::new(shape, cells, is_transposed);
        View { equal: EqualRows::new(&lines, shape.side(), shape.box_rows()), lines }
    }
}

impl LeastSearch {
    pub fn new(shape: Shape) -> LeastSearch {
        LeastSearch { shape, states: Vec::new(), least: Least::default() }
    }

    /// The transformations that lead to the least morph of the cells, where an empty cell is less than a digit. One of
    /// several that differ only by exchanging equal lines is listed. Also the number of automorphisms, which counts all
    /// of them.
    pub fn search(&mut self, cells: &[u8]) -> (impl Iterator<Item = Transform> + '_, u64) {
        let shape = self.shape;
        // The transpose of a board whose boxes are not square has another shape.
        let count = if shape.box_rows() == shape.box_columns() { 2 } else { 1 };
        let views = [false, true].map(|is_transposed| View::new(shape, cells, is_transposed));
        self.least.compared = 0;
        self.states.clear();
        self.states.extend(
            [false, true][..count].iter().map(|&is_transposed| ArrangeState::new(shape, is_transposed)),
        );
        for depth in 0..shape.side() {
            self.extend(&views, depth);
        }
        // The states lead to one board, so they leave the same number of exchanges.
        let (state, rows) = (&self.states[0], &views[usize::from(self.states[0].is_transposed)].equal);
        let exchanges = rows.exchanges * state.exchanges(shape) * state.names_left(shape);
        let automorphisms = self.states.len() as u64 * exchanges;
        (self.states.iter().map(move |state| state.complete(shape)), automorphisms)
    }

    /// The number of states that the last search compared.
    #[cfg(test)]
    pub fn compared(&self) -> u64 {
        self.least.compared
    }

    /// Continues every state with each row that may be the next, and keeps the least.
    fn extend(&mut self, views: &[View; 2], depth: usize) {
        let shape = self.shape;
        self.least.clear();
        for state in &self.states {
            let View { lines, equal } = &views[usize::from(state.is_transposed)];
            let band = if depth.is_multiple_of(shape.box_rows()) {
                (1 << shape.side()) - 1
            } else {
                equal.band(state.last_row(depth))
            };
            for row in 0..shape.side() {
                if (band & !state.used) >> row & 1 == 1 && equal.may_follow(row, state.used) {
                    state.extend(shape, (depth, row), &lines.0[row], &mut self.least);
                }
            }
        }
        std::mem::swap(&mut self.states, &mut self.least.states);
    }
}

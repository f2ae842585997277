//! The canonical forms of records.

use crate::{
    batch::FormOf,
    engine::Outcome,
    format::PuzzleView,
    symmetry::{Form, FormSearch},
};

/// Finds the forms of records. Keeps its memory.
pub(super) struct Forms {
    search: FormSearch,
    /// The text of a transformation.
    pub transform: Vec<u8>,
}

impl Forms {
    pub fn new() -> Forms {
        Forms { search: FormSearch::new(), transform: Vec::new() }
    }

    /// The form of a puzzle or of its solution, or a word if it has none. The solution is one if there is exactly one.
    pub fn find(
        &mut self,
        of: FormOf,
        puzzle: &PuzzleView<'_>,
        outcome: Outcome,
        solution: &[u8],
    ) -> Result<Form, &'static [u8]> {
        let (shape, givens) = (puzzle.shape, puzzle.cells);
        match (outcome, of) {
            (Outcome::Unknown, _) => Err(b"!unknown"),
            (Outcome::Unique, FormOf::Puzzle) => Ok(self.search.unique(shape, givens, solution)),
            (Outcome::Unique, FormOf::Solution) => Ok(self.search.grid(shape, solution)),
            (_, FormOf::Puzzle) => Ok(self.search.least(shape, givens)),
            (Outcome::None, FormOf::Solution) => Err(b"!none"),
            (_, FormOf::Solution) => Err(b"!multiple"),
        }
    }
}

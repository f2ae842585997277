//! The canonical forms of records.

use crate::format::PuzzleView;
use quadrille_core::engine::Outcome;
use quadrille_puzzles::{
    classes::{FormOf, find_form},
    symmetry::{Form, FormSearch},
};

/// Finds the forms of records. Keeps its memory.
pub(super) struct Forms {
    pub search: FormSearch,
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
        let form = find_form(&mut self.search, of, (puzzle.shape, puzzle.cells), (outcome, solution));
        form.ok_or(match outcome {
            Outcome::Unknown => b"!unknown",
            Outcome::None => b"!none",
            _ => b"!multiple",
        })
    }
}

//! Canonical forms of the records of a chunk.

use crate::{
    Shape,
    engine::Outcome,
    symmetry::{Form, FormSearch},
};

/// Finds canonical forms. Keeps its memory.
pub(in crate::batch) struct Forms {
    search: FormSearch,
}

impl Forms {
    pub fn new() -> Forms {
        Forms { search: FormSearch::new() }
    }

    /// Whether boards of this shape have canonical forms.
    pub fn exist(shape: Shape) -> bool {
        FormSearch::has_forms(shape)
    }

    /// The canonical form of a puzzle whose search for two solutions had this outcome and first found this solution, which
    /// must be verified. `None` if the search was given up, or looked for one solution only.
    pub fn of_puzzle(
        &mut self,
        shape: Shape,
        givens: &[u8],
        (outcome, solution): (Outcome, &[u8]),
    ) -> Option<Form> {
        match outcome {
            Outcome::Unique => Some(self.search.unique(shape, givens, solution)),
            Outcome::Multiple | Outcome::None => Some(self.search.least(shape, givens)),
            Outcome::Solved | Outcome::Unknown | Outcome::Invalid => None,
        }
    }

    /// The least morph of the only solution of a puzzle, if it has only one.
    pub fn of_solution(&mut self, shape: Shape, (outcome, solution): (Outcome, &[u8])) -> Option<Form> {
        (outcome == Outcome::Unique).then(|| self.search.grid(shape, solution))
    }
}

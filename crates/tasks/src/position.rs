//! The positions of records with or without candidates.

use crate::{ColumnKind, ColumnSpec, PuzzleView};
use quadrille_grid::Shape;
use quadrille_techniques::{
    explanation::{Explanation, StepFinder},
    techniques::BoardState,
};

/// The column of positions, which formats for positions write.
pub const POSITION: ColumnSpec =
    ColumnSpec::new("position", ColumnKind::Text, "the digits and the candidates of the board");

impl PuzzleView<'_> {
    /// The state of a 9×9 board: its givens, or its candidates if the record has them.
    pub(crate) fn state(&self) -> BoardState {
        let digits = self.cells.try_into().expect("a 9×9 board");
        match self.extras.candidates {
            Some(candidates) => {
                let candidates = candidates.try_into().expect("a 9×9 board");
                BoardState::with_candidates(digits, self.extras.placed, candidates)
            }
            None => BoardState::of_givens(digits),
        }
    }

    /// The candidates that the digits leave, if a 9×9 record has both.
    pub fn candidates_left(&self) -> Option<[u32; 81]> {
        let has_both = self.extras.candidates.is_some() && self.cells.iter().any(|digit| *digit > 0);
        let state = (has_both && self.shape == Shape::NINE).then(|| self.state())?;
        Some(state.position.digits_of_cells(&state.digits))
    }

    /// The state of a board that steps begin with, if its record has candidates.
    pub(crate) fn given_state(&self) -> Option<BoardState> {
        self.extras.candidates.map(|_| self.state())
    }

    /// The steps of the puzzle, from its position on if the record has candidates.
    pub(crate) fn explanation<'f>(&self, finder: &'f mut StepFinder) -> Explanation<'f> {
        match self.given_state() {
            Some(state) => finder.explain_position(&state),
            None => finder.explain_cells(self.shape, self.cells),
        }
    }
}

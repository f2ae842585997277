//! The positions of records with or without candidates.

use crate::{ColumnKind, ColumnSpec, PuzzleView};
use quadrille_puzzles::explanation::{Explanation, StepFinder};
use quadrille_puzzles::techniques::{Position, PositionFormat, Step, WrittenPosition};

/// The column of positions, which formats for positions write.
pub const POSITION: ColumnSpec =
    ColumnSpec::new("position", ColumnKind::Text, "the digits and the candidates of the board");

impl PuzzleView<'_> {
    /// The digits of a 9×9 board, 0 for an empty cell, and its position: its givens, or its candidates if the record has them.
    pub(crate) fn position(&self) -> ([u8; 81], Position) {
        let digits = self.cells.try_into().expect("a 9×9 board");
        let Some(candidates) = self.candidates else { return (digits, Position::new(&digits)) };
        let candidates: &[u32; 81] = candidates.try_into().expect("a 9×9 board");
        let digits = Position::filled(&digits, candidates);
        (digits, Position::with_candidates(&digits, &candidates.map(|digits| digits as u16)))
    }

    /// The steps of the puzzle, from its position on if the record has candidates.
    pub(crate) fn explanation<'f>(&self, finder: &'f mut StepFinder) -> Explanation<'f> {
        if self.candidates.is_none() {
            return finder.explain_cells(self.shape, self.cells);
        }
        let (digits, position) = self.position();
        finder.explain_position(&digits, &position)
    }

    /// The position of a 9×9 board as text, with a step that is made in it.
    pub(crate) fn position_text(&self, step: Option<&Step>, format: PositionFormat) -> String {
        let (digits, position) = self.position();
        WrittenPosition { position: &position, digits: &digits, placed: self.placed, step }.text(format)
    }
}

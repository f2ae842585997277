//! The reasons for answers.

use crate::PuzzleView;

use quadrille_grid::{Variants, naked_singles::HintKind};

use quadrille_techniques::logic::Explained;

/// The reason for a hint of all naked singles; `after` is the board after the step.
pub(super) fn hint(puzzle: &PuzzleView<'_>, hint: HintKind, after: &[u8]) -> String {
    let mut text = String::new();
    with(puzzle, &Variants::default(), |board| match hint {
        HintKind::Placed => text = board.singles(after),
        HintKind::Mistake => {
            text = board.hint_mistake().map(|mistake| board.sentence(mistake)).unwrap_or_default()
        }
        HintKind::Nothing => {}
    });
    text
}

/// Appends the answer to a puzzle without a solution, with the reason if it can be seen without a search.
pub(super) fn none(puzzle: &PuzzleView<'_>, variants: &Variants, text: &mut Vec<u8>) {
    text.extend_from_slice(b"!none");
    with(puzzle, variants, |board| {
        if let Some(mistake) = board.mistake() {
            text.extend_from_slice(b": ");
            text.extend_from_slice(board.sentence(mistake).as_bytes());
        }
    });
}

/// Passes on a puzzle with its rules.
pub(super) fn with(puzzle: &PuzzleView<'_>, variants: &Variants, explain: impl FnOnce(&Explained<'_>)) {
    let rules = puzzle.extras.rules(puzzle.shape, variants);
    let (PuzzleView { alphabet, cells, .. }, candidates) = (*puzzle, puzzle.extras.candidates);
    explain(&Explained { rules: &rules.expect("variants that fit"), alphabet, cells, candidates });
}

//! The steps that lead to a solution, in words.

use super::PuzzleView;
use quadrille_puzzles::logic::{Steps, Techniques};
use std::io::Write;

/// Appends the steps of a puzzle, a line each, and where they end if they do not solve it. Nothing if the puzzle is
/// full, or shows a contradiction before the first step.
pub(super) fn write_steps(puzzle: &PuzzleView<'_>, is_numbered: bool, text: &mut Vec<u8>) {
    let start = text.len();
    let PuzzleView { shape, alphabet, cells, .. } = *puzzle;
    let mut steps = Steps::of_cells(shape, cells, Techniques::All);
    if steps.contradiction().is_some() || steps.is_solved() {
        return;
    }
    for (number, step) in (1..).zip(steps.by_ref()) {
        if number > 1 {
            text.push(b'\n');
        }
        if is_numbered {
            write!(text, "{number}. ").expect("a vector takes all");
        }
        text.extend_from_slice(step.sentence(alphabet).as_bytes());
    }
    let end = match (steps.contradiction(), steps.empty_cells()) {
        (Some(contradiction), _) => {
            format!("the steps lead to a contradiction: {}", contradiction.sentence(shape, alphabet))
        }
        (None, 0) => return,
        (None, 1) => "the techniques end here: 1 cell is left".into(),
        (None, left) => format!("the techniques end here: {left} cells are left"),
    };
    if text.len() > start {
        text.push(b'\n');
    }
    text.extend_from_slice(end.as_bytes());
}

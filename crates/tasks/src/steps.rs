//! The steps that lead to a solution, in words.

use super::PuzzleView;
use quadrille_techniques::explanation::StepFinder;
use std::io::Write;

/// Appends the steps of a puzzle, a line each, and where they end if they do not solve it. Nothing if the puzzle is
/// full, or shows a contradiction before the first step.
pub(super) fn write_steps(
    finder: &mut StepFinder,
    puzzle: &PuzzleView<'_>,
    is_numbered: bool,
    text: &mut Vec<u8>,
) {
    let start = text.len();
    let (alphabet, mut steps) = (puzzle.alphabet, puzzle.explanation(finder));
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
    let Some(ending) = steps.ending(alphabet) else { return };
    if text.len() > start {
        text.push(b'\n');
    }
    text.extend_from_slice(ending.as_bytes());
}

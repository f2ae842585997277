//! Steps in words, a line each.

use super::PuzzleView;
use quadrille_techniques::explanation::StepFinder;
use std::{collections::HashSet, io::Write};

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
    write_list(steps.by_ref().map(|step| step.sentence(alphabet)), is_numbered, text);
    let Some(ending) = steps.ending(alphabet) else { return };
    if text.len() > start {
        text.push(b'\n');
    }
    text.extend_from_slice(ending.as_bytes());
}

/// Appends all steps of a position, a line each. Steps with the same words are one.
pub(super) fn write_all_steps(
    finder: &mut StepFinder,
    puzzle: &PuzzleView<'_>,
    is_numbered: bool,
    text: &mut Vec<u8>,
) {
    let steps = puzzle.explanation(finder).all_steps();
    let mut seen = HashSet::new();
    let sentences = steps.iter().map(|step| step.sentence(puzzle.alphabet));
    write_list(sentences.filter(|sentence| seen.insert(sentence.clone())), is_numbered, text);
}

fn write_list(sentences: impl Iterator<Item = String>, is_numbered: bool, text: &mut Vec<u8>) {
    for (number, sentence) in (1..).zip(sentences) {
        if number > 1 {
            text.push(b'\n');
        }
        if is_numbered {
            write!(text, "{number}. ").expect("a vector takes all");
        }
        text.extend_from_slice(sentence.as_bytes());
    }
}

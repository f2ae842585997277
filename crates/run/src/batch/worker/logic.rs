//! Hints and solutions by techniques, in words.

use super::explain;
use crate::{
    batch::input_format::InputFormat,
    format::{Answer, AnswerContent, AnswerResult, Details, PuzzleView},
};
use quadrille_core::{engine::Outcome, grid::Variants, hint::HintKind};
use quadrille_puzzles::logic::{Explained, NextDigit, Steps, Techniques, cell_name};
use std::io::Write;

/// The texts of the last answer.
#[derive(Default)]
pub(super) struct LogicTexts {
    /// What a hint found, and the board after it.
    hint: HintKind,
    after: Vec<u8>,
    /// The texts of its facts.
    facts: [Vec<u8>; 4],
    /// The reason with the cell and the digit, in formats that do not have them as fields.
    note: Vec<u8>,
    /// The steps of a solution.
    steps: Vec<u8>,
    /// The answer of several lines.
    block: Vec<u8>,
}

impl LogicTexts {
    /// Finds the next digit of a puzzle. `simple` is what the only-number method finds: a mistake is one for every method.
    pub fn find(&mut self, puzzle: &PuzzleView<'_>, simple: HintKind, techniques: Techniques, named: bool) {
        self.facts.iter_mut().for_each(Vec::clear);
        self.note.clear();
        self.after.clear();
        self.after.extend_from_slice(puzzle.cells);
        let PuzzleView { shape, alphabet, cells, .. } = *puzzle;
        let explained = |f: &mut dyn FnMut(&Explained<'_>)| explain::with(puzzle, &Variants::default(), f);
        let next = NextDigit::find((shape, alphabet, cells), simple, techniques, explained);
        self.hint = next.kind();
        match next {
            NextDigit::Nothing => {}
            NextDigit::Placed(found) => {
                let (step, digit) = (found.placement(), found.placement().digit());
                let cell = step.cell().expect("a digit is placed");
                self.after[cell] = digit;
                let [in_cell, placed, technique, because] = &mut self.facts;
                in_cell.extend_from_slice(cell_name(shape, cell).as_bytes());
                placed.push(alphabet.symbol(digit));
                technique.extend_from_slice(found.technique().name().as_bytes());
                because.extend_from_slice(found.because(alphabet).as_bytes());
                let note = if named { found.because(alphabet) } else { found.sentence(alphabet) };
                self.note.extend_from_slice(note.as_bytes());
            }
            NextDigit::Mistake(mistake) => {
                self.note.extend_from_slice(mistake.as_bytes());
                self.facts[3].clone_from(&self.note);
            }
        }
    }

    /// What was found.
    pub fn hint(&self) -> HintKind {
        self.hint
    }

    /// The answer for what was found.
    pub fn hint_answer<'a>(&'a self, puzzle: PuzzleView<'a>) -> Answer<'a> {
        let result = AnswerResult::Hint(self.hint);
        let content = match self.hint {
            HintKind::Placed => AnswerContent::Grid(&self.after),
            HintKind::Nothing | HintKind::Mistake => AnswerContent::Text(result.status().as_bytes()),
        };
        let facts = self.facts.each_ref().map(|fact| &**fact);
        Answer {
            puzzle: Some(puzzle),
            content,
            result,
            details: Details { note: &self.note, facts, ..Details::default() },
        }
    }

    /// Writes down the steps of a puzzle. Returns the answer with them if it is a text of its own, or `content`, beside
    /// which they are.
    pub fn list<'a>(
        &'a mut self,
        puzzle: &PuzzleView<'_>,
        content: AnswerContent<'a>,
        outcome: Outcome,
        input: &InputFormat,
    ) -> (AnswerContent<'a>, &'a [u8]) {
        let named = input.answers_have_names();
        self.steps.clear();
        list_steps(puzzle, !named, &mut self.steps);
        if named || input.draws_answers() || self.steps.is_empty() {
            return (content, &self.steps);
        }
        self.block.clear();
        let LogicTexts { steps, block, .. } = self;
        block.extend_from_slice(b"Puzzle: ");
        puzzle.alphabet.write(puzzle.shape, puzzle.cells, block);
        block.push(b'\n');
        block.extend_from_slice(steps);
        block.push(b'\n');
        match content {
            AnswerContent::Text(word) | AnswerContent::Rating(word) => block.extend_from_slice(word),
            AnswerContent::Grid(grid) => {
                let several = outcome == Outcome::Multiple;
                block.extend_from_slice(if several { b"One solution of several: " } else { b"Solution: " });
                puzzle.alphabet.write(puzzle.shape, grid, block);
            }
        }
        block.push(b'\n');
        (AnswerContent::Text(block), b"")
    }
}

/// Appends the steps of a puzzle, a line each, and where they end if they do not solve it. Nothing if the puzzle is
/// full, or shows a contradiction before the first step.
fn list_steps(puzzle: &PuzzleView<'_>, numbered: bool, text: &mut Vec<u8>) {
    let PuzzleView { shape, alphabet, cells, .. } = *puzzle;
    let mut steps = Steps::of_cells(shape, cells, Techniques::All);
    if steps.contradiction().is_some() || steps.is_solved() {
        return;
    }
    for (number, step) in (1..).zip(steps.by_ref()) {
        if number > 1 {
            text.push(b'\n');
        }
        if numbered {
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
    if !text.is_empty() {
        text.push(b'\n');
    }
    text.extend_from_slice(end.as_bytes());
}

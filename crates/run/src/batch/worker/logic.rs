//! Hints by techniques, in words.

use crate::format::{Answer, AnswerContent, AnswerResult, Details, PuzzleView};

use quadrille_core::{grid::Variants, hint::HintKind};

use quadrille_puzzles::logic::{Explained, NextDigit, Techniques, cell_name};

use quadrille_tasks::with_rules;

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
}

impl LogicTexts {
    /// Finds the next digit of a puzzle. `simple` is what the only-number method finds: a mistake is one for every method.
    pub fn find(&mut self, puzzle: &PuzzleView<'_>, simple: HintKind, techniques: Techniques, named: bool) {
        self.facts.iter_mut().for_each(Vec::clear);
        self.note.clear();
        self.after.clear();
        self.after.extend_from_slice(puzzle.cells);
        let PuzzleView { shape, alphabet, cells, .. } = *puzzle;
        let explained = |f: &mut dyn FnMut(&Explained<'_>)| with_rules(puzzle, &Variants::default(), f);
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
}

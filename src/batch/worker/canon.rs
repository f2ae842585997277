//! Canonical forms as answers.

use super::{
    ChunkAnswers, RecordWorker,
    each::{Pass, puzzle},
};
use crate::{
    Shape,
    batch::FormOf,
    engine::Outcome,
    format::{Answer, AnswerContent, AnswerResult, Details, PuzzleView},
    grid::Alphabet,
    symmetry::{Form, FormSearch},
};
use std::ops::ControlFlow;

/// Finds the forms of records. Keeps its memory.
pub(super) struct Forms {
    search: FormSearch,
    /// The text of a transformation.
    transform: Vec<u8>,
}

impl Forms {
    pub fn new() -> Forms {
        Forms { search: FormSearch::new(), transform: Vec::new() }
    }

    /// The form of a puzzle or of its solution, or a word if it has none. The solution is one if there is exactly one.
    fn find(
        &mut self,
        of: FormOf,
        puzzle: &PuzzleView<'_>,
        outcome: Outcome,
        solution: &[u8],
    ) -> Result<Form, &'static [u8]> {
        let (shape, givens) = (puzzle.shape, puzzle.cells);
        match (outcome, of) {
            (Outcome::Unknown, _) => Err(b"!unknown"),
            (Outcome::Unique, FormOf::Puzzle) => Ok(self.search.unique(shape, givens, solution)),
            (Outcome::Unique, FormOf::Solution) => Ok(self.search.grid(shape, solution)),
            (_, FormOf::Puzzle) => Ok(self.search.least(shape, givens)),
            (Outcome::None, FormOf::Solution) => Err(b"!none"),
            (_, FormOf::Solution) => Err(b"!multiple"),
        }
    }
}

impl RecordWorker {
    /// Answers a record, the `nth` of its shape, with a canonical form.
    pub(super) fn answer_form(
        &mut self,
        pass: &mut Pass<'_>,
        index: usize,
        (kind, nth): ((Shape, Alphabet), usize),
        answers: &mut ChunkAnswers,
        emit: impl FnOnce(&Answer<'_>, &mut ChunkAnswers),
    ) -> ControlFlow<()> {
        let scratch = &self.scratch[kind.0.index()];
        if scratch.first_wrong == Some(nth) {
            return pass.fail(index, answers);
        }
        let (report, (puzzle, place)) = (scratch.reports[nth], puzzle(&self.batch, kind, nth));
        answers.tally.add(&report);
        let forms = &mut self.forms;
        let form = forms.find(self.config.form_of, &puzzle, report.outcome, &scratch.solutions[place]);
        forms.transform.clear();
        let mut details = Details::default();
        let content = match &form {
            Ok(form) => {
                if self.config.transforms {
                    form.transform.write(&mut forms.transform);
                }
                details.note = &forms.transform;
                details.automorphisms = Some(form.automorphisms);
                AnswerContent::Grid(form.cells())
            }
            Err(word) => AnswerContent::Text(word),
        };
        let result = AnswerResult::Search(report.outcome);
        emit(&Answer { puzzle: Some(puzzle), content, result, details }, answers);
        ControlFlow::Continue(())
    }
}

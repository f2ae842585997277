//! Canonical forms as answers.

use super::{
    ChunkAnswers, RecordWorker,
    each::{Pass, puzzle},
};
use crate::format::{Answer, AnswerContent, AnswerResult, Details};
use quadrille_core::grid::{Alphabet, Shape};
use std::ops::ControlFlow;

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

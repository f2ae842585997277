//! Canonical forms as answers.

use super::{ChunkAnswers, RecordWorker};
use crate::format::{Answer, AnswerContent, AnswerResult, Details};
use quadrille_tasks::Place;

impl RecordWorker {
    /// Answers a record with a canonical form.
    pub(super) fn answer_form(
        &mut self,
        place: Place,
        answers: &mut ChunkAnswers,
        emit: impl FnOnce(&Answer<'_>, &mut ChunkAnswers),
    ) {
        let (report, puzzle) = (self.typed.report(place), self.batch.boards.puzzle(place));
        let report = report.copied().unwrap_or_default();
        let solution = &self.typed.boards(place.shape)[place.cells()];
        let forms = &mut self.forms;
        let form = forms.find(self.config.form_of, &puzzle, report.outcome, solution);
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
    }
}

//! Ratings as answers.

use super::{
    ChunkAnswers, RecordWorker,
    each::{Pass, puzzle},
};
use crate::{
    batch::Tally,
    format::{Answer, AnswerContent, AnswerResult, Details},
};
use quadrille_core::grid::{Alphabet, Shape};
use quadrille_puzzles::{
    classes::Key,
    rating::{Method, bucket},
};
use std::{ops::ControlFlow, time::Instant};

impl RecordWorker {
    /// The number of the bucket, from 1, of the `nth` 9×9 puzzle of the chunk, which was rated by guesses.
    pub(super) fn bucket(&self, nth: usize) -> Key {
        let guesses = self.raters.as_ref().map_or(0, |raters| raters.guesses[nth].guesses);
        1 + bucket(guesses as f64) as Key
    }

    /// Rates the puzzles of the chunk.
    pub(super) fn rate(&mut self, tally: &mut Tally) {
        let Some(raters) = &mut self.raters else { return };
        let by_logic = raters.ratings.method == Method::Logic;
        if !by_logic || raters.ratings.pairs {
            let start = Instant::now();
            raters.rate(&self.batch.cells[Shape::NINE.index()]);
            tally.solving += start.elapsed();
        }
        for scratch in &mut self.scratch {
            (scratch.written, scratch.first_wrong) = (0, None);
        }
        if by_logic {
            self.solve(tally);
        }
    }

    /// Answers a record, the `nth` of its shape, with a rating.
    pub(super) fn answer_rating(
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
        let Some(raters) = &mut self.raters else { return ControlFlow::Break(()) };
        let (puzzle, place) = puzzle(&self.batch, kind, nth);
        let report = scratch.reports.get(nth).filter(|_| raters.ratings.method == Method::Logic);
        let found = report.map(|report| (report.outcome, &scratch.solutions[place]));
        let rated = raters.rating(nth, puzzle.cells, found);
        match report.copied().or(raters.outcome(nth)) {
            Some(report) => answers.tally.add(&report),
            None => answers.tally.records += 1,
        }
        let is_kept = rated.value().is_some_and(|value| raters.ratings.keeps(value));
        answers.tally.rated += u64::from(rated.value().is_some());
        answers.tally.kept += u64::from(is_kept && raters.ratings.is_filter());
        if is_kept {
            raters.count(nth, &rated, puzzle.cells, &mut answers.ratings);
        }
        self.word.clear();
        rated.write(&mut self.word);
        let content = AnswerContent::Rating(&self.word);
        let result = if is_kept { AnswerResult::Rated } else { AnswerResult::OutOfRange };
        let details = Details { step_count: rated.steps(), ..Details::default() };
        emit(&Answer { puzzle: Some(puzzle), content, result, details }, answers);
        ControlFlow::Continue(())
    }
}

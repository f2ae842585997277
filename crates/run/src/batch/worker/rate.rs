//! Ratings as answers.

use super::{ChunkAnswers, RecordWorker};
use crate::{
    batch::Tally,
    format::{Answer, AnswerContent, AnswerResult, Details},
};
use quadrille_core::grid::Shape;
use quadrille_puzzles::{
    classes::Key,
    rating::{Method, bucket},
};
use quadrille_tasks::Place;
use std::time::Instant;

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
            raters.rate(&self.batch.boards.cells[Shape::NINE.index()]);
            tally.solving += start.elapsed();
        }
    }

    /// Answers a record with a rating.
    pub(super) fn answer_rating(
        &mut self,
        place: Place,
        answers: &mut ChunkAnswers,
        emit: impl FnOnce(&Answer<'_>, &mut ChunkAnswers),
    ) {
        let Some(raters) = &mut self.raters else { return };
        let (puzzle, nth) = (self.batch.boards.puzzle(place), place.nth);
        let report = self.typed.report(place);
        let found = report.map(|report| (report.outcome, &self.typed.boards(place.shape)[place.cells()]));
        let rated = raters.rating(nth, puzzle.cells, found);
        match raters.outcome(nth) {
            _ if report.is_some() => {}
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
    }
}

//! Ratings as answers.

use super::{
    ChunkAnswers, RecordWorker,
    each::{Pass, puzzle},
};
use crate::{
    Isa, Shape,
    batch::{RatingCounts, Ratings, Tally},
    engine::{Limits, Outcome, Report},
    format::{Answer, AnswerContent, AnswerResult, Details, push_number},
    grid::Alphabet,
    logic,
    rating::{GuessCounter, Guesses, Method, MorphRater, rank},
};
use std::{io::Write, ops::ControlFlow, time::Instant};

/// The cells of a puzzle.
const AREA: usize = Shape::NINE.area();

/// Rates puzzles. Keeps its memory.
pub(super) struct Raters {
    ratings: Ratings,
    counter: GuessCounter,
    morphs: Option<MorphRater>,
    logic: logic::Rater,
    /// For each 9×9 puzzle of the chunk.
    guesses: Vec<Guesses>,
    means: Vec<f64>,
}

/// A rating, or why there is none.
enum Rated {
    Guesses(u64),
    Morphs(f64),
    Logic(logic::Rating),
    No(&'static [u8]),
}

impl Raters {
    pub fn new(ratings: Ratings, isa: Isa, limits: &Limits) -> Raters {
        let counter = GuessCounter::with_isa(isa).expect("an instruction set of the machine");
        Raters {
            counter: match &limits.stop_flag {
                Some(stop) => counter.stop_flag(stop.clone()),
                None => counter,
            },
            morphs: ratings.morphs().map(|count| MorphRater::new(count, ratings.seed)),
            logic: logic::Rater::new(),
            guesses: Vec::new(),
            means: Vec::new(),
            ratings,
        }
    }

    /// Counts guesses and rates by morphs what has to be. Ends early if the stop flag is set: the chunk then fails as stopped.
    fn rate(&mut self, puzzles: &[u8]) {
        let is_counted = self.ratings.method == Method::Guesses || self.ratings.pairs;
        let count = puzzles.len() / AREA;
        // What the last chunk left is overwritten or never read.
        self.guesses.resize(count, Guesses::default());
        self.means.resize(count, 0.0);
        if is_counted && !self.counter.count(puzzles, self.ratings.limit, &mut self.guesses) {
            return;
        }
        if let Some(morphs) = &mut self.morphs {
            morphs.rate(&mut self.counter, puzzles, &mut self.means);
            self.means.iter_mut().for_each(|mean| *mean = rounded(*mean));
        }
    }

    /// The rating of the `nth` puzzle, after its search if the method needs one.
    fn rating(&mut self, nth: usize, givens: &[u8], found: Option<(Outcome, &[u8])>) -> Rated {
        match (self.ratings.method, found) {
            (Method::Guesses, _) => Rated::Guesses(self.guesses[nth].guesses),
            (Method::Morphs { .. }, _) => Rated::Morphs(self.means[nth]),
            (Method::Logic, Some((Outcome::Unique, solution))) => {
                self.logic.rate(givens, Some(solution)).map_or(Rated::No(b"!multiple"), Rated::Logic)
            }
            (Method::Logic, Some((Outcome::None, _))) => Rated::No(b"!none"),
            (Method::Logic, Some((Outcome::Unknown, _))) => Rated::No(b"!unknown"),
            (Method::Logic, _) => Rated::No(b"!multiple"),
        }
    }

    /// What the search for a rating says of the solutions of the `nth` puzzle.
    fn outcome(&self, nth: usize) -> Option<Report> {
        if self.ratings.method != Method::Guesses {
            return None;
        }
        let Guesses { guesses, solutions } = self.guesses[nth];
        let outcome = match (solutions, self.ratings.limit) {
            (0, _) => Outcome::None,
            (_, 1) => Outcome::Solved,
            (1, _) => Outcome::Unique,
            _ => Outcome::Multiple,
        };
        Some(Report { outcome, guesses, solutions, ..Report::default() })
    }

    /// Counts a record that is kept.
    fn count(&self, nth: usize, rated: &Rated, givens: &[u8], counts: &mut RatingCounts) {
        match rated {
            Rated::Guesses(guesses) => counts.add_number(*guesses as f64),
            Rated::Morphs(mean) => counts.add_number(*mean),
            Rated::Logic(rating) => counts.groups[rank(rating.level)] += 1,
            Rated::No(_) => return,
        }
        if self.ratings.pairs {
            counts.add_pair(self.guesses[nth].guesses, self.means[nth], givens);
        }
    }
}

impl RecordWorker {
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

impl Rated {
    /// The number that it is compared as.
    fn value(&self) -> Option<f64> {
        match self {
            Rated::Guesses(guesses) => Some(*guesses as f64),
            Rated::Morphs(mean) => Some(*mean),
            Rated::Logic(rating) => Some(rank(rating.level) as f64),
            Rated::No(_) => None,
        }
    }

    fn steps(&self) -> Option<u32> {
        match self {
            Rated::Logic(rating) => Some(rating.steps),
            _ => None,
        }
    }

    fn write(&self, text: &mut Vec<u8>) {
        match self {
            Rated::Guesses(guesses) => push_number(*guesses, text),
            Rated::Morphs(mean) => write!(text, "{mean:.3}").expect("a vector takes all"),
            Rated::Logic(rating) => text.extend_from_slice(rating.level.name().as_bytes()),
            Rated::No(word) => text.extend_from_slice(word),
        }
    }
}

/// A rating with the digits that are written, so that it is compared as it is shown.
fn rounded(mean: f64) -> f64 {
    (mean * 1000.0).round() / 1000.0
}

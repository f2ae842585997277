//! Ratings.

use super::{batch, numbers, status_without_puzzle};
use crate::{
    Error, Options, RateOptions,
    column::Column,
    puzzles::{Puzzles, Row},
    row_texts::RowTexts,
    search::Search,
    status::Status,
    work::{Work, Worker, error_column},
};
use arrow_array::{ArrayRef, Float64Array, RecordBatch};
use arrow_buffer::NullBuffer;
use quadrille_core::{
    engine::Outcome,
    grid::{Refusal, Shape},
};
use quadrille_puzzles::{
    logic,
    rating::{GuessCounter, Guesses, Method, MorphRater, rounded},
};
use std::{ops::Range, sync::Arc};

/// Columns: rating, steps for ratings by logic, status, error.
pub(crate) fn rate(column: &Column, rating: &RateOptions, options: &Options) -> Result<RecordBatch, Error> {
    let refuse = |shape: Shape| (shape != Shape::NINE).then(|| Refusal::NoRating(shape).to_string());
    let work = Work::new(column, options, refuse)?;
    let mut statuses = vec![Status::NULL; column.len()];
    let mut columns = match rating.method {
        Method::Guesses if rating.limit == 0 => return Err(Error::Zero { option: "limit" }),
        Method::Guesses => by_guesses(&work, rating, &mut statuses)?,
        Method::Morphs { count } => by_morphs(&work, (count, rating.seed), &mut statuses)?,
        Method::Logic => by_logic(&work, &mut statuses)?,
    };
    columns.insert(columns.len() - 1, ("status", Status::column(statuses)));
    batch(columns)
}

/// The columns of ratings, the last of which is that of errors.
type Columns = Vec<(&'static str, ArrayRef)>;

fn counter(options: &Options) -> GuessCounter {
    match options.stop() {
        Some(stop) => GuessCounter::new().stop_flag(stop.clone()),
        None => GuessCounter::new(),
    }
}

/// Sets the status of each row, and calls `f` for the boards with their place among all.
fn each_board(puzzles: &Puzzles, statuses: &mut [Status], mut f: impl FnMut(usize, usize)) {
    puzzles.each(|row, kind, _, nth| match kind {
        Row::Board(..) => {
            statuses[row] = Status::RATED;
            f(row, nth);
        }
        kind => statuses[row] = status_without_puzzle(kind),
    });
}

fn by_guesses(work: &Work<'_>, rating: &RateOptions, statuses: &mut [Status]) -> Result<Columns, Error> {
    let mut ratings = vec![0; work.column.len()];
    let parts = statuses.chunks_mut(work.chunk).zip(ratings.chunks_mut(work.chunk));
    let task = || (counter(work.options), Vec::<Guesses>::new());
    let workers = work.each_chunk(task, parts, |worker, _, (statuses, ratings)| {
        let Worker { puzzles, task: (counter, guesses), .. } = worker;
        let cells = puzzles.cells(Shape::NINE);
        guesses.resize(cells.len() / Shape::NINE.area(), Guesses::default());
        // After it was stopped, no answer is used.
        counter.count(cells, rating.limit, guesses);
        each_board(puzzles, statuses, |row, nth| ratings[row] = guesses[nth].guesses);
    })?;
    let ratings = numbers(ratings, |row| statuses[row] == Status::RATED);
    Ok(vec![("rating", ratings), ("error", error_column(&workers, work.column.len(), 1))])
}

fn by_morphs(work: &Work<'_>, (count, seed): (u32, u64), statuses: &mut [Status]) -> Result<Columns, Error> {
    let mut ratings = vec![0.0; work.column.len()];
    let parts = statuses.chunks_mut(work.chunk).zip(ratings.chunks_mut(work.chunk));
    let rater = MorphRater::new(count, seed);
    let task = || (counter(work.options), rater.clone(), Vec::new());
    let workers = work.each_chunk(task, parts, |worker, _, (statuses, ratings)| {
        let Worker { puzzles, task: (counter, rater, means), .. } = worker;
        let cells = puzzles.cells(Shape::NINE);
        means.resize(cells.len() / Shape::NINE.area(), 0.0);
        // After it was stopped, no answer is used.
        rater.rate(counter, cells, means);
        each_board(puzzles, statuses, |row, nth| ratings[row] = rounded(means[nth]));
    })?;
    let nulls = NullBuffer::from_iter(statuses.iter().map(|status| *status == Status::RATED));
    let nulls = Some(nulls).filter(|nulls| nulls.null_count() > 0);
    let ratings = Arc::new(Float64Array::new(ratings.into(), nulls));
    Ok(vec![("rating", ratings), ("error", error_column(&workers, work.column.len(), 1))])
}

/// What a thread needs for ratings by logic: the levels are the names of the rows.
struct ByLogic {
    search: Search,
    rater: logic::Rater,
    levels: RowTexts,
}

fn by_logic(work: &Work<'_>, statuses: &mut [Status]) -> Result<Columns, Error> {
    let mut steps = vec![0; work.column.len()];
    let options = work.options;
    let parts = statuses.chunks_mut(work.chunk).zip(steps.chunks_mut(work.chunk));
    let task = || ByLogic {
        search: Search::new(options, Default::default(), options.limits(2)),
        rater: logic::Rater::new(),
        levels: RowTexts::default(),
    };
    let workers = work.each_chunk(task, parts, rate_chunk_by_logic)?;
    let len = work.column.len();
    let levels = RowTexts::column(workers.iter().map(|worker| &worker.task.levels), len, 1);
    let steps = numbers(steps, |row| statuses[row] == Status::RATED);
    Ok(vec![("rating", levels), ("steps", steps), ("error", error_column(&workers, len, 1))])
}

fn rate_chunk_by_logic(
    worker: &mut Worker<ByLogic>,
    rows: Range<usize>,
    (statuses, steps): (&mut [Status], &mut [u64]),
) {
    let Worker { puzzles, task: ByLogic { search, rater, levels }, .. } = worker;
    search.solve(puzzles);
    puzzles.each(|row, kind, givens, nth| {
        let Row::Board(shape, _) = kind else {
            statuses[row] = status_without_puzzle(kind);
            return;
        };
        let (report, solution) = search.found(shape, nth);
        let is_unique = report.outcome == Outcome::Unique;
        let rating = is_unique.then(|| rater.rate(givens, Some(solution))).flatten();
        statuses[row] = match (rating, report.outcome) {
            (Some(rating), _) => {
                levels.push(rows.start + row, &rating.level.name());
                steps[row] = rating.steps.into();
                Status::RATED
            }
            (None, Outcome::None) => Status::NONE,
            (None, Outcome::Unknown) => Status::UNKNOWN,
            (None, _) => Status::MULTIPLE,
        };
    });
}

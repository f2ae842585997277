//! Rates the difficulty of puzzles.

use crate::{
    Answers, Beside, Boards, ColumnKind, ColumnSpec, ColumnValues, Float, InLines, Needs, RatingCounts,
    Record, Status, Task, TaskWorker, Total, WorkerContext, Written, WrongSolution,
    column::{RATING, SCORE},
    needs::only_nine,
    options_of,
    raters::{Rated, Raters},
    search::Search,
};
use quadrille_base::clock::Stopwatch;
use quadrille_engines::Outcome;
use quadrille_grid::{Refusal, Shape};
use quadrille_puzzles::rating::{Method, StepCriteria, step_options};

/// Rates the difficulty of 9×9 puzzles, and can select some of them.
///
/// In formats of one line for each record the answer is the puzzle, a comma and the rating. With the methods `logic`, `se` and `hodoku`, a puzzle
/// with several solutions or none has `!multiple` or `!none` in place of a rating. A board that is not 9×9 is malformed.
///
/// ```
/// use quadrille::{Batch, Input, batch::RatingCounts, rating::Method, tasks::Rate};
///
/// let rate = |task| {
///     let puzzles = "\
/// 8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..
/// 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
/// ";
///     let mut answers = Vec::new();
///     let inputs = vec![Input::reader("puzzles", puzzles.as_bytes())];
///     let summary = Batch::new(task).run(inputs, &mut answers, &mut ())?;
///     Ok::<_, quadrille::Error>((summary, String::from_utf8(answers).expect("text")))
/// };
/// let (_, ratings) = rate(Rate::new(Method::Guesses))?;
/// assert!(ratings.lines().next().unwrap().ends_with(",57") && ratings.ends_with(",0\n"));
///
/// // Only the records of some ratings, or only the counts of the ratings.
/// let (_, hard) = rate(Rate::new(Method::Guesses).at_least(50.0).at_most(100.0))?;
/// assert!(hard.starts_with("8....") && hard.lines().count() == 1);
/// let (summary, nothing) = rate(Rate::new(Method::Guesses).limit(2).only_counts(true))?;
/// let counts: &RatingCounts = summary.total().expect("the total of ratings");
/// assert_eq!((counts.records(), nothing.len()), (2, 0));
///
/// // Ratings of Sudoku Explainer that end after some steps are lower bounds.
/// let (_, bounds) = rate(Rate::new(Method::SudokuExplainer { uniqueness: true }).max_steps(3))?;
/// assert!(bounds.lines().all(|line| line.contains(",>=")));
///
/// let (_, means) = rate(Rate::new(Method::Morphs { count: 10 }).seed(1).rating_column("mean"))?;
/// assert_eq!(means.lines().count(), 2);
///
/// // What the puzzles have in common, and the steps by each technique of an easy one.
/// let (summary, _) = rate(Rate::new(Method::Guesses).only_counts(true).pairs(true))?;
/// let counts: &RatingCounts = summary.total().expect("the total of ratings");
/// assert_eq!((counts.pairs.iter().sum::<u64>(), counts.duplicates().equivalent), (2, 0));
/// let task = Rate::new(Method::SudokuExplainer { uniqueness: true }).only_counts(true).count_steps(true);
/// let easy = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".as_bytes();
/// let summary = Batch::new(task).run(vec![Input::reader("easy", easy)], &mut Vec::new(), &mut ())?;
/// let counts: &RatingCounts = summary.total().expect("the total of ratings");
/// assert_eq!(counts.techniques.iter().map(|technique| technique.records).sum::<u64>(), 1);
/// # Ok::<(), quadrille::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Rate {
    columns: Vec<ColumnSpec>,
    pub(crate) method: Method,
    limit: Option<u64>,
    seed: Option<u64>,
    pub(crate) pairs: bool,
    least: Option<f64>,
    most: Option<f64>,
    only_counts: bool,
    pub(crate) max_steps: Option<u64>,
    pub(crate) steps: StepCriteria,
    pub(crate) counts_steps: bool,
}

/// The ratings of Sudoku Explainer.
const EXPLAINER_COLUMNS: [ColumnSpec; 3] = [
    ColumnSpec::new("er", ColumnKind::Float, "the rating of the hardest step").in_tenths(),
    ColumnSpec::new("ep", ColumnKind::Float, "the rating of the hardest step until a digit is placed")
        .in_tenths()
        .in_lines(InLines::Answer),
    ColumnSpec::new("ed", ColumnKind::Float, "the rating of the first step")
        .in_tenths()
        .in_lines(InLines::Answer),
];

/// The ratings of HoDoKu.
const HODOKU_COLUMNS: [ColumnSpec; 2] = [
    ColumnSpec::new("score", ColumnKind::Number, SCORE),
    ColumnSpec::new("level", ColumnKind::Text, "the level by HoDoKu: easy, medium, hard, unfair or extreme")
        .in_lines(InLines::Answer),
];

/// How much longer a rating by techniques takes than other answers.
pub(super) const EXPLAINER_COST: usize = 100;

impl Rate {
    /// Ratings by this method: guesses with a limit of 1, morphs of seed 0.
    pub fn new(method: Method) -> Rate {
        let rating = |kind| ColumnSpec::new("rating", kind, RATING);
        let mut columns = match method {
            Method::Guesses => vec![rating(ColumnKind::Number)],
            Method::Morphs { .. } => vec![rating(ColumnKind::Float)],
            Method::Logic => {
                let about = "the steps until the puzzle is solved or the techniques end";
                let steps = ColumnSpec::new("step_count", ColumnKind::Number, about);
                vec![rating(ColumnKind::Text), steps.in_lines(InLines::Answer)]
            }
            Method::SudokuExplainer { .. } => EXPLAINER_COLUMNS.to_vec(),
            Method::Hodoku => HODOKU_COLUMNS.to_vec(),
        };
        columns.push(ColumnSpec::STATUS);
        Rate {
            columns,
            method,
            limit: None,
            seed: None,
            pairs: false,
            least: None,
            most: None,
            only_counts: false,
            max_steps: None,
            steps: StepCriteria::new(),
            counts_steps: false,
        }
    }

    /// Sets the name of the column or member that ratings are written to. An existing one of this name is replaced.
    ///
    /// A run fails if the name cannot be in a header, or is a usual name of the puzzle column.
    pub fn rating_column(mut self, name: impl Into<String>) -> Rate {
        self.columns[0].name = name.into().into();
        self
    }

    /// Counts the guesses of searches that end at this many solutions; 0 means 1. A run by another method is refused with it.
    pub fn limit(self, limit: u64) -> Rate {
        Rate { limit: Some(limit.max(1)), ..self }
    }

    /// Sets the seed of the morphs; see [`MorphRater`](quadrille_puzzles::rating::MorphRater). A run by another
    /// method is refused with it.
    pub fn seed(self, seed: u64) -> Rate {
        Rate { seed: Some(seed), ..self }
    }

    /// Whether the steps by each technique are counted, for [`RatingCounts::techniques`], which takes longer. Only ratings by Sudoku Explainer count them.
    pub fn count_steps(self, counts_steps: bool) -> Rate {
        Rate { counts_steps, ..self }
    }

    /// Ends each rating by Sudoku Explainer after this many steps. The answer is then a lower bound, as in `>=8.5`, and the status `lower
    /// bound`; so it is if the time for one puzzle is over ([`RunOptions::timeout_per_puzzle`](quadrille_engines::RunOptions::timeout_per_puzzle)).
    /// A run by another method is refused with it.
    pub fn max_steps(self, steps: u64) -> Rate {
        Rate { max_steps: Some(steps), ..self }
    }

    /// Whether each puzzle is rated by guesses and by morphs too, whatever the method, and its class is found, for [`RatingCounts::pairs`] and the counts after
    /// it. By default they are empty.
    pub fn pairs(self, pairs: bool) -> Rate {
        Rate { pairs, ..self }
    }

    /// Writes only the records with at least this rating, unchanged: a filter. A header is kept. For the numbers of
    /// levels see [`Method::parse_rating`]; a rating by morphs is rounded to three digits after the point before it is compared.
    ///
    /// An input that announces the number of its records cannot be filtered, nor can the records be written in another format.
    pub fn at_least(self, rating: f64) -> Rate {
        Rate { least: Some(rating), ..self }
    }

    /// Writes only the records with at most this rating, as [`at_least`](Self::at_least) does.
    pub fn at_most(self, rating: f64) -> Rate {
        Rate { most: Some(rating), ..self }
    }

    /// Writes only the records with these [steps](StepCriteria) by Sudoku Explainer, as [`at_least`](Self::at_least) does. A run by another method is refused
    /// with it.
    pub fn steps(self, steps: StepCriteria) -> Rate {
        Rate { steps, ..self }
    }

    /// Whether nothing is written: the [counts](crate::RatingCounts) tell how many records have which rating.
    pub fn only_counts(self, only_counts: bool) -> Rate {
        Rate { only_counts, ..self }
    }

    fn is_filter(&self) -> bool {
        self.least.is_some() || self.most.is_some() || !self.steps.is_empty()
    }

    /// Whether a rating is one of those that are kept.
    fn keeps(&self, rating: f64) -> bool {
        self.least.is_none_or(|least| rating >= least) && self.most.is_none_or(|most| rating <= most)
    }

    fn is_by_explainer(&self) -> bool {
        matches!(self.method, Method::SudokuExplainer { .. })
    }

    fn conflict(&self) -> Option<&'static str> {
        if self.limit.is_some() && self.method != Method::Guesses && !self.pairs {
            return Some("a limit of solutions is for ratings by guesses");
        }
        if !self.is_by_explainer() && (self.max_steps.is_some() || !self.steps.is_empty()) {
            return Some("techniques, first steps and limits of steps are for ratings by se");
        }
        (self.seed.is_some() && self.morphs().is_none()).then_some("a seed is for ratings by morphs")
    }

    /// Whether there is an upper bound of the ratings.
    fn has_most(&self) -> bool {
        self.most.is_some_and(f64::is_finite)
    }

    /// Whether the steps of a rating are wanted. A bound is kept only if every rating above it would be.
    fn keeps_steps(&self, rated: &Rated) -> bool {
        match rated {
            Rated::Explainer(rating, _) if rating.is_bound => !self.has_most() && self.steps.is_empty(),
            Rated::Explainer(_, has_steps) => *has_steps,
            _ => true,
        }
    }

    /// The number of solutions at which a search for guesses ends.
    pub(crate) fn solutions(&self) -> u64 {
        self.limit.unwrap_or(1)
    }

    /// The seed of the morphs.
    pub(crate) fn morph_seed(&self) -> u64 {
        self.seed.unwrap_or(0)
    }

    /// The number of morphs of each puzzle, if there are any.
    pub(crate) fn morphs(&self) -> Option<u32> {
        match self.method {
            Method::Morphs { count } => Some(count),
            _ => self.pairs.then_some(Method::USUAL_MORPHS),
        }
    }
}

impl Task for Rate {
    fn columns(&self) -> &[ColumnSpec] {
        &self.columns
    }

    fn options(&self) -> Vec<(&'static str, String)> {
        let bound = |bound: Option<f64>| {
            bound.filter(|bound| bound.is_finite()).map_or(String::new(), |bound| bound.to_string())
        };
        let range = format!("{}..{}", bound(self.least), bound(self.most));
        let mut options = options_of(("rate", self.solutions()), &[]);
        options.extend([
            ("method", self.method.to_string()),
            ("seed", self.morph_seed().to_string()),
            ("rating-column", self.columns[0].name.to_string()),
            ("rating", if self.is_filter() { range } else { "null".into() }),
            ("max-steps", self.max_steps.map_or("null".into(), |steps| steps.to_string())),
        ]);
        options.extend(step_options(self.steps));
        options
    }

    fn needs(&self) -> Needs {
        // A chunk takes some hundredths of a second at most, whatever the number of morphs. Techniques take as long for a
        // few hundred random puzzles, and longer for hard ones.
        let morphs = self.morphs().unwrap_or(1).div_ceil(Method::USUAL_MORPHS) as usize;
        let has_techniques = self.is_by_explainer() || self.method == Method::Hodoku;
        let counts = self.only_counts || self.pairs;
        Needs {
            givens: self.pairs || !self.is_by_explainer(),
            cost: if has_techniques { morphs.max(EXPLAINER_COST) } else { morphs },
            refusals: only_nine(true, Refusal::NoRating),
            written: match self {
                Rate { only_counts: true, .. } => Written::Nothing,
                _ if self.is_filter() => Written::Records(Some(Status::Rated)),
                _ => Written::Answers,
            },
            conflict: self.conflict(),
            no_variants: Some("only standard sudoku, without variants, has ratings"),
            no_resume: counts.then_some(
                "a run that counts ratings cannot be resumed: its state does not say what was counted",
            ),
            ..Needs::default()
        }
    }

    fn total(&self) -> Option<Box<dyn Total>> {
        Some(Box::new(RatingCounts::default()))
    }

    fn worker(&self, context: WorkerContext) -> Box<dyn TaskWorker> {
        let raters = Raters::new(self.clone(), context.engines.isa(), &context.limits);
        let search = self.method.needs_one_solution().then(|| Search::new(context, 2));
        Box::new(RateWorker { raters, search })
    }
}

struct RateWorker {
    raters: Raters,
    /// Some methods rate only puzzles with one solution.
    search: Option<Search>,
}

impl TaskWorker for RateWorker {
    fn answer(
        &mut self,
        boards: &Boards,
        _: &dyn Beside,
        answers: &mut Answers<'_>,
    ) -> Result<(), WrongSolution> {
        let start = Stopwatch::start();
        self.raters.rate(&boards.cells[Shape::NINE.index()]);
        answers.tally.solving += start.elapsed();
        let searched = self.search.as_mut().map_or(Ok(()), |search| search.solve(boards, answers));
        let end = WrongSolution::end(searched, boards);
        let start = Stopwatch::start();
        for (index, record) in boards.records().take(end).enumerate() {
            let Record::Board(place) = record else {
                if self.search.is_none() {
                    answers.note_unanswered(record);
                }
                answers.columns.iter_mut().for_each(push_null);
                continue;
            };
            let puzzle = boards.puzzle(place);
            let found = answers.report(place).map(|report| report.outcome);
            let found = found.map(|outcome| (outcome, &answers.boards(place.shape)[place.cells()]));
            let rated = self.raters.rating(place.nth, &puzzle, found);
            let outcome = found.map(|(outcome, _)| outcome);
            let status = self.note((index, place.nth), (&rated, puzzle.cells), outcome, answers);
            match answers.statuses.get_mut(index) {
                Some(searched) => *searched = status,
                None => answers.statuses.push(status),
            }
            push_rating(&rated, index, answers);
        }
        if self.search.is_some() {
            // The ratings themselves are made here.
            answers.tally.solving += start.elapsed();
        }
        searched
    }
}

impl RateWorker {
    /// Counts a rating. Returns its status.
    fn note(
        &mut self,
        (index, nth): (usize, usize),
        (rated, cells): (&Rated, &[u8]),
        searched: Option<Outcome>,
        answers: &mut Answers<'_>,
    ) -> Status {
        match self.raters.outcome(nth) {
            // A search has counted the record.
            _ if searched.is_some() => {}
            Some(report) => answers.tally.add(&report),
            None => answers.tally.records += 1,
        }
        let Some(value) = rated.value() else {
            // A puzzle with one solution has a rating, unless it was given up.
            let is_given_up = searched == Some(Outcome::Unique);
            answers.tally.given_up += u64::from(is_given_up);
            return searched.filter(|_| !is_given_up).map_or(Status::Unknown, Status::from);
        };
        answers.tally.rated += u64::from(!rated.is_bound());
        answers.tally.given_up += u64::from(rated.is_bound());
        let task = &self.raters.task;
        if !task.keeps(value) || !task.keeps_steps(rated) {
            return Status::OutOfRange;
        }
        let is_filter = task.is_filter();
        answers.tally.kept += u64::from(is_filter);
        if let Some(counts) = answers.total.as_mut().and_then(|total| total.get_mut()) {
            self.raters.count((index, nth), rated, cells, counts);
        }
        if rated.is_bound() && !is_filter { Status::LowerBound } else { Status::Rated }
    }
}

/// Adds a rating to the columns.
fn push_rating(rated: &Rated, index: usize, answers: &mut Answers<'_>) {
    let Answers { columns, messages, .. } = answers;
    match (&mut columns[..], rated) {
        ([ColumnValues::Numbers(ratings), ..], Rated::Guesses(guesses)) => ratings.push(Some(*guesses)),
        ([ColumnValues::Floats(ratings), ..], Rated::Morphs(mean)) => {
            ratings.push(Some(Float::Exactly(*mean)))
        }
        ([ColumnValues::Texts(ratings), ColumnValues::Numbers(steps), ..], Rated::Logic(rating)) => {
            ratings.push(index, rating.level.name().as_bytes());
            steps.push(Some(rating.steps.into()));
        }
        (
            [ColumnValues::Floats(er), ColumnValues::Floats(ep), ColumnValues::Floats(ed), ..],
            Rated::Explainer(rating, _),
        ) => {
            let [hardest, first_digit, first] = rating.numbers();
            let number = |is_known: bool, number| match is_known {
                true => Float::Exactly(number),
                false => Float::AtLeast(hardest),
            };
            er.push(Some(number(!rating.is_bound, hardest)));
            ep.push(Some(number(!rating.is_bound || rating.ep > 0, first_digit)));
            ed.push(Some(Float::Exactly(first)));
        }
        ([ColumnValues::Numbers(scores), ColumnValues::Texts(levels), ..], Rated::Hodoku(rating)) => {
            scores.push(Some(rating.score.into()));
            levels.push(index, rating.level.name().as_bytes());
        }
        (columns, Rated::No(message)) => {
            messages.push(index, message);
            columns.iter_mut().for_each(push_null);
        }
        _ => unreachable!("a rating has the columns of its method"),
    }
}

/// Adds a null to a column of numbers.
fn push_null(column: &mut ColumnValues) {
    match column {
        ColumnValues::Numbers(numbers) => numbers.push(None),
        ColumnValues::Floats(numbers) => numbers.push(None),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_are_kept() {
        let rate = Rate::new(Method::default()).at_least(5.0).at_most(7.0);
        assert_eq!(
            [4.999, 5.0, 6.0, 7.0, 7.001].map(|rating| rate.keeps(rating)),
            [false, true, true, true, false]
        );
        assert!(Rate::new(Method::default()).keeps(0.0));
    }
}

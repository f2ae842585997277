//! The sums over a run.

use quadrille_engines::{Outcome, SearchReport};
use quadrille_grid::naked_singles::HintKind;
use std::{borrow::Cow, collections::BTreeSet, ops::AddAssign, time::Duration};

/// Sums over the records of a run, as [`Check`](crate::Check) and other tasks make them.
///
/// ```
/// use quadrille::{Outcome, batch::Tally, engine::SearchReport};
///
/// let mut tally = Tally::default();
/// tally.add(&SearchReport::with_counts(Outcome::Unique, 1, 40, 3));
/// assert_eq!((tally.records, tally.nodes, *tally.of(Outcome::Unique)), (1, 40, 1));
/// tally.clear();
/// assert_eq!(tally, Tally::default());
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Tally {
    /// Records, malformed ones included: the number of answers in the output.
    pub records: u64,
    /// Records with exactly one solution.
    pub unique: u64,
    /// Records with exactly one solution of which no given can be removed, if that was tested.
    pub minimal: u64,
    /// Records with at least two solutions.
    pub multiple: u64,
    /// Records with a solution, when a second one was not searched for.
    pub solved: u64,
    /// Records without any solution.
    pub none: u64,
    /// Malformed records.
    pub invalid: u64,
    /// Records whose search was given up: the budget of nodes or time was spent.
    pub unknown: u64,
    /// Boards on which a hint placed a digit.
    pub hinted: u64,
    /// Boards on which a hint placed nothing.
    pub no_hint: u64,
    /// Boards on which a hint found a contradiction.
    pub mistakes: u64,
    /// Records that were rated.
    pub rated: u64,
    /// Records whose rating was given up.
    pub given_up: u64,
    /// Records that were selected by their rating or other properties.
    pub kept: u64,
    /// Records that were described, without a search.
    pub described: u64,
    /// Records whose expected answer is not a solution, if expected answers were checked.
    pub mismatches: u64,
    /// Classes of records, if records were compared.
    pub classes: u64,
    /// Records that are not the first of their class.
    pub duplicates: u64,
    /// Inputs with an error that concerns no single record, such as a wrong number of boards.
    pub faults: u64,
    /// Search-tree nodes, as in [`SearchReport::nodes`].
    pub nodes: u64,
    /// Branch points, as in [`SearchReport::guesses`].
    pub guesses: u64,
    /// Time spent in the engines, summed over the workers.
    pub solving: Duration,
    /// Names of the engines that were used.
    pub engines: BTreeSet<Cow<'static, str>>,
    /// Names of the formats of the inputs.
    pub formats: BTreeSet<&'static str>,
}

impl Tally {
    /// Adds the report of a record: 1 to the records and to those with its outcome, its nodes and its guesses.
    pub fn add(&mut self, report: &SearchReport) {
        self.records += 1;
        self.nodes += report.nodes;
        self.guesses += report.guesses;
        *self.of(report.outcome) += 1;
    }

    /// Adds the reports of records that are all puzzles.
    pub(crate) fn add_all(&mut self, reports: &[SearchReport]) {
        const OUTCOMES: [Outcome; 4] =
            [Outcome::Unique, Outcome::Multiple, Outcome::Solved, Outcome::Unknown];
        let mut counts = [0; OUTCOMES.len()];
        for report in reports {
            self.nodes += report.nodes;
            self.guesses += report.guesses;
            for (count, outcome) in counts.iter_mut().zip(OUTCOMES) {
                *count += u64::from(report.outcome == outcome);
            }
        }
        let all = reports.len() as u64;
        self.records += all;
        for (count, outcome) in counts.into_iter().zip(OUTCOMES) {
            *self.of(outcome) += count;
        }
        self.none += all - counts.iter().sum::<u64>();
    }

    /// The number of records with this outcome, which can be changed.
    pub fn of(&mut self, outcome: Outcome) -> &mut u64 {
        match outcome {
            Outcome::Unique => &mut self.unique,
            Outcome::Multiple => &mut self.multiple,
            Outcome::Solved => &mut self.solved,
            Outcome::None => &mut self.none,
            Outcome::Invalid => &mut self.invalid,
            Outcome::Unknown => &mut self.unknown,
        }
    }

    /// Adds what a hint found.
    pub(crate) fn add_hint(&mut self, hint: HintKind) {
        self.records += 1;
        *match hint {
            HintKind::Placed => &mut self.hinted,
            HintKind::Nothing => &mut self.no_hint,
            HintKind::Mistake => &mut self.mistakes,
        } += 1;
    }

    /// Sets all sums to 0. The names of formats and engines go too, but the memory of the engines' names stays.
    pub fn clear(&mut self) {
        // Keeps the memory of the set.
        let engines = std::mem::take(&mut self.engines);
        *self = Tally { engines, ..Tally::default() };
    }

    /// Records for which a solution was found.
    pub fn with_solution(&self) -> u64 {
        self.unique + self.multiple + self.solved
    }
}

impl AddAssign<&Tally> for Tally {
    fn add_assign(&mut self, other: &Tally) {
        self.records += other.records;
        self.unique += other.unique;
        self.minimal += other.minimal;
        self.multiple += other.multiple;
        self.solved += other.solved;
        self.none += other.none;
        self.invalid += other.invalid;
        self.unknown += other.unknown;
        self.hinted += other.hinted;
        self.no_hint += other.no_hint;
        self.mistakes += other.mistakes;
        self.rated += other.rated;
        self.given_up += other.given_up;
        self.kept += other.kept;
        self.described += other.described;
        self.mismatches += other.mismatches;
        self.classes += other.classes;
        self.duplicates += other.duplicates;
        self.faults += other.faults;
        self.nodes += other.nodes;
        self.guesses += other.guesses;
        self.solving += other.solving;
        self.engines.extend(other.engines.iter().cloned());
        self.formats.extend(&other.formats);
    }
}

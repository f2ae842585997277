//! What a run adds up to.

use crate::{
    engine::{Outcome, Report},
    hint::Hint,
};
use std::{collections::BTreeSet, ops::AddAssign, time::Duration};

/// Sums over records. Kept by each worker for each chunk, and merged by the writer.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Tally {
    /// Records, malformed ones included: as many as lines in the output.
    pub records: u64,
    /// Records with exactly one solution.
    pub unique: u64,
    /// Records with at least two solutions.
    pub multiple: u64,
    /// Records with a solution, a second one not being looked for.
    pub solved: u64,
    /// Records without any solution.
    pub none: u64,
    /// Malformed records.
    pub invalid: u64,
    /// Records whose budget was spent.
    pub unknown: u64,
    /// Boards on which the only-number method placed a digit.
    pub hinted: u64,
    /// Boards on which it placed nothing.
    pub no_suggestion: u64,
    /// Boards on which it found a contradiction.
    pub mistakes: u64,
    /// Records whose own answer is no solution, where these were looked at.
    pub mismatches: u64,
    /// Inputs that are wrong as a whole.
    pub faults: u64,
    /// Search-tree nodes, as in [`Report::nodes`].
    pub nodes: u64,
    /// Branch points, as in [`Report::guesses`].
    pub guesses: u64,
    /// Time inside the engines, added up over the workers.
    pub solving: Duration,
    /// Names of the engines that solved something.
    pub engines: BTreeSet<&'static str>,
    /// Names of the formats that were read: named, or told from the inputs.
    pub formats: BTreeSet<&'static str>,
}

impl Tally {
    pub(super) fn add(&mut self, report: &Report) {
        self.records += 1;
        self.nodes += report.nodes;
        self.guesses += report.guesses;
        *match report.outcome {
            Outcome::Unique => &mut self.unique,
            Outcome::Multiple => &mut self.multiple,
            Outcome::Solved => &mut self.solved,
            Outcome::None => &mut self.none,
            Outcome::Invalid => &mut self.invalid,
            Outcome::Unknown => &mut self.unknown,
        } += 1;
    }

    pub(super) fn add_hint(&mut self, hint: Hint) {
        self.records += 1;
        *match hint {
            Hint::Placed => &mut self.hinted,
            Hint::Nothing => &mut self.no_suggestion,
            Hint::Mistake => &mut self.mistakes,
        } += 1;
    }

    pub(super) fn clear(&mut self) {
        // The set of names keeps its memory only in being put back.
        let engines = std::mem::take(&mut self.engines);
        *self = Tally { engines, ..Tally::default() };
    }

    /// Records for which a solution was found, within the budget.
    pub fn with_solution(&self) -> u64 {
        self.unique + self.multiple + self.solved
    }
}

impl AddAssign<&Tally> for Tally {
    fn add_assign(&mut self, other: &Tally) {
        self.records += other.records;
        self.unique += other.unique;
        self.multiple += other.multiple;
        self.solved += other.solved;
        self.none += other.none;
        self.invalid += other.invalid;
        self.unknown += other.unknown;
        self.hinted += other.hinted;
        self.no_suggestion += other.no_suggestion;
        self.mistakes += other.mistakes;
        self.mismatches += other.mismatches;
        self.faults += other.faults;
        self.nodes += other.nodes;
        self.guesses += other.guesses;
        self.solving += other.solving;
        self.engines.extend(&other.engines);
        self.formats.extend(&other.formats);
    }
}

/// A finished run.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Summary {
    /// Sums over all records.
    pub tally: Tally,
    /// Workers.
    pub threads: usize,
    /// Workers that had anything to do.
    pub busy: usize,
    /// From the first byte read to the last byte written.
    pub elapsed: Duration,
}

impl Summary {
    /// Records per second from the first byte read to the last byte written.
    pub fn rate_end_to_end(&self) -> f64 {
        rate(self.tally.records, self.elapsed.as_secs_f64())
    }

    /// Records per second of all busy workers together, counting only the time inside the engines.
    pub fn rate_solving(&self) -> f64 {
        let searched = self.tally.records - self.tally.invalid;
        rate(searched, self.tally.solving.as_secs_f64() / self.busy.max(1) as f64)
    }
}

fn rate(records: u64, seconds: f64) -> f64 {
    if seconds > 0.0 { records as f64 / seconds } else { 0.0 }
}

//! The result of a count.

use num_bigint::BigUint;
use quadrille_base::limits::{Outcome, SearchReport};

/// The result of a [`CoverCounter`](super::CoverCounter), or of another count.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct CoverCount {
    /// Solutions counted: all of them if the count is exact, else a lower bound.
    pub solutions: BigUint,
    /// The outcome: [`Outcome::Unknown`] if a limit stopped the count.
    pub outcome: Outcome,
    /// Search-tree nodes entered, subproblems of the memory included.
    pub nodes: u64,
    /// Subproblems that were in the memory at the end, and the states of a sweep; 0 if solutions were counted one by one.
    pub remembered: u64,
    /// The largest size of the memory, in bytes.
    pub memory: u64,
    /// Whether the limit of solutions ended the count.
    pub(super) limited: bool,
}

impl CoverCount {
    /// The count of a problem that has no solution.
    pub fn none() -> CoverCount {
        CoverCount { outcome: Outcome::None, ..CoverCount::default() }
    }

    /// The count of a search that ended at `limit` solutions, if it found as many; 0 means 1.
    pub fn of(report: &SearchReport, limit: u64) -> CoverCount {
        CoverCount {
            solutions: report.solutions.into(),
            outcome: report.outcome,
            nodes: report.nodes,
            limited: report.solutions >= limit.max(1),
            ..CoverCount::default()
        }
    }

    /// The count of all solutions, `None` if a limit stopped it.
    pub fn of_all(solutions: Option<BigUint>, nodes: u64) -> CoverCount {
        let outcome = solutions.as_ref().map_or(Outcome::Unknown, outcome_of);
        CoverCount { solutions: solutions.unwrap_or_default(), outcome, nodes, ..CoverCount::default() }
    }

    /// Whether these are all solutions: no limit ended the count.
    pub fn is_exact(&self) -> bool {
        self.outcome != Outcome::Unknown && !self.limited
    }
}

/// The outcome of a search that has counted all solutions.
pub fn outcome_of(all: &BigUint) -> Outcome {
    match all.bits() {
        0 => Outcome::None,
        1 => Outcome::Unique,
        _ => Outcome::Multiple,
    }
}

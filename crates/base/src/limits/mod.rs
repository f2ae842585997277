//! The input and the report of a search: limits, outcomes, and the budget that ends it.

mod budget;

pub use budget::{Budget, CLOCK_CHECK_INTERVAL, Limits};

/// The result of a search for one puzzle, by a `Solver` or in a run: the first field of a [`SearchReport`].
///
/// The outcomes are never mixed up: `Unique` is reported only after the search for a second solution is
/// exhausted, and a search that ran out of its budget is `Unknown`, never `None`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Outcome {
    /// Exactly one solution; the search was exhausted.
    Unique,
    /// At least two solutions.
    Multiple,
    /// One solution, and the limit was one: there may be more.
    Solved,
    /// No solution; the search was exhausted.
    None,
    /// The record is not a puzzle and was not searched.
    Invalid,
    /// A limit other than the number of solutions stopped the search.
    #[default]
    Unknown,
}

/// The result of a search: of an engine for one puzzle, or of a `CoverSolver`.
///
/// ```
/// use quadrille::{Outcome, cover::{Cover, CoverSolver}, engine::{Limits, SearchReport}};
///
/// let mut cover = Cover::new(1);
/// cover.add(&[0])?;
/// let report = CoverSolver::new(&cover).solve(&Limits::new(2), |_| ());
/// assert_eq!((report.outcome, report.solutions), (Outcome::Unique, 1));
/// assert_eq!(report, SearchReport::with_counts(Outcome::Unique, 1, report.nodes, report.guesses));
/// # Ok::<(), quadrille::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct SearchReport {
    /// The outcome of the search.
    pub outcome: Outcome,
    /// Solutions found: exact for `Unique` and `None`, else a lower bound.
    pub solutions: u64,
    /// Search-tree nodes entered: the root, and each alternative tried at a branch point. Forced moves are
    /// part of the node in which they are made.
    pub nodes: u64,
    /// Branch points: nodes in which several alternatives were left, and forced moves had ended or found little more.
    /// 0 for a puzzle that forced moves alone solve.
    pub guesses: u64,
}

impl SearchReport {
    /// A report with these counts, for reports that do not come from a search of the library.
    pub const fn with_counts(outcome: Outcome, solutions: u64, nodes: u64, guesses: u64) -> SearchReport {
        SearchReport { outcome, solutions, nodes, guesses }
    }
}

/// Why a search ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stop {
    /// Every branch was searched.
    Exhausted,
    /// The limit of solutions was reached.
    Solutions,
    /// A limit of the [`Budget`] other than the number of solutions.
    Budget,
    /// The search took many nodes, and another engine is likely to be faster.
    GaveUp,
}

impl Stop {
    /// The report of a search for `wanted` solutions that ended for this.
    pub fn report(self, solutions: u64, nodes: u64, guesses: u64, wanted: u64) -> SearchReport {
        let outcome = match (self, solutions) {
            (Stop::Budget | Stop::GaveUp, _) => Outcome::Unknown,
            (_, 0) => Outcome::None,
            (Stop::Exhausted, 1) => Outcome::Unique,
            (_, 1) if wanted <= 1 => Outcome::Solved,
            _ => Outcome::Multiple,
        };
        SearchReport { outcome, solutions, nodes, guesses }
    }
}

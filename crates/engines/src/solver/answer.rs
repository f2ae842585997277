//! The result for one puzzle.

use quadrille_base::limits::{Outcome, SearchReport};
use quadrille_grid::{Solution, verified_solution};

/// The result of a [`Solver`](super::Solver) for one puzzle.
///
/// ```
/// use quadrille::{Outcome, Solver};
///
/// let answer = Solver::new().limit(2).solve(&"1...3..2..4.4..1".parse()?);
/// assert_eq!((answer.outcome(), answer.solutions()), (Outcome::Unique, 1));
/// assert_eq!((answer.nodes(), answer.guesses()), (1, 0));
/// assert_eq!(answer.solution().unwrap().cells()[..4], [1, 2, 3, 4]);
/// assert_eq!(answer.into_solution().unwrap().to_string(), "1234341221434321");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Answer {
    report: SearchReport,
    solution: Option<Solution>,
}

impl Answer {
    /// An answer with a verified solution, if any.
    pub(super) fn new(report: SearchReport, solution: Option<&[u8]>) -> Answer {
        Answer { report, solution: solution.map(verified_solution) }
    }

    /// The answer for cells that are not a puzzle.
    pub(super) fn invalid() -> Answer {
        Answer { report: SearchReport::with_counts(Outcome::Invalid, 0, 0, 0), solution: None }
    }

    /// Whether the puzzle has no solution, one or several, as far as known.
    pub fn outcome(&self) -> Outcome {
        self.report.outcome
    }

    /// The first solution found. The same puzzle gives the same solution each time.
    pub fn solution(&self) -> Option<&Solution> {
        self.solution.as_ref()
    }

    /// The first solution found, by value.
    pub fn into_solution(self) -> Option<Solution> {
        self.solution
    }

    /// Solutions found: all of them if the outcome is [`Unique`](Outcome::Unique) or [`None`](Outcome::None), or if
    /// they are fewer than the limit; else at least this many exist. [`u64::MAX`] means this or any larger number.
    pub fn solutions(&self) -> u64 {
        self.report.solutions
    }

    /// Search-tree nodes entered: the root, and one for each alternative that was tried at a branch point. Forced
    /// moves belong to the node in which they are made.
    pub fn nodes(&self) -> u64 {
        self.report.nodes
    }

    /// Branch points: nodes with several alternatives, where forced moves have ended or find little more. 0 for a
    /// puzzle that forced moves alone solve.
    pub fn guesses(&self) -> u64 {
        self.report.guesses
    }
}

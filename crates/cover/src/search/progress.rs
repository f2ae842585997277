//! The state of a search that all its parts share: cost, budget, and why a part returned.

use crate::count::NoMemory;
use quadrille_base::limits::Budget;

/// Budget and cost of a search, whichever part of it is running.
#[derive(Debug)]
pub(super) struct Tracker<'a> {
    pub budget: Budget<'a>,
    pub cost: Cost,
    /// Solutions that were skipped, and how many may be.
    pub passed_over: u64,
    pub may_pass_over: u64,
}

/// The cost of a search so far.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Cost {
    pub nodes: u64,
    pub guesses: u64,
    /// The fraction of the tree that is done, and the fraction below the current node.
    pub done: f64,
    pub share: f64,
}

impl Cost {
    /// The cost before a search begins.
    pub const NONE: Cost = Cost { nodes: 0, guesses: 0, done: 0.0, share: 1.0 };
}

impl<'a> Tracker<'a> {
    /// Continues a search of this cost with a budget.
    pub fn new(budget: &Budget<'a>, cost: Cost) -> Tracker<'a> {
        Tracker { budget: budget.with_nodes(cost.nodes), cost, passed_over: 0, may_pass_over: 0 }
    }

    /// The cost so far.
    pub fn cost(&self) -> Cost {
        Cost { nodes: self.budget.nodes(), ..self.cost }
    }

    /// Counts a node, unless a limit forbids it.
    #[inline(always)]
    pub fn enter(&mut self) -> bool {
        self.budget.enter()
    }

    /// Skips a solution, which is counted but not handed to the caller; `false` if that is not allowed.
    #[inline(always)]
    pub fn pass_over(&mut self) -> bool {
        let may = self.passed_over < self.may_pass_over;
        self.passed_over += u64::from(may);
        may
    }

    /// Counts the current node, a leaf, as done.
    #[inline(always)]
    pub fn leaf(&mut self) {
        self.cost.done += self.cost.share;
    }
}

/// Why a search returned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum SearchStep {
    /// It found a solution; continuing searches for the next one.
    Solution,
    /// No solution is left.
    Exhausted,
    /// A limit was reached; the search can be continued with a larger one.
    Budget,
}

/// Why a search that hands over to another returned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reached {
    /// The rest of this branch is small enough for the next search.
    Small,
    /// The search returned for one of the reasons of any search.
    Step(SearchStep),
}

/// The progress of the search of a [`CoverSolver`](super::CoverSolver).
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct SearchProgress {
    /// Search-tree nodes entered.
    pub nodes: u64,
    /// Options currently chosen.
    pub depth: usize,
    /// Solutions found.
    pub solutions: u64,
    /// The fraction of the tree that is done, 0 to 1, estimated as if all branches of a branch point
    /// had the same size. It never decreases. (After Knuth, *Estimating the efficiency of backtrack
    /// programs*, 1975.)
    pub part: f64,
    /// Reported once by a count that continues one by one because the problem is too large to be counted with memory.
    pub no_memory: Option<NoMemory>,
}

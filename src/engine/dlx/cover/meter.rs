//! What a search of a cover problem has cost, and what may stop it.

use crate::engine::Budget;

/// Cost and budget of one search, whichever part of the engine is at work.
#[derive(Debug)]
pub(super) struct Meter<'a> {
    pub budget: Budget<'a>,
    pub cost: Cost,
}

/// What a search has cost so far.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Cost {
    pub nodes: u64,
    pub guesses: u64,
    /// The part of the tree that is done, and the part below the present node.
    pub done: f64,
    pub share: f64,
}

impl Cost {
    /// Nothing spent, all to do.
    pub const NONE: Cost = Cost { nodes: 0, guesses: 0, done: 0.0, share: 1.0 };
}

impl<'a> Meter<'a> {
    /// A search that has cost this much goes on with a budget.
    pub fn new(budget: &Budget<'a>, cost: Cost) -> Meter<'a> {
        Meter { budget: budget.with_nodes(cost.nodes), cost }
    }

    /// What the search has cost so far.
    pub fn cost(&self) -> Cost {
        Cost { nodes: self.budget.nodes(), ..self.cost }
    }

    /// Counts a node, unless a limit forbids it.
    #[inline(always)]
    pub fn enter(&mut self) -> bool {
        self.budget.enter()
    }

    /// The present node is a leaf.
    #[inline(always)]
    pub fn leaf(&mut self) {
        self.cost.done += self.cost.share;
    }
}

/// Where a part of a search has come to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Step {
    /// A solution; to go on is to look for the next.
    Solution,
    /// No solution is left.
    Exhausted,
    /// A limit; to go on with more of it continues the search.
    Budget,
}

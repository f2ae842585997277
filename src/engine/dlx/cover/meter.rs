//! What a search of a cover problem has cost, and what may stop it.

use crate::engine::Interrupt;

/// Nodes between two looks at the clock and the stop flag; a power of two.
const PATIENCE: u64 = 4096;

/// Counters and budget of one search, whichever part of the engine is at work.
#[derive(Clone, Debug, Default)]
pub(super) struct Meter {
    pub nodes: u64,
    pub guesses: u64,
    /// The part of the tree that is done, and the part below the present node.
    pub done: f64,
    pub share: f64,
    /// Most nodes.
    pub budget: u64,
    pub interrupt: Interrupt,
}

impl Meter {
    /// Nothing spent, all to do.
    pub fn restart(&mut self) {
        (self.nodes, self.guesses, self.done, self.share) = (0, 0, 0.0, 1.0);
    }

    /// Counts a node, unless a limit forbids it.
    #[inline(always)]
    pub fn enter(&mut self) -> bool {
        if self.nodes >= self.budget || (self.nodes % PATIENCE == PATIENCE - 1 && self.interrupt.is_raised())
        {
            return false;
        }
        self.nodes += 1;
        true
    }

    /// The present node is a leaf.
    #[inline(always)]
    pub fn leaf(&mut self) {
        self.done += self.share;
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

//! When a search stops before it is exhausted: the limits of a caller, and the remaining budget of one
//! search.

use super::Stop;
use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

/// Nodes (of the lanes: sweeps) between two checks of the clock and the stop flag; a power of two.
///
/// A node takes between 30 ns (cover problems) and some 10 µs (25×25 boards with clause learning), so that a
/// search stops within milliseconds. A check costs less than one node.
pub const CLOCK_CHECK_INTERVAL: u64 = 1024;

/// The limits that a caller sets for the search of each puzzle.
///
/// ```
/// use quadrille::engine::Limits;
/// use std::{sync::{Arc, atomic::AtomicBool}, time::Duration};
///
/// let stop = Arc::new(AtomicBool::new(false));
/// let limits = Limits::new(2)
///     .max_nodes(1_000_000)
///     .timeout_per_puzzle(Duration::from_secs(1))
///     .stop_flag(stop.clone());
/// // The same limits for all solutions.
/// let all = limits.clone().solutions(u64::MAX);
/// assert!(all.solutions == u64::MAX && all.max_nodes == limits.max_nodes && !all.is_stopped());
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Limits {
    /// Stop at this many solutions; 0 means 1.
    pub solutions: u64,
    /// Stop before a puzzle's search enters more nodes than this.
    pub max_nodes: u64,
    /// Stop a puzzle's search after this time. Engines check the clock every thousand nodes; a puzzle that
    /// needs fewer is never stopped.
    pub timeout_per_puzzle: Option<Duration>,
    /// Stop all searches once this is `true`. Engines check it before each puzzle and every thousand nodes.
    pub stop_flag: Option<Arc<AtomicBool>>,
}

impl Limits {
    /// Stop at this many solutions (0 means 1), however long it takes.
    pub const fn new(solutions: u64) -> Limits {
        Limits { solutions, max_nodes: u64::MAX, timeout_per_puzzle: None, stop_flag: None }
    }

    /// Sets the number of solutions at which a search stops.
    pub const fn solutions(mut self, solutions: u64) -> Limits {
        self.solutions = solutions;
        self
    }

    /// Sets the largest number of nodes for one puzzle. The same limit gives the same reports each time.
    pub const fn max_nodes(mut self, nodes: u64) -> Limits {
        self.max_nodes = nodes;
        self
    }

    /// Sets the longest time for one puzzle. Which puzzles exceed it depends on the machine.
    pub const fn timeout_per_puzzle(mut self, timeout: Duration) -> Limits {
        self.timeout_per_puzzle = Some(timeout);
        self
    }

    /// Sets a flag that stops all searches once it is `true`.
    pub fn stop_flag(self, flag: Arc<AtomicBool>) -> Limits {
        Limits { stop_flag: Some(flag), ..self }
    }

    /// Whether the stop flag is `true`. Without a flag it is not.
    pub fn is_stopped(&self) -> bool {
        self.stop_flag.as_deref().is_some_and(is_raised)
    }
}

impl Default for Limits {
    /// The first solution, however long it takes.
    fn default() -> Limits {
        Limits::new(1)
    }
}

/// One search's share of the [`Limits`], and the nodes that it has entered.
///
/// Every engine counts its nodes with [`enter`](Self::enter), which is the only place where nodes, clock and stop
/// flag are checked. A search that is continued by another engine passes its budget on.
#[derive(Clone, Copy, Debug)]
pub struct Budget<'a> {
    nodes: u64,
    /// Stop at this many nodes: `max_nodes`, or less if the search gives up before.
    bound: u64,
    max_nodes: u64,
    give_up_after: u64,
    /// Give up at this many nodes.
    give_up_at: u64,
    deadline: Option<Instant>,
    stop_flag: Option<&'a AtomicBool>,
}

impl<'a> Budget<'a> {
    /// No limit at all.
    pub const UNLIMITED: Budget<'static> = Budget {
        nodes: 0,
        bound: u64::MAX,
        max_nodes: u64::MAX,
        give_up_after: u64::MAX,
        give_up_at: u64::MAX,
        deadline: None,
        stop_flag: None,
    };

    /// The budget of a search that starts now; `None` if the stop flag is raised.
    pub fn start(limits: &'a Limits) -> Option<Budget<'a>> {
        let stop_flag = limits.stop_flag.as_deref();
        if stop_flag.is_some_and(is_raised) {
            return None;
        }
        // A timeout that the clock cannot represent means no limit.
        let deadline = limits.timeout_per_puzzle.and_then(|timeout| Instant::now().checked_add(timeout));
        Some(Budget { deadline, stop_flag, ..Budget::UNLIMITED }.with_max_nodes(limits.max_nodes))
    }

    /// The same with another number of nodes.
    pub fn with_max_nodes(self, max_nodes: u64) -> Budget<'a> {
        Budget { max_nodes, ..self }.with_give_up(self.give_up_after)
    }

    /// The same with this many nodes entered.
    pub fn with_nodes(self, nodes: u64) -> Budget<'a> {
        Budget { nodes, ..self }.with_give_up(self.give_up_after)
    }

    /// The same, but the search gives up after this many nodes without a solution; `u64::MAX` means never.
    pub fn with_give_up(self, nodes: u64) -> Budget<'a> {
        let mut budget = Budget { give_up_after: nodes, ..self };
        budget.solution_found();
        budget
    }

    /// The most nodes that the caller allows.
    pub fn max_nodes(&self) -> u64 {
        self.max_nodes
    }

    /// Counts a node, unless a limit forbids it.
    #[inline(always)]
    pub fn enter(&mut self) -> bool {
        if self.nodes >= self.bound
            || (self.nodes % CLOCK_CHECK_INTERVAL == CLOCK_CHECK_INTERVAL - 1 && self.is_over())
        {
            return false;
        }
        self.nodes += 1;
        true
    }

    /// Nodes that may still be entered.
    #[inline(always)]
    pub fn left(&self) -> u64 {
        self.bound.saturating_sub(self.nodes)
    }

    /// Counts several nodes, or none if a limit forbids one of them.
    #[inline(always)]
    pub fn enter_all(&mut self, nodes: u64) -> bool {
        if nodes > self.left()
            || (self.nodes % CLOCK_CHECK_INTERVAL + nodes >= CLOCK_CHECK_INTERVAL && self.is_over())
        {
            return false;
        }
        self.nodes += nodes;
        true
    }

    /// The count of nodes after which the search gives up begins anew.
    #[inline(always)]
    pub fn solution_found(&mut self) {
        self.give_up_at = self.nodes.saturating_add(self.give_up_after);
        self.bound = self.max_nodes.min(self.give_up_at);
    }

    /// Nodes entered.
    #[inline(always)]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether the time is over or the stop flag raised.
    #[cold]
    pub fn is_over(&self) -> bool {
        self.stop_flag.is_some_and(is_raised)
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Why [`enter`](Self::enter) refused. At the last node that is allowed, both reasons may apply; then the search
    /// gives up, because the next engine may see the end without another node.
    #[cold]
    pub fn refusal(&self) -> Stop {
        if self.nodes >= self.give_up_at { Stop::GaveUp } else { Stop::Budget }
    }
}

fn is_raised(flag: &AtomicBool) -> bool {
    flag.load(Ordering::Relaxed)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Nodes that a search can enter, and why it then stops.
    fn spend(mut budget: Budget<'_>) -> (u64, Stop) {
        while budget.enter() {}
        (budget.nodes(), budget.refusal())
    }

    #[test]
    fn nodes_are_exact() {
        for nodes in [0, 1, CLOCK_CHECK_INTERVAL - 1, CLOCK_CHECK_INTERVAL, 5000] {
            let limits = Limits::default().max_nodes(nodes);
            assert_eq!(spend(Budget::start(&limits).unwrap()), (nodes, Stop::Budget));
        }
    }

    #[test]
    fn giving_up_is_counted_from_the_last_solution() {
        let limits = Limits::default().max_nodes(25);
        let mut budget = Budget::start(&limits).unwrap().with_give_up(10);
        assert_eq!(spend(budget), (10, Stop::GaveUp));
        (0..7).for_each(|_| assert!(budget.enter()));
        budget.solution_found();
        assert_eq!(spend(budget), (17, Stop::GaveUp));
        assert_eq!(spend(budget.with_nodes(20)), (25, Stop::Budget));
        assert_eq!(spend(budget.with_give_up(u64::MAX)), (25, Stop::Budget));
    }

    #[test]
    fn the_clock_and_the_flag_are_checked_at_intervals() {
        let late = Limits::default().timeout_per_puzzle(Duration::ZERO);
        assert_eq!(spend(Budget::start(&late).unwrap()), (CLOCK_CHECK_INTERVAL - 1, Stop::Budget));
        let flag = Arc::new(AtomicBool::new(false));
        let limits = Limits::default().stop_flag(flag.clone());
        let budget = Budget::start(&limits).unwrap();
        flag.store(true, Ordering::Relaxed);
        assert_eq!(spend(budget), (CLOCK_CHECK_INTERVAL - 1, Stop::Budget));
        assert!(limits.is_stopped() && Budget::start(&limits).is_none());
    }
}

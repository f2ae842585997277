//! Counting one by one, on one thread.

use super::step::{OneByOneStep, REPORT_INTERVAL};
use crate::cover::{Cover, OutOfMemory};
use crate::engine::{
    Budget, Outcome,
    dlx::{CoverSolver, SearchProgress},
};
use std::time::Instant;

/// Nodes between two looks at the clock: some milliseconds.
const SLICE: u64 = 1 << 16;

/// A count that can be continued.
pub(super) struct OneByOne {
    solver: CoverSolver,
    wanted: u64,
    last: Instant,
}

impl OneByOne {
    pub fn try_new(cover: &Cover, wanted: u64) -> Result<OneByOne, OutOfMemory> {
        Ok(OneByOne { solver: CoverSolver::try_new(cover)?, wanted, last: Instant::now() })
    }

    /// Counts up to this number of nodes in all.
    pub fn advance(
        &mut self,
        nodes: u64,
        budget: &Budget<'_>,
        report_progress: &mut dyn FnMut(SearchProgress),
    ) -> Result<OneByOneStep, OutOfMemory> {
        let most = budget.max_nodes().min(nodes);
        loop {
            let slice = most.min(self.solver.progress().nodes + SLICE);
            let report = self.solver.count_within(self.wanted, &budget.with_max_nodes(slice));
            let progress = self.solver.progress();
            let is_stopped = report.outcome != Outcome::Unknown || report.nodes < slice;
            if is_stopped || slice == most {
                let is_over = is_stopped || most == budget.max_nodes();
                return Ok(OneByOneStep { report, is_over, part: progress.part });
            }
            if self.last.elapsed() >= REPORT_INTERVAL {
                report_progress(progress);
                self.last = Instant::now();
            }
        }
    }
}

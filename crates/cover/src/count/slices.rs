//! A search on one thread, in slices between which its progress is reported.

use super::step::REPORT_INTERVAL;
use crate::search::{CoverSolver, SearchProgress};
use quadrille_base::clock::Stopwatch;
use quadrille_base::limits::{Outcome, SearchReport};
use std::ops::ControlFlow;

/// Nodes between two checks of the clock: some milliseconds.
const SLICE: u64 = 1 << 16;

/// Continues a search until it ends, or has `most` nodes in all. `search` continues it up to a number of nodes in all; `Break` is for a
/// search that needs no more slices. `last` is the time of the last report of progress.
pub fn in_slices(
    solver: &mut CoverSolver,
    most: u64,
    search: &mut dyn FnMut(&mut CoverSolver, u64) -> ControlFlow<SearchReport, SearchReport>,
    last: &mut Stopwatch,
    report_progress: &mut dyn FnMut(SearchProgress),
) -> SearchReport {
    loop {
        let nodes = most.min(solver.progress().nodes.saturating_add(SLICE));
        let report = match search(solver, nodes) {
            ControlFlow::Continue(report) => report,
            ControlFlow::Break(report) => return report,
        };
        if report.outcome != Outcome::Unknown || report.nodes < nodes || nodes == most {
            return report;
        }
        if last.elapsed() >= REPORT_INTERVAL {
            report_progress(solver.progress());
            *last = Stopwatch::start();
        }
    }
}

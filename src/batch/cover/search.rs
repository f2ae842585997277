//! The search of one problem for its solutions, with reports of its progress.

use crate::{
    cover::{Cover, OutOfMemory},
    engine::{
        Budget, Limits, Outcome, Report,
        dlx::{CoverSolver, SearchProgress},
    },
};
use std::{
    ops::ControlFlow,
    time::{Duration, Instant},
};

/// The interval between two reports of progress.
const REPORT_INTERVAL: Duration = Duration::from_millis(200);

/// Nodes between two checks of what other threads have done: some milliseconds.
const SLICE: u64 = 1 << 16;

/// Passes every solution to `on_solution`, on this thread, until that breaks.
pub(super) fn list(
    cover: &Cover,
    limits: &Limits,
    on_solution: &mut dyn FnMut(&[usize]) -> ControlFlow<()>,
    report_progress: &mut dyn FnMut(SearchProgress),
) -> Result<Report, OutOfMemory> {
    let Some(budget) = Budget::start(limits) else { return Ok(Report::default()) };
    let mut solver = CoverSolver::try_new(cover)?;
    let mut last = Instant::now();
    let mut flow = ControlFlow::Continue(());
    loop {
        let nodes = limits.max_nodes.min(solver.progress().nodes + SLICE);
        let pass = |solution: &[usize]| {
            if flow.is_continue() {
                flow = on_solution(solution);
            }
        };
        let report = solver.resume_within(limits.solutions, &budget.with_max_nodes(nodes), pass);
        let is_slice =
            report.outcome == Outcome::Unknown && report.nodes < limits.max_nodes && report.nodes >= nodes;
        if !is_slice || flow.is_break() {
            return Ok(report);
        }
        if last.elapsed() >= REPORT_INTERVAL {
            report_progress(solver.progress());
            last = Instant::now();
        }
    }
}

//! The search of one problem for its solutions, with reports of its progress.

use quadrille_base::{
    clock::Stopwatch,
    error::Error,
    limits::{Budget, Limits, SearchReport},
};
use quadrille_cover::{
    Cover,
    count::in_slices,
    search::{CoverSolver, SearchProgress, resume_within},
};
use std::ops::ControlFlow;

/// Passes every solution to `on_solution`, on this thread, until that breaks.
pub(super) fn list(
    cover: &Cover,
    limits: &Limits,
    on_solution: &mut dyn FnMut(&[usize]) -> ControlFlow<()>,
    report_progress: &mut dyn FnMut(SearchProgress),
) -> Result<SearchReport, Error> {
    let Some(budget) = Budget::start(limits) else { return Ok(SearchReport::default()) };
    let mut solver = CoverSolver::try_new(cover)?;
    let mut flow = ControlFlow::Continue(());
    let search = &mut |solver: &mut CoverSolver, nodes| {
        let pass = |solution: &[usize]| {
            if flow.is_continue() {
                flow = on_solution(solution);
            }
        };
        let report = resume_within(solver, limits.solutions, &budget.with_max_nodes(nodes), pass);
        if flow.is_continue() { ControlFlow::Continue(report) } else { ControlFlow::Break(report) }
    };
    Ok(in_slices(&mut solver, limits.max_nodes, search, &mut Stopwatch::start(), report_progress))
}

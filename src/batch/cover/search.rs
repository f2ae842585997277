//! The search of one problem, with reports of its progress.

use crate::{
    cover::{Cover, OutOfMemory},
    engine::{
        Budget, Limits, Outcome, Report, Stop,
        dlx::{Branch, CoverSolver, SearchProgress},
    },
};
use std::{
    ops::ControlFlow,
    sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed},
    thread,
    time::{Duration, Instant},
};

/// The interval between two reports of progress.
const REPORT_INTERVAL: Duration = Duration::from_millis(200);

/// Nodes between two checks of what other threads have done: some milliseconds.
const SLICE: u64 = 1 << 16;

/// The number of parts that a count is divided into, for any number of threads: enough to keep many threads busy, and
/// few enough to be computed quickly.
const PARTS: usize = 1024;

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

/// Counts solutions on several threads, each of which takes branches of the first levels.
///
/// The count does not depend on the number of threads. To keep that true of a count that runs out of nodes, a count
/// with a limit of nodes is not divided.
pub(super) fn count_on(
    cover: &Cover,
    threads: usize,
    limits: &Limits,
    report_progress: &mut dyn FnMut(SearchProgress),
) -> Result<Report, OutOfMemory> {
    if limits.max_nodes != u64::MAX {
        return list(cover, limits, &mut |_| ControlFlow::Continue(()), report_progress);
    }
    let Some(budget) = Budget::start(limits) else { return Ok(Report::default()) };
    let branches = CoverSolver::try_new(cover)?.branches(PARTS);
    let count = Count { branches, wanted: limits.solutions, ..Count::default() };
    let (done, ended) = crossbeam_channel::bounded::<()>(0);
    thread::scope(|scope| {
        for _ in 0..threads.clamp(1, count.branches.len().max(1)) {
            let (count, budget, done) = (&count, &budget, done.clone());
            let work = move || {
                // Without memory for one more solver the other threads take its branches.
                let _ = count.work(cover, budget);
                drop(done);
            };
            if thread::Builder::new().spawn_scoped(scope, work).is_err() {
                break;
            }
        }
        drop(done);
        while ended.recv_timeout(REPORT_INTERVAL) == Err(crossbeam_channel::RecvTimeoutError::Timeout) {
            report_progress(count.progress());
        }
    });
    if count.is_unfinished() {
        count.work(cover, &budget)?;
    }
    Ok(count.report())
}

/// One count, and what its threads have done so far.
#[derive(Default)]
struct Count {
    branches: Vec<Branch>,
    wanted: u64,
    /// The branch to take next.
    next: AtomicUsize,
    nodes: AtomicU64,
    guesses: AtomicU64,
    solutions: AtomicU64,
    depth: AtomicUsize,
    /// Of all branches, in units of `1 / WHOLE`.
    part: AtomicU64,
    /// The limit of solutions has been reached.
    enough: AtomicBool,
    /// A search was stopped by the deadline or the stop flag.
    interrupted: AtomicBool,
}

/// What a finished branch adds to [`Count::part`].
const WHOLE: f64 = (1u64 << 32) as f64;

impl Count {
    /// Whether branches are left although no limit was reached: no thread could be started, or none had memory.
    fn is_unfinished(&self) -> bool {
        let left = self.next.load(Relaxed) < self.branches.len();
        left && !self.enough.load(Relaxed) && !self.interrupted.load(Relaxed)
    }

    fn work(&self, cover: &Cover, budget: &Budget<'_>) -> Result<(), OutOfMemory> {
        let mut solver = CoverSolver::try_new(cover)?;
        while let Some(branch) = self.branches.get(self.next.fetch_add(1, Relaxed)) {
            // A search first checks the clock after a thousand nodes; a branch may have fewer.
            if budget.is_over() {
                self.interrupted.store(true, Relaxed);
                break;
            }
            solver.begin(branch);
            if !self.search(&mut solver, budget) {
                break;
            }
        }
        Ok(())
    }

    /// Searches one branch; returns `false` if the count is over.
    fn search(&self, solver: &mut CoverSolver, budget: &Budget<'_>) -> bool {
        let mut before = Report::default();
        let mut part = 0;
        loop {
            let nodes = before.nodes + SLICE;
            let report = solver.count_within(u64::MAX, &budget.with_max_nodes(nodes));
            let progress = solver.progress();
            let now = (progress.part * WHOLE) as u64;
            self.nodes.fetch_add(report.nodes - before.nodes, Relaxed);
            self.guesses.fetch_add(report.guesses - before.guesses, Relaxed);
            self.part.fetch_add(now.saturating_sub(part), Relaxed);
            self.depth.store(progress.depth, Relaxed);
            let new = report.solutions - before.solutions;
            let sum = self.solutions.fetch_add(new, Relaxed).saturating_add(new);
            if sum >= self.wanted {
                self.enough.store(true, Relaxed);
            }
            if self.enough.load(Relaxed) || self.interrupted.load(Relaxed) {
                return false;
            }
            if report.outcome != Outcome::Unknown {
                return true;
            }
            if report.nodes < nodes {
                self.interrupted.store(true, Relaxed);
                return false;
            }
            (before, part) = (report, now);
        }
    }

    fn progress(&self) -> SearchProgress {
        let whole = WHOLE * self.branches.len() as f64;
        SearchProgress {
            nodes: self.nodes.load(Relaxed),
            depth: self.depth.load(Relaxed),
            solutions: self.solutions.load(Relaxed),
            part: (self.part.load(Relaxed) as f64 / whole).min(1.0),
        }
    }

    fn report(&self) -> Report {
        let solutions = self.solutions.load(Relaxed);
        let stop = if self.enough.load(Relaxed) {
            Stop::Solutions
        } else if self.interrupted.load(Relaxed) {
            Stop::Budget
        } else {
            Stop::Exhausted
        };
        let solutions = solutions.min(self.wanted.max(1));
        Report::new(stop, solutions, self.nodes.load(Relaxed), self.guesses.load(Relaxed), self.wanted)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_count_of_many_small_branches_can_be_interrupted() {
        let mut cover = Cover::new(2, 0);
        (0..3000).for_each(|x| _ = cover.add(&[x % 2]).unwrap());
        let limits = Limits::new(u64::MAX).timeout_per_puzzle(Duration::ZERO);
        for threads in [1, 2] {
            let report = count_on(&cover, threads, &limits, &mut |_| {}).unwrap();
            assert_eq!((report.outcome, report.solutions), (Outcome::Unknown, 0));
        }
    }
}

//! Counting one by one, on several threads, each of which takes branches of the first levels.

use super::step::OneByOneStep;
use super::threads::on_threads;
use crate::search::{Branch, CoverSolver, SearchProgress};
use crate::{Cover, OutOfMemory};
use quadrille_base::limits::{Budget, Outcome, SearchReport, Stop};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};

/// Nodes between two checks of the other threads: some milliseconds.
const SLICE: u64 = 1 << 16;

/// The number of parts that a count is divided into, for any number of threads: enough to keep many threads busy, and
/// few enough to be computed quickly.
const PARTS: usize = 1024;

/// A count that can be continued. It does not depend on the number of threads.
pub(super) struct Branches {
    count: Count,
    workers: Vec<Worker>,
}

/// One thread's search.
struct Worker {
    solver: CoverSolver,
    /// The count so far of its current branch.
    before: Option<(SearchReport, u64)>,
}

/// One count, and the progress of its threads.
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
    /// The sum of the finished fractions of all branches, in units of `1 / WHOLE`.
    part: AtomicU64,
    /// The limit of solutions has been reached.
    enough: AtomicBool,
    /// A search was stopped by the deadline or the stop flag.
    interrupted: AtomicBool,
}

/// The share of a finished branch in [`Count::part`].
const WHOLE: f64 = (1u64 << 32) as f64;

impl Branches {
    /// Divides the count of a problem. It has fewer searches than threads if memory for more cannot be allocated.
    pub fn try_new(cover: &Cover, wanted: u64, threads: usize) -> Result<Branches, OutOfMemory> {
        let mut first = CoverSolver::prepare(cover)?;
        let branches = first.branches(PARTS);
        let more = (1..threads.min(branches.len())).map_while(|_| CoverSolver::try_new(cover).ok());
        let workers =
            std::iter::once(first).chain(more).map(|solver| Worker { solver, before: None }).collect();
        Ok(Branches { count: Count { branches, wanted, ..Count::default() }, workers })
    }

    /// Counts up to about this number of nodes in all.
    pub fn advance(
        &mut self,
        nodes: u64,
        budget: &Budget<'_>,
        report_progress: &mut dyn FnMut(SearchProgress),
    ) -> Result<OneByOneStep, OutOfMemory> {
        let count = &self.count;
        on_threads(&mut self.workers, |worker| count.work(worker, nodes, budget), &mut || {
            report_progress(count.progress());
        });
        let is_busy = self.workers.iter().any(|worker| worker.before.is_some()) || count.is_unfinished();
        let is_over = !is_busy || count.is_stopped();
        Ok(OneByOneStep { report: count.report(), is_over, part: count.progress().part })
    }
}

impl Count {
    /// Whether a limit of the search was reached.
    fn is_stopped(&self) -> bool {
        self.enough.load(Relaxed) || self.interrupted.load(Relaxed)
    }

    /// Whether branches are left although no limit was reached.
    fn is_unfinished(&self) -> bool {
        self.next.load(Relaxed) < self.branches.len() && !self.is_stopped()
    }

    fn work(&self, worker: &mut Worker, nodes: u64, budget: &Budget<'_>) {
        loop {
            if worker.before.is_none() {
                let next = self.next.fetch_add(1, Relaxed);
                let Some(branch) = self.branches.get(next) else { return };
                worker.solver.begin(branch);
                worker.before = Some((SearchReport::default(), 0));
            }
            // A search first checks the clock after a thousand nodes; a branch may have fewer.
            if budget.is_over() {
                self.interrupted.store(true, Relaxed);
                return;
            }
            if !self.search(worker, nodes, budget) {
                return;
            }
        }
    }

    /// Searches one branch; returns `false` if the count is over, or has this number of nodes.
    fn search(&self, worker: &mut Worker, most: u64, budget: &Budget<'_>) -> bool {
        while let Some((before, part)) = worker.before.take() {
            let nodes = before.nodes + SLICE.min(most);
            let report = worker.solver.count_within(u64::MAX, &budget.with_max_nodes(nodes));
            let progress = worker.solver.progress();
            let now = (progress.part * WHOLE) as u64;
            let all_nodes =
                self.nodes.fetch_add(report.nodes - before.nodes, Relaxed) + report.nodes - before.nodes;
            self.guesses.fetch_add(report.guesses - before.guesses, Relaxed);
            self.part.fetch_add(now.saturating_sub(part), Relaxed);
            self.depth.store(progress.depth, Relaxed);
            let new = report.solutions - before.solutions;
            let sum = self.solutions.fetch_add(new, Relaxed).saturating_add(new);
            if sum >= self.wanted {
                self.enough.store(true, Relaxed);
            }
            if self.is_stopped() {
                return false;
            }
            if report.outcome != Outcome::Unknown {
                return all_nodes < most;
            }
            if report.nodes < nodes {
                self.interrupted.store(true, Relaxed);
                return false;
            }
            worker.before = Some((report, now));
            if all_nodes >= most {
                return false;
            }
        }
        true
    }

    fn progress(&self) -> SearchProgress {
        let whole = WHOLE * self.branches.len() as f64;
        SearchProgress {
            nodes: self.nodes.load(Relaxed),
            depth: self.depth.load(Relaxed),
            solutions: self.solutions.load(Relaxed),
            part: (self.part.load(Relaxed) as f64 / whole).min(1.0),
            no_memory: None,
        }
    }

    fn report(&self) -> SearchReport {
        let solutions = self.solutions.load(Relaxed);
        let stop = if self.enough.load(Relaxed) {
            Stop::Solutions
        } else if self.interrupted.load(Relaxed) {
            Stop::Budget
        } else {
            Stop::Exhausted
        };
        let solutions = solutions.min(self.wanted.max(1));
        stop.report(solutions, self.nodes.load(Relaxed), self.guesses.load(Relaxed), self.wanted)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_base::limits::Limits;
    use std::time::Duration;

    #[test]
    fn a_count_of_many_small_branches_can_be_interrupted() {
        let mut cover = Cover::new(2);
        (0..3000).for_each(|x| _ = cover.add(&[x % 2]).unwrap());
        let limits = Limits::new(u64::MAX).timeout_per_puzzle(Duration::ZERO);
        let budget = Budget::start(&limits).unwrap();
        for threads in [1, 2] {
            let mut branches = Branches::try_new(&cover, u64::MAX, threads).unwrap();
            let step = branches.advance(u64::MAX, &budget, &mut |_| {}).unwrap();
            assert_eq!((step.report.outcome, step.report.solutions), (Outcome::Unknown, 0));
        }
    }
}

//! Counting the subproblems of all classes by other methods.

use super::subproblem::Subproblem;
use super::{Classes, Key, NotDone};
use crate::count::memo::Number;
use crate::count::threads::{Queue, on_threads};
use crate::count::{CoverCount, CoverCounter};
use crate::search::SearchProgress;
use num_bigint::BigUint;
use quadrille_base::error::Error;
use quadrille_base::limits::{Budget, Outcome, SearchReport};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};

/// The classes that the threads count, and their progress.
struct Shared<'a> {
    classes: Queue<'a, &'a (Key, Number)>,
    done: AtomicUsize,
    nodes: AtomicU64,
    counter: CoverCounter<'a>,
    budget: &'a Budget<'a>,
}

/// The solutions that one thread has counted.
#[derive(Default)]
struct Sum {
    solutions: BigUint,
    error: Option<Error>,
}

/// The result of counting the subproblems of all classes.
#[derive(Default)]
struct Finished {
    solutions: BigUint,
    /// Whether these are all solutions.
    is_complete: bool,
    nodes: u64,
}

impl CoverCounter<'_> {
    /// Counts by classes; `before` is the count one by one.
    pub(in crate::count) fn count_classes(
        &self,
        mut classes: Classes,
        before: &SearchReport,
        budget: &Budget<'_>,
        report_progress: &mut dyn FnMut(SearchProgress),
    ) -> Result<CoverCount, Error> {
        let mut advanced = Ok(());
        while advanced.is_ok() && classes.is_worth_a_level(self.memory, budget)? {
            advanced = classes.advance(self.threads, self.memory, budget, report_progress);
        }
        let finished = match advanced {
            Ok(()) | Err(NotDone::TooLarge) => self.finish_classes(&classes, budget, report_progress)?,
            Err(NotDone::Stopped) => Finished::default(),
        };
        let solutions = finished.solutions + classes.solutions.to_big();
        let at_least = solutions.clone().max(before.solutions.into());
        Ok(CoverCount {
            nodes: before.nodes + classes.states() + finished.nodes,
            remembered: classes.states(),
            memory: classes.peak_bytes(),
            ..self.result(finished.is_complete.then_some(solutions), at_least)
        })
    }

    /// Counts the subproblems of all classes.
    fn finish_classes(
        &self,
        classes: &Classes,
        budget: &Budget<'_>,
        report_progress: &mut dyn FnMut(SearchProgress),
    ) -> Result<Finished, Error> {
        // A few classes are counted one after the other, each on all threads.
        let threads = if classes.level.len() < self.threads { 1 } else { self.threads };
        // A count that is stopped has a higher lower bound if classes with many ways come first.
        let mut most_first: Vec<&(Key, Number)> = classes.level.iter().collect();
        most_first.sort_by_key(|(_, ways)| std::cmp::Reverse(ways.to_big()));
        let shared = Shared {
            classes: Queue::new(&most_first, budget),
            done: AtomicUsize::new(0),
            nodes: AtomicU64::new(classes.states()),
            counter: CoverCounter {
                limits: self.limits.clone().solutions(u64::MAX),
                threads: self.threads / threads,
                memory: self.memory.saturating_sub(classes.bytes) / threads,
                by_classes: false,
                ..*self
            },
            budget,
        };
        let mut sums: Vec<Sum> = (0..threads).map(|_| Sum::default()).collect();
        on_threads(&mut sums, |sum| shared.work(sum), &mut || report_progress(shared.progress()));
        if let Some(error) = sums.iter_mut().find_map(|sum| sum.error.take()) {
            return Err(error);
        }
        Ok(Finished {
            solutions: sums.into_iter().map(|sum| sum.solutions).sum(),
            is_complete: !shared.classes.is_stopped(),
            nodes: shared.nodes.into_inner() - classes.states(),
        })
    }
}

impl Shared<'_> {
    fn work(&self, sum: &mut Sum) {
        while let Some((key, ways)) = self.classes.take() {
            match self.count(key) {
                Ok(count) => {
                    if count.outcome == Outcome::Unknown {
                        self.classes.stop();
                    }
                    self.nodes.fetch_add(count.nodes, Relaxed);
                    self.done.fetch_add(1, Relaxed);
                    sum.solutions += count.solutions * ways.to_big();
                }
                Err(error) => {
                    sum.error = Some(error);
                    self.classes.stop();
                }
            }
        }
    }

    fn count(&self, key: &Key) -> Result<CoverCount, Error> {
        let cover = Subproblem::from_key(key).cover()?;
        let counter = CoverCounter { cover: &cover, ..self.counter.clone() };
        counter.count_within(self.budget, &mut |_| {})
    }

    fn progress(&self) -> SearchProgress {
        let part = self.done.load(Relaxed) as f64 / self.classes.len() as f64;
        let nodes = self.nodes.load(Relaxed);
        SearchProgress { nodes, depth: 0, solutions: 0, part, no_memory: None }
    }
}

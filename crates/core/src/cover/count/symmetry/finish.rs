//! Counting the rests of all classes by other methods.

use super::rest::Rest;
use super::{Classes, Key, NotDone};
use crate::cover::count::memo::Number;
use crate::cover::count::threads::on_threads;
use crate::cover::count::{CoverCount, CoverCounter};
use crate::cover::search::SearchProgress;
use crate::error::Error;
use crate::limits::{Budget, Outcome, SearchReport};
use num_bigint::BigUint;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};

/// The classes that the threads count, and their progress.
struct Shared<'a> {
    /// The classes, those with the most ways first, so that a count that is stopped has a high lower bound.
    classes: Vec<&'a (Key, Number)>,
    at: AtomicUsize,
    done: AtomicUsize,
    nodes: AtomicU64,
    is_over: AtomicBool,
    counter: CoverCounter<'a>,
    budget: &'a Budget<'a>,
}

/// The solutions that one thread has counted.
#[derive(Default)]
struct Sum {
    solutions: BigUint,
    error: Option<Error>,
}

impl CoverCounter<'_> {
    /// Counts by classes; `before` is the count one by one.
    pub(in crate::cover::count) fn count_classes(
        &self,
        mut classes: Classes,
        before: &SearchReport,
        budget: &Budget<'_>,
        report_progress: &mut dyn FnMut(SearchProgress),
    ) -> Result<CoverCount, Error> {
        let mut is_stopped = false;
        while classes.is_worth_a_level(self.memory, budget)? {
            match classes.advance(self.threads, self.memory, budget, report_progress) {
                Ok(()) => {}
                Err(NotDone::TooLarge) => break,
                Err(NotDone::Stopped) => {
                    is_stopped = true;
                    break;
                }
            }
        }
        let mut rest = CoverCount::default();
        if !is_stopped {
            rest = self.finish_classes(&classes, budget, report_progress)?;
            is_stopped = rest.outcome == Outcome::Unknown;
        }
        let solutions = rest.solutions + classes.solutions.to_big();
        let at_least = solutions.clone().max(before.solutions.into());
        Ok(CoverCount {
            nodes: before.nodes + classes.states() + rest.nodes,
            remembered: classes.states(),
            memory: classes.peak_bytes(),
            ..self.result((!is_stopped).then_some(solutions), at_least)
        })
    }

    /// Counts the rests of all classes.
    fn finish_classes(
        &self,
        classes: &Classes,
        budget: &Budget<'_>,
        report_progress: &mut dyn FnMut(SearchProgress),
    ) -> Result<CoverCount, Error> {
        // A few classes are counted one after the other, each on all threads.
        let threads = if classes.level.len() < self.threads { 1 } else { self.threads };
        let mut shared = Shared {
            classes: classes.level.iter().collect(),
            at: AtomicUsize::new(0),
            done: AtomicUsize::new(0),
            nodes: AtomicU64::new(classes.states()),
            is_over: AtomicBool::new(false),
            counter: CoverCounter {
                limits: self.limits.clone().solutions(u64::MAX),
                threads: self.threads / threads,
                memory: self.memory.saturating_sub(classes.bytes) / threads,
                by_classes: false,
                ..*self
            },
            budget,
        };
        shared.classes.sort_by_key(|(_, ways)| std::cmp::Reverse(ways.to_big()));
        let mut sums: Vec<Sum> = (0..threads).map(|_| Sum::default()).collect();
        on_threads(&mut sums, |sum| shared.work(sum), &mut || report_progress(shared.progress()));
        if let Some(error) = sums.iter_mut().find_map(|sum| sum.error.take()) {
            return Err(error);
        }
        let outcome = if shared.is_over.into_inner() { Outcome::Unknown } else { Outcome::Multiple };
        let nodes = shared.nodes.into_inner() - classes.states();
        let solutions = sums.into_iter().map(|sum| sum.solutions).sum();
        Ok(CoverCount { solutions, outcome, nodes, ..CoverCount::default() })
    }
}

impl Shared<'_> {
    fn work(&self, sum: &mut Sum) {
        while let Some((key, ways)) = self.classes.get(self.at.fetch_add(1, Relaxed)) {
            if self.budget.is_over() {
                self.is_over.store(true, Relaxed);
            }
            if self.is_over.load(Relaxed) {
                return;
            }
            match self.count(key) {
                Ok(count) => {
                    if count.outcome == Outcome::Unknown {
                        self.is_over.store(true, Relaxed);
                    }
                    self.nodes.fetch_add(count.nodes, Relaxed);
                    self.done.fetch_add(1, Relaxed);
                    sum.solutions += count.solutions * ways.to_big();
                }
                Err(error) => {
                    sum.error = Some(error);
                    self.is_over.store(true, Relaxed);
                }
            }
        }
    }

    fn count(&self, key: &Key) -> Result<CoverCount, Error> {
        let cover = Rest::from_key(key).cover()?;
        let counter = CoverCounter { cover: &cover, ..self.counter.clone() };
        counter.count_within(self.budget, &mut |_| {})
    }

    fn progress(&self) -> SearchProgress {
        let part = self.done.load(Relaxed) as f64 / self.classes.len() as f64;
        let nodes = self.nodes.load(Relaxed);
        SearchProgress { nodes, depth: 0, solutions: 0, part, no_memory: None }
    }
}

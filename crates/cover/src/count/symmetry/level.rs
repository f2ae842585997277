//! The next level, on several threads.

use super::numbering::Numbering;
use super::subproblem::{AfterChoice, Subproblem};
use super::{Classes, Figures, Key, NotDone};
use crate::count::memo::Number;
use crate::count::threads::{Queue, on_threads};
use crate::search::SearchProgress;
use quadrille_base::limits::Budget;
use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// Bytes of a class besides its key.
const ENTRY: usize = 2 * size_of::<(Key, Number)>();

/// The next level as one thread finds it.
#[derive(Default)]
struct Worker {
    numbering: Numbering,
    next: HashMap<Key, Number>,
    solutions: Number,
    /// Choices, and how many of them symmetries leave.
    choices: u64,
    different: u64,
}

/// The level that the threads continue, and their progress.
struct Shared<'a> {
    level: Queue<'a, (Key, Number)>,
    bytes: AtomicUsize,
    most_bytes: usize,
}

impl Classes {
    /// Replaces the level by the next one. If it would not fit into this number of bytes, or if the budget is over, nothing changes.
    pub(super) fn advance(
        &mut self,
        threads: usize,
        memory: usize,
        budget: &Budget<'_>,
        report: &mut dyn FnMut(SearchProgress),
    ) -> Result<(), NotDone> {
        let shared = Shared {
            level: Queue::new(&self.level, budget),
            bytes: AtomicUsize::new(0),
            most_bytes: memory.saturating_sub(self.bytes),
        };
        let mut workers: Vec<Worker> =
            (0..threads.min(self.level.len())).map(|_| Worker::default()).collect();
        let progress =
            SearchProgress { nodes: self.states, depth: 0, solutions: 0, part: 0.0, no_memory: None };
        on_threads(&mut workers, |worker| shared.work(worker), &mut || report(progress));
        let bytes = shared.bytes.load(Relaxed);
        if shared.level.is_stopped() {
            return Err(if bytes > shared.most_bytes { NotDone::TooLarge } else { NotDone::Stopped });
        }
        self.peak = self.peak.max(self.bytes + bytes);
        self.bytes = bytes;
        self.take(workers);
        Ok(())
    }

    /// Takes the next level from the threads that found it.
    fn take(&mut self, workers: Vec<Worker>) {
        let (mut next, mut steps) = (HashMap::new(), 0);
        let (mut choices, mut different) = (0, 0);
        for worker in workers {
            steps += worker.numbering.steps;
            choices += worker.choices;
            different += worker.different;
            self.solutions += &worker.solutions;
            if next.is_empty() {
                next = worker.next;
                continue;
            }
            for (key, ways) in worker.next {
                *next.entry(key).or_insert(Number::ZERO) += &ways;
            }
        }
        self.figures = Figures {
            choices: choices as f64 / self.level.len() as f64,
            steps: steps as f64 / choices.max(1) as f64,
            merged: choices as f64 / next.len().max(1) as f64,
        };
        self.gain *= choices.max(1) as f64 / different.max(1) as f64;
        self.steps += steps;
        self.states += choices;
        self.level = next.into_iter().collect();
        // The order must not depend on the threads.
        self.level.sort_unstable_by(|(a, _), (b, _)| a.cmp(b));
    }
}

impl Shared<'_> {
    fn work(&self, worker: &mut Worker) {
        while let Some((key, ways)) = self.level.take() {
            if self.bytes.load(Relaxed) > self.most_bytes {
                return self.level.stop();
            }
            let bytes = worker.choose(key, ways);
            self.bytes.fetch_add(bytes, Relaxed);
        }
    }
}

impl Worker {
    /// Adds all choices of a class. Returns the bytes of new classes.
    fn choose(&mut self, key: &Key, ways: &Number) -> usize {
        let (mut bytes, mut own) = (0, HashSet::new());
        for result in Subproblem::from_key(key).choices().results() {
            match result {
                AfterChoice::Dead => {}
                AfterChoice::Solved => self.solutions += ways,
                AfterChoice::Subproblem(subproblem) => {
                    let key = self.numbering.key(&subproblem);
                    self.choices += 1;
                    if own.insert(key.clone()) {
                        self.different += 1;
                    }
                    let sum = self.next.entry(key).or_insert_with_key(|key| {
                        bytes += size_of_val(&**key) + ENTRY;
                        Number::ZERO
                    });
                    *sum += ways;
                }
            }
        }
        bytes
    }
}

//! Counting with a memory of subproblems: trials, and threads that share a table.

use super::step::{OneByOneStep, REPORT_INTERVAL};
use crate::cover::{Cover, OutOfMemory};
use crate::engine::{
    Budget,
    dlx::{
        SearchProgress,
        memo::{Effort, SubproblemCount, Table, searches},
    },
};
use crossbeam_channel::RecvTimeoutError;
use num_bigint::BigUint;
use std::{
    sync::{
        Mutex, PoisonError, RwLock,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
    thread,
};

/// Nodes between two looks at the clock, the table and the other threads: a millisecond.
const SLICE: u64 = 1 << 12;

/// The table of a search in a trial takes at most this, and its share of the memory.
const TRIAL_BYTES: usize = 256 << 20;

/// Remembering pays if at least this share of the subproblems were remembered, or fell apart.
const ENOUGH: f64 = 0.125;

/// With fewer nodes left than this, counting one by one goes on.
const FEW_LEFT: f64 = (1 << 20) as f64;

/// Nodes of each search when one is chosen.
const CHOOSING: u64 = 1 << 16;

/// A node in a fixed order takes a third of the time of the others, so that search is chosen if it remembers
/// at least this share of what the best one does.
const CHEAP: f64 = 0.45;

/// Searches with memory whose beginnings are compared.
pub(super) struct Trial {
    /// In the order of [`searches`].
    searches: Vec<Remembering>,
    memory: usize,
}

/// A search with memory, and its table.
pub(super) struct Remembering {
    search: Box<dyn SubproblemCount>,
    table: Table,
    /// What the other threads have done.
    others: u64,
}

impl Trial {
    pub fn try_new(cover: &Cover, memory: usize) -> Result<Trial, OutOfMemory> {
        let searches = searches(cover)?;
        let share = (memory / searches.len().max(1)).min(TRIAL_BYTES);
        let new = |search: Box<dyn SubproblemCount>| {
            let table = Table::try_new(search.key_words(), share)?;
            Ok(Remembering { search, table, others: 0 })
        };
        Ok(Trial { searches: searches.into_iter().map(new).collect::<Result<_, _>>()?, memory })
    }

    /// Continues the searches up to this number of nodes in all. The best one if remembering pays, and otherwise the
    /// trial, to be continued.
    pub fn continue_for(mut self, nodes: u64, one_by_one: &OneByOneStep) -> Result<Remembering, Trial> {
        let rate = one_by_one.part / one_by_one.report.nodes.max(1) as f64;
        if 1.0 - one_by_one.part < rate * FEW_LEFT {
            return Err(self);
        }
        // The searches that make the forced moves tell soonest whether remembering pays.
        let mut pays = false;
        for remembering in self.searches.iter_mut().filter(|remembering| !remembering.search.is_cheap()) {
            pays |= remembering.advance(nodes) || remembering.gain() >= ENOUGH;
        }
        if !pays {
            return Err(self);
        }
        let at = self.best(nodes.max(CHOOSING));
        let mut best = self.searches.swap_remove(at);
        best.table.allow(self.memory);
        Ok(best)
    }

    /// The search that remembers most in this number of nodes, or is done.
    fn best(&mut self, nodes: u64) -> usize {
        let mut best = (0, 0.0);
        // The cheap ones come last.
        for (at, remembering) in self.searches.iter_mut().enumerate() {
            if remembering.advance(nodes) {
                return at;
            }
            let gain = remembering.gain();
            if gain > best.1 || remembering.search.is_cheap() && gain >= CHEAP * best.1 {
                best = (at, gain);
            }
        }
        best.0
    }
}

impl Remembering {
    /// The share of the subproblems that were remembered, or fell apart.
    fn gain(&self) -> f64 {
        let Effort { nodes, hits, splits, .. } = self.search.effort();
        (hits + splits) as f64 / nodes.max(1) as f64
    }

    /// Continues up to this number of nodes. Whether the count is done.
    fn advance(&mut self, nodes: u64) -> bool {
        while self.search.effort().nodes < nodes {
            let left = nodes - self.search.effort().nodes;
            if self.search.advance(&self.table, left.min(SLICE)).is_some() {
                return true;
            }
            self.table.grow_if_needed();
        }
        false
    }

    /// Nodes entered by all threads.
    pub fn nodes(&self) -> u64 {
        self.search.effort().nodes + self.others
    }

    /// Subproblems in the table.
    pub fn remembered(&self) -> u64 {
        self.table.used() as u64
    }

    /// Bytes of the table.
    pub fn bytes(&self) -> u64 {
        self.table.bytes() as u64
    }

    /// Counts on several threads; `None` if the budget is over first.
    ///
    /// Every thread counts the whole problem, each in another order, and finds what the others have remembered: the first
    /// and the second begin at either end and meet.
    pub fn run(
        &mut self,
        threads: usize,
        budget: &Budget<'_>,
        report_progress: &mut dyn FnMut(SearchProgress),
    ) -> Option<BigUint> {
        let mut more: Vec<_> = (1..threads as u64).map(|thread| self.search.for_thread(thread)).collect();
        let (done, ended) = crossbeam_channel::bounded::<()>(0);
        let shared = Shared {
            table: RwLock::new(std::mem::take(&mut self.table)),
            is_over: AtomicBool::new(false),
            is_growing: AtomicBool::new(false),
            result: Mutex::new(None),
            effort: Mutex::default(),
        };
        thread::scope(|scope| {
            let searches = std::iter::once(&mut self.search).chain(&mut more);
            for search in searches {
                let (shared, done) = (&shared, done.clone());
                let work = move || {
                    shared.work(&mut **search, budget);
                    drop(done);
                };
                if thread::Builder::new().spawn_scoped(scope, work).is_err() {
                    break;
                }
            }
            drop(done);
            while ended.recv_timeout(REPORT_INTERVAL) == Err(RecvTimeoutError::Timeout) {
                report_progress(shared.progress());
            }
        });
        // If no thread could be started.
        shared.work(&mut *self.search, budget);
        self.others = more.iter().map(|search| search.effort().nodes).sum();
        self.table = shared.table.into_inner().unwrap_or_else(PoisonError::into_inner);
        shared.result.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What the threads of a count share.
struct Shared {
    table: RwLock<Table>,
    is_over: AtomicBool,
    /// A thread replaces the table, and the others must wait.
    is_growing: AtomicBool,
    result: Mutex<Option<BigUint>>,
    /// The nodes of all threads, and how far the first of them has come.
    effort: Mutex<Effort>,
}

impl Shared {
    /// Counts until this or another thread is done, or the budget is over.
    fn work(&self, search: &mut dyn SubproblemCount, budget: &Budget<'_>) {
        while !self.is_over.load(Relaxed) {
            // A lock that is released and taken again at once is never given to a thread that waits for it.
            while self.is_growing.load(Relaxed) {
                thread::yield_now();
            }
            let before = search.effort();
            let table = self.table.read().unwrap_or_else(PoisonError::into_inner);
            let number = search.advance(&table, SLICE).map(|number| number.to_big());
            let should_grow = table.should_grow();
            drop(table);
            self.add(before, search.effort());
            if let Some(number) = number {
                *self.result.lock().unwrap_or_else(PoisonError::into_inner) = Some(number);
                self.is_over.store(true, Relaxed);
            } else if budget.is_over() {
                self.is_over.store(true, Relaxed);
            } else if should_grow && !self.is_growing.swap(true, Relaxed) {
                self.table.write().unwrap_or_else(PoisonError::into_inner).grow_if_needed();
                self.is_growing.store(false, Relaxed);
            }
        }
    }

    fn add(&self, before: Effort, after: Effort) {
        let mut sum = self.effort.lock().unwrap_or_else(PoisonError::into_inner);
        sum.nodes += after.nodes - before.nodes;
        sum.done = sum.done.max(after.done);
    }

    fn progress(&self) -> SearchProgress {
        let effort = *self.effort.lock().unwrap_or_else(PoisonError::into_inner);
        SearchProgress { nodes: effort.nodes, depth: 0, solutions: 0, part: effort.done.min(1.0) }
    }
}

//! Counting with a memory of subproblems, on threads that share a table.

use super::memo::{Effort, SubproblemCount, SubproblemTable};
use super::threads::on_threads;
use crate::OutOfMemory;
use crate::search::SearchProgress;
use num_bigint::BigUint;
use quadrille_base::limits::Budget;
use std::{
    sync::{
        Mutex, PoisonError, RwLock,
        atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed},
    },
    thread,
};

/// Nodes between two checks of the clock, the table and the other threads: a millisecond.
const SLICE: u64 = 1 << 12;

/// A search with memory, and its table.
pub(super) struct Remembering {
    search: Box<dyn SubproblemCount>,
    table: SubproblemTable,
    /// The nodes of the other threads.
    others: u64,
    /// The largest lower bound of the other threads.
    at_least: BigUint,
}

impl Remembering {
    /// A search whose table takes at most this number of bytes.
    pub fn try_new(search: Box<dyn SubproblemCount>, bytes: usize) -> Result<Remembering, OutOfMemory> {
        let table = SubproblemTable::try_new(search.key_words(), bytes)?;
        Ok(Remembering { search, table, others: 0, at_least: BigUint::ZERO })
    }

    /// Raises the number of bytes that the table takes at most.
    pub fn allow(&mut self, bytes: usize) {
        self.table.allow(bytes);
    }

    /// Whether a node takes much less time than the nodes of the other searches.
    pub fn is_cheap(&self) -> bool {
        self.search.is_cheap()
    }

    /// The share of the subproblems that were remembered, or split into components.
    pub fn gain(&self) -> f64 {
        let Effort { nodes, hits, splits, .. } = self.search.effort();
        (hits + splits) as f64 / nodes.max(1) as f64
    }

    /// The fraction of the search that is done, estimated.
    pub fn done(&self) -> f64 {
        self.search.effort().done
    }

    /// The number of nodes in all, estimated.
    pub fn expected_nodes(&self) -> f64 {
        let Effort { nodes, done, .. } = self.search.effort();
        if done > 0.0 { nodes as f64 / done } else { f64::INFINITY }
    }

    /// Continues up to this number of nodes, or until the budget is over. Returns whether the count is done.
    pub fn advance(&mut self, nodes: u64, budget: &Budget<'_>) -> bool {
        while self.search.effort().nodes < nodes && !budget.is_over() {
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

    /// A lower bound of the number of solutions.
    pub fn lower_bound(&self) -> BigUint {
        self.search.lower_bound().max(self.at_least.clone())
    }

    /// Bytes of the table.
    pub fn bytes(&self) -> u64 {
        self.table.bytes() as u64
    }

    /// Counts on several threads; `None` if the budget is over first.
    ///
    /// Every thread counts the whole problem, each in a different order, and uses the subproblems that the others have
    /// remembered. The first and the second begin at opposite ends and meet.
    pub fn run(
        &mut self,
        threads: usize,
        budget: &Budget<'_>,
        report_progress: &mut dyn FnMut(SearchProgress),
    ) -> Option<BigUint> {
        let mut more: Vec<_> = (1..threads as u64).map(|thread| self.search.for_thread(thread)).collect();
        let shared = Shared {
            table: RwLock::new(std::mem::take(&mut self.table)),
            is_over: AtomicBool::new(false),
            changing: AtomicUsize::new(0),
            result: Mutex::new(None),
            effort: Mutex::default(),
        };
        let mut searches: Vec<_> = std::iter::once(&mut self.search).chain(&mut more).collect();
        let work = |search: &mut &mut Box<dyn SubproblemCount>| shared.work(&mut ***search, budget);
        on_threads(&mut searches, work, &mut || report_progress(shared.progress()));
        self.others = more.iter().map(|search| search.effort().nodes).sum();
        self.at_least = more.iter().map(|search| search.lower_bound()).max().unwrap_or_default();
        self.table = shared.table.into_inner().unwrap_or_else(PoisonError::into_inner);
        shared.result.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The state that the threads of a count share.
struct Shared {
    table: RwLock<SubproblemTable>,
    is_over: AtomicBool,
    /// Threads that wait to change the table; the others must not read it.
    changing: AtomicUsize,
    result: Mutex<Option<BigUint>>,
    /// The nodes of all threads, and the progress of the first of them.
    effort: Mutex<Effort>,
}

impl Shared {
    /// Counts until this or another thread is done, or the budget is over.
    fn work(&self, search: &mut dyn SubproblemCount, budget: &Budget<'_>) {
        while !self.is_over.load(Relaxed) {
            // A lock that is released and taken again at once never goes to a thread that waits for it.
            while self.changing.load(Relaxed) > 0 {
                thread::yield_now();
            }
            let table = self.table.read().unwrap_or_else(PoisonError::into_inner);
            if table.is_growing() {
                let (has_copied, is_copied) = (table.copy_segment(), table.is_copied());
                drop(table);
                self.help(has_copied, is_copied);
            } else {
                let before = search.effort();
                let number = search.advance(&table, SLICE).map(|number| number.to_big());
                let should_grow = table.should_grow();
                drop(table);
                self.add(before, search.effort());
                if let Some(number) = number {
                    *self.result.lock().unwrap_or_else(PoisonError::into_inner) = Some(number);
                    self.is_over.store(true, Relaxed);
                } else if should_grow {
                    self.change(SubproblemTable::begin_growth);
                }
            }
            if budget.is_over() {
                self.is_over.store(true, Relaxed);
            }
        }
    }

    /// After a thread has looked for a segment to copy.
    fn help(&self, has_copied: bool, is_copied: bool) {
        if is_copied {
            self.change(SubproblemTable::end_growth);
        } else if !has_copied {
            // The last segments are being copied.
            thread::yield_now();
        }
    }

    /// Changes the table while no thread reads it. A change that another thread has made does nothing.
    fn change(&self, change: impl Fn(&mut SubproblemTable)) {
        self.changing.fetch_add(1, Relaxed);
        change(&mut self.table.write().unwrap_or_else(PoisonError::into_inner));
        self.changing.fetch_sub(1, Relaxed);
    }

    fn add(&self, before: Effort, after: Effort) {
        let mut sum = self.effort.lock().unwrap_or_else(PoisonError::into_inner);
        sum.nodes += after.nodes - before.nodes;
        sum.done = sum.done.max(after.done);
    }

    fn progress(&self) -> SearchProgress {
        let effort = *self.effort.lock().unwrap_or_else(PoisonError::into_inner);
        SearchProgress {
            nodes: effort.nodes,
            depth: 0,
            solutions: 0,
            part: effort.done.min(1.0),
            no_memory: None,
        }
    }
}

//! The puzzles that a search has found, and the flags that end it.

use crate::generate::rejections::Tests;
use quadrille_base::memory::heap_bytes;
use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

/// Flags that end a search.
#[derive(Clone)]
pub(crate) struct Stop {
    /// The run is stopped.
    pub stopped: Arc<AtomicBool>,
    /// As many puzzles as wanted have been found.
    pub done: Arc<AtomicBool>,
}

impl Stop {
    /// Whether a flag is raised.
    pub(super) fn is_set(&self) -> bool {
        self.stopped.load(Ordering::Relaxed) || self.done.load(Ordering::Relaxed)
    }
}

/// Puzzles that a search has found.
#[derive(Default)]
pub(crate) struct Found {
    /// The cells of the puzzles.
    pub cells: Vec<u8>,
    /// The cells of their solutions.
    pub solutions: Vec<u8>,
    /// For each puzzle the tries since the previous one, itself included.
    pub tries: Vec<u64>,
    /// The tries after the last puzzle.
    pub tries_after: u64,
    /// The tests of all tries, in order: each with the number of tries in a row that had the same.
    pub tests: Vec<(Tests, u64)>,
}

impl Found {
    /// The bytes of memory that it has allocated.
    pub fn memory(&self) -> usize {
        let Found { cells, solutions, tries, tests, .. } = self;
        heap_bytes(cells) + heap_bytes(solutions) + heap_bytes(tries) + heap_bytes(tests)
    }

    /// Adds tries, each of which had these tests.
    pub(super) fn add_tries(&mut self, tests: Tests, tries: u64) {
        self.tries_after += tries;
        match self.tests.last_mut() {
            Some((last, count)) if *last == tests => *count += tries,
            _ => self.tests.push((tests, tries)),
        }
    }

    /// Adds the puzzle of the last try and its solution.
    pub(super) fn push(&mut self, cells: &[u8], solution: &[u8]) {
        self.cells.extend_from_slice(cells);
        self.solutions.extend_from_slice(solution);
        self.tries.push(std::mem::take(&mut self.tries_after));
    }

    /// Removes everything.
    pub(crate) fn clear(&mut self) {
        self.cells.clear();
        self.solutions.clear();
        self.tries.clear();
        self.tries_after = 0;
        self.tests.clear();
    }
}

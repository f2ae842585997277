//! The puzzles that a search has found, and the flags that end it.

use crate::generate::rejections::Rejections;
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
    /// Why the other puzzles were rejected.
    pub rejections: Rejections,
}

impl Found {
    /// Adds a puzzle and its solution.
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
        self.rejections = Rejections::default();
    }
}

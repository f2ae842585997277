//! What a run over exact cover problems adds up to, and who is told.

use super::SearchProgress;
use crate::cover::text::CoverFormat;
use std::{ops::AddAssign, time::Duration};

/// Sums over problems.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct CoverTally {
    /// Problems, malformed ones included.
    pub problems: u64,
    /// Problems with a solution.
    pub solved: u64,
    /// Problems without any.
    pub none: u64,
    /// Malformed problems.
    pub invalid: u64,
    /// Problems whose search was given up, though it may have found solutions.
    pub unknown: u64,
    /// Of those without any solution, the ones with a primary item that is in no option.
    pub uncovered: u64,
    /// Solutions found.
    pub solutions: u128,
    /// Search-tree nodes, as in [`Report::nodes`](crate::engine::Report::nodes).
    pub nodes: u128,
}

impl AddAssign<&CoverTally> for CoverTally {
    fn add_assign(&mut self, other: &CoverTally) {
        self.problems += other.problems;
        self.solved += other.solved;
        self.none += other.none;
        self.invalid += other.invalid;
        self.unknown += other.unknown;
        self.uncovered += other.uncovered;
        self.solutions += other.solutions;
        self.nodes += other.nodes;
    }
}

/// A finished run over exact cover problems.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct CoverSummary {
    /// Sums over all problems.
    pub tally: CoverTally,
    /// The format: named, or told from the text.
    pub format: CoverFormat,
    /// Threads.
    pub threads: usize,
    /// From the first byte read to the last byte written.
    pub elapsed: Duration,
}

/// Who is told how a run over exact cover problems goes, on the thread that started it.
pub trait CoverObserver {
    /// A problem that is malformed, or has an item that is in no option: the input's name, the
    /// line from 1, and what is wrong. Only the first ten are told; the tally counts all.
    fn malformed(&mut self, input: &str, line: u64, reason: &str) {
        let _ = (input, line, reason);
    }

    /// Of many problems, a part has been written: bytes of input and sums so far.
    fn progress(&mut self, bytes: u64, so_far: &CoverTally) {
        let _ = (bytes, so_far);
    }

    /// How far the search of a text's only problem is; a few times a second.
    fn searching(&mut self, progress: &SearchProgress) {
        let _ = progress;
    }
}

/// Looks away.
impl CoverObserver for () {}

//! The sums and the events of a run over exact cover problems.

use num_bigint::BigUint;
use quadrille_cover::{search::SearchProgress, text::CoverFormat};
use std::{ops::AddAssign, time::Duration};

/// Sums over the problems of a [`CoverBatch`](super::CoverBatch).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct CoverTally {
    /// Problems, malformed ones included.
    pub problems: u64,
    /// Problems with at least one solution.
    pub solved: u64,
    /// Problems without a solution.
    pub none: u64,
    /// Malformed problems.
    pub invalid: u64,
    /// Problems whose search was given up. It may have found solutions before.
    pub unknown: u64,
    /// The problems in `none` with a primary item that is not in any option.
    pub uncovered: u64,
    /// Solutions found; `u128::MAX` if there are as many or more.
    pub solutions: u128,
    /// Subproblems that were remembered at the end of their counts.
    pub remembered: u128,
    /// Search-tree nodes, as in [`SearchReport::nodes`](quadrille_engines::SearchReport::nodes).
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
        self.solutions = self.solutions.saturating_add(other.solutions);
        self.nodes += other.nodes;
        self.remembered += other.remembered;
    }
}

/// The size of the diagram that a [`CoverBatch`](super::CoverBatch) writes.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct DiagramSize {
    /// Nodes, without the two terminals.
    pub nodes: usize,
    /// Solutions.
    pub solutions: BigUint,
}

/// The result of a run of a [`CoverBatch`](super::CoverBatch).
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct CoverSummary {
    /// Sums over all problems.
    pub tally: CoverTally,
    /// The size of the diagram, if one was written.
    pub diagram: Option<DiagramSize>,
    /// The format of the text: the one that was set, or the one that was recognized.
    pub format: CoverFormat,
    /// Worker threads.
    pub threads: usize,
    /// Time from the first byte read to the last byte written.
    pub elapsed: Duration,
}

/// Receives the events of a run over exact cover problems, on the thread that started the run.
///
/// All methods do nothing unless they are implemented.
///
/// ```
/// use quadrille::{Input, cover::{CoverBatch, CoverObserver, CoverTally, CoverTask, SearchProgress}};
///
/// #[derive(Default)]
/// struct Log(Vec<u64>);
///
/// impl CoverObserver for Log {
///     fn malformed(&mut self, _input: &str, line: u64, _reason: &str) {
///         self.0.push(line);
///     }
///     fn searching(&mut self, progress: &SearchProgress) {
///         println!("{} nodes, {:.1} % done", progress.nodes, progress.part * 100.0);
///     }
///     fn progress(&mut self, bytes: u64, so_far: &CoverTally) {
///         println!("{} problems in {bytes} bytes", so_far.problems);
///     }
/// }
///
/// let problems = "1 1\n1\n1 1\ntwo\n".as_bytes();
/// let mut log = Log::default();
/// CoverBatch::new(CoverTask::Count).run(Input::reader("p", problems), &mut Vec::new(), &mut log)?;
/// assert_eq!(log.0.len(), 1);
/// # Ok::<(), quadrille::Error>(())
/// ```
pub trait CoverObserver: Send {
    /// A problem that is malformed, or has a primary item that is not in any option: the input's name, the line, counted
    /// from 1, and the reason. Called for the first [`MALFORMED_SHOWN`](crate::batch::MALFORMED_SHOWN) of a run; the tally
    /// counts all.
    fn malformed(&mut self, input: &str, line: u64, reason: &str) {
        let _ = (input, line, reason);
    }

    /// The answers to some more of many problems have been written: the bytes of input and the sums so far.
    fn progress(&mut self, bytes: u64, so_far: &CoverTally) {
        let _ = (bytes, so_far);
    }

    /// The progress of the search of a text's only problem; called a few times a second.
    fn searching(&mut self, progress: &SearchProgress) {
        let _ = progress;
    }
}

/// Ignores all events.
impl CoverObserver for () {}

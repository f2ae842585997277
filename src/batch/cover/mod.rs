//! Runs over exact cover problems: a text in, solutions or counts out in the order of the problems.

mod run;
mod search;
mod tally;
mod worker;

pub use tally::{CoverObserver, CoverSummary, CoverTally};

use crate::{counting::CoverCounter, cover::text::CoverFormat, engine::Limits};
use std::{
    sync::{Arc, atomic::AtomicBool},
    time::Duration,
};

/// What a run writes for every problem.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub enum CoverTask {
    /// The solutions, up to the limit.
    #[default]
    Solve,
    /// The number of solutions, followed by `+` if the search stopped early.
    Count,
}

/// A run over the exact cover problems of a text: first set up, then started.
///
/// ```
/// use quadrille::{CoverBatch, CoverTask, Input};
///
/// let problems = "2 2\n1 0\n0 1\n1 2\n1 0\n".as_bytes();
/// let mut answers = Vec::new();
/// let batch = CoverBatch::new(CoverTask::Solve);
/// let summary = batch.run(Input::reader("p", problems), &mut answers, &mut ())?;
/// assert_eq!(answers, b"1 2\nNo Solution!\n");
/// assert_eq!((summary.tally.solved, summary.tally.none), (1, 1));
/// # Ok::<(), quadrille::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct CoverBatch {
    task: CoverTask,
    format: Option<CoverFormat>,
    limit: Option<u64>,
    /// Except for the number of solutions.
    limits: Limits,
    threads: usize,
    memory: usize,
}

impl CoverBatch {
    /// A run on all cores. [`CoverTask::Solve`] writes one solution of each `matrix` and `sparse` problem, and all of
    /// each `dlx` problem; [`CoverTask::Count`] counts all. See [`limit`](CoverBatch::limit).
    pub fn new(task: CoverTask) -> CoverBatch {
        CoverBatch {
            task,
            format: None,
            limit: None,
            limits: Limits::default(),
            threads: 0,
            memory: CoverCounter::MEMORY,
        }
    }

    /// Sets the format of the text. By default, it is recognized from the contents by [`CoverFormat::detect`].
    pub fn format(mut self, format: CoverFormat) -> CoverBatch {
        self.format = Some(format);
        self
    }

    /// Stops each search at the `limit`th solution; 0 means 1.
    pub fn limit(mut self, limit: u64) -> CoverBatch {
        self.limit = Some(limit.max(1));
        self
    }

    /// Sets the number of search-tree nodes after which a problem is given up as unknown.
    pub fn max_nodes(mut self, nodes: u64) -> CoverBatch {
        self.limits.max_nodes = nodes;
        self
    }

    /// Sets the time after which a problem is given up as unknown. The answers then depend on the machine.
    pub fn timeout(mut self, timeout: Duration) -> CoverBatch {
        self.limits.timeout_per_puzzle = Some(timeout);
        self
    }

    /// Ends the run within milliseconds after the flag is set to `true`, with an error of kind
    /// [`ErrorKind::Interrupted`](crate::ErrorKind::Interrupted). A run that fails sets the flag too, to end its own
    /// searches.
    pub fn stop_flag(mut self, stop: Arc<AtomicBool>) -> CoverBatch {
        self.limits.stop_flag = Some(stop);
        self
    }

    /// Sets how many bytes the memory of subproblems takes at most while solutions are counted, for all threads together; by
    /// default [`CoverCounter::MEMORY`]. The counts do not depend on it.
    pub fn memory(mut self, bytes: usize) -> CoverBatch {
        self.memory = bytes;
        self
    }

    /// Sets the number of threads; 0 (the default) means one per core.
    pub fn threads(mut self, threads: usize) -> CoverBatch {
        self.threads = threads;
        self
    }
}

//! Runs over exact cover problems: a text in, solutions or counts out in the order of the problems.

mod costs;
mod run;
mod search;
mod tally;
mod whole;
mod worker;

pub use costs::CoverCosts;
pub use tally::{CoverObserver, CoverSummary, CoverTally, DiagramSize};

use quadrille_cover::text::CoverFormat;
use quadrille_engines::RunOptions;

/// The output of a [`CoverBatch`] for every problem.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub enum CoverTask {
    /// The solutions, up to the limit.
    #[default]
    Solve,
    /// The number of solutions, followed by `+` if the search stopped early.
    Count,
    /// Solutions that are drawn at random, each with the same probability, and with replacement: as many as `solutions`, less than
    /// 2³², for each problem. The solution `i` of problem `n`, both from 0, is the solution of [`CoverDiagram::sample`](quadrille_cover::diagram::CoverDiagram::sample)
    /// with index `n · 2³² + i`.
    Sample {
        /// Solutions of each problem.
        solutions: u64,
        /// Where the random numbers begin.
        seed: u64,
    },
    /// A solution of lowest cost, after a comment with its cost: `| cost 17` in `dlx`, `# cost 17` in the other formats. If no
    /// option has a cost other than 0, each counts 1.
    LowestCost,
    /// A solution of highest cost, as [`LowestCost`](CoverTask::LowestCost).
    HighestCost,
    /// The diagram of all solutions, as [`CoverDiagram::write`](quadrille_cover::diagram::CoverDiagram::write) writes it; the text must have
    /// a single problem.
    Diagram,
}

/// A run over the exact cover problems of a text: first set up, then started.
///
/// ```
/// use quadrille::{Input, RunOptions, cover::{CoverBatch, CoverFormat, CoverTask}};
///
/// let problems = "2 2\n1 0\n0 1\n1 2\n1 0\n".as_bytes();
/// let mut answers = Vec::new();
/// let batch = CoverBatch::new(CoverTask::Solve);
/// let summary = batch.run(Input::reader("p", problems), &mut answers, &mut ())?;
/// assert_eq!(answers, b"1 2\nNo Solution!\n");
/// assert_eq!((summary.tally.solved, summary.tally.none), (1, 1));
///
/// let batch = CoverBatch::new(CoverTask::Count)
///     .format(CoverFormat::Sparse)
///     .limit(10)
///     .memory(1 << 20)
///     .run_options(RunOptions::new().threads(1));
/// let mut counts = Vec::new();
/// batch.run(Input::reader("p", "2 1\n1 1\n1 1\n".as_bytes()), &mut counts, &mut ())?;
/// assert_eq!(counts, b"2\n");
/// # Ok::<(), quadrille::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct CoverBatch {
    task: CoverTask,
    format: Option<CoverFormat>,
    limit: Option<u64>,
    options: RunOptions,
    memory: Option<usize>,
    costs: Option<CoverCosts>,
}

impl CoverBatch {
    /// A run on all cores. [`CoverTask::Solve`] writes one solution of each problem, and all of
    /// each `dlx` problem; [`CoverTask::Count`] counts all. See [`limit`](CoverBatch::limit).
    pub fn new(task: CoverTask) -> CoverBatch {
        CoverBatch { task, format: None, limit: None, options: RunOptions::new(), memory: None, costs: None }
    }

    /// Sets the format of the text. By default, it is recognized from the contents by [`CoverFormat::detect`].
    pub fn format(self, format: CoverFormat) -> CoverBatch {
        CoverBatch { format: Some(format), ..self }
    }

    /// Stops each search of [`CoverTask::Solve`] and [`CoverTask::Count`] at the `limit`th solution; 0 means 1. Other tasks are refused
    /// with it.
    pub fn limit(self, limit: u64) -> CoverBatch {
        CoverBatch { limit: Some(limit.max(1)), ..self }
    }

    /// Sets the number of threads, the limits of each problem, and what ends the run. An engine for boards is refused.
    pub fn run_options(self, options: RunOptions) -> CoverBatch {
        CoverBatch { options, ..self }
    }

    /// Sets how many bytes subproblems take at most, for all threads together; by default 4 GiB. The counts do not
    /// depend on it. A sample or a diagram that needs more is an error that ends the run. A solution of lowest or highest cost
    /// is then found without it, which may take longer. [`CoverTask::Solve`] is refused with it.
    pub fn memory(self, bytes: usize) -> CoverBatch {
        CoverBatch { memory: Some(bytes), ..self }
    }

    /// Sets the [costs](CoverCosts) of the options of the only problem, whose text must have none, for [`CoverTask::LowestCost`] and
    /// [`CoverTask::HighestCost`]; other tasks are refused with it.
    pub fn costs(self, costs: CoverCosts) -> CoverBatch {
        CoverBatch { costs: Some(costs), ..self }
    }
}

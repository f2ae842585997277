//! The options of every run, for any task.

use crate::{
    engine_choice::{EngineChoice, Unavailable},
    error::Error,
    limits::Limits,
    parallel::thread_count,
};
use std::{
    sync::{Arc, atomic::AtomicBool},
    time::Duration,
};

/// How a run is carried out, for any task: the number of threads, the engine, the limits of each search, and the
/// flag that ends the run. Solvers, runs over files and columns, and generators take it.
///
/// ```
/// use quadrille::{Batch, RunOptions, Solver, engine::EngineChoice, tasks::Count};
/// use std::{sync::{Arc, atomic::AtomicBool}, time::Duration};
///
/// let stop = Arc::new(AtomicBool::new(false));
/// let options = RunOptions::new()
///     .threads(2)
///     .max_nodes(1_000_000)
///     .timeout_per_puzzle(Duration::from_secs(1))
///     .stop_flag(stop.clone())
///     .engine(EngineChoice::Auto)?;
/// assert_eq!((options.thread_count(0), options.choice()), (2, EngineChoice::Auto));
/// assert!(options.limits().max_nodes == 1_000_000 && Arc::ptr_eq(&options.stop(), &stop));
/// let solver = Solver::new().run_options(options.clone());
/// let batch = Batch::new(Count::new()).run_options(options);
/// # let _ = (solver, batch);
/// # Ok::<(), quadrille::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct RunOptions {
    threads: Option<usize>,
    engine: EngineChoice,
    /// The task sets the number of solutions.
    limits: Limits,
}

impl RunOptions {
    /// The fastest engine for each shape, no limits, and as many threads as is usual: one for each core, and for a
    /// `Solver` one.
    pub fn new() -> RunOptions {
        RunOptions::default()
    }

    /// Sets the number of threads; 0 means one for each core. Answers do not depend on it, and a small task gets
    /// fewer.
    pub fn threads(self, threads: usize) -> RunOptions {
        RunOptions { threads: Some(threads), ..self }
    }

    /// Sets the engine.
    ///
    /// # Errors
    /// If the machine does not have the instruction set.
    pub fn engine(mut self, engine: EngineChoice) -> Result<RunOptions, Error> {
        Unavailable::check(engine)?;
        self.engine = engine;
        Ok(self)
    }

    /// Gives up on a puzzle or problem that needs more search-tree nodes than this; the answer is then unknown. The
    /// same limit gives the same answers each time.
    pub fn max_nodes(mut self, nodes: u64) -> RunOptions {
        self.limits.max_nodes = nodes;
        self
    }

    /// Gives up on a puzzle or problem whose search takes longer than this; the answer is then unknown.
    ///
    /// Which ones are affected depends on the machine. Engines check the clock every thousand nodes, so that one that needs
    /// fewer is never affected.
    pub fn timeout_per_puzzle(mut self, timeout: Duration) -> RunOptions {
        self.limits.timeout_per_puzzle = Some(timeout);
        self
    }

    /// Ends the run promptly after the flag is set to `true`, from any thread, even within a search. A run that fails sets the
    /// flag too, to end its own searches.
    ///
    /// A solver then returns [`Outcome::Unknown`](crate::limits::Outcome::Unknown) for the puzzles that were not
    /// searched to the end. Runs over files, generators and columns return an error of kind
    /// [`ErrorKind::Interrupted`](crate::error::ErrorKind::Interrupted); the outputs of a run over files then hold
    /// whole answers in order.
    pub fn stop_flag(mut self, flag: Arc<AtomicBool>) -> RunOptions {
        self.limits.stop_flag = Some(flag);
        self
    }

    /// The number of threads, or `default` if none was set. 0 means one for each core, as it does in [`threads`](Self::threads).
    pub fn thread_count(&self, default: usize) -> usize {
        thread_count(self.threads.unwrap_or(default))
    }

    /// The [engine](Self::engine).
    pub fn choice(&self) -> EngineChoice {
        self.engine
    }

    /// The limits of each search, except the number of solutions: the task sets it.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// The flag that ends the run: the one that was set, or a new one.
    pub fn stop(&self) -> Arc<AtomicBool> {
        self.limits.stop_flag.clone().unwrap_or_default()
    }
}

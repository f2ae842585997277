//! The configuration that all workers of a run share.

use super::rows::AllSolutions;
use crate::batch::Morphs;
use quadrille_engines::Limits;
use quadrille_tasks::{Status, Task};
use std::sync::Arc;

/// The settings of a worker.
pub(in crate::batch) struct WorkerConfig {
    pub limits: Limits,
    /// Solver for the puzzles, if they are searched.
    pub search: Option<Arc<dyn Task>>,
    /// The threads of the run.
    pub threads: usize,
    /// How many of them are workers.
    pub workers: usize,
    /// Whether solutions are checked.
    pub verifies: bool,
    /// The output.
    pub written: Arc<ChunkOutput>,
    /// Whether the reducer needs the line of each record.
    pub needs_lines: bool,
    /// Whether all mismatches are wanted, or only the first.
    pub all_mismatches: bool,
    /// Whether the ends of the answers are needed, to write whole ones.
    pub tracks_ends: bool,
}

/// The output of a worker for its records.
pub(in crate::batch) enum ChunkOutput {
    /// An answer for each.
    Answers,
    /// All solutions of each.
    AllSolutions(AllSolutions),
    /// Morphs of each.
    Morphs(Morphs),
    /// The records as they are, with this status if there is one.
    Records(Option<Status>),
    /// Nothing: they are counted.
    Nothing,
}

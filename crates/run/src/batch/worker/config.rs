//! What is the same for all workers of a run.

use super::rows::AllSolutions;
use crate::batch::{
    Morphs, Verification,
    classes::{ClassOutput, KeyBy},
};
use quadrille_core::{engine::Limits, solver::verified::CountMemory};
use quadrille_tasks::classes::ClassBy;
use quadrille_tasks::{Status, Task};
use std::sync::Arc;

/// The settings of a worker.
pub(in crate::batch) struct WorkerConfig {
    pub limits: Limits,
    /// What searches the puzzles, if they are searched.
    pub search: Option<Arc<dyn Task>>,
    /// How puzzles with many solutions are counted.
    pub memory: CountMemory,
    pub verification: Verification,
    /// How all solutions of each record are written, if they are.
    pub all: Option<AllSolutions>,
    /// The result of the records that are written as they are, if no answers are written.
    pub only: Option<Status>,
    /// What is found out about the classes of the records, if no answers are written.
    pub classes: Option<ClassOutput>,
    /// Whether all mismatches are wanted, or only the first.
    pub all_mismatches: bool,
    /// Whether records are only counted, and nothing is written.
    pub only_counts: bool,
    /// Whether the ends of the answers are needed, to write whole ones.
    pub tracks_ends: bool,
    /// The morphs that are written, if that is the task.
    pub morphs: Option<Morphs>,
}

impl WorkerConfig {
    /// Whether the records need canonical forms.
    pub(super) fn needs_forms(&self) -> bool {
        let keys = self.classes.and_then(|classes| classes.keys);
        matches!(keys, Some(KeyBy::Class(ClassBy::Puzzle | ClassBy::Solution)))
    }
}

//! What is the same for all workers of a run.

use super::rows::AllSolutions;
use crate::{
    batch::{
        self, Morphs, Ratings, Verification,
        classes::{ClassOutput, KeyBy},
    },
    format::{AnswerResult, Field},
};
use quadrille_core::{engine::Limits, solving::CountMemory};
use quadrille_puzzles::{
    classes::{ClassBy, FormOf},
    logic::Techniques,
};
use quadrille_tasks::Task;
use std::sync::Arc;

/// The settings of a worker.
pub(in crate::batch) struct WorkerConfig {
    pub task: batch::Task,
    pub limits: Limits,
    /// What searches the puzzles, if they are searched.
    pub search: Option<Arc<dyn Task>>,
    /// How puzzles with many solutions are counted.
    pub memory: CountMemory,
    pub verification: Verification,
    /// The fields that are written for each record.
    pub fields: &'static [Field],
    /// Whether reasons are written.
    pub explain: bool,
    /// Whether a hint fills one cell only.
    pub one: bool,
    /// How a hint finds its digit, if not by the only-number method.
    pub techniques: Option<Techniques>,
    /// What canonical forms are found of, and whether their transformations are written.
    pub form_of: FormOf,
    pub transforms: bool,
    /// How all solutions of each record are written, if they are.
    pub all: Option<AllSolutions>,
    /// The result of the records that are written as they are, if no answers are written.
    pub only: Option<AnswerResult>,
    /// What is found out about the classes of the records, if no answers are written.
    pub classes: Option<ClassOutput>,
    /// Whether all mismatches are wanted, or only the first.
    pub all_mismatches: bool,
    /// Whether the ends of the answers are needed, to write whole ones.
    pub tracks_ends: bool,
    /// The morphs that are written, if that is the task.
    pub morphs: Option<Morphs>,
    /// The ratings that are written, if that is the task.
    pub ratings: Option<Ratings>,
}

impl WorkerConfig {
    /// Whether the records are rated by guesses to know what they are selected by.
    pub(super) fn needs_buckets(&self) -> bool {
        self.classes.is_some_and(|classes| classes.keys == Some(KeyBy::Bucket))
    }

    /// Whether the records need canonical forms.
    pub(super) fn needs_forms(&self) -> bool {
        let keys = self.classes.and_then(|classes| classes.keys);
        self.task == batch::Task::Canon
            || matches!(keys, Some(KeyBy::Class(ClassBy::Puzzle | ClassBy::Solution)))
    }
}

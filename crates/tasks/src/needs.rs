//! The facts about a task that a run must know.

use super::Status;
use quadrille_grid::{Refusal, Shape};

/// Why a task cannot handle boards of each shape, in the order of [`Shape::EACH`], if it cannot.
pub type Refusals = [Option<Refusal>; Shape::EACH.len()];

/// The facts about a task that a run must know before it reads a record. By default a task answers every record.
#[derive(Clone, Debug)]
pub struct Needs {
    /// Whether records must be givens, not candidates.
    pub givens: bool,
    /// Whether digits that have been placed count as givens, in records that tell one from the other.
    pub placed: bool,
    /// Whether the answers that the records bring are read, to be compared with the rules.
    pub own_answers: bool,
    /// How many times as long as usual an answer takes, or is: chunks are smaller by that.
    pub cost: usize,
    /// Why boards are malformed, if the task is not for them.
    pub refusals: Refusals,
    /// The same for boards whose records have candidates.
    pub candidate_refusals: Refusals,
    /// The output for the records.
    pub written: Written,
    /// Whether the reducer needs the line of each record.
    pub lines: bool,
    /// Whether records are kept until the end of the run, and may be written in another order than they come.
    pub keeps: bool,
    /// The message if its options exclude each other.
    pub conflict: Option<&'static str>,
    /// The message if the puzzles have variants and the task supports standard sudoku only.
    pub no_variants: Option<&'static str>,
    /// The message if the text after the grids is to be kept and the output cannot hold it.
    pub no_trailing: Option<&'static str>,
    /// The message if the run is one of several shards and the task needs all records.
    pub no_shards: Option<&'static str>,
    /// The message if the run can be resumed and the task needs all records in one process.
    pub no_resume: Option<&'static str>,
}

/// The output for the records of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Written {
    /// An answer for each.
    Answers,
    /// The solution of each as it was found, with nothing but its status and the figures of its search: such answers are written
    /// many at a time.
    Solutions,
    /// All solutions of each, at most this many, a row each.
    AllSolutions(u64),
    /// The records themselves, unchanged: those with this status, if there is one, or all.
    Records(Option<Status>),
    /// The records themselves, unchanged, each to one of this many outputs.
    Parts(usize),
    /// Nothing: records are only counted.
    Nothing,
}

impl Default for Needs {
    fn default() -> Needs {
        Needs {
            givens: false,
            placed: false,
            own_answers: false,
            cost: 1,
            refusals: [None; _],
            candidate_refusals: [None; _],
            written: Written::Answers,
            lines: false,
            keeps: false,
            conflict: None,
            no_variants: None,
            no_trailing: None,
            no_shards: None,
            no_resume: None,
        }
    }
}

/// Refuses all boards but 9×9 ones if `only_nine`.
pub(crate) fn only_nine(only_nine: bool, refusal: fn(Shape) -> Refusal) -> Refusals {
    Shape::EACH.map(|shape| (only_nine && shape != Shape::NINE).then(|| refusal(shape)))
}

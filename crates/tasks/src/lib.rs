//! Tasks: boards in, typed answers out.
//!
//! ```text
//!  source ──► Boards ──► TaskWorker::answer ──► Answers ──► sink
//! ```
//!
//! A source of text, of tables or of arrays gives the records of a chunk as [`Boards`]. A [`Task`] has the options of what is
//! done with them, checked, and declares the columns of its answers; each thread has a [`TaskWorker`], which fills [`Answers`]. The sink
//! decides what is written for them, and where: a task never writes text. Calls of trait objects are made once
//! for a chunk, never for a puzzle.

mod answer_rows;
mod answers;
mod boards;
mod canonical;
mod check;
pub mod classes;
mod column;
mod convert;
mod count;
mod duplicates;
mod expected;
mod explain;
mod givens;
mod hint;
mod hint_row;
mod keys;
mod malformed;
mod minimal;
mod mismatch;
mod motions;
mod needs;
mod position;
mod rate;
mod raters;
mod rating_counts;
pub mod reduce;
mod search;
mod solve;
mod status;
mod steps;
mod tally;
mod texts;
mod total;
mod verify;

pub use answer_rows::{AnswerRows, RowValues, Style};
pub use answers::{Answers, ColumnValues, Float};
pub use boards::{Boards, Place, PuzzleView, Record, RecordTag};
pub use column::{CELL, ColumnKind, ColumnPlace, ColumnSpec, InLines, SOLUTION, Value, thousandths};
pub use duplicates::{DuplicateSearch, Duplicates, LargeClass, RatedPuzzle};
pub use keys::Keys;
pub use malformed::Malformed;
pub use mismatch::{DigitText, Mismatch, MismatchReason};
pub use motions::{MotionSource, Motions};
pub use needs::{Needs, Refusals, Written};
pub use position::POSITION;
pub use rating_counts::{RatingCounts, TechniqueCounts, rated_puzzles};
pub use reduce::{Facts, Reduce, Selection};
pub use status::Status;
pub use tally::Tally;
pub use tasks::*;
pub use texts::Texts;
pub use total::{Pictures, Total};
pub use verify::Verify;

/// The tasks, each with its options, and what records are compared by.
pub mod tasks {
    pub use super::{
        canonical::Canonical,
        check::Check,
        classes::{EqualBy, FormOf},
        convert::Convert,
        count::Count,
        givens::Givens,
        hint::{Hint, HintMethod},
        rate::Rate,
        solve::Solve,
    };
}

use quadrille_engines::{Engines, Limits};
use quadrille_grid::{Shape, Variants};
use std::{any::Any, borrow::Cow, fmt, sync::Arc};

/// The work on the records of a run: options that have been checked. All workers share it.
pub trait Task: Any + fmt::Debug + Send + Sync {
    /// The columns of its answers, in order. The first one is the answer in formats of one line for each record. A task that writes
    /// records unchanged needs none.
    fn columns(&self) -> &[ColumnSpec] {
        &[]
    }

    /// The options that answers depend on, with their values, which identify a resumed run.
    fn options(&self) -> Vec<(&'static str, String)> {
        vec![("task", format!("{self:?}"))]
    }

    /// The facts about it that a run must know. By default it answers every record.
    fn needs(&self) -> Needs {
        Needs::default()
    }

    /// The [total](Answers::total) of no records, if it sums up more than the [`Tally`].
    fn total(&self) -> Option<Box<dyn Total>> {
        None
    }

    /// The reducer that selects some of the records by the [keys](Answers::keys) that its workers find, if there is one and it does not depend
    /// on the inputs.
    fn reducer(&self) -> Option<Box<dyn Reduce>> {
        None
    }

    /// A worker of one thread.
    fn worker(&self, context: WorkerContext) -> Box<dyn TaskWorker>;
}

/// Answers chunks on one thread. It keeps its memory between them.
pub trait TaskWorker: Send {
    /// Answers the records of a chunk. `answers` is cleared, and has the columns of the task.
    ///
    /// # Errors
    /// If a solution fails its check. Nothing of its record and of later ones may be written; the answers before it are
    /// complete.
    fn answer(
        &mut self,
        boards: &Boards,
        beside: &dyn Beside,
        answers: &mut Answers<'_>,
    ) -> Result<(), WrongSolution>;
}

/// The data of the records of a chunk beside their puzzles.
pub trait Beside {
    /// The solution that a record brings, as the characters of its cells; empty if there is none.
    fn solution(&self, record: usize) -> Cow<'_, [u8]>;

    /// The same for a record that brings numbers: puts them into `cells`, or says why they are not a board. `None` if it brings
    /// characters or nothing.
    fn numbers(&self, record: usize, cells: &mut Vec<u8>) -> Option<Result<Shape, Mismatch>> {
        let _ = (record, cells);
        None
    }

    /// Whether answers are written to named columns. Otherwise texts say by themselves what they are about.
    fn names_columns(&self) -> bool;

    /// Whether answers are JSON objects, which have [members](ColumnPlace::Member) that other formats do not have.
    fn writes_objects(&self) -> bool {
        false
    }

    /// Whether the input asks for all naked singles where a hint is asked for.
    fn asks_for_naked_singles(&self) -> bool {
        false
    }
}

/// The parts of a worker.
pub struct WorkerContext {
    /// The engines of the thread.
    pub engines: Engines,
    /// The limits of each search, apart from the number of solutions.
    pub limits: Limits,
    /// The rules.
    pub variants: Arc<Variants>,
    /// The threads of the run.
    pub threads: usize,
    /// How many of them are workers.
    pub workers: usize,
    /// Whether solutions are checked.
    pub verifies: bool,
}

/// A solution failed its check, which is a bug of an engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WrongSolution {
    /// The record in the chunk, from 0.
    pub record: usize,
}

impl WrongSolution {
    /// The number of records before it, or of all records.
    fn end(result: Result<(), WrongSolution>, boards: &Boards) -> usize {
        result.err().map_or(boards.len(), |wrong| wrong.record)
    }
}

const ANSWERS_ARE_NOT_CHECKED: &str =
    "the answers of the records cannot be checked when records are selected or all solutions written";

/// The options of a task by the names of the command's, first its name and its limit.
fn options_of(
    (command, limit): (&'static str, u64),
    switches: &[(&'static str, bool)],
) -> Vec<(&'static str, String)> {
    let mut options = vec![("command", command.to_owned()), ("limit", limit.to_string())];
    options.extend(switches.iter().map(|(name, is_set)| (*name, is_set.to_string())));
    options
}

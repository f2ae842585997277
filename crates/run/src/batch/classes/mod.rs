//! Classes of records: which records are the same puzzle, up to symmetry.
//!
//! The workers find the key of each record; the sink, which gets them in the order of the input, looks them up
//! in a [`KeyTable`](quadrille_tasks::classes::KeyTable) and so knows which record is the first of its class. With a limit of memory the keys are divided into parts
//! that are looked up one after the other ([`spill`]), and a second pass over the inputs drops the records that this has
//! marked ([`marked`]).

mod entries;
mod first;
mod leaks;
mod marked;
mod marks;
mod places;
mod spill;

pub(super) use first::FirstOfEach;
pub(super) use leaks::LeakSearch;
pub use leaks::{InputMatches, LeakedRecord, Leaks};
pub(super) use marked::MarkedRecords;
use quadrille_core::error::Error;
use quadrille_tasks::classes::{ClassBy, Key};
pub(super) use spill::{FoundClasses, KeySpill};

/// What the sink knows about the records of a chunk.
pub(super) struct ChunkClasses<'a> {
    /// How many records there are.
    pub records: usize,
    /// Their keys, if these are wanted.
    pub keys: &'a [Key],
    /// Their lines in the chunk, from 0, if they are wanted.
    pub record_lines: &'a [u32],
    pub input: usize,
    /// The line of the input in which the chunk begins, from 1, if lines are wanted.
    pub first_line: u64,
    /// The lines of the chunk.
    pub lines: u64,
}

/// A record that is not the first of its class, and that one: the number of the input and the line in it, from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Duplicate {
    pub record: (usize, u64),
    pub first: (usize, u64),
}

/// What the sink of a run does with the classes of the records.
pub(super) trait ClassSink: Send {
    /// What it wants to know about the records.
    fn output(&self) -> ClassOutput;

    /// How many classes there are.
    fn count(&self) -> u64;

    /// Takes the next chunk, in order, and says of each record whether it is a duplicate of an earlier one. Those that are
    /// to be reported are passed to `report`.
    ///
    /// # Errors
    /// If a temporary file cannot be written or read.
    fn take(&mut self, chunk: &ChunkClasses<'_>, report: &mut dyn FnMut(Duplicate))
    -> Result<&[bool], Error>;
}

/// What is done with the classes of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ClassSettings {
    pub by: ClassBy,
    /// Whether the records that are dropped are reported.
    pub report: bool,
    /// Whether the classes are only counted.
    pub count: bool,
    /// The memory for the classes, in bytes, if it is limited.
    pub memory: Option<u64>,
    pub pass: Pass,
}

/// Which pass over the inputs it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Pass {
    Only,
    /// Finds the duplicates.
    First,
    /// Drops them.
    Second,
}

/// What the key of a record tells. A malformed record has [`NO_CLASS`](quadrille_tasks::classes::NO_CLASS).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum KeyBy {
    /// The class of the record.
    Class(ClassBy),
    /// Only that it is not malformed: all keys are 1.
    WellFormed,
    /// The group of its rating by guesses: its place in [`BUCKETS`](quadrille_puzzles::rating::BUCKETS), from 1.
    Bucket,
}

/// What a worker finds out about each record for the sink.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ClassOutput {
    /// The key of each record.
    pub keys: Option<KeyBy>,
    /// The text of each record, as it stands.
    pub texts: bool,
    /// The line of each record in its chunk.
    pub lines: bool,
}

impl ClassSettings {
    pub fn output(&self) -> ClassOutput {
        let keys = Some(KeyBy::Class(self.by)).filter(|_| self.pass != Pass::Second);
        ClassOutput { keys, texts: !self.count && self.pass != Pass::First, lines: self.report }
    }
}

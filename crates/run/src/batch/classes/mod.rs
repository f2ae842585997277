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

use super::Filter;
pub(super) use first::FirstOfEach;
pub(super) use leaks::LeakSearch;
pub use leaks::{InputMatches, LeakedRecord, Leaks};
pub(super) use marked::MarkedRecords;
use quadrille_core::error::Error;
use quadrille_tasks::classes::{EqualBy, Key};
pub(super) use spill::{FoundClasses, KeySpill};

/// The facts that the sink knows about the records of a chunk.
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

/// How the sink of a run uses the classes of the records.
pub(super) trait ClassSink: Send {
    /// The facts about the records that it needs.
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

/// The least memory that a run over classes can be limited to.
pub const LEAST_CLASS_MEMORY: u64 = 1 << 20;

/// Writes the first record of each class unchanged, and drops the others. A header is kept, and so are
/// malformed records, which are not in any class. The [`Tally`](quadrille_tasks::Tally) has the number of classes and of dropped records.
///
/// Memory grows with the number of classes, by about 33 bytes each: the table has at most 30, and the
/// allocator keeps a little. Classes are compared by hashes of 128 bits:
/// two of n classes have the same hash with a probability of less than n² / 2¹²⁹, 1.5 × 10⁻²³ for n = 10⁸.
///
/// A board larger than 9×9 is malformed, unless records are compared [by text](EqualBy::Text). Such a run can be neither sharded
/// nor resumed, the records are not written in another format, and an input that announces their number is refused.
///
/// ```
/// use quadrille::{Batch, Input, batch::Dedup, tasks::EqualBy};
///
/// let puzzles = "id,puzzle\n1,1...3..2..4.4..1\n2,2...4..3..1.1..2\n3,1..............1\n".as_bytes();
/// let mut first = Vec::new();
/// let batch = Batch::new(Dedup::equal_by(EqualBy::Puzzle));
/// let summary = batch.run(vec![Input::reader("puzzles", puzzles)], &mut first, &mut ())?;
/// assert_eq!(first, b"id,puzzle\n1,1...3..2..4.4..1\n3,1..............1\n");
/// assert_eq!((summary.tally.classes, summary.tally.duplicates), (2, 1));
///
/// // One class has two records, one has one. Nothing is written, and the keys take at most a MiB of memory.
/// let batch = Batch::new(Dedup::equal_by(EqualBy::Puzzle).only_counts(true).memory(1 << 20));
/// let summary = batch.run(vec![Input::reader("puzzles", puzzles)], &mut Vec::new(), &mut ())?;
/// assert_eq!(summary.class_sizes, [(1, 1), (2, 1)].into());
/// # Ok::<(), quadrille::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dedup {
    pub(super) by: EqualBy,
    /// Whether the records that are dropped are reported.
    pub(super) report: bool,
    /// Whether the classes are only counted.
    pub(super) count: bool,
    /// The memory for the classes, in bytes, if it is limited.
    pub(super) memory: Option<u64>,
    pub(super) pass: Pass,
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

/// The class of a record by its key. A malformed record has [`NO_CLASS`](quadrille_tasks::classes::NO_CLASS).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum KeyBy {
    /// The class of the record.
    Class(EqualBy),
    /// Only that it is selected: all keys are 1, with the place in the order of the output above.
    WellFormed,
    /// The group of its rating by guesses: its place in [`BUCKETS`](quadrille_puzzles::rating::BUCKETS), from 1, with the place above.
    Bucket,
}

/// The facts that a worker finds out about each record for the sink.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct ClassOutput {
    /// The key of each record.
    pub keys: Option<KeyBy>,
    /// The records that have a key, and the order in which they are written.
    pub filter: Filter,
    /// Whether only records with a key have a text.
    pub selects: bool,
    /// The unchanged text of each record.
    pub texts: bool,
    /// The line of each record in its chunk.
    pub lines: bool,
}

impl Dedup {
    /// Compares records by this.
    pub fn equal_by(by: EqualBy) -> Dedup {
        Dedup { by, report: false, count: false, memory: None, pass: Pass::Only }
    }

    /// Whether each record that is dropped is reported to the [`Observer`](crate::batch::Observer), by
    /// [`duplicate`](crate::batch::Observer::duplicate).
    pub fn report(self, report: bool) -> Dedup {
        Dedup { report, ..self }
    }

    /// Whether nothing is written: [`Summary::class_sizes`](crate::batch::Summary::class_sizes) tells how many classes there are of
    /// each number of records. Nothing is reported.
    pub fn only_counts(self, count: bool) -> Dedup {
        Dedup { count, ..self }
    }

    /// Limits the memory for the classes to about this many bytes; less than
    /// [`LEAST_CLASS_MEMORY`] means that. Memory for threads and inputs comes on top.
    ///
    /// The inputs are then read twice: the first pass writes the keys of the records to temporary files without a name,
    /// 32 bytes a record and 16 a duplicate, and the second writes the records. The files are in the folder of the
    /// output or, if it is not a file, in the system's folder for temporary files. An input that is not a regular file is
    /// refused, unless the classes are only [counted](Self::only_counts). If the first pass fails, nothing is written.
    ///
    /// The observer gets the events of the inputs, the malformed records and the progress from the first pass, and the
    /// duplicates from the second.
    pub fn memory(self, bytes: u64) -> Dedup {
        Dedup { memory: Some(bytes.max(LEAST_CLASS_MEMORY)), ..self }
    }

    pub(super) fn output(&self) -> ClassOutput {
        let keys = Some(KeyBy::Class(self.by)).filter(|_| self.pass != Pass::Second);
        let texts = !self.count && self.pass != Pass::First;
        let lines = self.report && !self.count;
        ClassOutput { keys, filter: Filter::new(), selects: false, texts, lines }
    }
}

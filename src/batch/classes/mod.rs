//! Classes of records: which records are the same puzzle, up to symmetry.
//!
//! The workers find the key of each record ([`key`]); the sink, which gets them in the order of the input, looks them up
//! ([`table`]) and so knows which record is the first of its class.

mod first;
mod key;
mod places;
mod table;

pub(super) use first::{ChunkClasses, FirstOfEach};
pub(super) use key::{Key, KeyKind, NO_CLASS, key_of};

/// When two records are in the same class.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub enum ClassBy {
    /// If their puzzles are morphs of each other: they have the same [canonical](crate::symmetry::canonical) form.
    #[default]
    Puzzle,
    /// If their solutions are morphs of each other: they have the same [least form](crate::symmetry::minlex). A puzzle with
    /// several solutions or none has no such form; it is in a class with its own morphs.
    Solution,
    /// If their givens are the same, cell by cell, however they are written.
    Text,
}

/// What is done with the classes of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ClassSettings {
    pub by: ClassBy,
    /// Whether the records that are dropped are reported.
    pub report: bool,
    /// Whether the classes are only counted.
    pub count: bool,
}

/// What a worker finds out about each record for the sink.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ClassOutput {
    pub by: ClassBy,
    /// The text of each record, as it stands.
    pub texts: bool,
    /// The line of each record in its chunk.
    pub lines: bool,
}

impl ClassSettings {
    pub fn output(&self) -> ClassOutput {
        ClassOutput { by: self.by, texts: !self.count, lines: self.report }
    }
}

//! The answers of a worker to a chunk.

use super::{Deferred, Rows, written_rows::WrittenRows};
use crate::io::overlong_record;
#[cfg(feature = "parquet")]
use crate::tables::UnitAnswers;
use quadrille_base::{error::ErrorKind, memory::heap_bytes};
use quadrille_ordered::order::ChunkResult;
use quadrille_tasks::{Malformed, Mismatch, Tally, Total, classes::Key};

/// The answers to a chunk. They stay in its slot, to be filled again.
#[derive(Default)]
pub(in crate::batch) struct ChunkAnswers {
    /// The answers as they are written.
    pub written: WrittenRows,
    /// The answers as arrays, if they are for a table whose other columns are copied.
    #[cfg(feature = "parquet")]
    pub unit: Option<UnitAnswers>,
    /// Where the answer to each record ends in the text, if that is needed; where its rows end, if records are rows of a table.
    pub ends: Vec<usize>,
    /// The key of the class of each record, if classes are wanted.
    pub keys: Vec<Key>,
    /// The line of each record in the chunk, from 0, if it is wanted with its class.
    pub record_lines: Vec<u32>,
    pub tally: Tally,
    /// The total of the task beside the tally.
    pub total: Option<Box<dyn Total>>,
    /// All solutions in place of the answers, if they are to be written, and the records whose rows are missing.
    pub rows: Rows,
    pub deferred: Vec<Deferred>,
    /// Bytes of the chunk.
    pub bytes: u64,
    /// Lines of the chunk, records or not.
    pub lines: u64,
    /// The first malformed records, with their line in the chunk, from 0.
    pub malformed: Vec<(u64, Malformed)>,
    /// The first records whose expected answer is not a solution, or all: the line, from 0, and what is wrong.
    pub mismatches: Vec<(u64, Mismatch)>,
    /// The input's records end in this chunk.
    pub ended: bool,
    /// A line `end` that is the last line of the input and not a record, from 0.
    pub end_line: Option<u64>,
    /// A line where the run cannot continue, from 0. Nothing of the chunk may be written then.
    pub fatal: Option<(u64, Fatal)>,
}

impl ChunkAnswers {
    pub fn clear(&mut self) {
        #[cfg(feature = "parquet")]
        {
            self.unit = None;
        }
        self.written.clear();
        self.rows.clear();
        self.deferred.clear();
        self.ends.clear();
        self.keys.clear();
        self.record_lines.clear();
        self.tally.clear();
        self.total.iter_mut().for_each(|total| total.clear());
        self.malformed.clear();
        self.mismatches.clear();
        (self.bytes, self.lines) = (0, 0);
        (self.ended, self.end_line, self.fatal) = (false, None, None);
    }
}

impl ChunkResult for ChunkAnswers {
    fn bytes(&self) -> usize {
        #[cfg(feature = "parquet")]
        let unit = self.unit.as_ref().map_or(0, UnitAnswers::memory);
        #[cfg(not(feature = "parquet"))]
        let unit = 0;
        let deferred: usize = self.deferred.iter().map(|record| record.solutions.memory()).sum();
        unit + self.written.memory()
            + self.rows.written.memory()
            + heap_bytes(&self.rows.starts)
            + heap_bytes(&self.deferred)
            + deferred
            + heap_bytes(&self.ends)
            + heap_bytes(&self.keys)
            + heap_bytes(&self.record_lines)
            + self.total.as_ref().map_or(0, |total| total.bytes())
            + heap_bytes(&self.malformed)
            + heap_bytes(&self.mismatches)
    }
}

/// Why a run cannot continue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::batch) enum Fatal {
    /// A solution failed its check.
    WrongSolution,
    /// A record is longer than this.
    OverlongRecord(usize),
}

impl Fatal {
    /// The error's kind and message.
    pub fn message(self) -> (ErrorKind, String) {
        match self {
            Fatal::WrongSolution => (
                ErrorKind::Internal,
                "an engine returned a wrong solution; this is a bug, and the solution was not written".into(),
            ),
            Fatal::OverlongRecord(longest) => (ErrorKind::Input, overlong_record(longest)),
        }
    }
}

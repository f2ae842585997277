//! The reducer of a run, and the records that are kept until its end.

use crate::{batch::worker::WrittenRows, tables::RowNumber};
use quadrille_tasks::{Reduce, reduce::Reduced};

/// The reducer of a run, if it has one, and the records that wait for it.
#[derive(Default)]
pub(super) struct Reducing<'a> {
    pub reducer: Option<&'a mut (dyn Reduce + 'static)>,
    /// The records that it keeps until the end.
    pub kept: Vec<KeptRecord>,
    /// The records of a chunk for each of several outputs.
    pub parts: Vec<WrittenRows>,
    /// The result of the reducer, once the run has ended.
    pub reduced: Reduced,
}

/// A record that is kept until the end of the run.
#[derive(Clone)]
pub(super) enum KeptRecord {
    /// Its unchanged text, which may begin with the blank line that separates it from the one before it.
    Text { text: Box<[u8]>, is_separated: bool },
    /// The row of a table, which is taken from its file again: its columns may take much more memory than its number.
    Row(RowNumber),
}

impl Default for KeptRecord {
    fn default() -> KeptRecord {
        KeptRecord::Text { text: Box::default(), is_separated: false }
    }
}

impl KeptRecord {
    /// The number of the row, if it is one of a table.
    pub fn row(&self) -> Option<RowNumber> {
        if let KeptRecord::Row(number) = self { Some(*number) } else { None }
    }

    /// Appends the text, with that line unless it is the first of the output. The first of an input, which does not have it,
    /// may be a later one of the output.
    pub fn write(&self, is_first: bool, output: &mut Vec<u8>) {
        match self {
            KeptRecord::Text { text, is_separated: true } => {
                output.extend_from_slice(if is_first { b"" } else { b"\n" });
                output.extend_from_slice(text.strip_prefix(b"\n").unwrap_or(text));
            }
            KeptRecord::Text { text, is_separated: false } => output.extend_from_slice(text),
            KeptRecord::Row(_) => {}
        }
    }
}

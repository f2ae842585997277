//! Columns that are carried from tables to a table without becoming text.
//!
//! Only the columns that a run reads become text, and after them each row has its number. So the text goes through the run as
//! any other does, and records may be dropped, repeated or kept until the end. The output takes the rows with the numbers that
//! arrive from the files, a second time: they are in order unless the run sorts. The batches of streams are kept until then.

mod convert;
mod dictionary;
mod rows;
mod stream;

pub(crate) use convert::flat;
pub(in crate::tables) use convert::{nested, strings};
pub(in crate::tables) use dictionary::in_dictionary;
pub(in crate::tables) use rows::CarriedRows;
pub(crate) use stream::StreamRows;

use super::{
    InputSchema, TableFile,
    dialect::RowForm,
    read::{Plan, PositionedFile},
};
use arrow_array::Array;
use std::{
    fs::File,
    io,
    path::PathBuf,
    sync::{Arc, atomic::AtomicUsize},
    time::SystemTime,
};

/// The inputs of a run whose columns are carried.
pub(crate) struct Carrying {
    /// The columns that become text, in the order of the inputs' columns.
    pub kept: Vec<usize>,
    /// The inputs, with all of their columns.
    pub schemas: Vec<InputSchema>,
    inputs: Vec<CarriedInput>,
    /// How many outputs there are, and how many of them have begun.
    outputs: (usize, AtomicUsize),
    /// Whether rows arrive in any order, so that all batches of streams are kept.
    in_any_order: bool,
}

/// A table whose columns are carried.
pub(crate) enum CarriedInput {
    File(CarriedFile),
    Stream(StreamRows),
}

/// A file whose columns are carried.
pub(crate) struct CarriedFile {
    path: PathBuf,
    plan: Arc<dyn Plan>,
    /// The size and the time of the last write when its index was read.
    version: (u64, Option<SystemTime>),
}

/// The number of a row: its input and its place there, from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct RowNumber {
    pub input: usize,
    pub row: u64,
}

/// How the rows of an input are numbered in its text.
pub(crate) fn numbered(input: usize) -> RowForm {
    let prefix = if input == 0 { String::new() } else { format!("{input}:") };
    RowForm { is_lossy: false, numbers: Some(prefix) }
}

impl RowNumber {
    /// From the text of a row.
    pub fn of(text: &str) -> Option<RowNumber> {
        let (input, row) = text.split_once(':').unwrap_or(("0", text));
        Some(RowNumber { input: input.parse().ok()?, row: row.parse().ok()? })
    }
}

impl CarriedFile {
    /// The file of a table that was opened from this path; `None` if its rows cannot be taken.
    ///
    /// # Errors
    /// If the file cannot be looked at.
    pub fn new(path: PathBuf, table: &TableFile, file: File) -> io::Result<Option<CarriedFile>> {
        let Some(plan) = table.rows() else { return Ok(None) };
        let version = PositionedFile::new(file)?.version()?;
        Ok(Some(CarriedFile { path, plan, version }))
    }

    fn open(&self) -> io::Result<PositionedFile> {
        let file = PositionedFile::new(File::open(&self.path)?)?;
        self.check_unchanged(&file).map(|()| file)
    }

    /// # Errors
    /// If the file has been written to since its index was read.
    fn check_unchanged(&self, file: &PositionedFile) -> io::Result<()> {
        if file.version()? == self.version {
            return Ok(());
        }
        Err(io::Error::new(io::ErrorKind::InvalidData, "it changed while it was read"))
    }
}

impl Carrying {
    /// The columns of inputs, of which some become text, for so many outputs.
    pub fn new(kept: Vec<usize>, inputs: Vec<(InputSchema, CarriedInput)>, outputs: usize) -> Carrying {
        let (schemas, inputs) = inputs.into_iter().unzip();
        Carrying { kept, schemas, inputs, outputs: (outputs, AtomicUsize::new(0)), in_any_order: false }
    }

    /// Whether rows arrive in any order.
    pub fn in_any_order(self, in_any_order: bool) -> Carrying {
        Carrying { in_any_order, ..self }
    }

    /// The batches of an input, if it is a stream.
    pub fn stream(&self, input: usize) -> Option<&StreamRows> {
        match self.inputs.get(input)? {
            CarriedInput::Stream(rows) => Some(rows),
            CarriedInput::File(_) => None,
        }
    }

    /// About how many bytes a row of the files takes in memory.
    pub fn row_bytes(&self) -> u64 {
        let plans = || {
            self.inputs.iter().filter_map(|input| match input {
                CarriedInput::File(file) => Some(&file.plan),
                CarriedInput::Stream(_) => None,
            })
        };
        let rows = plans().map(|plan| plan.groups().rows()).fold(0, u64::saturating_add);
        plans().map(|plan| plan.bytes()).fold(0, u64::saturating_add) / rows.max(1)
    }
}

impl std::fmt::Debug for Carrying {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Carrying").field("kept", &self.kept).finish_non_exhaustive()
    }
}

/// The bytes of an array in memory.
fn bytes(array: &dyn Array) -> usize {
    array.to_data().get_slice_memory_size().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn row_numbers_are_read_as_they_are_written_and_in_order() {
        let of = |input: usize, row: u64| {
            RowNumber::of(&format!("{}{row}", numbered(input).numbers.unwrap_or_default())).unwrap()
        };
        assert_eq!(of(0, 7), RowNumber { input: 0, row: 7 });
        assert_eq!(of(12, 0), RowNumber { input: 12, row: 0 });
        assert!(of(0, 100) < of(1, 2) && of(1, 2) < of(1, 3));
        assert_eq!(RowNumber::of(""), None);
    }
}

//! Columns that are carried from tables to a table as they are.
//!
//! Workers decode only the columns that a run reads, and pass on the row numbers. So a run can drop records, repeat them or keep them
//! until its end. The output reads the other columns of the rows that arrive from the files again, by number. The numbers are ascending
//! unless rows are kept until the end, when the rows of several blocks are read together. The batches of a stream are kept until the output has passed them.

mod convert;
mod dictionary;
mod rows;
mod stream;
mod window;

pub(crate) use convert::flat;
pub(in crate::tables) use convert::{nested, strings};
pub(in crate::tables) use dictionary::in_dictionary;
pub(in crate::tables) use rows::CarriedRows;
pub(crate) use stream::StreamRows;
pub(in crate::tables) use window::Window;

use super::{InputSchema, TableFile, read::Plan};
use crate::positioned_file::PositionedFile;
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
    schemas: Vec<InputSchema>,
    inputs: Vec<CarriedInput>,
    /// How many outputs there are, and how many of them have begun.
    outputs: (usize, AtomicUsize),
    /// Whether rows are kept until the end of the run, and arrive in any order, so that all batches of streams are kept.
    kept: bool,
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

impl CarriedFile {
    /// The file of a table that was opened from this path.
    ///
    /// # Errors
    /// If the file cannot be looked at.
    pub fn new(path: PathBuf, table: &TableFile, file: File) -> io::Result<CarriedFile> {
        let version = PositionedFile::new(file)?.version()?;
        Ok(CarriedFile { path, plan: table.plan().clone(), version })
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
    /// The columns of inputs for this many outputs. Rows may be kept until the end of the run.
    pub fn new(inputs: Vec<(InputSchema, CarriedInput)>, outputs: usize, kept: bool) -> Carrying {
        let (schemas, inputs) = inputs.into_iter().unzip();
        Carrying { schemas, inputs, outputs: (outputs, AtomicUsize::new(0)), kept }
    }

    /// The batches of an input, if it is a stream.
    pub fn stream(&self, input: usize) -> Option<&StreamRows> {
        match self.inputs.get(input)? {
            CarriedInput::Stream(rows) => Some(rows),
            CarriedInput::File(_) => None,
        }
    }

    /// Whether rows are kept until the end of the run, and arrive in any order.
    pub fn has_kept_rows(&self) -> bool {
        self.kept
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
        f.debug_struct("Carrying").finish_non_exhaustive()
    }
}

/// The bytes of an array in memory.
fn bytes(array: &dyn Array) -> usize {
    array.to_data().get_slice_memory_size().unwrap_or(0)
}

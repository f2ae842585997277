//! Reads tables, unit by unit, as arrays.

mod groups;
mod ipc;
mod npy;
mod parquet;
mod units;

use crate::positioned_file::PositionedFile;
pub(crate) use ipc::StreamBatches;
pub(super) use ipc::take_of_batch;
pub(super) use parquet::check_copied;
pub(crate) use units::{PiecesLeft, TableUnits, UnitPieces};

use super::{CopiedColumns, CopiedSizes, TableSchema, expecting_panics};
use arrow_array::RecordBatch;
pub(crate) use groups::rows_of_bytes;
use groups::{Groups, Unit};
use std::{
    fs::File,
    io,
    ops::Range,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
};

/// The kinds of files with tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TableKind {
    Parquet,
    /// Arrow IPC with an index at its end, also called Feather.
    ArrowFile,
    Npy,
}

/// How the rows of a table are answered.
#[derive(Clone, Copy)]
pub(crate) struct Answering<'c> {
    /// The columns that are decoded.
    pub columns: &'c [usize],
    /// How many times as long as usual an answer takes.
    pub cost: usize,
    pub workers: usize,
}

/// A file with a table, whose index has been read.
#[derive(Clone)]
pub(crate) struct TableFile {
    plan: Arc<dyn Plan>,
}

/// How to read a file: what its index says.
pub(super) trait Plan: Send + Sync {
    fn schema(&self) -> &Arc<TableSchema>;

    /// The groups of rows, divided into units.
    fn groups(&self) -> &Groups;

    /// The rows of a unit in batches of a bounded size.
    ///
    /// # Errors
    /// The error of the file, and where it is.
    fn batches(&self, unit: Unit, file: &PositionedFile) -> Result<Batches, String>;

    /// The same with some of the columns, whose rows can be [taken](Self::take).
    fn with_columns(&self, columns: &[usize]) -> Arc<dyn Plan>;

    /// About how many bytes the rows take in memory.
    fn bytes(&self) -> u64 {
        0
    }

    /// About how many rows take this many bytes in memory where rows are longest, but not more than are decoded at a time.
    fn rows_within(&self, bytes: u64) -> u64 {
        let _ = bytes;
        u64::MAX
    }

    /// Passes on rows of a group, whose numbers in it are in ascending order, in batches of a bounded size; until one is enough. By
    /// default the group is decoded as a whole, and is one batch.
    ///
    /// # Errors
    /// As [`batches`](Self::batches).
    fn take(
        &self,
        group: usize,
        rows: &[u64],
        file: &PositionedFile,
        each: &mut dyn FnMut(RecordBatch) -> Result<bool, String>,
    ) -> Result<(), String> {
        let mut batches = self.batches(self.groups().whole(group), file)?;
        batches.try_for_each(|batch| take_of_batch(&batch?, rows, each))
    }

    /// The plan, if it is for a file of Parquet.
    fn parquet(&self) -> Option<&parquet::ParquetPlan> {
        None
    }
}

/// Batches of rows.
pub(crate) type Batches = Box<dyn Iterator<Item = Result<RecordBatch, String>> + Send>;

/// The first rows of a file, but not more than this many.
///
/// # Errors
/// As [`Plan::batches`].
fn first_rows(plan: &dyn Plan, file: &PositionedFile, rows: u64) -> Result<Vec<RecordBatch>, String> {
    let (groups, mut found, mut left) = (plan.groups(), Vec::new(), rows);
    for number in 0..groups.units() {
        let unit = groups.unit(number);
        let first = Unit { rows: unit.rows.min(left), ..unit };
        found.extend(guarded(|| plan.batches(first, file)?.collect::<Result<Vec<_>, _>>())?);
        left -= first.rows;
        if left == 0 {
            break;
        }
    }
    Ok(found)
}

impl TableFile {
    /// Reads the index of a file.
    ///
    /// # Errors
    /// The error of the file. [`TableSchema::check`] tells whether its columns have text.
    pub fn open(kind: TableKind, file: &File) -> Result<TableFile, String> {
        let file = file.try_clone().and_then(PositionedFile::new).map_err(|e| e.to_string())?;
        let open = || -> Result<Arc<dyn Plan>, String> {
            Ok(match kind {
                TableKind::Parquet => Arc::new(parquet::ParquetPlan::new(&file)?),
                TableKind::ArrowFile => Arc::new(ipc::ArrowPlan::new(&file)?),
                TableKind::Npy => Arc::new(npy::NpyPlan::new(&file)?),
            })
        };
        Ok(TableFile { plan: guarded(open)? })
    }

    /// The columns.
    pub fn schema(&self) -> &Arc<TableSchema> {
        self.plan.schema()
    }
}

/// Copying columns to a Parquet file.
impl TableFile {
    /// The columns and their sizes, if they can be copied.
    ///
    /// # Errors
    /// If they are damaged.
    pub fn copied_columns(&self, file: &File) -> Result<Option<(CopiedColumns, CopiedSizes)>, String> {
        let file = file.try_clone().and_then(PositionedFile::new).map_err(|e| e.to_string())?;
        let Some(plan) = self.plan.parquet() else { return Ok(None) };
        let columns = guarded(|| plan.copied_columns(&file))?;
        Ok(columns.map(|columns| (columns, plan.sizes())))
    }

    /// The first rows of all columns.
    ///
    /// # Errors
    /// If they cannot be decoded.
    pub fn first_rows(&self, file: &File, rows: u64) -> Result<Vec<RecordBatch>, String> {
        let file = file.try_clone().and_then(PositionedFile::new).map_err(|e| e.to_string())?;
        // The head of a page says more than a decoder.
        let page = || guarded(|| self.plan.parquet().map_or(Ok(()), |plan| plan.check_first_pages(&file)));
        first_rows(&*self.plan, &file, rows).or_else(|e| page().and(Err(e)))
    }

    /// The units of the row groups that begin in a range of the file's bytes, or of all. If all other columns are copied, damage in
    /// them is found too.
    ///
    /// # Errors
    /// If it cannot be read or is damaged.
    pub fn units(
        &self,
        (name, file): (&str, File),
        answering: Answering<'_>,
        (range, is_copied): (Option<&Range<u64>>, bool),
    ) -> Result<TableUnits, String> {
        let file = PositionedFile::new(file).map_err(|e| e.to_string())?;
        let copied = match self.plan.parquet().filter(|_| is_copied) {
            Some(plan) => Some(Arc::new(guarded(|| plan.copied_file(name.to_owned(), file.clone()))?)),
            None => None,
        };
        let plan = self.plan.with_columns(answering.columns);
        let (units, rows_before) = units_within(plan.groups(), range, file.len());
        Ok(TableUnits::new((plan, file, copied), (units, rows_before), answering))
    }

    /// How many rows are in the row groups that begin in a range of the file's bytes.
    pub fn rows_within(&self, range: &Range<u64>, len: u64) -> u64 {
        let before = |offset: u64| self.plan.groups().within(&(offset..offset), len).1;
        before(range.end) - before(range.start)
    }

    /// How to read it.
    pub(super) fn plan(&self) -> &Arc<dyn Plan> {
        &self.plan
    }
}

/// The units of the row groups that begin in a range of a file's bytes, or all, and the rows before them.
fn units_within(groups: &Groups, range: Option<&Range<u64>>, len: u64) -> (Range<u64>, u64) {
    range.map_or((0..groups.units(), 0), |range| groups.within(range, len))
}

const DAMAGED: &str = "it is damaged";

/// Calls a decoder. Those for damaged files may panic, which is damage.
pub(crate) fn guarded<T>(decode: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
    let decoded = catch_unwind(AssertUnwindSafe(|| expecting_panics(decode)));
    decoded.unwrap_or_else(|_| Err(DAMAGED.into()))
}

/// The error of a table that cannot be decoded.
pub(crate) fn invalid(what: String) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what)
}

/// The message that a file is damaged, and the words of its decoder.
pub(super) fn damaged(place: &str, error: impl std::fmt::Display) -> String {
    let error = error.to_string();
    let first = error.lines().next().unwrap_or_default();
    format!("{DAMAGED} or cut short{place}: {first}")
}

/// # Errors
/// If a file begins in the middle of another: its index counts offsets from its own beginning, so the bytes before it would
/// be read in its place. `end` is where its data ends by these offsets, `index` where the index begins.
fn check_alone(file: &PositionedFile, (end, index): (u64, u64), magic: &[u8]) -> Result<(), String> {
    let Some(start) = index.checked_sub(end).filter(|start| *start >= magic.len() as u64) else {
        return Ok(());
    };
    let len = 2 * magic.len() as u64;
    let seam = file.bytes(start - magic.len() as u64, len).unwrap_or_default();
    if seam.chunks(magic.len()).filter(|half| *half == magic).count() == 2 {
        return Err(
            "it holds several files, one after the other: read each of them as a file of its own".into()
        );
    }
    Ok(())
}

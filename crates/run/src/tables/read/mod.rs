//! Tables as csv text: files by several decoders, streams as they arrive.

mod decoders;
mod file;
mod groups;
mod ipc;
mod npy;
mod parquet;
mod units;

pub(crate) use decoders::TableText;
pub(crate) use file::PositionedFile;
pub(crate) use ipc::StreamText;
pub(super) use ipc::take_of_batch;
pub(crate) use units::TableUnits;

use super::{
    Carrying, CopiedColumns, CopiedSizes, TableSchema, carrying::numbered, dialect::RowForm, expecting_panics,
};
use arrow_array::RecordBatch;
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

/// A file with a table, whose index has been read.
#[derive(Clone)]
pub(crate) struct TableFile {
    plan: Arc<dyn Plan>,
    /// How its columns reach the output that do not become text, if some do.
    carrying: Option<Arc<Carrying>>,
}

/// How to read a file: what its index says.
pub(super) trait Plan: Send + Sync {
    fn schema(&self) -> &Arc<TableSchema>;

    /// The groups of rows, divided into units.
    fn groups(&self) -> &Groups;

    /// Appends the rows of a unit, until the text is long enough; gives the number of rows that were appended.
    ///
    /// # Errors
    /// The error of the file, and where it is.
    fn append_unit(&self, unit: Unit, file: &PositionedFile, text: &mut Vec<u8>) -> Result<u64, String>;

    /// The same with some of the columns, whose rows can be [taken](Self::take); `None` if it has only one.
    fn with_columns(&self, columns: &[usize], form: RowForm) -> Option<Arc<dyn Plan>> {
        let _ = (columns, form);
        None
    }

    /// About how many bytes the rows take in memory.
    fn bytes(&self) -> u64 {
        0
    }

    /// Passes on rows of a group, whose numbers in it are in ascending order, in batches of a bounded size; until one is enough.
    ///
    /// # Errors
    /// As [`append_unit`](Self::append_unit).
    fn take(
        &self,
        group: usize,
        rows: &[u64],
        file: &PositionedFile,
        each: &mut dyn FnMut(RecordBatch) -> Result<bool, String>,
    ) -> Result<(), String> {
        let _ = (group, rows, file, each);
        Err("its rows cannot be taken".into())
    }

    /// The plan, if it is for a file of Parquet.
    fn parquet(&self) -> Option<&parquet::ParquetPlan> {
        None
    }
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
        Ok(TableFile { plan: guarded(open)?, carrying: None })
    }

    /// The columns.
    pub fn schema(&self) -> &Arc<TableSchema> {
        self.plan.schema()
    }

    /// The table as csv text, with its header row; of a range of bytes, the groups of rows that begin there. Also the number
    /// of rows before them.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn text(&self, file: File, range: Option<&Range<u64>>) -> io::Result<(TableText, u64)> {
        let file = PositionedFile::new(file)?;
        let (units, rows_before) = units_within(self.plan.groups(), range, file.len());
        Ok((TableText::new(self.plan.clone(), file, units), rows_before))
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

    /// The names of some columns and their first rows as csv text, and whether these are all rows. Values without text are nulls.
    ///
    /// # Errors
    /// If they cannot be decoded.
    pub fn first_rows(
        &self,
        file: &File,
        rows: u64,
        (columns, numbers): (&[usize], Option<String>),
    ) -> Result<(Vec<u8>, bool), String> {
        let file = file.try_clone().and_then(PositionedFile::new).map_err(|e| e.to_string())?;
        let plan = self.plan.with_columns(columns, RowForm { is_lossy: true, numbers });
        let plan = plan.as_ref().unwrap_or(&self.plan);
        let mut text = Vec::new();
        plan.schema().append_header(&mut text);
        let groups = plan.groups();
        if groups.units() == 0 {
            return Ok((text, true));
        }
        let unit = groups.unit(0);
        let first = Unit { rows: unit.rows.min(rows), ..unit };
        let appended = guarded(|| plan.append_unit(first, &file, &mut text))?;
        Ok((text, groups.units() == 1 && appended == unit.rows))
    }

    /// Turns only some of the columns into text, because the others are carried.
    pub fn keep(&mut self, carrying: &Arc<Carrying>, input: usize) {
        if let Some(plan) = self.plan.with_columns(&carrying.kept, numbered(input)) {
            *self = TableFile { plan, carrying: Some(carrying.clone()) };
        }
    }

    /// How the columns reach the output that do not become text, if some do.
    pub fn carrying(&self) -> Option<&Arc<Carrying>> {
        self.carrying.as_ref()
    }

    /// The units of the row groups that begin in a range of the file's bytes, or of all. Workers decode these columns, for answers
    /// that take `cost` times as long as usual. `None` if its columns cannot be copied.
    ///
    /// # Errors
    /// If it cannot be read or is damaged.
    pub fn units(
        &self,
        name: &str,
        file: File,
        (columns, range, cost): (&[usize], Option<&Range<u64>>, usize),
    ) -> Result<Option<TableUnits>, String> {
        let file = PositionedFile::new(file).map_err(|e| e.to_string())?;
        let Some(plan) = self.plan.parquet() else { return Ok(None) };
        let copied = Arc::new(guarded(|| plan.copied_file(name.to_owned(), file.clone()))?);
        let plan = plan.copied(columns, cost);
        let (units, rows_before) = units_within(plan.groups(), range, file.len());
        Ok(Some(TableUnits { plan, file, copied, units, rows_before }))
    }

    /// How to read it, if its rows can be taken.
    pub(super) fn rows(&self) -> Option<Arc<dyn Plan>> {
        self.plan.with_columns(&[], RowForm::default()).map(|_| self.plan.clone())
    }
}

/// The units of the row groups that begin in a range of a file's bytes, or all, and the rows before them.
fn units_within(groups: &Groups, range: Option<&Range<u64>>, len: u64) -> (Range<u64>, u64) {
    range.map_or((0..groups.units(), 0), |range| groups.within(range, len))
}

const DAMAGED: &str = "it is damaged";

/// Calls a decoder. Those for damaged files may panic, which is damage.
pub(super) fn guarded<T>(decode: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
    let decoded = catch_unwind(AssertUnwindSafe(|| expecting_panics(decode)));
    decoded.unwrap_or_else(|_| Err(DAMAGED.into()))
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

/// The place of a value in a message about the file.
fn rows_named(rows_before: u64, rows: u64) -> String {
    format!(" in rows {} to {}", rows_before + 1, rows_before + rows)
}

//! Tables as csv text: files by several decoders, streams as they arrive.

mod decoders;
mod file;
mod groups;
mod ipc;
mod npy;
mod parquet;

pub(crate) use decoders::{DECODER_THREAD, TableText};
pub(crate) use file::PositionedFile;
pub(crate) use ipc::StreamText;

use super::{CopiedColumns, CopiedSizes, Copying, TableSchema};
use groups::{Groups, Unit};
use std::{
    fs::File,
    io,
    ops::Range,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
    thread,
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
    /// Where its row groups go, if its columns are copied.
    copying: Option<Arc<Copying>>,
}

/// How to read a file: what its index says.
trait Plan: Send + Sync {
    fn schema(&self) -> &Arc<TableSchema>;

    /// The groups of rows, divided into units.
    fn groups(&self) -> &Groups;

    /// Appends the rows of a unit, until the text is long enough; gives the number of rows that were appended.
    ///
    /// # Errors
    /// What is wrong with the file, and where.
    fn append_unit(&self, unit: Unit, file: &PositionedFile, text: &mut Vec<u8>) -> Result<u64, String>;

    /// The plan, if it is for a file of Parquet.
    fn parquet(&self) -> Option<&parquet::ParquetPlan> {
        None
    }
}

impl TableFile {
    /// Reads the index of a file.
    ///
    /// # Errors
    /// What is wrong with the file: it is damaged, or has a column that has no text. Columns of Parquet files may have
    /// none, which [`TableSchema::check`] tells.
    pub fn open(kind: TableKind, file: &File) -> Result<TableFile, String> {
        let file = file.try_clone().and_then(PositionedFile::new).map_err(|e| e.to_string())?;
        let open = || -> Result<Arc<dyn Plan>, String> {
            Ok(match kind {
                TableKind::Parquet => Arc::new(parquet::ParquetPlan::new(&file)?),
                TableKind::ArrowFile => Arc::new(ipc::ArrowPlan::new(&file)?),
                TableKind::Npy => Arc::new(npy::NpyPlan::new(&file)?),
            })
        };
        Ok(TableFile { plan: on_decoder_thread(|| guarded(open))?, copying: None })
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
    pub fn text(&self, name: &str, file: File, range: Option<&Range<u64>>) -> io::Result<(TableText, u64)> {
        let file = PositionedFile::new(file)?;
        let (units, rows_before) = match range {
            Some(range) => self.plan.groups().within(range, file.len()),
            None => (0..self.plan.groups().units(), 0),
        };
        if let Some((copying, plan)) = self.copying.as_ref().zip(self.plan.parquet()) {
            let groups =
                on_decoder_thread(|| guarded(|| plan.copied_groups(name.to_owned(), file.clone(), &units)));
            copying.add(groups.map_err(|what| io::Error::new(io::ErrorKind::InvalidData, what))?);
        }
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

    /// The names of the columns and the first rows as csv text, and whether these are all rows.
    ///
    /// # Errors
    /// If they cannot be decoded.
    pub fn first_rows(&self, file: &File, rows: u64) -> Result<(Vec<u8>, bool), String> {
        let file = file.try_clone().and_then(PositionedFile::new).map_err(|e| e.to_string())?;
        let mut text = Vec::new();
        self.schema().append_header(&mut text);
        let groups = self.plan.groups();
        if groups.units() == 0 {
            return Ok((text, true));
        }
        let unit = groups.unit(0);
        let first = Unit { rows: unit.rows.min(rows), ..unit };
        let all: Vec<usize> = (0..self.schema().columns.len()).collect();
        let lossy = self.plan.parquet().map(|plan| plan.with_columns(&all, true));
        let plan = lossy.as_ref().map_or(&*self.plan, |plan| plan as &dyn Plan);
        let decode = || guarded(|| plan.append_unit(first, &file, &mut text));
        let appended = on_decoder_thread(decode)?;
        Ok((text, groups.units() == 1 && appended == unit.rows))
    }

    /// The same with some of the columns, if it is Parquet.
    pub fn with_columns(&self, columns: &[usize]) -> TableFile {
        let plan: Arc<dyn Plan> = match self.plan.parquet() {
            Some(plan) => Arc::new(plan.with_columns(columns, false)),
            None => self.plan.clone(),
        };
        TableFile { plan, copying: None }
    }

    /// Turns only some of the columns into text, because all of them are copied.
    pub fn copy(&mut self, copying: &Arc<Copying>) {
        if let Some(plan) = self.plan.parquet() {
            *self = TableFile { plan: Arc::new(plan.copied(&copying.kept)), copying: Some(copying.clone()) };
        }
    }

    /// What copies the columns, if they are copied.
    pub fn copying(&self) -> Option<&Arc<Copying>> {
        self.copying.as_ref()
    }
}

/// Calls a function in a thread with the name of a decoder.
fn on_decoder_thread<T: Send>(call: impl FnOnce() -> Result<T, String> + Send) -> Result<T, String> {
    thread::scope(|scope| {
        let thread = thread::Builder::new().name(DECODER_THREAD.into()).spawn_scoped(scope, call);
        let thread = thread.map_err(|e| format!("cannot start a thread: {e}"))?;
        thread.join().unwrap_or_else(|_| Err(DAMAGED.into()))
    })
}

const DAMAGED: &str = "it is damaged";

/// Calls a decoder. Those for damaged files may panic, which is damage.
fn guarded<T>(decode: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(decode)).unwrap_or_else(|_| Err(DAMAGED.into()))
}

/// That a file is damaged, and the words of its decoder.
fn damaged(place: &str, error: impl std::fmt::Display) -> String {
    let error = error.to_string();
    let first = error.lines().next().unwrap_or_default();
    format!("{DAMAGED} or cut short{place}: {first}")
}

/// The place of a value in a message about the file.
fn rows_named(rows_before: u64, rows: u64) -> String {
    format!(" in rows {} to {}", rows_before + 1, rows_before + rows)
}

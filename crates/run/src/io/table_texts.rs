//! Columns of a table as text.

use super::{
    feed::cannot_read,
    file_kind::LONGEST,
    table::{InputRows, InputTable},
    text::Encoding,
};
use crate::tables::{Answering, UnitPieces, invalid, text_of};
use arrow_array::{Array, RecordBatch, StringArray};
use arrow_select::concat::concat;
use quadrille_base::error::{Error, ErrorKind};
use std::{
    fs::{self, File},
    io::{self, Read},
    path::{Path, PathBuf},
    sync::{Arc, OnceLock},
};

/// A file that is a table, of which some columns are read as text.
pub struct TableTexts {
    path: PathBuf,
    table: InputTable,
    /// The columns that are read, and their rows.
    columns: Vec<usize>,
    rows: Option<InputRows<'static>>,
    /// The unit that is being read, and its next piece.
    unit: Option<(Arc<UnitPieces>, u64)>,
}

impl TableTexts {
    /// Opens a file; `None` if it is not a table.
    ///
    /// # Errors
    /// If it cannot be read or is damaged.
    pub fn open(path: &Path) -> Result<Option<TableTexts>, Error> {
        let name = path.display().to_string();
        let fail = |e| cannot_open(path, e);
        // An input that is not a regular file is read only once.
        if !fs::metadata(path).map_err(fail)?.is_file() {
            return Ok(None);
        }
        let file = File::open(path).map_err(fail)?;
        let mut head = Vec::with_capacity(LONGEST);
        (&file).take(LONGEST as u64).read_to_end(&mut head).map_err(fail)?;
        let Encoding::Unsupported(kind) = Encoding::of(&head) else { return Ok(None) };
        let table = InputTable::open(kind, &head, &name, file)?;
        let path = path.to_owned();
        Ok(table.map(|table| TableTexts { path, table, columns: Vec::new(), rows: None, unit: None }))
    }

    /// The names of all columns.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.table.schema().columns.iter().map(|column| &*column.name)
    }

    /// Begins to read these columns, whose numbers are in ascending order.
    ///
    /// # Errors
    /// If the file cannot be read or has changed.
    pub fn read(&mut self, columns: Vec<usize>) -> Result<(), Error> {
        let answering = Answering { columns: &columns, cost: 1, workers: 1 };
        let rows = self.table.rows(&self.path, answering, (None, false));
        self.rows = Some(rows.map_err(|e| cannot_open(&self.path, e))?);
        self.columns = columns;
        Ok(())
    }

    /// The values of each column in the next rows; none at the end.
    ///
    /// # Errors
    /// If the file is damaged or has changed, or a column has no text.
    pub fn next_rows(&mut self) -> Result<Option<Vec<StringArray>>, Error> {
        let texts = |batches: Vec<RecordBatch>| {
            let columns = (0..self.columns.len()).map(|column| texts(&batches, column));
            columns.collect::<io::Result<Vec<_>>>()
        };
        let batches = next_batches(self.rows.as_mut(), &self.columns, &mut self.unit);
        let next = batches.and_then(|batches| batches.map(texts).transpose());
        next.map_err(|e| cannot_read(&self.path.display().to_string(), e))
    }
}

fn next_batches(
    rows: Option<&mut InputRows<'static>>,
    columns: &[usize],
    unit: &mut Option<(Arc<UnitPieces>, u64)>,
) -> io::Result<Option<Vec<RecordBatch>>> {
    let file = match rows {
        None => return Ok(None),
        Some(InputRows::Units(file)) => file,
        Some(InputRows::Stream(stream)) => {
            let Some(((batch, _), _)) = stream.next_batch()? else { return Ok(None) };
            return batch.project(columns).map(|batch| Some(vec![batch])).map_err(io::Error::other);
        }
    };
    if unit.as_ref().is_none_or(|(unit, piece)| *piece == unit.count()) {
        *unit = file.units.next_unit().map(|unit| (unit, 0));
    }
    let Some((unit, piece)) = unit else { return file.check().map(|()| None) };
    *piece += 1;
    file.piece(unit, *piece - 1).map(Some)
}

/// The texts of a column.
fn texts(batches: &[RecordBatch], column: usize) -> io::Result<StringArray> {
    let arrays: Vec<&dyn Array> = batches.iter().map(|batch| &**batch.column(column)).collect();
    let array = concat(&arrays).map_err(io::Error::other)?;
    text_of(&array, &OnceLock::new()).map_err(|(_, what)| invalid(what))
}

fn cannot_open(path: &Path, error: io::Error) -> Error {
    Error::io(ErrorKind::Input, format!("cannot open {}", path.display()), error)
}

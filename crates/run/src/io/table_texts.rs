//! Columns of a table as text.

use super::{
    feed::cannot_read,
    file_kind::LONGEST,
    input::cannot_open,
    table::{InputRows, InputTable, UnitFile},
    text::Encoding,
};
use crate::tables::{Answering, PiecesLeft, StreamBatches};
use arrow_array::{Array, RecordBatch, StringArray};
use arrow_select::concat::concat;
use quadrille_base::error::Error;
use std::{
    fs::{self, File},
    io::{self, Read},
    path::{Path, PathBuf},
};

/// A file that is a table, of which some columns are read as text.
pub struct TableTexts {
    path: PathBuf,
    table: InputTable,
    /// The columns that are read, and their rows.
    columns: Vec<usize>,
    rows: Option<Rows>,
    /// How many rows have been read.
    done: u64,
}

/// The rows that are left.
enum Rows {
    Units(UnitFile, PiecesLeft),
    Stream(Box<StreamBatches<'static>>),
}

impl TableTexts {
    /// Opens a file; `None` if it is not a table.
    ///
    /// # Errors
    /// If it cannot be read or is damaged.
    pub fn open(path: &Path) -> Result<Option<TableTexts>, Error> {
        let name = path.display().to_string();
        let fail = |e| cannot_open(&name, e);
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
        Ok(table.map(|table| TableTexts { path, table, columns: Vec::new(), rows: None, done: 0 }))
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
        let rows = rows.map_err(|e| cannot_open(&self.path.display().to_string(), e))?;
        self.rows = Some(match rows {
            InputRows::Stream(stream) => Rows::Stream(stream),
            InputRows::Units(file) => {
                let pieces = PiecesLeft::new(&file.units);
                Rows::Units(file, pieces)
            }
        });
        self.columns = columns;
        self.done = 0;
        Ok(())
    }

    /// The values of each column in the next rows; none at the end.
    ///
    /// # Errors
    /// If the file is damaged or has changed, or a column has no text.
    pub fn next_rows(&mut self) -> Result<Option<Vec<StringArray>>, Error> {
        self.next_texts().map_err(|e| cannot_read(&self.path.display().to_string(), e))
    }

    fn next_texts(&mut self) -> io::Result<Option<Vec<StringArray>>> {
        let Some(batches) = self.next_batches()? else { return Ok(None) };
        let texts = |(at, column): (usize, &usize)| {
            let arrays: Vec<&dyn Array> = batches.iter().map(|batch| &**batch.column(at)).collect();
            let values = concat(&arrays).map_err(io::Error::other)?;
            self.table.schema().texts(*column, &values, self.done)
        };
        let texts = self.columns.iter().enumerate().map(texts).collect::<io::Result<Vec<_>>>()?;
        self.done += batches.iter().map(|batch| batch.num_rows() as u64).sum::<u64>();
        Ok(Some(texts))
    }

    fn next_batches(&mut self) -> io::Result<Option<Vec<RecordBatch>>> {
        match &mut self.rows {
            None => Ok(None),
            Some(Rows::Units(file, pieces)) => match pieces.next(&file.units) {
                Some((unit, piece)) => file.piece(&unit, piece).map(Some),
                None => file.check().map(|()| None),
            },
            Some(Rows::Stream(stream)) => {
                let Some(((batch, _), _)) = stream.next_batch()? else { return Ok(None) };
                batch.project(&self.columns).map(|batch| Some(vec![batch])).map_err(io::Error::other)
            }
        }
    }
}

//! Outputs that are tables: they take answers beside the row numbers of the inputs, or csv text.

use super::{Destination, Output, OutputState};
use crate::tables::{TableFormat, TableRows, TextLayout};
use quadrille_base::error::{Error, ErrorKind};
use std::{io, path::Path};

#[cfg(feature = "parquet")]
use {
    crate::tables::{TableSink, UnitAnswers},
    arrow_array::RecordBatch,
    std::io::Write,
    std::path::PathBuf,
    std::sync::mpsc::{Receiver, SyncSender, sync_channel},
};

/// A table that is being written.
#[cfg(feature = "parquet")]
pub(super) struct Table {
    sink: Box<TableSink<Destination>>,
    temporary: Option<PathBuf>,
}

/// This build has no tables.
#[cfg(not(feature = "parquet"))]
pub(super) enum Table {}

#[cfg(feature = "parquet")]
impl Table {
    pub fn new(format: TableFormat, destination: Destination) -> io::Result<Table> {
        let temporary = destination.temporary().map(Path::to_owned);
        Ok(Table { sink: Box::new(TableSink::new(format, destination)?), temporary })
    }

    pub fn format(&self) -> TableFormat {
        self.sink.format()
    }

    pub fn describe(&mut self, text: TextLayout) -> io::Result<()> {
        self.sink.describe(text)
    }

    /// The temporary file that the table is written to.
    pub fn temporary(&self) -> Option<&Path> {
        self.temporary.as_deref()
    }

    pub fn write(&mut self, text: &[u8]) -> io::Result<()> {
        self.sink.write(text)
    }

    pub fn write_rows(&mut self, rows: TableRows<'_>) -> io::Result<()> {
        self.sink.write_rows(rows)
    }

    pub fn write_unit(&mut self, unit: UnitAnswers) -> io::Result<()> {
        self.sink.write_unit(unit)
    }

    pub fn finish(self) -> io::Result<Destination> {
        let mut destination = self.sink.finish()?;
        destination.flush()?;
        Ok(destination)
    }
}

#[cfg(not(feature = "parquet"))]
impl Table {
    pub fn new(format: TableFormat, _: Destination) -> io::Result<Table> {
        Err(format.unsupported())
    }

    pub fn format(&self) -> TableFormat {
        match *self {}
    }

    pub fn describe(&mut self, _: TextLayout) -> io::Result<()> {
        match *self {}
    }

    pub fn temporary(&self) -> Option<&Path> {
        match *self {}
    }

    pub fn write(&mut self, _: &[u8]) -> io::Result<()> {
        match *self {}
    }

    pub fn write_rows(&mut self, _: TableRows<'_>) -> io::Result<()> {
        match *self {}
    }

    pub fn finish(self) -> io::Result<Destination> {
        match self {}
    }
}

#[cfg(feature = "parquet")]
impl crate::tables::Target for Destination {
    fn has_start(&self) -> bool {
        matches!(self, Destination::TempFile { .. })
    }

    fn write_start(&mut self, bytes: &[u8]) -> io::Result<()> {
        match self {
            Destination::TempFile { file, .. } => {
                super::super::disk::write_all_at(&**file.as_file(), bytes, 0)
            }
            _ => Err(io::Error::other("the output to a pipe cannot be changed")),
        }
    }

    fn batches(&self) -> Option<&SyncSender<RecordBatch>> {
        if let Destination::Batches(batches) = self { Some(batches) } else { None }
    }
}

/// A table in memory. The receiver yields its batches, first one without rows. The run stays at most two batches ahead.
///
/// # Errors
/// If the table cannot be begun.
#[cfg(feature = "parquet")]
pub fn table_in_memory() -> io::Result<(Output, Receiver<RecordBatch>)> {
    const AHEAD: usize = 2;
    let (sender, receiver) = sync_channel(AHEAD);
    let table = Table::new(TableFormat::ArrowStream, Destination::Batches(sender))?;
    let output = Output { name: "memory".into(), state: OutputState::Table(table), is_incomplete: false };
    Ok((output, receiver))
}

/// Announces that the output gets no header, but lines with one puzzle each. In a table they become a column `puzzle`; any other output
/// stays as it is.
///
/// # Errors
/// It does not fail at present.
pub fn expect_puzzle_lines(output: &mut Output) -> Result<(), Error> {
    output.describe_here(TextLayout::puzzles())
}

/// Announces which columns of the csv text for an output hold whole numbers from 0. In a table they get the type `UInt64`, and all other
/// columns hold text; any other output stays as it is.
///
/// # Errors
/// If the output is an array of boards.
pub fn expect_counts(output: &mut Output, names: &[&str]) -> Result<(), Error> {
    let counts = names.iter().map(|name| name.to_string()).collect();
    output.describe_here(TextLayout { counts, ..TextLayout::csv() })
}

impl Output {
    /// Makes the output a table in this format, whatever its name: what is written to it must be csv text with a header, which
    /// is read and encoded on all cores.
    ///
    /// ```no_run
    /// use quadrille::{Batch, Input, Output, batch::TableFormat, tasks::Solve};
    ///
    /// let mut output = Output::stdout()?.table(TableFormat::ArrowStream)?;
    /// Batch::new(Solve::new()).run_into(vec![Input::stdin()], &mut output, &mut ())?;
    /// output.finish()?;
    /// # Ok::<(), quadrille::Error>(())
    /// ```
    ///
    /// # Errors
    /// If it is compressed or a table of another format, or something was written to it; if the format is
    /// [`Npy`](TableFormat::Npy) and the output is not a file; if the library is built without the feature `parquet`.
    pub fn table(mut self, format: TableFormat) -> Result<Output, Error> {
        let refused = |what: String| Error::new(ErrorKind::Config, what);
        let (name, wanted) = (self.name.clone(), format.name());
        self.state = match std::mem::replace(&mut self.state, OutputState::Closed) {
            OutputState::Plain(destination) => {
                Table::new(format, destination).map(OutputState::Table).map_err(|e| match e.kind() {
                    // The output is not the cause.
                    io::ErrorKind::Unsupported => refused(e.to_string()),
                    _ => Error::io(ErrorKind::Output, format!("cannot create {name}"), e),
                })?
            }
            OutputState::Table(table) if table.format() == format => OutputState::Table(table),
            OutputState::Table(table) => {
                let named = table.format().name();
                return Err(refused(format!("cannot write {wanted} to {name}: its name asks for {named}")));
            }
            _ => {
                return Err(refused(format!(
                    "cannot write {wanted} to {name}: its name asks for compression"
                )));
            }
        };
        Ok(self)
    }

    /// The format, if the output is a table.
    pub fn table_format(&self) -> Option<TableFormat> {
        match &self.state {
            OutputState::Table(table) => Some(table.format()),
            _ => None,
        }
    }

    /// As [`describe`](Self::describe), with the name of the output in an error.
    pub(crate) fn describe_here(&mut self, text: TextLayout) -> Result<(), Error> {
        self.describe(&text).map_err(|e| self.cannot_write(e))
    }

    /// Writes the answers to the next rows of a table whose other columns are copied.
    #[cfg(feature = "parquet")]
    pub(crate) fn write_unit(&mut self, unit: UnitAnswers) -> io::Result<()> {
        match &mut self.state {
            OutputState::Table(table) => table.write_unit(unit),
            _ => Err(io::ErrorKind::Unsupported.into()),
        }
    }

    /// Writes the next rows of a table.
    pub(crate) fn write_rows(&mut self, rows: TableRows<'_>) -> io::Result<()> {
        match &mut self.state {
            OutputState::Table(table) => table.write_rows(rows),
            _ => Err(io::ErrorKind::Unsupported.into()),
        }
    }

    /// Says what is known about the text that is going to be written, if the output is a table.
    pub(crate) fn describe(&mut self, text: &TextLayout) -> io::Result<()> {
        match &mut self.state {
            OutputState::Table(table) => table.describe(text.clone()),
            _ => Ok(()),
        }
    }
}

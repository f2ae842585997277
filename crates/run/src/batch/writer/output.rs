//! The outputs that answers can be written to.

#[cfg(feature = "parquet")]
use crate::tables::UnitAnswers;
use crate::{
    batch::Resumable,
    io::{Output, Places},
    tables::{RowNumber, TableRows, TextLayout},
};
use std::io::{self, Write};

/// Where the answers of a run go.
pub(in crate::batch) trait AnswerOutput: Send {
    /// Writes a text after everything that was written or has a place.
    fn write(&mut self, text: &[u8]) -> io::Result<()>;

    /// Writes rows to a table: answers, and beside them row numbers or text.
    fn write_rows(&mut self, rows: TableRows<'_>) -> io::Result<()> {
        let _ = rows;
        Err(io::ErrorKind::Unsupported.into())
    }

    /// Writes the answers to some rows of a table whose other columns are copied.
    #[cfg(feature = "parquet")]
    fn write_unit(&mut self, unit: UnitAnswers) -> io::Result<()> {
        let _ = unit;
        Err(io::ErrorKind::Unsupported.into())
    }

    /// Says what is known about the text before its header. Gives whether the output is a table, which has a header in any case.
    fn begin_table(&mut self, text: &TextLayout) -> io::Result<bool> {
        let _ = text;
        Ok(false)
    }

    /// The place of the next text, which has this many bytes, if it is to be written there by a worker.
    fn place(&mut self, bytes: usize) -> Option<u64> {
        let _ = bytes;
        None
    }

    /// Writes records to one of several outputs: the text, or the row numbers if the inputs are tables.
    fn write_part(&mut self, part: usize, text: &[u8], numbers: &[RowNumber]) -> io::Result<()> {
        let _ = (part, text, numbers);
        Err(io::ErrorKind::Unsupported.into())
    }

    /// The output, if another process may have to continue it.
    fn resumable(&mut self) -> Option<&mut Resumable> {
        None
    }
}

/// An output that is written in order.
pub(in crate::batch) struct InOrder<'a>(pub &'a mut (dyn Write + Send));

impl AnswerOutput for InOrder<'_> {
    fn write(&mut self, text: &[u8]) -> io::Result<()> {
        self.0.write_all(text)
    }
}

/// The output of a pass that writes nothing.
pub(in crate::batch) struct Nowhere;

impl AnswerOutput for Nowhere {
    fn write(&mut self, _: &[u8]) -> io::Result<()> {
        Ok(())
    }

    fn write_rows(&mut self, _: TableRows<'_>) -> io::Result<()> {
        Ok(())
    }
}

/// A table, which is written in order.
pub(in crate::batch) struct TableOutput<'a>(pub &'a mut Output);

impl AnswerOutput for TableOutput<'_> {
    fn write(&mut self, text: &[u8]) -> io::Result<()> {
        self.0.write_all(text)
    }

    fn write_rows(&mut self, rows: TableRows<'_>) -> io::Result<()> {
        self.0.write_rows(rows)
    }

    #[cfg(feature = "parquet")]
    fn write_unit(&mut self, unit: UnitAnswers) -> io::Result<()> {
        self.0.write_unit(unit)
    }

    fn begin_table(&mut self, text: &TextLayout) -> io::Result<bool> {
        self.0.describe(text).map(|()| true)
    }
}

impl AnswerOutput for Resumable {
    fn write(&mut self, text: &[u8]) -> io::Result<()> {
        self.write_all(text)
    }

    fn resumable(&mut self) -> Option<&mut Resumable> {
        Some(self)
    }
}

impl AnswerOutput for Places<'_> {
    fn write(&mut self, text: &[u8]) -> io::Result<()> {
        let place = self.next(text.len());
        self.file().write(text, place)
    }

    fn place(&mut self, bytes: usize) -> Option<u64> {
        (bytes > 0).then(|| self.next(bytes))
    }
}

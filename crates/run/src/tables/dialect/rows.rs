//! Writes the rows of a table as csv text.

use super::{ROW_NUMBER, TableSchema, column::ColumnText, has_text, normal::normal, quoted::append_string};
use arrow_array::{Array, ArrayRef, NullArray, RecordBatch};
use arrow_schema::DataType;
use std::sync::Arc;

/// The text after which no more rows are appended to it: a few bytes of a file may stand for any number of bytes of text.
pub(crate) const TEXT_BYTES: usize = 32 << 20;

/// Rows that become text at a time, so that the text is not much longer.
const ROWS: usize = 2048;

/// The same for columns with dictionaries, whose values are repeated before they become text.
const DICTIONARY_ROWS: usize = 128;

/// How many rows of a batch are decoded at a time.
pub(crate) fn rows_at_a_time(batch: &RecordBatch) -> usize {
    let has_dictionary = |array: &ArrayRef| matches!(array.data_type(), DataType::Dictionary(..));
    if batch.columns().iter().any(has_dictionary) { DICTIONARY_ROWS } else { ROWS }
}

/// Why a column could not be written.
#[derive(Debug)]
pub(crate) struct ColumnError {
    /// The row in the batch, from 0, if it is a matter of one row.
    pub row: Option<usize>,
    pub message: String,
}

impl TableSchema {
    /// Appends the row with the names of the columns.
    pub fn append_header(&self, text: &mut Vec<u8>) {
        for (number, column) in self.columns.iter().enumerate() {
            if number > 0 {
                text.push(b',');
            }
            append_string(column.name.as_bytes(), text);
        }
        if self.form.numbers.is_some() {
            text.push(b',');
            text.extend_from_slice(ROW_NUMBER.as_bytes());
        }
        text.push(b'\n');
    }

    /// Appends the rows of a batch with this schema, until the text has some [`TEXT_BYTES`]; gives the number of rows that were
    /// appended. `first` is the number of the first one in the file, from 0.
    ///
    /// # Errors
    /// If a value has no text: bytes that are neither digits nor text, or a date that is out of range.
    pub fn append_rows(
        &self,
        batch: &RecordBatch,
        first: u64,
        text: &mut Vec<u8>,
    ) -> Result<usize, ColumnError> {
        let most = rows_at_a_time(batch);
        let mut done = 0;
        while done < batch.num_rows() && text.len() < TEXT_BYTES {
            let rows = most.min(batch.num_rows() - done);
            let appended = self.append_all(&batch.slice(done, rows), first + done as u64, text);
            appended.map_err(|e| ColumnError { row: e.row.map(|row| row + done), ..e })?;
            done += rows;
        }
        Ok(done)
    }

    fn append_all(&self, batch: &RecordBatch, first: u64, text: &mut Vec<u8>) -> Result<(), ColumnError> {
        let fail = |number: usize| {
            let name = &self.columns[number].name;
            move |(row, what): (Option<usize>, String)| {
                let message = format!("column {name:?}: {what}");
                ColumnError { row, message }
            }
        };
        let mut arrays: Vec<ArrayRef> = Vec::with_capacity(self.columns.len());
        for (number, array) in batch.columns().iter().enumerate() {
            if !has_text(array.data_type()) {
                arrays.push(Arc::new(NullArray::new(array.len())));
                continue;
            }
            arrays.push(normal(array).map_err(|what| fail(number)((None, what)))?);
        }
        let mut columns = Vec::with_capacity(arrays.len());
        for (number, array) in arrays.iter().enumerate() {
            columns.push(match ColumnText::new(array, &self.columns[number].bytes) {
                Err(_) if self.form.is_lossy => ColumnText::Null,
                column => column.map_err(fail(number))?,
            });
        }
        let widths = columns.iter().map(ColumnText::usual_width).sum::<usize>() + columns.len();
        text.reserve(widths.saturating_mul(batch.num_rows()));
        for row in 0..batch.num_rows() {
            let before = text.len();
            for (number, column) in columns.iter().enumerate() {
                if number > 0 {
                    text.push(b',');
                }
                match column.append(row, text) {
                    Err(_) if self.form.is_lossy => {}
                    done => done.map_err(|what| fail(number)((Some(row), what)))?,
                }
            }
            if let Some(prefix) = &self.form.numbers {
                text.push(b',');
                text.extend_from_slice(prefix.as_bytes());
                text.extend_from_slice(itoa::Buffer::new().format(first + row as u64).as_bytes());
            }
            if text.len() == before {
                text.extend_from_slice(b"\"\"");
            }
            text.push(b'\n');
        }
        Ok(())
    }
}

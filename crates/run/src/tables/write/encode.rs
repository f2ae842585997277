//! Reads a block of text and encodes it, on any thread.

use super::{blocks::Block, layout::Layout, npy::BoardRows};
use crate::tables::{
    carrying::{CarriedRows, RowNumber, in_dictionary},
    dialect::{arrays, texts},
    internal_error,
};
use arrow_array::{Array, ArrayRef, RecordBatch, RecordBatchOptions, StringArray};
use arrow_select::interleave::interleave;
use parquet::{
    arrow::arrow_writer::{ArrowColumnChunk, ArrowRowGroupWriterFactory, compute_leaves},
    errors::Result as ParquetResult,
};
use std::io;

/// How blocks are encoded.
pub(super) struct Encoding {
    pub layout: Layout,
    /// The columns that are carried without becoming text, if there are any.
    pub carried: Option<CarriedRows>,
    pub kind: EncodingKind,
}

pub(super) enum EncodingKind {
    Parquet(ArrowRowGroupWriterFactory),
    /// The batch is written as it is.
    Batch,
    Npy(BoardRows),
}

/// The encoding of a block.
pub(super) enum Encoded {
    RowGroup(Vec<ArrowColumnChunk>),
    Batch(RecordBatch),
    /// Rows of an array, and how many.
    Rows(Vec<u8>, u64),
}

/// Encoded rows of a block.
pub(super) struct EncodedRows {
    pub encoded: Encoded,
    /// The number of the last one, if rows are carried beside them.
    pub last: Option<RowNumber>,
    pub rest: Option<Rest>,
}

/// The rows of a block that have not been encoded, because the values that are carried beside them are long.
pub(super) struct Rest {
    numbers: Vec<RowNumber>,
    /// The columns of all rows of the block but those that are carried alone.
    found: Vec<Option<ArrayRef>>,
    done: usize,
}

impl EncodedRows {
    fn whole(encoded: Encoded) -> EncodedRows {
        EncodedRows { encoded, last: None, rest: None }
    }
}

impl Encoding {
    /// Encodes a block, or the first of its rows if others are long.
    ///
    /// # Errors
    /// If a value is not of the type of its column, or values that are carried cannot be read.
    pub fn encode(&self, block: &mut Block) -> io::Result<EncodedRows> {
        if let EncodingKind::Npy(rows) = &self.kind {
            let digits = rows.encode(block, &self.layout)?;
            return Ok(EncodedRows::whole(Encoded::Rows(digits, block.rows as u64)));
        }
        let answers = std::mem::take(&mut block.answers);
        let Layout { columns, rows, .. } = &self.layout;
        let texts = texts(&block.text, block.rows, rows);
        let numbers = self.carried.as_ref().map(|_| row_numbers(&texts)).transpose()?;
        let found = arrays(texts, answers, columns);
        let found = found.map_err(|(row, what)| block.wrong_row(row, &what))?;
        if let Some(numbers) = numbers {
            return self.encode_rest(Rest { numbers, found, done: 0 });
        }
        let batch = self.batch(found.into_iter().flatten().collect(), block.rows)?;
        self.encoded(batch).map(EncodedRows::whole)
    }

    /// All rows up to this one have been written.
    pub fn pass(&self, last: Option<RowNumber>) {
        if let (Some(carried), Some(last)) = (&self.carried, last) {
            carried.pass(last);
        }
    }

    /// Encodes the next rows of a block with columns that are carried.
    ///
    /// # Errors
    /// As [`encode`](Self::encode).
    pub fn encode_rest(&self, rest: Rest) -> io::Result<EncodedRows> {
        let Rest { numbers, found, done } = &rest;
        let Some(carried) = &self.carried else {
            return Err(io::Error::other(internal_error("no rows are carried")));
        };
        let (arrays, rows) = carried.take(&numbers[*done..])?;
        let mut arrays = arrays.into_iter();
        let mut columns = Vec::with_capacity(found.len());
        for (column, found) in self.layout.columns.iter().zip(found) {
            let found = found.as_ref().map(|found| found.slice(*done, rows));
            let carried = column.carried.and_then(|_| arrays.next());
            columns.push(
                match (found, carried) {
                    (Some(values), None) | (None, Some(values)) => Ok(values),
                    (Some(found), Some(carried)) => or(&found, &carried),
                    (None, None) => Err(internal_error("a column has no values")),
                }
                .and_then(|values| in_dictionary(values, &column.data_type))
                .map_err(io::Error::other)?,
            );
        }
        let encoded = self.encoded(self.batch(columns, rows)?)?;
        let (done, last) = (done + rows, numbers[..done + rows].last().copied());
        let rest = (done < numbers.len()).then_some(Rest { done, ..rest });
        Ok(EncodedRows { encoded, last, rest })
    }

    fn batch(&self, columns: Vec<ArrayRef>, rows: usize) -> io::Result<RecordBatch> {
        let rows = columns.first().map_or(rows, |column| column.len());
        let options = RecordBatchOptions::new().with_row_count(Some(rows));
        let batch = RecordBatch::try_new_with_options(self.layout.schema.clone(), columns, &options);
        batch.map_err(io::Error::other)
    }

    fn encoded(&self, batch: RecordBatch) -> io::Result<Encoded> {
        match &self.kind {
            EncodingKind::Parquet(factory) => {
                row_group(factory, &batch).map(Encoded::RowGroup).map_err(io::Error::other)
            }
            EncodingKind::Batch => Ok(Encoded::Batch(batch)),
            EncodingKind::Npy(_) => Err(io::Error::other(internal_error("an array has no columns"))),
        }
    }
}

/// The numbers of the rows of a block, which are the last column of its text.
pub(super) fn row_numbers(texts: &[StringArray]) -> io::Result<Vec<RowNumber>> {
    let missing = || io::Error::other(internal_error("a row has lost its number"));
    let numbers = texts.last().ok_or_else(missing)?;
    numbers.iter().map(|text| text.and_then(RowNumber::of).ok_or_else(missing)).collect()
}

/// The value that was found and, where it is null, the value that is carried.
fn or(found: &ArrayRef, carried: &ArrayRef) -> Result<ArrayRef, String> {
    if found.null_count() == 0 {
        return Ok(found.clone());
    }
    let indices: Vec<_> = (0..found.len()).map(|row| (usize::from(found.is_null(row)), row)).collect();
    interleave(&[&**found, &**carried], &indices).map_err(|e| e.to_string())
}

/// Encodes a row group.
fn row_group(
    factory: &ArrowRowGroupWriterFactory,
    batch: &RecordBatch,
) -> ParquetResult<Vec<ArrowColumnChunk>> {
    // The number is of use to encryption only.
    let mut writers = factory.create_column_writers(0)?;
    let schema = batch.schema();
    let mut remaining = writers.iter_mut();
    for (field, array) in schema.fields().iter().zip(batch.columns()) {
        for (leaf, writer) in compute_leaves(field, array)?.iter().zip(&mut remaining) {
            writer.write(leaf)?;
        }
    }
    writers.into_iter().map(|writer| writer.close()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_of_the_program_asks_for_a_report() {
        let error = row_numbers(&[]).unwrap_err().to_string();
        assert_eq!(error, "internal error: a row has lost its number; please report it");
    }
}

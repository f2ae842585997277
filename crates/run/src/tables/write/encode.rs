//! Makes arrays of a block and encodes them, on any thread.

use super::{
    blocks::{Block, wrong_row},
    layout::Layout,
    npy::BoardRows,
};
use crate::tables::{
    RowNumber,
    carrying::{CarriedRows, Window, flat, in_dictionary},
    dialect::{Column, numbers_of, texts, typed},
};
use arrow_array::{
    Array, ArrayRef, RecordBatch, RecordBatchOptions, cast::AsArray, new_empty_array, new_null_array,
};
use arrow_schema::DataType;
use arrow_select::interleave::interleave;
use parquet::{
    arrow::arrow_writer::{ArrowColumnChunk, ArrowRowGroupWriterFactory, compute_leaves},
    errors::Result as ParquetResult,
};
use quadrille_base::error::internal_error;
use quadrille_columns::table::arrays;
use std::{io, sync::Arc};

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
    window: Option<Arc<Window>>,
    /// The columns of all rows of the block but those that are carried alone.
    found: Vec<Option<ArrayRef>>,
    done: usize,
    /// The number of the first row of the block.
    first_row: u64,
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
        let found = self.layout.found(block)?;
        if self.carried.is_some() {
            let (numbers, window) = (std::mem::take(&mut block.numbers), block.window.take());
            return self.encode_rest(Rest { numbers, window, found, done: 0, first_row: block.first_row });
        }
        let batch = self.batch(found.into_iter().flatten().collect(), block.rows)?;
        self.encoded(batch, block.first_row).map(EncodedRows::whole)
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
        let Rest { numbers, window, found, done, first_row } = &rest;
        let Some(carried) = &self.carried else {
            return Err(io::Error::other(internal_error("no rows are carried")));
        };
        let first = first_row + *done as u64;
        let window = window.as_deref().map(|window| (window, first));
        let (arrays, rows) = carried.take(&numbers[*done..], window)?;
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
        let encoded = self.encoded(self.batch(columns, rows)?, first)?;
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

    /// Encodes rows, of which the first one has this number.
    fn encoded(&self, batch: RecordBatch, first_row: u64) -> io::Result<Encoded> {
        match &self.kind {
            EncodingKind::Parquet(factory) => {
                row_group(factory, &batch).map(Encoded::RowGroup).map_err(io::Error::other)
            }
            EncodingKind::Batch => Ok(Encoded::Batch(batch)),
            EncodingKind::Npy(rows) => {
                let digits = rows.encode(batch.column(0), first_row)?;
                Ok(Encoded::Rows(digits, batch.num_rows() as u64))
            }
        }
    }
}

impl Layout {
    /// The columns of a block that are made of answers or text. Where an answer is null, the text remains.
    ///
    /// # Errors
    /// If a value of the text is not of the type of its column, or answers do not fit theirs.
    pub fn found(&self, block: &Block) -> io::Result<Vec<Option<ArrayRef>>> {
        let texts = match block.text.is_empty() {
            true => Vec::new(),
            false => texts(&block.text, block.rows, &self.rows),
        };
        let types: Vec<DataType> = self.answer_types();
        let answers = arrays(&block.answers, types.iter()).map_err(|e| io::Error::other(e.to_string()))?;
        let column = |column: &Column| -> io::Result<Option<ArrayRef>> {
            let text = column.text.and_then(|text| texts.get(text));
            let typed = |text| {
                let number = |row: usize| block.first_row + row as u64;
                typed(column, text).map_err(|(row, what)| wrong_row(row.map(number), &what))
            };
            let answer = column.answer.and_then(|answer| answers.get(answer));
            let answer = match answer {
                Some(answer) if column.kind.is_none() => Some(of_replaced(answer, &column.data_type)),
                other => other.cloned(),
            };
            match (answer, text.map(typed).transpose()?) {
                (Some(answer), Some(text)) => or(&answer, &text).map(Some).map_err(io::Error::other),
                (Some(answer), None) => Ok(Some(answer)),
                (None, Some(text)) => Ok(Some(text)),
                (None, None) if column.carried.is_some() => Ok(None),
                // A block without rows, which shows the settings of the file.
                (None, None) => Ok(Some(new_empty_array(&column.data_type))),
            }
        };
        self.columns.iter().map(column).collect()
    }
}

/// Boards as values of the column that they replace. If the column holds numbers, boards of digits become numbers. A board that the type
/// cannot hold becomes null.
fn of_replaced(boards: &ArrayRef, data_type: &DataType) -> ArrayRef {
    let data_type = flat(data_type);
    match boards.as_string_opt::<i32>() {
        Some(texts) if data_type != DataType::Utf8 => {
            numbers_of(texts, &data_type).unwrap_or_else(|| new_null_array(&data_type, boards.len()))
        }
        _ => boards.clone(),
    }
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

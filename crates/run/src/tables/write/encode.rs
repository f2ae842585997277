//! Reads a block of text and encodes it, on any thread.

use super::{
    blocks::Block,
    copied::{Part, PartEncoder},
    layout::Layout,
    npy::BoardRows,
};
use crate::tables::dialect::batch;
use arrow_array::RecordBatch;
use parquet::{
    arrow::arrow_writer::{ArrowColumnChunk, ArrowRowGroupWriterFactory, compute_leaves},
    errors::ParquetError,
};
use std::io;

/// How blocks are encoded.
pub(super) struct Encoding {
    pub layout: Layout,
    pub kind: EncodingKind,
}

pub(super) enum EncodingKind {
    Parquet(ArrowRowGroupWriterFactory),
    /// Only the columns that are not copied.
    Part(Box<PartEncoder>),
    /// The batch is written as it is.
    Batch,
    Npy(BoardRows),
}

/// What a block is encoded as.
pub(super) enum Encoded {
    RowGroup(Vec<ArrowColumnChunk>),
    Part(Part),
    Batch(RecordBatch),
    /// Rows of an array, and how many.
    Rows(Vec<u8>, u64),
}

impl Encoding {
    pub fn encode(&self, block: &mut Block) -> io::Result<Encoded> {
        match &self.kind {
            EncodingKind::Parquet(factory) => {
                row_group(factory, &self.batch(block)?).map(Encoded::RowGroup).map_err(io::Error::other)
            }
            EncodingKind::Part(encoder) => {
                let part = encoder.encode(&self.batch(block)?, block.ends_group);
                part.map(Encoded::Part).map_err(io::Error::other)
            }
            EncodingKind::Batch => self.batch(block).map(Encoded::Batch),
            EncodingKind::Npy(rows) => {
                let digits = rows.encode(block, &self.layout)?;
                Ok(Encoded::Rows(digits, block.rows as u64))
            }
        }
    }

    fn batch(&self, block: &mut Block) -> io::Result<RecordBatch> {
        let Layout { schema, columns, rows, .. } = &self.layout;
        let answers = std::mem::take(&mut block.answers);
        let batch = batch((&block.text, block.rows), answers, rows, (schema, columns));
        batch.map_err(|(row, what)| block.wrong_row(row, &what))
    }
}

fn row_group(
    factory: &ArrowRowGroupWriterFactory,
    batch: &RecordBatch,
) -> Result<Vec<ArrowColumnChunk>, ParquetError> {
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

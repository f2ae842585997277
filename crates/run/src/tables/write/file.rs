//! The file of a table: the bytes before, between and after the blocks.

use super::{
    blocks::Block,
    encode::{Encoded, Encoding, EncodingKind},
    layout::Layout,
    npy::{self, BoardRows},
    target::Target,
};
use crate::tables::{
    Carrying, TableFormat,
    carrying::{CarriedRows, strings},
};
use arrow_array::{Array, ArrayRef, RecordBatch};
use arrow_ipc::writer::{FileWriter, StreamWriter};
use arrow_schema::{ArrowError, DataType};
use parquet::{
    arrow::{ArrowWriter, arrow_writer::ArrowColumnChunk},
    basic::{Compression, ZstdLevel},
    errors::ParquetError,
    file::{
        properties::{EnabledStatistics, WriterProperties},
        writer::SerializedFileWriter,
    },
    schema::types::ColumnPath,
};
use quadrille_base::error::internal_error;
use std::{
    collections::HashSet,
    io,
    sync::{Arc, OnceLock},
};

/// Texts that are longer are not compared for the statistics of their column, which hold no more of a text.
const LONG_TEXT: usize = 64;

/// The first values of a column, which show whether a dictionary pays.
const SAMPLE: usize = 1024;

/// A table that is being written.
pub(super) enum TableFile<W: Target> {
    /// The writer writes to memory, so that it is certain which error is one of the target.
    Parquet(Box<SerializedFileWriter<Vec<u8>>>, W),
    Arrow(FileWriter<W>),
    ArrowStream(StreamWriter<W>),
    /// A stream whose batches are taken.
    Batches(W),
    Npy {
        target: W,
        rows: u64,
        area: usize,
    },
}

/// A file, and how its blocks are encoded.
pub(super) struct Opened<W: Target> {
    pub file: TableFile<W>,
    pub encoding: Encoding,
}

impl<W: Target> TableFile<W> {
    /// Writes the beginning of a file. Its settings follow from the first block.
    pub fn open(
        format: TableFormat,
        target: W,
        layout: Layout,
        (first, carrying): (&Block, Option<&Arc<Carrying>>),
    ) -> io::Result<Opened<W>> {
        let mut carried = None;
        let of_layout =
            |layout: &Layout| carrying.map(|carrying| CarriedRows::new(carrying, layout.carried()));
        let (file, layout, kind) = match format {
            TableFormat::Parquet => {
                let layout = layout.for_parquet()?;
                carried = of_layout(&layout);
                let properties = properties(&layout, first, carried.as_ref())?;
                let writer = ArrowWriter::try_new(Vec::new(), layout.schema.clone(), Some(properties));
                let (writer, factory) =
                    writer.and_then(ArrowWriter::into_serialized_writer).map_err(io::Error::other)?;
                (TableFile::Parquet(Box::new(writer), target), layout, EncodingKind::Parquet(factory))
            }
            TableFormat::Arrow => {
                let layout = layout.without_dictionaries();
                let writer = FileWriter::try_new(target, &layout.schema).map_err(arrow_error)?;
                (TableFile::Arrow(writer), layout, EncodingKind::Batch)
            }
            TableFormat::ArrowStream if target.batches().is_some() => {
                send(&target, RecordBatch::new_empty(layout.schema.clone()))?;
                (TableFile::Batches(target), layout, EncodingKind::Batch)
            }
            TableFormat::ArrowStream => {
                let writer = StreamWriter::try_new(target, &layout.schema).map_err(arrow_error)?;
                (TableFile::ArrowStream(writer), layout, EncodingKind::Batch)
            }
            TableFormat::Npy => {
                let layout = layout.only_board()?;
                carried = of_layout(&layout);
                let boards = first_values(&layout, first, (carried.as_ref(), usize::MAX))?;
                let (rows, mut target) =
                    (BoardRows::new(boards.into_iter().flatten().next().as_ref())?, target);
                target.write_all(&npy::header(0, rows.area))?;
                let file = TableFile::Npy { target, rows: 0, area: rows.area };
                (file, layout, EncodingKind::Npy(rows))
            }
        };
        let carried = carried.or_else(|| of_layout(&layout));
        Ok(Opened { file, encoding: Encoding { layout, carried, kind } })
    }

    /// Writes the next block.
    pub fn append(&mut self, encoded: Encoded) -> io::Result<()> {
        match (self, encoded) {
            (TableFile::Parquet(writer, target), Encoded::RowGroup(chunks)) => {
                append_row_group(writer, chunks).map_err(io::Error::other)?;
                pass_on(writer, target)
            }
            (TableFile::Arrow(writer), Encoded::Batch(batch)) => writer.write(&batch).map_err(arrow_error),
            (TableFile::ArrowStream(writer), Encoded::Batch(batch)) => {
                writer.write(&batch).map_err(arrow_error)
            }
            (TableFile::Batches(target), Encoded::Batch(batch)) => send(target, batch),
            (TableFile::Npy { target, rows, .. }, Encoded::Rows(digits, count)) => {
                *rows += count;
                target.write_all(&digits)
            }
            _ => Err(io::Error::other(internal_error("a block was encoded for another format"))),
        }
    }

    /// Writes the end of the file.
    pub fn finish(self) -> io::Result<W> {
        match self {
            TableFile::Parquet(mut writer, mut target) => {
                writer.finish().map_err(io::Error::other)?;
                pass_on(&mut writer, &mut target)?;
                Ok(target)
            }
            TableFile::Arrow(writer) => writer.into_inner().map_err(arrow_error),
            TableFile::ArrowStream(writer) => writer.into_inner().map_err(arrow_error),
            TableFile::Batches(target) => Ok(target),
            TableFile::Npy { mut target, rows, area } => {
                target.write_start(&npy::header(rows, area))?;
                Ok(target)
            }
        }
    }
}

/// Sends a batch to who takes it.
fn send(target: &impl Target, batch: RecordBatch) -> io::Result<()> {
    let sent = target.batches().map(|batches| batches.send(batch));
    sent.and_then(Result::ok).ok_or(io::ErrorKind::BrokenPipe.into())
}

/// Writes to the target what the writer has written to memory.
fn pass_on(writer: &mut SerializedFileWriter<Vec<u8>>, target: &mut impl Target) -> io::Result<()> {
    writer.flush()?;
    let bytes = writer.inner_mut();
    target.write_all(bytes)?;
    bytes.clear();
    Ok(())
}

fn append_row_group(
    writer: &mut SerializedFileWriter<Vec<u8>>,
    chunks: Vec<ArrowColumnChunk>,
) -> Result<(), ParquetError> {
    let mut group = writer.next_row_group()?;
    for chunk in chunks {
        chunk.append_to_row_group(&mut group)?;
    }
    group.close().map(drop)
}

/// zstd at its fastest usual level. A dictionary is tried only for columns whose first values repeat: puzzles and solutions
/// would all be looked up in vain.
fn properties(layout: &Layout, first: &Block, carried: Option<&CarriedRows>) -> io::Result<WriterProperties> {
    let level = ZstdLevel::try_new(1).unwrap_or_default();
    let mut properties = WriterProperties::builder().set_compression(Compression::ZSTD(level));
    let values = first_values(layout, first, (carried, SAMPLE))?;
    for (column, values) in layout.columns.iter().zip(&values) {
        let is_list = matches!(
            column.data_type,
            DataType::List(_) | DataType::LargeList(_) | DataType::FixedSizeList(..)
        );
        let (repeats, is_long) = values.as_ref().map_or((true, false), repeats_and_is_long);
        let path = ColumnPath::new(vec![column.name.clone()]);
        if !is_list && !repeats {
            properties = properties.set_column_dictionary_enabled(path.clone(), false);
        }
        // The least and the greatest of long texts, such as boards, would be found by comparing every one and then cut.
        if is_long {
            properties = properties.set_column_statistics_enabled(path, EnabledStatistics::None);
        }
    }
    Ok(properties.build())
}

/// The columns of the first block, those that are carried with the first rows alone.
fn first_values(
    layout: &Layout,
    first: &Block,
    (carried, rows): (Option<&CarriedRows>, usize),
) -> io::Result<Vec<Option<ArrayRef>>> {
    let mut values = layout.found(first)?;
    if let Some(carried) = carried.filter(|_| first.rows > 0) {
        let (arrays, _) = carried.take(&first.numbers[..first.numbers.len().min(rows)], first.window())?;
        let columns = layout.columns.iter().zip(&mut values).filter(|(column, _)| column.carried.is_some());
        columns.zip(arrays).for_each(|((_, values), array)| *values = values.take().or(Some(array)));
    }
    Ok(values)
}

/// Whether half of the first values occur more than once, and whether they are long texts. Nothing is known about types without text.
fn repeats_and_is_long(values: &ArrayRef) -> (bool, bool) {
    let Ok(texts) = strings(&values.slice(0, values.len().min(SAMPLE)), &OnceLock::new()) else {
        return (true, false);
    };
    let texts: Vec<&str> = texts.iter().flatten().collect();
    let distinct: HashSet<&str> = texts.iter().copied().collect();
    (distinct.len() * 2 <= texts.len(), texts.first().is_some_and(|text| text.len() > LONG_TEXT))
}

/// The error of the system that caused an error of the encoder, if there is one.
fn arrow_error(error: ArrowError) -> io::Error {
    match error {
        ArrowError::IoError(_, error) => error,
        other => io::Error::other(other),
    }
}

/// The error of a table that has failed before.
pub(super) fn failed() -> io::Error {
    io::Error::other("the table could not be written before")
}

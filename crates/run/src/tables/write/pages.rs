//! Answers beside columns that are copied: encoded and compressed by the thread that found them.
//!
//! ```text
//! unit 1 ─► pages ┐
//! unit 2 ─► pages ├─► one chunk of the column: pages need nothing from other pages but a dictionary, which is the same
//! unit 3 ─► pages ┘
//! ```
//!
//! Only words of a fixed set have a dictionary, in the order of their first appearance. If two units have
//! different ones, the thread that writes encodes the words of the row group again. To do that always took almost half of its time.
//!
//! Columns of texts, which repeat, are encoded once for a row group, with a dictionary. So are all columns of units of few rows, whose
//! pages would be small.

use super::chunks::{Chunk, DictionaryPage, general};
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use bytes::Bytes;
use parquet::{
    arrow::ArrowWriter,
    basic::{Compression, ZstdLevel},
    column::page::{CompressedPage, Page, PageReader, PageWriter},
    errors::{ParquetError, Result},
    file::{
        metadata::ColumnChunkMetaData,
        page_index::offset_index::PageLocation,
        properties::{EnabledStatistics, WriterProperties},
        reader::SerializedPageReader,
        writer::{SerializedPageWriter, TrackedWrite},
    },
};
use quadrille_base::memory::heap_bytes;
use quadrille_tasks::ColumnKind;
use std::{
    io::{self, Write},
    sync::Arc,
};
use zstd::{
    bulk::Compressor,
    zstd_safe::{CParameter, Strategy},
};

/// Units of fewer rows have no pages of their own.
const LEAST_ROWS: u64 = 4096;

/// A column of the answers to a unit.
pub(crate) enum EncodedColumn {
    Pages(Box<Chunk>),
    /// The pages of words with a dictionary, and the words, in case that other units have another one.
    Words(Box<Chunk>, Vec<ArrayRef>),
    /// Values to be encoded with the values of other units.
    Arrays(Vec<ArrayRef>),
}

impl EncodedColumn {
    /// The bytes of memory that it has allocated, except a few names and values of its metadata.
    pub fn memory(&self) -> usize {
        let of_arrays = |arrays: &Vec<ArrayRef>| {
            let bytes: usize = arrays.iter().map(|array| array.get_array_memory_size()).sum();
            heap_bytes(arrays) + bytes
        };
        match self {
            EncodedColumn::Pages(chunk) => chunk.memory(),
            EncodedColumn::Words(chunk, words) => chunk.memory() + of_arrays(words),
            EncodedColumn::Arrays(arrays) => of_arrays(arrays),
        }
    }
}

/// The writer of a file with one column, and its schema.
type ColumnWriter = (SchemaRef, ArrowWriter<Vec<u8>>);

/// Encodes the columns of the answers to a unit.
pub(crate) struct UnitEncoder {
    columns: Vec<Encoder>,
}

enum Encoder {
    Pages(PageEncoder),
    Words(PageEncoder, Vec<ArrayRef>),
    Arrays(Vec<ArrayRef>),
}

/// Encodes values as pages of a column.
struct PageEncoder {
    /// Whether they are words, which repeat.
    are_words: bool,
    /// The writer of a file with one column, after the first values.
    writer: Option<Box<ColumnWriter>>,
}

impl UnitEncoder {
    /// Columns of these kinds, of which texts may repeat, in units of so many rows.
    pub fn new(kinds: impl Iterator<Item = ColumnKind>, unit_rows: u64) -> UnitEncoder {
        let encoder = |kind| match kind {
            ColumnKind::Text | ColumnKind::List => Encoder::Arrays(Vec::new()),
            _ if unit_rows < LEAST_ROWS => Encoder::Arrays(Vec::new()),
            ColumnKind::Status => Encoder::Words(PageEncoder { are_words: true, writer: None }, Vec::new()),
            _ => Encoder::Pages(PageEncoder { are_words: false, writer: None }),
        };
        UnitEncoder { columns: kinds.map(encoder).collect() }
    }

    /// Encodes the answers to the next rows.
    ///
    /// # Errors
    /// If Parquet has no type for a column.
    pub fn write(&mut self, arrays: &[ArrayRef]) -> io::Result<()> {
        self.columns
            .iter_mut()
            .zip(arrays)
            .try_for_each(|(column, array)| column.write(array))
            .map_err(io::Error::other)
    }

    /// The columns with the answers to all rows.
    ///
    /// # Errors
    /// If they cannot be compressed.
    pub fn finish(self) -> io::Result<Vec<EncodedColumn>> {
        let mut compressor = compressor()?;
        let columns = self.columns.into_iter().map(|column| column.finish(&mut compressor));
        columns.collect::<Result<_>>().map_err(io::Error::other)
    }
}

impl Encoder {
    fn write(&mut self, array: &ArrayRef) -> Result<()> {
        match self {
            Encoder::Arrays(arrays) => arrays.push(array.clone()),
            Encoder::Pages(pages) => pages.write(array)?,
            Encoder::Words(pages, arrays) => {
                pages.write(array)?;
                arrays.push(array.clone());
            }
        }
        Ok(())
    }

    fn finish(self, compressor: &mut Compressor<'static>) -> Result<EncodedColumn> {
        match self {
            Encoder::Arrays(arrays) => Ok(EncodedColumn::Arrays(arrays)),
            Encoder::Pages(pages) => Ok(EncodedColumn::Pages(Box::new(pages.finish(compressor)?))),
            Encoder::Words(pages, arrays) => {
                Ok(EncodedColumn::Words(Box::new(pages.finish(compressor)?), arrays))
            }
        }
    }
}

impl PageEncoder {
    fn write(&mut self, array: &ArrayRef) -> Result<()> {
        let (schema, writer) = match &mut self.writer {
            Some(writer) => &mut **writer,
            None => &mut **self.writer.insert(Box::new(writer_of(array.data_type(), self.are_words)?)),
        };
        writer.write(&RecordBatch::try_new(schema.clone(), vec![array.clone()])?)
    }

    fn finish(self, compressor: &mut Compressor<'static>) -> Result<Chunk> {
        let (_, mut writer) = *self.writer.ok_or_else(|| general("a unit has no rows"))?;
        let metadata = writer.finish()?;
        let file = Arc::new(Bytes::from(std::mem::take(writer.inner_mut())));
        let [group] = metadata.row_groups() else { return Err(general("a unit is not one row group")) };
        let index = metadata.offset_index().into_iter().flatten().flatten().next();
        let ([column], Some(index)) = (group.columns(), index) else {
            return Err(general("a column of answers is not one leaf with an index"));
        };
        compressed(&file, (column, &index.page_locations, group.num_rows()), compressor)
    }
}

/// The writer of a file with one column of this type.
///
/// Only words have a dictionary, and the least and the greatest of them. Pages are compressed afterwards.
fn writer_of(data_type: &DataType, are_words: bool) -> Result<ColumnWriter> {
    let has_statistics = are_words || data_type.is_numeric();
    let statistics = if has_statistics { EnabledStatistics::Chunk } else { EnabledStatistics::None };
    let properties = WriterProperties::builder()
        .set_dictionary_enabled(are_words)
        .set_statistics_enabled(statistics)
        .set_max_row_group_row_count(None);
    let schema = Arc::new(Schema::new(vec![Field::new("answer", data_type.clone(), true)]));
    let writer = ArrowWriter::try_new(Vec::new(), schema.clone(), Some(properties.build()))?;
    Ok((schema, writer))
}

/// Compresses pages with zstd. Digits of boards gain by their entropy and hardly by repetitions: a small table that is sought
/// for long repetitions only takes 0.41 times as long as level 1, for 1.7 % more bytes, and such pages are read in
/// 0.6 times the time (solutions of 9×9 puzzles, AMD Zen 5).
fn compressor() -> io::Result<Compressor<'static>> {
    let mut compressor = Compressor::new(1)?;
    for parameter in [
        CParameter::WindowLog(17),
        CParameter::HashLog(10),
        CParameter::MinMatch(7),
        CParameter::Strategy(Strategy::ZSTD_fast),
    ] {
        compressor.set_parameter(parameter)?;
    }
    Ok(compressor)
}

/// Compresses the pages of a column that is in a file as it is.
fn compressed(
    file: &Arc<Bytes>,
    (column, locations, rows): (&ColumnChunkMetaData, &[PageLocation], i64),
    compressor: &mut Compressor<'static>,
) -> Result<Chunk> {
    let mut reader = SerializedPageReader::new(file.clone(), column, 0, None)?;
    let mut bytes = Vec::with_capacity(column.byte_range().1 as usize / 2);
    let (mut dictionary, mut locations) = (None, locations.to_vec());
    let (mut next, mut uncompressed_size) = (locations.iter_mut(), 0);
    while let Some(page) = reader.get_next_page()? {
        let (is_dictionary, offset) = (matches!(page, Page::DictionaryPage { .. }), bytes.len());
        let size = append_page(&mut bytes, page, compressor)?;
        if is_dictionary {
            let bytes = std::mem::take(&mut bytes).into();
            dictionary = Some(DictionaryPage { bytes, uncompressed_size: size });
            continue;
        }
        uncompressed_size += size;
        if let Some(location) = next.next() {
            location.offset = offset as i64;
            location.compressed_page_size = (bytes.len() - offset) as i32;
        }
    }
    let metadata = column.clone().into_builder();
    let metadata = metadata
        .set_compression(Compression::ZSTD(ZstdLevel::default()))
        .set_dictionary_page_offset(None)
        .set_data_page_offset(0)
        .set_total_compressed_size(bytes.len() as i64)
        .set_total_uncompressed_size(uncompressed_size);
    // They may wait long.
    bytes.shrink_to_fit();
    Ok(Chunk { dictionary, bytes: bytes.into(), metadata: metadata.build()?, locations, rows })
}

/// Appends a page that is not compressed yet. Returns its uncompressed size.
fn append_page(bytes: &mut Vec<u8>, mut page: Page, compressor: &mut Compressor<'static>) -> Result<i64> {
    let (Page::DataPage { buf, .. } | Page::DictionaryPage { buf, .. }) = &mut page else {
        return Err(general("a page of answers is of another version"));
    };
    let len = buf.len();
    *buf = compressor.compress(buf).map_err(|e| ParquetError::External(e.into()))?.into();
    let mut written = TrackedWrite::new(bytes);
    let spec = SerializedPageWriter::new(&mut written).write_page(CompressedPage::new(page, len))?;
    written.flush()?;
    Ok(spec.uncompressed_size as i64)
}

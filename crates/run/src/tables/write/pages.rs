//! Answers beside columns that are copied: encoded and compressed by the thread that found them.
//!
//! ```text
//! unit 1 ─► pages ┐
//! unit 2 ─► pages ├─► one chunk of the column: pages need nothing from other pages, because there are no dictionaries
//! unit 3 ─► pages ┘
//! ```
//!
//! Columns of texts, which repeat, are encoded once for a row group, with a dictionary. So are all columns of units of few rows, whose
//! pages would be small.

use crate::tables::internal_error;
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use bytes::Bytes;
use parquet::{
    arrow::ArrowWriter,
    basic::{Compression, ZstdLevel},
    column::{
        page::{CompressedPage, Page, PageReader, PageWriteSpec, PageWriter},
        writer::ColumnCloseResult,
    },
    data_type::{DataType as PhysicalType, DoubleType, Int64Type},
    errors::{ParquetError, Result},
    file::{
        metadata::ColumnChunkMetaData,
        page_index::offset_index::{OffsetIndexMetaData, PageLocation},
        properties::{EnabledStatistics, WriterProperties},
        reader::SerializedPageReader,
        statistics::{Statistics, ValueStatistics},
        writer::{SerializedPageWriter, SerializedRowGroupWriter, TrackedWrite},
    },
    schema::types::ColumnDescPtr,
};
use quadrille_base::memory::heap_bytes;
use quadrille_tasks::ColumnKind;
use std::{cmp::Ordering, io, sync::Arc};
use zstd::{
    bulk::Compressor,
    zstd_safe::{CParameter, Strategy},
};

/// Units of fewer rows have no pages of their own.
const LEAST_ROWS: u64 = 4096;

/// A column of the answers to a unit.
pub(crate) enum EncodedColumn {
    Pages(Box<Chunk>),
    /// Values to be encoded with the values of other units.
    Arrays(Vec<ArrayRef>),
}

impl EncodedColumn {
    /// The bytes of memory that it has allocated, except a few names and values of its metadata.
    pub fn memory(&self) -> usize {
        match self {
            EncodedColumn::Pages(chunk) => {
                size_of_val(&**chunk) + chunk.bytes.len() + heap_bytes(&chunk.locations)
            }
            EncodedColumn::Arrays(arrays) => {
                let bytes: usize = arrays.iter().map(|array| array.get_array_memory_size()).sum();
                heap_bytes(arrays) + bytes
            }
        }
    }
}

/// The pages of a column, and what the index says about them. Offsets count from the first one.
pub(crate) struct Chunk {
    bytes: Bytes,
    metadata: ColumnChunkMetaData,
    locations: Vec<PageLocation>,
    rows: i64,
}

/// The writer of a file with one column, and its schema.
type ColumnWriter = (SchemaRef, ArrowWriter<Vec<u8>>);

/// Encodes the columns of the answers to a unit.
pub(crate) struct UnitEncoder {
    columns: Vec<Encoder>,
}

enum Encoder {
    /// The writer of a file with one column, after the first values.
    Pages(Option<Box<ColumnWriter>>),
    Arrays(Vec<ArrayRef>),
}

impl UnitEncoder {
    /// Columns of these kinds, of which texts may repeat, in units of so many rows.
    pub fn new(kinds: impl Iterator<Item = ColumnKind>, unit_rows: u64) -> UnitEncoder {
        let encoder = |kind| match kind {
            ColumnKind::Status | ColumnKind::Text | ColumnKind::List => Encoder::Arrays(Vec::new()),
            _ if unit_rows < LEAST_ROWS => Encoder::Arrays(Vec::new()),
            _ => Encoder::Pages(None),
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
            Encoder::Pages(writer) => {
                let (schema, writer) = match writer {
                    Some(writer) => &mut **writer,
                    None => &mut **writer.insert(Box::new(writer_of(array.data_type())?)),
                };
                writer.write(&RecordBatch::try_new(schema.clone(), vec![array.clone()])?)?;
            }
        }
        Ok(())
    }

    fn finish(self, compressor: &mut Compressor<'static>) -> Result<EncodedColumn> {
        let (_, mut writer) = match self {
            Encoder::Arrays(arrays) => return Ok(EncodedColumn::Arrays(arrays)),
            Encoder::Pages(writer) => *writer.ok_or_else(|| general("a unit has no rows"))?,
        };
        let metadata = writer.finish()?;
        let file = Arc::new(Bytes::from(std::mem::take(writer.inner_mut())));
        let [group] = metadata.row_groups() else { return Err(general("a unit is not one row group")) };
        let index = metadata.offset_index().into_iter().flatten().flatten().next();
        let ([column], Some(index)) = (group.columns(), index) else {
            return Err(general("a column of answers is not one leaf with an index"));
        };
        let chunk = compressed(&file, (column, &index.page_locations, group.num_rows()), compressor)?;
        Ok(EncodedColumn::Pages(Box::new(chunk)))
    }
}

/// The writer of a file with one column of this type.
///
/// Its pages have no dictionary, so that they can be written after others. The least and the greatest text are not sought.
/// Pages are compressed afterwards.
fn writer_of(data_type: &DataType) -> Result<ColumnWriter> {
    let statistics = if data_type.is_numeric() { EnabledStatistics::Chunk } else { EnabledStatistics::None };
    let properties = WriterProperties::builder()
        .set_dictionary_enabled(false)
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

/// Compresses the data pages of a column that is in a file as it is, without a dictionary.
fn compressed(
    file: &Arc<Bytes>,
    (column, locations, rows): (&ColumnChunkMetaData, &[PageLocation], i64),
    compressor: &mut Compressor<'static>,
) -> Result<Chunk> {
    let mut reader = SerializedPageReader::new(file.clone(), column, 0, None)?;
    let mut bytes = Vec::with_capacity(column.byte_range().1 as usize / 2);
    let mut written = TrackedWrite::new(&mut bytes);
    let mut writer = SerializedPageWriter::new(&mut written);
    let (mut sums, mut locations) = (PageWriteSpec::new(), locations.to_vec());
    let mut next = locations.iter_mut();
    while let Some(mut page) = reader.get_next_page()? {
        let Page::DataPage { buf, .. } = &mut page else {
            return Err(general("a page of answers holds no values"));
        };
        let len = buf.len();
        *buf = compressor.compress(buf).map_err(|e| ParquetError::External(e.into()))?.into();
        let spec = writer.write_page(CompressedPage::new(page, len))?;
        if let Some(location) = next.next() {
            location.offset = sums.compressed_size as i64;
            location.compressed_page_size = spec.compressed_size as i32;
        }
        sums.uncompressed_size += spec.uncompressed_size;
        sums.compressed_size += spec.compressed_size;
    }
    writer.close()?;
    drop(written);
    let metadata = column.clone().into_builder();
    let metadata = metadata
        .set_compression(Compression::ZSTD(ZstdLevel::default()))
        .set_data_page_offset(0)
        .set_total_compressed_size(sums.compressed_size as i64)
        .set_total_uncompressed_size(sums.uncompressed_size as i64);
    // They may wait long.
    bytes.shrink_to_fit();
    Ok(Chunk { bytes: bytes.into(), metadata: metadata.build()?, locations, rows })
}

/// Appends the pages of all units of a row group as one chunk of a column.
pub(super) fn append_pages<W: io::Write + Send>(
    group: &mut SerializedRowGroupWriter<'_, W>,
    chunks: Vec<Chunk>,
    column: &ColumnDescPtr,
) -> Result<()> {
    let metadata = joined(column, &chunks).ok_or_else(|| general("a row group has no rows"))??;
    let mut bytes = Vec::with_capacity(chunks.iter().map(|chunk| chunk.bytes.len()).sum());
    let (mut page_locations, mut row) = (Vec::new(), 0);
    for chunk in chunks {
        page_locations.extend(chunk.locations.iter().map(|page| PageLocation {
            offset: page.offset + bytes.len() as i64,
            first_row_index: page.first_row_index + row,
            ..page.clone()
        }));
        bytes.extend_from_slice(&chunk.bytes);
        row += chunk.rows;
    }
    let close = ColumnCloseResult {
        bytes_written: bytes.len() as u64,
        rows_written: row as u64,
        metadata,
        bloom_filter: None,
        column_index: None,
        offset_index: Some(OffsetIndexMetaData { page_locations, unencoded_byte_array_data_bytes: None }),
    };
    group.append_column(&Bytes::from(bytes), close)
}

/// The index entry of chunks that are written one after the other, at offset 0.
fn joined(column: &ColumnDescPtr, chunks: &[Chunk]) -> Option<Result<ColumnChunkMetaData>> {
    let (first, more) = chunks.split_first()?;
    let sum = |size: fn(&ColumnChunkMetaData) -> i64| chunks.iter().map(|chunk| size(&chunk.metadata)).sum();
    let statistics = first.metadata.statistics().cloned();
    let statistics =
        more.iter().fold(statistics, |sum, chunk| joined_statistics(&sum?, chunk.metadata.statistics()?));
    let joined = ColumnChunkMetaData::builder(column.clone())
        .set_compression_codec(first.metadata.compression_codec())
        .set_encodings_mask(*first.metadata.encodings_mask())
        .set_total_compressed_size(sum(ColumnChunkMetaData::compressed_size))
        .set_total_uncompressed_size(sum(ColumnChunkMetaData::uncompressed_size))
        .set_num_values(sum(ColumnChunkMetaData::num_values))
        .set_data_page_offset(0);
    Some(match statistics {
        Some(statistics) => joined.set_statistics(statistics).build(),
        None => joined.build(),
    })
}

/// The statistics of all values of two chunks, of the types that numbers of answers have: unsigned integers and doubles.
fn joined_statistics(one: &Statistics, other: &Statistics) -> Option<Statistics> {
    Some(match (one, other) {
        (Statistics::Int64(one), Statistics::Int64(other)) => {
            joined_values::<Int64Type>(one, other, |one, other| (*one as u64).cmp(&(*other as u64))).into()
        }
        (Statistics::Double(one), Statistics::Double(other)) => {
            joined_values::<DoubleType>(one, other, f64::total_cmp).into()
        }
        _ => return None,
    })
}

fn joined_values<D: PhysicalType>(
    one: &ValueStatistics<D::T>,
    other: &ValueStatistics<D::T>,
    order: impl Fn(&D::T, &D::T) -> Ordering,
) -> ValueStatistics<D::T> {
    let least = one.min_opt().into_iter().chain(other.min_opt()).min_by(|one, other| order(one, other));
    let greatest = one.max_opt().into_iter().chain(other.max_opt()).max_by(|one, other| order(one, other));
    let nulls = one.null_count_opt().zip(other.null_count_opt()).map(|(one, other)| one + other);
    ValueStatistics::new(least.cloned(), greatest.cloned(), None, nulls, false)
}

pub(super) fn general(what: &str) -> ParquetError {
    ParquetError::General(internal_error(what))
}

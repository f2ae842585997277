//! The pages of the units of a row group, which become one chunk of a column.

use bytes::Bytes;
use parquet::{
    column::writer::ColumnCloseResult,
    data_type::{ByteArrayType, DataType as PhysicalType, DoubleType, Int64Type},
    errors::{ParquetError, Result},
    file::{
        metadata::ColumnChunkMetaData,
        page_index::offset_index::{OffsetIndexMetaData, PageLocation},
        statistics::{Statistics, ValueStatistics},
        writer::SerializedRowGroupWriter,
    },
    schema::types::ColumnDescPtr,
};
use quadrille_base::{error::internal_error, memory::heap_bytes};
use std::{cmp::Ordering, io};

/// The pages of a column, and what the index says about them. Offsets count from the first page of values.
pub(crate) struct Chunk {
    pub(super) dictionary: Option<DictionaryPage>,
    pub(super) bytes: Bytes,
    pub(super) metadata: ColumnChunkMetaData,
    pub(super) locations: Vec<PageLocation>,
    pub(super) rows: i64,
}

impl Chunk {
    /// The bytes of memory that it has allocated, except a few names and values of its metadata.
    pub fn memory(&self) -> usize {
        let dictionary = self.dictionary.as_ref().map_or(0, |page| page.bytes.len());
        size_of::<Chunk>() + dictionary + self.bytes.len() + heap_bytes(&self.locations)
    }
}

#[derive(PartialEq)]
pub(super) struct DictionaryPage {
    pub bytes: Bytes,
    pub uncompressed_size: i64,
}

/// Whether the pages of all units are pages of one chunk.
pub(super) fn are_one_chunk(chunks: &[Chunk]) -> bool {
    chunks.windows(2).all(|pair| pair[0].dictionary == pair[1].dictionary)
}

/// Appends the pages of all units of a row group, which have the same dictionary, as one chunk of a column.
pub(super) fn append_pages<W: io::Write + Send>(
    group: &mut SerializedRowGroupWriter<'_, W>,
    chunks: Vec<Chunk>,
    column: &ColumnDescPtr,
) -> Result<()> {
    let metadata = joined(column, &chunks).ok_or_else(|| general("a row group has no rows"))??;
    let mut bytes = Vec::with_capacity(metadata.compressed_size() as usize);
    let dictionary = chunks.first().and_then(|chunk| chunk.dictionary.as_ref());
    bytes.extend_from_slice(dictionary.map_or(&[], |dictionary| &dictionary.bytes));
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

/// The index entry of chunks that are written one after the other, at offset 0, after the dictionary of the first one.
fn joined(column: &ColumnDescPtr, chunks: &[Chunk]) -> Option<Result<ColumnChunkMetaData>> {
    let (first, more) = chunks.split_first()?;
    let sum = |size: fn(&ColumnChunkMetaData) -> i64| chunks.iter().map(|chunk| size(&chunk.metadata)).sum();
    let statistics = first.metadata.statistics().cloned();
    let statistics =
        more.iter().fold(statistics, |sum, chunk| joined_statistics(&sum?, chunk.metadata.statistics()?));
    let dictionary = first.dictionary.as_ref();
    let sizes = dictionary.map_or((0, 0), |page| (page.bytes.len() as i64, page.uncompressed_size));
    let joined = ColumnChunkMetaData::builder(column.clone())
        .set_compression_codec(first.metadata.compression_codec())
        .set_encodings_mask(*first.metadata.encodings_mask())
        .set_total_compressed_size(sizes.0 + sum(ColumnChunkMetaData::compressed_size))
        .set_total_uncompressed_size(sizes.1 + sum(ColumnChunkMetaData::uncompressed_size))
        .set_num_values(sum(ColumnChunkMetaData::num_values))
        .set_dictionary_page_offset(dictionary.map(|_| 0))
        .set_data_page_offset(sizes.0);
    Some(match statistics {
        Some(statistics) => joined.set_statistics(statistics).build(),
        None => joined.build(),
    })
}

/// The statistics of all values of two chunks, of the types that answers have: texts, unsigned integers and doubles.
fn joined_statistics(one: &Statistics, other: &Statistics) -> Option<Statistics> {
    Some(match (one, other) {
        (Statistics::Int64(one), Statistics::Int64(other)) => {
            joined_values::<Int64Type>(one, other, |one, other| (*one as u64).cmp(&(*other as u64))).into()
        }
        (Statistics::ByteArray(one), Statistics::ByteArray(other)) => {
            joined_values::<ByteArrayType>(one, other, |one, other| one.data().cmp(other.data())).into()
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
    // The writer cuts long texts. A unit without values has no least one.
    let is_exact = |value: fn(&ValueStatistics<D::T>) -> Option<&D::T>,
                    is_exact: fn(&ValueStatistics<D::T>) -> bool| {
        [one, other].into_iter().all(|of| value(of).is_none() || is_exact(of))
    };
    ValueStatistics::new(least.cloned(), greatest.cloned(), None, nulls, false)
        .with_min_is_exact(is_exact(ValueStatistics::min_opt, ValueStatistics::min_is_exact))
        .with_max_is_exact(is_exact(ValueStatistics::max_opt, ValueStatistics::max_is_exact))
}

pub(super) fn general(what: &str) -> ParquetError {
    ParquetError::General(internal_error(what))
}

//! Encoded answers beside columns that are copied.
//!
//! Each block of answers is encoded as the columns of a small file of its own. The parts of a row group are written one after the
//! other: their pages need nothing from other pages, because there are no dictionaries. Columns of words, such as statuses, are
//! encoded once for a row group, with a dictionary.

use super::{
    layout::Layout,
    pages::{Chunk, PageParts, compressed, compressor, row_group},
};
use crate::tables::{
    copying::{PageIndexes, append},
    internal_error,
};
use arrow_array::{Array, ArrayRef, RecordBatch};
use arrow_schema::{FieldRef, Schema, SchemaRef};
use arrow_select::concat::concat;
use bytes::Bytes;
use parquet::{
    arrow::{ArrowWriter, arrow_writer::ArrowRowGroupWriterFactory},
    basic::{Compression, ZstdLevel},
    data_type::{DataType, DoubleType, Int64Type},
    errors::{ParquetError, Result as ParquetResult},
    file::{
        metadata::ColumnChunkMetaData,
        page_index::offset_index::{OffsetIndexMetaData, PageLocation},
        properties::{EnabledStatistics, WriterProperties, WriterPropertiesBuilder},
        statistics::{Statistics, ValueStatistics},
        writer::SerializedRowGroupWriter,
    },
    schema::types::ColumnPath,
};
use std::{cmp::Ordering, io, sync::Arc};

/// How answers are encoded.
pub(super) struct PartEncoder {
    /// Which columns hold words.
    words: Vec<bool>,
    /// The other columns.
    schema: SchemaRef,
    properties: WriterProperties,
}

/// Encoded rows of a row group.
pub(super) struct Part {
    columns: Vec<PartColumn>,
    pub rows: u64,
    /// Whether the row group ends with it.
    pub ends_group: bool,
}

/// The schema and the encoder of a column of words.
pub(super) type WordEncoder = (SchemaRef, ArrowRowGroupWriterFactory);

enum PartColumn {
    Pages(Box<Chunk>),
    Words(ArrayRef),
}

impl PartColumn {
    fn pages(&self) -> Option<&Chunk> {
        if let PartColumn::Pages(chunk) = self { Some(chunk) } else { None }
    }

    fn words(&self) -> Option<&dyn Array> {
        if let PartColumn::Words(words) = self { Some(words) } else { None }
    }
}

impl PartEncoder {
    /// Some columns of `layout` hold words.
    pub fn new(layout: &Layout, words: Vec<bool>) -> io::Result<PartEncoder> {
        let others: Vec<_> = (0..words.len()).filter(|column| !words[*column]).collect();
        let schema = Arc::new(layout.schema.project(&others).map_err(io::Error::other)?);
        Ok(PartEncoder { words, schema, properties: properties(layout).build() })
    }

    /// The encoder of each column that holds words.
    pub fn words(&self, layout: &Layout) -> io::Result<Vec<Option<WordEncoder>>> {
        let encoders = layout.schema.fields().iter().zip(&self.words);
        let encoders = encoders.map(|(field, is_word)| is_word.then(|| word_encoder(field)).transpose());
        encoders.collect::<ParquetResult<_>>().map_err(io::Error::other)
    }

    pub fn encode(&self, batch: &RecordBatch, ends_group: bool) -> ParquetResult<Part> {
        let mut pages = self.pages(batch)?.into_iter();
        let column = |(values, is_word): (&ArrayRef, &bool)| {
            if *is_word {
                Some(PartColumn::Words(values.clone()))
            } else {
                pages.next().map(|chunk| PartColumn::Pages(chunk.into()))
            }
        };
        let columns = batch.columns().iter().zip(&self.words).filter_map(column).collect();
        Ok(Part { columns, rows: batch.num_rows() as u64, ends_group })
    }

    /// The pages of the columns that do not hold words.
    fn pages(&self, batch: &RecordBatch) -> ParquetResult<Vec<Chunk>> {
        let others: Vec<_> = (0..self.words.len()).filter(|column| !self.words[*column]).collect();
        if others.is_empty() {
            return Ok(Vec::new());
        }
        let batch = &batch.project(&others)?;
        let file = Vec::with_capacity(batch.get_array_memory_size());
        let mut writer = ArrowWriter::try_new(file, self.schema.clone(), Some(self.properties.clone()))?;
        writer.write(batch)?;
        let metadata = writer.finish()?;
        let ([group], Some([locations])) =
            (metadata.row_groups(), metadata.offset_index().map(Vec::as_slice))
        else {
            return Err(ParquetError::General(internal_error("a block is not one row group with an index")));
        };
        let file = Arc::new(Bytes::from(std::mem::take(writer.inner_mut())));
        let mut compressor = compressor()?;
        let columns = group.columns().iter().zip(locations.iter().map(|index| &index.page_locations[..]));
        columns.map(|column| compressed(&file, column, &mut compressor)).collect()
    }
}

/// Pages have no dictionary, so that they can be written after others.
/// The least and the greatest text are not sought. Pages are compressed afterwards.
pub(super) fn properties(layout: &Layout) -> WriterPropertiesBuilder {
    let mut properties = WriterProperties::builder()
        .set_dictionary_enabled(false)
        .set_statistics_enabled(EnabledStatistics::None);
    for field in layout.schema.fields().iter().filter(|field| field.data_type().is_numeric()) {
        let path = ColumnPath::new(vec![field.name().clone()]);
        properties = properties.set_column_statistics_enabled(path, EnabledStatistics::Chunk);
    }
    properties
}

/// Appends a column of the parts as one chunk.
pub(super) fn append_parts<W: io::Write + Send>(
    group: &mut SerializedRowGroupWriter<'_, W>,
    parts: &[Part],
    column: usize,
) -> ParquetResult<()> {
    let chunks = || parts.iter().filter_map(|part| part.columns.get(column)?.pages());
    let rows = parts.iter().map(|part| part.rows as i64).sum();
    let Some(metadata) = joined(chunks().map(|chunk| &chunk.metadata)) else {
        return Err(ParquetError::General(internal_error("a row group has no rows")));
    };
    let pages = PageParts(chunks().map(|chunk| chunk.bytes.clone()).collect());
    let indexes = PageIndexes { values: None, offsets: Some(locations(parts, column)) };
    append(group, &pages, (metadata?, indexes), rows)
}

/// Where the pages of a column of the parts are, which are written one after the other.
fn locations(parts: &[Part], column: usize) -> OffsetIndexMetaData {
    let (mut page_locations, mut offset, mut row) = (Vec::new(), 0, 0);
    for part in parts {
        let Some(chunk) = part.columns.get(column).and_then(PartColumn::pages) else { continue };
        page_locations.extend(chunk.locations.iter().map(|page| PageLocation {
            offset: page.offset + offset,
            first_row_index: page.first_row_index + row,
            ..page.clone()
        }));
        (offset, row) = (offset + chunk.bytes.len() as i64, row + part.rows as i64);
    }
    OffsetIndexMetaData { page_locations, unencoded_byte_array_data_bytes: None }
}

/// The encoder of a column of words, with a dictionary and statistics.
fn word_encoder(field: &FieldRef) -> ParquetResult<WordEncoder> {
    let schema = Arc::new(Schema::new([field.clone()]));
    let properties = WriterProperties::builder()
        .set_compression(Compression::ZSTD(ZstdLevel::default()))
        .set_statistics_enabled(EnabledStatistics::Chunk);
    let writer = ArrowWriter::try_new(Vec::new(), schema.clone(), Some(properties.build()))?;
    Ok((schema, writer.into_serialized_writer()?.1))
}

/// Appends a column of words as one chunk.
pub(super) fn append_words<W: io::Write + Send>(
    group: &mut SerializedRowGroupWriter<'_, W>,
    parts: &[Part],
    column: usize,
    (schema, encoder): &WordEncoder,
) -> ParquetResult<()> {
    let words: Vec<_> = parts.iter().filter_map(|part| part.columns.get(column)?.words()).collect();
    let batch = RecordBatch::try_new(schema.clone(), vec![concat(&words)?])?;
    row_group(encoder, &batch)?.into_iter().try_for_each(|chunk| chunk.append_to_row_group(group))
}

/// The index entry of chunks that are written one after the other, at offset 0.
fn joined<'c>(
    mut chunks: impl Iterator<Item = &'c ColumnChunkMetaData>,
) -> Option<ParquetResult<ColumnChunkMetaData>> {
    let first = chunks.next()?;
    let mut sums = (first.compressed_size(), first.uncompressed_size(), first.num_values());
    let mut statistics = first.statistics().cloned();
    for chunk in chunks {
        statistics = statistics.zip(chunk.statistics()).and_then(|(sum, more)| joined_statistics(&sum, more));
        sums.0 += chunk.compressed_size();
        sums.1 += chunk.uncompressed_size();
        sums.2 += chunk.num_values();
    }
    let mut joined = ColumnChunkMetaData::builder(first.column_descr_ptr())
        .set_compression_codec(first.compression_codec())
        .set_encodings_mask(*first.encodings_mask())
        .set_total_compressed_size(sums.0)
        .set_total_uncompressed_size(sums.1)
        .set_num_values(sums.2)
        .set_data_page_offset(0);
    if let Some(statistics) = statistics {
        joined = joined.set_statistics(statistics);
    }
    Some(joined.build())
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

fn joined_values<D: DataType>(
    one: &ValueStatistics<D::T>,
    other: &ValueStatistics<D::T>,
    order: impl Fn(&D::T, &D::T) -> Ordering,
) -> ValueStatistics<D::T> {
    let least = one.min_opt().into_iter().chain(other.min_opt()).min_by(|one, other| order(one, other));
    let greatest = one.max_opt().into_iter().chain(other.max_opt()).max_by(|one, other| order(one, other));
    let nulls = one.null_count_opt().zip(other.null_count_opt()).map(|(one, other)| one + other);
    ValueStatistics::new(least.cloned(), greatest.cloned(), None, nulls, false)
}

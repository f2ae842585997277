//! A Parquet file whose columns are copied from the inputs, except those that hold answers.
//!
//! Each block of answers is encoded as the columns of a small file of its own. The parts of a row group are written one after the
//! other: their pages need nothing from other pages, because there are no dictionaries. Columns of words, such as statuses, are
//! encoded once for a row group, with a dictionary.

use super::{
    encode::row_group,
    layout::Layout,
    pages::{Chunk, PageParts, compressed, compressor},
    recorded::Recorded,
    target::Target,
};
use crate::tables::{
    copying::{CopiedColumns, CopiedGroup, Copying, append},
    expecting_panics,
};
use arrow_array::{Array, ArrayRef, RecordBatch};
use arrow_schema::{Field, Schema, SchemaRef};
use arrow_select::concat::concat;
use bytes::Bytes;
use parquet::{
    arrow::{
        ARROW_SCHEMA_META_KEY, ArrowSchemaConverter, ArrowWriter, arrow_writer::ArrowRowGroupWriterFactory,
        encode_arrow_schema,
    },
    basic::{Compression, ZstdLevel},
    data_type::{DataType, DoubleType, Int64Type},
    errors::{ParquetError, Result as ParquetResult},
    file::{
        metadata::{ColumnChunkMetaData, KeyValue, SortingColumn},
        properties::{EnabledStatistics, WriterProperties},
        statistics::{Statistics, ValueStatistics},
        writer::{SerializedFileWriter, SerializedRowGroupWriter},
    },
    schema::types::{ColumnPath, SchemaDescriptor, Type, TypePtr},
};
use std::{
    cmp::Ordering,
    io,
    sync::{
        Arc,
        mpsc::{Receiver, SyncSender, sync_channel},
    },
    thread::{Builder, JoinHandle},
};

/// A file that is being written, by a thread of its own: columns before the first answers are copied while these are found.
pub(super) struct CopiedFile<W> {
    /// `None` is the end of the file.
    parts: Option<SyncSender<Option<Part>>>,
    thread: Option<JoinHandle<io::Result<W>>>,
}

/// The most parts that wait while columns are copied, about as many as a usual row group has.
const WAITING: usize = 16;

/// The data of the thread.
struct Writing<W: Target> {
    writer: SerializedFileWriter<Recorded<W>>,
    columns: Vec<Origin>,
    copying: Arc<Copying>,
    /// For each column of the parts that holds words, its schema and its encoder.
    words: Vec<Option<(SchemaRef, ArrowRowGroupWriterFactory)>>,
    parts: Receiver<Option<Part>>,
}

/// Where a column comes from.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Origin {
    /// A column of the inputs.
    Copied(usize),
    /// A column of the parts.
    Encoded(usize),
}

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
    rows: u64,
    /// Whether the row group ends with it.
    ends_group: bool,
}

enum PartColumn {
    Pages(Chunk),
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

impl<W: Target> CopiedFile<W> {
    /// Begins a file. `all` has the columns that the run knows, `layout` the answers alone, of which some hold words.
    pub fn new(
        target: W,
        (all, layout, words): (&Layout, &Layout, Vec<bool>),
        copying: &Arc<Copying>,
    ) -> io::Result<(Self, PartEncoder)> {
        let written = ArrowSchemaConverter::new().convert(&layout.schema).map_err(io::Error::other)?;
        let written = (layout.schema.clone(), written.root_schema().get_fields().to_vec());
        let columns = origins(all, copying);
        let (schema, root) = schemas(&columns, &copying.columns, &written).map_err(io::Error::other)?;
        let key = KeyValue::new(ARROW_SCHEMA_META_KEY.to_owned(), encode_arrow_schema(&schema));
        let keys = copying.columns.has_arrow_schema.then(|| vec![key]);
        let sorting = sorting(&SchemaDescriptor::new(root.clone()), &columns, &copying.columns);
        let properties = properties(layout).set_key_value_metadata(keys).set_sorting_columns(sorting).build();
        let writer = SerializedFileWriter::new(Recorded::new(target), root, Arc::new(properties));
        let writer = writer.map_err(io::Error::other)?;
        let (sender, parts) = sync_channel(WAITING);
        let encoders = layout.schema.fields().iter().zip(&words);
        let encoders = encoders.map(|(field, is_word)| is_word.then(|| word_encoder(field)).transpose());
        let encoders = encoders.collect::<ParquetResult<_>>().map_err(io::Error::other)?;
        let writing = Writing { writer, columns, copying: copying.clone(), words: encoders, parts };
        let thread =
            Builder::new().name("table writer".into()).spawn(|| expecting_panics(|| writing.write()))?;
        let file = CopiedFile { parts: Some(sender), thread: Some(thread) };
        let others: Vec<_> = (0..words.len()).filter(|column| !words[*column]).collect();
        let schema = Arc::new(layout.schema.project(&others).map_err(io::Error::other)?);
        Ok((file, PartEncoder { words, schema, properties: self::properties(layout).build() }))
    }

    /// Writes the next part. An error may belong to a part before it.
    pub fn append(&mut self, part: Part) -> io::Result<()> {
        self.send(Some(part))
    }

    /// Writes the end of the file.
    pub fn finish(mut self) -> io::Result<W> {
        self.send(None)?;
        self.join()
    }

    fn send(&mut self, part: Option<Part>) -> io::Result<()> {
        match self.parts.as_ref().map(|parts| parts.send(part)) {
            Some(Ok(())) => Ok(()),
            // It has failed.
            _ => self.join().and_then(|_| Err(ended())),
        }
    }

    fn join(&mut self) -> io::Result<W> {
        self.parts = None;
        let end = self.thread.take().map(JoinHandle::join);
        end.and_then(Result::ok).unwrap_or_else(|| Err(ended()))
    }
}

impl<W> Drop for CopiedFile<W> {
    /// Nothing is written afterwards.
    fn drop(&mut self) {
        self.parts = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn ended() -> io::Error {
    io::Error::other("the thread that writes the table has ended")
}

impl<W: Target> Writing<W> {
    fn write(mut self) -> io::Result<W> {
        while let Some(first) = self.parts.recv().map_err(|_| ended())? {
            let source = self.copying.next_group()?;
            let written = self.write_group(&source, first);
            source.file.check_unchanged()?;
            written
                .map_err(|e| self.writer.inner_mut().take_error().unwrap_or_else(|| source.file.failed(e)))?;
        }
        let end = self.writer.finish();
        end.map_err(|e| self.writer.inner_mut().take_error().unwrap_or_else(|| io::Error::other(e)))?;
        self.writer.inner_mut().finish()
    }

    /// Writes the row group that begins with a part.
    fn write_group(&mut self, source: &CopiedGroup, first: Part) -> ParquetResult<()> {
        let mut group = self.writer.next_row_group()?;
        let mut parts = vec![first];
        for column in &self.columns {
            match *column {
                Origin::Copied(column) => source.file.copy((source.number, column), &mut group)?,
                Origin::Encoded(column) => {
                    receive_group(&mut parts, &self.parts)?;
                    match &self.words[column] {
                        Some(encoder) => append_words(&mut group, &parts, column, encoder)?,
                        None => append_parts(&mut group, &parts, column)?,
                    }
                }
            }
        }
        receive_group(&mut parts, &self.parts)?;
        if parts.iter().map(|part| part.rows).sum::<u64>() != source.rows {
            let what = "the answers do not have the rows of the row group";
            return Err(ParquetError::General(what.into()));
        }
        group.close().map(drop)
    }
}

/// Waits for the parts of a row group that are missing.
fn receive_group(parts: &mut Vec<Part>, from: &Receiver<Option<Part>>) -> ParquetResult<()> {
    while !parts.last().is_some_and(|part| part.ends_group) {
        let next = from.recv().map_err(|_| ParquetError::External(ended().into()))?;
        let what = "rows of the last row group have no answers";
        parts.push(next.ok_or_else(|| ParquetError::General(what.into()))?);
    }
    Ok(())
}

impl PartEncoder {
    pub fn encode(&self, batch: &RecordBatch, ends_group: bool) -> ParquetResult<Part> {
        let mut pages = self.pages(batch)?.into_iter();
        let column = |(values, is_word): (&ArrayRef, &bool)| {
            if *is_word {
                Some(PartColumn::Words(values.clone()))
            } else {
                pages.next().map(PartColumn::Pages)
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
        let (mut writer, _) = writer.into_serialized_writer()?;
        writer.flush()?;
        let [group] = writer.flushed_row_groups() else {
            return Err(ParquetError::General("a block is not one row group".into()));
        };
        let group = group.clone();
        let file = Arc::new(Bytes::from(std::mem::take(writer.inner_mut())));
        let mut compressor = compressor()?;
        group.columns().iter().map(|column| compressed(&file, column, &mut compressor)).collect()
    }
}

/// Where each column of the output comes from: the columns of the inputs in their order, some of them replaced, and the columns that are
/// appended.
fn origins(layout: &Layout, copying: &Copying) -> Vec<Origin> {
    let mut encoded = (0..).map(Origin::Encoded);
    let mut next = || encoded.next().unwrap_or(Origin::Encoded(0));
    let mut origins = Vec::new();
    for column in 0..copying.columns.fields.len() {
        let in_text = copying.kept.iter().position(|kept| *kept == column);
        let is_replaced = in_text.is_some_and(|text| layout.columns[text].text.is_none());
        origins.push(if is_replaced { next() } else { Origin::Copied(column) });
    }
    let appended = layout.columns.iter().skip(copying.kept.len()).filter(|column| column.text.is_none());
    origins.extend(appended.map(|_| next()));
    origins
}

/// The schema of the output, for Arrow and for Parquet.
fn schemas(
    origins: &[Origin],
    copied: &CopiedColumns,
    written: &(SchemaRef, Vec<TypePtr>),
) -> ParquetResult<(Schema, TypePtr)> {
    let pick = |origin: &Origin| -> (Arc<Field>, TypePtr) {
        match *origin {
            Origin::Copied(column) => (copied.schema.fields()[column].clone(), copied.fields[column].clone()),
            Origin::Encoded(column) => (written.0.fields()[column].clone(), written.1[column].clone()),
        }
    };
    let (fields, types): (Vec<_>, Vec<_>) = origins.iter().map(pick).unzip();
    let root = Type::group_type_builder(&copied.root).with_fields(types).build()?;
    Ok((Schema::new(fields), Arc::new(root)))
}

/// The order of the rows of each row group, as far as the columns that it names are copied.
fn sorting(all: &SchemaDescriptor, origins: &[Origin], copied: &CopiedColumns) -> Option<Vec<SortingColumn>> {
    let place = |(path, order): &(ColumnPath, SortingColumn)| {
        let leaf = all.columns().iter().position(|column| column.path() == path)?;
        let is_copied = matches!(origins[all.get_column_root_idx(leaf)], Origin::Copied(_));
        is_copied.then_some(SortingColumn { column_idx: leaf as i32, ..*order })
    };
    let sorting: Vec<_> = copied.sorting.iter().map_while(place).collect();
    (!sorting.is_empty()).then_some(sorting)
}

/// Pages have no dictionary, so that they can be written after others, and no index, which copied columns do not have.
/// The least and the greatest text are not sought. Pages are compressed afterwards.
fn properties(layout: &Layout) -> parquet::file::properties::WriterPropertiesBuilder {
    let mut properties = WriterProperties::builder()
        .set_dictionary_enabled(false)
        .set_statistics_enabled(EnabledStatistics::None)
        .set_offset_index_disabled(true);
    for field in layout.schema.fields().iter().filter(|field| field.data_type().is_numeric()) {
        let path = ColumnPath::new(vec![field.name().clone()]);
        properties = properties.set_column_statistics_enabled(path, EnabledStatistics::Chunk);
    }
    properties
}

/// Appends a column of the parts as one chunk.
fn append_parts<W: io::Write + Send>(
    group: &mut SerializedRowGroupWriter<'_, W>,
    parts: &[Part],
    column: usize,
) -> ParquetResult<()> {
    let chunks = || parts.iter().filter_map(|part| part.columns.get(column)?.pages());
    let rows = parts.iter().map(|part| part.rows as i64).sum();
    let Some(metadata) = joined(chunks().map(|chunk| &chunk.metadata)) else {
        return Err(ParquetError::General("a row group has no rows".into()));
    };
    let pages = PageParts(chunks().map(|chunk| chunk.bytes.clone()).collect());
    append(group, &pages, metadata?, rows)
}

/// The encoder of a column of words, with a dictionary and statistics.
fn word_encoder(field: &Arc<Field>) -> ParquetResult<(SchemaRef, ArrowRowGroupWriterFactory)> {
    let schema = Arc::new(Schema::new([field.clone()]));
    let properties = WriterProperties::builder()
        .set_compression(Compression::ZSTD(ZstdLevel::default()))
        .set_statistics_enabled(EnabledStatistics::Chunk)
        .set_offset_index_disabled(true);
    let writer = ArrowWriter::try_new(Vec::new(), schema.clone(), Some(properties.build()))?;
    Ok((schema, writer.into_serialized_writer()?.1))
}

/// Appends a column of words as one chunk.
fn append_words<W: io::Write + Send>(
    group: &mut SerializedRowGroupWriter<'_, W>,
    parts: &[Part],
    column: usize,
    (schema, encoder): &(SchemaRef, ArrowRowGroupWriterFactory),
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

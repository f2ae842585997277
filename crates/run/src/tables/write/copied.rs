//! A Parquet file whose columns are copied from the inputs, except those that hold answers.

use super::{
    chunks::{Chunk, append_pages, are_one_chunk, general},
    layout::Layout,
    pages::EncodedColumn,
    recorded::Recorded,
    target::Target,
};
use crate::tables::{CopiedColumns, UnitAnswers, copying::CopiedGroup, dialect::Column, expecting_panics};
use arrow_array::ArrayRef;
use arrow_schema::{Field, FieldRef, Schema, SchemaRef};
use parquet::{
    arrow::{
        ARROW_SCHEMA_META_KEY, ArrowSchemaConverter, ArrowWriter,
        arrow_writer::{ArrowColumnWriter, ArrowRowGroupWriterFactory, compute_leaves},
        encode_arrow_schema,
    },
    basic::{Compression, ZstdLevel},
    errors::{ParquetError, Result as ParquetResult},
    file::{
        metadata::{
            FileMetaData, KeyValue, ParquetMetaDataBuilder, ParquetMetaDataWriter, RowGroupMetaData,
            SortingColumn,
        },
        properties::{EnabledStatistics, WriterProperties, WriterPropertiesBuilder},
        writer::{SerializedFileWriter, SerializedRowGroupWriter},
    },
    schema::types::{ColumnDescPtr, ColumnPath, SchemaDescriptor, Type, TypePtr},
};
use quadrille_base::error::internal_error;
use quadrille_tasks::ColumnKind;
use std::{
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
    units: Option<SyncSender<Option<UnitAnswers>>>,
    thread: Option<JoinHandle<io::Result<W>>>,
}

/// The most units that wait while columns are copied.
const WAITING: usize = 16;

/// The data of the thread.
struct Writing<W: Target> {
    writer: SerializedFileWriter<Recorded<W>>,
    columns: Vec<Origin>,
    answers: Vec<AnswerField>,
    /// The encoders of the columns with answers for each row group.
    encoders: ArrowRowGroupWriterFactory,
    units: Receiver<Option<UnitAnswers>>,
    /// Whether the places of the pages of all chunks are known.
    has_places: bool,
}

/// A column that holds answers.
struct AnswerField {
    field: FieldRef,
    descr: ColumnDescPtr,
    /// Its number among the answers to a unit.
    number: usize,
}

/// Where a column comes from.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Origin {
    /// A column of the inputs.
    Copied(usize),
    /// A column of the answers.
    Encoded(usize),
}

impl<W: Target> CopiedFile<W> {
    /// Begins a file with these columns.
    pub fn new(target: W, all: &Layout, copied: &CopiedColumns) -> io::Result<CopiedFile<W>> {
        let layout = all.clone().without_carried().for_parquet()?;
        let answers = ArrowSchemaConverter::new().convert(&layout.schema).map_err(io::Error::other)?;
        let written = (layout.schema.clone(), answers.root_schema().get_fields().to_vec());
        let columns = origins(all, copied);
        let (schema, root) = schemas(&columns, copied, &written).map_err(io::Error::other)?;
        let key = KeyValue::new(ARROW_SCHEMA_META_KEY.to_owned(), encode_arrow_schema(&schema));
        let keys = copied.has_arrow_schema.then(|| vec![key]);
        let sorting = sorting(&SchemaDescriptor::new(root.clone()), &columns, copied);
        let properties = properties(&layout);
        let encoders =
            ArrowWriter::try_new(Vec::new(), layout.schema.clone(), Some(properties.clone().build()))
                .and_then(ArrowWriter::into_serialized_writer);
        let (_, encoders) = encoders.map_err(io::Error::other)?;
        let properties = properties.set_key_value_metadata(keys).set_sorting_columns(sorting).build();
        let writer = SerializedFileWriter::new(Recorded::new(target), root, Arc::new(properties));
        let writer = writer.map_err(io::Error::other)?;
        let answer = |((field, column), descr): ((&FieldRef, &Column), &ColumnDescPtr)| AnswerField {
            field: field.clone(),
            descr: descr.clone(),
            number: column.answer.unwrap_or_default(),
        };
        let answers =
            layout.schema.fields().iter().zip(&layout.columns).zip(answers.columns()).map(answer).collect();
        let (sender, units) = sync_channel(WAITING);
        let writing = Writing { writer, columns, answers, encoders, units, has_places: true };
        let thread =
            Builder::new().name("table writer".into()).spawn(|| expecting_panics(|| writing.write()))?;
        Ok(CopiedFile { units: Some(sender), thread: Some(thread) })
    }

    /// Writes the next unit. An error may belong to a unit before it.
    pub fn append(&mut self, unit: UnitAnswers) -> io::Result<()> {
        self.send(Some(unit))
    }

    /// Writes the end of the file.
    pub fn finish(mut self) -> io::Result<W> {
        self.send(None)?;
        self.join()
    }

    fn send(&mut self, unit: Option<UnitAnswers>) -> io::Result<()> {
        match self.units.as_ref().map(|units| units.send(unit)) {
            Some(Ok(())) => Ok(()),
            // It has failed.
            _ => self.join().and_then(|_| Err(ended())),
        }
    }

    fn join(&mut self) -> io::Result<W> {
        self.units = None;
        let end = self.thread.take().map(JoinHandle::join);
        end.and_then(Result::ok).unwrap_or_else(|| Err(ended()))
    }
}

impl<W> Drop for CopiedFile<W> {
    /// Nothing is written afterwards.
    fn drop(&mut self) {
        self.units = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn ended() -> io::Error {
    io::Error::other(internal_error("the thread that writes the table has ended"))
}

impl<W: Target> Writing<W> {
    fn write(mut self) -> io::Result<W> {
        while let Some(first) = self.units.recv().map_err(|_| ended())? {
            let source = first.group.clone();
            let written = self.write_group(&source, first);
            source.file.check_unchanged()?;
            written
                .map_err(|e| self.writer.inner_mut().take_error().unwrap_or_else(|| source.file.failed(e)))?;
        }
        let end = self.write_end();
        end.map_err(|e| self.writer.inner_mut().take_error().unwrap_or_else(|| io::Error::other(e)))?;
        self.writer.inner_mut().finish()
    }

    /// Writes the end of the file. Indexes of pages are left out if a chunk has none: the writer can only write them for all
    /// chunks.
    fn write_end(&mut self) -> ParquetResult<()> {
        if self.has_places {
            return self.writer.finish().map(drop);
        }
        let groups = self.writer.flushed_row_groups().to_vec();
        let properties = self.writer.properties();
        let file = FileMetaData::new(
            properties.writer_version().as_num(),
            groups.iter().map(RowGroupMetaData::num_rows).sum(),
            Some(properties.created_by().to_owned()),
            properties.key_value_metadata().cloned(),
            Arc::new(SchemaDescriptor::new(self.writer.schema_descr().root_schema_ptr())),
            None,
        );
        let metadata = ParquetMetaDataBuilder::new(file).set_row_groups(groups).build();
        let mut end = Vec::new();
        ParquetMetaDataWriter::new(&mut end, &metadata).finish()?;
        self.writer.write_all(&end)?;
        Ok(self.writer.flush()?)
    }

    /// Writes the row group that begins with a unit.
    fn write_group(&mut self, source: &CopiedGroup, first: UnitAnswers) -> ParquetResult<()> {
        // The number is of use to encryption only.
        let encoders = self.encoders.create_column_writers(0)?;
        let columns = self.answers.iter().zip(encoders).map(GroupColumn::new).collect();
        let mut answers = GroupAnswers { columns, rows: 0, has_ended: false };
        answers.write(first)?;
        let mut group = self.writer.next_row_group()?;
        for column in &self.columns {
            match *column {
                Origin::Copied(column) => {
                    self.has_places &= source.file.copy((source.number, column), &mut group)?;
                }
                Origin::Encoded(column) => {
                    answers.receive(&self.units)?;
                    answers.columns[column].append(&mut group)?;
                }
            }
        }
        answers.receive(&self.units)?;
        if answers.rows != source.rows {
            return Err(general("the answers and their row group have different numbers of rows"));
        }
        group.close().map(drop)
    }
}

/// The answers to a row group.
struct GroupAnswers<'s> {
    columns: Vec<GroupColumn<'s>>,
    rows: u64,
    has_ended: bool,
}

/// A column of the answers to a row group.
struct GroupColumn<'s> {
    column: &'s AnswerField,
    /// The pages of the units.
    chunks: Vec<Chunk>,
    /// The words of these pages.
    words: Vec<ArrayRef>,
    /// The encoder of arrays.
    encoder: Option<ArrowColumnWriter>,
}

impl<'s> GroupColumn<'s> {
    fn new((column, encoder): (&'s AnswerField, ArrowColumnWriter)) -> GroupColumn<'s> {
        GroupColumn { column, chunks: Vec::new(), words: Vec::new(), encoder: Some(encoder) }
    }

    /// Adds the values of a unit.
    fn write(&mut self, values: EncodedColumn) -> ParquetResult<()> {
        match values {
            EncodedColumn::Pages(chunk) => self.chunks.push(*chunk),
            EncodedColumn::Words(chunk, words) => {
                self.chunks.push(*chunk);
                self.words.extend(words);
            }
            EncodedColumn::Arrays(arrays) => self.encode(&arrays)?,
        }
        Ok(())
    }

    fn encode(&mut self, arrays: &[ArrayRef]) -> ParquetResult<()> {
        let encoder = self.encoder.as_mut().ok_or_else(|| general("a column of answers is written twice"))?;
        for leaf in arrays.iter().map(|array| compute_leaves(&self.column.field, array)) {
            leaf?.iter().try_for_each(|leaf| encoder.write(leaf))?;
        }
        Ok(())
    }

    fn append<W: io::Write + Send>(
        &mut self,
        group: &mut SerializedRowGroupWriter<'_, W>,
    ) -> ParquetResult<()> {
        let chunks = std::mem::take(&mut self.chunks);
        if !chunks.is_empty() && are_one_chunk(&chunks) {
            return append_pages(group, chunks, &self.column.descr);
        }
        let words = std::mem::take(&mut self.words);
        self.encode(&words)?;
        let encoder = self.encoder.take().ok_or_else(|| general("a column of answers is written twice"))?;
        encoder.close()?.append_to_row_group(group)
    }
}

impl GroupAnswers<'_> {
    fn write(&mut self, mut unit: UnitAnswers) -> ParquetResult<()> {
        for column in &mut self.columns {
            let values = unit.columns.get_mut(column.column.number).and_then(Option::take);
            column.write(values.ok_or_else(|| general("a column of answers is missing"))?)?;
        }
        (self.rows, self.has_ended) = (self.rows + unit.rows, unit.ends_group);
        Ok(())
    }

    /// Waits for the units that are missing.
    fn receive(&mut self, from: &Receiver<Option<UnitAnswers>>) -> ParquetResult<()> {
        while !self.has_ended {
            let next = from.recv().map_err(|_| ParquetError::External(ended().into()))?;
            self.write(next.ok_or_else(|| general("rows of the last row group have no answers"))?)?;
        }
        Ok(())
    }
}

/// How columns are encoded that are not encoded with their units: with dictionaries and statistics, except for boards, which would
/// all be looked up in vain.
fn properties(layout: &Layout) -> WriterPropertiesBuilder {
    let mut properties = WriterProperties::builder()
        .set_compression(Compression::ZSTD(ZstdLevel::default()))
        .set_statistics_enabled(EnabledStatistics::Chunk);
    for column in &layout.columns {
        if column.kind == Some(ColumnKind::Board) {
            let path = ColumnPath::new(vec![column.name.clone()]);
            properties = properties
                .set_column_dictionary_enabled(path.clone(), false)
                .set_column_statistics_enabled(path, EnabledStatistics::None);
        }
    }
    properties
}

/// Where each column of the output comes from: the columns of the inputs in their order, some of them replaced, and the columns that are
/// appended.
fn origins(layout: &Layout, copied: &CopiedColumns) -> Vec<Origin> {
    let mut encoded = (0..).map(Origin::Encoded);
    let mut next = || encoded.next().unwrap_or(Origin::Encoded(0));
    let count = copied.fields.len();
    let origin = |(number, column): (usize, &Column)| match column.text.or(column.carried) {
        Some(_) if number < count => Origin::Copied(number),
        _ => next(),
    };
    layout.columns.iter().enumerate().map(origin).collect()
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

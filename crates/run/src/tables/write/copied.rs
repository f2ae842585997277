//! A Parquet file whose columns are copied from the inputs, except those that hold answers.

use super::{
    layout::Layout,
    parts::{Part, PartEncoder, WordEncoder, append_parts, append_words, properties},
    recorded::Recorded,
    target::Target,
};
use crate::tables::{
    copying::{CopiedColumns, CopiedGroup, Copying},
    expecting_panics, internal_error,
};
use arrow_schema::{Field, Schema, SchemaRef};
use parquet::{
    arrow::{ARROW_SCHEMA_META_KEY, ArrowSchemaConverter, encode_arrow_schema},
    errors::{ParquetError, Result as ParquetResult},
    file::{
        metadata::{
            FileMetaData, KeyValue, ParquetMetaDataBuilder, ParquetMetaDataWriter, RowGroupMetaData,
            SortingColumn,
        },
        writer::SerializedFileWriter,
    },
    schema::types::{ColumnPath, SchemaDescriptor, Type, TypePtr},
};
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
    /// The encoder of each column of the parts that holds words.
    words: Vec<Option<WordEncoder>>,
    parts: Receiver<Option<Part>>,
    /// Whether the places of the pages of all chunks are known.
    has_places: bool,
}

/// Where a column comes from.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Origin {
    /// A column of the inputs.
    Copied(usize),
    /// A column of the parts.
    Encoded(usize),
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
        let encoder = PartEncoder::new(layout, words)?;
        let words = encoder.words(layout)?;
        let writing = Writing { writer, columns, copying: copying.clone(), words, parts, has_places: true };
        let thread =
            Builder::new().name("table writer".into()).spawn(|| expecting_panics(|| writing.write()))?;
        let file = CopiedFile { parts: Some(sender), thread: Some(thread) };
        Ok((file, encoder))
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
    io::Error::other(internal_error("the thread that writes the table has ended"))
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

    /// Writes the row group that begins with a part.
    fn write_group(&mut self, source: &CopiedGroup, first: Part) -> ParquetResult<()> {
        let mut group = self.writer.next_row_group()?;
        let mut parts = vec![first];
        for column in &self.columns {
            match *column {
                Origin::Copied(column) => {
                    self.has_places &= source.file.copy((source.number, column), &mut group)?;
                }
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
            let what = "the answers and their row group have different numbers of rows";
            return Err(ParquetError::General(internal_error(what)));
        }
        group.close().map(drop)
    }
}

/// Waits for the parts of a row group that are missing.
fn receive_group(parts: &mut Vec<Part>, from: &Receiver<Option<Part>>) -> ParquetResult<()> {
    while !parts.last().is_some_and(|part| part.ends_group) {
        let next = from.recv().map_err(|_| ParquetError::External(ended().into()))?;
        let what = "rows of the last row group have no answers";
        parts.push(next.ok_or_else(|| ParquetError::General(internal_error(what)))?);
    }
    Ok(())
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

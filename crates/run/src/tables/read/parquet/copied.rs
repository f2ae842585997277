//! Files whose columns are copied, and whose units are answered by workers.

use super::{ParquetPlan, pages, thrift::Skipper};
use crate::{
    positioned_file::PositionedFile,
    tables::{
        CopiedColumns,
        copying::{CopiedFile, CopiedSizes},
    },
};
use parquet::{
    arrow::{
        ARROW_SCHEMA_META_KEY,
        arrow_reader::{ArrowReaderMetadata, ArrowReaderOptions},
    },
    file::metadata::{ColumnChunkMetaData, PageIndexPolicy, ParquetMetaData, SortingColumn},
    schema::types::ColumnPath,
};
use std::sync::Arc;

impl ParquetPlan {
    /// The columns that an output would take; `None` if they cannot be copied.
    ///
    /// # Errors
    /// If pages of the first rows do not follow each other, or have other checksums.
    pub fn copied_columns(&self, file: &PositionedFile) -> Result<Option<CopiedColumns>, String> {
        let metadata = self.metadata.metadata();
        let about = metadata.file_metadata();
        let chunks = || metadata.row_groups().iter().flat_map(|group| group.columns());
        // A writer may keep columns in other files.
        let are_here = chunks().all(|chunk| chunk.file_path().is_none());
        if !are_here {
            return Ok(None);
        }
        self.check_first_pages(file)?;
        let keys = about.key_value_metadata().into_iter().flatten();
        let root = about.schema_descr().root_schema();
        let fields = root.get_fields().to_vec();
        let schema = self.metadata.schema().clone();
        Ok((fields.len() == schema.fields().len()).then(|| CopiedColumns {
            root: root.name().to_owned(),
            fields,
            schema,
            has_arrow_schema: keys.map(|pair| &*pair.key).any(|key| key == ARROW_SCHEMA_META_KEY),
            sorting: sorting(metadata),
        }))
    }

    /// # Errors
    /// If pages of the first rows do not follow each other, or have other checksums.
    pub(in crate::tables::read) fn check_first_pages(&self, file: &PositionedFile) -> Result<(), String> {
        let groups = self.metadata.metadata().row_groups().iter();
        let first = groups.clone().find(|group| group.num_rows() > 0);
        first.map_or(Ok(()), |group| pages::check_copied(group, file))
    }

    pub fn sizes(&self) -> CopiedSizes {
        let groups = self.metadata.metadata().row_groups().iter();
        let rows = groups.map(|group| group.num_rows().max(0) as u64).filter(|rows| *rows > 0);
        let is_nested = self.schema.check().is_err();
        let sizes = CopiedSizes { is_nested, ..CopiedSizes::default() };
        rows.fold(sizes, |sizes, rows| sizes.and(CopiedSizes { groups: 1, rows, is_nested }))
    }

    /// The index with the statistics and the indexes of pages, which nothing else needs. Indexes of pages that are damaged are
    /// left out.
    fn with_statistics(&self, file: &PositionedFile) -> Result<Arc<ParquetMetaData>, String> {
        let load = |pages| {
            let options = ArrowReaderOptions::new().with_encoding_stats_as_mask(false);
            ArrowReaderMetadata::load(file, options.with_page_index_policy(pages))
        };
        let chunks = self.metadata.metadata().row_groups().iter().flat_map(|group| group.columns());
        let are_whole = chunks.flat_map(page_indexes).all(|(offset, len)| {
            let bytes = u64::try_from(offset).ok().zip(u64::try_from(len).ok());
            let bytes = bytes.and_then(|(offset, len)| file.bytes(offset, len).ok());
            bytes.is_some_and(|bytes| Skipper::new(&bytes).skip_struct(0).is_some())
        });
        let loaded = if are_whole { load(PageIndexPolicy::Optional).ok() } else { None };
        let loaded = loaded.map_or_else(|| load(PageIndexPolicy::Skip), Ok);
        Ok(loaded.map_err(|e| super::damaged("", e))?.metadata().clone())
    }

    /// The file as one whose columns are copied.
    pub(in crate::tables::read) fn copied_file(
        &self,
        name: String,
        file: PositionedFile,
    ) -> Result<CopiedFile, String> {
        let metadata = self.with_statistics(&file)?;
        CopiedFile::new(name, file, metadata).map_err(|e| e.to_string())
    }
}

/// Where the indexes of the pages of a chunk are, and their lengths.
fn page_indexes(chunk: &ColumnChunkMetaData) -> impl Iterator<Item = (i64, i32)> {
    let values = chunk.column_index_offset().zip(chunk.column_index_length());
    let offsets = chunk.offset_index_offset().zip(chunk.offset_index_length());
    values.into_iter().chain(offsets)
}

/// The columns by which the rows of every row group are sorted.
fn sorting(metadata: &ParquetMetaData) -> Vec<(ColumnPath, SortingColumn)> {
    let groups = || metadata.row_groups().iter().map(|group| group.sorting_columns());
    let Some(Some(first)) = groups().next() else { return Vec::new() };
    if groups().any(|sorting| sorting != Some(first)) {
        return Vec::new();
    }
    let columns = metadata.file_metadata().schema_descr().columns();
    let path = |order: &SortingColumn| {
        let column = columns.get(usize::try_from(order.column_idx).ok()?)?;
        Some((column.path().clone(), order.clone()))
    };
    first.iter().map_while(path).collect()
}

//! Files whose columns are copied, and of which only some become text.

use super::{ParquetPlan, pages, thrift::Skipper};
use crate::tables::{
    CopiedColumns,
    copying::{CopiedFile, CopiedSizes},
    dialect::RowForm,
    read::{file::PositionedFile, groups::Groups},
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

/// The most rows that a worker decodes and answers at a time, if an answer takes no longer than usual.
const ANSWERED_ROWS: u64 = 1 << 15;

/// The units of a file of fewer rows, so that all workers have some. Each decodes a second time the page in which it begins.
const UNITS: u64 = 32;

/// The most rows of a unit of lists, and the units of a file of fewer: each decodes the lists before it in its row group, only to
/// count them.
const LIST_ROWS: u64 = 1 << 17;
const LIST_UNITS: u64 = 4;

/// The rows that a unit has at least, where answers take long too and in a large file, and how many times more units there are at
/// most: what every unit decodes in vain, a page and often a dictionary, takes some milliseconds.
const LEAST_ROWS: u64 = 64;
const LEAST_COSTLY_ROWS: u64 = 2048;
const MORE_UNITS: u64 = 2;
const MORE_LIST_UNITS: u64 = 4;

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
        let first = metadata.row_groups().iter().find(|group| group.num_rows() > 0);
        first.map_or(Ok(()), |group| pages::check_copied(group, file))?;
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

    pub fn sizes(&self) -> CopiedSizes {
        let groups = self.metadata.metadata().row_groups().iter();
        let rows = groups.map(|group| group.num_rows().max(0) as u64).filter(|rows| *rows > 0);
        let must_copy = self.schema.check().is_err();
        rows.fold(CopiedSizes { must_copy, ..CopiedSizes::default() }, |sizes, rows| CopiedSizes {
            groups: sizes.groups + 1,
            rows: sizes.rows.saturating_add(rows),
            ..sizes
        })
    }

    /// The most rows of a unit of answers that take `cost` times as long as usual. They do not depend on the threads.
    fn answered_rows(&self, columns: &[usize], cost: usize) -> u64 {
        let descr = self.metadata.metadata().file_metadata().schema_descr();
        let is_list = |leaf: usize| {
            descr.column(leaf).max_rep_level() > 0 && columns.contains(&descr.get_column_root_idx(leaf))
        };
        let cost = cost.max(1) as u64;
        let (units, most) = if (0..descr.num_columns()).any(is_list) {
            (LIST_UNITS * cost.min(MORE_LIST_UNITS), LIST_ROWS)
        } else {
            (UNITS * cost.min(MORE_UNITS), (ANSWERED_ROWS / cost).max(LEAST_COSTLY_ROWS))
        };
        (self.groups.rows() / units).clamp(LEAST_ROWS, most)
    }

    /// The same with some of the columns, in smaller units, because all columns are copied.
    pub fn copied(&self, columns: &[usize], cost: usize) -> ParquetPlan {
        let most = self.answered_rows(columns, cost);
        let plan = ParquetPlan { is_copied: true, ..self.of_columns(columns, RowForm::default()) };
        let groups = self.metadata.metadata().row_groups().iter();
        let sizes = groups.map(|group| super::unit_rows(group, plan.decoded_bytes(group), most));
        match Groups::new(sizes) {
            Some(groups) => ParquetPlan { groups: Arc::new(groups), ..plan },
            None => plan,
        }
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
    pub fn copied_file(&self, name: String, file: PositionedFile) -> Result<CopiedFile, String> {
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

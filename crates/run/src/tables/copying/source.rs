//! The files whose columns are copied.

use crate::{positioned_file::PositionedFile, tables::read::check_copied};
use parquet::{
    column::writer::ColumnCloseResult,
    errors::{ParquetError, Result as ParquetResult},
    file::{
        metadata::{ColumnChunkMetaData, ParquetMetaData},
        page_index::{column_index::ColumnIndexMetaData, offset_index::OffsetIndexMetaData},
        writer::SerializedRowGroupWriter,
    },
};
use std::{io::Write, sync::Arc, time::SystemTime};

/// A file that is being read, and whose columns are copied.
pub(crate) struct CopiedFile {
    name: String,
    file: PositionedFile,
    /// The size and the time of the last write when it was opened.
    version: (u64, Option<SystemTime>),
    /// The index with its statistics.
    metadata: Arc<ParquetMetaData>,
}

impl CopiedFile {
    pub fn new(
        name: String,
        file: PositionedFile,
        metadata: Arc<ParquetMetaData>,
    ) -> std::io::Result<CopiedFile> {
        let version = file.version()?;
        Ok(CopiedFile { name, file, version, metadata })
    }

    /// Copies the chunks of a column of a row group. The result tells whether the places of all their pages are known.
    pub fn copy<W: Write + Send>(
        &self,
        (number, column): (usize, usize),
        writer: &mut SerializedRowGroupWriter<'_, W>,
    ) -> ParquetResult<bool> {
        let mut has_places = true;
        let descr = self.metadata.file_metadata().schema_descr();
        let group = self.metadata.row_group(number);
        for leaf in (0..descr.num_columns()).filter(|leaf| descr.get_column_root_idx(*leaf) == column) {
            let chunk = self.with_trusted_statistics(group.column(leaf))?;
            let indexes = self.page_indexes((number, leaf), group.num_rows());
            has_places &= indexes.offsets.is_some();
            append(writer, &self.file, (chunk, indexes), group.num_rows())?;
        }
        Ok(has_places)
    }

    /// The index entry of a chunk, without statistics whose order of values is not known: they would be taken for
    /// statistics of a newer writer.
    fn with_trusted_statistics(&self, chunk: &ColumnChunkMetaData) -> ParquetResult<ColumnChunkMetaData> {
        let is_known = self.metadata.file_metadata().column_orders().is_some();
        match chunk.statistics() {
            Some(statistics) if !is_known || statistics.is_min_max_deprecated() => {
                chunk.clone().into_builder().clear_statistics().build()
            }
            _ => Ok(chunk.clone()),
        }
    }

    /// The indexes of the pages of a chunk, if the file has any. They are left out if they do not fit the chunk; so are the
    /// least and greatest values of pages whose order is not known.
    fn page_indexes(&self, (group, leaf): (usize, usize), rows: i64) -> PageIndexes {
        let offsets = self.metadata.offset_index().and_then(|all| all.get(group)?.get(leaf));
        let chunk = self.metadata.row_group(group).column(leaf);
        let Some(offsets) = offsets.filter(|offsets| fits(offsets, chunk, rows)) else {
            return PageIndexes::default();
        };
        let is_known = self.metadata.file_metadata().column_orders().is_some();
        let values = self.metadata.column_index().and_then(|all| all.get(group)?.get(leaf));
        let values = values.filter(|values| {
            is_known
                && !matches!(values, ColumnIndexMetaData::NONE)
                && values.num_pages() == offsets.page_locations().len() as u64
        });
        PageIndexes { values: values.cloned(), offsets: Some(offsets.clone()) }
    }

    /// # Errors
    /// If the pages of a row group do not follow each other, or have other checksums.
    pub fn check_pages(&self, group: usize) -> Result<(), String> {
        check_copied(self.metadata.row_group(group), &self.file)
    }

    /// # Errors
    /// If the file has been written to since it was opened.
    pub fn check_unchanged(&self) -> std::io::Result<()> {
        if self.file.version()? == self.version {
            return Ok(());
        }
        let what = format!("{} changed while it was read", self.name);
        Err(std::io::Error::new(std::io::ErrorKind::InvalidData, what))
    }

    /// The error of a copy, with the name of the file.
    pub fn failed(&self, error: ParquetError) -> std::io::Error {
        std::io::Error::other(format!("cannot copy a column of {}: {error}", self.name))
    }
}

/// The indexes of the pages of a chunk.
#[derive(Default)]
struct PageIndexes {
    /// The least and the greatest value of each.
    values: Option<ColumnIndexMetaData>,
    /// Where each is.
    offsets: Option<OffsetIndexMetaData>,
}

/// Whether pages follow each other to the end of a chunk, with ascending rows.
fn fits(offsets: &OffsetIndexMetaData, chunk: &ColumnChunkMetaData, rows: i64) -> bool {
    let (start, len) = chunk.byte_range();
    let (mut at, mut row) = (chunk.data_page_offset(), 0);
    for (number, page) in offsets.page_locations().iter().enumerate() {
        let is_next = page.offset == at
            && page.compressed_page_size > 0
            && (row..rows).contains(&page.first_row_index)
            && (number > 0 || page.first_row_index == 0);
        if !is_next {
            return false;
        }
        (at, row) = (at.saturating_add(page.compressed_page_size.into()), page.first_row_index);
    }
    u64::try_from(at) == Ok(start + len)
}

/// Appends a chunk, which is where its index says in a file. Bloom filters are left out: they are elsewhere in the file.
fn append<W: Write + Send>(
    writer: &mut SerializedRowGroupWriter<'_, W>,
    file: &PositionedFile,
    (metadata, indexes): (ColumnChunkMetaData, PageIndexes),
    rows: i64,
) -> ParquetResult<()> {
    let close = ColumnCloseResult {
        bytes_written: u64::try_from(metadata.compressed_size()).unwrap_or(0),
        rows_written: u64::try_from(rows).unwrap_or(0),
        metadata,
        bloom_filter: None,
        column_index: indexes.values,
        offset_index: indexes.offsets,
    };
    writer.append_column(file, close)
}

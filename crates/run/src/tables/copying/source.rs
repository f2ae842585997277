//! The files whose columns are copied.

use crate::tables::read::PositionedFile;
use parquet::{
    column::writer::ColumnCloseResult,
    errors::{ParquetError, Result as ParquetResult},
    file::{
        metadata::{ColumnChunkMetaData, ParquetMetaData},
        reader::ChunkReader,
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

    /// Copies the chunks of a column of a row group.
    pub fn copy<W: Write + Send>(
        &self,
        (group, column): (usize, usize),
        writer: &mut SerializedRowGroupWriter<'_, W>,
    ) -> ParquetResult<()> {
        let descr = self.metadata.file_metadata().schema_descr();
        let group = self.metadata.row_group(group);
        for leaf in (0..descr.num_columns()).filter(|leaf| descr.get_column_root_idx(*leaf) == column) {
            append(writer, &self.file, self.with_trusted_statistics(group.column(leaf))?, group.num_rows())?;
        }
        Ok(())
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

/// Appends a chunk, which is where its index says in a file. Indexes of its pages and Bloom filters are left out: they are
/// elsewhere in the file.
pub(crate) fn append<W: Write + Send>(
    writer: &mut SerializedRowGroupWriter<'_, W>,
    file: &impl ChunkReader,
    metadata: ColumnChunkMetaData,
    rows: i64,
) -> ParquetResult<()> {
    let close = ColumnCloseResult {
        bytes_written: u64::try_from(metadata.compressed_size()).unwrap_or(0),
        rows_written: u64::try_from(rows).unwrap_or(0),
        metadata,
        bloom_filter: None,
        column_index: None,
        offset_index: None,
    };
    writer.append_column(file, close)
}

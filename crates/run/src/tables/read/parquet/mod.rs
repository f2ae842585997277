//! Parquet files.

mod copied;
mod pages;
mod thrift;
mod types;

pub(in crate::tables) use pages::check_copied;

use super::{
    Batches, Plan, check_alone, damaged,
    groups::{Groups, Unit, ranges, rows_of_bytes},
    guarded,
};
use crate::{
    positioned_file::{FileFrom, PositionedFile},
    tables::TableSchema,
};
use arrow_array::RecordBatch;
use bytes::Bytes;
use parquet::{
    arrow::{
        ProjectionMask,
        arrow_reader::{
            ArrowReaderMetadata, ArrowReaderOptions, ParquetRecordBatchReader,
            ParquetRecordBatchReaderBuilder, RowSelection,
        },
    },
    basic::Compression,
    errors::Result as ParquetResult,
    file::{
        metadata::{ColumnChunkMetaData, ParquetMetaData, ParquetStatisticsPolicy, RowGroupMetaData},
        reader::{ChunkReader, Length},
    },
};
use std::{
    io::{self, BufReader},
    sync::Arc,
};

/// The most rows of a unit. A larger row group is divided evenly. Each unit but the first decodes a second time the pages in
/// which it begins, and the dictionaries.
const UNIT_ROWS: u64 = 1 << 17;

/// The most bytes of a unit, from what the index says about the row group.
const UNIT_BYTES: u64 = 32 << 20;

/// Rows that are decoded at a time.
const BATCH_ROWS: usize = 2048;

/// The bytes that a column of a batch should not exceed.
const BATCH_BYTES: usize = 16 << 20;

/// The first and the last bytes of a file.
const MAGIC: &[u8] = b"PAR1";

type Builder = ParquetRecordBatchReaderBuilder<PositionedFile>;

/// The contents of the index of a file.
pub(in crate::tables) struct ParquetPlan {
    schema: Arc<TableSchema>,
    metadata: ArrowReaderMetadata,
    groups: Arc<Groups>,
    /// The columns that are decoded, in the order of the schema.
    mask: ProjectionMask,
}

impl ParquetPlan {
    pub fn new(file: &PositionedFile) -> Result<ParquetPlan, String> {
        let index = thrift::check_footer(file)?;
        let options = ArrowReaderOptions::new()
            .with_column_stats_policy(ParquetStatisticsPolicy::SkipAll)
            .with_size_stats_policy(ParquetStatisticsPolicy::SkipAll);
        let metadata = ArrowReaderMetadata::load(file, options.clone());
        let metadata = metadata.and_then(|metadata| types::with_types(metadata, options));
        let metadata = metadata.map_err(|e| damaged("", e))?;
        let schema = Arc::new(TableSchema::new(metadata.schema()));
        check_chunks(metadata.metadata(), file.len())?;
        check_alone(file, (data_end(metadata.metadata()), index), MAGIC)?;
        let mask = ProjectionMask::all();
        let groups = units(metadata.metadata(), &mask).ok_or_else(|| damaged("", "too many rows"))?;
        Ok(ParquetPlan { schema, metadata, groups: Arc::new(groups), mask })
    }
}

impl Plan for ParquetPlan {
    fn schema(&self) -> &Arc<TableSchema> {
        &self.schema
    }

    fn groups(&self) -> &Groups {
        &self.groups
    }

    fn parquet(&self) -> Option<&ParquetPlan> {
        Some(self)
    }

    fn with_columns(&self, columns: &[usize]) -> Arc<dyn Plan> {
        let descr = self.metadata.metadata().file_metadata().schema_descr();
        let mask = ProjectionMask::roots(descr, columns.iter().copied());
        Arc::new(ParquetPlan {
            schema: Arc::new(TableSchema::of(self.metadata.schema(), columns)),
            metadata: self.metadata.clone(),
            groups: units(self.metadata.metadata(), &mask).map_or(self.groups.clone(), Arc::new),
            mask,
        })
    }

    fn bytes(&self) -> u64 {
        let groups = self.metadata.metadata().row_groups().iter();
        groups.map(|group| group.total_byte_size().max(0) as u64).fold(0, u64::saturating_add)
    }

    fn rows_within(&self, bytes: u64) -> u64 {
        let within = |group: &RowGroupMetaData| {
            let of_group = (group.num_rows().max(0) as u64, group.total_byte_size().max(0) as u64);
            rows_of_bytes(of_group, bytes).min(self.batch_rows(group) as u64)
        };
        let groups = self.metadata.metadata().row_groups().iter();
        groups.filter(|group| group.num_rows() > 0).map(within).min().unwrap_or(u64::MAX)
    }

    fn take(
        &self,
        number: usize,
        rows: &[u64],
        file: &PositionedFile,
        each: &mut dyn FnMut(RecordBatch) -> Result<bool, String>,
    ) -> Result<(), String> {
        let group = self.metadata.metadata().row_group(number);
        let place = || format!(" in row group {}", number + 1);
        pages::check(group, &self.mask, file).map_err(|e| format!("{e},{}", place()))?;
        let selection = RowSelection::from_consecutive_ranges(ranges(rows), group.num_rows().max(0) as usize);
        let reader = self.reader(number, file, |builder| builder.with_row_selection(selection));
        for batch in reader.map_err(|e| damaged(&place(), e))? {
            if !each(batch.map_err(|e| damaged(&place(), e))?)? {
                break;
            }
        }
        Ok(())
    }

    fn batches(&self, unit: Unit, file: &PositionedFile) -> Result<Batches, String> {
        let Unit { group, start, rows, .. } = unit;
        let place = unit.place("row group");
        let about = self.metadata.metadata().row_group(group);
        pages::check(about, &self.mask, file).map_err(|e| format!("{e},{place}"))?;
        let reader =
            self.reader(group, file, |builder| builder.with_offset(start as usize).with_limit(rows as usize));
        let reader = reader.map_err(|e| damaged(&place, e))?;
        Ok(Box::new(UnitBatches { reader, place, left: rows }))
    }
}

/// The rows of a unit in batches of a bounded size.
struct UnitBatches {
    reader: ParquetRecordBatchReader,
    /// Where the rows are, in words.
    place: String,
    /// The rows that have not been decoded.
    left: u64,
}

impl Iterator for UnitBatches {
    type Item = Result<RecordBatch, String>;

    fn next(&mut self) -> Option<Result<RecordBatch, String>> {
        let UnitBatches { reader, place, left } = self;
        let next = guarded(|| reader.next().transpose().map_err(|e| damaged(place, e)));
        match next {
            Ok(Some(ref batch)) => *left = left.saturating_sub(batch.num_rows() as u64),
            Ok(None) if *left > 0 => {
                *left = 0;
                return Some(Err(damaged(place, "rows are missing")));
            }
            _ => {}
        }
        next.transpose()
    }
}

impl ParquetPlan {
    /// Decodes some rows of a row group.
    fn reader(
        &self,
        group: usize,
        file: &PositionedFile,
        rows: impl FnOnce(Builder) -> Builder,
    ) -> ParquetResult<ParquetRecordBatchReader> {
        let builder = Builder::new_with_metadata(file.clone(), self.metadata.clone())
            .with_row_groups(vec![group])
            .with_projection(self.mask.clone())
            .with_batch_size(self.batch_rows(self.metadata.metadata().row_group(group)));
        rows(builder).build()
    }

    /// Rows that are decoded at a time: no more than there are, because a batch has room for all of them. A value that is in a dictionary takes its bytes once in the file and in every row of a
    /// batch, so the longest that there can be says how many.
    fn batch_rows(&self, group: &RowGroupMetaData) -> usize {
        let repeated = decoded(group, &self.mask).filter(|chunk| chunk.dictionary_page_offset().is_some());
        let longest = repeated.map(|chunk| chunk.uncompressed_size().max(0) as usize).max().unwrap_or(0);
        let most = (group.num_rows().max(1) as usize).min(BATCH_ROWS);
        (BATCH_BYTES / longest.max(1)).clamp(256, BATCH_ROWS).min(most)
    }
}

/// The chunks of a row group that are decoded.
fn decoded<'g>(
    group: &'g RowGroupMetaData,
    mask: &ProjectionMask,
) -> impl Iterator<Item = &'g ColumnChunkMetaData> {
    let chunks = group.columns().iter().enumerate();
    chunks.filter(|(number, _)| mask.leaf_included(*number)).map(|(_, chunk)| chunk)
}

/// The row groups, divided into units; `None` if there are too many rows.
fn units(metadata: &ParquetMetaData, mask: &ProjectionMask) -> Option<Groups> {
    Groups::new(metadata.row_groups().iter().map(|group| {
        let bytes = decoded(group, mask).map(|chunk| chunk.uncompressed_size().max(0) as u64);
        let bytes = bytes.fold(0, u64::saturating_add);
        let rows = group.num_rows().max(0) as u64;
        let fit = (u128::from(rows) * u128::from(UNIT_BYTES) / u128::from(bytes.max(1))) as u64;
        let most = fit.clamp(64, UNIT_ROWS);
        (rows, rows.div_ceil(rows.div_ceil(most).max(1)))
    }))
}

/// Where the data before the index ends: pages, their indexes and Bloom filters.
fn data_end(metadata: &ParquetMetaData) -> u64 {
    let end = |offset: Option<i64>, len: Option<i32>| Some(offset?.saturating_add(i64::from(len?)));
    let ends = metadata.row_groups().iter().flat_map(|group| group.columns()).flat_map(|column| {
        let start = column.dictionary_page_offset().unwrap_or(column.data_page_offset());
        [
            Some(start.saturating_add(column.compressed_size())),
            end(column.column_index_offset(), column.column_index_length()),
            end(column.offset_index_offset(), column.offset_index_length()),
            end(column.bloom_filter_offset(), column.bloom_filter_length()),
        ]
    });
    ends.flatten().fold(MAGIC.len() as u64, |last, end| last.max(end.max(0) as u64))
}

/// Whether the file has all rows and all chunks of columns, in a compression that is read.
fn check_chunks(metadata: &ParquetMetaData, len: u64) -> Result<(), String> {
    for (number, group) in metadata.row_groups().iter().enumerate() {
        if group.num_rows() < 0 {
            return Err(damaged("", format!("row group {} has a negative number of rows", number + 1)));
        }
        for column in group.columns() {
            check_compression(column)?;
            let start = column.dictionary_page_offset().unwrap_or(column.data_page_offset());
            let end = start.checked_add(column.compressed_size());
            let is_within =
                start >= 0 && column.compressed_size() >= 0 && end.is_some_and(|end| end as u64 <= len);
            if !is_within {
                return Err(damaged("", format!("row group {} is not within the file", number + 1)));
            }
        }
    }
    let rows = metadata.row_groups().iter().map(|group| i128::from(group.num_rows())).sum::<i128>();
    let counted = metadata.file_metadata().num_rows();
    if rows != i128::from(counted) {
        let what = format!("its index counts {counted} rows, and its row groups have {rows}");
        return Err(damaged("", what));
    }
    Ok(())
}

/// Whether this build reads the compression of a column.
fn check_compression(column: &ColumnChunkMetaData) -> Result<(), String> {
    let (codec, remedy) = match column.compression() {
        Compression::LZO => ("LZO, which cannot be read", "write it with zstd"),
        Compression::BROTLI(_) if !cfg!(feature = "brotli") => {
            let remedy = "write it with zstd, or use a build with the feature `brotli`";
            ("Brotli, which this build does not read", remedy)
        }
        _ => return Ok(()),
    };
    Err(format!("column {:?} is compressed with {codec}: {remedy}", column.column_path().string()))
}

impl Length for PositionedFile {
    fn len(&self) -> u64 {
        self.len()
    }
}

impl ChunkReader for PositionedFile {
    type T = BufReader<FileFrom>;

    fn get_read(&self, start: u64) -> ParquetResult<BufReader<FileFrom>> {
        Ok(BufReader::new(self.from(start)))
    }

    fn get_bytes(&self, start: u64, length: usize) -> ParquetResult<Bytes> {
        let bytes = self.bytes(start, length as u64);
        Ok(bytes.map_err(|e: io::Error| parquet::errors::ParquetError::General(e.to_string()))?.into())
    }
}

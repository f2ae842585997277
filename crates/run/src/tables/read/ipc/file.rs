//! Files of Arrow IPC, which have an index at their end.

use super::{
    super::{
        Batches, Plan, damaged,
        groups::{Groups, Unit, rows_of_bytes},
    },
    Decoder, UNIT_ROWS,
    check::message,
    check_values, read_schema,
};
use crate::{positioned_file::PositionedFile, tables::TableSchema};
use arrow_array::RecordBatch;
use arrow_buffer::Buffer;
use arrow_ipc::{Block, root_as_footer};
use std::sync::{Arc, Mutex, PoisonError};

/// The last bytes of a file, after the length of its index.
const MAGIC: &[u8] = b"ARROW1";

/// The message with the columns begins before, after the first [`MAGIC`] and zeros.
const MOST_PADDING: u64 = 128;

/// The contents of the index of a file.
pub(in crate::tables::read) struct ArrowPlan {
    schema: Arc<TableSchema>,
    index: Arc<Index>,
    groups: Arc<Groups>,
    /// The columns that are decoded, if not all are.
    columns: Option<Vec<usize>>,
    /// The batch that was decoded last, if more of it may be wanted.
    last: Mutex<Option<LastBatch>>,
}

struct LastBatch {
    number: usize,
    batch: RecordBatch,
    /// How many of its rows have not been handed out in parts.
    left: u64,
}

struct Index {
    decoder: Decoder,
    blocks: Vec<Block>,
}

impl ArrowPlan {
    pub fn new(file: &PositionedFile) -> Result<ArrowPlan, String> {
        let (index, start) = read_index(file)?;
        let footer = root_as_footer(&index).map_err(|e| damaged("", e))?;
        let dictionaries = footer.dictionaries().into_iter().flatten();
        let all: Vec<_> = dictionaries.chain(footer.recordBatches().into_iter().flatten()).collect();
        check_alone(file, &all, start)?;
        let schema = read_schema(footer.schema().ok_or_else(|| damaged("", "it has no columns"))?)?;
        check_values(&schema)?;
        let schema_of_text = Arc::new(TableSchema::new(&schema));
        let mut decoder = Decoder::new(schema);
        for block in footer.dictionaries().iter().flatten() {
            let (metadata, body) = read_block(file, block)?;
            if decoder.decode(&metadata, &body, None).map_err(|e| damaged("", e))?.is_some() {
                return Err(damaged("", "a dictionary is missing"));
            }
        }
        let blocks: Vec<Block> = footer.recordBatches().iter().flatten().copied().collect();
        let sizes: Result<Vec<u64>, String> = blocks.iter().map(|block| rows_of(file, block)).collect();
        // A batch is decoded as a whole: only its rows are taken in parts.
        let groups = Groups::new(sizes?.into_iter().map(|rows| (rows, UNIT_ROWS)));
        let groups = groups.ok_or_else(|| damaged("", "too many rows"))?;
        let (index, groups) = (Arc::new(Index { decoder, blocks }), Arc::new(groups));
        Ok(ArrowPlan { schema: schema_of_text, index, groups, columns: None, last: Mutex::new(None) })
    }

    /// The batch of a unit. Decoders that want parts of the same batch wait for the one that decodes it. A batch may take most of the
    /// memory, so it is not kept after its last part. One that is a single unit is not kept at all: it is decoded again if more of its
    /// rows are wanted.
    fn batch(&self, unit: Unit, file: &PositionedFile) -> Result<RecordBatch, String> {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let rows = self.groups.rows_of(unit.group);
        // Frees the one before first.
        let mut found = match last.take().filter(|last| last.number == unit.group) {
            Some(found) => found,
            None => {
                let (metadata, body) = read_block(file, &self.index.blocks[unit.group])?;
                let batch = self.index.decoder.batch(&metadata, &body, self.columns.as_deref())?;
                LastBatch { number: unit.group, batch, left: rows }
            }
        };
        let batch = found.batch.clone();
        let is_wanted = if unit.rows < rows {
            found.left = found.left.saturating_sub(unit.rows);
            found.left > 0
        } else {
            rows > UNIT_ROWS
        };
        *last = is_wanted.then_some(found);
        Ok(batch)
    }
}

impl Plan for ArrowPlan {
    fn schema(&self) -> &Arc<TableSchema> {
        &self.schema
    }

    fn groups(&self) -> &Groups {
        &self.groups
    }

    fn with_columns(&self, columns: &[usize]) -> Arc<dyn Plan> {
        let schema = Arc::new(TableSchema::of(self.index.decoder.schema(), columns));
        let (index, groups, columns) = (self.index.clone(), self.groups.clone(), Some(columns.to_vec()));
        Arc::new(ArrowPlan { schema, index, groups, columns, last: Mutex::new(None) })
    }

    fn bytes(&self) -> u64 {
        let lengths = self.index.blocks.iter().map(|block| block.bodyLength().max(0) as u64);
        lengths.fold(0, u64::saturating_add)
    }

    fn rows_within(&self, bytes: u64) -> u64 {
        let rows = (0..self.index.blocks.len()).map(|number| self.groups.rows_of(number));
        let sizes = rows.zip(self.index.blocks.iter().map(|block| block.bodyLength().max(0) as u64));
        let within = sizes.filter(|(rows, _)| *rows > 0).map(|of_block| rows_of_bytes(of_block, bytes));
        within.min().unwrap_or(u64::MAX)
    }

    fn batches(&self, unit: Unit, file: &PositionedFile) -> Result<Batches, String> {
        let place = unit.place("batch");
        let batch = self.batch(unit, file).map_err(|e| damaged(&place, e))?;
        let (start, rows) = (unit.start as usize, unit.rows as usize);
        if start + rows > batch.num_rows() {
            return Err(damaged(&place, "rows are missing"));
        }
        Ok(Box::new(std::iter::once(Ok(batch.slice(start, rows)))))
    }
}

/// The index of a file, and its offset.
fn read_index(file: &PositionedFile) -> Result<(Vec<u8>, u64), String> {
    const TAIL: u64 = 10;
    let tail = file.len().checked_sub(TAIL).ok_or_else(|| damaged("", "it ends too early"))?;
    let bytes = file.bytes(tail, TAIL).map_err(|e| e.to_string())?;
    if &bytes[4..] != MAGIC {
        return Err(damaged("", "it does not end as an Arrow file does"));
    }
    let len = u64::from(u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]));
    let start = tail.checked_sub(len).ok_or_else(|| damaged("", "its index is longer than the file"))?;
    Ok((file.bytes(start, len).map_err(|e| e.to_string())?, start))
}

/// # Errors
/// If a file begins in the middle of another. Before the index, writers mark the end of the messages with up to 8 bytes.
fn check_alone(file: &PositionedFile, blocks: &[&Block], index: u64) -> Result<(), String> {
    let ends = blocks.iter().map(|block| {
        let parts = [block.offset(), i64::from(block.metaDataLength()), block.bodyLength()];
        parts.into_iter().fold(0, |end: u64, part| end.saturating_add(part.max(0) as u64))
    });
    // Without batches, the columns are all there is.
    let of_columns = || {
        let head = file.bytes(0, file.len().min(MOST_PADDING)).ok()?;
        let start = MAGIC.len() + head[MAGIC.len()..].iter().position(|byte| *byte != 0)?;
        let len = head[start..].strip_prefix(&[0xFF; 4])?.first_chunk::<4>()?;
        Some(start as u64 + 8 + u64::from(u32::from_le_bytes(*len)))
    };
    let Some(end) = ends.max().or_else(of_columns) else { return Ok(()) };
    [0, 4, 8].into_iter().try_for_each(|mark| super::super::check_alone(file, (end + mark, index), MAGIC))
}

/// The bytes of a message: its metadata and its body.
fn read_block(file: &PositionedFile, block: &Block) -> Result<(Buffer, Buffer), String> {
    let fail = || damaged("", "a batch is not within the file");
    let offset = u64::try_from(block.offset()).map_err(|_| fail())?;
    let metadata = u64::try_from(block.metaDataLength()).map_err(|_| fail())?;
    let len = u64::try_from(block.bodyLength())
        .ok()
        .and_then(|body| body.checked_add(metadata))
        .ok_or_else(fail)?;
    let bytes = file.bytes(offset, len).map(Buffer::from_vec).map_err(|_| fail())?;
    let metadata = metadata as usize;
    Ok((bytes.slice_with_length(0, metadata), bytes.slice(metadata)))
}

/// The rows of a batch, by its metadata.
fn rows_of(file: &PositionedFile, block: &Block) -> Result<u64, String> {
    let fail = || damaged("", "a batch is not within the file");
    let offset = u64::try_from(block.offset()).map_err(|_| fail())?;
    let len = u64::try_from(block.metaDataLength()).map_err(|_| fail())?;
    let bytes = file.bytes(offset, len).map_err(|_| fail())?;
    let rows = message(&bytes)?.header_as_record_batch().map(|batch| batch.length());
    rows.and_then(|rows| u64::try_from(rows).ok()).ok_or_else(|| damaged("", "a batch is missing"))
}

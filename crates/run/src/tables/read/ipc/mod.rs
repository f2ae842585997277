//! Files and streams of Arrow IPC.

mod check;
mod decoder;
mod file;
mod stream;

use decoder::Decoder;
pub(super) use file::ArrowPlan;
pub(crate) use stream::StreamBatches;

use super::{damaged, groups::ranges};
use crate::tables::dialect::rows_at_a_time;
use arrow_array::{RecordBatch, UInt32Array};
use arrow_schema::{DataType, Schema};
use arrow_select::take::take_record_batch;

/// The most rows of a unit.
const UNIT_ROWS: u64 = 1 << 15;

/// # Errors
/// If nothing in the table takes space, so that its number of rows may be anything.
fn check_values(schema: &Schema) -> Result<(), String> {
    let is_empty = |data_type: &DataType| match data_type {
        DataType::FixedSizeList(_, len) | DataType::FixedSizeBinary(len) => *len <= 0,
        other => *other == DataType::Null,
    };
    if schema.fields().iter().all(|field| is_empty(field.data_type())) {
        return Err("it has no column with values".into());
    }
    Ok(())
}

/// The schema in a message or an index.
fn read_schema(schema: arrow_ipc::Schema<'_>) -> Result<Schema, String> {
    if !schema.endianness().equals_to_target_endianness() {
        return Err("it was written on a machine with another order of bytes, which cannot be read".into());
    }
    if schema.fields().is_none() {
        return Err(damaged("", "it has no columns"));
    }
    Ok(arrow_ipc::convert::fb_to_schema(schema))
}

/// Passes on rows of a batch, whose numbers are in ascending order, some at a time; until they are enough.
///
/// # Errors
/// The error of `each`.
pub(in crate::tables) fn take_of_batch(
    batch: &RecordBatch,
    rows: &[u64],
    each: &mut dyn FnMut(RecordBatch) -> Result<bool, String>,
) -> Result<(), String> {
    for rows in rows.chunks(rows_at_a_time(batch)) {
        let mut whole = ranges(rows);
        let part = match (whole.next(), whole.next()) {
            (Some(range), None) => batch.slice(range.start, range.len()),
            _ => {
                let rows = UInt32Array::from_iter_values(rows.iter().map(|row| *row as u32));
                take_record_batch(batch, &rows).map_err(|e| e.to_string())?
            }
        };
        if !each(part)? {
            break;
        }
    }
    Ok(())
}

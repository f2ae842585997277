//! What each function does with its rows.

mod canonical;
mod classes;
mod hint;
mod morph;
mod rate;
mod solve;

pub(super) use canonical::canonical;
pub(super) use classes::{classes, keys};
pub(super) use hint::hint;
pub(super) use morph::morph;
pub(super) use rate::rate;
pub(super) use solve::{check, count, solve};

use super::{Error, puzzles::Row, status::Status};
use arrow_array::{ArrayRef, RecordBatch, UInt64Array};
use arrow_buffer::NullBuffer;
use arrow_schema::{Field, Schema};
use quadrille_core::grid::Shape;
use std::sync::Arc;

/// A batch of these columns.
fn batch(columns: Vec<(&str, ArrayRef)>) -> Result<RecordBatch, Error> {
    let field = |(name, array): &(&str, ArrayRef)| Field::new(*name, array.data_type().clone(), true);
    let schema = Schema::new(columns.iter().map(field).collect::<Vec<_>>());
    let arrays = columns.into_iter().map(|(_, array)| array).collect();
    RecordBatch::try_new(Arc::new(schema), arrays).map_err(|_| Error::TooManyRows)
}

/// A column of numbers, null where `is_valid` is false.
fn numbers(values: Vec<u64>, is_valid: impl Fn(usize) -> bool) -> ArrayRef {
    let nulls = NullBuffer::from_iter((0..values.len()).map(is_valid));
    Arc::new(UInt64Array::new(values.into(), Some(nulls).filter(|nulls| nulls.null_count() > 0)))
}

/// The status of a row that is not a puzzle.
fn status_without_puzzle(row: Row) -> Status {
    if row == Row::Null { Status::NULL } else { Status::INVALID }
}

/// Refuses no shape.
fn any_shape(_: Shape) -> Option<String> {
    None
}

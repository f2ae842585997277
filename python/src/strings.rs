//! Strings of Python as Arrow columns.

use crate::keywords::Argument;
use arrow_array::{ArrayRef, LargeStringArray, builder::LargeStringBuilder};
use pyo3::{
    prelude::*,
    types::{PyInt, PyString},
};
use quadrille_grid::cells::LEADING_ZEROS;
use std::sync::Arc;

/// The length of the usual puzzle.
const USUAL: usize = 81;

/// A column of one string.
pub fn one(text: &Bound<'_, PyString>) -> ArrayRef {
    Arc::new(LargeStringArray::from_iter_values([text.to_string_lossy()]))
}

/// A column of strings, in which `None` is null.
///
/// # Errors
/// `TypeError` with the index of an item that is neither.
pub fn column<'py>(
    items: impl Iterator<Item = Bound<'py, PyAny>>,
    len: usize,
    argument: Argument<'_>,
) -> PyResult<ArrayRef> {
    let mut column = LargeStringBuilder::with_capacity(len, len * USUAL);
    for (index, item) in items.enumerate() {
        match item.cast::<PyString>() {
            Ok(text) => match text.to_str() {
                Ok(text) => column.append_value(text),
                // A surrogate, which no board has: the row is malformed, not the call.
                Err(_) => column.append_value(text.to_string_lossy()),
            },
            Err(_) if item.is_none() => column.append_null(),
            Err(_) => return Err(wrong(index, &item, argument)?),
        }
    }
    Ok(Arc::new(column.finish()))
}

fn wrong(index: usize, item: &Bound<'_, PyAny>, argument: Argument<'_>) -> PyResult<PyErr> {
    let name = item.get_type().name()?;
    let hint = match item.is_instance_of::<PyInt>() {
        true => LEADING_ZEROS,
        false if item.try_iter().is_ok() => "for grids of numbers use numpy.array(…)",
        false => return Ok(argument.type_error(format!("item {index}: expected a str or None, got {name}"))),
    };
    Ok(argument.type_error(format!("item {index}: expected a str or None, got {name}; {hint}")))
}

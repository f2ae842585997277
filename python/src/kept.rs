//! Some of the rows of an argument, in the form in which they were passed.

use crate::{
    call::{Call, user_warning},
    column::Column,
    expected,
    input::Input,
    rows::Rows,
    table::Table,
    values,
};
use arrow_array::{Array, ArrayRef, BooleanArray, RecordBatch, cast::AsArray};
use arrow_schema::{ArrowError, Field};
use arrow_select::filter::filter;
use numpy::PyArray1;
use pyo3::{prelude::*, types::PyList};
use std::sync::Arc;

/// The columns of an argument that holds several puzzles.
///
/// # Errors
/// `TypeError` if it is one puzzle.
pub fn several(input: &Input<'_>, call: &Call) -> PyResult<Vec<ArrayRef>> {
    match input {
        Input::Text(_) => Err(call.puzzles.type_error("expected several, got one str")),
        Input::Cells(cells) if cells.is_single => {
            Err(call.puzzles.type_error("expected an array of several, got one"))
        }
        _ => expected::chunks(input),
    }
}

/// The rows of an argument for which a mask is true: a list, an array, a `Column` or a `Table`.
pub fn kept<'py>(
    passed: &Bound<'py, PyAny>,
    input: &Input<'py>,
    mask: &BooleanArray,
) -> PyResult<Bound<'py, PyAny>> {
    let py = passed.py();
    if let Ok(table) = passed.cast::<Table>() {
        let rows = mask.values().set_indices().map(|row| row as u64).collect();
        return Ok(Bound::new(py, table.get().rows(&Rows::Picked(rows))?)?.into_any());
    }
    let error = |error: ArrowError| pyo3::exceptions::PyValueError::new_err(error.to_string());
    match input {
        Input::Cells(_) => {
            let mask: Vec<bool> = mask.values().iter().collect();
            passed.get_item(PyArray1::from_vec(py, mask))
        }
        Input::Text(_) | Input::List(_) => {
            let kept = PyList::empty(py);
            // The items of the column: an iterator that was passed has none left.
            for (row, item) in values::list(py, &input.chunks()[0])?.iter().enumerate() {
                if mask.value(row) {
                    kept.append(item)?;
                }
            }
            Ok(kept.into_any())
        }
        Input::Column(chunks) => {
            let kept = py.detach(|| filtered(chunks, mask)).map_err(error)?;
            let field = Arc::new(Field::new("puzzle", chunks[0].data_type().clone(), true));
            Ok(Bound::new(py, Column { chunks: kept, field, answers: Vec::new() })?.into_any())
        }
        Input::Table { chunks, schema, .. } => {
            let rows: Vec<ArrayRef> =
                chunks.iter().map(|chunk| Arc::new(chunk.clone()) as ArrayRef).collect();
            let kept = py.detach(|| filtered(&rows, mask)).map_err(error)?;
            let batches = kept
                .iter()
                .map(|rows| RecordBatch::try_new(schema.clone(), rows.as_struct().columns().to_vec()));
            let batches = batches.collect::<Result<_, _>>().map_err(error)?;
            Ok(Bound::new(py, Table::new(schema.clone(), batches))?.into_any())
        }
    }
}

fn filtered(chunks: &[ArrayRef], mask: &BooleanArray) -> Result<Vec<ArrayRef>, ArrowError> {
    let mut start = 0;
    let kept = chunks.iter().map(|chunk| {
        start += chunk.len();
        filter(chunk, &mask.slice(start - chunk.len(), chunk.len()))
    });
    kept.collect()
}

/// Warns about rows that could not be used, if there are any. `left_out` has the first of them and its error, if it is not a null,
/// and their number.
pub fn warn(py: Python<'_>, call: &Call, left_out: &LeftOut, what: &str) -> PyResult<()> {
    let Some((row, error)) = &left_out.first else { return Ok(()) };
    let (count, function) = (left_out.count, call.puzzles.function);
    let text =
        format!("{function}(): {what}: {count} of {}; the first is item {row}: {error}", left_out.rows);
    user_warning(py, &text)
}

/// The rows that are not puzzles which a task can use.
#[derive(Default)]
pub struct LeftOut {
    pub rows: usize,
    pub count: usize,
    first: Option<(usize, String)>,
}

impl LeftOut {
    /// Counts the rows of the answers to the next chunk that have no value in a column.
    pub fn add(&mut self, answers: &RecordBatch, column: &dyn Array) {
        for row in (0..column.len()).filter(|row| column.is_null(*row)) {
            self.count += 1;
            let error = || crate::answer::error(answers, row).unwrap_or("it is missing").to_owned();
            self.first.get_or_insert_with(|| (self.rows + row, error()));
        }
        self.rows += column.len();
    }
}

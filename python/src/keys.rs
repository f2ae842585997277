//! Keys of classes, by which puzzles in different places are compared.

use crate::{answer::column_of, call::exception, column::Column, dedup::Classes, input::Input};
use pyo3::{exceptions::PyTypeError, prelude::*, types::PyDict};
use quadrille::arrow;

/// A key of 16 bytes for each puzzle of a column or a table: the puzzles of one class have the same key, on
/// every machine. `by` is the same as for `dedup`. Null for a null and for a value that is not a puzzle.
#[pyfunction]
#[pyo3(signature = (puzzles, /, **options), text_signature = "(puzzles, /, *, by=\"puzzle\", threads=0, **options)")]
pub fn keys(puzzles: &Bound<'_, PyAny>, options: Option<&Bound<'_, PyDict>>) -> PyResult<Column> {
    let py = puzzles.py();
    let Classes { by, call, options, input } = Classes::take("keys", puzzles, options)?;
    if !matches!(input, Input::Column(_) | Input::Table { .. }) {
        return Err(PyTypeError::new_err("keys() expects a column or a table with the Arrow interface"));
    }
    let (chunks, rows) = (input.chunks(), input.len() as u64);
    let work = || chunks.iter().map(|chunk| arrow::keys(chunk, by, &options)).collect::<Result<_, _>>();
    column_of(call.run(py, rows, work)?.map_err(exception)?, "key")
}

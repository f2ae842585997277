//! Keys of classes, by which puzzles in different places are compared.

use crate::{answer::column_of, column::Column, dedup::Classes, input::Input};
use pyo3::{prelude::*, types::PyDict};
use quadrille::arrow;

#[doc = signature!("keys(puzzles, /, *, equal_by='puzzle'", call, column, symbols, engine)]
/// Finds a key of 16 bytes for each puzzle, by which puzzles in different places are compared: the puzzles of one class have the
/// same key, on every machine.
///
/// Args:
///     puzzles: A column or table with the Arrow interface.
///     equal_by: "puzzle", "solution" or "text", as for `dedup`.
#[doc = args!(call, column, symbols, engine)]
///
/// Returns:
///     A `Column` of keys; null for a null and for a value that is not a puzzle.
///
#[doc = args!(raises)]
///
/// >>> import pyarrow, quadrille
/// >>> from quadrille._quadrille import keys
/// >>> first, second = keys(pyarrow.array(["1...3..2..4.4..1", quadrille.morph("1...3..2..4.4..1")]))
/// >>> first == second, len(first)
/// (True, 16)
#[pyfunction]
#[pyo3(signature = (puzzles, /, **options), text_signature = None)]
pub fn keys(puzzles: &Bound<'_, PyAny>, options: Option<&Bound<'_, PyDict>>) -> PyResult<Column> {
    let py = puzzles.py();
    let Classes { by, call, options, input } = Classes::take("keys", puzzles, options)?;
    if !matches!(input, Input::Column(_) | Input::Table { .. }) {
        return Err(call.puzzles.type_error("expected a column or a table with the Arrow interface"));
    }
    let (chunks, rows) = (input.chunks(), input.len() as u64);
    let work = || chunks.iter().map(|chunk| arrow::keys(chunk, by, &options)).collect::<Result<_, _>>();
    column_of(call.run(py, rows, work)?.map_err(|error| call.exception(error))?, "key")
}

//! One puzzle of each class.

use crate::{
    call::Call,
    column::Column,
    input::{Cells, Input},
    keywords::Keywords,
    options::{self, Has},
    table::Table,
    task::boards,
    values,
};
use arrow_array::{Array, ArrayRef, BooleanArray, RecordBatch, cast::AsArray, types::UInt64Type};
use arrow_schema::{ArrowError, Field};
use arrow_select::{concat::concat, filter::filter};
use numpy::{PyArray1, PyUntypedArrayMethods};
use pyo3::{
    exceptions::PyValueError,
    prelude::*,
    types::{PyDict, PyList},
};
use quadrille::{
    arrow::{self, Options},
    tasks::EqualBy,
};
use std::sync::Arc;

#[doc = signature!("dedup(puzzles, /, *, equal_by='puzzle'", call, column, symbols, engine)]
/// Keeps the first puzzle of each class of equal ones, in their order, and every value that is not a puzzle.
///
/// Args:
///     puzzles: A list of str, a NumPy array of several boards, or a column or table with the Arrow interface.
///     equal_by: "puzzle": morphs of each other are equal. "solution": puzzles whose solutions are morphs of each other are
///         equal. "text": puzzles with the same givens are equal.
#[doc = args!(call, column, symbols, engine)]
///
/// Returns:
///     The puzzles, or the rows of a table, that are kept: a list, an array, a `Column` or a `Table`.
///
#[doc = args!(raises)]
///
/// >>> import quadrille
/// >>> puzzle = "1...3..2..4.4..1"
/// >>> quadrille.dedup([puzzle, quadrille.morph(puzzle), "1234" + "." * 12])
/// ['1...3..2..4.4..1', '1234............']
#[pyfunction]
#[pyo3(signature = (puzzles, /, **options), text_signature = None)]
pub fn dedup<'py>(
    puzzles: &Bound<'py, PyAny>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = puzzles.py();
    let Classes { by, call, options, input } = Classes::take("dedup", puzzles, options)?;
    match &input {
        Input::Text(_) => Err(call.puzzles.type_error("expected several to compare, got one str")),
        Input::Cells(cells) => of_cells(py, puzzles, cells, by, (&call, &options)),
        Input::List(_) => {
            let is_first = firsts(py, &input, by, (&call, &options))?;
            let kept = PyList::empty(py);
            // The items of the column: an iterator that was passed has none left.
            for (row, item) in values::list(py, &input.chunks()[0])?.iter().enumerate() {
                if is_first.value(row) {
                    kept.append(item)?;
                }
            }
            Ok(kept.into_any())
        }
        Input::Column(chunks) => {
            let is_first = firsts(py, &input, by, (&call, &options))?;
            let kept = py.detach(|| filtered(chunks, &is_first)).map_err(value_error)?;
            let field = Arc::new(Field::new("puzzle", chunks[0].data_type().clone(), true));
            Ok(Bound::new(py, Column { chunks: kept, field, answers: Vec::new() })?.into_any())
        }
        Input::Table { chunks, schema, .. } => {
            let is_first = firsts(py, &input, by, (&call, &options))?;
            let rows: Vec<ArrayRef> =
                chunks.iter().map(|chunk| Arc::new(chunk.clone()) as ArrayRef).collect();
            let kept = py.detach(|| filtered(&rows, &is_first)).map_err(value_error)?;
            let batches = kept.iter().map(|rows| {
                RecordBatch::try_new(schema.clone(), rows.as_struct().columns().to_vec()).map_err(value_error)
            });
            let table = Table::new(schema.clone(), batches.collect::<PyResult<_>>()?);
            Ok(Bound::new(py, table)?.into_any())
        }
    }
}

/// Puzzles, and when two of them are equal.
pub struct Classes<'py> {
    pub by: EqualBy,
    pub call: Call,
    pub options: Options,
    pub input: Input<'py>,
}

impl<'py> Classes<'py> {
    /// Takes the arguments of a function.
    pub fn take(
        function: &'static str,
        puzzles: &Bound<'py, PyAny>,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Classes<'py>> {
        let keywords = Keywords::new(function, options)?;
        let ways = [("puzzle", EqualBy::Puzzle), ("solution", EqualBy::Solution), ("text", EqualBy::Text)];
        let by = keywords.choice("equal_by", &ways)?.unwrap_or(EqualBy::Puzzle);
        let call = Call::take(&keywords)?;
        let options = options::take(&keywords, &call, Has::Engine)?;
        let column: Option<String> = keywords.take("column")?;
        keywords.finish()?;
        let input = Input::of(puzzles, column.as_deref(), call.puzzles)?;
        Ok(Classes { by, call, options, input })
    }
}

/// Whether each row is to be kept: it is the first of its class, or has none.
fn firsts(
    py: Python<'_>,
    input: &Input<'_>,
    by: EqualBy,
    (call, options): (&Call, &Options),
) -> PyResult<BooleanArray> {
    let (chunks, rows) = (input.chunks(), input.len() as u64);
    let joined = py.detach(|| concat(&chunks.iter().map(AsRef::as_ref).collect::<Vec<_>>()));
    let joined = joined.map_err(value_error)?;
    call.run(py, rows, || arrow::classes(&joined, by, options).map(|answers| is_first(&answers)))?
        .map_err(|error| call.exception(error))
}

fn is_first(answers: &RecordBatch) -> BooleanArray {
    let classes = answers.column(0).as_primitive::<UInt64Type>();
    (0u64..).zip(classes).map(|(row, class)| Some(class.is_none_or(|class| class == row))).collect()
}

fn filtered(chunks: &[ArrayRef], is_first: &BooleanArray) -> Result<Vec<ArrayRef>, ArrowError> {
    let mut start = 0;
    let kept = chunks.iter().map(|chunk| {
        start += chunk.len();
        filter(chunk, &is_first.slice(start - chunk.len(), chunk.len()))
    });
    kept.collect()
}

fn of_cells<'py>(
    py: Python<'py>,
    puzzles: &Bound<'py, PyAny>,
    cells: &Cells<'py>,
    by: EqualBy,
    (call, options): (&Call, &Options),
) -> PyResult<Bound<'py, PyAny>> {
    if cells.is_single {
        return Err(call.puzzles.type_error("expected an array of several to compare, got one"));
    }
    let (bytes, area) = (cells.rows.as_slice()?, cells.rows.shape()[1]);
    let rows = cells.rows.shape()[0] as u64;
    let work = || arrow::classes(&boards(bytes, area), by, options).map(|answers| is_first(&answers));
    let is_first = call.run(py, rows, work)?.map_err(|error| call.exception(error))?;
    let mask: Vec<bool> = is_first.values().iter().collect();
    puzzles.get_item(PyArray1::from_vec(py, mask))
}

fn value_error(error: ArrowError) -> PyErr {
    PyValueError::new_err(error.to_string())
}

//! Some of the rows of an argument, in the form in which they were passed.

use crate::{
    answer::error,
    call::{Call, user_warning},
    column::Column,
    expected,
    input::Input,
    rows::{Rows, failed},
    table::Table,
    values,
};
use arrow_array::{Array, ArrayRef, RecordBatch};
use arrow_schema::{Field, Schema};
use numpy::PyArray1;
use pyo3::{prelude::*, types::PyList};
use quadrille::Shape;
use quadrille_grid::Refusal;
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

/// Some rows of an argument, by their numbers, in this order: a list, an array, a `Column` or a `Table`.
pub fn kept<'py>(
    passed: &Bound<'py, PyAny>,
    input: &Input<'py>,
    rows: Vec<u64>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = passed.py();
    if let Ok(table) = passed.cast::<Table>() {
        return Ok(Bound::new(py, table.get().rows(&Rows::Picked(rows))?)?.into_any());
    }
    match input {
        Input::Cells(_) => {
            let rows = rows.into_iter().map(|row| row as i64).collect();
            passed.get_item(PyArray1::from_vec(py, rows))
        }
        Input::Text(_) | Input::List(_) => {
            // The items of the column: an iterator that was passed has none left.
            let items = values::list(py, &input.chunks()[0])?;
            let kept =
                rows.into_iter().map(|row| items.get_item(row as usize)).collect::<PyResult<Vec<_>>>()?;
            Ok(PyList::new(py, kept)?.into_any())
        }
        Input::Column(chunks) => {
            let field = Arc::new(Field::new("puzzle", chunks[0].data_type().clone(), true));
            let schema = Arc::new(Schema::new(vec![field.clone()]));
            let batches =
                chunks.iter().map(|chunk| RecordBatch::try_new(schema.clone(), vec![chunk.clone()]));
            let batches: Vec<_> = batches.collect::<Result<_, _>>().map_err(failed)?;
            let kept = py.detach(|| Rows::Picked(rows).of(&batches))?;
            let chunks = kept.iter().map(|batch| batch.column(0).clone()).collect();
            Ok(Bound::new(py, Column { chunks, field, answers: Vec::new() })?.into_any())
        }
        Input::Table { chunks, schema, .. } => {
            let batches =
                chunks.iter().map(|rows| RecordBatch::try_new(schema.clone(), rows.columns().to_vec()));
            let batches: Vec<_> = batches.collect::<Result<_, _>>().map_err(failed)?;
            let kept = py.detach(|| Rows::Picked(rows).of(&batches))?;
            Ok(Bound::new(py, Table::new(schema.clone(), kept))?.into_any())
        }
    }
}

/// The words of a warning about values that a task cannot use.
pub struct Unused<'a> {
    pub what: &'a str,
    /// The remedy for boards that have no canonical form.
    pub remedy: &'a str,
    /// Whether nulls are counted.
    pub with_nulls: bool,
}

/// Warns about rows that could not be used, if there are any.
pub fn warn(py: Python<'_>, call: &Call, left_out: &LeftOut, unused: &Unused<'_>) -> PyResult<()> {
    let Some((row, error)) = &left_out.first else { return Ok(()) };
    let (count, function, what) = (left_out.count, call.puzzles.function, unused.what);
    let remedy = if left_out.has_no_form { unused.remedy } else { "" };
    let text = format!(
        "{function}(): {what}: {count} of {}; the first is item {row}: {error}{remedy}",
        left_out.rows
    );
    user_warning(py, &text)
}

/// The rows that are not puzzles which a task can use.
#[derive(Default)]
pub struct LeftOut {
    pub rows: usize,
    pub count: usize,
    first: Option<(usize, String)>,
    /// Whether one of them is a board without a canonical form.
    has_no_form: bool,
}

impl LeftOut {
    /// Counts some of the rows of the answers to the next chunk.
    pub fn add(&mut self, answers: &RecordBatch, is_left_out: impl Fn(usize) -> bool) {
        let no_form = Shape::EACH.map(|shape| Refusal::NoForm(shape).to_string());
        for row in (0..answers.num_rows()).filter(|row| is_left_out(*row)) {
            self.count += 1;
            let error = error(answers, row).unwrap_or("it is missing");
            self.has_no_form |= no_form.iter().any(|text| text == error);
            self.first.get_or_insert_with(|| (self.rows + row, error.to_owned()));
        }
        self.rows += answers.num_rows();
    }
}

//! Columns, tables, hints and leaks as pickles, in which they pass between processes: Arrow streams, and the arguments of
//! functions that read them.

use crate::{column::Column, hint::Hint, leak::Leaks, table::Table};
use arrow_array::RecordBatch;
use arrow_ipc::{reader::StreamReader, writer::StreamWriter};
use arrow_schema::{ArrowError, SchemaRef};
use pyo3::{
    exceptions::PyValueError,
    prelude::*,
    types::{PyBytes, PyTuple},
};

/// The result of `__reduce__`: a function of this module, by its name in Python, and its arguments.
pub type Reduced<'py> = (Bound<'py, PyAny>, Bound<'py, PyTuple>);

/// A function and the arguments with which it makes the object again.
pub fn reduced<'py, A>(py: Python<'py>, function: &str, arguments: A) -> PyResult<Reduced<'py>>
where
    A: IntoPyObject<'py, Target = PyTuple, Output = Bound<'py, PyTuple>, Error = PyErr>,
{
    Ok((py.import("quadrille._quadrille")?.getattr(function)?, arguments.into_pyobject(py)?))
}

/// Batches as bytes.
pub fn written<'py>(
    py: Python<'py>,
    schema: &SchemaRef,
    batches: &[RecordBatch],
) -> PyResult<Bound<'py, PyBytes>> {
    let bytes = py.detach(|| -> Result<Vec<u8>, ArrowError> {
        let mut writer = StreamWriter::try_new(Vec::new(), schema)?;
        batches.iter().try_for_each(|batch| writer.write(batch))?;
        writer.into_inner()
    });
    Ok(PyBytes::new(py, &bytes.map_err(value_error)?))
}

fn read(py: Python<'_>, bytes: &[u8]) -> PyResult<(SchemaRef, Vec<RecordBatch>)> {
    let batches = py.detach(|| -> Result<_, ArrowError> {
        let reader = StreamReader::try_new(bytes, None)?;
        Ok((reader.schema(), reader.collect::<Result<_, _>>()?))
    });
    batches.map_err(value_error)
}

/// The exception for columns that are not of one table, or not written by this package.
pub fn value_error(error: ArrowError) -> PyErr {
    PyValueError::new_err(format!("pickle: {error}"))
}

/// A column: the one of this name of some answers, or without a name the only one.
#[pyfunction]
pub fn _column(py: Python<'_>, bytes: &[u8], name: Option<&str>) -> PyResult<Column> {
    let (schema, batches) = read(py, bytes)?;
    let column = match name {
        Some(name) => Column::of(batches, name),
        None => Column::only(&schema, &batches),
    };
    column.ok_or_else(|| PyValueError::new_err("pickle: a column is missing"))
}

/// A table, how many of its last columns are answers, and the beginning of their names.
#[pyfunction]
pub fn _table(py: Python<'_>, bytes: &[u8], answers: usize, prefix: String) -> PyResult<Table> {
    let (schema, batches) = read(py, bytes)?;
    Table::with_errors(schema, &batches, (answers, prefix)).map_err(value_error)
}

/// The leaks of a test set.
#[pyfunction]
pub fn _leaks(table: Py<Table>, equal: usize, tests: usize, matches: usize, others: usize) -> Leaks {
    Leaks { table, equal, tests, matches, others }
}

/// A hint: its puzzle, cell, digit and technique; its rating, score, eliminations and notation; its explanation, status and steps; the puzzle and the
/// method that it was asked for.
#[pyfunction]
pub fn _hint(
    step: (Option<String>, Option<String>, Option<u8>, Option<String>),
    details: (Option<f64>, Option<u64>, Option<String>, Option<String>),
    explanation: Option<String>,
    status: String,
    steps: Option<Vec<String>>,
    _asked: (String, String),
) -> Hint {
    let (puzzle, cell, digit, technique) = step;
    let (rating, score, eliminated, notation) = details;
    Hint {
        puzzle,
        cell,
        digit,
        technique,
        rating,
        score,
        eliminated,
        notation,
        explanation,
        status,
        steps,
        _asked,
    }
}

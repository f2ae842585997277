//! Some of the values that were passed, as the reducer of a task selects them.

use crate::{
    call::Call,
    input::Input,
    kept::{Unused, kept},
    keys::keys_of,
};
use pyo3::prelude::*;
use quadrille::arrow::Options;
use quadrille_tasks::{Task, reduce::select_rows};

/// The values of each output of a task, in the form in which they were passed.
pub fn selected<'py>(
    passed: &Bound<'py, PyAny>,
    input: &Input<'py>,
    task: &dyn Task,
    (call, options): (&Call, &Options),
    unused: &Unused<'_>,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let py = passed.py();
    let keys = keys_of(py, input, task, (call, options), unused)?;
    let outputs = py.detach(|| select_rows(task, &keys)).map_err(|error| call.exception(error))?;
    outputs.into_iter().map(|rows| kept(passed, input, rows)).collect()
}

//! The steps that lead to a solution, in words.

use crate::{
    answer::answer,
    call::Call,
    keywords::Keywords,
    options::{self, Has},
    task::Task,
};
use pyo3::{prelude::*, types::PyDict};
use quadrille::tasks::Solve;

#[doc = signature!("explain(puzzles, /, *", call, column, prefix, strict, symbols, engine)]
/// Explains how puzzles are solved, step by step, as a person would solve them.
///
/// Args:
#[doc = args!(puzzles, call, column, prefix, strict, symbols, engine)]
///
/// Returns:
///     The steps of a str as a list of str. If the techniques do not solve the puzzle, the last one says how many cells are left, or
///     which contradiction they lead to. There are none for a full board, and for a mistake that is seen at once, which `hint` names.
///     A list or an array of such lists, a `Column`, or a `Table` with the columns `solution`, `steps` and `status`.
///
#[doc = args!(raises)]
///
/// >>> import quadrille
/// >>> quadrille.explain("1234341.21434321")
/// ['r2c4 = 2 (naked single): row 2 has 1 3 4']
#[pyfunction]
#[pyo3(signature = (puzzles, /, **options), text_signature = None)]
pub fn explain<'py>(
    puzzles: &Bound<'py, PyAny>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let keywords = Keywords::new("explain", options)?;
    let call = Call::take(&keywords)?;
    let options = options::take(&keywords, &call, Has::Engine)?;
    answer(puzzles, &keywords, (&call, &options), &Task::new(Solve::new().steps(true)).answered_by("steps"))
}

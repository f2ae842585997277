//! The steps that lead to a solution, in words.

use crate::{
    answer::{check, given_back},
    call::Call,
    expected,
    input::Input,
    keywords::Keywords,
    options::{self, Has},
    table::refuse_taken,
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
    let py = puzzles.py();
    let keywords = Keywords::new("explain", options)?;
    let call = Call::take(&keywords)?;
    let options = options::take(&keywords, &call, Has::Engine)?;
    let column: Option<String> = keywords.take("column")?;
    let prefix = keywords.take::<String>("prefix")?.unwrap_or_default();
    let is_strict = keywords.take("strict")?.unwrap_or(false);
    keywords.finish()?;
    let input = Input::of(puzzles, column.as_deref(), call.puzzles)?;
    input.only_tables_have(&[("prefix", !prefix.is_empty())], call.puzzles)?;
    let task = Task::new(Solve::new().steps(true));
    if let Input::Table { schema, .. } = &input {
        refuse_taken((puzzles, schema), task.added(), &prefix, call.puzzles)?;
    }
    let chunks = expected::chunks(&input)?;
    let rows = chunks.iter().map(|chunk| chunk.len() as u64).sum();
    let answers =
        call.run(py, rows, || task.columns(&chunks, &options))?.map_err(|error| call.exception(error))?;
    if is_strict {
        check(&answers, call.puzzles)?;
    }
    given_back(py, input, answers, ("steps", prefix), call.puzzles)
}

//! Why solutions are wrong.

use crate::{
    answer::{TableOptions, column, error, given_back},
    call::Call,
    expected,
    input::Input,
    keywords::Keywords,
    options::{self, Has},
};
use arrow_array::{ArrayRef, RecordBatch, StringArray, cast::AsArray};
use pyo3::{
    exceptions::{PyTypeError, PyValueError},
    prelude::*,
    types::{PyDict, PyTuple},
};
use quadrille::arrow;
use std::{borrow::Cow, sync::Arc};

#[doc = signature!("verify(puzzles, solutions=None, /, *, solution_column=None", call, column, prefix, symbols, engine, search)]
/// Says why solutions are wrong: each is compared with the rules and with its puzzle.
///
/// Args:
#[doc = args!(puzzles)]
///     solutions: The solutions, of the same kind as the puzzles. A table has them in a column.
///     solution_column: The column of a table with the solutions. None is the only column with a usual name (solution, answer,
///         target, …).
#[doc = args!(call, column, prefix, symbols, engine, search)]
///
/// Returns:
///     None if the solution of a str is right, else the reason. A list or an array of them, a `Column`, or a `Table` with the
///     columns `mismatch` and `status`: "mismatch", or whether the puzzle has one solution. A value that is not a puzzle has no
///     reason there, but the status "invalid"; in a list or an array its reason begins with "the puzzle: ". The right answer to a
///     puzzle without a solution is None, "", "!none" or a board of zeros in an array.
///
#[doc = args!(raises)]
///
/// >>> import quadrille
/// >>> puzzle = "1...3..2..4.4..1"
/// >>> quadrille.verify(puzzle, quadrille.solve(puzzle))
/// >>> quadrille.verify([puzzle, puzzle], ["1234341221434321", "1234341221434312"])
/// [None, 'r4c4: 2 instead of the given 1']
#[pyfunction]
#[pyo3(signature = (puzzles, /, *solutions, **options), text_signature = None)]
pub fn verify<'py>(
    puzzles: &Bound<'py, PyAny>,
    solutions: &Bound<'py, PyTuple>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = puzzles.py();
    let keywords = Keywords::new("verify", options)?;
    let call = Call::take(&keywords)?;
    let options = options::take(&keywords, &call, Has::Search)?;
    let table = TableOptions::take(&keywords)?;
    let named: Option<String> = keywords.take("solution_column")?;
    if keywords.has("solutions")? {
        return Err(call.argument("solutions").type_error("pass it without its name, after the puzzles"));
    }
    keywords.finish()?;
    if solutions.len() > 1 {
        let given = 1 + solutions.len();
        return Err(PyTypeError::new_err(format!(
            "verify() takes puzzles and solutions, got {given} arguments"
        )));
    }
    let input = table.input(puzzles, ["mismatch", "status"].into_iter(), call.puzzles)?;
    input.only_tables_have(&[("solution_column", named.is_some())], call.puzzles)?;
    let puzzles = expected::chunks(&input)?;
    // A table has no argument of solutions, and one puzzle may have none.
    let passed = solutions.get_item(0).ok();
    let passed = passed.filter(|passed| matches!(input, Input::Text(_)) || !passed.is_none());
    let solutions = of_input((&input, &puzzles), passed.as_ref(), named.as_deref(), &call)?;
    let work = || {
        let pairs = puzzles.iter().zip(&solutions);
        pairs
            .map(|(puzzles, solutions)| arrow::verify(puzzles, solutions, &options))
            .collect::<Result<Vec<_>, _>>()
    };
    let solutions_in = if let Input::Table { .. } = input { "solution_column" } else { "solutions" };
    let answers = call.run(py, input.len() as u64, work)?;
    let mut answers = answers.map_err(|error| call.exception_about(error, solutions_in))?;
    if let Input::List(_) | Input::Cells(_) = input {
        answers = answers.iter().map(with_errors).collect::<PyResult<_>>()?;
    }
    given_back(py, input, answers, ("mismatch", table.prefix), call.puzzles)
}

/// The reasons of rows whose statuses are not given back, also those why values are not puzzles.
fn with_errors(answers: &RecordBatch) -> PyResult<RecordBatch> {
    let reasons = column(answers, "mismatch")?.as_string::<i32>();
    let reasons = reasons.iter().enumerate().map(|(row, reason)| match reason {
        Some(reason) => Some(Cow::Borrowed(reason)),
        None => error(answers, row).map(|what| Cow::Owned(format!("the puzzle: {what}"))),
    });
    let reasons: ArrayRef = Arc::new(reasons.collect::<StringArray>());
    RecordBatch::try_from_iter([("mismatch", reasons)]).map_err(|e| PyValueError::new_err(e.to_string()))
}

/// The solutions of an argument, in chunks as the puzzles.
fn of_input(
    (input, puzzles): (&Input<'_>, &[ArrayRef]),
    solutions: Option<&Bound<'_, PyAny>>,
    named: Option<&str>,
    call: &Call,
) -> PyResult<Vec<ArrayRef>> {
    let argument = call.argument("solutions");
    match (input, solutions) {
        (Input::Table { chunks, schema, column }, None) => {
            let found = expected::solution_column(schema, *column, named, call)?;
            let at = found.ok_or_else(|| {
                let names: Vec<&str> = schema.fields().iter().map(|field| field.name().as_str()).collect();
                let what = format!("no column has a usual name; the columns are {}", names.join(", "));
                call.argument("solution_column").value_error(what)
            })?;
            Ok(chunks.iter().map(|chunk| chunk.column(at).clone()).collect())
        }
        (Input::Table { .. }, Some(_)) => {
            Err(argument.type_error("a table has its solutions in a column; use solution_column="))
        }
        (_, Some(solutions)) => expected::solutions((input, puzzles), solutions, argument),
        (_, None) => Err(argument.type_error("missing: pass the solutions, of the same kind as the puzzles")),
    }
}

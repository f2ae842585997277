//! Why solutions are wrong.

use crate::{
    answer::given_back,
    call::Call,
    expected,
    input::Input,
    keywords::Keywords,
    options::{self, Has},
    table::refuse_taken,
};
use arrow_array::ArrayRef;
use pyo3::{
    prelude::*,
    types::{PyDict, PyTuple},
};
use quadrille::arrow;

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
///     reason, but the status "invalid". A puzzle without a solution is answered rightly by None, "" or "!none".
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
    let names = [keywords.take::<String>("column")?, keywords.take("solution_column")?];
    let prefix = keywords.take::<String>("prefix")?.unwrap_or_default();
    keywords.finish()?;
    let input = Input::of(puzzles, names[0].as_deref(), call.puzzles)?;
    let of_tables = [("solution_column", names[1].is_some()), ("prefix", !prefix.is_empty())];
    input.only_tables_have(&of_tables, call.puzzles)?;
    if let Input::Table { schema, .. } = &input {
        refuse_taken((puzzles, schema), ["mismatch", "status"].into_iter(), &prefix, call.puzzles)?;
    }
    let puzzles = expected::chunks(&input)?;
    let solutions = match solutions.len() {
        0 => None,
        1 => Some(solutions.get_item(0)?),
        given => {
            return Err(call
                .puzzles
                .type_error(format!("expected one argument with solutions, got {given}")));
        }
    };
    // A table has no argument of solutions, and one puzzle may have none.
    let solutions = solutions.filter(|passed| matches!(input, Input::Text(_)) || !passed.is_none());
    let solutions = of_input((&input, &puzzles), solutions.as_ref(), names[1].as_deref(), &call)?;
    let rows = puzzles.iter().map(|chunk| chunk.len() as u64).sum();
    let work = || {
        let pairs = puzzles.iter().zip(&solutions);
        pairs
            .map(|(puzzles, solutions)| arrow::verify(puzzles, solutions, &options))
            .collect::<Result<Vec<_>, _>>()
    };
    let answers = call.run(py, rows, work)?.map_err(|error| call.exception(error))?;
    given_back(py, input, answers, ("mismatch", prefix), call.puzzles)
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

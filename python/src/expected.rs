//! The solutions that are passed with puzzles.

use crate::{call::Call, input::Input, keywords::Argument, task::boards};
use arrow_array::{Array, ArrayRef};
use arrow_schema::Schema;
use arrow_select::concat::concat;
use numpy::PyUntypedArrayMethods;
use pyo3::prelude::*;
use quadrille_run::format::SOLUTION_NAMES;

/// Solutions that are an argument of their own, of the same kind as the puzzles, in chunks of the same lengths.
pub fn solutions(
    (puzzles, chunks): (&Input<'_>, &[ArrayRef]),
    solutions: &Bound<'_, PyAny>,
    argument: Argument<'_>,
) -> PyResult<Vec<ArrayRef>> {
    match (puzzles, Input::of(solutions, None, argument)?) {
        (Input::Cells(_), Input::Cells(solutions)) => {
            aligned(chunks, &[boards(solutions.rows.as_slice()?, solutions.rows.shape()[1])], argument)
        }
        (Input::Cells(_), _) => Err(argument.type_error("expected an array, as the puzzles")),
        (_, Input::Cells(_) | Input::Table { .. }) => {
            Err(argument.type_error("expected the same kind as the puzzles"))
        }
        (_, solutions) => aligned(chunks, &solutions.chunks(), argument),
    }
}

/// The column of a table with the solutions: the one that is asked for, or the only one with a usual name.
pub fn solution_column(
    schema: &Schema,
    puzzles: usize,
    requested: Option<&str>,
    call: &Call,
) -> PyResult<Option<usize>> {
    let argument = call.argument("solution_column");
    let names = || schema.fields().iter().map(|field| field.name().as_str());
    let at =
        |name: &str| names().position(|other| other.eq_ignore_ascii_case(name)).filter(|at| *at != puzzles);
    if let Some(name) = requested {
        let found = names().position(|other| other == name).or_else(|| at(name));
        let all = names().collect::<Vec<_>>().join(", ");
        let error = || argument.value_error(format!("{name:?} not found; the columns are {all}"));
        return found.ok_or_else(error).map(Some);
    }
    let found: Vec<usize> = SOLUTION_NAMES.iter().filter_map(|name| at(name)).collect();
    match found[..] {
        [] => Ok(None),
        [only] => Ok(Some(only)),
        _ => {
            let found: Vec<&str> = found.iter().map(|at| schema.field(*at).name().as_str()).collect();
            let found = found.join(", ");
            Err(argument.value_error(format!("several columns may hold the solutions, name one of {found}")))
        }
    }
}

/// The solutions in chunks of the same lengths as the puzzles.
fn aligned(puzzles: &[ArrayRef], solutions: &[ArrayRef], argument: Argument<'_>) -> PyResult<Vec<ArrayRef>> {
    if puzzles.len() == solutions.len() && puzzles.iter().zip(solutions).all(|(p, s)| p.len() == s.len()) {
        return Ok(solutions.to_vec());
    }
    let refs: Vec<&dyn Array> = solutions.iter().map(AsRef::as_ref).collect();
    let joined = concat(&refs).map_err(|e| argument.value_error(e))?;
    let rows: usize = puzzles.iter().map(|chunk| chunk.len()).sum();
    if rows != joined.len() {
        let found = joined.len();
        return Err(argument.value_error(format!("there are {rows} puzzles and {found} solutions")));
    }
    let mut start = 0;
    let slices = puzzles.iter().map(|chunk| {
        start += chunk.len();
        joined.slice(start - chunk.len(), chunk.len())
    });
    Ok(slices.collect())
}

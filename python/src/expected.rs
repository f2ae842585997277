//! The solutions that are passed with puzzles.

use crate::{call::Call, input::Input, keywords::Argument, task::boards};
use arrow_array::{Array, ArrayRef, new_null_array};
use arrow_schema::{DataType, Schema};
use arrow_select::concat::concat;
use numpy::PyUntypedArrayMethods;
use pyo3::prelude::*;
use quadrille_run::format::{SOLUTION_NAMES, puzzle_column};

/// The columns of an argument, which are one for a NumPy array.
pub fn chunks(input: &Input<'_>) -> PyResult<Vec<ArrayRef>> {
    match input {
        Input::Cells(cells) => Ok(vec![boards(cells.rows.as_slice()?, cells.rows.shape()[1])]),
        _ => Ok(input.chunks()),
    }
}

/// Solutions that are an argument of their own, of the same kind as the puzzles, in chunks of the same lengths.
pub fn solutions(
    (puzzles, chunks): (&Input<'_>, &[ArrayRef]),
    solutions: &Bound<'_, PyAny>,
    argument: Argument<'_>,
) -> PyResult<Vec<ArrayRef>> {
    if matches!(puzzles, Input::Text(_)) && solutions.is_none() {
        return Ok(vec![new_null_array(&DataType::Utf8, 1)]);
    }
    match (puzzles, Input::of(solutions, None, argument)?) {
        (Input::Cells(_), Input::Cells(solutions)) => aligned(
            chunks,
            &[boards(solutions.rows.as_slice()?, solutions.rows.shape()[1])],
            "solutions",
            argument,
        ),
        (Input::Cells(_), _) => Err(argument.type_error("expected an array, as the puzzles")),
        (_, Input::Cells(_) | Input::Table { .. }) => {
            Err(argument.type_error("expected the same kind as the puzzles"))
        }
        (_, solutions) => aligned(chunks, &solutions.chunks(), "solutions", argument),
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
    if let Some(name) = requested {
        let found = named(schema, name, argument)?;
        if found == puzzles {
            return Err(argument.value_error(format!("column {name:?} holds the puzzles, not solutions")));
        }
        return Ok(Some(found));
    }
    let columns = (0..schema.fields().len()).filter(|at| *at != puzzles);
    let of = |usual: &str| -> Vec<usize> {
        columns.clone().filter(|at| schema.field(*at).name().eq_ignore_ascii_case(usual)).collect()
    };
    // Numbers such as a difficulty are not solutions.
    let is_floating = |at: &usize| schema.field(*at).data_type().is_floating();
    let found: Vec<usize> =
        SOLUTION_NAMES.iter().flat_map(|usual| of(usual)).filter(|at| !is_floating(at)).collect();
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

/// The column of a table that has a name, in any letter case.
pub fn named(schema: &Schema, name: &str, argument: Argument<'_>) -> PyResult<usize> {
    let names: Vec<&str> = schema.fields().iter().map(|field| field.name().as_str()).collect();
    puzzle_column(&names, Some(name)).ok_or_else(|| {
        let all = names.join(", ");
        argument.value_error(format!("{name:?} not found; the columns are {all}"))
    })
}

/// Values, as of `what`, in chunks of the same lengths as the puzzles.
pub fn aligned(
    puzzles: &[ArrayRef],
    passed: &[ArrayRef],
    what: &str,
    argument: Argument<'_>,
) -> PyResult<Vec<ArrayRef>> {
    if puzzles.len() == passed.len() && puzzles.iter().zip(passed).all(|(p, s)| p.len() == s.len()) {
        return Ok(passed.to_vec());
    }
    let refs: Vec<&dyn Array> = passed.iter().map(AsRef::as_ref).collect();
    let joined = concat(&refs).map_err(|e| argument.value_error(e))?;
    let rows: usize = puzzles.iter().map(|chunk| chunk.len()).sum();
    if rows != joined.len() {
        let found = joined.len();
        return Err(argument
            .value_error(format!("expected as many {what} as there are puzzles, {rows}, got {found}")));
    }
    let mut start = 0;
    let slices = puzzles.iter().map(|chunk| {
        start += chunk.len();
        joined.slice(start - chunk.len(), chunk.len())
    });
    Ok(slices.collect())
}

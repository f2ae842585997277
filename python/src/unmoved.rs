//! Solutions in columns that `morph` would leave unchanged beside their morphed puzzles.

use crate::{
    call::Call,
    input::table::{SAMPLE, without_search},
};
use arrow_array::{Array, ArrayRef, RecordBatch, StructArray};
use arrow_schema::Schema;
use pyo3::PyResult;
use quadrille::{arrow, tasks::Check};

/// Refuses a table if its first rows have solutions in a column that is not moved; `moved` is the one that is.
pub fn refuse(
    (chunks, schema): (&[StructArray], &Schema),
    (puzzles, moved): (usize, Option<usize>),
    call: &Call,
) -> PyResult<()> {
    let Some(chunk) = chunks.iter().find(|chunk| !chunk.is_empty()) else { return Ok(()) };
    let rows = chunk.slice(0, chunk.len().min(SAMPLE));
    let others = (0..rows.num_columns()).filter(|at| *at != puzzles && Some(*at) != moved);
    let found = others.filter(|at| holds_solutions(rows.column(puzzles), rows.column(*at)));
    let name = |at: usize| schema.field(at).name().as_str();
    let found: Vec<&str> = found.map(name).collect();
    let columns = found.join(", ");
    let (plural, verb) = if found.len() == 1 { ("", "holds") } else { ("s", "hold") };
    let argument = call.argument("solution_column");
    match moved {
        _ if found.is_empty() => Ok(()),
        Some(moved) => Err(argument.value_error(format!(
            "column{plural} {columns} {verb} solutions too, but only {} would be moved; remove the other{plural}, or pass \
             no_solution=True to move none",
            name(moved)
        ))),
        None => Err(argument.value_error(format!(
            "column{plural} {columns} {verb} solutions, which would not be moved; name the one to move, or pass \
             no_solution=True to move none"
        ))),
    }
}

/// Whether a column holds a solution of the puzzle in its row.
fn holds_solutions(puzzles: &ArrayRef, column: &ArrayRef) -> bool {
    let options = without_search();
    let (Ok(boards), Ok(verified)) =
        (arrow::answers(column, &Check::new(), &options), arrow::verify(puzzles, column, &options))
    else {
        return false;
    };
    let is_null = |answers: &RecordBatch, name: &str, row: usize| {
        answers.column_by_name(name).is_some_and(|column| column.is_null(row))
    };
    let nulls = [puzzles.logical_nulls(), column.logical_nulls()];
    (0..column.len()).any(|row| {
        nulls.iter().flatten().all(|nulls| nulls.is_valid(row))
            && is_null(&boards, "error", row)
            && is_null(&verified, "error", row)
            && is_null(&verified, "mismatch", row)
    })
}

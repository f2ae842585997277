//! Tables that are arguments: their columns with plain types, and which of them holds the puzzles.

use super::Input;
use crate::{call::user_warning, keywords::Argument};
use arrow_array::{
    Array, ArrayRef, RunArray, StructArray, UInt64Array,
    cast::AsArray,
    new_null_array,
    types::{Float32Type, Float64Type, Int16Type, Int32Type, Int64Type, RunEndIndexType},
};
use arrow_schema::{ArrowError, DataType, Field, FieldRef, Fields, Schema, SchemaRef};
use arrow_select::take::take;
use pyo3::prelude::*;
use quadrille::{RunOptions, arrow, tasks::Check};
use quadrille_run::format::{SOLUTION_NAMES, puzzle_column};
use std::sync::Arc;

/// A column of structs as a table. `column` is the name of the column of puzzles.
pub fn of<'py>(
    py: Python<'py>,
    chunks: Vec<ArrayRef>,
    field: &FieldRef,
    column: Option<&str>,
    argument: Argument<'_>,
) -> PyResult<Input<'py>> {
    let DataType::Struct(fields) = field.data_type() else { unreachable!("the caller has looked") };
    let metadata = field.metadata().clone();
    let chunks: Vec<StructArray> = chunks.iter().map(|chunk| chunk.as_struct().clone()).collect();
    if chunks.iter().any(|chunk| chunk.null_count() > 0) {
        return Err(
            argument.value_error("a column of structs with nulls is not a table; pass one of its fields")
        );
    }
    let mut names: Vec<&str> = fields.iter().map(|field| field.name().as_str()).collect();
    names.sort_unstable();
    if let Some(twice) = names.windows(2).find(|pair| pair[0] == pair[1]) {
        return Err(argument.value_error(format!("the table has two columns {:?}; rename one", twice[0])));
    }
    let schema = Schema::new_with_metadata(fields.clone(), metadata);
    let column = find_column(&chunks, &schema, column, argument)?;
    warn_of_floats(py, &chunks, &schema)?;
    let is_missing = |chunk: &StructArray| chunk.column(column).null_count() == chunk.len();
    if schema.field(column).data_type().is_floating() && !chunks.iter().all(is_missing) {
        let name = schema.field(column).name();
        return Err(argument.value_error(format!(
            "column {name:?} holds floats, which have lost digits of the boards; read it as text, as with quadrille.read"
        )));
    }
    let (chunks, schema) = with_types(chunks, schema, column).map_err(|e| argument.value_error(e))?;
    Ok(Input::Table { chunks, schema, column })
}

/// Warns of answers that a program has read as floats, which have lost most of their digits.
fn warn_of_floats(py: Python<'_>, chunks: &[StructArray], schema: &Schema) -> PyResult<()> {
    let is_answer = |name: &str| SOLUTION_NAMES.iter().any(|usual| usual.eq_ignore_ascii_case(name));
    let fields = schema.fields().iter().enumerate().filter(|(_, field)| is_answer(field.name()));
    let lost = |at: usize| chunks.iter().any(|chunk| has_lost_digits(chunk.column(at)));
    for (_, field) in fields.filter(|(at, _)| lost(*at)) {
        let text = format!(
            "column {:?} holds floats, which have lost digits of the answers; read it as text, as with quadrille.read",
            field.name()
        );
        user_warning(py, &text)?;
    }
    Ok(())
}

/// Whether floats are numbers of more digits than floats have, and not values such as a difficulty.
fn has_lost_digits(column: &dyn Array) -> bool {
    const MOST_DIGITS: f64 = 1e15;
    if let Some(numbers) = column.as_primitive_opt::<Float32Type>() {
        return numbers.iter().flatten().any(|number| f64::from(number.abs()) >= MOST_DIGITS);
    }
    let numbers = column.as_primitive_opt::<Float64Type>();
    numbers.is_some_and(|numbers| numbers.iter().flatten().any(|number| number.abs() >= MOST_DIGITS))
}

/// A table whose columns can be used: the one with the puzzles has a type, and none is encoded by its runs.
fn with_types(
    chunks: Vec<StructArray>,
    schema: Schema,
    column: usize,
) -> Result<(Vec<StructArray>, SchemaRef), ArrowError> {
    let as_usable = |(at, field): (usize, &FieldRef)| match field.data_type() {
        // Without a value, the type of a column says nothing.
        kind if at == column && (kind.is_null() || kind.is_floating()) => {
            Arc::new(Field::new(field.name(), DataType::Utf8, true))
        }
        DataType::RunEndEncoded(_, values) => {
            let field = field.as_ref().clone().with_data_type(values.data_type().clone());
            Arc::new(field.with_nullable(true))
        }
        _ => field.clone(),
    };
    let fields: Fields = schema.fields().iter().enumerate().map(as_usable).collect();
    if fields == *schema.fields() {
        return Ok((chunks, Arc::new(schema)));
    }
    let chunks = chunks.iter().map(|chunk| {
        let columns = chunk.columns().iter().zip(&fields);
        let columns = columns.map(|(column, field)| match field.data_type() {
            kind if kind == column.data_type() => Ok(column.clone()),
            kind if column.data_type().is_null() || column.data_type().is_floating() => {
                Ok(new_null_array(kind, column.len()))
            }
            _ => without_runs(column),
        });
        StructArray::try_new(fields.clone(), columns.collect::<Result<_, _>>()?, None)
    });
    let chunks = chunks.collect::<Result<_, _>>()?;
    Ok((chunks, Arc::new(Schema::new_with_metadata(fields, schema.metadata().clone()))))
}

/// The values of a column that is encoded by its runs, one for each row.
fn without_runs(column: &ArrayRef) -> Result<ArrayRef, ArrowError> {
    fn values_of<R: RunEndIndexType>(column: &ArrayRef) -> Option<Result<ArrayRef, ArrowError>> {
        let runs = column.as_any().downcast_ref::<RunArray<R>>()?;
        let places = (0..runs.len()).map(|row| runs.get_physical_index(row) as u64);
        Some(take(runs.values(), &UInt64Array::from_iter_values(places), None))
    }
    let values = values_of::<Int32Type>(column).or_else(|| values_of::<Int64Type>(column));
    values.or_else(|| values_of::<Int16Type>(column)).unwrap_or_else(|| Ok(column.clone()))
}

/// The column with the puzzles: by its name, or the only one whose first values are boards.
fn find_column(
    chunks: &[StructArray],
    schema: &Schema,
    column: Option<&str>,
    argument: Argument<'_>,
) -> PyResult<usize> {
    let names: Vec<&str> = schema.fields().iter().map(|field| field.name().as_str()).collect();
    if let Some(found) = puzzle_column(&names, column) {
        return Ok(found);
    }
    let all = names.join(", ");
    if let Some(name) = column {
        let of_others = argument.name == "against";
        let argument = Argument { name: if of_others { "against_column" } else { "column" }, ..argument };
        return Err(argument.value_error(format!("{name:?} not found; the columns are {all}")));
    }
    let first = chunks.iter().find(|chunk| !chunk.is_empty());
    let holds_boards = |at: &usize| first.is_none_or(|chunk| holds_boards(chunk.column(*at).as_ref()));
    let found: Vec<usize> = (0..names.len()).filter(holds_boards).collect();
    match found[..] {
        [only] => Ok(only),
        [] => {
            Err(argument.value_error(format!("no column holds puzzles; use column=…; the columns are {all}")))
        }
        _ => {
            let found: Vec<&str> = found.iter().map(|at| names[*at]).collect();
            let found = found.join(", ");
            Err(argument.value_error(format!("several columns may hold the puzzles, use column=…: {found}")))
        }
    }
}

/// How many of the first values of a column are looked at to find out what it holds.
pub const SAMPLE: usize = 16;

/// Options to look at some values: boards are read and solutions compared, and hardly anything is searched.
pub fn without_search() -> arrow::Options {
    arrow::Options::new().run_options(RunOptions::new().threads(1).max_nodes(1))
}

/// Whether the first values of a column are boards.
fn holds_boards(column: &dyn Array) -> bool {
    let sample = column.slice(0, column.len().min(SAMPLE));
    arrow::answers(&sample, &Check::new(), &without_search()).is_ok_and(|answers| {
        let errors = answers.column_by_name("error").map_or(0, |errors| errors.null_count());
        errors == sample.len() && sample.logical_null_count() < sample.len()
    })
}

//! Answers in the form in which the puzzles were passed.

use crate::{
    call::Call,
    cells,
    column::Column,
    expected,
    hint::Hint,
    input::Input,
    keywords::{Argument, Keywords},
    table::{Table, refuse_taken},
    task::Task,
    values,
};
use arrow_array::{Array, RecordBatch, cast::AsArray};
use numpy::PyUntypedArrayMethods;
use pyo3::{exceptions::PyValueError, prelude::*, types::PyList};
use quadrille::arrow::Options;
use std::{ffi::OsStr, path::Path};

/// The options about the columns of a table that most functions have.
pub struct TableOptions {
    column: Option<String>,
    pub prefix: String,
}

impl TableOptions {
    /// Takes `column` and `prefix`.
    pub fn take(keywords: &Keywords<'_>) -> PyResult<TableOptions> {
        let prefix = keywords.take("prefix")?.unwrap_or_default();
        Ok(TableOptions { column: keywords.take("column")?, prefix })
    }

    /// The puzzles that a function answers with columns of these names.
    pub fn input<'py, 'a>(
        &self,
        puzzles: &Bound<'py, PyAny>,
        added: impl Iterator<Item = &'a str>,
        argument: Argument<'_>,
    ) -> PyResult<Input<'py>> {
        let input = Input::of(puzzles, self.column.as_deref(), argument)?;
        input.only_tables_have(&[("prefix", !self.prefix.is_empty())], argument)?;
        if let Input::Table { schema, .. } = &input {
            refuse_taken((puzzles, schema), added, &self.prefix, argument)?;
        }
        Ok(input)
    }
}

/// Answers each puzzle of an argument.
pub fn answer<'py>(
    puzzles: &Bound<'py, PyAny>,
    keywords: &Keywords<'py>,
    (call, options): (&Call, &Options),
    task: &Task,
) -> PyResult<Bound<'py, PyAny>> {
    let py = puzzles.py();
    let table = TableOptions::take(keywords)?;
    let is_strict = keywords.take("strict")?.unwrap_or(false);
    keywords.finish()?;
    let input = table.input(puzzles, task.added(), call.puzzles)?;
    let is_hint = task.hints_by.is_some() && !matches!(input, Input::Cells(_));
    if let Some((option, what)) = task.only_columns_have.filter(|_| !is_hint) {
        only_columns_have(&input, what, call.argument(option))?;
    }
    if let (Input::Cells(cells), None) = (&input, task.answered_by) {
        return cells::answer(py, cells, task, (call, options), is_strict);
    }
    let (chunks, rows) = (expected::chunks(&input)?, input.len() as u64);
    let answers =
        call.run(py, rows, || task.columns(&chunks, options))?.map_err(|error| call.exception(error))?;
    if is_strict {
        check(&answers, call.puzzles)?;
    }
    match (&input, task.hints_by) {
        (Input::Text(puzzles), Some(method)) => {
            well_formed(&input, &answers[0], call.puzzles)?;
            Hint::of(py, &answers[0], 0, (puzzles, method))
        }
        (Input::List(puzzles), Some(method)) => {
            let rows = 0..answers[0].num_rows();
            let hints = rows.map(|row| Hint::of(py, &answers[0], row, (puzzles, method)));
            Ok(PyList::new(py, hints.collect::<PyResult<Vec<_>>>()?)?.into_any())
        }
        (Input::Cells(_) | Input::Column(_), Some(_)) => {
            Ok(Bound::new(py, Table::of_answers(answers)?)?.into_any())
        }
        _ => given_back(py, input, answers, (task.answer(), table.prefix), call.puzzles),
    }
}

/// Fails if an argument is not a column or a table.
fn only_columns_have(input: &Input<'_>, what: &str, argument: Argument<'_>) -> PyResult<()> {
    let column = match input {
        Input::Text(_) => "[puzzle]".to_owned(),
        Input::List(_) => "puzzles".to_owned(),
        Input::Cells(cells) => format!("list(puzzles.reshape(-1, {}))", cells.rows.shape()[1]),
        Input::Column(_) | Input::Table { .. } => return Ok(()),
    };
    Err(argument.type_error(format!(
        "only columns and tables have {what}; pass a column, such as pyarrow.array({column}), or remove it"
    )))
}

/// The values of one column of some answers in the form in which the puzzles were passed; all columns of them beside a table.
pub fn given_back<'py>(
    py: Python<'py>,
    input: Input<'py>,
    answers: Vec<RecordBatch>,
    (name, prefix): (&str, String),
    argument: Argument<'_>,
) -> PyResult<Bound<'py, PyAny>> {
    match input {
        Input::Text(_) => of_text(py, &input, (&answers[0], name), argument),
        Input::List(_) => Ok(values::list(py, column(&answers[0], name)?)?.into_any()),
        Input::Cells(cells) => {
            let values = values::list(py, column(&answers[0], name)?)?;
            if cells.is_single {
                return values.get_item(0);
            }
            py.import("quadrille._numpy")?.call_method1("texts", (values,))
        }
        Input::Column(_) => Ok(Bound::new(py, column_of(answers, name)?)?.into_any()),
        Input::Table { chunks, schema, .. } => {
            Ok(Bound::new(py, Table::beside((&chunks, &schema), answers, prefix)?)?.into_any())
        }
    }
}

/// The answer to a string. A malformed string is an error, unless the question is whether it is malformed.
pub fn of_text<'py>(
    py: Python<'py>,
    input: &Input<'py>,
    (answers, name): (&RecordBatch, &str),
    argument: Argument<'_>,
) -> PyResult<Bound<'py, PyAny>> {
    if name != "status" {
        well_formed(input, answers, argument)?;
    }
    values::value(py, column(answers, name)?, 0)
}

/// Fails if a string is malformed.
fn well_formed(input: &Input<'_>, answers: &RecordBatch, argument: Argument<'_>) -> PyResult<()> {
    let Some(what) = error(answers, 0) else { return Ok(()) };
    let text = input.chunks()[0].as_string::<i64>().value(0).to_owned();
    let is_file = Path::new(&text).extension().is_some_and(is_of_file);
    let remedy = if is_file { "; for files use quadrille.read or quadrille.solve_file" } else { "" };
    Err(argument.value_error(format!("{what}{remedy}")))
}

/// The column of some answers that has a name.
pub fn column_of(answers: Vec<RecordBatch>, name: &str) -> PyResult<Column> {
    Column::of(answers, name)
        .ok_or_else(|| PyValueError::new_err(format!("the answers have no column {name}")))
}

/// The values of the column of some answers that has a name.
pub fn column<'a>(answers: &'a RecordBatch, name: &str) -> PyResult<&'a dyn Array> {
    let column = answers.column_by_name(name).map(AsRef::as_ref);
    column.ok_or_else(|| PyValueError::new_err(format!("the answers have no column {name}")))
}

/// Whether names of files end so.
fn is_of_file(extension: &OsStr) -> bool {
    let usual = "arrow arrows bz2 csv feather gz json jsonl ndjson npy parquet sdm tsv txt xz zst";
    usual.split(' ').any(|usual| extension.eq_ignore_ascii_case(usual))
}

/// The error of a row.
pub fn error(answers: &RecordBatch, row: usize) -> Option<&str> {
    let errors = answers.column_by_name("error")?.as_string_opt::<i32>()?;
    errors.is_valid(row).then(|| errors.value(row))
}

/// Fails if something is wrong with a row.
pub fn check(answers: &[RecordBatch], argument: Argument<'_>) -> PyResult<()> {
    let mut start = 0;
    for batch in answers {
        check_batch(batch, start, argument)?;
        start += batch.num_rows();
    }
    Ok(())
}

/// The same for a batch whose first row has this number.
pub fn check_batch(answers: &RecordBatch, start: usize, argument: Argument<'_>) -> PyResult<()> {
    match (0..answers.num_rows()).find_map(|row| Some((row, error(answers, row)?))) {
        None => Ok(()),
        Some((row, what)) => Err(argument.value_error(format!("item {}: {what}", start + row))),
    }
}

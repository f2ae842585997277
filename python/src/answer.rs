//! Answers in the form in which the puzzles were passed.

use crate::{
    call::Call,
    cells,
    column::Column,
    hint::Hint,
    input::Input,
    keywords::{Argument, Keywords},
    table::{Table, refuse_taken},
    task::Task,
    values,
};
use arrow_array::{Array, RecordBatch, cast::AsArray};
use pyo3::{
    exceptions::PyValueError,
    prelude::*,
    types::{PyList, PyString},
};
use quadrille::arrow::Options;
use quadrille_tasks::ColumnKind;
use std::{ffi::OsStr, path::Path};

/// Answers each puzzle of an argument.
pub fn answer<'py>(
    puzzles: &Bound<'py, PyAny>,
    keywords: &Keywords<'py>,
    (call, options): (&Call, &Options),
    task: &Task,
) -> PyResult<Bound<'py, PyAny>> {
    let py = puzzles.py();
    let column: Option<String> = keywords.take("column")?;
    let prefix = keywords.take::<String>("prefix")?.unwrap_or_default();
    let is_strict = keywords.take("strict")?.unwrap_or(false);
    keywords.finish()?;
    let input = Input::of(puzzles, column.as_deref(), call.puzzles)?;
    input.only_tables_have(&[("prefix", !prefix.is_empty())], call.puzzles)?;
    if let (Some(option), Input::Text(_) | Input::List(_) | Input::Cells(_)) = (task.further, &input) {
        let remedy = "pass a column, such as pyarrow.array(puzzles)";
        return Err(call
            .argument(option)
            .type_error(format!("only columns and tables have several answers; {remedy}")));
    }
    if let Input::Cells(cells) = &input {
        return cells::answer(py, cells, task, (call, options), is_strict);
    }
    if let Input::Table { schema, .. } = &input {
        refuse_taken((puzzles, schema), task.added(), &prefix, call.puzzles)?;
    }
    let (chunks, rows) = (input.chunks(), input.len() as u64);
    let answers =
        call.run(py, rows, || task.columns(&chunks, options))?.map_err(|error| call.exception(error))?;
    if is_strict {
        check(&answers, call.puzzles)?;
    }
    match input {
        Input::Text(_) => text(puzzles, &answers[0], task, call.puzzles),
        Input::List(_) => Ok(list(py, &answers[0], task)?.into_any()),
        _ if task.gives_objects && !matches!(input, Input::Table { .. }) => {
            Ok(Bound::new(py, Table::of_answers(answers)?)?.into_any())
        }
        Input::Column(_) => Ok(Bound::new(py, column_of(answers, task.answer())?)?.into_any()),
        Input::Table { chunks, schema, .. } => {
            Ok(Bound::new(py, Table::beside((&chunks, &schema), answers, prefix)?)?.into_any())
        }
        Input::Cells(_) => unreachable!("answered above"),
    }
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
        Input::Text(_) => match error(&answers[0], 0) {
            Some(what) => Err(argument.value_error(what)),
            None => values::value(py, column(&answers[0], name)?, 0),
        },
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

/// The answer to a string. A malformed string is an error, unless the question is whether it is malformed.
fn text<'py>(
    puzzle: &Bound<'py, PyAny>,
    answers: &RecordBatch,
    task: &Task,
    argument: Argument<'_>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = puzzle.py();
    if let Some(what) = error(answers, 0).filter(|_| task.kind() != ColumnKind::Status) {
        let is_file =
            Path::new(&*puzzle.cast::<PyString>()?.to_string_lossy()).extension().is_some_and(is_of_file);
        let remedy = if is_file { "; for files use quadrille.read or quadrille.solve_file" } else { "" };
        return Err(argument.value_error(format!("{what}{remedy}")));
    }
    if task.gives_objects {
        return Hint::of(py, answers, 0);
    }
    values::value(py, column(answers, task.answer())?, 0)
}

/// Whether names of files end so.
fn is_of_file(extension: &OsStr) -> bool {
    let usual = "arrow arrows bz2 csv feather gz json jsonl ndjson npy parquet sdm tsv txt xz zst";
    usual.split(' ').any(|usual| extension.eq_ignore_ascii_case(usual))
}

fn list<'py>(py: Python<'py>, answers: &RecordBatch, task: &Task) -> PyResult<Bound<'py, PyList>> {
    if task.gives_objects {
        let hints = (0..answers.num_rows()).map(|row| Hint::of(py, answers, row));
        return PyList::new(py, hints.collect::<PyResult<Vec<_>>>()?);
    }
    values::list(py, column(answers, task.answer())?)
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

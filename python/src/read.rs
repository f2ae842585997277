//! Files as tables: a run of the command's readers, whose output `stream.rs` reads.

use crate::{
    call::Call,
    keywords::{Argument, Keywords},
    options::threads,
    stream::{Stream, broken},
    strings,
    table::Table,
};
use arrow_array::{ArrayRef, LargeStringArray, RecordBatch, cast::AsArray};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use pyo3::{
    prelude::*,
    types::{PyDict, PyList, PyString},
};
use quadrille::{Error, RunOptions, Shape, tasks::Givens};
use quadrille_run::{
    batch::Batch,
    format::{Format, FormatError},
    io::open_plain_text,
};
use quadrille_tasks::{
    Answers, Beside, Boards, ColumnSpec, Status, Task, TaskWorker, WorkerContext, WrongSolution,
};
use std::{
    error::Error as _,
    fs::File,
    io::{self, Read},
    path::PathBuf,
    sync::Arc,
};

/// A filter that keeps every record, also a malformed one.
#[derive(Debug)]
struct All([ColumnSpec; 1]);

impl Task for All {
    fn columns(&self) -> &[ColumnSpec] {
        &self.0
    }

    /// The status that malformed records have, whatever a task says.
    fn kept(&self) -> Option<Status> {
        Some(Status::Invalid)
    }

    fn worker(&self, _: WorkerContext) -> Box<dyn TaskWorker> {
        Box::new(AllWorker)
    }
}

struct AllWorker;

impl TaskWorker for AllWorker {
    fn answer(
        &mut self,
        boards: &Boards,
        _: &dyn Beside,
        answers: &mut Answers<'_>,
    ) -> Result<(), WrongSolution> {
        let records = boards.records().count();
        answers.statuses.resize(records, Status::Invalid);
        answers.has_board.resize(records, false);
        answers.tally.records += records as u64;
        Ok(())
    }
}

/// A table.
type Rows = (SchemaRef, Vec<RecordBatch>);

/// How files are read.
pub struct Reading {
    paths: Vec<PathBuf>,
    threads: usize,
    column: Option<String>,
    format: Option<&'static Format>,
}

impl Reading {
    /// Takes `threads`, `column` and `format`.
    pub fn take(paths: Vec<PathBuf>, keywords: &Keywords<'_>) -> PyResult<Reading> {
        let format: Option<String> = keywords.take("format")?;
        let named = |name: &str| {
            let what = || keywords.error("format", format!("there is no format {name:?}"));
            Format::named(name).ok_or_else(what)
        };
        Ok(Reading {
            paths,
            threads: threads(keywords)?,
            column: keywords.take("column")?,
            format: format.as_deref().map(named).transpose()?,
        })
    }

    /// Starts a run that writes all records, and returns what reads them, with the call of the run; the name of a format of JSON, which
    /// Python reads.
    pub fn open(&self, py: Python<'_>, call: Call) -> PyResult<Result<(Stream, Call), &'static str>> {
        let all = self.set(&call, Batch::new(All([ColumnSpec::STATUS])));
        match call.run(py, 0, || Stream::open(all, &self.paths))? {
            Ok(stream) => Ok(Ok((stream, call))),
            Err(error) => match error.reason() {
                Some(FormatError::NoConversion { format, .. } | FormatError::AnnouncesCount { format }) => {
                    if matches!(*format, "ndjson" | "json") {
                        return Ok(Err(format));
                    }
                    // Boards that are drawn, and the like, hold nothing but puzzles.
                    // A run that fails raises its stop flag.
                    let call = call.again();
                    let givens = self.set(&call, Batch::new(Givens::new()));
                    let opened = call.run(py, 0, || Stream::open(givens, &self.paths))?;
                    let stream = opened.map_err(|error| refused(&call, &error))?;
                    Ok(Ok((stream.without_answers(), call)))
                }
                _ => Err(refused(&call, &error)),
            },
        }
    }

    fn set(&self, call: &Call, mut batch: Batch) -> Batch {
        let run = RunOptions::new().threads(self.threads).stop_flag(call.stop.clone());
        batch = batch.run_options(run).text_columns(true);
        batch = if let Some(column) = &self.column { batch.column(column) } else { batch };
        if let Some(format) = self.format { batch.format(format) } else { batch }
    }
}

/// The exception for files that cannot be read.
pub fn refused(call: &Call, error: &Error) -> PyErr {
    let (mut text, mut cause) = (error.to_string(), error.source());
    while let Some(because) = cause {
        text += &format!(": {because}");
        cause = because.source();
    }
    let is_column = matches!(error.reason(), Some(FormatError::NoPuzzleColumn { requested: None, .. }));
    let remedy = if is_column { "; name the column with the puzzles with column=…" } else { "" };
    call.argument("paths").value_error(text + remedy)
}

/// The table of files. For formats of JSON their name: Python reads these.
#[pyfunction]
#[pyo3(signature = (paths, /, **options))]
pub fn _read<'py>(
    py: Python<'py>,
    paths: Vec<PathBuf>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let keywords = Keywords::new("read", options)?;
    let call = Call::take_timeout(&keywords)?;
    let reading = Reading::take(paths, &keywords)?;
    keywords.finish()?;
    let (mut stream, call) = match reading.open(py, call)? {
        Ok(opened) => opened,
        Err(format) => return Ok(PyString::new(py, format).into_any()),
    };
    let rows = call.run(py, 0, || {
        let batches = std::iter::from_fn(|| stream.next().transpose()).collect::<Result<Vec<_>, _>>()?;
        let rows = (stream.schema.clone(), batches);
        if stream.are_lines() { divided(rows, false) } else { Ok(rows) }
    })?;
    let (schema, batches) = rows.map_err(|error| refused(&call, &error))?;
    Ok(Bound::new(py, Table::new(schema, batches))?.into_any())
}

/// Lines with the text after the grids in a column of its own, if there is any or `always`.
pub fn divided((schema, batches): Rows, always: bool) -> Result<Rows, Error> {
    let parts: Vec<Vec<Option<Parts<'_>>>> = batches
        .iter()
        .map(|batch| batch.column(0).as_string::<i32>().iter().map(|line| line.map(parts)).collect())
        .collect();
    if !always && !parts.iter().flatten().flatten().any(|(_, rest)| rest.is_some()) {
        return Ok((schema, batches));
    }
    let field = |name| Field::new(name, DataType::LargeUtf8, true);
    let schema = Arc::new(Schema::new(vec![field("puzzle"), field("trailing")]));
    let batches = parts.iter().map(|rows| {
        let puzzles: LargeStringArray = rows.iter().map(|row| row.map(|(puzzle, _)| puzzle)).collect();
        let trailing: LargeStringArray = rows.iter().map(|row| row.and_then(|(_, rest)| rest)).collect();
        RecordBatch::try_new(schema.clone(), vec![Arc::new(puzzles), Arc::new(trailing)])
    });
    let batches: Result<_, ArrowError> = batches.collect();
    Ok((schema, batches.map_err(|error| broken(io::Error::other(error)))?))
}

/// A grid, and the text after it.
type Parts<'a> = (&'a str, Option<&'a str>);

/// The parts of a line.
fn parts(line: &str) -> Parts<'_> {
    let separator = line.find([',', ';', ' ', '\t', '|', ':', '#']);
    let found = separator.filter(|&at| Shape::from_area(at).is_some());
    found.map_or((line, None), |at| (&line[..at], Some(line[at + 1..].trim())))
}

/// The text of a file, which may be compressed.
#[pyfunction]
pub fn _text(py: Python<'_>, path: PathBuf) -> PyResult<String> {
    let text = py.detach(|| -> io::Result<String> {
        let mut text = String::new();
        open_plain_text(Box::new(File::open(&path)?))?.read_to_string(&mut text)?;
        Ok(text)
    });
    text.map_err(|error| crate::call::of_file(&path.to_string_lossy(), &error))
}

/// A table of columns of text, each a list of str and None.
#[pyfunction]
pub fn _texts(names: Vec<String>, columns: Vec<Bound<'_, PyList>>) -> PyResult<Table> {
    let argument = Argument { function: "read", name: "paths" };
    let arrays = columns.iter().map(|column| strings::column(column.iter(), column.len(), argument));
    let arrays: Vec<ArrayRef> = arrays.collect::<PyResult<_>>()?;
    let fields: Vec<Field> = names.iter().map(|name| Field::new(name, DataType::LargeUtf8, true)).collect();
    let schema = Arc::new(Schema::new(fields));
    let batch = RecordBatch::try_new(schema.clone(), arrays).map_err(|error| argument.value_error(error))?;
    Ok(Table::new(schema, vec![batch]))
}

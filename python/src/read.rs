//! Files as tables: a run of the command's readers, whose output is a pipe to this process.

use crate::{
    call::Call,
    keywords::{Argument, Keywords},
    options::threads,
    strings,
    table::Table,
};
use arrow_array::{ArrayRef, LargeStringArray, RecordBatch, cast::AsArray};
use arrow_ipc::reader::StreamReader;
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use pyo3::{
    prelude::*,
    types::{PyDict, PyList, PyString},
};
use quadrille::{Error, ErrorKind, RunOptions, Shape, tasks::Givens};
use quadrille_run::{
    batch::{Batch, Observer},
    format::{Format, FormatError},
    io::{Input, Output, open_plain_text},
    tables::TableFormat,
};
use quadrille_tasks::{
    Answers, Beside, Boards, ColumnSpec, Status, Task, TaskWorker, WorkerContext, WrongSolution,
};
use std::{
    error::Error as _,
    fs::File,
    io::{self, BufReader, Read},
    path::PathBuf,
    sync::Arc,
    thread,
};

#[cfg(unix)]
use std::os::fd::OwnedFd as Owned;
#[cfg(windows)]
use std::os::windows::io::OwnedHandle as Owned;

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

/// Notes whether all inputs are lines.
struct Lines(bool);

impl Observer for Lines {
    fn opened(&mut self, _: &str, format: &'static Format, _: [Option<&str>; 2]) {
        self.0 &= format.name() == "line";
    }

    fn table(&mut self, _: &str) {
        self.0 = false;
    }
}

type Rows = (SchemaRef, Vec<RecordBatch>);

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
    let threads = threads(&keywords)?;
    let (column, format): (Option<String>, Option<String>) =
        (keywords.take("column")?, keywords.take("format")?);
    keywords.finish()?;
    let named = format.as_deref().map(|name| {
        Format::named(name).ok_or_else(|| keywords.error("format", format!("there is no format {name:?}")))
    });
    let named = named.transpose()?;
    let set = |call: &Call, mut batch: Batch| {
        let run = RunOptions::new().threads(threads).stop_flag(call.stop.clone());
        batch = batch.run_options(run).text_columns(true);
        batch = if let Some(column) = &column { batch.column(column) } else { batch };
        if let Some(format) = named { batch.format(format) } else { batch }
    };
    let refused = |error: Error| {
        let (mut text, mut cause) = (error.to_string(), error.source());
        while let Some(because) = cause {
            text += &format!(": {because}");
            cause = because.source();
        }
        let is_column = matches!(error.reason(), Some(FormatError::NoPuzzleColumn { requested: None, .. }));
        let remedy = if is_column { "; name the column with the puzzles with column=…" } else { "" };
        call.argument("paths").value_error(text + remedy)
    };
    let all = set(&call, Batch::new(All([ColumnSpec::STATUS])));
    let rows = match call.run(py, 0, || rows(&all, &paths))? {
        Err(error) => match error.reason() {
            Some(FormatError::NoConversion { format, .. } | FormatError::AnnouncesCount { format }) => {
                if matches!(*format, "ndjson" | "json") {
                    return Ok(PyString::new(py, format).into_any());
                }
                // Boards that are drawn, and the like, hold nothing but puzzles.
                // A run that fails raises its stop flag.
                let call = call.again();
                let boards = set(&call, Batch::new(Givens::new()));
                call.run(py, 0, || rows(&boards, &paths).and_then(without_answers))?.map_err(refused)?
            }
            _ => return Err(refused(error)),
        },
        Ok(rows) => rows,
    };
    Ok(Bound::new(py, Table::new(rows.0, rows.1))?.into_any())
}

/// The rows that a run writes.
fn rows(batch: &Batch, paths: &[PathBuf]) -> Result<Rows, Error> {
    let broken = |error: io::Error| Error::io(ErrorKind::Input, "cannot read through a pipe", error);
    let inputs = paths.iter().map(Input::path).collect::<Result<Vec<_>, _>>()?;
    let (reader, writer) = io::pipe().map_err(broken)?;
    let output = Output::direct("a pipe", File::from(Owned::from(writer))).table(TableFormat::ArrowStream)?;
    let mut lines = Lines(true);
    let read = || -> Result<Rows, ArrowError> {
        let reader = StreamReader::try_new(BufReader::with_capacity(1 << 20, reader), None)?;
        Ok((reader.schema(), reader.collect::<Result<_, _>>()?))
    };
    let rows = thread::scope(|scope| {
        let reading = scope.spawn(read);
        // It is dropped here, so that the reader comes to an end.
        let mut output = output;
        batch.run_into(inputs, &mut output, &mut lines)?;
        output.finish()?;
        reading.join().expect("a reader without panics").map_err(|error| broken(io::Error::other(error)))
    })?;
    if lines.0 { divided(rows).map_err(|error| broken(io::Error::other(error))) } else { Ok(rows) }
}

/// The puzzles of a run that has described them.
fn without_answers((schema, batches): Rows) -> Result<Rows, Error> {
    let kept: Vec<usize> = (0..schema.fields().len().saturating_sub(3)).collect();
    let projected = || -> Result<Rows, ArrowError> {
        let batches = batches.iter().map(|batch| batch.project(&kept)).collect::<Result<_, _>>()?;
        Ok((Arc::new(schema.project(&kept)?), batches))
    };
    projected().map_err(|error| Error::io(ErrorKind::Input, "cannot read", io::Error::other(error)))
}

/// Lines with the text after the grids in a column of its own, if there is any.
fn divided((schema, batches): Rows) -> Result<Rows, ArrowError> {
    let parts: Vec<Vec<Option<Parts<'_>>>> = batches
        .iter()
        .map(|batch| batch.column(0).as_string::<i32>().iter().map(|line| line.map(parts)).collect())
        .collect();
    if !parts.iter().flatten().flatten().any(|(_, rest)| rest.is_some()) {
        return Ok((schema, batches));
    }
    let field = |name| Field::new(name, DataType::LargeUtf8, true);
    let schema = Arc::new(Schema::new(vec![field("puzzle"), field("trailing")]));
    let batches = parts.iter().map(|rows| {
        let puzzles: LargeStringArray = rows.iter().map(|row| row.map(|(puzzle, _)| puzzle)).collect();
        let trailing: LargeStringArray = rows.iter().map(|row| row.and_then(|(_, rest)| rest)).collect();
        RecordBatch::try_new(schema.clone(), vec![Arc::new(puzzles), Arc::new(trailing)])
    });
    let batches = batches.collect::<Result<_, _>>()?;
    Ok((schema, batches))
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

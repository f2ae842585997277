//! Files as tables: a run of the command's readers, whose output `stream.rs` takes.

use crate::{
    call::Call,
    keywords::{Argument, Keywords},
    options::threads,
    stream::{Stream, failed},
    strings,
    table::Table,
};
use arrow_array::{ArrayRef, LargeStringArray, RecordBatch, cast::AsArray};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use pyo3::{
    prelude::*,
    types::{PyDict, PyList},
};
use quadrille::{Error, ErrorKind, RunOptions, Shape, tasks::Givens};
use quadrille_grid::cells::grid_of_line;
use quadrille_run::{
    batch::Batch,
    format::{Format, FormatError, RecordLayout},
    io::open_plain_text,
};
use quadrille_tasks::{
    Answers, Beside, Boards, ColumnSpec, Needs, Status, Task, TaskWorker, WorkerContext, Written,
    WrongSolution,
};
use std::{
    error::Error as _,
    fs::File,
    io::{self, BufRead, BufReader, Read},
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

/// A filter that keeps every record, also a malformed one.
#[derive(Debug)]
struct All([ColumnSpec; 1]);

impl Task for All {
    fn columns(&self) -> &[ColumnSpec] {
        &self.0
    }

    fn needs(&self) -> Needs {
        // Malformed records have this status in every run.
        Needs { written: Written::Records(Some(Status::Invalid)), ..Needs::default() }
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

/// A format of JSON, and the member with the puzzles, if there is one.
pub type Json = (&'static str, Option<String>);

/// A table.
type Rows = (SchemaRef, Vec<RecordBatch>);

/// How files are read.
pub struct Reading {
    paths: Vec<PathBuf>,
    threads: usize,
    column: Option<String>,
    format: Option<&'static Format>,
    /// Whether the files were found to be UTF-8.
    are_utf8: AtomicBool,
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
            are_utf8: AtomicBool::new(false),
        })
    }

    /// Starts a run that writes all records, and returns what reads them, with the call of the run; or the format of JSON, which Python
    /// reads.
    pub fn open(&self, py: Python<'_>, call: Call) -> PyResult<Result<(Stream, Call), Json>> {
        let all = self.set(&call, Batch::new(All([ColumnSpec::STATUS])));
        let (stream, call) = match call.run(py, 0, || Stream::open(all, &self.paths))? {
            Ok(stream) => (stream, call),
            Err(error) => match error.reason() {
                Some(FormatError::NoConversion { format, column, .. }) if format.form().are_objects() => {
                    return Ok(Err((format.name(), column.clone())));
                }
                Some(FormatError::NoConversion { .. } | FormatError::AnnouncesCount { .. }) => {
                    // Boards that are drawn, and the like, hold nothing but puzzles.
                    // A run that fails raises its stop flag.
                    let call = call.again();
                    let givens = self.set(&call, Batch::new(Givens::new()));
                    let opened = call.run(py, 0, || Stream::open(givens, &self.paths))?;
                    let stream = opened.map_err(|error| refused(&call, &error))?;
                    (stream.without_answers(), call)
                }
                _ => return Err(refused(&call, &error)),
            },
        };
        let mut names: Vec<&str> = stream.schema.fields().iter().map(|field| field.name().as_str()).collect();
        names.sort_unstable();
        match names.windows(2).find(|pair| pair[0] == pair[1]) {
            Some(twice) => {
                let what = format!("there are two columns {:?}; rename one in the file", twice[0]);
                Err(call.argument("paths").value_error(what))
            }
            None => Ok(Ok((stream, call))),
        }
    }

    /// Fails if these rows have replaced bytes of a text that is not UTF-8, and says where these are.
    pub fn check_texts(&self, stream: &Stream, rows: &[RecordBatch]) -> Result<(), Error> {
        let is_replaced = |text: &str| text.contains(char::REPLACEMENT_CHARACTER);
        let has_replaced = |column: &ArrayRef| match column.as_string_opt::<i32>() {
            Some(texts) => texts.iter().flatten().any(is_replaced),
            None => false,
        };
        let mut names = stream.schema.fields().iter().map(|field| field.name());
        let mut has_any = || {
            names.any(|name| is_replaced(name))
                || rows.iter().flat_map(RecordBatch::columns).any(has_replaced)
        };
        if stream.are_texts() && !self.are_utf8.load(Ordering::Relaxed) && has_any() {
            self.paths.iter().try_for_each(|path| check_text(path.as_path()))?;
            self.are_utf8.store(true, Ordering::Relaxed);
        }
        Ok(())
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
    let remedy = match error.reason() {
        Some(FormatError::NoPuzzleColumn { requested: None, .. }) => {
            "; name the column with the puzzles with column=…"
        }
        Some(FormatError::Unrecognized { .. }) => {
            "; lines that end in the regions of a jigsaw are read by format=\"line\""
        }
        Some(FormatError::NoGivens { layout: RecordLayout::Lines, .. }) => {
            "; format=\"line\" reads the lines as they are"
        }
        Some(FormatError::NoGivens { .. }) => {
            "; use quadrille.solve_file, which answers boards with candidates"
        }
        Some(FormatError::HeaderlessTable { column: 1, .. }) => {
            "; to read it as lines, remove column= and format="
        }
        _ => "",
    };
    call.argument("paths").value_error(text + remedy)
}

/// Fails if a file is not UTF-8.
fn check_text(path: &Path) -> Result<(), Error> {
    let name = path.to_string_lossy();
    let failed = |error| Error::io(ErrorKind::Input, &*name, error);
    let text = File::open(path).and_then(|file| open_plain_text(Box::new(file))).map_err(failed)?;
    let (mut text, mut line) = (BufReader::new(text), Vec::new());
    for number in 1.. {
        line.clear();
        if text.read_until(b'\n', &mut line).map_err(failed)? == 0 {
            break;
        }
        if str::from_utf8(&line).is_err() {
            let what = format!("{name}: line {number} is not UTF-8; save the file as UTF-8");
            return Err(Error::new(ErrorKind::Input, what));
        }
    }
    Ok(())
}

/// The table of files. For formats of JSON their name and the member with the puzzles: Python reads these.
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
        Err(json) => return Ok(json.into_pyobject(py)?.into_any()),
    };
    let rows = call.run(py, 0, || {
        let batches = std::iter::from_fn(|| stream.next().transpose()).collect::<Result<Vec<_>, _>>()?;
        reading.check_texts(&stream, &batches)?;
        let around = if stream.are_lines() { texts_around(&batches) } else { [false; 2] };
        let rows = (stream.schema.clone(), batches);
        if around.contains(&true) { divided(rows, around) } else { Ok(rows) }
    })?;
    let (schema, batches) = rows.map_err(|error| refused(&call, &error))?;
    Ok(Bound::new(py, Table::new(schema, batches))?.into_any())
}

/// Whether lines have text before their grids, and after them.
pub fn texts_around(batches: &[RecordBatch]) -> [bool; 2] {
    let lines = batches.iter().flat_map(|batch| batch.column(0).as_string_opt::<i32>().into_iter().flatten());
    let has = |[before, _, after]: Parts<'_>| [before.is_some(), after.is_some()];
    lines.flatten().map(parts).map(has).fold([false; 2], |all, has| [all[0] || has[0], all[1] || has[1]])
}

/// Lines with the texts before and after their grids in columns of their own, as far as these are wanted.
pub fn divided((_, batches): Rows, [leading, trailing]: [bool; 2]) -> Result<Rows, Error> {
    let columns = [("leading", leading), ("puzzle", true), ("trailing", trailing)];
    let kept = (0..columns.len()).filter(|at| columns[*at].1);
    let fields = kept.clone().map(|at| Field::new(columns[at].0, DataType::LargeUtf8, true));
    let schema = Arc::new(Schema::new(fields.collect::<Vec<_>>()));
    let batches = batches.iter().map(|batch| {
        let rows: Vec<_> = batch.column(0).as_string::<i32>().iter().map(|line| line.map(parts)).collect();
        if !leading && rows.iter().flatten().any(|parts| parts[0].is_some()) {
            let what = "a line has text before its grid, and the first lines have none; use quadrille.read";
            return Err(Error::new(ErrorKind::Input, what.to_owned()));
        }
        let arrays = kept.clone().map(|at| -> ArrayRef {
            Arc::new(rows.iter().map(|parts| parts.and_then(|parts| parts[at])).collect::<LargeStringArray>())
        });
        RecordBatch::try_new(schema.clone(), arrays.collect())
            .map_err(|error| failed(io::Error::other(error)))
    });
    let batches = batches.collect::<Result<_, _>>()?;
    Ok((schema.clone(), batches))
}

/// The text before a grid, the grid, and the text after it.
type Parts<'a> = [Option<&'a str>; 3];

/// The parts of a line.
fn parts(line: &str) -> Parts<'_> {
    fn text(text: &str) -> Option<&str> {
        Some(text.trim()).filter(|text| !text.is_empty())
    }
    let (start, grid) = grid_of_line(line.as_bytes());
    let len = grid.iter().position(|byte| b"|:".contains(byte)).unwrap_or(grid.len());
    let end = start + len;
    if Shape::from_area(len).is_none() {
        return [None, Some(line), None];
    }
    [text(&line[..start]), Some(&line[start..end]), line.get(end + 1..).and_then(text)]
}

/// The text of a file, which may be compressed.
#[pyfunction]
pub fn _text(py: Python<'_>, path: PathBuf) -> PyResult<String> {
    let text = py.detach(|| -> io::Result<String> {
        let mut text = String::new();
        open_plain_text(Box::new(File::open(&path)?))?.read_to_string(&mut text)?;
        // A byte-order mark.
        Ok(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text))
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

//! A run whose output is taken batch by batch.

use crate::{
    call::Call,
    keywords::Keywords,
    read::{Reading, divided, refused, texts_around},
    table::Table,
};
use arrow_array::RecordBatch;
use arrow_schema::SchemaRef;
use pyo3::{prelude::*, types::PyDict};
use quadrille::{Error, ErrorKind};
use quadrille_run::{
    batch::{Batch, Observer},
    format::{Format, RecordForm},
    io::{Input, table_in_memory},
};
use std::{
    collections::VecDeque,
    io, panic,
    path::PathBuf,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
        mpsc::Receiver,
    },
    thread::{self, JoinHandle},
};

/// A run on a thread of its own, and its batches.
pub struct Stream {
    batches: Option<Receiver<RecordBatch>>,
    run: Option<JoinHandle<Result<(), Error>>>,
    inputs: Arc<Inputs>,
    /// The columns that are kept.
    pub schema: SchemaRef,
}

/// The kinds of the inputs that were opened.
#[derive(Default)]
struct Inputs {
    have_others_than_lines: AtomicBool,
    have_tables: AtomicBool,
}

struct Noted(Arc<Inputs>);

impl Observer for Noted {
    fn opened(&mut self, _: &str, format: &'static Format, _: [Option<&str>; 2]) {
        self.0.have_others_than_lines.fetch_or(format.form() != RecordForm::Lines, Ordering::Relaxed);
    }

    fn table(&mut self, _: &str) {
        self.0.have_others_than_lines.store(true, Ordering::Relaxed);
        self.0.have_tables.store(true, Ordering::Relaxed);
    }
}

impl Stream {
    /// Starts a run.
    ///
    /// # Errors
    /// If it ends before it has written anything.
    pub fn open(batch: Batch, paths: &[PathBuf]) -> Result<Stream, Error> {
        let opened = paths.iter().map(Input::path).collect::<Result<Vec<_>, _>>()?;
        let (mut output, batches) = table_in_memory().map_err(failed)?;
        let inputs = Arc::new(Inputs::default());
        let mut noted = Noted(inputs.clone());
        let run = thread::Builder::new().name("quadrille".into()).spawn(move || {
            batch.run_into(opened, &mut output, &mut noted)?;
            output.finish().map(drop)
        });
        let run = run.map_err(failed)?;
        match batches.recv() {
            Ok(first) => {
                Ok(Stream { schema: first.schema(), batches: Some(batches), run: Some(run), inputs })
            }
            Err(error) => Err(ended(run).err().unwrap_or_else(|| failed(io::Error::other(error)))),
        }
    }

    /// Whether all inputs that were opened are lines.
    pub fn are_lines(&self) -> bool {
        !self.inputs.have_others_than_lines.load(Ordering::Relaxed)
    }

    /// Whether no input that was opened is a table, whose strings are UTF-8.
    pub fn are_texts(&self) -> bool {
        !self.inputs.have_tables.load(Ordering::Relaxed)
    }

    /// The same without the answers of a run that counts givens.
    pub fn without_answers(mut self) -> Stream {
        let kept: Vec<usize> = (0..self.schema.fields().len().saturating_sub(3)).collect();
        self.schema = self.schema.project(&kept).map_or_else(|_| self.schema.clone(), Arc::new);
        self
    }

    /// The next rows.
    pub fn next(&mut self) -> Result<Option<RecordBatch>, Error> {
        if let Some(Ok(batch)) = self.batches.as_ref().map(Receiver::recv) {
            let kept: Vec<usize> = (0..self.schema.fields().len()).collect();
            return batch.project(&kept).map(Some).map_err(|error| failed(io::Error::other(error)));
        }
        self.batches = None;
        self.run.take().map_or(Ok(()), ended).map(|()| None)
    }
}

impl Drop for Stream {
    /// The run cannot write any more, and ends.
    fn drop(&mut self) {
        self.batches = None;
        if let Some(run) = self.run.take() {
            let _ = run.join();
        }
    }
}

/// The result of a run, once it has ended.
fn ended(run: JoinHandle<Result<(), Error>>) -> Result<(), Error> {
    run.join().unwrap_or_else(|panic| panic::resume_unwind(panic))
}

/// The error of a run that could not be started, or of its batches.
pub fn failed(error: io::Error) -> Error {
    Error::io(ErrorKind::Input, "cannot read the rows", error)
}

/// The tables of files, as `quadrille.read_batches` gives them. The run goes on between the steps, a few batches ahead.
#[pyclass(frozen, module = "quadrille")]
pub struct Batches {
    call: Call,
    reading: Reading,
    rows: usize,
    state: Mutex<State>,
}

struct State {
    stream: Stream,
    /// Rows that were read and not given yet.
    ahead: VecDeque<RecordBatch>,
    /// Whether the first lines have text before their grids; `None` before they are read.
    leading: Option<bool>,
}

/// The tables of files, each with as many rows.
#[pyfunction]
#[pyo3(signature = (paths, rows, /, **options))]
pub fn _read_batches(
    py: Python<'_>,
    paths: Vec<PathBuf>,
    rows: usize,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Batches> {
    let keywords = Keywords::new("read_batches", options)?;
    let call = Call::take_timeout(&keywords)?;
    let reading = Reading::take(paths, &keywords)?;
    keywords.finish()?;
    match reading.open(py, call)? {
        Ok((stream, call)) => {
            let state = State { stream, ahead: VecDeque::new(), leading: None };
            Ok(Batches { call, reading, rows, state: Mutex::new(state) })
        }
        Err((format, _)) => Err(keywords.error(
            "paths",
            format!("{format} is read as a whole, because any record may have other members; use read"),
        )),
    }
}

#[pymethods]
impl Batches {
    fn __iter__(this: Py<Self>) -> Py<Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Table>> {
        let next =
            || self.state.lock().unwrap_or_else(PoisonError::into_inner).next(&self.reading, self.rows);
        self.call.run(py, 0, next)?.map_err(|error| refused(&self.call, &error))
    }
}

impl State {
    /// The next table: as many rows, or the last ones.
    fn next(&mut self, reading: &Reading, rows: usize) -> Result<Option<Table>, Error> {
        let mut left = rows.saturating_sub(self.ahead.iter().map(RecordBatch::num_rows).sum());
        while left > 0
            && let Some(batch) = self.stream.next()?
        {
            left = left.saturating_sub(batch.num_rows());
            reading.check_texts(&self.stream, std::slice::from_ref(&batch))?;
            self.ahead.push_back(batch);
        }
        let are_lines = self.stream.are_lines();
        let leading =
            *self.leading.get_or_insert_with(|| are_lines && texts_around(self.ahead.make_contiguous())[0]);
        let (mut left, mut taken) = (rows, Vec::new());
        while left > 0
            && let Some(batch) = self.ahead.pop_front()
        {
            let length = batch.num_rows().min(left);
            taken.push(batch.slice(0, length));
            if length < batch.num_rows() {
                self.ahead.push_front(batch.slice(length, batch.num_rows() - length));
            }
            left -= length;
        }
        if left == rows {
            return Ok(None);
        }
        let table = (self.stream.schema.clone(), taken);
        let (schema, batches) = if are_lines { divided(table, [leading, true])? } else { table };
        Ok(Some(Table::new(schema, batches)))
    }
}

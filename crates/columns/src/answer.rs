//! Has a task answer the rows of a column.

use super::{
    ColumnsError, Options,
    column::{Column, Value},
    puzzles::Refused,
    row_texts::RowTexts,
    sink::{Sink, ThreadTexts},
    work::{Work, Worker},
};
use arrow_array::RecordBatch;
use quadrille_engines::Engines;
use quadrille_grid::{Shape, Symbols, Variants};
use quadrille_tasks::{
    Answers, Beside, Boards, Malformed, Mismatch, MismatchReason, Task, TaskWorker, WorkerContext,
};
use std::{borrow::Cow, sync::Arc};

/// The rows of a chunk beside their puzzles.
pub(super) struct Rows<'a> {
    /// The solutions of all rows, if there are any.
    pub solutions: Option<&'a Column<'a>>,
    /// The first row of the chunk.
    pub first: usize,
    pub boards: &'a Boards,
}

impl Beside for Rows<'_> {
    fn solution(&self, record: usize) -> Cow<'_, [u8]> {
        self.solutions.map_or(Cow::Borrowed(b""), |solutions| solutions.solution(self.first + record))
    }

    fn numbers(&self, record: usize, cells: &mut Vec<u8>) -> Option<Result<Shape, Mismatch>> {
        self.solutions?.solution_numbers(self.first + record, cells)
    }

    fn names_columns(&self) -> bool {
        true
    }
}

impl Column<'_> {
    /// The solution of a row as text.
    pub(super) fn solution(&self, row: usize) -> Cow<'_, [u8]> {
        match self.value(row) {
            Value::Bytes(text) => Cow::Borrowed(text),
            _ => Cow::Borrowed(b""),
        }
    }

    /// The solution of a row as numbers, which are appended, or why these are not a board; `None` if it is text.
    pub(super) fn solution_numbers(
        &self,
        row: usize,
        cells: &mut Vec<u8>,
    ) -> Option<Result<Shape, Mismatch>> {
        let failed = |reason| Some(Err(Mismatch { cell: None, reason }));
        let (count, value) = match self.value(row) {
            Value::Bytes(bytes) if !self.may_be_digits() || !are_numbers(bytes) => return None,
            Value::Numbers(_, range) if range.is_empty() => return None,
            Value::Null => return None,
            Value::Uneven { row, found, .. } => return failed(MismatchReason::RowCells(row, found)),
            Value::Bytes(bytes) => (bytes.len(), Ok(bytes)),
            Value::Numbers(numbers, range) => (range.len(), Err((numbers, range))),
        };
        let Some(shape) = Shape::from_area(count) else { return failed(MismatchReason::Cells(count)) };
        let side = shape.side();
        let wrong = match value {
            Ok(bytes) => {
                cells.extend_from_slice(bytes);
                wrong_byte(bytes, side)
            }
            // A solution without empty cells has no 0 either.
            Err((numbers, range)) => match numbers.read(range, (side, Symbols::Digits.into()), cells) {
                Err(Malformed::Digit { cell, number, .. }) => Some((cell, Some(number))),
                _ => None,
            },
        };
        let Some((cell, number)) = wrong else { return Some(Ok(shape)) };
        let reason = MismatchReason::NoDigit(number, side);
        Some(Err(Mismatch { cell: Some((cell / side + 1, cell % side + 1)), reason }))
    }
}

impl<'a> Rows<'a> {
    /// Puzzles that bring nothing else.
    pub fn only(boards: &'a Boards) -> Rows<'a> {
        Rows { solutions: None, first: 0, boards }
    }
}

/// Whether bytes that may be numbers or characters are numbers, of which not all need to be digits.
fn are_numbers(bytes: &[u8]) -> bool {
    let is_control = |byte: &u8| *byte < b' ';
    bytes.iter().any(|byte| is_control(byte) && !byte.is_ascii_whitespace())
        || !bytes.is_empty() && bytes.iter().all(is_control)
}

/// The first byte that is not a digit of this side: its place, and the number. 255 is also written for numbers that are not bytes.
fn wrong_byte(bytes: &[u8], side: usize) -> Option<(usize, Option<i128>)> {
    let cell = bytes.iter().position(|digit| usize::from(*digit) > side)?;
    Some((cell, Some(bytes[cell]).filter(|number| *number < u8::MAX).map(i128::from)))
}

/// A task on one thread, with its answers.
pub(super) struct Answering<'m> {
    worker: Box<dyn TaskWorker>,
    pub answers: Answers<'m>,
}

impl<'m> Answering<'m> {
    /// A task by these variants, in one of several threads.
    pub fn new(
        task: &dyn Task,
        variants: &Arc<Variants>,
        (options, workers): (&Options, usize),
    ) -> Answering<'m> {
        let context = WorkerContext {
            engines: Engines::new(options.run.choice()).expect("the choice was checked when it was set"),
            limits: options.run.limits().clone(),
            variants: variants.clone(),
            threads: options.run.thread_count(0),
            workers,
            verifies: true,
        };
        Answering { worker: task.worker(context), answers: Answers::new(task.columns()) }
    }

    /// Answers the rows of a chunk; 9×9 puzzles in the memory that is lent.
    ///
    /// # Panics
    /// If a solution fails its check.
    pub fn answer(&mut self, rows: &Rows<'_>, nines: Option<&'m mut [u8]>) {
        self.answers.clear();
        if let Some(nines) = nines {
            self.answers.lend_nines(nines);
        }
        let answered = self.worker.answer(rows.boards, rows, &mut self.answers);
        assert!(answered.is_ok(), "an engine found a wrong solution: this is a bug in quadrille");
    }
}

/// Why a task by these variants is not for boards of some shapes.
pub(super) fn refused(task: &dyn Task, variants: &Variants) -> Refused {
    let refusals = task.needs().refusals;
    Shape::EACH.map(|shape| match variants.fit(shape) {
        Err(error) => Some(error.into()),
        Ok(_) => refusals[shape.index()].map(Malformed::from),
    })
}

/// The columns of the task's answers, and the columns of statuses and errors. `solutions` are the solutions that the rows bring.
pub(super) fn answer(
    (column, solutions): (&Column, Option<&Column>),
    task: &dyn Task,
    variants: &Arc<Variants>,
    options: &Options,
) -> Result<RecordBatch, ColumnsError> {
    let work = Work::new(column, options, refused(task, variants));
    let mut sink = Sink::new(column, task.columns())?;
    let new = || {
        let texts: Vec<RowTexts> = task.columns().iter().map(|_| RowTexts::default()).collect();
        (Answering::new(task, variants, (options, work.workers())), texts)
    };
    let workers = work.each_chunk(new, sink.parts(work.chunk), |worker, rows, mut part| {
        let Worker { puzzles, task: (answering, texts), .. } = worker;
        let in_place = puzzles.only_nines().and_then(|style| Some((style, part.lend_nines()?)));
        let (style, nines) = in_place.unzip();
        answering.answer(&Rows { solutions, first: rows.start, boards: &puzzles.boards }, nines);
        let in_place = style.zip(answering.answers.take_nines());
        part.write((puzzles, rows.start), &answering.answers, in_place, texts);
    })?;
    let texts =
        workers.into_iter().map(|worker| ThreadTexts { columns: worker.task.1, errors: worker.errors });
    let texts: Vec<ThreadTexts> = texts.collect();
    sink.finish(&texts)
}

//! Has a task answer the rows of a column.

use super::{
    ColumnsError, Options,
    column::{Column, Value},
    puzzles::{Reader, Refused, Style},
    row_texts::RowTexts,
    sink::{Sink, ThreadTexts},
    work::{Work, Worker},
};
use arrow_array::RecordBatch;
use quadrille_core::{
    engine::Engines,
    grid::{InputSymbols, Shape, Symbols, Variants},
};
use quadrille_tasks::{Answers, Beside, Boards, Malformed, Task, TaskWorker, WorkerContext};
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
        let Some(solutions) = self.solutions else { return Cow::Borrowed(b"") };
        let row = self.first + record;
        match solutions.value(row) {
            Value::Null => Cow::Borrowed(b""),
            Value::Bytes(text) if !solutions.may_be_digits() => Cow::Borrowed(text),
            value => self.in_symbols(record, solutions, value),
        }
    }

    fn names_columns(&self) -> bool {
        true
    }
}

impl<'a> Rows<'a> {
    /// Puzzles that bring nothing else.
    pub fn only(boards: &'a Boards) -> Rows<'a> {
        Rows { solutions: None, first: 0, boards }
    }

    /// A solution that may be numbers, as text in the alphabet of its puzzle.
    fn in_symbols<'c>(&self, record: usize, solutions: &'c Column, value: Value<'c>) -> Cow<'c, [u8]> {
        let bytes = if let Value::Bytes(bytes) = value { Some(bytes) } else { None };
        let alphabet = self.boards.tags[record].alphabet();
        let in_symbols = |digits: &[u8]| digits.iter().map(|digit| alphabet.symbol(*digit)).collect();
        let mut reader = Reader::default();
        match (reader.read(solutions, InputSymbols::from(Symbols::Auto), value), bytes) {
            (Ok((_, Style::Digits)), _) => Cow::Owned(in_symbols(&reader.board)),
            // Digits that the board does not have.
            (Err(_), Some(bytes)) if bytes.iter().all(|byte| *byte < b' ') => Cow::Owned(in_symbols(bytes)),
            (_, Some(text)) => Cow::Borrowed(text),
            // Only digits have symbols.
            (_, None) => Cow::Owned(vec![b'?'; solutions.room(self.first + record)]),
        }
    }
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
    Shape::EACH.map(|shape| match variants.fit(shape) {
        Err(error) => Some(error.into()),
        Ok(_) => task.refusal(shape).map(Malformed::from),
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
        part.write((puzzles, rows.start), &mut answering.answers, style, texts);
    })?;
    let texts =
        workers.into_iter().map(|worker| ThreadTexts { columns: worker.task.1, errors: worker.errors });
    let texts: Vec<ThreadTexts> = texts.collect();
    sink.finish(&texts)
}

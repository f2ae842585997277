//! Has a task answer the rows of a column.

use super::{
    ColumnsError, Options,
    column::Column,
    puzzles::Refused,
    row_texts::RowTexts,
    sink::{Sink, ThreadTexts},
    work::{Work, Worker},
};
use arrow_array::RecordBatch;
use quadrille_core::{
    engine::Engines,
    grid::{Shape, Variants},
};
use quadrille_tasks::{Answers, Beside, Boards, Malformed, Task, TaskWorker, WorkerContext};
use std::{borrow::Cow, sync::Arc};

/// Rows have nothing beside their puzzles.
struct OnlyPuzzles;

impl Beside for OnlyPuzzles {
    fn solution(&self, _: usize) -> Cow<'_, [u8]> {
        Cow::Borrowed(b"")
    }

    fn names_columns(&self) -> bool {
        true
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

    /// Answers the puzzles of a chunk; 9×9 puzzles in the memory that is lent.
    ///
    /// # Panics
    /// If a solution fails its check.
    pub fn answer(&mut self, boards: &Boards, nines: Option<&'m mut [u8]>) {
        self.answers.clear();
        if let Some(nines) = nines {
            self.answers.lend_nines(nines);
        }
        let answered = self.worker.answer(boards, &OnlyPuzzles, &mut self.answers);
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

/// The columns of the task's answers, and the columns of statuses and errors.
pub(super) fn answer(
    column: &Column,
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
        answering.answer(&puzzles.boards, nines);
        part.write((puzzles, rows.start), &mut answering.answers, style, texts);
    })?;
    let texts =
        workers.into_iter().map(|worker| ThreadTexts { columns: worker.task.1, errors: worker.errors });
    let texts: Vec<ThreadTexts> = texts.collect();
    sink.finish(&texts)
}

//! Answers the rows of tables, whose columns are arrays.

use super::{ChunkAnswers, Fatal, WorkerConfig};
use crate::{batch::MALFORMED_SHOWN, tables::UnitEncoder};
use arrow_array::ArrayRef;
use quadrille_columns::{
    ColumnsError,
    table::{TableReader, TableRows},
};
use quadrille_engines::Engines;
use quadrille_grid::{InputSymbols, Variants};
use quadrille_tasks::{
    Answers, ColumnKind, ColumnPlace, ColumnSpec, RatedPuzzle, RatingCounts, Task, TaskWorker, WorkerContext,
};
use std::sync::Arc;

/// Has a task answer rows.
pub(in crate::batch) struct ArrayWorker {
    task: Arc<dyn Task>,
    worker: Box<dyn TaskWorker>,
    reader: TableReader,
    typed: Answers<'static>,
    /// How many mismatches of a chunk are wanted.
    mismatches: usize,
}

impl ArrayWorker {
    /// A worker for this task.
    pub fn new(
        task: Arc<dyn Task>,
        config: &WorkerConfig,
        (engines, variants): (Engines, Arc<Variants>),
    ) -> ArrayWorker {
        let reader = TableReader::new(&*task, &variants);
        let context = WorkerContext {
            engines,
            limits: config.limits.clone(),
            variants,
            threads: config.threads,
            workers: config.workers,
            verifies: config.verifies,
        };
        let mismatches = if config.all_mismatches { usize::MAX } else { MALFORMED_SHOWN };
        let (worker, typed) = (task.worker(context), Answers::new(task.columns()));
        ArrayWorker { task, worker, reader, typed, mismatches }
    }

    /// An encoder of the answers to a unit, which has no more rows than these.
    pub fn encoder(&self, rows: u64) -> UnitEncoder {
        let columns = self.task.columns().iter().filter(|column| column.place != ColumnPlace::Member);
        let is_text = |column: &ColumnSpec| {
            matches!(column.kind, ColumnKind::Status | ColumnKind::Text | ColumnKind::List)
        };
        UnitEncoder::new(columns.map(is_text), rows)
    }

    /// The answers to some rows, which are added to the sums of their chunk, after those before them.
    ///
    /// # Errors
    /// If they do not fit the type of the puzzles.
    pub fn answer(
        &mut self,
        rows: &TableRows,
        symbols: InputSymbols,
        answers: &mut ChunkAnswers,
    ) -> Result<Vec<ArrayRef>, ColumnsError> {
        let before = answers.lines;
        let typed = &mut self.typed;
        typed.clear();
        typed.total = answers.total.take().or_else(|| self.task.total());
        let rated_before = rated(typed).map_or(0, |puzzles| puzzles.len());
        let (boards, beside) = self.reader.read(rows, symbols);
        if let Err(wrong) = self.worker.answer(boards, &beside, typed) {
            answers.fatal = Some((before + wrong.record as u64, Fatal::WrongSolution));
            return Ok(Vec::new());
        }
        let shown = MALFORMED_SHOWN.saturating_sub(answers.malformed.len());
        let malformed = boards.malformed.iter().take(shown);
        answers.malformed.extend(malformed.map(|(row, reason)| (before + row, *reason)));
        let shown = self.mismatches.saturating_sub(answers.mismatches.len());
        let mismatches = typed.mismatches.iter().take(shown);
        answers.mismatches.extend(mismatches.map(|(row, mismatch)| (before + *row as u64, *mismatch)));
        answers.lines += rows.len() as u64;
        answers.tally += &typed.tally;
        let new = rated(typed).into_iter().flat_map(|puzzles| &mut puzzles[rated_before..]);
        new.for_each(|puzzle| puzzle.skip(before as usize));
        answers.total = typed.total.take();
        drop(beside);
        self.reader.answers(rows, self.task.columns(), typed)
    }
}

/// The puzzles of a chunk that have been rated, if they are kept.
fn rated<'a>(answers: &'a mut Answers<'_>) -> Option<&'a mut [RatedPuzzle]> {
    answers.total.as_mut()?.get_mut::<RatingCounts>().map(RatingCounts::rated)
}

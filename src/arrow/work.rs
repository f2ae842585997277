//! Works on a column with several threads, some rows at a time.

use super::{
    Error, Options,
    column::Column,
    puzzles::{Puzzles, Reading, Refused},
    row_texts::RowTexts,
};
use crate::{
    grid::{InputSymbols, Shape},
    parallel::{chunk_len, for_each_chunk},
};
use arrow_array::ArrayRef;
use std::{ops::Range, sync::atomic::Ordering::Relaxed};

/// A column and what is the same for all of its rows.
pub(super) struct Work<'a> {
    pub column: &'a Column,
    pub options: &'a Options,
    symbols: InputSymbols,
    refused: Refused,
    /// The rows of a chunk.
    pub chunk: usize,
}

/// The column of errors.
pub(super) fn error_column<T>(workers: &[Worker<T>], len: usize, copies: usize) -> ArrayRef {
    RowTexts::column(workers.iter().map(|worker| &worker.errors), len, copies)
}

/// What a thread needs for every task.
pub(super) struct Worker<T> {
    pub puzzles: Puzzles,
    pub errors: RowTexts,
    /// What it needs for this one.
    pub task: T,
}

impl<'a> Work<'a> {
    /// Work on all rows. A board of a shape for which `refuse` has a reason is malformed.
    ///
    /// # Errors
    /// If the limit is 0.
    pub fn new(
        column: &'a Column,
        options: &'a Options,
        refuse: impl Fn(Shape) -> Option<String>,
    ) -> Result<Work<'a>, Error> {
        if options.solutions == Some(0) {
            return Err(Error::Zero { option: "limit" });
        }
        let symbols = column.symbols(options.symbols);
        // A large board takes long, so that a chunk of such boards is short.
        let first = (0..column.len()).find(|row| column.is_valid(*row));
        let area = first.map_or(0, |row| column.room(row));
        let chunk = chunk_len(column.len(), area, options.thread_count());
        Ok(Work { column, options, symbols, refused: Shape::EACH.map(refuse), chunk })
    }

    /// The same work with several answers for each row.
    pub fn copies(self, copies: usize) -> Work<'a> {
        Work { chunk: (self.chunk / copies).max(1), ..self }
    }

    /// Reads the rows of each chunk and calls `work` with the numbers of its rows, on several threads. `parts` has the part of each
    /// chunk in the answers. Returns what the threads have
    /// left.
    ///
    /// # Errors
    /// If the stop flag was raised.
    pub fn each_chunk<T: Send, P: Send>(
        &self,
        task: impl Fn() -> T,
        parts: impl Iterator<Item = P> + Send,
        work: impl Fn(&mut Worker<T>, Range<usize>, P) + Sync,
    ) -> Result<Vec<Worker<T>>, Error> {
        let (rows, stop) = (self.column.len(), self.options.stop());
        let is_stopped = || stop.is_some_and(|stop| stop.load(Relaxed));
        let worker = || Worker { puzzles: Puzzles::new(), errors: RowTexts::default(), task: task() };
        let count = rows.div_ceil(self.chunk).min(self.options.thread_count());
        let mut workers: Vec<_> = (0..count).map(|_| worker()).collect();
        let starts = (0..rows).step_by(self.chunk).zip(parts);
        for_each_chunk(&mut workers, starts, |worker, (start, part)| {
            if is_stopped() {
                return;
            }
            let rows = start..rows.min(start + self.chunk);
            let reading = Reading { column: self.column, symbols: self.symbols, refused: &self.refused };
            worker.puzzles.read(reading, rows.clone(), &mut worker.errors);
            let count = rows.len() as u64;
            work(worker, rows, part);
            if let Some(progress) = &self.options.progress {
                progress.fetch_add(count, Relaxed);
            }
        });
        // A raised flag stays raised, and a search that it has ended has no answer.
        if is_stopped() { Err(Error::Stopped) } else { Ok(workers) }
    }
}

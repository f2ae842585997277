//! Works on a column with several threads, some rows at a time.

use super::{
    ColumnsError, Options,
    column::Column,
    puzzles::{Puzzles, Reading, Refused},
    row_texts::RowTexts,
};
use quadrille_base::parallel::{chunk_len, for_each_chunk};
use quadrille_grid::InputSymbols;
use std::{iter::from_fn, ops::Range, sync::atomic::Ordering::Relaxed};

/// A column and what is the same for all of its rows.
pub(super) struct Work<'a> {
    pub column: &'a Column<'a>,
    pub options: &'a Options,
    symbols: InputSymbols,
    refused: Refused,
    /// The rows of a chunk.
    pub chunk: usize,
}

/// The working memory of a thread for every task.
pub(super) struct Worker<T> {
    pub puzzles: Puzzles,
    pub errors: RowTexts,
    /// The working memory for this task.
    pub task: T,
}

impl<'a> Work<'a> {
    /// Work on all rows. Boards of a shape that is `refused` are malformed.
    pub fn new(column: &'a Column<'a>, options: &'a Options, refused: Refused) -> Work<'a> {
        let symbols = column.symbols(options.symbols);
        // A large board takes long, so that a chunk of such boards is short.
        let first = (0..column.len()).find(|row| column.is_valid(*row));
        let area = first.map_or(0, |row| column.room(row));
        let chunk = chunk_len(column.len(), area, options.run.thread_count(0));
        Work { column, options, symbols, refused, chunk }
    }

    /// How many threads work.
    pub fn workers(&self) -> usize {
        self.column.len().div_ceil(self.chunk).min(self.options.run.thread_count(0))
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
    ) -> Result<Vec<Worker<T>>, ColumnsError> {
        let (rows, stop) = (self.column.len(), self.options.stop());
        let is_stopped = || stop.is_some_and(|stop| stop.load(Relaxed));
        let worker = || Worker { puzzles: Puzzles::default(), errors: RowTexts::default(), task: task() };
        let count = self.workers();
        let mut workers: Vec<_> = (0..count).map(|_| worker()).collect();
        let chunks = (0..rows).step_by(self.chunk).zip(parts);
        let work_on = |worker: &mut Worker<T>, (start, part)| {
            let rows = start..rows.min(start + self.chunk);
            let reading = Reading {
                column: self.column,
                symbols: self.symbols,
                refused: &self.refused,
                refuses_nulls: false,
            };
            worker.puzzles.read(reading, rows.clone());
            for (row, reason) in &worker.puzzles.boards.malformed {
                worker.errors.push(*row as usize, reason);
            }
            let count = rows.len() as u64;
            work(worker, rows, part);
            if let Some(progress) = &self.options.progress {
                progress.fetch_add(count, Relaxed);
            }
        };
        for_each_chunk(&mut workers, blocks(chunks, rows.div_ceil(self.chunk), count), |worker, block| {
            block.into_iter().take_while(|_| !is_stopped()).for_each(|chunk| work_on(worker, chunk));
        });
        // A raised flag stays raised, and a search that it has ended has no answer.
        if is_stopped() { Err(ColumnsError::Stopped) } else { Ok(workers) }
    }
}

/// Chunks whose 9×9 boards take the memory of a large page, 2 MiB.
const LONGEST_BLOCK: usize = 25;

/// These chunks as blocks that one thread works on: long ones first, so that a large page of the answers is cleared by one
/// thread, where two that write to it at the same time would both clear one, and single ones last, so that all threads end together.
fn blocks<C>(
    mut chunks: impl Iterator<Item = C>,
    count: usize,
    threads: usize,
) -> impl Iterator<Item = Vec<C>> {
    let mut left = count;
    from_fn(move || {
        let len = (left / (4 * threads)).clamp(1, LONGEST_BLOCK);
        let block: Vec<C> = chunks.by_ref().take(len).collect();
        left = left.saturating_sub(len);
        (!block.is_empty()).then_some(block)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_have_all_chunks_in_order_and_become_short() {
        for (count, threads) in [(0, 1), (1, 1), (7, 2), (100, 2), (977, 2), (1000, 64)] {
            let blocks: Vec<Vec<usize>> = blocks(0..count, count, threads).collect();
            assert!(blocks.iter().flatten().copied().eq(0..count), "{count} chunks for {threads} threads");
            assert!(blocks.iter().all(|block| (1..=LONGEST_BLOCK).contains(&block.len())));
            assert!(blocks.windows(2).all(|pair| pair[0].len() >= pair[1].len()));
            let last = blocks.iter().rev().take(threads.min(count));
            assert!(last.clone().all(|block| block.len() == 1), "{count} chunks for {threads} threads");
        }
        assert_eq!(blocks(0..977, 977, 2).next().map(|block| block.len()), Some(LONGEST_BLOCK));
    }
}

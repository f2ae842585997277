//! Solves, checks and counts.

use super::{batch, numbers, status_without_puzzle};
use crate::{
    Error, Options,
    boards::{BoardPart, Boards},
    column::Column,
    puzzles::{Puzzles, Row},
    search::Search,
    status::Status,
    work::{Work, Worker, error_column},
};
use arrow_array::RecordBatch;
use quadrille_core::{engine::Report, solver::verified::CountMemory};

/// Work in which boards that the variants do not fit are malformed.
fn work<'a>(column: &'a Column, options: &'a Options) -> Result<Work<'a>, Error> {
    Work::new(column, options, |shape| options.variants.fit(shape).err().map(|error| error.to_string()))
}

fn search(options: &Options, solutions: u64) -> impl Fn() -> Search {
    move || Search::new(options, options.variants.clone(), options.limits(solutions))
}

/// Columns: solution, status, error.
pub(crate) fn solve(column: &Column, options: &Options) -> Result<RecordBatch, Error> {
    let work = work(column, options)?;
    let mut boards = Boards::new(column, 1)?;
    let mut statuses = vec![Status::NULL; column.len()];
    let parts = statuses.chunks_mut(work.chunk).zip(boards.parts(work.chunk));
    let search = search(options, options.solutions.unwrap_or(1));
    let workers = work.each_chunk(search, parts, |worker, _, (statuses, boards)| {
        let Worker { puzzles, task, .. } = worker;
        solve_chunk(puzzles, task, statuses, boards);
    })?;
    let solutions = boards.finish(|row| statuses[row].is_solved())?;
    let error = error_column(&workers, column.len(), 1);
    batch(vec![("solution", solutions), ("status", Status::column(statuses)), ("error", error)])
}

fn solve_chunk(puzzles: &Puzzles, search: &mut Search, statuses: &mut [Status], mut boards: BoardPart<'_>) {
    if let Some(style) = puzzles.only_nines().filter(|_| boards.has_room_for_nines()) {
        let reports = search.solve_nines(puzzles, boards.bytes);
        statuses.iter_mut().zip(reports).for_each(|(status, report)| *status = report.outcome.into());
        let are_all = statuses.iter().fold(true, |all, status| all & status.is_solved());
        return boards.finish_nines_in_place(style, are_all);
    }
    search.solve(puzzles);
    puzzles.each(|row, kind, _, nth| {
        let mut solution = None;
        statuses[row] = match kind {
            Row::Board(shape, _) => {
                let (report, grid) = search.found(shape, nth);
                solution = Some(grid).filter(|_| report.solutions > 0);
                report.outcome.into()
            }
            kind => status_without_puzzle(kind),
        };
        boards.write_if(row, kind, solution);
    });
}

/// Columns: status, error.
pub(crate) fn check(column: &Column, options: &Options) -> Result<RecordBatch, Error> {
    let work = work(column, options)?;
    let mut statuses = vec![Status::NULL; column.len()];
    let parts = statuses.chunks_mut(work.chunk);
    let workers = work.each_chunk(search(options, 2), parts, |worker, _, statuses| {
        worker.task.solve(&worker.puzzles);
        each_report(worker, |row, status, _| statuses[row] = status);
    })?;
    let error = error_column(&workers, column.len(), 1);
    batch(vec![("status", Status::column(statuses)), ("error", error)])
}

/// Columns: solutions, status, error. The largest number stands for all larger ones.
pub(crate) fn count(column: &Column, options: &Options) -> Result<RecordBatch, Error> {
    let work = work(column, options)?;
    let mut statuses = vec![Status::NULL; column.len()];
    let mut counts = vec![0; column.len()];
    let parts = statuses.chunks_mut(work.chunk).zip(counts.chunks_mut(work.chunk));
    let memory = CountMemory::of_worker(CountMemory::BYTES, options.thread_count(), work.workers());
    let search = search(options, options.solutions.unwrap_or(u64::MAX));
    let counter = || search().count_memory(memory);
    let workers = work.each_chunk(counter, parts, |worker, _, (statuses, counts)| {
        worker.task.solve(&worker.puzzles);
        each_report(worker, |row, status, report| {
            (statuses[row], counts[row]) = (status, report.map_or(0, |report| report.solutions));
        });
    })?;
    let counts = numbers(counts, |row| statuses[row].is_of_puzzle());
    let error = error_column(&workers, column.len(), 1);
    batch(vec![("solutions", counts), ("status", Status::column(statuses)), ("error", error)])
}

fn each_report(worker: &Worker<Search>, mut f: impl FnMut(usize, Status, Option<&Report>)) {
    worker.puzzles.each(|row, kind, _, nth| match kind {
        Row::Board(shape, _) => {
            let (report, _) = worker.task.found(shape, nth);
            f(row, report.outcome.into(), Some(report));
        }
        kind => f(row, status_without_puzzle(kind), None),
    });
}

//! Canonical forms.

use super::{batch, numbers, status_without_puzzle};
use crate::{
    Error, Options,
    boards::Boards,
    column::Column,
    puzzles::Row,
    search::Search,
    status::Status,
    work::{Work, error_column},
};
use arrow_array::RecordBatch;
use quadrille_core::grid::{Refusal, Shape};
use quadrille_puzzles::symmetry::FormSearch;
use quadrille_tasks::classes::{FormOf, find_form};

/// Why boards of a shape are refused where forms are wanted.
pub(super) fn refuse(shape: Shape) -> Option<String> {
    (!FormSearch::has_forms(shape)).then(|| Refusal::NoForm(shape).to_string())
}

/// The searches for solutions and for forms.
pub(super) fn searches(options: &Options) -> (Search, FormSearch) {
    (Search::new(options, Default::default(), options.limits(2)), FormSearch::default())
}

/// Columns: canonical, automorphisms, status, error.
pub(crate) fn canonical(column: &Column, of: FormOf, options: &Options) -> Result<RecordBatch, Error> {
    let work = Work::new(column, options, refuse)?;
    let mut boards = Boards::new(column, 1)?;
    let mut statuses = vec![Status::NULL; column.len()];
    let mut automorphisms = vec![0; column.len()];
    let numbers_and_boards = automorphisms.chunks_mut(work.chunk).zip(boards.parts(work.chunk));
    let parts = statuses.chunks_mut(work.chunk).zip(numbers_and_boards);
    let task = || searches(options);
    let workers = work.each_chunk(task, parts, |worker, _, (statuses, (automorphisms, mut boards))| {
        let (search, forms) = &mut worker.task;
        search.solve(&worker.puzzles);
        worker.puzzles.each(|row, kind, givens, nth| {
            let Row::Board(shape, _) = kind else {
                statuses[row] = status_without_puzzle(kind);
                return boards.skip(row);
            };
            let (report, solution) = search.found(shape, nth);
            statuses[row] = report.outcome.into();
            let form = find_form(forms, of, (shape, givens), (report.outcome, solution));
            automorphisms[row] = form.map_or(0, |form| form.automorphisms);
            boards.write_if(row, kind, form.as_ref().map(|form| form.cells()));
        });
    })?;
    // Every form is left as it is by the transformation that changes nothing.
    let has_form = |row: usize| automorphisms[row] > 0;
    let forms = boards.finish(has_form)?;
    let valid: Vec<bool> = (0..column.len()).map(has_form).collect();
    let automorphisms = numbers(automorphisms, |row| valid[row]);
    let error = error_column(&workers, column.len(), 1);
    let status = Status::column(statuses);
    batch(vec![("canonical", forms), ("automorphisms", automorphisms), ("status", status), ("error", error)])
}

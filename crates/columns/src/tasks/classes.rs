//! Classes of puzzles.

use crate::{
    ColumnsError, Options,
    answer::{Answering, Rows, refused},
    column::Column,
    row_texts::RowTexts,
    sink::batch,
    work::{Work, Worker},
};
use arrow_array::{ArrayRef, FixedSizeBinaryArray, RecordBatch, UInt64Array};
use arrow_buffer::NullBuffer;
use quadrille_core::grid::Shape;
use quadrille_puzzles::symmetry::FormSearch;
use quadrille_tasks::{
    Canonical, Record, Solve,
    classes::{EqualBy, FormOf, Key, KeyKind, KeyTable, NO_CLASS, key_of, key_of_puzzle},
};
use std::sync::Arc;

/// Columns: class, error.
pub(crate) fn classes(column: &Column, by: EqualBy, options: &Options) -> Result<RecordBatch, ColumnsError> {
    let (keys, error) = find_keys(column, by, options)?;
    let mut table = KeyTable::default();
    let mut first = |(row, &key): (u64, &Key)| match key {
        NO_CLASS => None,
        // The table has numbers from 1.
        key => Some(table.insert(key, row + 1).unwrap_or(row + 1) - 1),
    };
    let classes: UInt64Array = (0..).zip(&keys).map(&mut first).collect();
    batch(vec![("class".into(), Arc::new(classes)), ("error".into(), error)])
}

/// Columns: key, error.
pub(crate) fn keys(column: &Column, by: EqualBy, options: &Options) -> Result<RecordBatch, ColumnsError> {
    let (keys, error) = find_keys(column, by, options)?;
    let valid = NullBuffer::from_iter(keys.iter().map(|&key| key != NO_CLASS));
    let bytes: Vec<u8> = keys.iter().flat_map(|key| key.to_be_bytes()).collect();
    let nulls = Some(valid).filter(|valid| valid.null_count() > 0);
    let keys = FixedSizeBinaryArray::try_new(size_of::<Key>() as i32, bytes.into(), nulls);
    batch(vec![
        ("key".into(), Arc::new(keys.map_err(|_| ColumnsError::TooManyRows)?)),
        ("error".into(), error),
    ])
}

/// The key of each row, and the column of errors.
fn find_keys(column: &Column, by: EqualBy, options: &Options) -> Result<(Vec<Key>, ArrayRef), ColumnsError> {
    let (by_text, variants) = (by == EqualBy::Text, Arc::default());
    let refused =
        if by_text { Shape::EACH.map(|_| None) } else { refused(&Canonical::new(FormOf::Puzzle), &variants) };
    let work = Work::new(column, options, refused);
    let mut keys: Vec<Key> = vec![NO_CLASS; column.len()];
    let parts = keys.chunks_mut(work.chunk);
    let searches = || {
        let solving = Answering::new(&Solve::new().limit(2), &variants, (options, work.workers()));
        (solving, FormSearch::default())
    };
    let workers = work.each_chunk(searches, parts, |worker, _, keys| {
        let Worker { puzzles, task: (solving, forms), .. } = worker;
        if !by_text {
            solving.answer(&Rows::only(&puzzles.boards), None);
        }
        for (key, record) in keys.iter_mut().zip(puzzles.boards.records()) {
            let Record::Board(place) = record else { continue };
            let puzzle = (place.shape, puzzles.boards.puzzle(place).cells);
            *key = match solving.answers.report(place) {
                Some(report) => {
                    let solution = &solving.answers.boards(place.shape)[place.cells()];
                    key_of_puzzle(forms, by, puzzle, (report.outcome, solution))
                }
                None => key_of(KeyKind::Givens, puzzle.0, puzzle.1),
            };
        }
    })?;
    let error = RowTexts::column(workers.iter().map(|worker| &worker.errors), column.len(), 1);
    Ok((keys, error))
}

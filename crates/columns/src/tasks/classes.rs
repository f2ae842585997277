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
use quadrille_base::error::Error;
use quadrille_tasks::{
    Facts, Record, Reduce, Tally, Task,
    classes::{EqualBy, Key, NO_CLASS},
    reduce::{Dedup, FirstOfEach},
};
use std::sync::Arc;

/// Columns: class, error.
pub(crate) fn classes(column: &Column, by: EqualBy, options: &Options) -> Result<RecordBatch, Error> {
    let task = Dedup::equal_by(by).report(true);
    let (keys, error) = find_keys(column, &task, options)?;
    let keys: Vec<Key> = keys.into_iter().map(|key| key.unwrap_or(NO_CLASS)).collect();
    let mut classes: Vec<_> = (0..).zip(&keys).map(|(row, key)| (*key != NO_CLASS).then_some(row)).collect();
    FirstOfEach::new(task).take(&Facts::of_rows(0, &keys), &mut Tally::default(), &mut |found| {
        classes[found.record.1 as usize - 1] = Some(found.first.1 - 1);
    })?;
    Ok(batch(vec![("class".into(), Arc::new(UInt64Array::from(classes))), ("error".into(), error)])?)
}

/// Columns: key, error. A row has a key if `has_key` says so of its key, or of none if it is not a puzzle.
pub(crate) fn keys(
    column: &Column,
    task: &dyn Task,
    options: &Options,
    has_key: fn(Option<Key>) -> bool,
) -> Result<RecordBatch, ColumnsError> {
    let (keys, error) = find_keys(column, task, options)?;
    let valid = NullBuffer::from_iter(keys.iter().map(|&key| has_key(key)));
    let bytes: Vec<u8> = keys.iter().flat_map(|key| key.unwrap_or(NO_CLASS).to_be_bytes()).collect();
    let nulls = Some(valid).filter(|valid| valid.null_count() > 0);
    let keys = FixedSizeBinaryArray::try_new(size_of::<Key>() as i32, bytes.into(), nulls);
    batch(vec![
        ("key".into(), Arc::new(keys.map_err(|_| ColumnsError::TooManyRows)?)),
        ("error".into(), error),
    ])
}

/// The key of each row that is a puzzle, and the column of errors.
fn find_keys(
    column: &Column,
    task: &dyn Task,
    options: &Options,
) -> Result<(Vec<Option<Key>>, ArrayRef), ColumnsError> {
    let variants = Arc::default();
    let work = Work::new(column, options, refused(task, &variants));
    let mut keys: Vec<Option<Key>> = vec![None; column.len()];
    let parts = keys.chunks_mut(work.chunk);
    let new = || Answering::new(task, &variants, (options, work.workers()));
    let workers = work.each_chunk(new, parts, |worker, _, keys| {
        let Worker { puzzles, task: answering, .. } = worker;
        answering.answer(&Rows::only(&puzzles.boards), None);
        let found = answering.answers.keys.iter().zip(puzzles.boards.records());
        for (key, (found, record)) in keys.iter_mut().zip(found) {
            *key = matches!(record, Record::Board(_)).then_some(*found);
        }
    })?;
    let error = RowTexts::column(workers.iter().map(|worker| &worker.errors), column.len(), 1);
    Ok((keys, error))
}

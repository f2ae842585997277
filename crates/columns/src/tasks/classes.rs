//! Classes of puzzles.

use super::{
    batch,
    canonical::{refuse, searches},
    numbers,
};
use crate::{
    Error, Options,
    column::Column,
    puzzles::Row,
    work::{Work, error_column},
};
use arrow_array::{ArrayRef, FixedSizeBinaryArray, RecordBatch};
use arrow_buffer::NullBuffer;
use quadrille_core::grid::Shape;
use quadrille_tasks::classes::{ClassBy, Key, KeyKind, KeyTable, NO_CLASS, key_of, key_of_puzzle};
use std::sync::Arc;

/// What stands for a row that is in no class.
const NO_ROW: u64 = u64::MAX;

/// Columns: class, error.
pub(crate) fn classes(column: &Column, by: ClassBy, options: &Options) -> Result<RecordBatch, Error> {
    let (keys, error) = find_keys(column, by, options)?;
    let mut table = KeyTable::default();
    let mut first = |(row, &key): (u64, &Key)| match key {
        NO_CLASS => NO_ROW,
        // The table has numbers from 1.
        key => table.insert(key, row + 1).unwrap_or(row + 1) - 1,
    };
    let rows: Vec<u64> = (0..).zip(&keys).map(&mut first).collect();
    let classes = numbers(rows, |row| keys[row] != NO_CLASS);
    batch(vec![("class", classes), ("error", error)])
}

/// Columns: key, error.
pub(crate) fn keys(column: &Column, by: ClassBy, options: &Options) -> Result<RecordBatch, Error> {
    let (keys, error) = find_keys(column, by, options)?;
    let valid = NullBuffer::from_iter(keys.iter().map(|&key| key != NO_CLASS));
    let bytes: Vec<u8> = keys.iter().flat_map(|key| key.to_be_bytes()).collect();
    let nulls = Some(valid).filter(|valid| valid.null_count() > 0);
    let keys = FixedSizeBinaryArray::try_new(size_of::<Key>() as i32, bytes.into(), nulls);
    batch(vec![("key", Arc::new(keys.map_err(|_| Error::TooManyRows)?)), ("error", error)])
}

/// The key of each row, and the column of errors.
fn find_keys(column: &Column, by: ClassBy, options: &Options) -> Result<(Vec<Key>, ArrayRef), Error> {
    let by_text = by == ClassBy::Text;
    let refuse = |shape: Shape| if by_text { None } else { refuse(shape) };
    let work = Work::new(column, options, refuse)?;
    let mut keys: Vec<Key> = vec![NO_CLASS; column.len()];
    let parts = keys.chunks_mut(work.chunk);
    let workers = work.each_chunk(
        || searches(options),
        parts,
        |worker, _, keys| {
            let (search, forms) = &mut worker.task;
            if !by_text {
                search.solve(&worker.puzzles);
            }
            worker.puzzles.each(|row, kind, givens, nth| {
                let Row::Board(shape, _) = kind else { return };
                keys[row] = if by_text {
                    key_of(KeyKind::Givens, shape, givens)
                } else {
                    let (report, solution) = search.found(shape, nth);
                    key_of_puzzle(forms, by, (shape, givens), (report.outcome, solution))
                };
            });
        },
    )?;
    let error = error_column(&workers, column.len(), 1);
    Ok((keys, error))
}

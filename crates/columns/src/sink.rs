//! The columns of answers, under construction: each thread writes the values of its rows into their final place.

use super::{
    ColumnsError,
    board_column::{BoardColumn, BoardPart},
    column::Column,
    puzzles::Puzzles,
    row_texts::RowTexts,
    text_arrays::dictionary,
};
use arrow_array::{ArrayRef, Float64Array, Int8Array, RecordBatch, StringArray, UInt64Array};
use arrow_buffer::{NullBuffer, ScalarBuffer};
use arrow_schema::{Field, Schema};
use quadrille_tasks::{Answers, ColumnKind, ColumnPlace, ColumnSpec, Place, Record, Status, Style, Value};
use std::{borrow::Cow, iter::repeat_with, sync::Arc};

/// The columns of a task, and its statuses, which in memory come after the others whether it declares them or not.
pub(super) struct Sink {
    columns: Vec<(Cow<'static, str>, Values)>,
    statuses: Vec<Status>,
}

/// The values of a column.
enum Values {
    Boards(BoardColumn),
    /// The bits of a number for each row, and whether it has one.
    Numbers(ColumnKind, Vec<u64>, Vec<bool>),
    /// The threads have them.
    Texts,
    /// The threads have them, a line each.
    Lists,
    Status,
}

/// The values of the rows of one chunk.
pub(super) struct Part<'a> {
    columns: Vec<PartValues<'a>>,
    statuses: &'a mut [Status],
}

enum PartValues<'a> {
    Boards(BoardPart<'a>),
    Numbers(&'a mut [u64], &'a mut [bool]),
    Texts,
    Status,
}

/// The texts of the rows of one thread.
pub(super) struct ThreadTexts {
    /// The texts of each column; empty for columns of other types.
    pub columns: Vec<RowTexts>,
    pub errors: RowTexts,
}

impl Sink {
    /// Room for the answers to a column.
    ///
    /// # Errors
    /// If they do not fit a column of its type.
    pub fn new(column: &Column, specs: &[ColumnSpec]) -> Result<Sink, ColumnsError> {
        let values = |kind| match kind {
            ColumnKind::Board => BoardColumn::new(column, 1).map(Values::Boards),
            ColumnKind::Status => Ok(Values::Status),
            ColumnKind::Text => Ok(Values::Texts),
            ColumnKind::List => Ok(Values::Lists),
            _ => Ok(Values::Numbers(kind, vec![0; column.len()], vec![false; column.len()])),
        };
        let specs = specs.iter().filter(|spec| spec.place != ColumnPlace::Member);
        let columns = specs.map(|spec| Ok((spec.name.clone(), values(spec.kind)?)));
        let columns = columns.collect::<Result<_, _>>()?;
        Ok(Sink { columns, statuses: vec![Status::Null; column.len()] })
    }

    /// The parts of chunks of this many rows.
    pub fn parts(&mut self, chunk: usize) -> impl Iterator<Item = Part<'_>> + Send {
        let mut columns: Vec<_> = self.columns.iter_mut().map(|(_, values)| values.parts(chunk)).collect();
        self.statuses.chunks_mut(chunk).map(move |statuses| {
            let columns = columns.iter_mut().map(|parts| parts.next().expect("a part for each chunk"));
            Part { columns: columns.collect(), statuses }
        })
    }

    /// The columns with the texts of all threads, followed by the statuses and the errors.
    ///
    /// # Errors
    /// If answers do not fit the type of the column.
    pub fn finish(self, texts: &[ThreadTexts]) -> Result<RecordBatch, ColumnsError> {
        let Sink { columns, statuses } = self;
        let len = statuses.len();
        let mut arrays = Vec::new();
        for (number, (name, values)) in columns.into_iter().enumerate() {
            let texts = || texts.iter().map(|texts| &texts.columns[number]);
            let array = match values {
                Values::Boards(boards) => boards.finish()?,
                Values::Numbers(kind, numbers, has_number) => numbers_of(kind, numbers, has_number),
                Values::Lists => RowTexts::lists(texts(), len),
                Values::Texts => RowTexts::column(texts(), len, 1),
                Values::Status => continue,
            };
            arrays.push((name, array));
        }
        arrays.push(("status".into(), status_column(&statuses)));
        arrays.push(("error".into(), RowTexts::column(texts.iter().map(|texts| &texts.errors), len, 1)));
        batch(arrays)
    }
}

impl Values {
    /// The parts of chunks of this many rows.
    fn parts(&mut self, chunk: usize) -> Box<dyn Iterator<Item = PartValues<'_>> + Send + '_> {
        match self {
            Values::Boards(boards) => Box::new(boards.parts(chunk).map(PartValues::Boards)),
            Values::Numbers(_, numbers, has_number) => {
                let parts = numbers.chunks_mut(chunk).zip(has_number.chunks_mut(chunk));
                Box::new(parts.map(|(numbers, has_number)| PartValues::Numbers(numbers, has_number)))
            }
            Values::Texts | Values::Lists => Box::new(repeat_with(|| PartValues::Texts)),
            Values::Status => Box::new(repeat_with(|| PartValues::Status)),
        }
    }
}

impl<'a> Part<'a> {
    /// The memory for the answers to 9×9 boards, if they are written where they stay.
    pub fn lend_nines(&mut self) -> Option<&'a mut [u8]> {
        match self.columns.first_mut()? {
            PartValues::Boards(boards) if boards.has_room_for_nines() => {
                Some(std::mem::take(&mut boards.bytes))
            }
            _ => None,
        }
    }

    /// Writes the answers to some rows, of which `start` is the first. Those to 9×9 boards of one style may be in the memory
    /// that was lent, which is then given back.
    pub fn write(
        self,
        (puzzles, start): (&Puzzles, usize),
        answers: &Answers<'_>,
        mut in_place: Option<(Style, &'a mut [u8])>,
        texts: &mut [RowTexts],
    ) {
        self.statuses.copy_from_slice(&answers.statuses);
        for (column, (part, texts)) in self.columns.into_iter().zip(texts).enumerate() {
            match part {
                PartValues::Boards(mut boards) => match in_place.take() {
                    Some((style, nines)) => {
                        boards.bytes = nines;
                        boards.finish_nines_in_place(style, &answers.has_board);
                    }
                    None => each(puzzles, |row, record| {
                        match (place(record), answers.value(column, row, place(record))) {
                            (Some(place), Value::Board(cells)) => {
                                boards.write(row, 0, puzzles.style(row, place), cells);
                            }
                            _ => boards.skip(row),
                        }
                    }),
                },
                PartValues::Numbers(numbers, has_number) => each(puzzles, |row, record| {
                    let number = number(answers.value(column, row, place(record)));
                    (numbers[row], has_number[row]) = (number.unwrap_or(0), number.is_some());
                }),
                PartValues::Texts => {
                    each(puzzles, |row, record| match answers.value(column, row, place(record)) {
                        Value::Text(text) | Value::List(text) => texts.push_bytes(start + row, text),
                        _ => {}
                    })
                }
                PartValues::Status => {}
            }
        }
    }
}

/// The bits of a number that has 64 of them.
fn number(value: Value<'_>) -> Option<u64> {
    match value {
        Value::Count { number, large: None, .. } | Value::Number(number) => Some(number),
        Value::Float(number) => Some(number.to_bits()),
        _ => None,
    }
}

/// Calls `f` for each row.
fn each<'p>(puzzles: &'p Puzzles, mut f: impl FnMut(usize, Record<'p>)) {
    puzzles.boards.records().enumerate().for_each(|(row, record)| f(row, record));
}

/// The place of the board of a record, if it has one.
fn place(record: Record<'_>) -> Option<Place> {
    if let Record::Board(place) = record { Some(place) } else { None }
}

/// The column of numbers, null where there is none.
fn numbers_of(kind: ColumnKind, bits: Vec<u64>, has_number: Vec<bool>) -> ArrayRef {
    let nulls = Some(NullBuffer::from(has_number)).filter(|nulls| nulls.null_count() > 0);
    match kind {
        ColumnKind::Float => {
            // The new type has the same layout, so this is done in place.
            let numbers: Vec<f64> = bits.into_iter().map(f64::from_bits).collect();
            Arc::new(Float64Array::new(numbers.into(), nulls))
        }
        _ => Arc::new(UInt64Array::new(bits.into(), nulls)),
    }
}

/// The column of statuses. It has the same dictionary, whatever occurs in it.
pub(super) fn status_column(statuses: &[Status]) -> ArrayRef {
    let keys: Vec<i8> = statuses.iter().map(|&status| status as i8).collect();
    // Without a branch in the loop: compiles to vector code.
    let has_null = keys.iter().fold(0, |least, &key| key.min(least)) < 0;
    let nulls = has_null.then(|| NullBuffer::from_iter(keys.iter().map(|&key| key >= 0)));
    let keys = Int8Array::new(ScalarBuffer::from(keys), nulls);
    Arc::new(dictionary(keys, Arc::new(StringArray::from_iter_values(Status::WORDS))))
}

/// A batch of these columns.
pub(super) fn batch(columns: Vec<(Cow<'static, str>, ArrayRef)>) -> Result<RecordBatch, ColumnsError> {
    let field =
        |(name, array): &(Cow<'static, str>, ArrayRef)| Field::new(&**name, array.data_type().clone(), true);
    let schema = Schema::new(columns.iter().map(field).collect::<Vec<_>>());
    let arrays = columns.into_iter().map(|(_, array)| array).collect();
    RecordBatch::try_new(Arc::new(schema), arrays).map_err(|_| ColumnsError::TooManyRows)
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille::BigUint;

    #[test]
    fn counts_that_do_not_fit_are_null() {
        let count = |count, large| number(Value::Count { number: count, large, is_limit: false });
        let large = BigUint::from(u64::MAX) + 1u8;
        assert_eq!([count(u64::MAX, None), count(u64::MAX, Some(&large))], [Some(u64::MAX), None]);
    }
}

//! Typed answers as the formats of text write them.

use super::{ChunkAnswers, RecordWorker, Records};
use crate::format::{Answer, RecordSpan, Values};
#[cfg(feature = "parquet")]
use quadrille_grid::Shape;
#[cfg(feature = "parquet")]
use quadrille_tasks::Mismatch;
use quadrille_tasks::{Answers, Beside, Place, Status, Value, rated_puzzles};
use std::borrow::Cow;

/// The records of a chunk, for the solutions that they bring.
pub(super) struct TextBeside<'a> {
    pub records: &'a Records<'a>,
    pub spans: &'a [RecordSpan],
}

impl Beside for TextBeside<'_> {
    fn solution(&self, record: usize) -> Cow<'_, [u8]> {
        #[cfg(feature = "parquet")]
        if let Some(rows) = &self.records.rows {
            return rows.rows.solution(record);
        }
        self.records.input.codec.expected_solution(self.records.chunk, &self.spans[record])
    }

    #[cfg(feature = "parquet")]
    fn numbers(&self, record: usize, cells: &mut Vec<u8>) -> Option<Result<Shape, Mismatch>> {
        self.records.rows.as_ref()?.rows.solution_numbers(record, cells)
    }

    fn names_columns(&self) -> bool {
        self.records.input.answers_have_names()
    }

    fn writes_objects(&self) -> bool {
        self.records.input.writes_objects()
    }

    fn asks_for_naked_singles(&self) -> bool {
        self.records.input.codec.capabilities().naked_singles
    }
}

impl RecordWorker {
    /// Has the task answer the records of the chunk, if it is one with typed answers.
    pub(super) fn search(&mut self, records: &Records<'_>, answers: &mut ChunkAnswers) {
        self.wrong = None;
        self.written = Default::default();
        let Some(search) = &mut self.search else { return };
        self.typed.clear();
        self.typed.total = answers.total.take().or_else(|| self.config.search.as_ref()?.total());
        let rated_before = rated_puzzles(&mut self.typed).len();
        let beside = TextBeside { records, spans: &self.batch.spans };
        let searched = search.answer(&self.batch.boards, &beside, &mut self.typed);
        self.wrong = searched.err().map(|wrong| wrong.record);
        let rated = rated_puzzles(&mut self.typed).iter_mut().skip(rated_before);
        rated.for_each(|puzzle| puzzle.skip(records.rows_before() as usize));
        answers.total = self.typed.total.take();
        // Usually these are the first records of the chunk.
        if answers.tally.records == 0 {
            std::mem::swap(&mut answers.tally, &mut self.typed.tally);
            std::mem::swap(&mut answers.keys, &mut self.typed.keys);
        } else {
            answers.tally += &self.typed.tally;
            answers.keys.append(&mut self.typed.keys);
        }
    }
}

/// The values of a record in the first `count` columns of the task.
#[inline(always)]
pub(super) fn values<'a>(
    answers: &'a Answers<'_>,
    count: usize,
    (record, place): (usize, Place),
) -> Values<'a> {
    let mut values = [Value::Null; _];
    for (column, value) in values.iter_mut().enumerate().take(count) {
        *value = answers.value(column, record, Some(place));
    }
    values
}

/// The text of lines in place of the first value.
#[inline(always)]
pub(super) fn message<'a>(answers: &'a Answers<'_>, first: Value<'_>, record: usize) -> &'a [u8] {
    let status = answers.statuses[record];
    match first {
        Value::Null => answers.messages.get(record).unwrap_or_else(|| status.message()),
        Value::Status(Status::Unknown) => status.message(),
        _ => b"",
    }
}

/// Appends an answer of several lines: a puzzle, the steps to its solution, and the answer itself.
pub(super) fn block_of_steps(answer: &Answer<'_>, steps: &[u8], block: &mut Vec<u8>) {
    if answer.puzzle.is_none() {
        return;
    }
    block.extend_from_slice(b"Puzzle: ");
    answer.write_puzzle(block);
    block.push(b'\n');
    block.extend_from_slice(steps);
    block.push(b'\n');
    if answer.board().is_some() {
        let several = answer.status == Status::Multiple;
        block.extend_from_slice(if several { b"One solution of several: " } else { b"Solution: " });
    }
    answer.write(block);
    block.push(b'\n');
}

//! Typed answers as the formats of text write them.

use super::{ChunkAnswers, RecordWorker, Records};
use crate::format::{Answer, RecordSpan, Values};
use quadrille_tasks::{Answers, Beside, Place, Status, Value};
use std::borrow::Cow;

/// The text of records beside their puzzles.
pub(super) struct TextBeside<'a> {
    pub records: &'a Records<'a>,
    pub spans: &'a [RecordSpan],
}

impl Beside for TextBeside<'_> {
    fn solution(&self, record: usize) -> Cow<'_, [u8]> {
        self.records.input.codec.expected_solution(self.records.chunk, &self.spans[record])
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
        let beside = TextBeside { records, spans: &self.batch.spans };
        self.typed.total = answers.total.take().or_else(|| self.config.search.as_ref()?.total());
        self.typed.clear();
        let searched = search.answer(&self.batch.boards, &beside, &mut self.typed);
        self.wrong = searched.err().map(|wrong| wrong.record);
        std::mem::swap(&mut answers.tally, &mut self.typed.tally);
        answers.total = self.typed.total.take();
        std::mem::swap(&mut answers.keys, &mut self.typed.keys);
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

//! Typed answers as the formats of text write them.

use super::{ChunkAnswers, RecordWorker, Records};
use crate::format::{AnswerContent, Details, Field, RecordSpan, push_number};
use quadrille_core::engine::Outcome;
use quadrille_tasks::{Answers, Beside, ColumnKind, ColumnValues, Place, PuzzleView, Status, Value};
use std::{borrow::Cow, io::Write};

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
}

impl RecordWorker {
    /// Has the task answer the records of the chunk, if it is one with typed answers.
    pub(super) fn search(&mut self, records: &Records<'_>, answers: &mut ChunkAnswers) {
        self.wrong = None;
        self.written = Default::default();
        let Some(search) = &mut self.search else { return };
        let beside = TextBeside { records, spans: &self.batch.spans };
        self.typed.clear();
        let searched = search.answer(&self.batch.boards, &beside, &mut self.typed);
        self.wrong = searched.err().map(|wrong| wrong.record);
        std::mem::swap(&mut answers.tally, &mut self.typed.tally);
        std::mem::swap(&mut answers.ratings, &mut self.typed.ratings);
    }
}

/// The answer to a puzzle as it is written; `word` is a buffer.
#[inline(always)]
pub(super) fn content<'a>(
    answers: &'a Answers<'_>,
    (record, place): (usize, Place),
    result: Status,
    word: &'a mut Vec<u8>,
) -> AnswerContent<'a> {
    if let ColumnValues::Found(ColumnKind::Status) = answers.columns[0] {
        let is_unknown = result == Status::Unknown;
        return AnswerContent::Text(if is_unknown { result.message() } else { result.word().as_bytes() });
    }
    match answers.value(0, record, Some(place)) {
        Value::Board(cells) => AnswerContent::Grid(cells),
        Value::Count { number, large, is_limit } => {
            word.clear();
            match large {
                Some(large) => write!(word, "{large}").expect("a vector takes all"),
                None => push_number(number, word),
            }
            word.extend_from_slice(if is_limit { b"+" } else { b"" });
            AnswerContent::Text(word)
        }
        Value::Number(number) => {
            word.clear();
            push_number(number, word);
            AnswerContent::Rating(word)
        }
        Value::Float(number) => {
            word.clear();
            write!(word, "{number:.3}").expect("a vector takes all");
            AnswerContent::Rating(word)
        }
        Value::Text(text) => AnswerContent::Rating(text),
        _ => {
            let message = answers.messages.get(record);
            let message = message.unwrap_or_else(|| answers.statuses[record].message());
            match answers.columns[0] {
                ColumnValues::Found(_) => AnswerContent::Text(message),
                _ => AnswerContent::Rating(message),
            }
        }
    }
}

/// Adds the texts and lists of a record to its details.
#[inline(always)]
pub(super) fn describe<'a>(
    answers: &'a Answers<'_>,
    fields: &[Field],
    record: usize,
    details: &mut Details<'a>,
) {
    for (column, field) in fields.iter().enumerate() {
        match (field, answers.columns.get(column)) {
            (Field::Note(_), Some(ColumnValues::Texts(texts))) => {
                details.note = texts.get(record).unwrap_or_default();
            }
            (Field::Fact(fact), Some(ColumnValues::Texts(texts))) => {
                details.facts[*fact as usize] = texts.get(record).unwrap_or_default();
            }
            (Field::Automorphisms, Some(ColumnValues::Numbers(numbers))) => {
                details.automorphisms = numbers.get(record).copied().flatten();
            }
            (Field::StepCount, _) => details.step_count = step_count(answers, record),
            (Field::Steps, Some(ColumnValues::Lists(steps))) => {
                details.steps = steps.get(record).unwrap_or_default();
            }
            _ => {}
        }
    }
}

/// Appends an answer of several lines: a puzzle, the steps to its solution, and the answer itself.
pub(super) fn block_of_steps(
    (puzzle, content, outcome): (&PuzzleView<'_>, AnswerContent<'_>, Outcome),
    steps: &[u8],
    block: &mut Vec<u8>,
) {
    block.extend_from_slice(b"Puzzle: ");
    puzzle.alphabet.write(puzzle.shape, puzzle.cells, block);
    block.push(b'\n');
    block.extend_from_slice(steps);
    block.push(b'\n');
    match content {
        AnswerContent::Text(word) | AnswerContent::Rating(word) => block.extend_from_slice(word),
        AnswerContent::Grid(grid) => {
            let several = outcome == Outcome::Multiple;
            block.extend_from_slice(if several { b"One solution of several: " } else { b"Solution: " });
            puzzle.alphabet.write(puzzle.shape, grid, block);
        }
    }
    block.push(b'\n');
}

/// The number of steps of a rating.
fn step_count(answers: &Answers<'_>, record: usize) -> Option<u32> {
    match answers.columns.get(1)? {
        ColumnValues::Numbers(steps) => steps.get(record).copied().flatten()?.try_into().ok(),
        _ => None,
    }
}

//! Writes the answers to a chunk, in the order of its records, checking each solution first.

use super::{
    ChunkAnswers, Config, Fatal, Records, Worker, line_of,
    task::{hint_answer, status},
};
use crate::{
    Shape, Variants,
    batch::{ExpectedAnswers, MALFORMED_SHOWN, Task},
    engine::{Outcome, Report},
    format::{
        Alphabet, Answer, Board, Place, RecordKind, RecordSpan, Shown, Span, Status, Symbols,
        line::parse_field,
    },
    solving::is_right,
};
use memchr::memchr;
use std::io::Write;

impl Worker {
    /// Writes the answers in the format of the output.
    pub(super) fn write(&mut self, records: &Records<'_>, answers: &mut ChunkAnswers) {
        let codec = &*records.input.codec;
        let fields = self.config.task.fields();
        // Taken out, because `write_each` borrows the rest of the batch.
        let spans = std::mem::take(&mut self.batch.marks);
        match self.config.output_format {
            // Known at compile time, so that it is inlined: the other formats do not need that speed.
            None if !codec.marks() => self.write_each(records, &spans, answers, |_, answer, text| {
                answer.write(text);
                text.push(b'\n');
            }),
            Some(format) => self.write_each(records, &spans, answers, |_, answer, text| {
                (format.write)(answer, fields, text);
            }),
            None => {
                let (mut after, mut number) = (0, records.first_record);
                self.write_each(records, &spans, answers, |span, answer, text| {
                    number += 1;
                    let mark = *span.expect("every record has a span");
                    codec.write(&Place { chunk: records.chunk, mark, after, number }, answer, text);
                    after = mark.text.range().map_or(after, |text| text.end);
                });
                codec.write_rest(&records.chunk[after..], &mut answers.text);
            }
        }
        self.batch.marks = spans;
    }

    /// Passes the answer to each record to `emit`; returns early if a solution fails its check.
    #[inline(always)]
    fn write_each(
        &mut self,
        records: &Records<'_>,
        spans: &[RecordSpan],
        answers: &mut ChunkAnswers,
        mut emit: impl FnMut(Option<&RecordSpan>, &Answer<'_>, &mut Vec<u8>),
    ) {
        let Config { task, ref limits, expected, .. } = self.config;
        let mut reasons = self.batch.reasons.iter();
        for (index, &kind) in self.batch.slots.iter().enumerate() {
            let span = spans.get(index);
            if kind == RecordKind::MALFORMED {
                let (line, reason) = *reasons.next().expect("a reason for every malformed record");
                let answer = malformed(&mut self.word, &reason);
                emit(span, &answer, &mut answers.text);
                answers.add_malformed(line, reason);
                continue;
            }
            let scratch = &mut self.scratch[kind.shape_index()];
            let nth = scratch.written;
            scratch.written += 1;
            let (board, place) = board(&self.batch, kind, nth);
            let grid = &scratch.solutions[place];
            if task == Task::Hint {
                let hint = scratch.hints[nth];
                answers.tally.add_hint(hint);
                emit(span, &hint_answer(board, hint, grid), &mut answers.text);
                continue;
            }
            let report = scratch.reports[nth];
            if scratch.first_wrong == Some(nth) {
                answers.fatal = Some((line_of(records.chunk, index, span), Fatal::WrongSolution));
                return;
            }
            answers.tally.add(&report);
            if expected == ExpectedAnswers::Check
                && !agrees(
                    records.chunk,
                    spans[index].own,
                    (&board, &self.variants),
                    &report,
                    &mut self.expected,
                )
            {
                answers.add_mismatch(|| line_of(records.chunk, index, span));
            }
            let shown = task.show(&report, limits, grid, &mut self.word);
            let answer = Answer { board: Some(board), shown, status: status(report.outcome) };
            emit(span, &answer, &mut answers.text);
        }
    }
}

/// The `nth` board of its shape in the batch, and its position among the cells of that shape.
#[inline(always)]
fn board(
    batch: &crate::format::RecordBatch,
    kind: RecordKind,
    nth: usize,
) -> (Board<'_>, std::ops::Range<usize>) {
    let shape = Shape::ALL[kind.shape_index()];
    let place = nth * shape.area()..(nth + 1) * shape.area();
    let board = Board {
        shape,
        alphabet: kind.alphabet(),
        cells: &batch.cells[kind.shape_index()][place.clone()],
        // Both are empty if the format has none.
        candidates: batch.candidates[kind.shape_index()].get(place.clone()),
        regions: batch.regions[kind.shape_index()].get(place.clone()),
    };
    (board, place)
}

impl ChunkAnswers {
    fn add_malformed(&mut self, line: u64, reason: crate::format::Malformed) {
        self.tally.add(&Report { outcome: Outcome::Invalid, ..Report::default() });
        if self.malformed.len() < MALFORMED_SHOWN {
            self.malformed.push((line, reason));
        }
    }

    fn add_mismatch(&mut self, line: impl FnOnce() -> u64) {
        self.tally.mismatches += 1;
        if self.mismatches.len() < MALFORMED_SHOWN {
            self.mismatches.push(line());
        }
    }
}

/// The answer to a malformed record, with its text in `word`.
fn malformed<'a>(word: &'a mut Vec<u8>, reason: &crate::format::Malformed) -> Answer<'a> {
    word.clear();
    write!(word, "!invalid: {reason}").expect("a vector takes all");
    Answer { board: None, shown: Shown::Word(word), status: Status::Invalid }
}

/// Whether the expected answer is right: a solution of the puzzle, or nothing if there is none.
#[inline(never)]
fn agrees(
    chunk: &[u8],
    expected: Span,
    (board, variants): (&Board<'_>, &Variants),
    report: &Report,
    cells: &mut Vec<u8>,
) -> bool {
    let expected = expected.range().map_or(&b""[..], |range| &chunk[range]).trim_ascii();
    // Of all that can be an answer only a JSON string has escapes.
    let unescaped = memchr(b'\\', expected).and_then(|_| serde_json::from_slice::<String>(expected).ok());
    let expected = match &unescaped {
        Some(expected) => expected.as_bytes(),
        None => expected.strip_prefix(b"\"").and_then(|o| o.strip_suffix(b"\"")).unwrap_or(expected),
    };
    cells.clear();
    let symbols = match board.alphabet {
        Alphabet::Letters => Symbols::Letters,
        Alphabet::Digits => Symbols::Digits,
    };
    match parse_field(expected, symbols, cells) {
        Ok((shape, _)) => {
            let brought = (board.candidates, board.regions);
            shape == board.shape && is_right(shape, variants, brought, board.cells, cells)
        }
        Err(_) => report.outcome == Outcome::None && (expected.is_empty() || expected == b"!none"),
    }
}

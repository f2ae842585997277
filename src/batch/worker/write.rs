//! Writes the answers to a chunk, in the order of its records, checking each solution first.

use super::{
    ChunkAnswers, Fatal, RecordWorker, Records, WorkerConfig, explain,
    lines::{LineFinder, line_of, record_lines},
    task::hint_answer,
};
use crate::{
    Regions, Shape,
    batch::{ExpectedAnswers, MALFORMED_SHOWN, Mismatch, Task, mismatch},
    engine::{Outcome, Report},
    format::{
        Answer, AnswerContent, AnswerResult, Details, Malformed, PuzzleView, RecordBatch, RecordLayout,
        RecordSpan, RecordText,
    },
    grid::Alphabet,
};
use std::{io::Write, ops::Range};

impl RecordWorker {
    /// Writes the answers in the format of the output.
    pub(super) fn write(&mut self, records: &Records<'_>, answers: &mut ChunkAnswers) {
        let codec = &*records.input.codec;
        let fields = self.config.fields;
        let has_details = fields.iter().any(|field| field.is_detail());
        // Taken out, because `write_each` borrows the rest of the batch.
        let spans = std::mem::take(&mut self.batch.spans);
        match records.input.output {
            _ if self.config.all.is_some() => {
                let all = self.config.all.clone().expect("it is set");
                self.write_solutions(&all, records, &spans, answers);
            }
            _ if self.config.only.is_some() => self.write_selected(records, &spans, answers),
            // Known at compile time, so that it is inlined: the other formats do not need that speed.
            None if codec.capabilities().layout == RecordLayout::Lines && !has_details => {
                self.write_each(records, &spans, answers, |_, answer, text| {
                    answer.write(text);
                    text.push(b'\n');
                })
            }
            None if codec.capabilities().layout == RecordLayout::Lines => {
                self.write_each(records, &spans, answers, |_, answer, text| {
                    answer.write_with_details(fields, text);
                    text.push(b'\n');
                })
            }
            Some(format) => self.write_each(records, &spans, answers, |_, answer, text| {
                format.write(answer, fields, text);
            }),
            None => {
                let (chunk, mut previous_end, mut number) = (records.chunk, 0, records.first_record);
                self.write_each(records, &spans, answers, |span, answer, text| {
                    number += 1;
                    let span = *span.expect("every record has a span");
                    codec.write(&RecordText { chunk, span, previous_end, number }, answer, text);
                    previous_end = span.text.range().map_or(previous_end, |text| text.end);
                });
                codec.write_rest(&chunk[previous_end..], &mut answers.text);
            }
        }
        self.batch.spans = spans;
    }

    /// Writes the records with the outcome that is asked for as they are.
    fn write_selected(&mut self, records: &Records<'_>, spans: &[RecordSpan], answers: &mut ChunkAnswers) {
        let (chunk, codec) = (records.chunk, &*records.input.codec);
        let only = self.config.only.map(AnswerResult::Search);
        let (mut lines, mut previous_end, mut number) = (record_lines(chunk), 0, records.first_record);
        self.write_each(records, spans, answers, |span, answer, text| {
            number += 1;
            let is_selected = only == Some(answer.result);
            match span {
                Some(&span) => {
                    if is_selected {
                        codec.write_record(&RecordText { chunk, span, previous_end, number }, text);
                    }
                    previous_end = span.text.range().map_or(previous_end, |text| text.end);
                }
                None => {
                    let (_, line) = lines.next().expect("a line for each record");
                    if is_selected {
                        text.extend_from_slice(line);
                        text.push(b'\n');
                    }
                }
            }
        });
    }

    /// Passes the answer to each record to `emit`; returns early if a solution fails its check.
    #[inline(always)]
    pub(super) fn write_each(
        &mut self,
        records: &Records<'_>,
        spans: &[RecordSpan],
        answers: &mut ChunkAnswers,
        mut emit: impl FnMut(Option<&RecordSpan>, &Answer<'_>, &mut Vec<u8>),
    ) {
        let WorkerConfig { task, ref limits, expected, tracks_ends, tests_givens, all_mismatches, .. } =
            self.config;
        let explains = self.config.explain;
        let regions = self.variants.regions().map(Regions::of_cells);
        let mut emit = |span: Option<&RecordSpan>, answer: &Answer<'_>, answers: &mut ChunkAnswers| {
            emit(span, answer, &mut answers.text);
            if tracks_ends {
                answers.ends.push(answers.text.len());
            }
        };
        let mut reasons = self.batch.malformed.iter();
        let mut lines = LineFinder::default();
        for (index, &tag) in self.batch.tags.iter().enumerate() {
            let span = spans.get(index);
            let Some(shape) = tag.shape() else {
                let (line, reason) = *reasons.next().expect("a reason for every malformed record");
                let answer = malformed(&mut self.word, &reason);
                emit(span, &answer, answers);
                answers.add_malformed(line, reason);
                continue;
            };
            let scratch = &mut self.scratch[shape.index()];
            let nth = scratch.written;
            scratch.written += 1;
            let (puzzle, place) = puzzle(&self.batch, (shape, tag.alphabet()), nth);
            let grid = &scratch.solutions[place];
            if task == Task::Hint {
                let hint = scratch.hints[nth];
                answers.tally.add_hint(hint);
                self.reason.clear();
                if explains {
                    explain::hint(&puzzle, hint, grid, &mut self.reason);
                }
                emit(span, &hint_answer(puzzle, hint, grid, &self.reason), answers);
                continue;
            }
            let report = scratch.reports[nth];
            if scratch.first_wrong == Some(nth) {
                answers.fatal = Some((line_of(records.chunk, index, span), Fatal::WrongSolution));
                return;
            }
            answers.tally.add(&report);
            let mut mismatch = None;
            if expected == ExpectedAnswers::Check {
                let expected = records.input.codec.expected_solution(records.chunk, &spans[index]);
                let puzzle = (&puzzle, &*self.variants);
                mismatch = mismatch::find(&expected, puzzle, &report, &mut self.expected);
            }
            let mut content = task.show(&report, limits, grid, &mut self.word);
            if explains && task == Task::Solve && report.outcome == Outcome::None {
                explain::none(&puzzle, &self.variants, &mut self.reason);
                content = AnswerContent::Text(&self.reason);
            }
            let mut result = AnswerResult::Search(report.outcome);
            if let Some(mismatch) = mismatch {
                let most = if all_mismatches { usize::MAX } else { MALFORMED_SHOWN };
                answers.add_mismatch(mismatch, most, || lines.line_of(records.chunk, &spans[index]));
                result = AnswerResult::Mismatch;
                if task == Task::Check {
                    content = AnswerContent::Text(result.status().as_bytes());
                }
            }
            let mut note: &[u8] = b"";
            if tests_givens && report.outcome == Outcome::Unique {
                let Ok(givens) = self.givens.test(&mut self.engines, &puzzle) else {
                    answers.fatal = Some((line_of(records.chunk, index, span), Fatal::WrongSolution));
                    return;
                };
                answers.tally.minimal += u64::from(givens.is_minimal);
                note = givens.note;
            }
            let details = Details { nodes: report.nodes, guesses: report.guesses, note, regions };
            let answer = Answer { puzzle: Some(puzzle), content, result, details };
            emit(span, &answer, answers);
        }
    }
}

/// The `nth` puzzle of its shape in the batch, and its position among the cells of that shape.
#[inline(always)]
fn puzzle(
    batch: &RecordBatch,
    (shape, alphabet): (Shape, Alphabet),
    nth: usize,
) -> (PuzzleView<'_>, Range<usize>) {
    let place = nth * shape.area()..(nth + 1) * shape.area();
    let puzzle = PuzzleView {
        shape,
        alphabet,
        cells: &batch.cells[shape.index()][place.clone()],
        // Both are empty if the format has none.
        candidates: batch.candidates[shape.index()].get(place.clone()),
        regions: batch.regions[shape.index()].get(place.clone()),
    };
    (puzzle, place)
}

impl ChunkAnswers {
    fn add_malformed(&mut self, line: u64, reason: Malformed) {
        self.tally.add(&Report { outcome: Outcome::Invalid, ..Report::default() });
        if self.malformed.len() < MALFORMED_SHOWN {
            self.malformed.push((line, reason));
        }
    }

    fn add_mismatch(&mut self, mismatch: Mismatch, most: usize, line: impl FnOnce() -> u64) {
        self.tally.mismatches += 1;
        if self.mismatches.len() < most {
            self.mismatches.push((line(), mismatch));
        }
    }
}

/// The answer to a malformed record, with its text in `word`.
fn malformed<'a>(word: &'a mut Vec<u8>, reason: &Malformed) -> Answer<'a> {
    word.clear();
    write!(word, "!invalid: {reason}").expect("a vector takes all");
    let result = AnswerResult::Search(Outcome::Invalid);
    Answer { puzzle: None, content: AnswerContent::Text(word), result, details: Details::default() }
}

//! One worker: a chunk of records in, a buffer of answers out.

use super::{MALFORMED_SHOWN, Tally, Task, input_format::InputFormat};
use crate::{
    Outcome, RulesError, Shape, Variants,
    engine::{Engines, Limits, Report, Run},
    format::{
        Answer, AnswerContent, AnswerResult, CellContent, Field, Layout, Malformed, OutputFormat, PuzzleView,
        RecordBatch, RecordSpan, RecordTag, RecordText, Span, Symbols, is_record, parse_field,
    },
    framing::MAX_RECORD,
    hint::{Hint, step},
    io::ShardStart,
    solving::{VerifiedEngines, is_right},
};
use memchr::memchr_iter;
use std::{io::Write, sync::Arc};

#[cfg(test)]
mod tests;

/// What a worker is told.
#[derive(Clone)]
pub(super) struct Orders {
    pub task: Task,
    pub limits: Limits,
    pub verify: bool,
    /// The format of the output, if it is not that of the input.
    pub conversion: Option<&'static OutputFormat>,
    /// Whether the file's own answers are looked at.
    pub check_own: bool,
}

/// What a worker hands to the writer, and gets back to fill again.
#[derive(Default)]
pub(super) struct Answers {
    /// The answers, as they are written.
    pub text: Vec<u8>,
    pub tally: Tally,
    /// Which input the chunk is from, and how it is read.
    pub input: usize,
    pub reading: Option<Arc<InputFormat>>,
    /// Bytes of the chunk.
    pub bytes: u64,
    /// As [`Chunk::end`](crate::io::Chunk::end).
    pub end: u64,
    /// As [`Chunk::last`](crate::io::Chunk::last).
    pub last: bool,
    /// Counted records of the run until the end of the chunk.
    pub counted: u64,
    pub origin: Option<Arc<ShardStart>>,
    /// Lines of the input between the last chunk and this one.
    pub skipped_lines: u64,
    /// Lines of the chunk, records or not.
    pub lines: u64,
    /// The first malformed records, with their line in the chunk, from 0.
    pub malformed: Vec<(u64, Malformed)>,
    /// Lines of the first records whose own answer is no solution, from 0.
    pub mismatches: Vec<u64>,
    /// What is wrong with the input as a whole, and a line, from 0.
    pub fault: Option<(u64, String)>,
    /// The input's records end with this chunk.
    pub ended: bool,
    /// A line where the run cannot go on, from 0: nothing of the chunk may be written.
    pub stop: Option<(u64, Stop)>,
    /// Where a stream's bytes are put.
    pub buffer: Vec<u8>,
}

/// Why a run cannot go on.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Stop {
    /// A solution failed its check.
    Wrong,
    /// A record is longer than [`MAX_RECORD`].
    Overlong,
}

impl Answers {
    fn clear(&mut self) {
        self.text.clear();
        self.tally.clear();
        self.malformed.clear();
        self.mismatches.clear();
        (self.ended, self.stop) = (false, None);
    }
}

/// A chunk and how it is read.
pub(super) struct Job<'a> {
    pub chunk: &'a [u8],
    pub reading: &'a InputFormat,
    /// Counted records of the run before the chunk, and of the chunk.
    pub first_record: u64,
    pub records: Option<u64>,
}

/// What became of the puzzles of one shape in a chunk.
#[derive(Default)]
struct Bench {
    solutions: Vec<u8>,
    reports: Vec<Report>,
    hints: Vec<Hint>,
    /// The first puzzle with a wrong solution.
    first_wrong: Option<usize>,
    /// How many have been written out.
    written: usize,
}

/// Owns its engines and its memory for the whole run: after the first chunks nothing is allocated.
pub(super) struct Worker {
    orders: Orders,
    engines: VerifiedEngines,
    variants: Arc<Variants>,
    records: RecordBatch,
    benches: [Bench; Shape::ALL.len()],
    /// What is said in place of a grid.
    word: Vec<u8>,
    /// Cells of a file's own answer.
    own: Vec<u8>,
    /// How much of a chunk can be marked.
    markable: usize,
}

impl Worker {
    pub fn new(orders: Orders, engines: Engines, variants: Arc<Variants>) -> Worker {
        let mut engines = VerifiedEngines::with(engines, orders.limits.clone()).variants(variants.clone());
        if !orders.verify {
            engines = engines.unverified();
        }
        Worker {
            orders,
            engines,
            variants,
            records: RecordBatch::default(),
            benches: Default::default(),
            word: Vec::new(),
            own: Vec::new(),
            markable: Span::MAX_END,
        }
    }

    /// Answers every record of the chunk.
    pub fn answer(&mut self, job: &Job<'_>, answers: &mut Answers) {
        answers.clear();
        answers.bytes = job.chunk.len() as u64;
        self.records.clear();
        let codec = &*job.reading.codec;
        // A longer chunk is what a record without an end makes, as a quote that is never closed: its
        // beginning shows which one.
        let cut_short = codec.capabilities().layout == Layout::Spans && job.chunk.len() > self.markable;
        let chunk = if cut_short { &job.chunk[..self.markable] } else { job.chunk };
        codec.read(chunk, job.records, &mut self.records);
        (answers.lines, answers.ended) = (self.records.lines, self.records.ended);
        if let Some(start) = self.records.too_long.or(cut_short.then_some(0)) {
            answers.stop = Some((lines_before(job.chunk, start), Stop::Overlong));
            return;
        }
        if !self.variants.is_plain() || codec.capabilities().cells == CellContent::Candidates {
            self.refuse(chunk);
        }
        match self.orders.task {
            Task::Hint => self.hint(),
            _ => self.solve(&mut answers.tally),
        }
        self.write(job, answers);
    }

    /// Makes malformed what the variants do not go with.
    fn refuse(&mut self, chunk: &[u8]) {
        let records = &mut self.records;
        let wrong: [Option<RulesError>; _] = Shape::ALL.map(|shape| self.variants.fit(shape).err());
        if wrong.iter().zip(&records.cells).all(|(wrong, cells)| wrong.is_none() || cells.is_empty()) {
            return;
        }
        // Marked records begin where their marks say, others are a line each.
        let lines = chunk.split(|b| *b == b'\n').zip(0..).filter(|(line, _)| is_record(line));
        let lines: Vec<u64> = lines.map(|(_, number)| number).collect();
        let mut known = std::mem::take(&mut records.malformed).into_iter();
        for (index, tag) in records.tags.iter_mut().enumerate() {
            if *tag == RecordTag::MALFORMED {
                records.malformed.extend(known.next());
            } else if let Some(error) = tag.shape().and_then(|shape| wrong[shape.index()]) {
                *tag = RecordTag::MALFORMED;
                let line = match records.spans.get(index) {
                    Some(mark) => line_of(chunk, index, Some(mark)),
                    None => lines[index],
                };
                records.malformed.push((line, error.into()));
            }
        }
        for (index, _) in wrong.iter().enumerate().filter(|(_, wrong)| wrong.is_some()) {
            records.cells[index].clear();
            records.candidates[index].clear();
            records.regions[index].clear();
        }
    }

    fn solve(&mut self, tally: &mut Tally) {
        for ((shape, bench), cells) in Shape::ALL.into_iter().zip(&mut self.benches).zip(&self.records.cells)
        {
            let count = cells.len() / shape.area();
            (bench.written, bench.first_wrong) = (0, None);
            bench.reports.clear();
            bench.reports.resize(count, Report::default());
            // What is left of the last chunk is overwritten or never looked at.
            bench.solutions.resize(cells.len(), 0);
            if count == 0 {
                continue;
            }
            let mut run = Run::new(shape, cells, &mut bench.solutions, &mut bench.reports);
            let RecordBatch { candidates, regions, .. } = &self.records;
            if !candidates[shape.index()].is_empty() {
                run = run.with_candidates(&candidates[shape.index()]);
            }
            if !regions[shape.index()].is_empty() {
                run = run.with_regions(&regions[shape.index()]);
            }
            let solved = self.engines.solve(&mut run);
            bench.first_wrong = solved.first_wrong;
            tally.solving += solved.elapsed;
            if !tally.engines.contains(solved.engine) {
                tally.engines.insert(solved.engine);
            }
        }
    }

    fn hint(&mut self) {
        for ((shape, bench), cells) in Shape::ALL.into_iter().zip(&mut self.benches).zip(&self.records.cells)
        {
            bench.written = 0;
            bench.hints.clear();
            bench.solutions.resize(cells.len(), 0);
            let boards = cells.chunks_exact(shape.area()).zip(bench.solutions.chunks_exact_mut(shape.area()));
            bench.hints.extend(boards.map(|(board, after)| step(shape, board, after)));
        }
    }

    /// Writes what the output's format has for each slot.
    fn write(&mut self, job: &Job<'_>, answers: &mut Answers) {
        let codec = &*job.reading.codec;
        let fields = self.orders.task.fields();
        // Taken out, so that both sides can look at them.
        let marks = std::mem::take(&mut self.records.spans);
        match self.orders.conversion {
            // A call that the compiler sees through: nothing else is fast enough to matter.
            None if codec.capabilities().layout == Layout::Lines => {
                self.write_each(job, &marks, answers, |_, answer, text| {
                    answer.write(text);
                    text.push(b'\n');
                })
            }
            Some(conversion) => self.write_each(job, &marks, answers, |_, answer, text| {
                conversion.write(answer, fields, text);
            }),
            None => {
                let (mut after, mut number) = (0, job.first_record);
                self.write_each(job, &marks, answers, |mark, answer, text| {
                    number += 1;
                    let mark = *mark.expect("every record is marked");
                    codec.write(
                        &RecordText { chunk: job.chunk, span: mark, previous_end: after, number },
                        answer,
                        text,
                    );
                    after = mark.text.range().map_or(after, |text| text.end);
                });
                codec.write_rest(&job.chunk[after..], &mut answers.text);
            }
        }
        self.records.spans = marks;
    }

    /// Passes the answer to each slot to `emit`; stops where a solution fails its check.
    #[inline(always)]
    fn write_each(
        &mut self,
        job: &Job<'_>,
        marks: &[RecordSpan],
        answers: &mut Answers,
        mut emit: impl FnMut(Option<&RecordSpan>, &Answer<'_>, &mut Vec<u8>),
    ) {
        let Orders { task, ref limits, check_own, .. } = self.orders;
        let Answers { text, tally, .. } = answers;
        let mut reasons = self.records.malformed.iter();
        for (index, &tag) in self.records.tags.iter().enumerate() {
            let Some(shape) = tag.shape() else {
                self.word.clear();
                let (line, reason) = reasons.next().expect("a reason for every malformed slot");
                tally.add(&Report { outcome: Outcome::Invalid, ..Report::default() });
                write!(self.word, "!invalid: {reason}").expect("a vector takes all");
                let content = AnswerContent::Text(&self.word);
                let result = AnswerResult::Search(Outcome::Invalid);
                let answer = Answer { puzzle: None, content, result };
                emit(marks.get(index), &answer, text);
                if answers.malformed.len() < MALFORMED_SHOWN {
                    answers.malformed.push((*line, *reason));
                }
                continue;
            };
            let bench = &mut self.benches[shape.index()];
            let place = bench.written * shape.area()..(bench.written + 1) * shape.area();
            let cells = &self.records.cells[shape.index()][place.clone()];
            // Without any, there is nothing at this place.
            let candidates = self.records.candidates[shape.index()].get(place.clone());
            let regions = self.records.regions[shape.index()].get(place.clone());
            let puzzle = PuzzleView { shape, alphabet: tag.alphabet(), cells, candidates, regions };
            let grid = &bench.solutions[place];
            if task == Task::Hint {
                let hint = bench.hints[bench.written];
                bench.written += 1;
                tally.add_hint(hint);
                emit(marks.get(index), &hinted(puzzle, hint, grid), text);
                continue;
            }
            let report = bench.reports[bench.written];
            let is_wrong = bench.first_wrong == Some(bench.written);
            bench.written += 1;
            if is_wrong {
                answers.stop = Some((line_of(job.chunk, index, marks.get(index)), Stop::Wrong));
                return;
            }
            tally.add(&report);
            if check_own {
                let expected = job.reading.codec.expected_solution(job.chunk, &marks[index]);
                if !agrees(&expected, (&puzzle, &self.variants), &report, &mut self.own) {
                    tally.mismatches += 1;
                    if answers.mismatches.len() < MALFORMED_SHOWN {
                        answers.mismatches.push(line_of(job.chunk, index, marks.get(index)));
                    }
                }
            }
            let content = task.show(&report, limits, grid, &mut self.word);
            emit(
                marks.get(index),
                &Answer { puzzle: Some(puzzle), content, result: AnswerResult::Search(report.outcome) },
                text,
            );
        }
    }
}

/// The line, from 0, of a record: found again only when something went wrong.
#[cold]
fn line_of(chunk: &[u8], index: usize, mark: Option<&RecordSpan>) -> u64 {
    if let Some(mark) = mark {
        return mark.text.range().map_or(0, |text| lines_before(chunk, text.start));
    }
    let lines = chunk.split(|b| *b == b'\n').enumerate();
    let mut records = lines.filter(|(_, l)| is_record(l));
    records.nth(index).map_or(0, |(i, _)| i as u64)
}

/// Lines that end before a place of the chunk.
fn lines_before(chunk: &[u8], at: usize) -> u64 {
    memchr_iter(b'\n', &chunk[..at]).count() as u64
}

/// Whether the solution that the input gives is right: a solution of the puzzle, or none where there is none.
#[inline(never)]
fn agrees(
    expected: &[u8],
    (puzzle, variants): (&PuzzleView<'_>, &Variants),
    report: &Report,
    cells: &mut Vec<u8>,
) -> bool {
    cells.clear();
    let symbols = match puzzle.alphabet {
        crate::format::Alphabet::Letters => Symbols::Letters,
        crate::format::Alphabet::Digits => Symbols::Digits,
    };
    match parse_field(expected, symbols, cells) {
        Ok((shape, _)) => {
            let extras = (puzzle.candidates, puzzle.regions);
            shape == puzzle.shape && is_right(shape, variants, extras, puzzle.cells, cells)
        }
        Err(_) => report.outcome == Outcome::None && (expected.is_empty() || expected == b"!none"),
    }
}

fn hinted<'a>(puzzle: PuzzleView<'a>, hint: Hint, after: &'a [u8]) -> Answer<'a> {
    let result = AnswerResult::Hint(hint);
    let content = match hint {
        Hint::Placed => AnswerContent::Grid(after),
        Hint::Nothing | Hint::Mistake => AnswerContent::Text(result.status().as_bytes()),
    };
    Answer { puzzle: Some(puzzle), content, result }
}

impl Stop {
    /// What is told.
    pub fn message(self) -> (crate::ErrorKind, String) {
        match self {
            Stop::Wrong => (
                crate::ErrorKind::Internal,
                "the solution found is wrong; this is a bug, and nothing was kept".into(),
            ),
            Stop::Overlong => {
                (crate::ErrorKind::Input, format!("a record is longer than {} MiB", MAX_RECORD >> 20))
            }
        }
    }
}

impl Task {
    /// What is written for each record where a format has fields with names.
    pub(super) fn fields(self) -> &'static [Field] {
        match self {
            Task::Solve => &[Field::Answer("solution"), Field::Status],
            Task::Check => &[Field::Status],
            Task::Count => &[Field::Answer("count"), Field::Status],
            Task::Hint => &[Field::Answer("hint")],
        }
    }

    /// What is shown of a report: the grid, or what is put into `word`.
    #[inline(always)]
    fn show<'a>(
        self,
        report: &Report,
        limits: &Limits,
        grid: &'a [u8],
        word: &'a mut Vec<u8>,
    ) -> AnswerContent<'a> {
        AnswerContent::Text(match (self, report.outcome) {
            (_, Outcome::Unknown) => b"!unknown",
            (Task::Solve, Outcome::None) => b"!none",
            (Task::Solve | Task::Hint, _) => return AnswerContent::Grid(grid),
            (Task::Check, Outcome::Unique) => b"unique",
            (Task::Check, Outcome::Multiple) => b"multiple",
            (Task::Check, Outcome::Solved) => b"solved",
            (Task::Check, _) => b"none",
            (Task::Count, outcome) => {
                let stopped = matches!(outcome, Outcome::Multiple | Outcome::Solved)
                    && report.solutions >= limits.solutions;
                word.clear();
                let plus = if stopped { "+" } else { "" };
                write!(word, "{}{plus}", report.solutions).expect("a vector takes all");
                word
            }
        })
    }
}

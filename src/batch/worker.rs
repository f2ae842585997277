//! One worker: a chunk of lines in, a buffer of answers out.

use super::{MALFORMED_SHOWN, Tally, Task};
use crate::{
    Shape,
    engine::{Engines, Limits, Outcome, Report, Run},
    format::{
        Alphabet, Symbols,
        line::{self, LineError},
    },
    verify::is_solution,
};
use memchr::memchr;
use std::{io::Write, time::Instant};

#[cfg(test)]
mod tests;

/// What a worker is told.
#[derive(Clone, Copy)]
pub(super) struct Orders {
    pub task: Task,
    pub limits: Limits,
    pub verify: bool,
    pub symbols: Symbols,
}

/// What a worker hands to the writer, and gets back to fill again.
#[derive(Default)]
pub(super) struct Answers {
    /// One line per record.
    pub text: Vec<u8>,
    pub tally: Tally,
    /// Which input the chunk is from.
    pub input: usize,
    /// Bytes of the chunk.
    pub bytes: u64,
    /// Lines of the chunk, records or not.
    pub lines: u64,
    /// The first malformed records, with their line in the chunk, from 0.
    pub malformed: Vec<(u64, LineError)>,
    /// A line whose solution failed the check, from 0: nothing of the chunk may be written.
    pub wrong: Option<u64>,
    /// Where a stream's bytes are put.
    pub buffer: Vec<u8>,
}

impl Answers {
    fn clear(&mut self) {
        self.text.clear();
        self.tally.clear();
        self.malformed.clear();
        (self.bytes, self.lines, self.wrong) = (0, 0, None);
    }
}

/// A record of the chunk, in order, in one byte: its shape's index, and whether its alphabet is
/// letters; or that it is malformed.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Slot(u8);

impl Slot {
    const MALFORMED: Slot = Slot(0xFF);
    const LETTERS: u8 = 0x80;

    fn new(shape: Shape, alphabet: Alphabet) -> Slot {
        let letters = if alphabet == Alphabet::Letters { Slot::LETTERS } else { 0 };
        Slot(shape.index() as u8 | letters)
    }

    fn shape_index(self) -> usize {
        usize::from(self.0 & !Slot::LETTERS)
    }

    fn alphabet(self) -> Alphabet {
        if self.0 & Slot::LETTERS == 0 { Alphabet::Digits } else { Alphabet::Letters }
    }
}

/// The puzzles of one shape in a chunk, side by side, and what became of them.
#[derive(Default)]
struct Bench {
    cells: Vec<u8>,
    solutions: Vec<u8>,
    reports: Vec<Report>,
    /// How many have been written out.
    written: usize,
}

/// Owns its engines and its memory for the whole run: after the first chunks nothing is allocated.
pub(super) struct Worker {
    orders: Orders,
    engines: Engines,
    slots: Vec<Slot>,
    /// Reasons of the malformed slots, in order.
    reasons: Vec<(u64, LineError)>,
    benches: [Bench; Shape::ALL.len()],
}

impl Worker {
    pub fn new(orders: Orders, engines: Engines) -> Worker {
        Worker { orders, engines, slots: Vec::new(), reasons: Vec::new(), benches: Default::default() }
    }

    /// Answers every record of the chunk.
    pub fn answer(&mut self, chunk: &[u8], answers: &mut Answers) {
        answers.clear();
        answers.bytes = chunk.len() as u64;
        answers.lines = self.read(chunk);
        self.solve(&mut answers.tally);
        self.write(answers);
        if answers.wrong.is_some() {
            // A file that changed meanwhile may hide the line, not that something is wrong.
            answers.wrong = self.line_of_record(chunk, answers.tally.records).or(answers.wrong);
        }
    }

    /// Reads the lines into slots and benches; gives the number of lines.
    fn read(&mut self, chunk: &[u8]) -> u64 {
        self.slots.clear();
        self.reasons.clear();
        self.benches.iter_mut().for_each(|b| b.cells.clear());
        let mut rest = chunk;
        let mut lines = 0;
        while !rest.is_empty() {
            // A 9×9 record with nothing behind it, found without looking for the newline.
            if let Some((nine, tail)) = rest.split_first_chunk::<81>()
                && tail.first() == Some(&b'\n')
                && line::push_nine(nine, &mut self.benches[Shape::NINE.index()].cells)
            {
                self.slots.push(Slot::new(Shape::NINE, Alphabet::Digits));
                rest = &tail[1..];
            } else {
                let end = memchr(b'\n', rest).unwrap_or(rest.len());
                self.read_line(&rest[..end.min(line::MAX_LINE + 1)], lines);
                rest = rest.get(end + 1..).unwrap_or_default();
            }
            lines += 1;
        }
        lines
    }

    fn read_line(&mut self, text: &[u8], number: u64) {
        if !line::is_record(text) {
            return;
        }
        // The shape is known only after reading; the cells move to the bench of their shape.
        let nine = Shape::NINE.index();
        let before = self.benches[nine].cells.len();
        let slot = match line::parse(text, self.orders.symbols, &mut self.benches[nine].cells) {
            Ok((shape, alphabet)) => {
                if shape != Shape::NINE {
                    let [from, to] =
                        self.benches.get_disjoint_mut([nine, shape.index()]).expect("two different shapes");
                    to.cells.extend(from.cells.drain(before..));
                }
                Slot::new(shape, alphabet)
            }
            Err(reason) => {
                self.reasons.push((number, reason));
                Slot::MALFORMED
            }
        };
        self.slots.push(slot);
    }

    fn solve(&mut self, tally: &mut Tally) {
        for (shape, bench) in Shape::ALL.into_iter().zip(&mut self.benches) {
            let count = bench.cells.len() / shape.area();
            bench.written = 0;
            bench.reports.clear();
            bench.reports.resize(count, Report::default());
            // What is left of the last chunk is overwritten or never looked at.
            bench.solutions.resize(bench.cells.len(), 0);
            if count == 0 {
                continue;
            }
            let engine = self.engines.get(shape);
            let start = Instant::now();
            let mut run = Run::new(shape, &bench.cells, &mut bench.solutions, &mut bench.reports);
            engine.solve(&mut run, &self.orders.limits);
            tally.solving += start.elapsed();
            if !tally.engines.contains(engine.name()) {
                tally.engines.insert(engine.name());
            }
        }
    }

    /// Writes a line per slot; stops where a solution fails its check.
    fn write(&mut self, answers: &mut Answers) {
        let mut reasons = self.reasons.iter();
        for &slot in &self.slots {
            if slot == Slot::MALFORMED {
                let (number, reason) = reasons.next().expect("a reason for every malformed slot");
                answers.tally.add(&Report { outcome: Outcome::Invalid, ..Report::default() });
                writeln!(answers.text, "!invalid: {reason}").expect("a vector takes all");
                if answers.malformed.len() < MALFORMED_SHOWN {
                    answers.malformed.push((*number, *reason));
                }
                continue;
            }
            let shape = Shape::ALL[slot.shape_index()];
            let bench = &mut self.benches[slot.shape_index()];
            let report = bench.reports[bench.written];
            let cells = bench.written * shape.area()..(bench.written + 1) * shape.area();
            bench.written += 1;
            let solution = &bench.solutions[cells.clone()];
            if self.orders.verify
                && report.solutions > 0
                && !is_solution(shape, &bench.cells[cells], solution)
            {
                answers.wrong = Some(0);
                return;
            }
            answers.tally.add(&report);
            let solution = (shape, slot.alphabet(), solution);
            self.orders.task.write(&report, &self.orders.limits, solution, &mut answers.text);
        }
    }

    /// The line, from 0, of a record of the chunk: found again only when something went wrong.
    fn line_of_record(&self, chunk: &[u8], record: u64) -> Option<u64> {
        let lines = chunk.split(|b| *b == b'\n').enumerate();
        let mut records = lines.filter(|(_, l)| line::is_record(&l[..l.len().min(line::MAX_LINE + 1)]));
        records.nth(record as usize).map(|(i, _)| i as u64)
    }
}

impl Task {
    /// Appends the answer to one puzzle, as a line.
    fn write(
        self,
        report: &Report,
        limits: &Limits,
        (shape, alphabet, solution): (Shape, Alphabet, &[u8]),
        text: &mut Vec<u8>,
    ) {
        match (self, report.outcome) {
            (_, Outcome::Unknown) => text.extend_from_slice(b"!unknown\n"),
            (Task::Solve, Outcome::None) => text.extend_from_slice(b"!none\n"),
            (Task::Solve, _) => {
                alphabet.write(shape, solution, text);
                text.push(b'\n');
            }
            (Task::Check, outcome) => text.extend_from_slice(match outcome {
                Outcome::Unique => b"unique\n",
                Outcome::Multiple => b"multiple\n",
                Outcome::Solved => b"solved\n",
                _ => b"none\n",
            }),
            (Task::Count, outcome) => {
                let stopped = matches!(outcome, Outcome::Multiple | Outcome::Solved)
                    && report.solutions >= limits.solutions;
                let plus = if stopped { "+" } else { "" };
                writeln!(text, "{}{plus}", report.solutions).expect("a vector takes all");
            }
        }
    }
}

//! One worker: the text of problems in, the text of answers out.

use super::{
    CoverTally, Orders, Stock,
    ordered_output::{Alarm, Turn},
    search, wrong,
};
use crate::{
    batch::MALFORMED_SHOWN,
    cover::{
        Cover, is_exact_cover,
        text::{CoverFormat, CoverParseError, Problem},
    },
    engine::{Limits, Outcome, Report},
    error::Error,
    io::ordered::Desk,
};
use memchr::memchr_iter;
use std::{
    io::Write,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
};

/// Answers that are kept until their turn comes, in bytes.
const KEPT: usize = 1 << 20;

/// What a worker hands to the writer, and gets back to fill again.
#[derive(Default)]
pub(super) struct Answers {
    /// The answers, but for those that could not be kept.
    pub text: Vec<u8>,
    pub tally: CoverTally,
    /// The first malformed problems, by line of the chunk.
    pub malformed: Vec<CoverParseError>,
    /// Lines and bytes of the chunk.
    pub lines: u64,
    pub bytes: u64,
    /// Where a stream's bytes are put.
    pub buffer: Vec<u8>,
}

/// A solution failed its check.
#[derive(Debug)]
pub(super) struct Wrong;

/// Whom solutions are handed to; nobody, where they are only counted.
pub(super) type Found<'f> = Option<&'f mut dyn FnMut(&[usize])>;

/// How a problem is searched.
pub(super) type Searcher<'a> = dyn FnMut(&Cover, &Limits, Found<'_>) -> Report + 'a;

/// Takes answers that are too long to be kept; false if nobody wants more.
pub(super) type Spill<'a> = dyn FnMut(&mut Vec<u8>) -> bool + 'a;

/// Answers problems.
pub(super) struct Clerk {
    orders: Orders,
}

impl Clerk {
    pub fn new(orders: Orders) -> Clerk {
        Clerk { orders }
    }

    pub fn stop(&self) -> Arc<AtomicBool> {
        self.orders.stop.clone()
    }

    /// Answers the problems of a chunk, of which the first has the number `first`.
    pub fn answer(
        &self,
        chunk: &[u8],
        first: u64,
        answers: &mut Answers,
        search: &mut Searcher<'_>,
        spill: &mut Spill<'_>,
    ) -> Result<(), Wrong> {
        answers.text.clear();
        answers.malformed.clear();
        answers.tally = CoverTally::default();
        (answers.lines, answers.bytes) = (0, chunk.len() as u64);
        for (number, text) in (first..).zip(self.orders.format.problems(chunk)) {
            self.separate(number, &mut answers.text);
            self.answer_one(text, answers, search, spill)?;
            answers.lines += memchr_iter(b'\n', text).count() as u64;
        }
        Ok(())
    }

    /// What goes before the answer to a problem, where its answer may be more than a line.
    fn separate(&self, number: u64, text: &mut Vec<u8>) {
        match self.orders.format {
            _ if number == 0 || self.orders.count => {}
            CoverFormat::Dlx => say(text, format_args!("| problem {}\n", number + 1)),
            _ if self.orders.limits.solutions > 1 => text.push(b'\n'),
            _ => {}
        }
    }

    fn answer_one(
        &self,
        text: &[u8],
        answers: &mut Answers,
        search: &mut Searcher<'_>,
        spill: &mut Spill<'_>,
    ) -> Result<(), Wrong> {
        answers.tally.problems += 1;
        let problem = match self.orders.format.parse(text) {
            Ok(problem) => problem,
            Err(malformed) => {
                answers.tally.invalid += 1;
                say(&mut answers.text, format_args!("!invalid: {}\n", malformed.message));
                answers.note(malformed);
                return Ok(());
            }
        };
        let report = match problem.uncovered() {
            Some(uncovered) => {
                answers.tally.uncovered += 1;
                answers.note(uncovered);
                Report { outcome: Outcome::None, ..Report::default() }
            }
            None => self.search(&problem, &mut answers.text, search, spill)?,
        };
        self.conclude(&problem, &report, answers);
        Ok(())
    }

    /// Writes solutions, each one verified, or only counts them.
    fn search(
        &self,
        problem: &Problem<'_>,
        text: &mut Vec<u8>,
        search: &mut Searcher<'_>,
        spill: &mut Spill<'_>,
    ) -> Result<Report, Wrong> {
        let Orders { limits, stop, .. } = &self.orders;
        let cover = problem.cover();
        if self.orders.count {
            return Ok(search(cover, limits, None));
        }
        let (mut index, mut is_wrong, mut sorted) = (0, false, Vec::new());
        let mut found = |solution: &[usize]| {
            sorted.clear();
            sorted.extend_from_slice(solution);
            sorted.sort_unstable();
            is_wrong |= !is_exact_cover(cover, &sorted);
            if is_wrong {
                stop.store(true, Ordering::Relaxed);
                return;
            }
            problem.write_solution(index, &sorted, text);
            index += 1;
            if text.len() >= KEPT && !spill(text) {
                stop.store(true, Ordering::Relaxed);
            }
        };
        let report = search(cover, limits, Some(&mut found));
        if is_wrong { Err(Wrong) } else { Ok(report) }
    }

    /// Writes what there is to say at the end of a search.
    fn conclude(&self, problem: &Problem<'_>, report: &Report, answers: &mut Answers) {
        let Orders { count, limits, format, .. } = &self.orders;
        let Answers { tally, text, .. } = answers;
        tally.solutions += u128::from(report.solutions);
        tally.nodes += u128::from(report.nodes);
        let unknown = report.outcome == Outcome::Unknown;
        *match report.outcome {
            Outcome::Unknown => &mut tally.unknown,
            Outcome::None => &mut tally.none,
            _ => &mut tally.solved,
        } += 1;
        if *count {
            let plus = if unknown || report.solutions >= limits.solutions { "+" } else { "" };
            say(text, format_args!("{}{plus}\n", report.solutions));
        } else if unknown {
            let gap = if *format == CoverFormat::Dlx && report.solutions > 0 { "\n" } else { "" };
            say(text, format_args!("{gap}!unknown\n"));
        } else if report.outcome == Outcome::None {
            problem.write_none(text);
        }
    }
}

impl Answers {
    /// Keeps what is wrong with a problem, by its line in the chunk.
    fn note(&mut self, malformed: CoverParseError) {
        if self.malformed.len() < MALFORMED_SHOWN {
            self.malformed.push(CoverParseError { line: self.lines + malformed.line, ..malformed });
        }
    }
}

fn say(text: &mut Vec<u8>, what: std::fmt::Arguments<'_>) {
    text.write_fmt(what).expect("a vector takes all");
}

/// What all workers share.
pub(super) struct Shop<'s, 'a> {
    pub clerk: &'s Clerk,
    pub stock: Mutex<Stock<'a>>,
    pub failure: Mutex<Option<Error>>,
    pub turn: &'s Turn<'s>,
}

impl Shop<'_, '_> {
    /// A worker's whole life.
    pub fn work(&self, desk: Desk<Answers>) {
        let _alarm = Alarm(self.turn);
        let search = &mut |cover: &_, limits: &_, found: Found<'_>| {
            search::list(cover, limits, found.unwrap_or(&mut |_| {}), &mut |_| {})
        };
        while let Some(mut answers) = desk.ticket() {
            let next = match self.stock.lock() {
                Ok(mut stock) => stock.next(&mut answers.buffer),
                Err(_) => return,
            };
            let chunk = match next {
                Ok(Some(chunk)) => chunk,
                Ok(None) => return,
                Err(error) => return self.fail(error),
            };
            let buffer = std::mem::take(&mut answers.buffer);
            let spill = &mut |text: &mut Vec<u8>| {
                let written = self.turn.write(chunk.number, text);
                text.clear();
                written
            };
            let end =
                self.clerk.answer(chunk.bytes(&buffer), chunk.first_record, &mut answers, search, spill);
            if let Err(Wrong) = end {
                // Who waits for the answers to this chunk waits in vain.
                self.turn.stop();
                self.fail(wrong());
                return desk.leave();
            }
            if self.clerk.orders.stop.load(Ordering::Relaxed) {
                self.turn.stop();
                self.fail(crate::batch::interrupted());
                return desk.leave();
            }
            answers.buffer = buffer;
            if !desk.done(chunk.number, answers) {
                return;
            }
        }
    }

    /// Nobody takes another chunk; those begun are finished and written.
    fn fail(&self, error: Error) {
        if let Ok(mut failure) = self.failure.lock() {
            failure.get_or_insert(error);
        }
        if let Ok(mut stock) = self.stock.lock() {
            stock.ready.clear();
            stock.feed.stop();
        }
    }
}

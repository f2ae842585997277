//! The worker: the text of problems in, the text of answers out.

use super::{CoverCosts, CoverTally, CoverTask, DiagramSize};
use crate::batch::MALFORMED_SHOWN;
use memchr::memchr_iter;
use quadrille_base::{
    error::{Error, ErrorKind},
    memory::heap_bytes,
};
use quadrille_cover::{
    Cover,
    count::CoverCount,
    is_exact_cover,
    text::{CoverFormat, CoverParseError, Failure, Problem, parse},
};
use quadrille_engines::{Limits, Outcome};
use quadrille_ordered::order::ChunkResult;
use std::{
    io::Write,
    ops::ControlFlow,
    sync::{Arc, Mutex, PoisonError, atomic::AtomicBool},
};

/// The number of bytes after which answers are written before their chunk is finished.
const KEPT: usize = 1 << 20;

/// The data that all workers of a run share.
pub(super) struct CoverConfig {
    /// The name of the input in errors.
    pub name: String,
    pub format: CoverFormat,
    pub task: CoverTask,
    pub limits: Limits,
    /// Bytes that subproblems, or the diagram, of one problem may take.
    pub memory: usize,
    /// The costs of the only problem, if they are not in its text.
    pub costs: Option<CoverCosts>,
    /// The size of the diagram that was written.
    pub diagram: Mutex<Option<DiagramSize>>,
    /// The stop flag of the limits, which ends all searches.
    pub stop: Arc<AtomicBool>,
}

impl CoverConfig {
    /// The error of a run that needs the malformed problem that begins after these lines.
    fn malformed(&self, lines: u64, malformed: &CoverParseError) -> Error {
        let CoverParseError { line, message } = malformed;
        Error::new(ErrorKind::Config, format!("{}:{}: {message}", self.name, lines + line + 1))
    }
}

/// The answers to a chunk. The sink returns them to be filled again.
#[derive(Default)]
pub(super) struct CoverAnswers {
    /// The text, without the parts that have been written already.
    pub text: Vec<u8>,
    pub tally: CoverTally,
    /// The first malformed problems, by line of the chunk.
    pub malformed: Vec<CoverParseError>,
    /// Lines and bytes of the chunk.
    pub lines: u64,
    pub bytes: u64,
}

impl ChunkResult for CoverAnswers {
    fn bytes(&self) -> usize {
        let messages: usize = self.malformed.iter().map(|error| error.message.capacity()).sum();
        self.text.capacity() + heap_bytes(&self.malformed) + messages
    }
}

/// Receives the solutions of a search, or is `None` if they are only counted. `Break` ends the search soon; no more
/// solutions are passed then.
pub(super) type OnSolution<'f> = Option<&'f mut dyn FnMut(&[usize]) -> ControlFlow<()>>;

/// Searches one problem.
pub(super) type SearchFn<'a> =
    dyn FnMut(&Cover, &CoverConfig, OnSolution<'_>) -> Result<CoverCount, Error> + 'a;

/// Writes answers that are too long to be kept.
pub(super) type WritePart<'a> = dyn FnMut(&[u8]) -> Result<(), Error> + 'a;

/// Answers problems. Shared by all threads: the state of a search is in its engine.
pub(super) struct CoverWorker {
    pub(super) config: CoverConfig,
}

impl CoverWorker {
    pub fn new(config: CoverConfig) -> CoverWorker {
        CoverWorker { config }
    }

    pub fn stop_flag(&self) -> Arc<AtomicBool> {
        self.config.stop.clone()
    }

    /// The size of the diagram that was written, if one was.
    pub fn take_diagram(&self) -> Option<DiagramSize> {
        self.config.diagram.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Answers the problems of a chunk, the first of which has the number `first`.
    ///
    /// # Errors
    /// If a solution fails its check, a part of the answers cannot be written, or memory runs out.
    pub fn answer(
        &self,
        chunk: &[u8],
        first: u64,
        answers: &mut CoverAnswers,
        search: &mut SearchFn<'_>,
        write: &mut WritePart<'_>,
    ) -> Result<(), Error> {
        answers.text.clear();
        answers.malformed.clear();
        answers.tally = CoverTally::default();
        (answers.lines, answers.bytes) = (0, chunk.len() as u64);
        for (number, text) in (first..).zip(self.config.format.problems(chunk)) {
            self.separate(number, &mut answers.text);
            self.answer_one(number, text, answers, search, write)?;
            answers.lines += memchr_iter(b'\n', text).count() as u64;
        }
        Ok(())
    }

    /// Appends the separator before the answer to a problem, if answers may be longer than a line.
    fn separate(&self, number: u64, text: &mut Vec<u8>) {
        match self.config.format {
            _ if number == 0 || self.config.task == CoverTask::Count => {}
            CoverFormat::Dlx => append(text, format_args!("| problem {}\n", number + 1)),
            _ if self.config.limits.solutions > 1 => text.push(b'\n'),
            _ => {}
        }
    }

    fn answer_one(
        &self,
        number: u64,
        text: &[u8],
        answers: &mut CoverAnswers,
        search: &mut SearchFn<'_>,
        write: &mut WritePart<'_>,
    ) -> Result<(), Error> {
        answers.tally.problems += 1;
        let mut problem = match parse(self.config.format, text) {
            Ok(problem) => problem,
            Err(Failure::OutOfMemory(error)) => return Err(too_large(number, error.into())),
            Err(Failure::Malformed(malformed)) => {
                if self.config.task == CoverTask::Diagram {
                    return Err(self.config.malformed(answers.lines, &malformed));
                }
                answers.tally.invalid += 1;
                append(&mut answers.text, format_args!("!invalid: {}\n", malformed.message));
                answers.add_malformed(malformed);
                return Ok(());
            }
        };
        if let Some(costs) = &self.config.costs {
            costs.add_to(&mut problem)?;
        }
        let uncovered = problem.uncovered();
        if let Some(uncovered) = uncovered.clone() {
            answers.tally.uncovered += 1;
            answers.add_malformed(uncovered);
        }
        let task = self.config.task;
        let found = match uncovered {
            Some(_) if task != CoverTask::Diagram => CoverCount::none(),
            _ if task.is_about_all() => {
                let report = self.answer_about_all(number, &problem, &mut answers.text, write)?;
                CoverCount::of(&report, self.config.limits.solutions)
            }
            _ => self.search(number, &problem, &mut answers.text, search, write)?,
        };
        self.conclude(&problem, &found, answers);
        Ok(())
    }

    /// Counts the solutions, or verifies and writes them.
    fn search(
        &self,
        number: u64,
        problem: &Problem<'_>,
        text: &mut Vec<u8>,
        search: &mut SearchFn<'_>,
        write: &mut WritePart<'_>,
    ) -> Result<CoverCount, Error> {
        let config = &self.config;
        let cover = problem.cover();
        if self.config.task == CoverTask::Count {
            return search(cover, config, None).map_err(|e| too_large(number, e));
        }
        let (mut index, mut sorted, mut end) = (0, Vec::new(), Ok(()));
        let mut on_solution = |solution: &[usize]| {
            sorted.clear();
            sorted.extend_from_slice(solution);
            sorted.sort_unstable();
            end = write_solution(problem, index, &sorted, text, write);
            index += 1;
            if end.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        let report = search(cover, config, Some(&mut on_solution));
        end.and(report.map_err(|e| too_large(number, e)))
    }

    /// Appends the end of the answer to a problem.
    fn conclude(&self, problem: &Problem<'_>, found: &CoverCount, answers: &mut CoverAnswers) {
        let CoverConfig { task, format, .. } = &self.config;
        let CoverAnswers { tally, text, .. } = answers;
        let solutions = u128::try_from(&found.solutions).unwrap_or(u128::MAX);
        tally.solutions = tally.solutions.saturating_add(solutions);
        tally.nodes += u128::from(found.nodes);
        tally.remembered += u128::from(found.remembered);
        let unknown = found.outcome == Outcome::Unknown;
        *match found.outcome {
            Outcome::Unknown => &mut tally.unknown,
            Outcome::None => &mut tally.none,
            _ => &mut tally.solved,
        } += 1;
        if *task == CoverTask::Count {
            let plus = if found.is_exact() { "" } else { "+" };
            append(text, format_args!("{}{plus}\n", found.solutions));
        } else if *task == CoverTask::Diagram {
            // The diagram says it.
        } else if unknown {
            let gap = if *format == CoverFormat::Dlx && solutions > 0 { "\n" } else { "" };
            append(text, format_args!("{gap}!unknown\n"));
        } else if found.outcome == Outcome::None {
            problem.write_none(text);
        }
    }
}

/// The error that ends a run whose problem `number`, from 0, does not fit into memory.
pub(super) fn too_large(number: u64, error: Error) -> Error {
    let what = format!("memory for problem {} ran out", number + 1);
    Error::caused(ErrorKind::OutOfMemory, what, error)
}

/// Verifies a solution and appends it to the text; writes the text out if it has grown too long.
pub(super) fn write_solution(
    problem: &Problem<'_>,
    index: u64,
    solution: &[usize],
    text: &mut Vec<u8>,
    write: &mut WritePart<'_>,
) -> Result<(), Error> {
    if !is_exact_cover(problem.cover(), solution) {
        let what = "the engine returned a wrong solution; this is a bug, and the solution was not written";
        return Err(Error::new(ErrorKind::Internal, what));
    }
    problem.write_solution(index, solution, text);
    if text.len() >= KEPT {
        write(text)?;
        text.clear();
    }
    Ok(())
}

impl CoverAnswers {
    /// Adds what is wrong with a problem, by its line in the chunk.
    fn add_malformed(&mut self, malformed: CoverParseError) {
        if self.malformed.len() < MALFORMED_SHOWN {
            self.malformed.push(CoverParseError { line: self.lines + malformed.line, ..malformed });
        }
    }
}

pub(super) fn append(text: &mut Vec<u8>, what: std::fmt::Arguments<'_>) {
    text.write_fmt(what).expect("a vector takes all");
}

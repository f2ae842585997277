//! Starts a run over exact cover problems.
//!
//! A text with a single problem is searched by the thread that started the run, which writes solutions as they are
//! found; a count is distributed over all threads. In a text with many problems each is searched by one worker.

use super::{
    CoverBatch, CoverObserver, CoverSummary, CoverTally, CoverTask, search,
    worker::{CoverAnswers, CoverConfig, CoverWorker, OnSolution},
};
use crate::{
    batch::{EARLY_BYTES, MALFORMED_SHOWN},
    io::{Chunk, Feed, Input, Recognize, Recognized, overlong_record},
};
use quadrille_base::{
    error::{Error, ErrorKind},
    framing::HeadEnd,
};
use quadrille_cover::{
    Cover,
    count::{CoverCount, CoverCounter},
    search::SearchProgress,
    text::{CoverFormat, Splitter, detect_head},
};
use quadrille_engines::EngineChoice;
use quadrille_ordered::{
    output::{OrderedOutput, WriteError},
    pipeline::{ChunkSource, Job, Rest, Stopped},
    workers::Workers,
};
use std::{
    collections::VecDeque,
    io::Write,
    sync::{Mutex, atomic::Ordering},
    time::Instant,
};

impl CoverBatch {
    /// Answers every problem of the input into `output`. A malformed problem is answered by `!invalid: reason`. A
    /// problem that was given up is answered by the solutions found until then and `!unknown`.
    ///
    /// Between problems of which more than one solution may be written, there is a blank line, and in `dlx`
    /// a comment `| problem N`. Every solution is verified before it is written. Memory is bounded by the
    /// threads and the largest problem, however many problems and solutions there are.
    ///
    /// # Errors
    /// If the input cannot be read, the output cannot be written, or the run is stopped. If there are several errors, the first
    /// one in the order of the input is returned.
    pub fn run(
        &self,
        input: Input<'_>,
        output: &mut (dyn Write + Send),
        observer: &mut dyn CoverObserver,
    ) -> Result<CoverSummary, Error> {
        let start = Instant::now();
        if self.options.choice() != EngineChoice::Auto {
            return Err(Error::new(
                ErrorKind::Config,
                "exact cover problems are not solved by the engines for boards",
            ));
        }
        self.check()?;
        let workers = Workers::new(self.options.thread_count(0)).early_bytes(EARLY_BYTES);
        let threads = workers.count();
        let events = Events {
            name: input.name().to_owned(),
            observer,
            tally: CoverTally::default(),
            lines: 0,
            bytes: 0,
            malformed_shown: 0,
        };
        let chunk_size = chunk_size(input.size(), threads);
        let mut source = ProblemSource {
            ahead: VecDeque::new(),
            feed: Feed::new(vec![input.on_threads(threads)], chunk_size, CoverRecognizer(self.format)),
        };
        source.read_ahead()?;
        let first = source.ahead.front().map(|(chunk, _)| (chunk.format, chunk.records));
        let (format, records) = first.expect("every input has a chunk");
        if records == Some(1) {
            source.read_ahead()?;
        }
        let is_single = records <= Some(1) && source.ahead.len() == 1;
        if !is_single {
            self.check_several()?;
        }
        let config = self.config(&events.name, format, if is_single { 1 } else { threads });
        let worker = CoverWorker::new(config);
        let tally = if is_single {
            run_single(&worker, source, threads, output, events)?
        } else {
            run_many(&worker, source, workers, output, events)?
        };
        let diagram = worker.take_diagram();
        Ok(CoverSummary { tally, diagram, format, threads, elapsed: start.elapsed() })
    }

    /// Refuses settings that the task has no use for.
    fn check(&self) -> Result<(), Error> {
        let lists = matches!(self.task, CoverTask::Solve | CoverTask::Count);
        let optimizes = matches!(self.task, CoverTask::LowestCost | CoverTask::HighestCost);
        let unused = [
            (self.limit.is_some() && !lists, "a limit is for listing or counting solutions"),
            (self.costs.is_some() && !optimizes, "costs are for the solution of lowest or highest cost"),
            (self.memory.is_some() && self.task == CoverTask::Solve, "listing solutions takes no memory"),
        ];
        match unused.into_iter().find(|(is_set, _)| *is_set) {
            Some((_, what)) => Err(Error::config(what)),
            None => Ok(()),
        }
    }

    /// Fails if the run is about one problem, and the text has several.
    fn check_several(&self) -> Result<(), Error> {
        if self.task == CoverTask::Diagram {
            let what = "a diagram belongs to one problem, and the input has several";
            return Err(Error::new(ErrorKind::Config, what));
        }
        self.costs.as_ref().map_or(Ok(()), |costs| Err(costs.of_one_problem()))
    }

    fn config(&self, name: &str, format: CoverFormat, problems_at_once: usize) -> CoverConfig {
        let solutions = match self.task {
            CoverTask::Sample { solutions, .. } => solutions,
            CoverTask::LowestCost | CoverTask::HighestCost | CoverTask::Diagram => 1,
            CoverTask::Solve if format != CoverFormat::Dlx => self.limit.unwrap_or(1),
            CoverTask::Solve | CoverTask::Count => self.limit.unwrap_or(u64::MAX),
        };
        let stop = self.options.stop();
        let limits = self.options.limits().clone().solutions(solutions).stop_flag(stop.clone());
        let (memory, costs) =
            (self.memory.unwrap_or(CoverCounter::MEMORY) / problems_at_once, self.costs.clone());
        CoverConfig {
            name: name.to_owned(),
            format,
            task: self.task,
            limits,
            memory,
            costs,
            diagram: Mutex::default(),
            stop,
        }
    }
}

/// The size of a chunk: it holds few problems, since one of them may take long.
fn chunk_size(total: Option<u64>, threads: usize) -> usize {
    const LARGE: usize = 8 << 10;
    match total.and_then(|t| usize::try_from(t).ok()) {
        Some(total) => (total / (64 * threads)).clamp(1, LARGE),
        None => LARGE,
    }
}

struct CoverRecognizer(Option<CoverFormat>);

impl Recognize for CoverRecognizer {
    type Format = CoverFormat;

    fn recognize(
        &mut self,
        _: &str,
        head: &[u8],
        end: HeadEnd,
    ) -> Result<Option<Recognized<CoverFormat>>, Error> {
        let format = self.0.or_else(|| detect_head(head, end));
        Ok(format.map(|format| Recognized { format, framing: Box::new(Splitter::new(format)), skip: 0 }))
    }
}

/// The chunks of the input; the first ones are read ahead, to see whether there is more than one problem.
struct ProblemSource<'a> {
    ahead: VecDeque<(Chunk<CoverFormat>, Vec<u8>)>,
    feed: Feed<'a, CoverRecognizer>,
}

impl ProblemSource<'_> {
    fn read_ahead(&mut self) -> Result<(), Error> {
        let mut buffer = Vec::new();
        if let Some(chunk) = self.feed.next(&mut buffer)? {
            self.ahead.push_back((chunk, buffer));
        }
        Ok(())
    }
}

impl ChunkSource for ProblemSource<'_> {
    type Chunk = Chunk<CoverFormat>;
    type Error = Error;

    fn next(&mut self, buffer: &mut Vec<u8>) -> Result<Option<Chunk<CoverFormat>>, Error> {
        match self.ahead.pop_front() {
            Some((chunk, bytes)) => {
                *buffer = bytes;
                Ok(Some(chunk))
            }
            None => self.feed.next(buffer),
        }
    }
}

/// Reports events to the observer and keeps the sums.
struct Events<'a> {
    name: String,
    observer: &'a mut dyn CoverObserver,
    tally: CoverTally,
    /// Lines and bytes of the input before the current chunk.
    lines: u64,
    bytes: u64,
    malformed_shown: usize,
}

impl Events<'_> {
    /// Fails if the next problem is too long.
    fn check(&self, chunk: &Chunk<CoverFormat>) -> Result<(), Error> {
        let Some(longest) = chunk.overlong else { return Ok(()) };
        let line = self.lines + chunk.skipped_lines + 1;
        Err(Error::new(ErrorKind::Input, format!("{}:{line}: {}", self.name, overlong_record(longest))))
    }

    fn add(&mut self, answers: &CoverAnswers) {
        for malformed in &answers.malformed {
            if self.malformed_shown < MALFORMED_SHOWN {
                self.observer.malformed(&self.name, self.lines + malformed.line + 1, &malformed.message);
                self.malformed_shown += 1;
            }
        }
        self.lines += answers.lines;
        self.bytes += answers.bytes;
        self.tally += &answers.tally;
    }
}

/// Searches the only problem of a text on this thread.
fn run_single(
    worker: &CoverWorker,
    mut source: ProblemSource<'_>,
    threads: usize,
    output: &mut (dyn Write + Send),
    mut events: Events<'_>,
) -> Result<CoverTally, Error> {
    let mut answers = CoverAnswers::default();
    let mut buffer = Vec::new();
    let chunk = source.next(&mut buffer)?.expect("a chunk that was read ahead");
    events.check(&chunk)?;
    let write = &mut |text: &[u8]| output.write_all(text).map_err(cannot_write);
    let search = &mut |cover: &_, config: &CoverConfig, on_solution: OnSolution<'_>| {
        let report = &mut |progress| events.observer.searching(&progress);
        answer_on(cover, config, threads, on_solution, report)
    };
    worker.answer(chunk.bytes(&buffer), 0, &mut answers, search, write)?;
    write(&answers.text)?;
    if worker.stop_flag().load(Ordering::Relaxed) {
        return Err(Stopped.into());
    }
    events.add(&answers);
    Ok(events.tally)
}

/// Counts the solutions of one problem, or passes them on.
fn answer_on(
    cover: &Cover,
    config: &CoverConfig,
    threads: usize,
    on_solution: OnSolution<'_>,
    report_progress: &mut dyn FnMut(SearchProgress),
) -> Result<CoverCount, Error> {
    let limits = &config.limits;
    let Some(on_solution) = on_solution else {
        let counter = CoverCounter::new(cover).limits(limits.clone()).threads(threads).memory(config.memory);
        return counter.count_with(report_progress);
    };
    let report = search::list(cover, limits, on_solution, report_progress)?;
    Ok(CoverCount::of(&report, limits.solutions))
}

/// Searches many problems on all threads, each on one.
fn run_many(
    worker: &CoverWorker,
    source: ProblemSource<'_>,
    workers: Workers,
    output: &mut (dyn Write + Send),
    mut events: Events<'_>,
) -> Result<CoverTally, Error> {
    let output = &OrderedOutput::new(output);
    let start = || Ok(|job: Job<'_, _>, answers: &mut _| answer(worker, output, job, answers));
    let (sink, events_so_far) = (output.sink(), &mut events);
    // Owns the output's sink, so that all waiting for it ends with the run.
    let write = move |chunk: Chunk<CoverFormat>, answers: &mut CoverAnswers| {
        events_so_far.check(&chunk)?;
        sink.finish_chunk(&answers.text).map_err(cannot_write)?;
        events_so_far.add(answers);
        events_so_far.observer.progress(events_so_far.bytes, &events_so_far.tally);
        Ok(())
    };
    workers.run(source, worker.stop_flag(), start, write)?;
    Ok(events.tally)
}

/// Answers the problems of one chunk; answers that grow too long are written when it is the chunk's turn.
fn answer(
    worker: &CoverWorker,
    output: &OrderedOutput<'_>,
    job: Job<'_, Chunk<CoverFormat>>,
    answers: &mut CoverAnswers,
) -> Result<Rest, Error> {
    let search = &mut |cover: &_, config: &CoverConfig, on_solution: OnSolution<'_>| {
        answer_on(cover, config, 1, on_solution, &mut |_| {})
    };
    let write = &mut |text: &[u8]| match output.write_part(job.number, text) {
        Ok(()) => Ok(()),
        Err(WriteError::Closed) => Err(Stopped.into()),
        Err(WriteError::Io(error)) => Err(cannot_write(error)),
    };
    job.chunk.look_ahead();
    worker.answer(job.chunk.bytes(job.buffer), job.chunk.first_record, answers, search, write)?;
    Ok(Rest::Read)
}

fn cannot_write(error: std::io::Error) -> Error {
    Error::io(ErrorKind::Output, "cannot write the output", error)
}

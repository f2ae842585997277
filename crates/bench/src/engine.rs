//! Measuring an engine in this process, from parsed puzzles in memory to outcomes.

use super::{
    cores,
    puzzles::{Puzzles, ShapeGroup},
    verify::AnswerChecker,
};
use anyhow::Result;
use quadrille_engines::{EngineChoice, Limits, SearchReport};
use quadrille_engines::{Run, solver::verified::VerifiedEngines};
use std::{
    sync::{Barrier, Mutex},
    thread,
    time::{Duration, Instant},
};

/// Minimum duration of a sample: short files are solved several times.
const MIN_SAMPLE: Duration = Duration::from_millis(50);

/// The results of an engine, by shape. All engines write to the same memory.
pub(crate) struct ResultBuffers<'a> {
    puzzles: &'a Puzzles,
    groups: Vec<(Vec<u8>, Vec<SearchReport>)>,
}

impl<'a> ResultBuffers<'a> {
    pub fn new(puzzles: &'a Puzzles) -> ResultBuffers<'a> {
        let empty = |g: &ShapeGroup| (vec![0; g.cells.len()], vec![SearchReport::default(); g.numbers.len()]);
        ResultBuffers { puzzles, groups: puzzles.groups.iter().map(empty).collect() }
    }

    /// Erases all results, so that no engine is judged by the results of another.
    pub fn clear(&mut self) {
        for (solutions, reports) in &mut self.groups {
            solutions.fill(0);
            reports.fill(SearchReport::default());
        }
    }

    /// Checks every outcome.
    pub fn check(&self, checker: &mut AnswerChecker<'_>, limit: u64) -> Result<(), String> {
        let mut groups = self.groups.iter().enumerate();
        groups.try_for_each(|(i, (solutions, reports))| checker.check_reports(i, reports, solutions, limit))
    }

    /// All puzzles as runs: one per shape, or several blocks if threads share them.
    fn runs(&mut self, threads: usize) -> Vec<Run<'_>> {
        let mut runs = Vec::new();
        for (group, (solutions, reports)) in self.puzzles.groups.iter().zip(&mut self.groups) {
            let block = match threads {
                1 => reports.len(),
                // Long enough to keep the lanes of an engine full, short enough to balance the threads.
                _ => (reports.len() / (16 * threads)).clamp(64, 16_384),
            };
            let area = group.shape.area();
            let blocks = group.cells.chunks(block * area).zip(solutions.chunks_mut(block * area));
            for ((cells, solutions), reports) in blocks.zip(reports.chunks_mut(block)) {
                runs.push(Run::new(group.shape, cells, solutions, reports));
            }
        }
        // The threads pop from the end.
        runs.reverse();
        runs
    }
}

/// An engine with its threads, ready to be measured.
pub(crate) struct PreparedEngine {
    /// The solutions are verified after the measurement.
    workers: Vec<VerifiedEngines>,
    pin: Option<usize>,
    /// The number of times that the file is solved for one sample.
    passes: usize,
    /// Whether an unmeasured pass comes first.
    warm_up: bool,
}

impl PreparedEngine {
    /// Creates the engines and solves the file twice: the first pass touches every page of memory, the
    /// second one shows how long a pass takes.
    pub fn new(
        choice: EngineChoice,
        limit: u64,
        threads: usize,
        pin: Option<usize>,
        buffers: &mut ResultBuffers<'_>,
    ) -> Result<PreparedEngine> {
        let engines = |_| Ok(VerifiedEngines::new(choice, Limits::new(limit))?.unverified());
        let workers = (0..threads).map(engines).collect::<Result<_>>()?;
        let mut prepared = PreparedEngine { workers, pin, passes: 1, warm_up: false };
        prepared.pass(buffers)?;
        let pass = prepared.pass(buffers)?;
        prepared.warm_up = pass < 10 * MIN_SAMPLE;
        prepared.passes =
            (MIN_SAMPLE.as_secs_f64() / pass.as_secs_f64().max(1e-9)).ceil().clamp(1.0, 1e5) as usize;
        Ok(prepared)
    }

    /// Seconds to solve the file once: the mean of the passes of a sample.
    pub fn sample(&mut self, buffers: &mut ResultBuffers<'_>) -> Result<f64> {
        buffers.clear();
        // The previous contestant has filled the caches and the branch predictors with its own data, which
        // affects short passes.
        if self.warm_up {
            self.pass(buffers)?;
        }
        let mut sum = Duration::ZERO;
        for _ in 0..self.passes {
            sum += self.pass(buffers)?;
        }
        Ok(sum.as_secs_f64() / self.passes as f64)
    }

    /// Solves the file once. The time is measured from when all threads are ready until the last one ends.
    fn pass(&mut self, buffers: &mut ResultBuffers<'_>) -> Result<Duration> {
        let (threads, pin) = (self.workers.len(), self.pin);
        let runs = Mutex::new(buffers.runs(threads));
        let ready = Barrier::new(threads);
        let work = |engines: &mut VerifiedEngines, thread: usize| -> Result<(Instant, Instant)> {
            let pinned = pin.map_or(Ok(()), |first| cores::pin(first + thread, 1));
            ready.wait();
            pinned?;
            let start = Instant::now();
            loop {
                let next = runs.lock().unwrap_or_else(|e| e.into_inner()).pop();
                let Some(mut run) = next else { return Ok((start, Instant::now())) };
                engines.solve(&mut run);
            }
        };
        if let ([engines], None) = (&mut self.workers[..], pin) {
            // Starting a thread takes longer than solving a short file, which is solved up to 100,000 times.
            return work(engines, 0).map(|(start, end)| end - start);
        }
        let work = &work;
        let times: Vec<_> = thread::scope(|scope| {
            let workers = self.workers.iter_mut().enumerate();
            let threads: Vec<_> = workers.map(|(i, engines)| scope.spawn(move || work(engines, i))).collect();
            threads.into_iter().map(|t| t.join().expect("engines do not panic")).collect::<Result<_>>()
        })?;
        let start = times.iter().map(|t| t.0).min().expect("there is a thread");
        let end = times.iter().map(|t| t.1).max().expect("there is a thread");
        Ok(end - start)
    }
}

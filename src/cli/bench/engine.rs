//! An engine in this process: parsed puzzles in memory to outcomes.

use super::{cores, puzzles::Puzzles, verify::Judge};
use anyhow::Result;
use quadrille::{
    EngineChoice, Limits, Report,
    unstable::engine::{Engines, Run},
};
use std::{
    sync::{Barrier, Mutex},
    thread,
    time::{Duration, Instant},
};

/// A sample is at least this long: shorter files are solved several times for each.
const SAMPLE: Duration = Duration::from_millis(50);

/// Where the results of all engines go, one after the other: the same memory for all.
pub(super) struct Slate<'a> {
    puzzles: &'a Puzzles,
    groups: Vec<(Vec<u8>, Vec<Report>)>,
}

impl<'a> Slate<'a> {
    pub fn new(puzzles: &'a Puzzles) -> Slate<'a> {
        let blank =
            |g: &super::puzzles::Group| (vec![0; g.cells.len()], vec![Report::default(); g.numbers.len()]);
        Slate { puzzles, groups: puzzles.groups.iter().map(blank).collect() }
    }

    /// So that nobody is judged by what another has left.
    pub fn wipe(&mut self) {
        for (solutions, reports) in &mut self.groups {
            solutions.fill(0);
            reports.fill(Report::default());
        }
    }

    /// Looks at every outcome.
    pub fn judge(&self, judge: &mut Judge<'_>, limit: u64) -> Result<(), String> {
        let all = self.groups.iter().enumerate();
        all.into_iter().try_for_each(|(i, (solutions, reports))| judge.reports(i, reports, solutions, limit))
    }

    /// All puzzles as runs: one for each shape, or, where several threads share them, blocks.
    fn runs(&mut self, threads: usize) -> Vec<Run<'_>> {
        let mut runs = Vec::new();
        for (group, (solutions, reports)) in self.puzzles.groups.iter().zip(&mut self.groups) {
            let block = match threads {
                1 => reports.len(),
                // Long enough that an engine's lanes are full nearly always, short enough to share.
                _ => (reports.len() / (16 * threads)).clamp(64, 16_384),
            };
            let area = group.shape.area();
            let parts = group.cells.chunks(block * area).zip(solutions.chunks_mut(block * area));
            for ((cells, solutions), reports) in parts.zip(reports.chunks_mut(block)) {
                runs.push(Run::new(group.shape, cells, solutions, reports));
            }
        }
        // Taken from the end.
        runs.reverse();
        runs
    }
}

/// An engine on some threads, prepared.
pub(super) struct Prepared {
    workers: Vec<Engines>,
    limits: Limits,
    pin: Option<usize>,
    /// How often the file is solved for a sample.
    passes: usize,
    /// Whether it is solved once before, untimed.
    warm: bool,
}

impl Prepared {
    /// Prepares the engines and solves the file once, untimed, so that every page is there, and once
    /// more to find out how long it takes.
    pub fn new(
        choice: EngineChoice,
        limit: u64,
        threads: usize,
        pin: Option<usize>,
        slate: &mut Slate<'_>,
    ) -> Result<Prepared> {
        let workers = (0..threads).map(|_| Engines::new(choice)).collect::<Result<_, _>>()?;
        let limits = Limits::new(limit);
        let mut prepared = Prepared { workers, limits, pin, passes: 1, warm: false };
        prepared.pass(slate)?;
        let once = prepared.pass(slate)?;
        prepared.warm = once < 10 * SAMPLE;
        prepared.passes =
            (SAMPLE.as_secs_f64() / once.as_secs_f64().max(1e-9)).ceil().clamp(1.0, 1e5) as usize;
        Ok(prepared)
    }

    /// Seconds to solve the file once: the mean of as many passes as make a sample.
    pub fn sample(&mut self, slate: &mut Slate<'_>) -> Result<f64> {
        slate.wipe();
        // What ran before has left its own in the caches and in the branch predictors. Where a pass is
        // short that would count.
        if self.warm {
            self.pass(slate)?;
        }
        let mut sum = Duration::ZERO;
        for _ in 0..self.passes {
            sum += self.pass(slate)?;
        }
        Ok(sum.as_secs_f64() / self.passes as f64)
    }

    /// From the moment at which all threads stand ready to the last one's end.
    fn pass(&mut self, slate: &mut Slate<'_>) -> Result<Duration> {
        let (threads, pin, limits) = (self.workers.len(), self.pin, self.limits.clone());
        let runs = Mutex::new(slate.runs(threads));
        let ready = Barrier::new(threads);
        let work = |engines: &mut Engines, place: usize| -> Result<(Instant, Instant)> {
            let pinned = pin.map_or(Ok(()), |first| cores::pin(first + place, 1));
            ready.wait();
            pinned?;
            let start = Instant::now();
            loop {
                let next = runs.lock().unwrap_or_else(|e| e.into_inner()).pop();
                let Some(mut run) = next else { return Ok((start, Instant::now())) };
                engines.get(run.shape()).solve(&mut run, &limits);
            }
        };
        let work = &work;
        let times: Vec<_> = thread::scope(|scope| {
            let workers = self.workers.iter_mut().enumerate();
            let threads: Vec<_> = workers.map(|(i, engines)| scope.spawn(move || work(engines, i))).collect();
            threads.into_iter().map(|t| t.join().expect("an engine does not panic")).collect::<Result<_>>()
        })?;
        let start = times.iter().map(|t| t.0).min().expect("a thread at least");
        let end = times.iter().map(|t| t.1).max().expect("a thread at least");
        Ok(end - start)
    }
}

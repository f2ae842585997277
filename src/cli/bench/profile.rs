//! A closer look at the engines: time and guesses puzzle by puzzle, scaling over threads, cost
//! against the number of records.

use super::{
    args::BenchArgs,
    contestant::Contestant,
    engine::{Prepared, Slate},
    process::{Fault, Inputs, Order},
    puzzles::Puzzles,
    statistics::{Distribution, median},
    verify::Judge,
};
use anyhow::Result;
use quadrille::{
    EngineChoice, Limits, Report, Shape,
    unstable::engine::{Engines, Run},
};
use serde::Serialize;
use std::time::Instant;

/// Puzzles that the lane engine is given at a time: as many as its widest build has lanes. A shorter run
/// leaves lanes idle, and what one of many in flight took cannot be known.
const TOGETHER: usize = 16;
/// Measurements of each point of a curve.
const SAMPLES: usize = 3;

#[derive(Serialize)]
pub(super) struct Profile {
    pub name: String,
    /// Puzzles that were timed together: then a puzzle's time is that of all, divided.
    pub together: usize,
    /// Microseconds per puzzle.
    pub micros: Distribution,
    pub guesses: Distribution,
    pub nodes: Distribution,
    pub hardest: Vec<Hard>,
    pub scaling: Vec<Threads>,
    pub cost: Vec<Cost>,
}

/// A puzzle with many nodes.
#[derive(Serialize)]
pub(super) struct Hard {
    /// From 1.
    pub record: u64,
    pub line: Option<u64>,
    pub nodes: u64,
    pub guesses: u64,
    pub micros: f64,
}

#[derive(Serialize)]
pub(super) struct Threads {
    pub threads: usize,
    pub puzzles_per_second: f64,
}

/// What the first so many records cost each.
#[derive(Serialize)]
pub(super) struct Cost {
    pub records: usize,
    pub solve_micros: f64,
    pub end_to_end_micros: Option<f64>,
}

/// What one puzzle took.
#[derive(Clone, Copy, Default)]
struct Took {
    micros: f64,
    report: Report,
}

/// The profile of an engine on a file.
pub(super) fn profile(
    contestant: &Contestant,
    choice: EngineChoice,
    puzzles: &Puzzles,
    args: &BenchArgs,
    tell: &mut dyn FnMut(&str),
) -> Result<Profile> {
    let title = format!("{}: profile of {}", puzzles.name(), contestant.name);
    tell(&title);
    let (took, together) = one_by_one(choice, contestant.limit, puzzles)?;
    let all = |value: fn(&Took) -> f64| took.iter().map(value).collect::<Vec<f64>>();
    let mut scaling = Vec::new();
    for threads in thread_counts() {
        tell(&format!("{title}: {threads} threads"));
        let seconds = solving(choice, contestant.limit, threads, puzzles, args.pin)?;
        scaling.push(Threads { threads, puzzles_per_second: puzzles.len() as f64 / seconds });
    }
    Ok(Profile {
        name: contestant.name.clone(),
        together,
        micros: Distribution::of_times(&all(|t| t.micros)),
        guesses: Distribution::of_counts(&all(|t| t.report.guesses as f64)),
        nodes: Distribution::of_counts(&all(|t| t.report.nodes as f64)),
        hardest: hardest(&took, puzzles),
        scaling,
        cost: costs(contestant, choice, puzzles, args, &mut |n| tell(&format!("{title}: {n} records")))?,
    })
}

/// Every puzzle's time and report, and how many were solved together.
fn one_by_one(choice: EngineChoice, limit: u64, puzzles: &Puzzles) -> Result<(Vec<Took>, usize)> {
    let mut engines = Engines::new(choice)?;
    let limits = Limits::new(limit);
    let mut took = vec![Took::default(); puzzles.len()];
    let mut most = 1;
    for group in &puzzles.groups {
        let lanes = choice != EngineChoice::Dlx && group.shape == Shape::NINE;
        let together = if lanes { TOGETHER } else { 1 };
        most = most.max(together);
        let area = group.shape.area();
        let (mut grids, mut reports) = (vec![0; together * area], vec![Report::default(); together]);
        let mut solve = |cells: &[u8], numbers: &[u32], took: &mut [Took]| {
            let n = numbers.len();
            let mut run = Run::new(group.shape, cells, &mut grids[..n * area], &mut reports[..n]);
            let start = Instant::now();
            engines.get(group.shape).solve(&mut run, &limits);
            let micros = start.elapsed().as_secs_f64() * 1e6 / n as f64;
            for (&number, &report) in numbers.iter().zip(&reports) {
                took[number as usize] = Took { micros, report };
            }
        };
        // The first ones twice: the engine is made at the first.
        let warm = group.numbers.len().min(1024).next_multiple_of(together).min(group.numbers.len());
        let parts = |n: usize| {
            group.cells[..n * area].chunks(together * area).zip(group.numbers[..n].chunks(together))
        };
        for (cells, numbers) in parts(warm).chain(parts(group.numbers.len())) {
            solve(cells, numbers, &mut took);
        }
    }
    Ok((took, most))
}

fn hardest(took: &[Took], puzzles: &Puzzles) -> Vec<Hard> {
    let mut order: Vec<usize> = (0..took.len()).collect();
    let nodes = |&i: &usize| std::cmp::Reverse((took[i].report.nodes, took[i].report.guesses));
    order.sort_by_key(nodes);
    let hard = |&puzzle: &usize| {
        let (record, line) = puzzles.origin(puzzle);
        let Took { micros, report } = took[puzzle];
        Hard { record, line, nodes: report.nodes, guesses: report.guesses, micros }
    };
    order.iter().take(10).map(hard).collect()
}

/// 1, 2, 3, 4, 6, 8, 12, 16, … up to the cores of the machine.
fn thread_counts() -> Vec<usize> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let steps = (0..).flat_map(|k| [2 << k, 3 << k]);
    let mut counts: Vec<usize> = std::iter::once(1).chain(steps.take_while(|n| *n < cores)).collect();
    counts.extend((cores > 1).then_some(cores));
    counts
}

/// Seconds to solve all puzzles once.
fn solving(
    choice: EngineChoice,
    limit: u64,
    threads: usize,
    puzzles: &Puzzles,
    pin: Option<usize>,
) -> Result<f64> {
    let mut slate = Slate::new(puzzles);
    let mut prepared = Prepared::new(choice, limit, threads, pin, &mut slate)?;
    let samples = (0..SAMPLES).map(|_| prepared.sample(&mut slate)).collect::<Result<Vec<_>>>()?;
    Ok(median(&samples))
}

/// For 1, 10, 100, … records and all.
fn costs(
    contestant: &Contestant,
    choice: EngineChoice,
    puzzles: &Puzzles,
    args: &BenchArgs,
    tell: &mut dyn FnMut(usize),
) -> Result<Vec<Cost>> {
    let tens = (0..).map(|k| 10usize.pow(k)).take_while(|n| *n < puzzles.len());
    let counts: Vec<usize> = tens.chain([puzzles.len()]).collect();
    let mut costs = Vec::new();
    for records in counts {
        tell(records);
        let head = puzzles.head(records);
        let each = 1e6 / records as f64;
        let solve = solving(choice, contestant.limit, contestant.threads, &head, args.pin)?;
        let whole = whole(contestant, &head, args.pin)?;
        costs.push(Cost { records, solve_micros: solve * each, end_to_end_micros: whole.map(|s| s * each) });
    }
    Ok(costs)
}

/// Seconds of the whole process, if it ends well.
fn whole(contestant: &Contestant, puzzles: &Puzzles, pin: Option<usize>) -> Result<Option<f64>> {
    let mut inputs = Inputs::new()?;
    let input = inputs.of(&contestant.program.input, puzzles)?;
    let mut judge = Judge::new(puzzles);
    let order = Order { contestant, puzzles, input: &input, pin, clocked: false };
    let mut samples = Vec::new();
    for _ in 0..SAMPLES {
        match order.run(&inputs, &mut judge)? {
            Ok(ran) => samples.push(ran.taken.seconds),
            Err(Fault::Wrong(..) | Fault::Failed(_)) => return Ok(None),
        }
    }
    Ok(Some(median(&samples)))
}

#[cfg(test)]
mod tests {
    use super::thread_counts;

    #[test]
    fn thread_counts_rise_to_the_cores() {
        let counts = thread_counts();
        assert_eq!(counts[0], 1);
        assert!(counts.windows(2).all(|w| w[0] < w[1]));
        assert_eq!(counts.last().copied(), std::thread::available_parallelism().ok().map(usize::from));
    }
}

//! Details of an engine: time and guesses per puzzle, scaling with threads, and cost by number of records.

use super::{
    args::BenchArgs,
    cells::NOTHING,
    contestant::Contestant,
    engine::{PreparedEngine, ResultBuffers},
    process::{InputFiles, ProcessRun, RunFailure},
    puzzles::Puzzles,
    statistics::{Distribution, median},
    verify::AnswerChecker,
};
use anyhow::Result;
use quadrille_console::{
    numbers::grouped,
    page::number::{count, digits, rate, ratio},
};
use quadrille_engines::{EngineChoice, Limits, SearchReport};
use quadrille_engines::{Run, solver::verified::VerifiedEngines};
use quadrille_grid::Shape;
use serde::Serialize;
use std::time::Instant;

/// Puzzles per timed run of the lanes engine: as many as its widest instruction set has lanes. The time of a
/// single puzzle cannot be measured, because a shorter run leaves lanes idle.
const PUZZLES_PER_RUN: usize = 16;
/// Number of measurements of each point of a curve.
const SAMPLES: usize = 3;

#[derive(Serialize)]
pub(crate) struct Profile {
    pub name: String,
    /// Number of puzzles per timed run. The time of a run is divided evenly among its puzzles.
    pub puzzles_per_run: usize,
    /// Microseconds per puzzle.
    pub micros: Distribution,
    pub guesses: Distribution,
    pub nodes: Distribution,
    /// The puzzles with the most nodes.
    pub hardest: Vec<HardPuzzle>,
    pub scaling: Vec<ScalingPoint>,
    pub cost: Vec<CostPoint>,
}

/// A table of a profile: the heads of its columns, and its rows.
pub(crate) struct ProfileTable {
    pub heads: Vec<&'static str>,
    pub rows: Vec<Vec<String>>,
}

impl Profile {
    /// The times of puzzles, the hardest ones, the speeds by threads, and the cost by records.
    pub fn tables(&self) -> [ProfileTable; 4] {
        let micros: fn(f64) -> String = |v| digits(v, 4);
        let distributions = [
            ("time, µs", &self.micros, micros),
            ("guesses", &self.guesses, count),
            ("nodes", &self.nodes, count),
        ];
        let per_puzzle = distributions.map(|(what, Distribution { p50, p90, p99, max, mean, .. }, shown)| {
            [what.into()].into_iter().chain([p50, p90, p99, max, mean].map(|v| shown(*v))).collect()
        });
        let hard = |HardPuzzle { record, line, nodes, guesses, micros }: &HardPuzzle| {
            let line = line.map_or(NOTHING.into(), grouped);
            vec![grouped(*record), line, grouped(*nodes), grouped(*guesses), digits(*micros, 4)]
        };
        let scaling = |ScalingPoint { threads, puzzles_per_second }: &ScalingPoint| {
            let times = ratio(puzzles_per_second / self.scaling[0].puzzles_per_second);
            vec![threads.to_string(), rate(*puzzles_per_second), format!("{times}×")]
        };
        let cost = |CostPoint { records, solve_micros, end_to_end_micros }: &CostPoint| {
            let whole = end_to_end_micros.map_or(NOTHING.into(), |m| digits(m, 4));
            vec![grouped(*records as u64), digits(*solve_micros, 4), whole]
        };
        let table = |heads: &[&'static str], rows| ProfileTable { heads: heads.into(), rows };
        [
            table(&["per puzzle", "p50", "p90", "p99", "max", "mean"], per_puzzle.into()),
            table(
                &["hardest record", "line", "nodes", "guesses", "µs"],
                self.hardest.iter().map(hard).collect(),
            ),
            table(&["threads", "puzzles/s", "ratio"], self.scaling.iter().map(scaling).collect()),
            table(&["first records", "solve, µs", "end to end, µs"], self.cost.iter().map(cost).collect()),
        ]
    }
}

/// A puzzle that needs many nodes.
#[derive(Serialize)]
pub(crate) struct HardPuzzle {
    /// Number of the record, from 1.
    pub record: u64,
    pub line: Option<u64>,
    pub nodes: u64,
    pub guesses: u64,
    pub micros: f64,
}

/// The rate with a number of threads.
#[derive(Serialize)]
pub(crate) struct ScalingPoint {
    pub threads: usize,
    pub puzzles_per_second: f64,
}

/// The mean cost per record when only the first `records` records are solved.
#[derive(Serialize)]
pub(crate) struct CostPoint {
    pub records: usize,
    pub solve_micros: f64,
    pub end_to_end_micros: Option<f64>,
}

/// Time and report of one puzzle.
#[derive(Clone, Copy, Default)]
struct PuzzleTiming {
    micros: f64,
    report: SearchReport,
}

/// The profile of an engine on a file.
pub(crate) fn profile(
    contestant: &Contestant,
    choice: EngineChoice,
    puzzles: &Puzzles,
    args: &BenchArgs,
    status: &mut dyn FnMut(&str),
) -> Result<Profile> {
    let title = format!("{}: profile of {}", puzzles.name(), contestant.name);
    status(&title);
    let (timings, puzzles_per_run) = time_puzzles(choice, contestant.limit, puzzles)?;
    let all = |value: fn(&PuzzleTiming) -> f64| timings.iter().map(value).collect::<Vec<f64>>();
    let mut scaling = Vec::new();
    for threads in thread_counts() {
        status(&format!("{title}: {threads} threads"));
        let seconds = solve_seconds(choice, contestant.limit, threads, puzzles, args.pin)?;
        scaling.push(ScalingPoint { threads, puzzles_per_second: puzzles.len() as f64 / seconds });
    }
    Ok(Profile {
        name: contestant.name.clone(),
        puzzles_per_run,
        micros: Distribution::of_times(&all(|t| t.micros)),
        guesses: Distribution::of_counts(&all(|t| t.report.guesses as f64)),
        nodes: Distribution::of_counts(&all(|t| t.report.nodes as f64)),
        hardest: hardest(&timings, puzzles),
        scaling,
        cost: costs(contestant, choice, puzzles, args, &mut |n| status(&format!("{title}: {n} records")))?,
    })
}

/// Time and report of every puzzle, and the number of puzzles per timed run.
fn time_puzzles(choice: EngineChoice, limit: u64, puzzles: &Puzzles) -> Result<(Vec<PuzzleTiming>, usize)> {
    let mut engines = VerifiedEngines::new(choice, Limits::new(limit))?.unverified();
    let mut timings = vec![PuzzleTiming::default(); puzzles.len()];
    let mut puzzles_per_run = 1;
    for group in &puzzles.groups {
        let lanes = choice != EngineChoice::Dlx && group.shape == Shape::NINE;
        let together = if lanes { PUZZLES_PER_RUN } else { 1 };
        puzzles_per_run = puzzles_per_run.max(together);
        let area = group.shape.area();
        let (mut grids, mut reports) = (vec![0; together * area], vec![SearchReport::default(); together]);
        let mut solve = |cells: &[u8], numbers: &[u32], timings: &mut [PuzzleTiming]| {
            let n = numbers.len();
            let mut run = Run::new(group.shape, cells, &mut grids[..n * area], &mut reports[..n]);
            let start = Instant::now();
            engines.solve(&mut run);
            let micros = start.elapsed().as_secs_f64() * 1e6 / n as f64;
            for (&number, &report) in numbers.iter().zip(&reports) {
                timings[number as usize] = PuzzleTiming { micros, report };
            }
        };
        // The first puzzles are solved twice, because the engine is created when it is first used.
        let warm = group.numbers.len().min(1024).next_multiple_of(together).min(group.numbers.len());
        let parts = |n: usize| {
            group.cells[..n * area].chunks(together * area).zip(group.numbers[..n].chunks(together))
        };
        for (cells, numbers) in parts(warm).chain(parts(group.numbers.len())) {
            solve(cells, numbers, &mut timings);
        }
    }
    Ok((timings, puzzles_per_run))
}

fn hardest(timings: &[PuzzleTiming], puzzles: &Puzzles) -> Vec<HardPuzzle> {
    let mut order: Vec<usize> = (0..timings.len()).collect();
    let nodes = |&i: &usize| std::cmp::Reverse((timings[i].report.nodes, timings[i].report.guesses));
    order.sort_by_key(nodes);
    let hard = |&puzzle: &usize| {
        let (record, line) = puzzles.position(puzzle);
        let PuzzleTiming { micros, report } = timings[puzzle];
        HardPuzzle { record, line, nodes: report.nodes, guesses: report.guesses, micros }
    };
    order.iter().take(10).map(hard).collect()
}

/// 1, 2, 3, 4, 6, 8, 12, 16, ... up to the number of cores.
fn thread_counts() -> Vec<usize> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let steps = (0..).flat_map(|k| [2 << k, 3 << k]);
    let mut counts: Vec<usize> = std::iter::once(1).chain(steps.take_while(|n| *n < cores)).collect();
    counts.extend((cores > 1).then_some(cores));
    counts
}

/// Median seconds to solve all puzzles once in memory.
fn solve_seconds(
    choice: EngineChoice,
    limit: u64,
    threads: usize,
    puzzles: &Puzzles,
    pin: Option<usize>,
) -> Result<f64> {
    let mut buffers = ResultBuffers::new(puzzles);
    let mut prepared = PreparedEngine::new(choice, limit, threads, pin, &mut buffers)?;
    let samples = (0..SAMPLES).map(|_| prepared.sample(&mut buffers)).collect::<Result<Vec<_>>>()?;
    Ok(median(&samples))
}

/// The cost of the first 1, 10, 100, ... records, and of all.
fn costs(
    contestant: &Contestant,
    choice: EngineChoice,
    puzzles: &Puzzles,
    args: &BenchArgs,
    status: &mut dyn FnMut(usize),
) -> Result<Vec<CostPoint>> {
    let tens = (0..).map(|k| 10usize.pow(k)).take_while(|n| *n < puzzles.len());
    let counts: Vec<usize> = tens.chain([puzzles.len()]).collect();
    let mut costs = Vec::new();
    for records in counts {
        status(records);
        let first = puzzles.first(records);
        let micros_per_record = 1e6 / records as f64;
        let solve = solve_seconds(choice, contestant.limit, contestant.threads, &first, args.pin)?;
        let end_to_end = end_to_end_seconds(contestant, &first, args.pin)?;
        costs.push(CostPoint {
            records,
            solve_micros: solve * micros_per_record,
            end_to_end_micros: end_to_end.map(|s| s * micros_per_record),
        });
    }
    Ok(costs)
}

/// Median seconds of the whole process, if it succeeds.
fn end_to_end_seconds(contestant: &Contestant, puzzles: &Puzzles, pin: Option<usize>) -> Result<Option<f64>> {
    let mut inputs = InputFiles::new()?;
    let input = inputs.path(&contestant.program.input, puzzles)?;
    let mut checker = AnswerChecker::new(puzzles);
    let run = ProcessRun {
        contestant,
        puzzles,
        input: &input,
        pin,
        use_clock: false,
        timeout: contestant.program.timeout,
    };
    let mut samples = Vec::new();
    for _ in 0..SAMPLES {
        match run.run(&inputs, &mut checker)? {
            Ok(measured) => samples.push(measured.usage.seconds),
            Err(RunFailure::WrongAnswer(..) | RunFailure::Failed(_) | RunFailure::TimedOut(_)) => {
                return Ok(None);
            }
        }
    }
    Ok(Some(median(&samples)))
}

#[cfg(test)]
mod tests {
    use super::thread_counts;

    #[test]
    fn thread_counts_increase_up_to_the_number_of_cores() {
        let counts = thread_counts();
        assert_eq!(counts[0], 1);
        assert!(counts.windows(2).all(|w| w[0] < w[1]));
        assert_eq!(counts.last().copied(), std::thread::available_parallelism().ok().map(usize::from));
    }
}

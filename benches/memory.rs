//! Puzzles in memory: the engine alone, the checker alone, and the calls of the library on one thread and two.
//!
//! ```text
//! cargo bench --bench memory
//! ```
//!
//! The puzzles of `datasets/9x9-easy.txt` are repeated to a million. Each figure is the best of some rounds; in a round
//! every program runs once, so that a slow moment of the machine affects all of them.

use quadrille::{
    Outcome, Puzzle, RunOptions, Shape, Solver,
    engine::{EngineChoice, Limits, SearchReport},
};
use quadrille_engines::{Engines, Run};
use quadrille_grid::verify::is_solution;
use std::{
    fs,
    hint::black_box,
    path::Path,
    time::{Duration, Instant},
};

const PUZZLES: usize = 1_000_000;
const ROUNDS: usize = 7;

struct Buffers {
    cells: Vec<u8>,
    solutions: Vec<u8>,
    outcomes: Vec<Outcome>,
    puzzles: Vec<Puzzle>,
}

fn read() -> Buffers {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("datasets/9x9-easy.txt");
    let text = fs::read_to_string(path).expect("the data set of the repository");
    let records = text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    let puzzles: Vec<Puzzle> = records.map(|line| line.trim().parse().expect("a puzzle")).collect();
    let puzzles: Vec<Puzzle> = puzzles.iter().cycle().take(PUZZLES).cloned().collect();
    let cells: Vec<u8> = puzzles.iter().flat_map(|puzzle| puzzle.givens()).copied().collect();
    Buffers { solutions: vec![1; cells.len()], outcomes: vec![Outcome::Unknown; PUZZLES], cells, puzzles }
}

fn time(work: impl FnOnce()) -> Duration {
    let start = Instant::now();
    work();
    start.elapsed()
}

fn main() {
    let Buffers { cells, mut solutions, mut outcomes, puzzles } = read();
    let limits = Limits::new(2);
    let mut engines = Engines::new(EngineChoice::Auto).expect("available everywhere");
    let mut reports = vec![SearchReport::default(); PUZZLES];
    let [mut one, mut two] =
        [1, 2].map(|threads| Solver::new().limit(2).run_options(RunOptions::new().threads(threads)));
    let names = [
        "engine",
        "engine, then checker",
        "solve_cells, 1 thread",
        "solve_cells, 2 threads",
        "solve_all, 1 thread",
        "solve_all, 2 threads",
    ];
    let mut best = [Duration::MAX; 6];
    for _ in 0..ROUNDS {
        let mut search = |solutions: &mut [u8]| {
            for (chunk, cells) in cells.chunks(1024 * 81).enumerate() {
                let part = chunk * 1024..chunk * 1024 + cells.len() / 81;
                let solutions = &mut solutions[part.start * 81..part.end * 81];
                let mut run = Run::new(Shape::NINE, cells, solutions, &mut reports[part]);
                engines.get(Shape::NINE).solve(&mut run, &limits);
            }
        };
        let engine = time(|| search(&mut solutions));
        let checked = time(|| {
            search(&mut solutions);
            let boards = cells.chunks_exact(81).zip(solutions.chunks_exact(81));
            assert!(boards.into_iter().all(|(givens, solution)| is_solution(Shape::NINE, givens, solution)));
        });
        let [in_cells, in_cells_2] = [&mut one, &mut two]
            .map(|solver| time(|| solver.solve_cells(Shape::NINE, &cells, &mut solutions, &mut outcomes)));
        assert!(outcomes.iter().all(|outcome| *outcome == Outcome::Unique));
        let [all, all_2] = [&mut one, &mut two].map(|solver| {
            let start = Instant::now();
            let answers = black_box(solver.solve_all(&puzzles));
            let elapsed = start.elapsed();
            assert!(answers.iter().all(|answer| answer.outcome() == Outcome::Unique));
            elapsed
        });
        for (best, time) in best.iter_mut().zip([engine, checked, in_cells, in_cells_2, all, all_2]) {
            *best = time.min(*best);
        }
    }
    println!("{PUZZLES} easy 9x9 puzzles, limit 2, best of {ROUNDS}");
    for (name, time) in names.into_iter().zip(best) {
        let ratio = best[0].as_secs_f64() / time.as_secs_f64();
        println!("{name:24} {:7.1} ms  {ratio:5.2} of the engine's speed", time.as_secs_f64() * 1e3);
    }
}

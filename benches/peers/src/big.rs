//! Times the engine for large boards on files of puzzles, one thread: shortest, mean and longest search, for the first solution
//! and for two.
//!
//! usage: big [--rounds N] [--each] FILE...

#[allow(dead_code)]
mod lines;

use quadrille_engines::portfolio::LearningEngine;
use quadrille::engine::{Limits, SearchReport};
use quadrille_engines::{Engine, Run};
use quadrille::Shape;
use quadrille_grid::verify;
use std::time::Instant;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (mut files, mut rounds, mut each) = (Vec::new(), 3, false);
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        match &*arg {
            "--rounds" => rounds = args.next().ok_or("--rounds N")?.parse()?,
            "--each" => each = true,
            _ => files.push(arg),
        }
    }
    println!(
        "| file | limit | puzzles | min ms | mean ms | max ms | mean nodes | max nodes | unique | multiple |"
    );
    println!("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |");
    for file in files {
        let puzzles = lines::parse(&std::fs::read_to_string(&file)?);
        for limit in [1, 2] {
            row(&file, &puzzles, limit, rounds, each);
        }
    }
    Ok(())
}

/// Prints one line of the table, from the best of several rounds for each puzzle.
fn row(file: &str, puzzles: &[Vec<u8>], limit: u64, rounds: usize, each: bool) {
    let shape = Shape::from_area(puzzles[0].len()).expect("a board");
    let mut engine = LearningEngine::new(shape);
    let mut best = vec![f64::INFINITY; puzzles.len()];
    let mut reports = vec![SearchReport::default(); puzzles.len()];
    for _ in 0..rounds {
        for (i, givens) in puzzles.iter().enumerate() {
            let (mut solution, mut report) = (vec![0; givens.len()], [SearchReport::default()]);
            let start = Instant::now();
            let limits = Limits::new(limit);
            engine.solve(&mut Run::new(shape, givens, &mut solution, &mut report), &limits);
            best[i] = best[i].min(start.elapsed().as_secs_f64() * 1e3);
            assert!(report[0].solutions == 0 || verify::is_solution(shape, givens, &solution));
            reports[i] = report[0];
        }
    }
    if each {
        for (i, (ms, report)) in best.iter().zip(&reports).enumerate() {
            eprintln!("{i} {ms:.3} {report:?}");
        }
    }
    let count = |solutions| reports.iter().filter(|r| r.solutions == solutions).count();
    println!(
        "| {} | {limit} | {} | {:.3} | {:.3} | {:.3} | {:.0} | {} | {} | {} |",
        file.rsplit('/').next().unwrap_or(file),
        puzzles.len(),
        best.iter().copied().fold(f64::INFINITY, f64::min),
        best.iter().sum::<f64>() / best.len() as f64,
        best.iter().copied().fold(0.0, f64::max),
        reports.iter().map(|r| r.nodes).sum::<u64>() as f64 / reports.len() as f64,
        reports.iter().map(|r| r.nodes).max().unwrap_or(0),
        count(1),
        count(2),
    );
}

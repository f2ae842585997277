//! Our arena on a file of line puzzles, one thread, up to 2 solutions each.

mod lines;

use lines::Answer;
use quadrille::Shape;
use quadrille::engine::dlx::Dlx;
use quadrille::engine::{Engine, Limits, Report, Run};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    lines::main(|puzzles| {
        let mut engines: Vec<Option<Dlx>> = (0..Shape::ALL.len()).map(|_| None).collect();
        puzzles.iter().map(|p| solve(p, &mut engines)).collect()
    })
}

fn solve(givens: &[u8], engines: &mut [Option<Dlx>]) -> Answer {
    let shape = Shape::from_area(givens.len()).expect("a board");
    let engine = engines[shape.index()].get_or_insert_with(|| Dlx::new(shape));
    let mut solution = vec![0; givens.len()];
    let mut report = [Report::default()];
    let mut run = Run::new(shape, givens, &mut solution, &mut report);
    engine.solve(&mut run, &Limits { solutions: 2, ..Limits::default() });
    Answer { count: report[0].solutions, solution, nodes: report[0].nodes }
}

//! Crate `rustoku-lib` on a file of 9×9 lines, one thread, up to 2 solutions each.

mod lines;

use lines::Answer;
use rustoku_lib::{Rustoku, core::Board};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    lines::main(|puzzles| puzzles.iter().map(|p| solve(p)).collect())
}

fn solve(givens: &[u8]) -> Answer {
    let mut rows = [[0; 9]; 9];
    rows.as_flattened_mut().copy_from_slice(givens);
    let found = Rustoku::new(Board::new(rows)).map(|mut solver| solver.solve_until(2)).unwrap_or_default();
    let cell = |board: &Board, i: usize| board.get(i / 9, i % 9);
    let first = found.first().map(|s| (0..81).map(|i| cell(&s.board, i)).collect());
    Answer { count: found.len() as u64, solution: first.unwrap_or_else(|| givens.to_vec()), nodes: 0 }
}

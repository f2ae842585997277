//! Crate `sudokugen` on a file of 4×4, 9×9 or 16×16 lines, one thread, the first solution of each: it cannot search for a
//! second one.

mod lines;

use lines::Answer;
use sudokugen::{Board, BoardSize};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    lines::main(|puzzles| puzzles.iter().map(|p| solve(p)).collect())
}

fn solve(givens: &[u8]) -> Answer {
    let side = givens.len().isqrt();
    let mut board = Board::new(match side {
        4 => BoardSize::FourByFour,
        9 => BoardSize::NineByNine,
        16 => BoardSize::SixteenBySixteen,
        _ => panic!("the crate does not support boards of {side}×{side}"),
    });
    for (cell, &d) in givens.iter().enumerate().filter(|&(_, &d)| d > 0) {
        board.set_at(cell / side, cell % side, d);
    }
    let count = u64::from(board.solve().is_ok());
    let solution = (0..givens.len()).map(|i| board.get_at(i / side, i % side).unwrap_or(0)).collect();
    Answer { count, solution, nodes: 0 }
}

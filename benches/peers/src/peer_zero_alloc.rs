//! Crate `zero-alloc-sudoku` on a file of 9×9 lines, one thread, the first solution of each: it cannot search for a
//! second one.

mod lines;

use lines::Answer;
use zero_alloc::Sudoku;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    lines::main(|puzzles| puzzles.iter().map(|p| solve(p)).collect())
}

/// The crate reads only text.
fn solve(givens: &[u8]) -> Answer {
    let text: String = givens.iter().map(|&d| char::from(b'0' + d)).collect();
    let Some(mut puzzle) = Sudoku::from_string(&text) else {
        return Answer { count: 0, solution: givens.to_vec(), nodes: 0 };
    };
    let count = u64::from(puzzle.solve());
    Answer { count, solution: puzzle.cells().to_vec(), nodes: 0 }
}

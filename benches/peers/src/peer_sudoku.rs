//! Crate `sudoku` on a file of 9×9 lines, one thread, up to 2 solutions each.

mod lines;

use lines::Answer;
use sudoku::Sudoku;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    lines::main(|puzzles| puzzles.iter().map(|p| solve(p)).collect())
}

/// `solution` finds a solution and proves that it is unique. If it returns `None`, the puzzle may have no solution or
/// several, so it is searched again.
fn solve(givens: &[u8]) -> Answer {
    let solution = givens.to_vec();
    let Ok(puzzle) = Sudoku::from_bytes_slice(givens) else { return Answer { count: 0, solution, nodes: 0 } };
    match puzzle.solution() {
        Some(only) => Answer { count: 1, solution: only.to_bytes().to_vec(), nodes: 0 },
        None => {
            let found = puzzle.solutions_up_to(2);
            let first = found.first().map_or(solution, |s| s.to_bytes().to_vec());
            Answer { count: found.len() as u64, solution: first, nodes: 0 }
        }
    }
}

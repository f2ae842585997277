//! Crate `exact-covers` on a file of line puzzles, one thread, up to 2 solutions each: its dancing links, on the items that no
//! given covers. (Version 0.3 has no dancing cells yet.)

mod cells;
mod lines;

use exact_covers::{DlSolver, Solver};
use lines::Answer;
use std::ops::ControlFlow;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    lines::main(|puzzles| puzzles.iter().map(|p| solve(p)).collect())
}

fn solve(givens: &[u8]) -> Answer {
    let mut solution = givens.to_vec();
    let Some(covered) = cells::covered(givens) else { return Answer { count: 0, solution, nodes: 0 } };
    let (area, side) = (givens.len(), givens.len().isqrt());
    let open: Vec<usize> = (0..covered.len()).filter(|&i| !covered[i]).collect();
    if open.is_empty() {
        return Answer { count: 1, solution, nodes: 0 };
    }
    let mut solver: DlSolver<usize, ()> = DlSolver::new(&open, &[]);
    for (_, _, items) in cells::candidates(givens, &covered) {
        solver.add_option(items, []);
    }
    let (mut count, mut option) = (0, Vec::new());
    solver.solve(|mut found| {
        count += 1;
        while count == 1 && found.next(&mut option) {
            // Items come in any order: the cell's is below the area, the row's is the next range.
            let item =
                |from: usize| option.iter().map(|(i, _)| **i).find(|i| (from..from + area).contains(i));
            if let (Some(cell), Some(row)) = (item(0), item(area)) {
                solution[cell] = ((row - area) % side) as u8 + 1;
            }
        }
        if count == 2 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    Answer { count, solution, nodes: 0 }
}

//! Crate `dlx` on a file of line puzzles, one thread, up to 2 solutions each.

mod cells;
mod lines;

use dlx::choose::{mrv_chooser, no_tiebreak, prefer_any};
use dlx::x::make_problem;
use dlx::{OptOrder, Solver, Uint};
use lines::Answer;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    lines::main(|puzzles| puzzles.iter().map(|p| solve(p)).collect())
}

/// Handles givens as the crate's `ratemysudoku` example does: the problem has only the items that no given covers. Items are
/// numbered with an array where the example uses a hash map.
fn solve(givens: &[u8]) -> Answer {
    let mut solution = givens.to_vec();
    let Some(covered) = cells::covered(givens) else { return Answer { count: 0, solution, nodes: 0 } };
    let mut number = vec![0; covered.len()];
    let mut open = 0;
    for item in (0..covered.len()).filter(|&i| !covered[i]) {
        number[item] = open;
        open += 1;
    }
    if open == 0 {
        return Answer { count: 1, solution, nodes: 0 };
    }
    let (mut options, mut candidates) = (Vec::new(), Vec::new());
    for (cell, v, items) in cells::candidates(givens, &covered) {
        options.push(items.iter().map(|&i| Uint(number[i])).collect());
        candidates.push((cell, v as u8 + 1));
    }
    if options.is_empty() {
        return Answer { count: 0, solution, nodes: 0 };
    }
    let mut problem = make_problem(open, 0, &options, OptOrder::Seq);
    let mut chooser = mrv_chooser(prefer_any(), no_tiebreak());
    let mut solver = Solver::new(&mut problem);
    let mut count = 0;
    while count < 2 && solver.next_solution(&mut chooser) {
        count += 1;
        if count == 1 {
            for &option in solver.fmt_solution() {
                let (cell, d) = candidates[option as usize];
                solution[cell] = d;
            }
        }
    }
    let nodes = solver.get_profile().iter().sum::<usize>() as u64;
    Answer { count, solution, nodes }
}

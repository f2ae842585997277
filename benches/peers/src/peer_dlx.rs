//! Crate `dlx` on a file of line puzzles, one thread, up to 2 solutions each.

mod lines;

use dlx::choose::{mrv_chooser, no_tiebreak, prefer_any};
use dlx::x::make_problem;
use dlx::{OptOrder, Solver, Uint};
use lines::Answer;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    lines::main(|puzzles| puzzles.iter().map(|p| solve(p)).collect())
}

/// Items of the cell, the row, the column and the box of a candidate.
fn items(side: usize, cell: usize, v: usize) -> [usize; 4] {
    let area = side * side;
    let (r, c) = (cell / side, cell % side);
    let (rows, cols) = box_of(side);
    let b = r / rows * rows + c / cols;
    [cell, area + r * side + v, 2 * area + c * side + v, 3 * area + b * side + v]
}

fn box_of(side: usize) -> (usize, usize) {
    match side {
        6 => (2, 3),
        12 => (3, 4),
        _ => (side.isqrt(), side.isqrt()),
    }
}

/// The crate's own way with givens (its `ratemysudoku` example): a problem made of the items that
/// no given covers. A plain array numbers the items where the example takes a hash map.
fn solve(givens: &[u8]) -> Answer {
    let side = givens.len().isqrt();
    let area = side * side;
    let mut covered = vec![false; 4 * area];
    let mut solution = givens.to_vec();
    for (cell, &d) in givens.iter().enumerate().filter(|&(_, &d)| d > 0) {
        for item in items(side, cell, usize::from(d) - 1) {
            if std::mem::replace(&mut covered[item], true) {
                return Answer { count: 0, solution, nodes: 0 };
            }
        }
    }
    let mut number = vec![0; 4 * area];
    let mut open = 0;
    for item in (0..4 * area).filter(|&i| !covered[i]) {
        number[item] = open;
        open += 1;
    }
    if open == 0 {
        return Answer { count: 1, solution, nodes: 0 };
    }
    let (mut options, mut candidates) = (Vec::new(), Vec::new());
    for cell in (0..area).filter(|&c| givens[c] == 0) {
        for v in 0..side {
            let its = items(side, cell, v);
            if its.iter().all(|&i| !covered[i]) {
                options.push(its.iter().map(|&i| Uint(number[i])).collect());
                candidates.push((cell, v as u8 + 1));
            }
        }
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

//! One string at a time, without an Arrow column and without a thread.

use quadrille::{Answer, Outcome, Puzzle, RunOptions, Solver};
use std::cell::RefCell;

/// Searches of more nodes, a millisecond, are left to a thread, so that they can be interrupted.
const MAX_NODES: u64 = 4096;

thread_local! {
    /// A solver for each thread and limit, with its engines.
    static SOLVERS: RefCell<[Option<Solver>; 2]> = const { RefCell::new([None, None]) };
}

/// Solves a 9×9 puzzle of 81 characters, up to one solution or two. `None` if it is something else, or takes long.
pub fn solve(text: &str, limit: usize) -> Option<Answer> {
    let puzzle: Puzzle = (text.len() == 81).then(|| text.parse().ok())??;
    // A smaller board may have blanks around it.
    if puzzle.givens().len() != 81 {
        return None;
    }
    let answer = SOLVERS.with_borrow_mut(|solvers| {
        let new = || Solver::new().limit(limit as u64).run_options(RunOptions::new().max_nodes(MAX_NODES));
        solvers[limit - 1].get_or_insert_with(new).solve(&puzzle)
    });
    (answer.outcome() != Outcome::Unknown).then_some(answer)
}

/// The text of the solution of a 9×9 puzzle.
pub fn text(answer: &Answer) -> Option<[u8; 81]> {
    let cells: [u8; 81] = answer.solution()?.cells().try_into().ok()?;
    Some(cells.map(|digit| b'0' + digit))
}

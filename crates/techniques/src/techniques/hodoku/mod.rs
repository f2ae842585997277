//! The techniques of HoDoKu, each by its code, and its way of solving.
//!
//! `docs/project/hodoku.md` has the codes, the levels, the scores, the order, and the rules that decide between steps.
//!
//! ```text
//!  solver.rs                     the techniques in HoDoKu's order, level and score
//!    └── table.rs                  codes, levels, scores and finders
//!          ├── singles.rs            one file for each family
//!          └── search.rs               what a finder gets and gives
//!                └── board.rs            candidates, digits and givens
//! ```

mod best;
mod board;
mod bug;
mod chains;
mod coloring;
mod fish;
mod forcing;
mod groups;
mod locked;
mod ordered;
mod rectangles;
mod search;
mod sets;
mod single_digit;
mod singles;
mod solver;
mod subsets;
mod table;
mod templates;
#[cfg(test)]
mod tests;
mod wings;

use super::{reason::Reason, step::Step};

pub use board::Board;
pub use solver::{Hodoku, HodokuRating};
pub use table::{Level, code_of};

/// All steps of one technique on a board, by HoDoKu's code: 901 for 0901. None if there is no such technique.
///
/// ```
/// use quadrille::{Puzzle, techniques::hodoku::{Board, codes, find_all}};
///
/// let puzzle: Puzzle =
///     ".3.4...711.....6....5...89....9........6.495.3....2...7..2..5......91..32..74....".parse()?;
/// let board = Board::new(puzzle.givens().try_into()?);
/// let steps: usize = codes().filter(|code| *code < 300).map(|code| find_all(code, &board).len()).sum();
/// assert!(steps > 10);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn find_all(code: u16, board: &Board) -> Vec<(Step, Reason)> {
    let rows = table::ROWS.iter().filter(|row| row.code == code);
    rows.flat_map(|row| search::all(board, row.find)).map(table::scored).collect()
}

/// The codes of all techniques that [`find_all`] finds, ascending.
pub fn codes() -> impl Iterator<Item = u16> {
    table::ROWS.iter().map(|row| row.code)
}

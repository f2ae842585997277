//! Counting the solutions of a 9×9 board by its bands and stacks.
//!
//! A *chute* is a band (three boxes side by side) or a stack (three boxes one above the other). The digits of a box are determined by which
//! digits are in each of its rows, and which are in each of its columns: a cell has the one digit that its row and its column share.
//!
//! ```text
//!            columns {1 4 7} {2 5 8} {3 6 9}
//!     rows   {1 2 3}    1       2       3
//!            {4 5 6}    4       5       6        1680 ways to divide the digits among the rows; each fits 216 ways to
//!            {7 8 9}    7       8       9        divide them among the columns
//! ```
//!
//! So a solution is a choice of rows for each band (for its three boxes, such that a digit is in a different row of each: 94,080 ways)
//! and of columns for each stack, such that the choices fit in each of the nine boxes. The candidates rule most of
//! them out: with a given, one in three ways remains for its band and for its stack. The count is
//!
//! ```text
//!         Σ         Σ         Σ       ∏    (ways of a band that fit the three stacks)
//!     stack 1   stack 2   stack 3   bands
//! ```
//!
//! in which the ways are found for all of stack 3 at once: two stacks leave few choices of a band, and each adds 1 for the columns
//! of its last box that it fits. The memory is some tables, whatever the number of solutions.
//!
//! Sources: to count grids by bands, and digits that can change places once: B. Felgenhauer and F. Jarvis, *Mathematics of Sudoku I*, 2006.
//!
//! | file | contents |
//! | --- | --- |
//! | `mod.rs` | the count, on several threads |
//! | `partitions.rs` | the ways to divide digits among the rows of a box, and among those of a chute |
//! | `consistent.rs` | those that the candidates leave |
//! | `digits.rs` | digits that can change places |
//! | `plan.rs` | which stack comes last, and the tables |
//! | `search.rs` | the sum, on one thread |

mod consistent;
mod digits;
mod partitions;
mod plan;
mod search;
#[cfg(test)]
mod tests;

use super::CoverCount;
use crate::cover::OutOfMemory;
use crate::engine::{Budget, Limits, Outcome};
use crate::parallel::for_each_chunk;
use consistent::Chutes;
use digits::Classes;
use plan::Plan;
use search::Search;

/// Triples of the second stack that a thread takes at a time.
const BLOCK: usize = 4096;

/// The number of solutions of a 9×9 board, and what it took.
pub struct ChuteCount {
    /// `None` if a limit stopped the count.
    pub solutions: Option<u128>,
    /// Pairs of choices for two chutes that were looked at, several for each if it takes long.
    pub nodes: u64,
}

/// Counts the solutions of a 9×9 board by the candidates of its cells, row by row, digit `d` as bit `d − 1`. The limits of solutions and
/// nodes are not looked at. `None` if that takes more than `memory` bytes.
///
/// # Errors
/// If memory for the tables cannot be allocated.
pub fn count_by_chutes(
    candidates: &[u16; 81],
    limits: &Limits,
    threads: usize,
    memory: usize,
) -> Result<Option<ChuteCount>, OutOfMemory> {
    let mut count = ChuteCount { solutions: None, nodes: 0 };
    let Some(budget) = Budget::start(limits) else { return Ok(Some(count)) };
    let Some(plan) = Plan::new(Chutes::new(candidates), memory)? else { return Ok(None) };
    let classes = Classes::new(candidates);
    let budget = budget.with_max_nodes(u64::MAX);
    let search = || Search::try_new(&plan, &classes, budget);
    let mut searches = vec![search()?];
    // Without memory for more searches, there are fewer threads.
    searches.extend((1..threads.min(plan.threads)).map_while(|_| search().ok()));
    let firsts = plan.first.iter().filter(|first| classes.are_ordered(&first.digits));
    let blocks = firsts.flat_map(|first| plan.second.chunks(BLOCK).map(move |block| (first, block)));
    for_each_chunk(&mut searches, blocks, |search, (first, seconds)| search.add(first, seconds));
    count.nodes = searches.iter().map(Search::nodes).sum();
    if !searches.iter().any(|search| search.is_stopped) {
        count.solutions = Some(searches.iter().map(|search| search.solutions).sum());
    }
    Ok(Some(count))
}

impl From<ChuteCount> for CoverCount {
    fn from(count: ChuteCount) -> CoverCount {
        let outcome = match count.solutions {
            None => Outcome::Unknown,
            Some(0) => Outcome::None,
            Some(1) => Outcome::Unique,
            Some(_) => Outcome::Multiple,
        };
        let solutions = count.solutions.unwrap_or_default().into();
        CoverCount { solutions, outcome, nodes: count.nodes, ..CoverCount::default() }
    }
}

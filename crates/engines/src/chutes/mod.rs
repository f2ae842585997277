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
//! of its last box that it fits. The memory is some tables, for any number of solutions.
//!
//! Source, for counting grids by bands and for counting grids that differ only in the names of digits once: B. Felgenhauer and F. Jarvis, *Mathematics of Sudoku I*, 2006.
//!
//! | file | contents |
//! | --- | --- |
//! | `mod.rs` | the count, on several threads |
//! | `partitions.rs` | the ways to divide digits among the rows of a box, and among the rows of a chute |
//! | `consistent.rs` | which of these the candidates of a board allow |
//! | `digits.rs` | interchangeable digits |
//! | `plan.rs` | the order of the stacks, and the tables |
//! | `symmetry.rs` | symmetries of a board |
//! | `search.rs` | the sum, on one thread |

mod consistent;
mod digits;
mod partitions;
mod plan;
mod search;
mod symmetry;
#[cfg(test)]
mod tests;

use consistent::Chutes;
use digits::Classes;
use num_bigint::BigUint;
use plan::{Place, Plan};
use quadrille_base::limits::{Budget, Limits};
use quadrille_base::parallel::for_each_chunk;
use quadrille_cover::{OutOfMemory, count::CoverCount};
use search::ChuteSearch;

/// The most triples of the second stack that a thread takes at a time.
const BLOCK: usize = 4096;

/// A block of triples of the second stack, with a triple of the first one and the number of its images.
type Block<'a> = (&'a Place, u128, &'a [Place]);

/// One in this many blocks is counted, to estimate the number of solutions.
const SAMPLED: usize = 16;

/// A board with fewer nodes is counted at once: in some hundredths of a second.
const FEW_NODES: f64 = (1 << 15) as f64;

/// The result of a count.
pub enum ByChutes {
    /// The number of all solutions.
    Counted(ChuteCount),
    /// The tables take more memory than is allowed.
    TooLittleMemory,
    /// Counting one by one is probably faster, because the board has few solutions although the candidates leave many
    /// choices. Beyond this number of nodes it is not.
    FasterOneByOne {
        /// As many nodes take as long as the rest of the sum.
        nodes: u64,
    },
}

/// The number of solutions of a 9×9 board, and the cost of the count.
#[derive(Default)]
pub struct ChuteCount {
    /// `None` if a limit stopped the count.
    pub solutions: Option<u128>,
    /// Nodes that take about as long as the nodes of an engine.
    pub nodes: u64,
}

/// The limits and resources of a count.
pub struct Resources<'a> {
    /// The limits of solutions and nodes are ignored.
    pub limits: &'a Limits,
    /// Threads that take parts of the sum.
    pub threads: usize,
    /// Bytes.
    pub memory: usize,
    /// Nodes that an engine needs for a solution.
    pub nodes_per_solution: f64,
}

/// Counts the solutions of a 9×9 board by the candidates of its cells, row by row, digit `d` as bit `d − 1`.
///
/// # Errors
/// If memory for the tables cannot be allocated.
pub fn count_by_chutes(candidates: &[u16; 81], resources: &Resources<'_>) -> Result<ByChutes, OutOfMemory> {
    let Some(budget) = Budget::start(resources.limits) else {
        return Ok(ByChutes::Counted(ChuteCount::default()));
    };
    let (budget, classes) = (budget.with_max_nodes(u64::MAX), Classes::new(candidates));
    let Some(plan) = Plan::new(Chutes::new(candidates), &classes, resources.memory)? else {
        return Ok(ByChutes::TooLittleMemory);
    };
    let search = || ChuteSearch::try_new(&plan, &classes, budget);
    let mut searches = vec![search()?];
    // Without memory for more searches, fewer threads run.
    searches.extend((1..resources.threads.min(plan.threads)).map_while(|_| search().ok()));

    let seconds = || plan.second.chunks(BLOCK);
    let pairs =
        plan.first.iter().flat_map(|(first, times)| seconds().map(move |block| (first, *times, block)));
    let blocks: Vec<Block<'_>> = pairs.collect();
    let sample = add(&mut searches, blocks.iter().step_by(SAMPLED));
    let samples = blocks.len() as f64 / blocks.len().div_ceil(SAMPLED).max(1) as f64;
    let left = (samples - 1.0) * sample.nodes as f64;
    let one_by_one = |solutions: u128| samples * solutions as f64 * resources.nodes_per_solution;
    if left > FEW_NODES && sample.solutions.is_some_and(|solutions| one_by_one(solutions) < left) {
        return Ok(ByChutes::FasterOneByOne { nodes: left as u64 });
    }
    let rest = blocks.iter().enumerate().filter(|(at, _)| at % SAMPLED != 0).map(|(_, block)| block);
    Ok(ByChutes::Counted(add(&mut searches, rest)))
}

/// Adds blocks to the count of the searches, and returns the count.
fn add<'a>(
    searches: &mut [ChuteSearch<'_>],
    blocks: impl Iterator<Item = &'a Block<'a>> + Send,
) -> ChuteCount {
    for_each_chunk(searches, blocks, |search, (first, times, seconds)| search.add(first, *times, seconds));
    let is_stopped = searches.iter().any(|search| search.is_stopped);
    let solutions = searches.iter().map(|search| search.solutions).sum();
    let nodes = searches.iter().map(ChuteSearch::nodes).sum();
    ChuteCount { solutions: (!is_stopped).then_some(solutions), nodes }
}

impl From<ChuteCount> for CoverCount {
    fn from(count: ChuteCount) -> CoverCount {
        CoverCount::of_all(count.solutions.map(BigUint::from), count.nodes)
    }
}

//! All solutions of a problem as a decision diagram: a search that remembers subproblems, with its tree kept.
//!
//! Every node of a [`Nodes`] is a set of solutions: the solutions of its node `lo`, without its option, and the
//! solutions of its node `hi`, with the option added. A subproblem that is met again is the same node. (M. Nishino, N.
//! Yasuda, S. Minato, M. Nagata, *Dancing with decision diagrams*, AAAI-17; D. E. Knuth's DLX6.)
//!
//! | file | contents |
//! | --- | --- |
//! | `nodes.rs` | the nodes |
//! | `keys.rs` | the node of each subproblem |
//! | `index.rs` | entries of a list by their hash |
//! | `build.rs` | the search in one kind of states |
//! | `attempts.rs` | the choice between several kinds of states |
//! | `ordered.rs` | a diagram with its options in one order |
//! | `cheapest.rs` | the solution of lowest cost, without a diagram |

mod attempts;
mod build;
mod cheapest;
mod index;
mod keys;
mod nodes;
mod ordered;
#[cfg(test)]
mod tests;

pub(crate) use attempts::{Request, build};
pub(crate) use cheapest::{CheapestSearch, SearchEnd};
pub(crate) use nodes::{BOTTOM, Nodes, TOP};

use crate::OutOfMemory;

/// Why a diagram could not be built.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Failure {
    /// It would take more memory than is allowed.
    Limit,
    /// Time is over, or the stop flag is raised.
    Stopped,
    /// After the forced moves this many options and items remain, more than [`MOST`].
    TooLarge {
        /// Options of the problem.
        options: usize,
        /// Items of the problem.
        items: usize,
    },
    /// The diagram does not fit into memory.
    OutOfMemory(OutOfMemory),
}

impl From<OutOfMemory> for Failure {
    fn from(error: OutOfMemory) -> Failure {
        Failure::OutOfMemory(error)
    }
}

/// The most options, and the most primary items, that a problem searched here may have after the forced moves.
pub(crate) const MOST: usize = 64 * 64;

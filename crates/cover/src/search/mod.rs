//! Any exact cover problem: search, stop, continue, divide.
//!
//! A search begins in the arena, or with bounds in lists. Where at most 128 primary items are open and at most 1,024
//! options are live, a block takes over: sets of bits for the live options and for the options that each option
//! excludes. A problem without bounds that is this small as a whole is searched as a block from the start.
//!
//! | file | contents |
//! | --- | --- |
//! | `solver.rs`, `solver/run.rs` | the solver: arena or lists first, then blocks |
//! | `outer_search.rs` | the search of a problem that is too large for one block |
//! | `sparse_search.rs` | this search in the arena |
//! | `bounded/` | this search in lists, with bounds |
//! | `branches.rs` | dividing a search into branches |
//! | `conflict_lists.rs` | which options exclude each other |
//! | `block.rs` | a small problem, taken from these lists |
//! | `block_search.rs` | the search of a block, in matrices of five widths |
//! | `matrix_search.rs`, `matrix.rs` | the search in one matrix, and the matrix |
//! | `state.rs`, `needs.rs` | a state of it: forced moves, the item to branch on; how many options an item needs |
//! | `bulk.rs` | counting the solutions of small states, eight at once |
//! | `hand_over.rs` | when a search hands over to a narrower one |
//! | `smallest.rs` | finding the smallest item, where the builds below differ |
//! | `builds.rs`, `vectors.rs` | the search compiled for several instruction sets; all `unsafe` is in the latter |
//! | `bit_set.rs`, `progress.rs` | types that these files share |

pub(crate) mod bit_set;
pub(crate) mod block;
mod block_search;
mod bounded;
mod branches;
mod builds;
mod bulk;
pub(crate) mod conflict_lists;
mod hand_over;
pub(crate) mod matrix;
mod matrix_search;
pub(crate) mod needs;
mod outer_search;
mod progress;
pub(crate) mod smallest;
mod solver;
mod sparse_search;
pub(crate) mod state;
#[cfg(test)]
mod tests;
#[cfg(target_arch = "x86_64")]
mod vectors;

pub(crate) use branches::Branch;
pub use progress::SearchProgress;
pub use solver::{CoverSolver, resume_within};

//! Any exact cover problem: search, stop, continue, divide.
//!
//! A search begins in the arena. Where at most 128 primary items are open and at most 1,024 options are live, a
//! block takes over: sets of bits for the live options and for the options that each option excludes. A problem
//! that is this small as a whole is searched as a block from the start.
//!
//! | file | contents |
//! | --- | --- |
//! | `solver.rs`, `solver/run.rs` | the solver: arena first, then blocks |
//! | `outer_search.rs` | the search of a problem that is too large for one block: the arena, or `bounded/` |
//! | `bounded/` | the search of a problem with bounds |
//! | `branches.rs` | dividing a search into branches |
//! | `sparse_search.rs` | the search in the arena |
//! | `conflict_lists.rs` | which options exclude each other |
//! | `block.rs` | a small problem, taken from these lists |
//! | `dense_search.rs` | the search of a block, in matrices of five widths |
//! | `matrix_search.rs`, `dense_matrix.rs` | the search in one matrix, and the matrix |
//! | `bulk.rs` | counting the solutions of small states, eight at once |
//! | `hand_over.rs` | when a search hands over to a narrower one |
//! | `smallest.rs` | finding the smallest item, where the builds below differ |
//! | `builds.rs`, `vectors.rs` | the search compiled for several instruction sets; all `unsafe` is in the latter |
//! | `bit_set.rs`, `progress.rs` | types that these files share |

pub(in crate::cover) mod bit_set;
mod block;
pub(in crate::cover) mod bounded;
mod branches;
mod builds;
mod bulk;
pub(in crate::cover) mod conflict_lists;
mod dense_matrix;
mod dense_search;
mod hand_over;
mod matrix_search;
mod outer_search;
mod progress;
mod smallest;
mod solver;
mod sparse_search;
#[cfg(test)]
mod tests;
#[cfg(target_arch = "x86_64")]
mod vectors;

pub(crate) use branches::Branch;
pub use progress::SearchProgress;
pub use solver::CoverSolver;

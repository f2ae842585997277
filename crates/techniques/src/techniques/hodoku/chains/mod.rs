//! Chains: remote pairs, chains of one digit, chains through cells with two candidates, nice loops and AICs, with groups of cells and almost
//! locked sets.
//!
//! A **node** is one candidate, or several candidates of a digit of which one is true if the node is true. A **literal** is twice the number
//! of its node, plus 1 if it is true.
//!
//! ```text
//!  remote_pairs.rs   remote pairs
//!  loops.rs          continuous and discontinuous nice loops
//!  aics.rs           X-chains, XY-chains and AICs
//!    └── run.rs        all chains of a technique
//!          ├── proof.rs    a way through the graph as a reason
//!          └── search.rs   breadth-first search
//!                └── graph.rs  the nodes of a board and their links
//! ```

mod aics;
mod graph;
mod loops;
mod proof;
mod remote_pairs;
mod run;
mod search;
#[cfg(test)]
mod tests;

pub(super) use aics::{aics, grouped_aics, x_chains, xy_chains};
pub(super) use loops::{continuous, discontinuous, grouped_continuous, grouped_discontinuous};
pub(super) use remote_pairs::{remote_pair, remote_pairs, removals as remote_pair_removals};

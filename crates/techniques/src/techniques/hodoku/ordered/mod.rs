//! Chains and almost locked sets as the solver takes them. The finders of `chains/` and `sets/` find more, but not in HoDoKu's order.
//!
//! ```text
//!  remote_pairs.rs, sue_de_coq.rs
//!  almost_locked.rs, set_chains.rs   ALS-XZ, ALS-XY-wings and ALS-XY-chains
//!  forcing.rs                        forcing chains and forcing nets
//!    ├── tables.rs                     all that follows from each literal
//!    └── nets.rs                       what follows by singles
//!  nice_loops.rs                     nice loops and AICs
//!    └── graph.rs                      literals, and what follows from them
//! ```

mod almost_locked;
mod forcing;
mod graph;
mod nets;
mod nice_loops;
mod remote_pairs;
mod set_chains;
mod sue_de_coq;
mod tables;

pub(super) use almost_locked::{wing, xz};
pub(super) use forcing::{forcing_chain, forcing_net};
pub(super) use nice_loops::{grouped_nice_loop, nice_loop};
pub(super) use remote_pairs::remote_pairs;
pub(super) use set_chains::set_chain;
pub(super) use sue_de_coq::sue_de_coq;

//! Nice loops and forcing chains as the solver takes them: HoDoKu's tables, which list what follows from each candidate.
//!
//! The finders of `chains/` find more of them, and are not bound to HoDoKu's order.
//!
//! A **literal** is twice the number of its node, plus 1 if it is true. Nodes are candidates (9 × cell + digit), and then groups of cells.
//!
//! ```text
//!  forcing.rs      forcing chains
//!  nice_loops.rs   nice loops and AICs
//!    └── graph.rs    the links, and what follows from a literal
//! ```

mod forcing;
mod graph;
mod nice_loops;

pub(super) use forcing::forcing_chain;
pub(super) use nice_loops::{grouped_nice_loop, nice_loop};

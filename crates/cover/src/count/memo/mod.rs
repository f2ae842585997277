//! Counting with a memory of subproblems.
//!
//! A search often meets the same subproblem many times, such as a board on which the same cells are left to tile. This
//! search memoizes the number of solutions of each, so that it counts problems with any number of solutions. It
//! multiplies the numbers of independent components. (M. Nishino, N. Yasuda, S. Minato, M. Nagata, *Dancing with
//! decision diagrams*, AAAI-17, memoize subproblems in dancing links.)
//!
//! | file | contents |
//! | --- | --- |
//! | `space.rs` | the view of a problem that a search needs: states, choices, keys |
//! | `ordered.rs` | states in a fixed order of the items |
//! | `smallest.rs` | states that cover the item with the fewest options next, and their components |
//! | `bounded.rs`, `parts.rs` | states of problems with bounds, and their independent parts |
//! | `symmetry.rs`, `blocks.rs` | interchangeable parts of a problem, and of sets of its options |
//! | `remainder.rs`, `reduced.rs` | the rest of a problem after its forced moves |
//! | `orders.rs` | orders of the items |
//! | `counter.rs` | the searches that can count a problem |
//! | `effort.rs` | the cost of a search with memory |
//! | `search.rs` | the search, depth first |
//! | `table.rs` | the memory, of bounded size, shared by threads |
//! | `segment.rs` | parts of the table: entries, read and written without locks |
//! | `growth.rs` | the growth of the table, by several threads |
//! | `number.rs` | exact numbers of any size |

mod blocks;
mod bounded;
mod counter;
mod effort;
mod growth;
mod number;
mod ordered;
mod orders;
mod parts;
mod reduced;
mod remainder;
mod search;
mod segment;
mod smallest;
mod space;
mod symmetry;
mod table;
#[cfg(test)]
mod tests;

pub(crate) use bounded::BoundedSpace;
pub use counter::NoMemory;
pub(crate) use counter::{Searches, SubproblemCount, bounded_searches, searches};
pub(crate) use effort::Effort;
pub(crate) use number::Number;
pub(crate) use ordered::OrderedSpace;
pub(crate) use orders::orders;
pub(crate) use reduced::Reduced;
pub(crate) use smallest::SmallestSpace;
pub(crate) use space::{Settled, StateSpace};
pub(crate) use table::SubproblemTable;
pub(crate) use table::hash;

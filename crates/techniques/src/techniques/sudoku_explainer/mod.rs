//! The techniques of Sudoku Explainer in its order, and the ratings that follow from them.
//!
//! `docs/project/sudoku-explainer.md` has the techniques in order, and all rules that decide between steps.
//!
//! ```text
//!  explainer.rs                  the techniques in order
//!    ├── rating.rs                 ER, EP and ED of the steps
//!    │     └── within.rs             steps that cannot change a rating, in any order
//!    ├── stop.rs                   when a search ends early
//!    ├── singles.rs, locked.rs     hidden and naked singles, pointing and claiming
//!    ├── sets.rs, fish.rs, wings.rs
//!    ├── loops.rs, loop_sets.rs    unique rectangles and loops
//!    ├── bug.rs, aligned.rs
//!    ├── reasons.rs                why a step of a pattern can be made
//!    └── chains/                   cycles, forcing chains, Nishio, multiple, dynamic and nested chains
//! ```

mod aligned;
mod bug;
mod chains;
mod explainer;
mod fish;
mod locked;
mod loop_sets;
mod loops;
mod rating;
mod reasons;
pub(super) mod sets;
mod singles;
mod stop;
#[cfg(test)]
mod tests;
pub(super) mod wings;
mod within;

pub(super) use chains::{closure::Mode, forcing::conclusions};
pub use explainer::Explainer;
pub use rating::ExplainerRating;

//! The techniques of Sudoku Explainer in its order, and the ratings that follow from them.
//!
//! `docs/project/sudoku-explainer.md` has the techniques in order, and all rules that decide between steps.
//!
//! ```text
//!  explainer.rs                  the techniques in order, ER, EP and ED
//!    ├── within.rs                 steps that cannot change a rating, in any order
//!    ├── singles.rs, locked.rs     hidden and naked singles, pointing and claiming
//!    ├── sets.rs, fish.rs, wings.rs
//!    ├── loops.rs, loop_sets.rs    unique rectangles and loops
//!    ├── bug.rs, aligned.rs
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
mod sets;
mod singles;
#[cfg(test)]
mod tests;
mod wings;
mod within;

pub use explainer::{Explainer, ExplainerRating};

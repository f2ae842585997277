//! The techniques of Sudoku Explainer, and the ratings that follow from them.
//!
//! `docs/project/sudoku-explainer.md` has the techniques in order, and all rules that decide between steps.
//!
//! ```text
//!  explainer.rs                  the techniques in order, ER, EP and ED
//!    ├── position.rs, houses.rs    candidates, cells and houses as bits
//!    ├── step.rs                   a step as data
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
mod houses;
mod locked;
mod loop_sets;
mod loops;
mod position;
mod sets;
mod singles;
mod step;
#[cfg(test)]
mod tests;
mod wings;

pub use explainer::{Explainer, ExplainerRating};
pub use step::{Removals, Step, Technique};

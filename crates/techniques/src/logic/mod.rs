//! Solving by singles and locked candidates: the module `logic` of the library, and what only its crates need.
//!
//! ```text
//!  steps.rs ── deduction.rs      the steps of a board of any shape; the next digit with its reason
//!    ├── board.rs                  the candidates, and the first step of each technique
//!    ├── step.rs, techniques.rs    the content of a step
//!    └── explain.rs                mistakes in words
//!  rater.rs                      the difficulty of 9×9 puzzles, by the hundred thousand
//!    ├── backdoor.rs               how many cells must be given
//!    ├── locked.rs                 the first locked candidates
//!    └── boards.rs                 the candidates as bit boards, and all singles at once
//! ```

mod backdoor;
mod board;
mod boards;
mod deduction;
mod explain;
mod level;
mod locked;
mod rater;
mod step;
mod steps;
mod techniques;
#[cfg(test)]
mod tests;

pub use deduction::Deduction;
pub use explain::{Explained, Mistake};
pub use level::{Level, Rating};
pub use rater::Rater;
pub use step::{Contradiction, Reason, Step, cell_name};
pub use steps::Steps;
pub use techniques::{House, HouseKind, Technique, Techniques};

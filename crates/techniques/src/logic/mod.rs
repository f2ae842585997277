//! Solving as people do, step by step with techniques, and the difficulty that follows from it.
//!
//! The techniques, in the order in which they are tried:
//!
//! | technique | step |
//! | --- | --- |
//! | naked single | a cell has one candidate left |
//! | hidden single | a digit has one place left in a box, a row or a column, in this order |
//! | pointing | the places of a digit in a box lie in one row or column: it is removed from the rest of that line |
//! | claiming | the places of a digit in a row or column lie in one box: it is removed from the rest of that box |
//!
//! Pointing and claiming are also called locked candidates.
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
#[doc(hidden)]
pub use explain::{Explained, Mistake};
pub use level::{Level, Rating};
pub use rater::Rater;
#[doc(hidden)]
pub use step::cell_name;
pub use step::{Contradiction, Reason, Step};
pub use steps::Steps;
pub use techniques::{House, HouseKind, Technique, Techniques};

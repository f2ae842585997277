//! Solving as people do: by techniques, one step after the other, and the difficulty that follows from it.
//!
//! The techniques, in the order in which they are tried:
//!
//! | technique | step |
//! | --- | --- |
//! | naked single | a cell has one candidate left |
//! | hidden single | a digit has one place left in a box, a row or a column, in this order |
//! | pointing | the places of a digit in a box lie in one row or column: it goes from the rest of that line |
//! | claiming | the places of a digit in a row or column lie in one box: it goes from the rest of that box |
//!
//! Pointing and claiming are also called locked candidates.
//!
//! ```text
//!  rater.rs       the difficulty of 9×9 puzzles, by the hundred thousand
//!    ├── backdoor.rs  how many cells must be given
//!    ├── locked.rs    the first locked candidates of a board
//!    └── boards.rs    the candidates as bit boards, and all singles at once
//! ```

mod backdoor;
mod boards;
mod level;
mod locked;
mod rater;
#[cfg(test)]
mod tests;

pub use level::{Level, Rating, UnknownLevel};
pub use rater::Rater;

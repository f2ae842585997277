//! How hard a 9×9 puzzle is, as a number.
//!
//! [`GuessCounter`] counts the guesses of one well-known solver, which is the rating that data sets of hard puzzles give.

mod guesses;
mod method;
mod morphs;

pub use guesses::{GuessCounter, Guesses};
pub use method::{Method, UnknownMethod};
pub use morphs::MorphRater;

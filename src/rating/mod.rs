//! How hard a 9×9 puzzle is, as a number.
//!
//! [`GuessCounter`] counts the guesses of one well-known solver, which is the rating that data sets of hard puzzles give.

mod guesses;

pub use guesses::{GuessCounter, Guesses};

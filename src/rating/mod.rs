//! How hard a 9×9 puzzle is, as a number.
//!
//! [`GuessCounter`] counts the guesses of one well-known solver, tdoku. Many collections of hard puzzles give this number as
//! the rating of a puzzle, for example the data set sudoku-extreme.

mod guesses;

pub use guesses::{GuessCounter, Guesses};

//! The vocabulary: shapes, puzzles, solutions. No input or output, no search.

mod puzzle;
mod shape;

pub use puzzle::{Puzzle, PuzzleError};
pub use shape::Shape;

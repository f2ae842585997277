//! The vocabulary: shapes, puzzles, solutions, rules. No input or output, no search.

mod puzzle;
mod rules;
mod shape;
mod variants;

pub use puzzle::{Puzzle, PuzzleError};
pub use rules::Rules;
pub use shape::Shape;
pub use variants::{Regions, RegionsError, RulesError, UnknownVariant, Variant, Variants};

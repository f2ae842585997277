//! The vocabulary: shapes, puzzles, solutions, rules. No input or output, no search.

pub(crate) mod cells;
mod puzzle;
mod rules;
mod shape;
pub(crate) mod symbols;
mod variants;

pub use cells::LineError;
pub use puzzle::{Puzzle, PuzzleError};
pub use rules::Rules;
pub use shape::Shape;
pub use symbols::{Alphabet, Symbols};
pub use variants::{Regions, RegionsError, RulesError, UnknownVariant, Variant, Variants};

//! Boards: shapes, puzzles, solutions, rules, and the text of cells. No input or output, no search.

// The lenient parsers are for the records of files.
#[cfg_attr(not(feature = "batch"), allow(dead_code))]
pub(crate) mod cells;
#[cfg(any(feature = "batch", feature = "arrow"))]
pub(crate) mod field;
#[cfg_attr(not(any(feature = "batch", feature = "arrow")), allow(dead_code))]
mod input_symbols;
#[cfg_attr(not(feature = "batch"), allow(dead_code))]
pub(crate) mod line_text;
#[cfg_attr(not(feature = "batch"), allow(dead_code))]
mod nine;
mod puzzle;
#[cfg_attr(not(feature = "batch"), allow(dead_code))]
mod readings;
#[cfg(any(feature = "batch", feature = "arrow"))]
mod refusal;
pub(crate) mod regions_text;
mod rules;
mod shape;
#[cfg_attr(not(feature = "batch"), allow(dead_code))]
pub(crate) mod symbols;
mod variants;
pub(crate) mod wide;

pub use cells::ParsePuzzleError;
pub use input_symbols::InputSymbols;
#[cfg(feature = "batch")]
pub use nine::{Around, Padded};
#[cfg(any(feature = "batch", feature = "arrow"))]
pub use nine::{NineMotion, NineRow, NineText};
pub use puzzle::{Puzzle, PuzzleError, Solution};
pub use readings::Readings;
#[cfg(any(feature = "batch", feature = "arrow"))]
pub(crate) use readings::Shown;
#[cfg(any(feature = "batch", feature = "arrow"))]
pub use refusal::Refusal;
pub use regions_text::ParseRegionsError;
pub use rules::Rules;
pub use shape::Shape;
pub(crate) use symbols::is_empty_x;
pub use symbols::{Alphabet, Symbols};
pub use variants::{Regions, RegionsError, RulesError, UnknownVariant, Variant, Variants};

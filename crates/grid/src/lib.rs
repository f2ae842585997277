//! Boards: shapes, puzzles, solutions, rules, and the text of cells. No input or output, no search.

// The lenient parsers are for the records of files.
pub mod cells;
mod extras;
pub mod field;
mod input_symbols;
pub mod line_text;
pub mod naked_singles;
mod nine;
mod puzzle;
mod readings;
mod refusal;
pub mod regions_text;
mod rules;
mod shape;
pub mod symbols;
mod variants;
pub mod verify;
pub mod wide;

pub use cells::ParsePuzzleError;
pub use extras::{Extras, ExtrasList, OwnedExtras};
pub use input_symbols::InputSymbols;
pub use nine::{Around, NineMotion, NineRow, NineText, Padded};
pub use puzzle::{Puzzle, PuzzleError, Solution, verified_solution};
pub use readings::{Readings, Shown};
pub use refusal::Refusal;
pub use regions_text::ParseRegionsError;
pub use rules::{RuleKind, Rules};
pub use shape::Shape;
pub use symbols::{Alphabet, Symbols, is_empty_x};
pub use variants::{Regions, RegionsError, RulesError, Variant, Variants, number_regions};

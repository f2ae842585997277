//! Bytes to puzzles and back: pure functions on slices, one file per format.

pub mod line;
mod symbols;

pub use symbols::{Alphabet, Symbols};

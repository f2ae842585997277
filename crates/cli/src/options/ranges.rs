//! Ranges of options, with errors that name the option.

use anyhow::{Context, Result};
use quadrille_puzzles::{ranges, rating::Method};
use std::ops::RangeInclusive;

/// The range of a rating. By logic the bounds are levels, and their numbers are returned.
pub fn ratings(text: &str, method: Method) -> Result<RangeInclusive<f64>> {
    ranges::ratings(text, method).with_context(|| format!("--rating {text}"))
}

/// The range of a number of givens on a board of so many cells.
pub fn givens(text: &str, area: usize) -> Result<RangeInclusive<usize>> {
    ranges::givens(text, area).with_context(|| format!("--givens {text}"))
}

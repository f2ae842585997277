//! The tasks on Arrow arrays.
mod error;
mod options;

pub use error::Error;
pub use options::{MorphOptions, Options, RateOptions};
pub use {arrow_array, arrow_schema};

use crate::{
    classes::{ClassBy, FormOf},
    logic::Techniques,
};
use arrow_array::{Array, RecordBatch};

/// Solves puzzles.
///
/// # Errors
/// See [`Error`].
pub fn solve(puzzles: &dyn Array, options: &Options) -> Result<RecordBatch, Error> {
    unread(puzzles, options)
}

/// Counts up to two solutions of each puzzle.
///
/// # Errors
/// See [`Error`].
pub fn check(puzzles: &dyn Array, options: &Options) -> Result<RecordBatch, Error> {
    unread(puzzles, options)
}

/// Counts the solutions of each puzzle.
///
/// # Errors
/// See [`Error`].
pub fn count(puzzles: &dyn Array, options: &Options) -> Result<RecordBatch, Error> {
    unread(puzzles, options)
}

/// Finds the next digit of each puzzle.
///
/// # Errors
/// See [`Error`].
pub fn hint(puzzles: &dyn Array, techniques: Techniques, options: &Options) -> Result<RecordBatch, Error> {
    let _ = techniques;
    unread(puzzles, options)
}

/// Finds canonical forms.
///
/// # Errors
/// See [`Error`].
pub fn canonical(puzzles: &dyn Array, of: FormOf, options: &Options) -> Result<RecordBatch, Error> {
    let _ = of;
    unread(puzzles, options)
}

/// Makes morphs.
///
/// # Errors
/// See [`Error`].
pub fn morph(
    puzzles: &dyn Array,
    solutions: Option<&dyn Array>,
    morphs: &MorphOptions,
    options: &Options,
) -> Result<RecordBatch, Error> {
    let _ = (solutions, morphs);
    unread(puzzles, options)
}

/// Rates puzzles.
///
/// # Errors
/// See [`Error`].
pub fn rate(puzzles: &dyn Array, rating: &RateOptions, options: &Options) -> Result<RecordBatch, Error> {
    let _ = rating;
    unread(puzzles, options)
}

/// Finds the first row of the class of each puzzle.
///
/// # Errors
/// See [`Error`].
pub fn classes(puzzles: &dyn Array, by: ClassBy, options: &Options) -> Result<RecordBatch, Error> {
    let _ = by;
    unread(puzzles, options)
}

fn unread(puzzles: &dyn Array, options: &Options) -> Result<RecordBatch, Error> {
    let _ = (options.thread_count(), options.limits(1), options.stop());
    Err(Error::Type { column: "puzzles", found: puzzles.data_type().clone() })
}

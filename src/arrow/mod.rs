//! The tasks on Arrow arrays.

mod arrays;
mod boards;
mod column;
mod error;
mod numbers;
mod options;
mod puzzles;
mod row_texts;
mod search;
mod status;
mod symbols;
mod tasks;
mod work;

pub use error::Error;
pub use options::{MorphOptions, Options, RateOptions};
pub use {arrow_array, arrow_schema};

use crate::{
    classes::{ClassBy, FormOf},
    grid::Shape,
    logic::Techniques,
};
use arrow_array::{Array, RecordBatch};
use column::Column;

/// The cells of a 9×9 board.
const NINE: usize = Shape::NINE.area();

/// Solves puzzles.
///
/// # Errors
/// See [`Error`].
pub fn solve(puzzles: &dyn Array, options: &Options) -> Result<RecordBatch, Error> {
    tasks::solve(&Column::new(puzzles, "puzzles")?, options)
}

/// Counts up to two solutions of each puzzle.
///
/// # Errors
/// See [`Error`].
pub fn check(puzzles: &dyn Array, options: &Options) -> Result<RecordBatch, Error> {
    tasks::check(&Column::new(puzzles, "puzzles")?, options)
}

/// Counts the solutions of each puzzle.
///
/// # Errors
/// See [`Error`].
pub fn count(puzzles: &dyn Array, options: &Options) -> Result<RecordBatch, Error> {
    tasks::count(&Column::new(puzzles, "puzzles")?, options)
}

/// Finds the next digit of each puzzle.
///
/// # Errors
/// See [`Error`].
pub fn hint(puzzles: &dyn Array, techniques: Techniques, options: &Options) -> Result<RecordBatch, Error> {
    tasks::hint(&Column::new(puzzles, "puzzles")?, techniques, options)
}

/// Finds canonical forms.
///
/// # Errors
/// See [`Error`].
pub fn canonical(puzzles: &dyn Array, of: FormOf, options: &Options) -> Result<RecordBatch, Error> {
    tasks::canonical(&Column::new(puzzles, "puzzles")?, of, options)
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
    let puzzles = Column::new(puzzles, "puzzles")?;
    let solutions = solutions.map(|solutions| Column::new(solutions, "solutions")).transpose()?;
    match solutions.as_ref().filter(|solutions| solutions.len() != puzzles.len()) {
        Some(solutions) => Err(Error::Lengths { puzzles: puzzles.len(), solutions: solutions.len() }),
        None => tasks::morph(&puzzles, solutions.as_ref(), morphs, options),
    }
}

/// Rates puzzles.
///
/// # Errors
/// See [`Error`].
pub fn rate(puzzles: &dyn Array, rating: &RateOptions, options: &Options) -> Result<RecordBatch, Error> {
    tasks::rate(&Column::new(puzzles, "puzzles")?, rating, options)
}

/// Finds the first row of the class of each puzzle.
///
/// # Errors
/// See [`Error`].
pub fn classes(puzzles: &dyn Array, by: ClassBy, options: &Options) -> Result<RecordBatch, Error> {
    tasks::classes(&Column::new(puzzles, "puzzles")?, by, options)
}

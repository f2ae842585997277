//! The tasks on Arrow arrays: a column of puzzles in, a batch of answers out.
//!
//! ```
//! use quadrille::arrow::{Options, arrow_array::{StringArray, cast::AsArray}, solve};
//!
//! let puzzles = StringArray::from(vec![Some("1...3..2..4.4..1"), None, Some("1...3..2..4.4..!")]);
//! let batch = solve(&puzzles, &Options::new())?;
//! assert_eq!(batch.schema().fields().iter().map(|field| field.name()).collect::<Vec<_>>(), ["solution", "status", "error"]);
//! let solutions = batch.column(0).as_string::<i32>();
//! assert_eq!(solutions.iter().collect::<Vec<_>>(), [Some("1234341221434321"), None, None]);
//! let errors = batch.column(2).as_string::<i32>();
//! assert_eq!(errors.value(2), "column 16: '!' is not a symbol of a 4×4 grid");
//! # Ok::<(), quadrille::arrow::Error>(())
//! ```
//!
//! # Columns of boards
//!
//! | type | a board is |
//! | --- | --- |
//! | Utf8, LargeUtf8, Utf8View | a string as in a field of a csv file: 16, 36, 81, 144, 256 or 625 characters, row by row |
//! | Binary, LargeBinary, BinaryView, FixedSizeBinary | such a string, or a byte for each cell: 0 for an empty one, else the digit |
//! | List, LargeList, FixedSizeList of integers | a number for each cell; 0, -1 and null are empty cells |
//! | the same lists of lists | a list for each row of the board |
//! | a dictionary of strings or bytes | the value of its key |
//!
//! Boards of several shapes may be in one column, and arrays may be slices. Boards in answers have the type of the column, for a
//! dictionary that of its values, and are written as the puzzle is: in its alphabet, or as numbers.
//!
//! # Rows
//!
//! Answers are in the order of the puzzles. A null stays null in every column (in a file, such a record is `invalid`). A value that is no puzzle, or not one that the
//! task is for, affects only its own row: its `status` is `invalid`, and `error` says why, in the words of the command. The column
//! `status` is a dictionary of words; all others are null where there is no answer.
//!
//! All functions may be called from any thread and by several threads at once. Their own threads live for one call.
//!
//! # Panics
//!
//! All functions panic if an engine's solution fails its check, which would be a bug in this library.

mod answer;
mod arrays;
mod board_column;
mod column;
mod error;
mod huge_pages;
mod nines;
mod numbers;
mod options;
mod puzzles;
mod row_texts;
mod sink;
mod symbols;
mod tasks;
mod text_arrays;
mod work;

pub use error::Error;
pub use options::{MorphOptions, Options, RateOptions};
pub use {arrow_array, arrow_schema};

use answer::answer;
use arrow_array::{Array, RecordBatch};
use column::Column;
use quadrille_core::grid::Shape;
use quadrille_puzzles::{logic::Techniques, rating::Method};
use quadrille_tasks::{
    Canon, Check, Count, Hint, Rate, Solve, Task,
    classes::{ClassBy, FormOf},
};
use std::sync::Arc;

/// The cells of a 9×9 board.
const NINE: usize = Shape::NINE.area();

/// Solves puzzles.
///
/// | column | type | contents |
/// | --- | --- | --- |
/// | `solution` | that of the puzzles | the first solution, verified; null if there is none |
/// | `status` | Dictionary(Int8, Utf8) | `solved`, with a limit of two or more `unique` or `multiple`; `none`, `invalid`, `unknown` |
/// | `error` | Utf8 | why the value is no puzzle |
///
/// # Errors
/// If the column is of a type that holds no boards, the answers do not fit its type, the limit is 0, or the stop flag was raised.
pub fn solve(puzzles: &dyn Array, options: &Options) -> Result<RecordBatch, Error> {
    answers(puzzles, &Solve::new().limit(options.solutions.unwrap_or(1)), options)
}

/// Answers puzzles by any task. Its columns have their types, and are followed by `status`, unless it is one of them, and `error`, as
/// [`solve`] has them. A task for standard sudoku only knows nothing of the variants.
///
/// ```
/// use quadrille::{arrow::{Options, answers, arrow_array::{StringArray, cast::AsArray}}, tasks::Givens};
///
/// let puzzles = StringArray::from(vec!["1..............1"]);
/// let batch = answers(&puzzles, &Givens::new(), &Options::new())?;
/// let names: Vec<_> = batch.schema().fields().iter().map(|field| field.name().clone()).collect();
/// assert_eq!(names, ["givens", "symmetry", "status", "error"]);
/// assert_eq!(batch.column(1).as_string::<i32>().value(0), "rotate180");
/// # Ok::<(), quadrille::arrow::Error>(())
/// ```
///
/// # Errors
/// As [`solve`].
pub fn answers(puzzles: &dyn Array, task: &dyn Task, options: &Options) -> Result<RecordBatch, Error> {
    let plain = Arc::default();
    let variants = if task.refuses_variants().is_some() { &plain } else { &options.variants };
    answer(&Column::new(puzzles, "puzzles")?, task, variants, options)
}

/// Says whether puzzles have one solution: each search is for two, whatever the limit.
///
/// Columns: `status` with `unique`, `multiple`, `none`, `invalid` or `unknown`, and `error`, as [`solve`] has them.
///
/// ```
/// use quadrille::arrow::{Options, arrow_array::{StringArray, cast::AsArray, types::Int8Type}, check};
///
/// let puzzles = StringArray::from(vec!["1...3..2..4.4..1", "11.............."]);
/// let batch = check(&puzzles, &Options::new())?;
/// let status = batch.column(0).as_dictionary::<Int8Type>().downcast_dict::<StringArray>().unwrap();
/// assert_eq!(status.into_iter().collect::<Vec<_>>(), [Some("unique"), Some("none")]);
/// # Ok::<(), quadrille::arrow::Error>(())
/// ```
///
/// # Errors
/// As [`solve`].
pub fn check(puzzles: &dyn Array, options: &Options) -> Result<RecordBatch, Error> {
    answers(puzzles, &Check::new(), options)
}

/// Counts the solutions of puzzles: all of them, unless [`Options::limit`] is set.
///
/// Columns: `count`, UInt64, null for a count of 2⁶⁴ or more, which is `multiple`, and where it is `unknown`; `status` and `error` as
/// [`solve`] has them. A count that ended at the limit is of the solutions that were found: at least as many exist.
///
/// ```
/// use quadrille::arrow::{Options, arrow_array::{StringArray, cast::AsArray, types::UInt64Type}, count};
///
/// let puzzles = StringArray::from(vec!["................", "12.............."]);
/// let batch = count(&puzzles, &Options::new())?;
/// assert_eq!(batch.column(0).as_primitive::<UInt64Type>().values(), &[288, 24]);
/// # Ok::<(), quadrille::arrow::Error>(())
/// ```
///
/// # Errors
/// As [`solve`].
pub fn count(puzzles: &dyn Array, options: &Options) -> Result<RecordBatch, Error> {
    answers(puzzles, &Count::new().limit(options.solutions.unwrap_or(u64::MAX)), options)
}

/// Finds the next digit of each puzzle by techniques that people use; see [`logic`](quadrille_puzzles::logic). Standard sudoku only.
///
/// | column | type | contents |
/// | --- | --- | --- |
/// | `hint` | that of the puzzles | the puzzle with the digit |
/// | `cell` | Utf8 | its cell, such as `r1c5` |
/// | `digit` | UInt8 | the digit, from 1 |
/// | `technique` | Utf8 | the technique, such as `naked single` |
/// | `because` | Utf8 | the reason in words, or what the mistake is |
/// | `status` | Dictionary(Int8, Utf8) | `hint`, `no suggestion`, `mistake` or `invalid` |
/// | `error` | Utf8 | why the value is no puzzle |
///
/// ```
/// use quadrille::arrow::{Options, arrow_array::{StringArray, cast::AsArray}, hint};
/// use quadrille::logic::Techniques;
///
/// let puzzles = StringArray::from(vec!["123............."]);
/// let batch = hint(&puzzles, Techniques::All, &Options::new())?;
/// assert_eq!(batch.column(0).as_string::<i32>().value(0), "1234............");
/// assert_eq!(batch.column(4).as_string::<i32>().value(0), "row 1 has 1 2 3");
/// # Ok::<(), quadrille::arrow::Error>(())
/// ```
///
/// # Errors
/// As [`solve`].
pub fn hint(puzzles: &dyn Array, techniques: Techniques, options: &Options) -> Result<RecordBatch, Error> {
    answers(puzzles, &Hint::new().techniques(Some(techniques)), options)
}

/// Finds the canonical forms of puzzles, or of their solutions; see [`symmetry`](quadrille_puzzles::symmetry). Boards larger than 9×9 are
/// `invalid`.
///
/// Columns: `canonical`, of the type of the puzzles, null if there is no such form; `automorphisms`, UInt64, of what the form is
/// of; `status` and `error` as [`check`] has them.
///
/// ```
/// use quadrille::{arrow::{Options, arrow_array::{StringArray, cast::AsArray}, canonical}, tasks::FormOf};
///
/// let puzzles = StringArray::from(vec!["1...3..2..4.4..1"]);
/// let batch = canonical(&puzzles, FormOf::Solution, &Options::new())?;
/// assert_eq!(batch.column(0).as_string::<i32>().value(0), "1234341221434321");
/// # Ok::<(), quadrille::arrow::Error>(())
/// ```
///
/// # Errors
/// As [`solve`].
pub fn canonical(puzzles: &dyn Array, of: FormOf, options: &Options) -> Result<RecordBatch, Error> {
    answers(puzzles, &Canon::new(of), options)
}

/// Makes random morphs of puzzles and, if they are given, of their solutions.
///
/// Row `i × copies + j` is copy `j` of row `i`, made by the transformation of number `(first row + i) × copies + j`; see
/// [`Transform::random`](quadrille_puzzles::symmetry::Transform::random). These are the morphs that the command `morph` makes for the same seed.
///
/// | column | type | contents |
/// | --- | --- | --- |
/// | `morph` | that of the puzzles | the morph |
/// | `solution` | that of the solutions | the solution, moved with its puzzle; only if there is a column of solutions |
/// | `group` | UInt64 | the number of the row, from 1, also of rows that have no morph: 1 + first row + `i` |
/// | `error` | Utf8 | why there is no morph |
///
/// A solution that is null, empty or begins with `!` is none; the puzzle then has morphs without one. One that is no board of the
/// shape of its puzzle, or has another digit where the puzzle has a given, is an error of its row. Boards larger than 9×9 have no morphs.
///
/// ```
/// use quadrille::arrow::{MorphOptions, Options, arrow_array::StringArray, morph};
///
/// let puzzles = StringArray::from(vec!["1...3..2..4.4..1"]);
/// let batch = morph(&puzzles, None, &MorphOptions::new(1).copies(1000), &Options::new())?;
/// assert_eq!(batch.num_rows(), 1000);
/// # Ok::<(), quadrille::arrow::Error>(())
/// ```
///
/// # Errors
/// As [`solve`], and if the columns have different lengths or the number of copies is 0.
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

/// Rates the difficulty of 9×9 puzzles; see [`rating`](quadrille_puzzles::rating). Boards of other shapes are `invalid`.
///
/// | column | type | contents |
/// | --- | --- | --- |
/// | `rating` | UInt64 by guesses, Float64 by morphs, Utf8 by logic | the rating; that by morphs is rounded to three digits after the point |
/// | `steps` | UInt64 | the number of steps; only by logic |
/// | `status` | Dictionary(Int8, Utf8) | `rated` or `invalid`, and by logic also `none`, `multiple` and `unknown` |
/// | `error` | Utf8 | why the value has no rating |
///
/// ```
/// use quadrille::arrow::{Options, RateOptions, arrow_array::{StringArray, cast::AsArray, types::UInt64Type}, rate};
/// use quadrille::rating::Method;
///
/// let puzzle = "5...27..9..41......1..5.3...92.6.8...5......66..7..29.8...7...2.......8...9..36..";
/// let batch = rate(&StringArray::from(vec![puzzle]), &RateOptions::by(Method::Guesses), &Options::new())?;
/// assert_eq!(batch.column(0).as_primitive::<UInt64Type>().value(0), 18);
/// # Ok::<(), quadrille::arrow::Error>(())
/// ```
///
/// # Errors
/// As [`solve`].
pub fn rate(puzzles: &dyn Array, rating: &RateOptions, options: &Options) -> Result<RecordBatch, Error> {
    if rating.method == Method::Guesses && rating.limit == 0 {
        return Err(Error::Zero { option: "limit" });
    }
    let task = Rate::new(rating.method).limit(rating.limit).seed(rating.seed);
    answers(puzzles, &task, options)
}

/// Finds which puzzles are the same, up to symmetry: a puzzle is the first of its class if its class is its own row.
///
/// Columns: `class`, UInt64, the row of the first puzzle of the same class, from 0, null for values that are in no class; `error`.
/// Besides the answer it takes 46 to 48 bytes of memory for each row.
///
/// ```
/// use quadrille::{arrow::{Options, arrow_array::{StringArray, cast::AsArray, types::UInt64Type}, classes}, tasks::ClassBy};
///
/// let puzzles = StringArray::from(vec!["1...3..2..4.4..1", "12..............", "2...3..1..4.4..2"]);
/// let batch = classes(&puzzles, ClassBy::Puzzle, &Options::new())?;
/// assert_eq!(batch.column(0).as_primitive::<UInt64Type>().values(), &[0, 1, 0]);
/// # Ok::<(), quadrille::arrow::Error>(())
/// ```
///
/// # Errors
/// As [`solve`].
pub fn classes(puzzles: &dyn Array, by: ClassBy, options: &Options) -> Result<RecordBatch, Error> {
    tasks::classes(&Column::new(puzzles, "puzzles")?, by, options)
}

/// Finds a key of 16 bytes for the class of each puzzle, so that columns that are never in one place can be compared: puzzles have
/// the same key if they are of the same class.
///
/// Columns: `key`, FixedSizeBinary(16), null for values that are in no class; `error`. Keys are hashes and are the same on every
/// machine. Of n classes any two have the same key with a probability of at most n² / 2¹²⁹, unless somebody has searched for such
/// puzzles on purpose.
///
/// ```
/// use quadrille::{arrow::{Options, arrow_array::{StringArray, cast::AsArray}, keys}, tasks::ClassBy};
///
/// let puzzles = StringArray::from(vec!["1...3..2..4.4..1", "12..............", "2...3..1..4.4..2"]);
/// let batch = keys(&puzzles, ClassBy::Puzzle, &Options::new())?;
/// let keys = batch.column(0).as_fixed_size_binary();
/// assert!(keys.value(0) == keys.value(2) && keys.value(0) != keys.value(1));
/// # Ok::<(), quadrille::arrow::Error>(())
/// ```
///
/// # Errors
/// As [`solve`].
pub fn keys(puzzles: &dyn Array, by: ClassBy, options: &Options) -> Result<RecordBatch, Error> {
    tasks::keys(&Column::new(puzzles, "puzzles")?, by, options)
}

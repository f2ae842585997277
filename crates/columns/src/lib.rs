//! The module [`arrow`] of the library, and what it shares with runs over tables and with the Python package.

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
pub mod table;
mod tasks;
mod text_arrays;
mod work;

pub use error::ColumnsError;
use options::MorphSource;
pub use options::{MorphOptions, Options};
pub use {arrow_array, arrow_schema};

/// The tasks on Arrow arrays: a column of puzzles in, a batch of answers out.
///
/// ```
/// use quadrille::arrow::{Options, arrow_array::{StringArray, cast::AsArray}, answers};
/// use quadrille::tasks::Solve;
///
/// let puzzles = StringArray::from(vec![Some("1...3..2..4.4..1"), None, Some("1...3..2..4.4..!")]);
/// let batch = answers(&puzzles, &Solve::new(), &Options::new())?;
/// assert_eq!(batch.schema().fields().iter().map(|field| field.name()).collect::<Vec<_>>(), ["solution", "status", "error"]);
/// let solutions = batch.column(0).as_string::<i32>();
/// assert_eq!(solutions.iter().collect::<Vec<_>>(), [Some("1234341221434321"), None, None]);
/// let errors = batch.column(2).as_string::<i32>();
/// assert_eq!(errors.value(2), "column 16: '!' is not a symbol of a 4×4 grid");
/// # Ok::<(), quadrille::Error>(())
/// ```
///
/// # Columns of boards
///
/// | type | a board is |
/// | --- | --- |
/// | Utf8, LargeUtf8, Utf8View | a string as in a field of a csv file: 16, 36, 81, 144, 256 or 625 characters, row by row |
/// | Binary, LargeBinary, BinaryView, FixedSizeBinary | such a string, or a byte for each cell: 0 for an empty one, else the digit |
/// | List, LargeList, FixedSizeList of integers | a number for each cell; 0, -1 and null are empty cells |
/// | the same lists of lists | a list for each row of the board |
/// | a dictionary of strings or bytes | the value of its key |
///
/// Boards of several shapes may be in one column, and arrays may be slices. Boards in answers have the type of the column, for a
/// dictionary the type of its values, and are written as the puzzle is: in its alphabet, or as numbers.
///
/// # Rows
///
/// Answers are in the order of the puzzles. A null stays null in every column (in a file, such a record is `invalid`). A value that is not a puzzle, or not one that the
/// task is for, affects only its own row: its `status` is `invalid`, and `error` says why, in the words of the command. The column
/// `status` is a dictionary of words; all others are null where there is no answer.
///
/// All functions may be called from any thread and by several threads at once. Their own threads live for one call.
///
/// # Panics
///
/// All functions panic if an engine's solution fails its check, which would be a bug in this library.
pub mod arrow {
    #[doc(inline)]
    pub use super::{
        MorphOptions, Options, answers, arrow_array, arrow_schema, classes, keys, morph, verify,
    };
}

use answer::answer;
use arrow_array::{Array, RecordBatch};
use column::Column;
use quadrille_base::error::Error;
use quadrille_grid::Shape;
use quadrille_tasks::{
    Keys, Task, Verify, Written,
    classes::{EqualBy, Key, NO_CLASS},
};

/// Refuses variants where boards are compared or moved.
fn refuse_variants(options: &Options) -> Result<(), ColumnsError> {
    let what = "records are compared and moved by the symmetries of standard sudoku, without variants";
    if options.variants.is_plain() { Ok(()) } else { Err(ColumnsError::Refused(what)) }
}

/// The cells of a 9×9 board.
const NINE: usize = Shape::NINE.area();

/// Answers puzzles by a [task](quadrille_tasks::tasks): a column for each of its answers, then `status`, unless it is one of them, and `error`.
///
/// | task | columns |
/// | --- | --- |
/// | [`Solve`](quadrille_tasks::Solve) | `solution`, of the type of the puzzles: the first solution, verified; null if there is none; with steps `steps`, List(Utf8) |
/// | [`Check`](quadrille_tasks::Check) | `status` |
/// | [`Count`](quadrille_tasks::Count) | `count`, UInt64: null for 2⁶⁴ or more, which is `multiple`, and where it is `unknown` |
/// | [`Hint`](quadrille_tasks::Hint) | `hint`, of the type of the puzzles: the puzzle with the digit; `cell` as `r1c5`; `digit`, UInt64; `technique`; `explanation`, why the digit is right, or the mistake; with `all_steps` also the list `steps`; by naked singles only `hint` and `explanation` |
/// | [`Canonical`](quadrille_tasks::Canonical) | `canonical`, of the type of the puzzles, null if there is no such form; `automorphisms`, UInt64 |
/// | [`Rate`](quadrille_tasks::Rate) | `rating`, UInt64 by guesses, Float64 by morphs, Utf8 by logic; `step_count`, UInt64, only by logic; by `se`, `er`, `ep` and `ed`, Float64, in place of `rating` |
/// | [`Givens`](quadrille_tasks::Givens) | `givens`, UInt64; `symmetry` |
///
/// `status` is a Dictionary(Int8, Utf8) of the words that the command writes: `solved`, with a limit of two or more `unique` or `multiple`; `none`, `invalid`,
/// `unknown`; `hint`, `no hint`, `mistake`; `rated`; `described`. `error`, Utf8, says why the value is not a puzzle, or not one that the task is for. A task for
/// standard sudoku only does not know the variants.
///
/// ```
/// use quadrille::arrow::{Options, answers, arrow_array::{StringArray, cast::AsArray, types::UInt64Type}};
/// use quadrille::{rating::Method, tasks::{Count, Givens, Rate}};
///
/// let puzzles = StringArray::from(vec!["................", "12.............."]);
/// let batch = answers(&puzzles, &Count::new(), &Options::new())?;
/// assert_eq!(batch.column(0).as_primitive::<UInt64Type>().values(), &[288, 24]);
///
/// let hard = "5...27..9..41......1..5.3...92.6.8...5......66..7..29.8...7...2.......8...9..36..";
/// let batch = answers(&StringArray::from(vec![hard]), &Rate::new(Method::Guesses), &Options::new())?;
/// assert_eq!(batch.column(0).as_primitive::<UInt64Type>().value(0), 18);
///
/// let batch = answers(&StringArray::from(vec!["1..............1"]), &Givens::new(), &Options::new())?;
/// let names: Vec<_> = batch.schema().fields().iter().map(|field| field.name().clone()).collect();
/// assert_eq!(names, ["givens", "symmetry", "status", "error"]);
/// assert_eq!(batch.column(1).as_string::<i32>().value(0), "rotate180");
/// # Ok::<(), quadrille::Error>(())
/// ```
///
/// # Errors
/// If the column is of a type that holds no boards, the answers do not fit its type, the task selects records or writes several rows for one, or the stop flag was raised.
pub fn answers(puzzles: &dyn Array, task: &dyn Task, options: &Options) -> Result<RecordBatch, Error> {
    answers_of(&Column::new(puzzles, "puzzles")?, task, options)
}

/// Answers boards of one shape that are laid end to end, a byte for each cell, as the values of a FixedSizeBinary. In its answers a board
/// that is null is zeros, and no memory is shared.
///
/// # Errors
/// As [`answers`].
pub fn answers_to_cells(
    cells: &[u8],
    shape: Shape,
    task: &dyn Task,
    options: &Options,
) -> Result<RecordBatch, Error> {
    answers_of(&Column::of_cells(cells, shape), task, options)
}

fn answers_of(column: &Column<'_>, task: &dyn Task, options: &Options) -> Result<RecordBatch, Error> {
    let needs = task.needs();
    if !matches!(needs.written, Written::Answers | Written::Solutions) {
        return Err(ColumnsError::NotForColumns.into());
    }
    let variants = &options.variants;
    if let Some(what) = needs.no_variants.filter(|_| !variants.is_plain()).or(needs.conflict) {
        return Err(ColumnsError::Refused(what).into());
    }
    Ok(answer((column, None), task, variants, options)?)
}

/// Makes morphs of puzzles and, if they are given, of their solutions.
///
/// Row `i × copies + j` is copy `j` of row `i`, unless [`MorphOptions`] says otherwise made by the transformation of number `(first row + i) × copies + j`; see
/// [`Transform::random`](quadrille_puzzles::symmetry::Transform::random). These are the morphs that the command `morph` makes for the same seed.
///
/// | column | type | contents |
/// | --- | --- | --- |
/// | `morph` | the type of the puzzles | the morph |
/// | `solution` | the type of the solutions | the solution, moved with its puzzle; only if there is a column of solutions |
/// | `group` | UInt64 | the number of the row, from 1, also of rows that have no morph: 1 + first row + `i` |
/// | `error` | Utf8 | why there is no morph |
///
/// A solution that is null, empty or begins with `!` does not count; the puzzle then has morphs without one. One that is not a board of the
/// shape of its puzzle, or has another digit where the puzzle has a given, is an error of its row. Boards larger than 9×9 have no morphs.
///
/// ```
/// use quadrille::arrow::{MorphOptions, Options, arrow_array::StringArray, morph};
///
/// let puzzles = StringArray::from(vec!["1...3..2..4.4..1"]);
/// let batch = morph(&puzzles, None, &MorphOptions::new(1).copies(1000), &Options::new())?;
/// assert_eq!(batch.num_rows(), 1000);
/// # Ok::<(), quadrille::Error>(())
/// ```
///
/// # Errors
/// As [`answers`], and if the columns have different lengths or the number of copies is 0.
pub fn morph(
    puzzles: &dyn Array,
    solutions: Option<&dyn Array>,
    morphs: &MorphOptions,
    options: &Options,
) -> Result<RecordBatch, Error> {
    refuse_variants(options)?;
    let puzzles = Column::new(puzzles, "puzzles")?;
    let solutions = solutions.map(|solutions| solutions_of(&puzzles, solutions)).transpose()?;
    Ok(tasks::morph(&puzzles, solutions.as_ref(), morphs, options)?)
}

/// The column of the solutions of puzzles.
fn solutions_of<'a>(puzzles: &Column, solutions: &'a dyn Array) -> Result<Column<'a>, ColumnsError> {
    let solutions = Column::new(solutions, "solutions")?;
    match (puzzles.len(), solutions.len()) {
        (puzzles, solutions) if puzzles != solutions => Err(ColumnsError::Lengths { puzzles, solutions }),
        _ => Ok(solutions),
    }
}

/// Compares solutions with the rules and with their puzzles.
///
/// | column | type | contents |
/// | --- | --- | --- |
/// | `mismatch` | Utf8 | why the solution is wrong, such as `r1c3: 5 twice in its row`; null if it is right, and if there is no puzzle |
/// | `status` | as of [`answers`] | whether the puzzle has one solution: `unique`, `multiple` or `none` |
/// | `error` | Utf8 | why the value is not a puzzle |
///
/// The right answer to a puzzle without a solution is null, an empty text, `!none` or numbers that are all 0.
///
/// ```
/// use quadrille::arrow::{Options, arrow_array::{Array, StringArray, cast::AsArray}, verify};
///
/// let puzzles = StringArray::from(vec!["1...3..2..4.4..1"; 2]);
/// let solutions = StringArray::from(vec!["1234341221434321", "1234341221434312"]);
/// let batch = verify(&puzzles, &solutions, &Options::new())?;
/// let mismatches = batch.column(0).as_string::<i32>();
/// assert!(mismatches.is_null(0));
/// assert_eq!(mismatches.value(1), "r4c4: 2 instead of the given 1");
/// # Ok::<(), quadrille::Error>(())
/// ```
///
/// # Errors
/// As [`answers`], and if the columns have different lengths.
pub fn verify(puzzles: &dyn Array, solutions: &dyn Array, options: &Options) -> Result<RecordBatch, Error> {
    let puzzles = Column::new(puzzles, "puzzles")?;
    let solutions = solutions_of(&puzzles, solutions)?;
    Ok(answer((&puzzles, Some(&solutions)), &Verify::new(), &options.variants, options)?)
}

/// Finds which puzzles are the same, up to symmetry: a puzzle is the first of its class if its class is its own row.
///
/// Columns: `class`, UInt64, the row of the first puzzle of the same class, from 0, null for values that are not in any class; `error`.
/// Besides the answer it takes 46 to 48 bytes of memory for each row.
///
/// ```
/// use quadrille::{arrow::{Options, arrow_array::{StringArray, cast::AsArray, types::UInt64Type}, classes}, tasks::EqualBy};
///
/// let puzzles = StringArray::from(vec!["1...3..2..4.4..1", "12..............", "2...3..1..4.4..2"]);
/// let batch = classes(&puzzles, EqualBy::Puzzle, &Options::new())?;
/// assert_eq!(batch.column(0).as_primitive::<UInt64Type>().values(), &[0, 1, 0]);
/// # Ok::<(), quadrille::Error>(())
/// ```
///
/// # Errors
/// As [`answers`].
pub fn classes(puzzles: &dyn Array, by: EqualBy, options: &Options) -> Result<RecordBatch, Error> {
    refuse_variants(options)?;
    tasks::classes(&Column::new(puzzles, "puzzles")?, by, options)
}

/// Finds a key of 16 bytes for the class of each puzzle, so that columns that are never in one place can be compared: puzzles have
/// the same key if they are of the same class.
///
/// Columns: `key`, FixedSizeBinary(16), null for values that are not in any class; `error`. Keys are hashes and are the same on every
/// machine. Any two of n classes have the same key with a probability of at most n² / 2¹²⁹, unless somebody has searched for such
/// puzzles on purpose.
///
/// ```
/// use quadrille::{arrow::{Options, arrow_array::{StringArray, cast::AsArray}, keys}, tasks::EqualBy};
///
/// let puzzles = StringArray::from(vec!["1...3..2..4.4..1", "12..............", "2...3..1..4.4..2"]);
/// let batch = keys(&puzzles, EqualBy::Puzzle, &Options::new())?;
/// let keys = batch.column(0).as_fixed_size_binary();
/// assert!(keys.value(0) == keys.value(2) && keys.value(0) != keys.value(1));
/// # Ok::<(), quadrille::Error>(())
/// ```
///
/// # Errors
/// As [`answers`].
pub fn keys(puzzles: &dyn Array, by: EqualBy, options: &Options) -> Result<RecordBatch, Error> {
    refuse_variants(options)?;
    let has_key = |key: Option<Key>| key.is_some_and(|key| key != NO_CLASS);
    Ok(tasks::keys(&Column::new(puzzles, "puzzles")?, &Keys::of_classes(by), options, has_key)?)
}

/// The same for the [keys](quadrille_tasks::Answers::keys) of a task, such as a sample. The key of a puzzle that it leaves out is 0.
///
/// # Errors
/// As [`answers`].
pub fn keys_by(puzzles: &dyn Array, task: &dyn Task, options: &Options) -> Result<RecordBatch, Error> {
    refuse_variants(options)?;
    Ok(tasks::keys(&Column::new(puzzles, "puzzles")?, task, options, |key| key.is_some())?)
}

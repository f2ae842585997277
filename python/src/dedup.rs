//! One puzzle of each class.

use crate::{
    call::Call,
    input::Input,
    kept::{LeftOut, kept, several, warn},
    keywords::Keywords,
    options::{self, Has},
};
use arrow_array::{Array, RecordBatch, cast::AsArray, types::UInt64Type};
use arrow_select::concat::concat;
use pyo3::{prelude::*, types::PyDict};
use quadrille::{
    arrow::{self, Options},
    tasks::EqualBy,
};

/// The remedy for boards that have no canonical form.
pub const BY_TEXT: &str = "; equal_by='text' compares the givens of boards of every size";

#[doc = signature!("dedup(puzzles, /, *, equal_by='puzzle'", call, column, symbols, engine)]
/// Keeps the first puzzle of each class of equal ones, in their order, and every value that cannot be compared.
///
/// Args:
///     puzzles: A list of str, a NumPy array of several boards, or a column or table with the Arrow interface.
///     equal_by: "puzzle": morphs of each other are equal. "solution": puzzles whose solutions are morphs of each other are
///         equal. "text": puzzles with the same givens are equal. Boards above 9×9 are only compared by "text".
#[doc = args!(call, column, symbols, engine)]
///
/// Returns:
///     The puzzles, or the rows of a table, that are kept: a list, an array, a `Column` or a `Table`. A warning counts values that could
///     not be compared, which are kept.
///
#[doc = args!(raises)]
///
/// >>> import quadrille
/// >>> puzzle = "1...3..2..4.4..1"
/// >>> quadrille.dedup([puzzle, quadrille.morph(puzzle), "1234" + "." * 12])
/// ['1...3..2..4.4..1', '1234............']
#[pyfunction]
#[pyo3(signature = (puzzles, /, **options), text_signature = None)]
pub fn dedup<'py>(
    puzzles: &Bound<'py, PyAny>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let Classes { by, call, options, input } = Classes::take("dedup", puzzles, options)?;
    let chunks = several(&input, &call)?;
    let rows = chunks.iter().map(|chunk| chunk.len() as u64).sum();
    let work = || {
        let joined = concat(&chunks.iter().map(AsRef::as_ref).collect::<Vec<_>>());
        joined.map(|joined| arrow::classes(&joined, by, &options))
    };
    let answers = call.run(puzzles.py(), rows, work)?;
    let answers = answers.map_err(|error| call.puzzles.value_error(error))?;
    let answers = answers.map_err(|error| call.exception(error))?;
    let mut left_out = LeftOut::default();
    left_out.add_errors(&answers);
    warn(puzzles.py(), &call, &left_out, ("values that are not compared, and kept", BY_TEXT))?;
    kept(puzzles, &input, firsts(&answers))
}

/// Puzzles, and when two of them are equal.
pub struct Classes<'py> {
    pub by: EqualBy,
    pub call: Call,
    pub options: Options,
    pub input: Input<'py>,
}

impl<'py> Classes<'py> {
    /// Takes the arguments of a function.
    pub fn take(
        function: &'static str,
        puzzles: &Bound<'py, PyAny>,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Classes<'py>> {
        let keywords = Keywords::new(function, options)?;
        let by = equal_by(&keywords)?;
        let call = Call::take(&keywords)?;
        let options = options::take(&keywords, &call, Has::Engine)?;
        let column: Option<String> = keywords.take("column")?;
        keywords.finish()?;
        let input = Input::of(puzzles, column.as_deref(), call.puzzles)?;
        Ok(Classes { by, call, options, input })
    }
}

/// Takes `equal_by`.
pub fn equal_by(keywords: &Keywords<'_>) -> PyResult<EqualBy> {
    let ways = [("puzzle", EqualBy::Puzzle), ("solution", EqualBy::Solution), ("text", EqualBy::Text)];
    Ok(keywords.choice("equal_by", &ways)?.unwrap_or(EqualBy::Puzzle))
}

/// The rows that are kept: the first of each class, and those that are in none.
fn firsts(answers: &RecordBatch) -> Vec<u64> {
    let classes = (0..).zip(answers.column(0).as_primitive::<UInt64Type>());
    classes.filter(|(row, class)| class.is_none_or(|class| class == *row)).map(|(row, _)| row).collect()
}

//! Keys of classes, by which puzzles in different places are compared.

use crate::{
    answer::{column, column_of, error},
    call::Call,
    column::Column,
    input::Input,
    kept::{LeftOut, Unused, several, warn},
    keywords::Keywords,
    options::{self, Has},
    task::answers_to_each,
};
use arrow_array::{Array, cast::AsArray};
use pyo3::{prelude::*, types::PyDict};
use quadrille::{
    arrow::{self, Options},
    tasks::EqualBy,
};
use quadrille_columns::keys_by;
use quadrille_tasks::{
    Task,
    classes::{Key, NO_CLASS},
};

/// The remedy for boards that have no canonical form.
pub const BY_TEXT: &str = "; equal_by='text' compares the givens of boards of every size";

#[doc = signature!("keys(puzzles, /, *, equal_by='puzzle'", call, column, symbols, engine)]
/// Finds a key of 16 bytes for each puzzle, by which puzzles in different places are compared: the puzzles of one class have the
/// same key, on every machine.
///
/// Args:
///     puzzles: A column or table with the Arrow interface.
///     equal_by: "puzzle", "solution" or "text", as for `dedup`.
#[doc = args!(call, column, symbols, engine)]
///
/// Returns:
///     A `Column` of keys; null for a null and for a value that is not a puzzle.
///
#[doc = args!(raises)]
///
/// >>> import pyarrow, quadrille
/// >>> from quadrille._quadrille import keys
/// >>> first, second = keys(pyarrow.array(["1...3..2..4.4..1", quadrille.morph("1...3..2..4.4..1")]))
/// >>> first == second, len(first)
/// (True, 16)
#[pyfunction]
#[pyo3(signature = (puzzles, /, **options), text_signature = None)]
pub fn keys(puzzles: &Bound<'_, PyAny>, options: Option<&Bound<'_, PyDict>>) -> PyResult<Column> {
    let py = puzzles.py();
    let Classes { by, call, options, input } = Classes::take("keys", puzzles, options)?;
    if !matches!(input, Input::Column(_) | Input::Table { .. }) {
        return Err(call.puzzles.type_error("expected a column or a table with the Arrow interface"));
    }
    let (chunks, rows) = (input.chunks(), input.len() as u64);
    let keys =
        call.run(py, rows, || answers_to_each(&chunks, &|puzzles| arrow::keys(puzzles, by, &options)))?;
    column_of(keys.map_err(|error| call.exception(error))?, "key")
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

/// The keys that a task finds for the values of an argument, and [`NO_CLASS`] for a value that is not a puzzle. A warning counts
/// the latter.
pub fn keys_of(
    py: Python<'_>,
    input: &Input<'_>,
    task: &dyn Task,
    (call, options): (&Call, &Options),
    unused: &Unused<'_>,
) -> PyResult<Vec<Key>> {
    let chunks = several(input, call)?;
    let rows = chunks.iter().map(|chunk| chunk.len() as u64).sum();
    let find = || answers_to_each(&chunks, &|puzzles| keys_by(puzzles, task, options));
    let answers = call.run(py, rows, find)?.map_err(|error| call.exception(error))?;
    let (mut keys, mut left_out) = (Vec::with_capacity(rows as usize), LeftOut::default());
    for batch in &answers {
        let found = column(batch, "key")?.as_fixed_size_binary();
        left_out.add(batch, |row| found.is_null(row) && (unused.with_nulls || error(batch, row).is_some()));
        let key = |key: &[u8]| Key::from_be_bytes(key.try_into().expect("keys have 16 bytes"));
        keys.extend(found.iter().map(|found| found.map_or(NO_CLASS, key)));
    }
    warn(py, call, &left_out, unused)?;
    Ok(keys)
}

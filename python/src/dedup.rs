//! One puzzle of each class.

use crate::{
    kept::kept,
    keys::{Classes, keys_of},
};
use pyo3::{prelude::*, types::PyDict};
use quadrille_tasks::classes::{Key, KeyTable, NO_CLASS};

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
    let what = "values that are not compared, and kept";
    let keys = keys_of(puzzles.py(), &input, by, (&call, &options), what)?;
    let rows = puzzles.py().detach(|| firsts(&keys));
    kept(puzzles, &input, rows)
}

/// The rows that are kept: the first of each class, and those that are in none.
fn firsts(keys: &[Key]) -> Vec<u64> {
    let mut table = KeyTable::default();
    // The table has numbers from 1.
    let mut is_first = |row: u64, key: Key| key == NO_CLASS || table.insert(key, row + 1).is_none();
    (0..).zip(keys).filter(|(row, key)| is_first(*row, **key)).map(|(row, _)| row).collect()
}

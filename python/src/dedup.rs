//! One puzzle of each class.

use crate::{
    kept::Unused,
    keys::{BY_TEXT, Classes},
    reduce::selected,
};
use pyo3::{prelude::*, types::PyDict};
use quadrille::batch::Dedup;

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
    let unused = Unused { what, remedy: BY_TEXT, with_nulls: false };
    Ok(selected(puzzles, &input, &Dedup::equal_by(by), (&call, &options), &unused)?.swap_remove(0))
}

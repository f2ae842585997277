//! The next step of a puzzle, as an object of Python.

use crate::{
    pickle::{Reduced, reduced},
    rows::drawn,
    values,
};
use arrow_array::RecordBatch;
use pyo3::prelude::*;

/// The next digit of a puzzle, and the reason for it. A notebook draws it as a picture: the digit in its cell, the houses of the
/// reason, and candidates that are eliminated. `show(puzzle, hint=hint)` draws the mistake of a puzzle, too.
///
/// >>> import quadrille
/// >>> hint = quadrille.hint("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
/// >>> hint.cell, hint.digit, hint.technique, hint.status
/// ('r5c5', 5, 'naked single', 'hint')
#[pyclass(frozen, get_all, eq, module = "quadrille")]
#[derive(PartialEq)]
pub struct Hint {
    /// The puzzle with the digit, or with all digits of the step.
    pub puzzle: Option<String>,
    /// The cell, as in `r1c5`. None if the method is naked-singles, as are the digit and the technique.
    pub cell: Option<String>,
    /// The digit, from 1.
    pub digit: Option<u8>,
    /// The name of the technique that finds it.
    pub technique: Option<String>,
    /// Why the digit is right, in words; of a puzzle with a mistake, the mistake.
    pub explanation: Option<String>,
    /// `hint`, or `mistake` for a puzzle that cannot be solved as it is.
    pub status: String,
}

impl Hint {
    /// The hint of a row; `None` if there is none.
    pub fn of<'py>(py: Python<'py>, answers: &RecordBatch, row: usize) -> PyResult<Bound<'py, PyAny>> {
        let value = |name| match answers.column_by_name(name) {
            Some(column) => values::value(py, column, row),
            None => Ok(py.None().into_bound(py)),
        };
        let status: Option<String> = value("status")?.extract()?;
        let status = match status {
            Some(status) if status == "hint" || status == "mistake" => status,
            _ => return Ok(py.None().into_bound(py)),
        };
        let hint = Hint {
            puzzle: value("hint")?.extract()?,
            cell: value("cell")?.extract()?,
            digit: value("digit")?.extract()?,
            technique: value("technique")?.extract()?,
            explanation: value("explanation")?.extract()?,
            status,
        };
        Ok(Bound::new(py, hint)?.into_any())
    }
}

#[pymethods]
impl Hint {
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        let Hint { puzzle, cell, digit, technique, explanation, status } = self;
        reduced(py, "_hint", (puzzle, cell, digit, technique, explanation, status))
    }

    /// The puzzle with the step as a picture.
    fn _repr_svg_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        drawn(slf.as_any(), "of_hint", "_repr_svg_")
    }

    fn _repr_html_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        drawn(slf.as_any(), "of_hint", "_repr_html_")
    }

    fn __repr__(&self) -> String {
        let explanation = self.explanation.as_deref().unwrap_or_default();
        match (&self.cell, self.digit) {
            (Some(cell), Some(digit)) => format!("<quadrille.Hint {cell} = {digit}: {explanation}>"),
            _ => format!("<quadrille.Hint {}: {explanation}>", self.status),
        }
    }
}

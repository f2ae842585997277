//! The next step of a puzzle, as an object of Python.

use crate::{
    pickle::{Reduced, reduced},
    rows::drawn,
    values,
};
use arrow_array::{Array, RecordBatch, cast::AsArray};
use pyo3::{IntoPyObjectExt, exceptions::PyValueError, prelude::*};
use quadrille::{
    Puzzle,
    explanation::{Method, StepFinder},
    tasks::HintMethod,
    techniques::BoardState,
};
use quadrille_base::markup::escape;
use quadrille_grid::Alphabet;
use quadrille_techniques::explanation::{Marks, NextStep};
use std::collections::BTreeSet;

/// The next step of a puzzle, and the reason for it. A notebook draws it as a picture: the digit in its cell, the pattern of the
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
    /// The cell, as in `r1c5`. None if the step places no digit, and if the method is naked-singles, as are the digit and the technique.
    pub cell: Option<String>,
    /// The digit, from 1.
    pub digit: Option<u8>,
    /// The name of the technique that finds it.
    pub technique: Option<String>,
    /// The rating of Sudoku Explainer, if the method is se.
    pub rating: Option<f64>,
    /// The score of HoDoKu, if the method is hodoku.
    pub score: Option<u64>,
    /// The candidates that the step eliminates, as in `r12c5<>3`, if the method is se or hodoku.
    pub eliminated: Option<String>,
    /// The step in the notation of forums, if the method is se or hodoku and the technique has one.
    pub notation: Option<String>,
    /// Why the digit is right, in words; of a puzzle with a mistake, the mistake.
    pub explanation: Option<String>,
    /// `hint`, or `mistake` for a puzzle that cannot be solved as it is.
    pub status: String,
    /// All steps that the techniques of HoDoKu find, in words, with `all_steps`.
    pub steps: Option<Vec<String>>,
    /// The text of the puzzle that the hint is for, and the name of the method.
    pub _asked: (String, String),
}

type Cells = BTreeSet<usize>;
/// Digits by their cells.
type Digits = BTreeSet<(usize, u8)>;

impl Hint {
    /// The hint of a row by a method, for a puzzle of these texts; `None` if there is none.
    pub fn of<'py>(
        py: Python<'py>,
        answers: &RecordBatch,
        row: usize,
        (puzzles, method): (&dyn Array, HintMethod),
    ) -> PyResult<Bound<'py, PyAny>> {
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
            rating: value("rating")?.extract()?,
            score: value("score")?.extract()?,
            eliminated: value("eliminated")?.extract::<Option<String>>()?.filter(|text| !text.is_empty()),
            notation: value("notation")?.extract::<Option<String>>()?.filter(|text| !text.is_empty()),
            explanation: value("explanation")?.extract()?,
            status,
            steps: value("steps")?.extract()?,
            _asked: (puzzles.as_string::<i64>().value(row).to_owned(), method.name().to_owned()),
        };
        Ok(Bound::new(py, hint)?.into_any())
    }

    /// The step of a 9×9 board by techniques as SVG.
    fn picture(&self) -> Option<String> {
        let method: Method = self._asked.1.parse().ok()?;
        self.technique.as_ref()?;
        let puzzle: Puzzle = self._asked.0.parse().ok()?;
        let cells: &[u8; 81] = puzzle.givens().try_into().ok()?;
        let next = NextStep::of_cells(&mut StepFinder::new(method), puzzle.shape(), cells);
        Some(next.picture(&BoardState::of_givens(cells), Alphabet::Digits))
    }

    /// The step in words.
    fn words(&self) -> String {
        let explanation = self.explanation.as_deref().unwrap_or_default();
        match (&self.cell, self.digit, &self.technique) {
            (Some(cell), Some(digit), _) => format!("{cell} = {digit}: {explanation}"),
            (_, _, Some(technique)) => format!("{technique}: {explanation}"),
            _ => format!("{}: {explanation}", self.status),
        }
    }
}

#[pymethods]
impl Hint {
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        let Hint { puzzle, cell, digit, technique, rating, score, eliminated, notation, .. } = self;
        let Hint { explanation, status, steps, _asked, .. } = self;
        let step = (puzzle, cell, digit, technique);
        reduced(
            py,
            "_hint",
            (step, (rating, score, eliminated, notation), explanation, status, steps, _asked),
        )
    }

    /// The marks of the hint on a board of these digits, 0 for an empty cell: the digits that are placed, the candidates of the reason and those
    /// that are eliminated; then the cells of the houses of the reason, and the cells of a mistake.
    fn _marks(&self, py: Python<'_>, cells: Vec<u8>) -> PyResult<([Digits; 3], [Cells; 2])> {
        let puzzle = Puzzle::new(cells).map_err(|error| PyValueError::new_err(error.to_string()))?;
        let (shape, cells) = (puzzle.shape(), puzzle.givens());
        let marks = py.detach(|| match self._asked.1.parse() {
            Ok(method) => NextStep::of_cells(&mut StepFinder::new(method), shape, cells).marks(shape),
            Err(_) => Marks::of_naked_singles(shape, cells),
        });
        Ok(([marks.placed, marks.reasons, marks.eliminated], [marks.houses, marks.wrong]))
    }

    /// The puzzle with the step as a picture.
    fn _repr_svg_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let (py, hint) = (slf.py(), slf.get());
        match py.detach(|| hint.picture()) {
            Some(picture) => picture.into_bound_py_any(py),
            None => drawn(slf.as_any(), "of_hint", "_repr_svg_"),
        }
    }

    fn _repr_html_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let (py, hint) = (slf.py(), slf.get());
        match py.detach(|| hint.picture()) {
            Some(picture) => {
                let words = escape(&hint.words());
                format!("<div style=\"max-width:420px\">{picture}<div>{words}</div></div>")
                    .into_bound_py_any(py)
            }
            None => drawn(slf.as_any(), "of_hint", "_repr_html_"),
        }
    }

    fn __repr__(&self) -> String {
        format!("<quadrille.Hint {}>", self.words())
    }
}

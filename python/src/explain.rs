//! The steps that lead to a solution, in words; for a single puzzle as objects that notebooks draw.

use crate::{
    answer::answer,
    call::Call,
    keywords::Keywords,
    options::{self, Has},
    task::Task,
};
use pyo3::{
    prelude::*,
    types::{PyDict, PyList, PyString},
};
use quadrille::{
    Puzzle, Shape,
    explanation::{ExplainedStep, Method, StepFinder},
    logic::cell_name,
    tasks::Solve,
    techniques::{Picture, Position, Reason, Step},
};
use quadrille_grid::Alphabet;
use std::{
    mem::take,
    sync::{Arc, atomic::AtomicBool},
};

#[doc = signature!("explain(puzzles, /, *, method='all'", call, column, prefix, strict, symbols, engine)]
/// Explains how puzzles are solved, step by step, as a person would solve them.
///
/// Args:
#[doc = args!(puzzles)]
///     method: The techniques: "singles" (naked and hidden singles), "locked" (also locked candidates), "all", which goes on with the
///         techniques of Sudoku Explainer on 9×9 boards with one solution, or "se" or "se=no-uniqueness", which use them alone,
///         or "hodoku", the techniques of HoDoKu.
#[doc = args!(call, column, prefix, strict, symbols, engine)]
///
/// Returns:
///     The steps of a str as a list of `Step`, which is a str. If the techniques do not solve the puzzle, the last one says how many cells
///     are left and which techniques were tried, or which contradiction they lead to. There are none for a full board, and for a mistake
///     that is seen at once, which `hint` names. For others a list or an array of lists of str, a `Column`, or a `Table` with the
///     columns `solution`, `steps` and `status`.
///
#[doc = args!(raises)]
///
/// >>> import quadrille
/// >>> steps = quadrille.explain("1234341.21434321")
/// >>> steps
/// ['r2c4 = 2 (naked single): row 2 has 1 3 4']
/// >>> steps[0].technique, steps[0].cell, steps[0].digit
/// ('naked single', 'r2c4', 2)
#[pyfunction]
#[pyo3(signature = (puzzles, /, **options), text_signature = None)]
pub fn explain<'py>(
    puzzles: &Bound<'py, PyAny>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let keywords = Keywords::new("explain", options)?;
    let call = Call::take(&keywords)?;
    let options = options::take(&keywords, &call, Has::Engine)?;
    let method = keywords.choice("method", &Method::EACH.map(|method| (method.name(), method)))?;
    let method = method.unwrap_or_default();
    let task = |steps| Task::new(Solve::new().steps(steps).method(method)).answered_by("steps");
    let text = puzzles.cast::<PyString>().ok().and_then(|text| text.to_str().ok()?.parse::<Puzzle>().ok());
    match text.filter(|puzzle| {
        puzzle.shape().side() <= 9 && (puzzle.shape() == Shape::NINE || !method.needs_nine())
    }) {
        Some(puzzle) => {
            // Options are checked as for all other puzzles.
            answer(puzzles, &keywords, (&call, &options), &Task::new(Solve::new()))?;
            let stop = call.stop.clone();
            let steps = call.run(puzzles.py(), 1, move || steps(&puzzle, method, stop))?;
            let steps = steps.into_iter().map(|step| step.into_object(puzzles.py()));
            Ok(PyList::new(puzzles.py(), steps.collect::<PyResult<Vec<_>>>()?)?.into_any())
        }
        None => answer(puzzles, &keywords, (&call, &options), &task(true)),
    }
}

/// A step, or the sentence where the steps end.
struct Explained {
    sentence: String,
    step: Option<ExplainedStep>,
    shape: Shape,
    picture: Option<StepPicture>,
}

/// The steps of a puzzle, as `solve --explain` lists them.
fn steps(puzzle: &Puzzle, method: Method, stop: Arc<AtomicBool>) -> Vec<Explained> {
    let (shape, givens) = (puzzle.shape(), puzzle.givens());
    let mut finder = StepFinder::new(method).stop_flag(Some(stop));
    let mut explanation = finder.explain(puzzle);
    let mut found = Vec::new();
    if explanation.contradiction().is_some() || explanation.is_solved() {
        return found;
    }
    loop {
        let (digits, position) = (explanation.cells().to_vec(), explanation.candidates());
        let Some(step) = explanation.next() else { break };
        let picture = (|| {
            let (givens, digits) = (givens.try_into().ok()?, digits.try_into().ok()?);
            Some(StepPicture {
                givens,
                digits,
                position: position?,
                data: step.data()?,
                title: step.title(Alphabet::Digits),
            })
        })();
        found.push(Explained { sentence: step.sentence(Alphabet::Digits), step: Some(step), shape, picture });
    }
    let ending = explanation.ending(Alphabet::Digits);
    found.extend(ending.map(|sentence| Explained { sentence, step: None, shape, picture: None }));
    found
}

impl Explained {
    /// The object of `quadrille.Step`.
    fn into_object(mut self, py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
        let class = py.import("quadrille._steps")?.getattr("Step")?;
        let sentence = take(&mut self.sentence);
        let Some(step) = self.step else { return class.call1((sentence,)) };
        let placed = step.placed();
        let cell = placed.map(|(cell, _)| cell_name(self.shape, cell));
        let rating = step.rating().map(|tenths| f64::from(tenths) / 10.0);
        let facts = (step.technique().into_owned(), rating, cell, placed.map(|(_, digit)| digit));
        let picture = self.picture.map(|picture| Bound::new(py, picture)).transpose()?;
        class.call1((
            sentence,
            facts.0,
            facts.1,
            facts.2,
            facts.3,
            step.eliminated(),
            step.notation(),
            picture,
            step.score(),
        ))
    }
}

/// The board of a step, which is drawn when somebody looks at it.
#[pyclass(frozen, module = "quadrille")]
pub struct StepPicture {
    givens: [u8; 81],
    digits: [u8; 81],
    position: Position,
    data: (Step, Reason),
    title: String,
}

#[pymethods]
impl StepPicture {
    /// The picture as SVG.
    fn svg(&self) -> String {
        let picture = Picture::new(&self.givens, &self.digits, &self.position);
        picture.steps(&self.title, std::slice::from_ref(&self.data))
    }
}

//! The functions that answer each puzzle of an argument.

use crate::{
    answer::answer,
    call::Call,
    keywords::Keywords,
    one,
    options::{self, Has},
    task::Task,
};
use pyo3::{
    IntoPyObjectExt,
    prelude::*,
    types::{PyDict, PyString},
};
use quadrille::{FormOf, Outcome, arrow::RateOptions, logic::Techniques, rating::Method};

/// Solves puzzles; described in `quadrille/__init__.pyi`.
#[pyfunction]
#[pyo3(signature = (puzzles, /, **options))]
pub fn solve<'py>(
    puzzles: &Bound<'py, PyAny>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    if let Some(verdict) = at_once(puzzles, options, 1) {
        let py = puzzles.py();
        return match one::text(&verdict) {
            Some(text) => Ok(PyString::from_bytes(py, &text)?.into_any()),
            None => Ok(py.None().into_bound(py)),
        };
    }
    let keywords = Keywords::new("solve", options)?;
    search(puzzles, &keywords, Has::Limit, &Task::Solve)
}

/// Says how many solutions puzzles have.
#[pyfunction]
#[pyo3(signature = (puzzles, /, **options))]
pub fn check<'py>(
    puzzles: &Bound<'py, PyAny>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    if let Some(verdict) = at_once(puzzles, options, 2) {
        let status = match verdict.outcome() {
            Outcome::Unique => Some("unique"),
            Outcome::Multiple => Some("multiple"),
            Outcome::None => Some("none"),
            _ => None,
        };
        if let Some(status) = status {
            return status.into_bound_py_any(puzzles.py());
        }
    }
    let keywords = Keywords::new("check", options)?;
    search(puzzles, &keywords, Has::Search, &Task::Check)
}

/// Counts the solutions of puzzles.
#[pyfunction]
#[pyo3(signature = (puzzles, /, **options))]
pub fn count<'py>(
    puzzles: &Bound<'py, PyAny>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let keywords = Keywords::new("count", options)?;
    search(puzzles, &keywords, Has::Limit, &Task::Count)
}

/// Finds the next digit of puzzles.
#[pyfunction]
#[pyo3(signature = (puzzles, /, **options))]
pub fn hint<'py>(
    puzzles: &Bound<'py, PyAny>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let keywords = Keywords::new("hint", options)?;
    let methods =
        [("singles", Techniques::Singles), ("locked", Techniques::Locked), ("all", Techniques::All)];
    let techniques = keywords.choice("method", &methods)?.unwrap_or(Techniques::All);
    search(puzzles, &keywords, Has::Few, &Task::Hint(techniques))
}

/// Finds the canonical forms of puzzles.
#[pyfunction]
#[pyo3(signature = (puzzles, /, **options))]
pub fn canonical<'py>(
    puzzles: &Bound<'py, PyAny>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let keywords = Keywords::new("canonical", options)?;
    let forms = [("puzzle", FormOf::Puzzle), ("solution", FormOf::Solution)];
    let of = keywords.choice("of", &forms)?.unwrap_or(FormOf::Puzzle);
    search(puzzles, &keywords, Has::Engine, &Task::Canonical(of))
}

/// Rates puzzles.
#[pyfunction]
#[pyo3(signature = (puzzles, /, **options))]
pub fn rate<'py>(
    puzzles: &Bound<'py, PyAny>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let keywords = Keywords::new("rate", options)?;
    let method: Method = keywords.parse("by")?.unwrap_or_default();
    let mut rating = RateOptions::by(method);
    match keywords.take("limit")? {
        Some(limit @ 1..=2) => rating = rating.limit(limit),
        Some(limit) => return Err(keywords.error("limit", format!("expected 1 or 2, got {limit}"))),
        None => {}
    }
    if let Some(seed) = keywords.take("seed")? {
        rating = rating.seed(seed);
    }
    search(puzzles, &keywords, Has::Engine, &Task::Rate(rating))
}

/// The verdict on a string without options, if it is found in a moment.
fn at_once(
    puzzles: &Bound<'_, PyAny>,
    options: Option<&Bound<'_, PyDict>>,
    limit: usize,
) -> Option<quadrille::Verdict> {
    if options.is_some() {
        return None;
    }
    one::solve(puzzles.cast::<PyString>().ok()?.to_str().ok()?, limit)
}

fn search<'py>(
    puzzles: &Bound<'py, PyAny>,
    keywords: &Keywords<'py>,
    has: Has,
    task: &Task,
) -> PyResult<Bound<'py, PyAny>> {
    let call = Call::take(keywords)?;
    let options = options::take(keywords, &call, has)?;
    answer(puzzles, keywords, (&call, &options), task)
}

//! Which puzzles `generate` searches for, and properties of puzzles as options.

use crate::keywords::Keywords;
use pyo3::{prelude::*, types::PyRange};
use quadrille::{
    Error, Shape,
    generate::{Criteria, GeneratorOptions, GivenSymmetry, Givens, Pattern},
    rating::{FirstSteps, Method, StepCriteria},
};
use quadrille_puzzles::ranges;
use std::ops::RangeInclusive;

/// Givens that a symmetry may add to the givens of an easy puzzle.
const BY_SYMMETRY: usize = 3;

/// The criteria of the search for puzzles; `None` if they need no search.
pub fn criteria(
    keywords: &Keywords<'_>,
    shape: Shape,
    (method, steps): (Method, StepCriteria),
    (givens, is_minimal): (Option<RangeInclusive<usize>>, bool),
) -> PyResult<Option<Criteria>> {
    let rating = rating(keywords, method)?;
    // One number of givens is reached by removing them from a grid, unless none may be left that could go.
    let is_drawn = givens.as_ref().is_none_or(|range| range.start() == range.end() && !is_minimal);
    let symmetry = keywords.choice("symmetry", SYMMETRIES)?.unwrap_or_default();
    let pattern: Option<String> = keywords.take("pattern")?;
    let no_equivalents = keywords.take("no_equivalents")?.unwrap_or(false);
    // With 0, no puzzle would ever be found.
    let per_solution = keywords.at_least_1("per_solution")?;
    let max_tries = keywords.at_least_1("max_tries")?;
    let rating = rating.or((!steps.is_empty()).then_some(0.0..=f64::INFINITY));
    let is_search = rating.is_some()
        || !is_drawn
        || symmetry != GivenSymmetry::None
        || pattern.is_some()
        || no_equivalents
        || per_solution.is_some();
    if !is_search {
        return match max_tries {
            Some(_) => Err(keywords.error("max_tries", "needs an option that starts a search")),
            None => Ok(None),
        };
    }
    let is_easy = !is_minimal && rating.is_none() && pattern.is_none();
    let givens = givens.or_else(|| match GeneratorOptions::easy(shape) {
        Givens::Count(givens) if is_easy => Some(givens..=givens + BY_SYMMETRY),
        _ => None,
    });
    let mut criteria = Criteria::new(shape).symmetry(symmetry);
    criteria = if let Some(range) = rating { criteria.rating(method, range).steps(steps) } else { criteria };
    criteria = if let Some(range) = givens { criteria.givens(range) } else { criteria };
    criteria = criteria.minimal(is_minimal).no_equivalents(no_equivalents);
    criteria = if let Some(most) = per_solution { criteria.per_solution(most) } else { criteria };
    criteria = if let Some(tries) = max_tries { criteria.max_tries(tries) } else { criteria };
    if let Some(text) = pattern {
        let pattern = Pattern::parse(shape, &text).map_err(|e| keywords.error("pattern", e))?;
        criteria = criteria.pattern(pattern);
    }
    Ok(Some(criteria))
}

/// Takes `givens`: a number or a range, for boards of so many cells.
pub fn givens(keywords: &Keywords<'_>, area: usize) -> PyResult<Option<RangeInclusive<usize>>> {
    range(keywords, "givens", |text| ranges::givens(text, area))
}

/// Takes `rating`: a rating by this method or a range.
pub fn rating(keywords: &Keywords<'_>, method: Method) -> PyResult<Option<RangeInclusive<f64>>> {
    range(keywords, "rating", |text| ranges::ratings(text, method))
}

/// Takes `technique` and `first_steps`. The method of the ratings is the one that was passed, or the one that they need.
pub fn steps(keywords: &Keywords<'_>, passed: Option<Method>) -> PyResult<(Method, StepCriteria)> {
    let technique: Option<String> = keywords.take("technique")?;
    let name = if technique.is_some() { "technique" } else { "first_steps" };
    let first = keywords.choice("first_steps", FIRST_STEPS)?;
    let steps = technique.map_or(Ok(StepCriteria::new()), |name| StepCriteria::new().technique(&name));
    let steps = steps.map_err(|error| keywords.error("technique", error))?;
    let steps = first.into_iter().fold(steps, StepCriteria::first_steps);
    match passed {
        _ if steps.is_empty() => Ok((passed.unwrap_or_default(), steps)),
        None => Ok((Method::SudokuExplainer { uniqueness: true }, steps)),
        Some(method @ Method::SudokuExplainer { .. }) => Ok((method, steps)),
        Some(method) => {
            Err(keywords.error(name, format!("is for method=\"se\", not {method}; remove one of them")))
        }
    }
}

const FIRST_STEPS: &[(&str, FirstSteps)] = &[("pearl", FirstSteps::Pearl), ("diamond", FirstSteps::Diamond)];

/// The symmetries of the cells that are given.
pub const SYMMETRIES: &[(&str, GivenSymmetry)] = &[
    ("rotate180", GivenSymmetry::Rotate180),
    ("rotate90", GivenSymmetry::Rotate90),
    ("mirror", GivenSymmetry::Mirror),
    ("diagonal", GivenSymmetry::Diagonal),
    ("none", GivenSymmetry::None),
];

/// Takes a range: one value, a pair of bounds, of which each may be `None`, or a text as on the command line,
/// as in `20..100`.
fn range<T>(
    keywords: &Keywords<'_>,
    name: &'static str,
    parse: impl Fn(&str) -> Result<RangeInclusive<T>, Error>,
) -> PyResult<Option<RangeInclusive<T>>> {
    type Bounds<'py> = (Option<Bound<'py, PyAny>>, Option<Bound<'py, PyAny>>);
    let Some(value) = keywords.object(name)? else { return Ok(None) };
    let refused = |error: &str| {
        let what = "expected a value or two bounds, as in 20, (20, 30), (20, None) or \"20..30\"";
        Ok::<_, PyErr>(keywords.error(name, format!("{error}{what}, got {}", value.repr()?)))
    };
    if value.cast::<PyRange>().is_ok() {
        return Err(refused("")?);
    }
    let text = |value: &Bound<'_, PyAny>| Ok::<_, PyErr>(value.str()?.to_string_lossy().into_owned());
    let range = match value.extract::<Bounds<'_>>() {
        Ok((low, high)) => {
            let bound = |bound: Option<Bound<'_, PyAny>>| bound.as_ref().map_or(Ok(String::new()), text);
            format!("{}..{}", bound(low)?, bound(high)?)
        }
        Err(_) => text(&value)?,
    };
    match parse(&range) {
        Ok(range) => Ok(Some(range)),
        Err(error) => Err(refused(&format!("{error}; "))?),
    }
}

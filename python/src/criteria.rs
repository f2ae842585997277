//! Which puzzles `generate` searches for.

use crate::keywords::Keywords;
use pyo3::{prelude::*, types::PyRange};
use quadrille::{
    Shape,
    generate::{Criteria, GeneratorOptions, GivenSymmetry, Givens, Pattern},
    rating::Method,
};
use std::ops::RangeInclusive;

/// Givens that a symmetry may add to the givens of an easy puzzle.
const BY_SYMMETRY: usize = 3;

/// The criteria of the search for puzzles; `None` if they need no search.
pub fn criteria(
    keywords: &Keywords<'_>,
    shape: Shape,
    method: Method,
    (givens, is_minimal): (Option<RangeInclusive<usize>>, bool),
) -> PyResult<Option<Criteria>> {
    let rating = range(keywords, "rating", (0.0, f64::INFINITY), |text| {
        method.parse_rating(text).map_err(|error| error.to_string())
    })?;
    // One number of givens is reached by removing them from a grid, unless none may be left that could go.
    let is_drawn = givens.as_ref().is_none_or(|range| range.start() == range.end() && !is_minimal);
    let symmetry = keywords.choice("symmetry", SYMMETRIES)?.unwrap_or_default();
    let pattern: Option<String> = keywords.take("pattern")?;
    let no_equivalents = keywords.take("no_equivalents")?.unwrap_or(false);
    // With 0, no puzzle would ever be found.
    let per_solution = keywords.at_least_1("per_solution")?;
    let max_tries = keywords.at_least_1("max_tries")?;
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
    criteria = if let Some(range) = rating { criteria.rating(method, range) } else { criteria };
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

/// Takes `givens`: a number or a range.
pub fn givens(keywords: &Keywords<'_>, shape: Shape) -> PyResult<Option<RangeInclusive<usize>>> {
    range(keywords, "givens", (0, shape.area()), |text| {
        let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
        let number = text.parse().ok().filter(|_| is_number);
        number.ok_or_else(|| format!("{text:?} is not a number of givens"))
    })
}

const SYMMETRIES: &[(&str, GivenSymmetry)] = &[
    ("rotate180", GivenSymmetry::Rotate180),
    ("rotate90", GivenSymmetry::Rotate90),
    ("mirror", GivenSymmetry::Mirror),
    ("diagonal", GivenSymmetry::Diagonal),
    ("none", GivenSymmetry::None),
];

/// Takes a range: one value, a pair of bounds, of which each may be `None`, or a text as on the command line,
/// as in `20..100`.
fn range<T: PartialOrd + Copy>(
    keywords: &Keywords<'_>,
    name: &'static str,
    (least, most): (T, T),
    parse: impl Fn(&str) -> Result<T, String>,
) -> PyResult<Option<RangeInclusive<T>>> {
    let Some(value) = keywords.object(name)? else { return Ok(None) };
    let what = "expected a value or two bounds, as in 20, (20, 30), (20, None) or \"20..30\"";
    if value.cast::<PyRange>().is_ok() {
        return Err(keywords.error(name, format!("{what}, got {}", value.repr()?)));
    }
    let bounds: (String, String) =
        match value.extract::<(Option<Bound<'_, PyAny>>, Option<Bound<'_, PyAny>>)>() {
            Ok((low, high)) => {
                let text = |bound: Option<Bound<'_, PyAny>>| match bound {
                    Some(bound) => bound.str().map(|text| text.to_string_lossy().into_owned()),
                    None => Ok(String::new()),
                };
                (text(low)?, text(high)?)
            }
            Err(_) => {
                let text = value.str()?.to_string_lossy().into_owned();
                let (low, high) = text.split_once("..").unwrap_or((&text, &text));
                (low.trim().to_owned(), high.trim().trim_start_matches('=').to_owned())
            }
        };
    let bound = |text: &str, open: T| match text {
        "" => Ok(open),
        text => parse(text).map_err(|error| keywords.error(name, format!("{error}; {what}"))),
    };
    let low = bound(&bounds.0, least)?;
    let high = bound(&bounds.1, if low > most { low } else { most })?;
    match low <= high && !(bounds.0.is_empty() && bounds.1.is_empty()) {
        true => Ok(Some(low..=high)),
        false => Err(keywords.error(name, format!("{what}, got {}", value.repr()?))),
    }
}

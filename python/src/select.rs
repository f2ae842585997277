//! Puzzles with some properties, in another order, or drawn at random.

use crate::{
    call::Call,
    criteria::{SYMMETRIES, givens, rating, steps},
    generate::seed,
    input::Input,
    kept::Unused,
    keywords::Keywords,
    options::{self, Has},
    reduce::selected,
};
use pyo3::{exceptions::PyTypeError, prelude::*, types::PyDict};
use quadrille::{
    Shape,
    batch::{Filter, Sample, SortBy},
    rating::{Method, StepCriteria},
};
use quadrille_tasks::Task;

#[doc = signature!("select(puzzles, /, number=None, *, givens=None, symmetry=None, rating=None, method=None, \
technique=None, first_steps=None, sort=None, descending=False, per_bucket=False, seed=None", call, column, symbols, engine)]
/// Selects puzzles with some properties, sorts them, or draws some of them at random.
///
/// Args:
///     puzzles: A list of str, a NumPy array of several boards, or a column or table with the Arrow interface.
///     number: How many are drawn at random, of all puzzles or of those with the other properties: every set of this size has the
///         same probability. If there are fewer, all of them are. None draws nothing: all that have the properties are kept.
///     givens: The number of givens: an int, or a range as (24, 28), (24, None), (None, 28) or "24..28".
///     symmetry: The symmetry of the cells that are given: "rotate180", "rotate90", "mirror", "diagonal", or "none" for cells without any of
///         these.
///     rating: The rating: a value or a range, as for `givens`. With the method "logic", values are levels such as "locked". Only
///         9×9 boards have ratings.
///     method: The ratings are by "guesses", "morphs", "logic" or "se", as for `rate`. None is "guesses", or "se" with `technique` or `first_steps`.
///     technique: The technique of the hardest step by "se", such as "naked pair".
///     first_steps: "pearl" if no digit can be placed before the hardest step by "se", "diamond" if the first step is as hard as it.
///     sort: The order of the puzzles: by "givens", "symmetry" (rotate90, rotate180, mirror, diagonal, none) or "rating". Equal ones stay in
///         their order, and puzzles without a rating are last. None is the order in which they were passed.
///     descending: Whether `sort` begins with the greatest.
///     per_bucket: Whether `number` puzzles are drawn of each group of ratings by guesses: 0, 1 to 4, 5 to 19, 20 to 49, 50 to 99 and
///         100 or more.
///     seed: The seed of the random numbers, from 0 to 2**64 - 1, the same as for the command. None is another one each time.
#[doc = args!(call, column, symbols, engine)]
///
/// Returns:
///     The puzzles that are selected, or the rows of a table: a list, an array, a `Column` or a `Table`. A value that is not a puzzle is
///     never selected, nor a board without the rating that is needed, and a warning counts these.
///
#[doc = args!(raises)]
///
/// >>> import quadrille
/// >>> puzzles = quadrille.generate(20, seed=1)
/// >>> few = quadrille.select(puzzles, 3, seed=1)
/// >>> len(few), set(few) < set(quadrille.select(puzzles, 5, seed=1))
/// (3, True)
/// >>> minimal = quadrille.generate(20, minimal=True, seed=1)
/// >>> quadrille.rate(quadrille.select(minimal, rating=(2, None), sort="rating", descending=True))
/// [4, 3, 2, 2, 2]
#[pyfunction]
#[pyo3(signature = (puzzles, /, number=None, **options), text_signature = None)]
pub fn select<'py>(
    puzzles: &Bound<'py, PyAny>,
    number: Option<&Bound<'py, PyAny>>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let keywords = Keywords::new("select", options)?;
    let number = number.map(|number| keywords.value("number", number)).transpose()?;
    let sample = sample(&keywords, number)?;
    let call = Call::take(&keywords)?;
    let options = options::take(&keywords, &call, Has::Engine)?;
    let name: Option<String> = keywords.take("column")?;
    keywords.finish()?;
    let input = Input::of(puzzles, name.as_deref(), call.puzzles)?;
    let what = if number.is_some() { "values that are not drawn" } else { "values that are not selected" };
    let unused = Unused { what, remedy: "", with_nulls: true };
    Ok(selected(puzzles, &input, &sample, (&call, &options), &unused)?.swap_remove(0))
}

/// Takes what is selected, and refuses options that have no effect.
fn sample(keywords: &Keywords<'_>, number: Option<u64>) -> PyResult<Sample> {
    let passed: Option<Method> = keywords.parse("method")?;
    let (method, steps) = steps(keywords, passed)?;
    let filter = filter(keywords, (method, steps))?;
    let per_bucket = keywords.take("per_bucket")?.unwrap_or(false);
    if number.is_none() && filter == Filter::new().method(method) {
        return Err(PyTypeError::new_err(
            "select(): name what to select: givens, symmetry, rating, technique or first_steps for puzzles with these properties, sort for all in \
             another order, or number for a sample",
        ));
    }
    if passed.is_some() && filter.rates_by().is_none() {
        return Err(keywords.error(
            "method",
            "needs rating, technique, first_steps or sort=\"rating\"; pass one, or remove method",
        ));
    }
    if number.is_none() && per_bucket {
        return Err(keywords.error("per_bucket", "needs number; pass it, or remove per_bucket"));
    }
    if number.is_none() && keywords.has("seed")? {
        return Err(keywords.error("seed", "is for the random choices of number; remove it"));
    }
    let sample = Sample::of(number.unwrap_or(u64::MAX)).per_bucket(per_bucket).filter(filter);
    if sample.needs().conflict.is_some() {
        let remedy = "select by rating first, and draw from these puzzles";
        return Err(keywords.error("per_bucket", format!("is by method=\"guesses\", not {method}; {remedy}")));
    }
    Ok(sample.seed(seed(keywords)?))
}

/// Takes the properties of the puzzles, and their order.
fn filter(keywords: &Keywords<'_>, (method, steps): (Method, StepCriteria)) -> PyResult<Filter> {
    let largest = Shape::EACH.map(Shape::area).into_iter().max().unwrap_or(0);
    let mut filter = Filter::new().method(method).steps(steps);
    filter = givens(keywords, largest)?.into_iter().fold(filter, Filter::givens);
    filter = keywords.choice("symmetry", SYMMETRIES)?.into_iter().fold(filter, Filter::symmetry);
    filter = rating(keywords, method)?.into_iter().fold(filter, Filter::rating);
    let sort = keywords.choice("sort", ORDERS)?;
    let descending = keywords.take("descending")?.unwrap_or(false);
    if descending && sort.is_none() {
        return Err(keywords.error("descending", "needs sort; pass it, or remove descending"));
    }
    Ok(sort.into_iter().fold(filter, Filter::sort).descending(descending))
}

const ORDERS: &[(&str, SortBy)] =
    &[("givens", SortBy::Givens), ("symmetry", SortBy::Symmetry), ("rating", SortBy::Rating)];

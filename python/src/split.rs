//! Parts that share no class of puzzles.

use crate::{
    call::Call,
    generate::seed,
    input::Input,
    kept::Unused,
    keywords::Keywords,
    options::{self, Has},
    reduce::selected,
};
use pyo3::{
    prelude::*,
    types::{PyDict, PyList, PyString},
};
use quadrille::batch::Split;

/// For boards above 9×9.
const REMEDY: &str =
    "; of such boards, drop equal ones with dedup(…, equal_by='text'), and divide the others in any way";

#[doc = signature!("split(puzzles, weights, /, *, seed=None", call, column, symbols, engine)]
/// Divides puzzles into parts so that no puzzle of a part is a morph of one in another part, and no solution either.
///
/// Args:
///     puzzles: A list of str, a NumPy array of several boards, or a column or table with the Arrow interface.
///     weights: The weights of the parts, such as `(90, 10)` or "90/10". Only their ratios matter.
///     seed: The seed of the random numbers, from 0 to 2**64 - 1, the same as for `quadrille select --split`. The part of a puzzle
///         depends on the seed, the weights and its class alone. None is another one each time.
#[doc = args!(call, column, symbols, engine)]
///
/// Returns:
///     A list of the parts, each with its puzzles, or rows of a table, in their order: lists, arrays, `Column`s or `Table`s. The sizes
///     follow the weights as nearly as chance allows. A value that is not a puzzle, or a board above 9×9, is not in any part, and a warning
///     counts these.
///
#[doc = args!(raises)]
///
/// >>> import quadrille
/// >>> puzzles = quadrille.generate(10, seed=1)
/// >>> train, test = quadrille.split(puzzles, (80, 20), seed=3)
/// >>> len(train) + len(test)
/// 10
/// >>> len(quadrille.leak(test, train))
/// 0
#[pyfunction]
#[pyo3(signature = (puzzles, weights, /, **options), text_signature = None)]
pub fn split<'py>(
    puzzles: &Bound<'py, PyAny>,
    weights: &Bound<'py, PyAny>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyList>> {
    let py = puzzles.py();
    let keywords = Keywords::new("split", options)?;
    let split = parts(&keywords, weights)?.seed(seed(&keywords)?);
    let call = Call::take(&keywords)?;
    let options = options::take(&keywords, &call, Has::Engine)?;
    let name: Option<String> = keywords.take("column")?;
    keywords.finish()?;
    let input = Input::of(puzzles, name.as_deref(), call.puzzles)?;
    let unused = Unused { what: "values that are not in any part", remedy: REMEDY, with_nulls: true };
    PyList::new(py, selected(puzzles, &input, &split, (&call, &options), &unused)?)
}

/// Parts with these weights: a text, or numbers.
fn parts(keywords: &Keywords<'_>, weights: &Bound<'_, PyAny>) -> PyResult<Split> {
    let split = match weights.cast::<PyString>() {
        Ok(text) => text.to_str()?.parse(),
        // The weights of a dictionary would be its keys.
        Err(_) if weights.is_instance_of::<PyDict>() || weights.try_iter().is_err() => {
            let got = weights.get_type().name()?;
            let what = format!("expected the weights of the parts, such as (90, 10) or \"90/10\", got {got}");
            return Err(keywords.argument("weights").type_error(what));
        }
        Err(_) => Split::new(keywords.value::<Vec<u32>>("weights", weights)?),
    };
    split.map_err(|error| keywords.error("weights", error))
}

//! Random samples.

use crate::{
    answer::column,
    call::Call,
    generate::seed,
    input::Input,
    kept::{LeftOut, kept, several, warn},
    keywords::Keywords,
    options::{self, Has},
    task::Task,
};
use arrow_array::{Array, BooleanArray, cast::AsArray, types::UInt64Type};
use pyo3::{prelude::*, types::PyDict};
use quadrille::{
    batch::Sample,
    rating::Method,
    tasks::{Givens, Rate},
};
use quadrille_puzzles::rating::bucket;
use quadrille_tasks::classes::Key;

#[doc = signature!("select(puzzles, number, /, *, per_bucket=False, seed=None", call, column, symbols, engine)]
/// Draws puzzles at random: every set of this size has the same probability.
///
/// Args:
///     puzzles: A list of str, a NumPy array of several boards, or a column or table with the Arrow interface.
///     number: How many are drawn. If there are fewer, all of them are.
///     per_bucket: Whether so many are drawn of each group of ratings by guesses: 0, 1 to 4, 5 to 19, 20 to 49, 50 to 99 and 100 or
///         more. Only 9×9 boards have ratings.
///     seed: The seed of the random numbers, from 0 to 2**64 - 1, the same as for the command. None is another one each time.
#[doc = args!(call, column, symbols, engine)]
///
/// Returns:
///     The puzzles that are drawn, or the rows of a table, in their order: a list, an array, a `Column` or a `Table`. A value that
///     is not a puzzle is never drawn, and a warning counts these.
///
#[doc = args!(raises)]
///
/// >>> import quadrille
/// >>> puzzles = quadrille.generate(20, seed=1)
/// >>> few = quadrille.select(puzzles, 3, seed=1)
/// >>> len(few), set(few) < set(quadrille.select(puzzles, 5, seed=1))
/// (3, True)
#[pyfunction]
#[pyo3(signature = (puzzles, number, /, **options), text_signature = None)]
pub fn select<'py>(
    puzzles: &Bound<'py, PyAny>,
    number: &Bound<'py, PyAny>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = puzzles.py();
    let keywords = Keywords::new("select", options)?;
    let sample = Sample::of(keywords.value("number", number)?).seed(seed(&keywords)?);
    let per_bucket = keywords.take("per_bucket")?.unwrap_or(false);
    let call = Call::take(&keywords)?;
    let options = options::take(&keywords, &call, Has::Engine)?;
    let name: Option<String> = keywords.take("column")?;
    keywords.finish()?;
    let input = Input::of(puzzles, name.as_deref(), call.puzzles)?;
    let chunks = several(&input, &call)?;
    let rows = chunks.iter().map(|chunk| chunk.len() as u64).sum();
    // The number of givens is the quickest answer that only puzzles have.
    let task = if per_bucket { Task::new(Rate::new(Method::Guesses)) } else { Task::new(Givens::new()) };
    let answers =
        call.run(py, rows, || task.columns(&chunks, &options))?.map_err(|error| call.exception(error))?;
    let (mut keys, mut left_out): (Vec<Key>, _) = (Vec::new(), LeftOut::default());
    for batch in &answers {
        let values = column(batch, task.answer())?.as_primitive::<UInt64Type>();
        left_out.add(batch, values);
        let group = |value: u64| if per_bucket { 1 + bucket(value as f64) as Key } else { 1 };
        keys.extend(values.iter().map(|value| value.map_or(0, group)));
    }
    warn(py, &call, &left_out, ("values that are not drawn", ""))?;
    let mut is_drawn = vec![false; keys.len()];
    sample.per_bucket(per_bucket).draw(&keys).iter().for_each(|row| is_drawn[*row as usize] = true);
    kept(puzzles, &input, &BooleanArray::from(is_drawn))
}

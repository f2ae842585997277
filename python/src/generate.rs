//! Random puzzles.

use crate::{
    call::{Call, user_warning},
    criteria::{criteria, givens},
    generate_columns::Columns,
    keywords::Keywords,
    options::{engine, threads, variants},
};
use pyo3::{
    IntoPyObjectExt,
    exceptions::{PyOSError, PyRuntimeError, PyTypeError},
    prelude::*,
    types::{PyDict, PyList},
};
use quadrille::{
    Error, ErrorKind, RunOptions, Shape,
    engine::EngineChoice,
    generate::{Criteria, Generator, GeneratorOptions, Givens, PuzzleSearch},
    grid::Rules,
};
use quadrille_puzzles::generate::GenerateError;
use std::{
    hash::{BuildHasher, Hasher, RandomState},
    sync::atomic::Ordering,
};

#[doc = signature!("generate(number=None, *, size=9, seed=None, start=None, givens=None, minimal=False, unique=True, \
rating=None, method=None, technique=None, first_steps=None, symmetry='none', pattern=None, no_equivalents=False, per_solution=None, max_tries=None, \
columns=None, variant=None, regions=None", call, engine)]
/// Makes random puzzles with one solution.
///
/// `rating`, `technique`, `first_steps`, a range of `givens`, `symmetry`, `pattern`, `no_equivalents` and `per_solution` start a search: puzzles are made until
/// enough of them are as wanted.
///
/// Args:
///     number: The number of puzzles. None is one, which is returned without a list.
///     size: The cells of a row: 4, 6, 9, 12, 16 or 25.
///     seed: The seed of the random numbers, from 0 to 2**64 - 1: the same puzzles on any machine. None is another one each time.
///     start: The index of the first puzzle, so that parts of a long list can be made apart. None is 0. Not for a search.
///     givens: The number of givens: an int, or a range as (24, 28), (24, None), (None, 28) or "24..28". None is about 33 on 9×9,
///         fewer if the puzzles are minimal.
///     minimal: Whether every given is needed: without it there is a second solution.
///     unique: False also makes puzzles with several solutions. Not for a search.
///     rating: The rating: a value or a range, as for `givens`. With the method "logic", values are levels such as "locked".
///     method: The rating is by "guesses", "morphs", "logic" or "se", as for `rate`. None is "guesses", or "se" with `technique` or `first_steps`.
///     technique: The technique of the hardest step by "se", such as "naked pair".
///     first_steps: "pearl" if no digit can be placed before the hardest step by "se", "diamond" if the first step is as hard as it.
///     symmetry: The symmetry of the cells that are given: "rotate180", "rotate90", "mirror", "diagonal" or "none".
///     pattern: A text with a symbol for each cell, which says which cells are given: `.` or `0` is an empty cell.
///     no_equivalents: Whether no puzzle is a morph of another.
///     per_solution: The most puzzles, from 1, whose solutions are morphs of each other. None is 8 with a rating, else no limit.
///     max_tries: Attempts in a row without a puzzle, from 1, after which a search gives up. None is 10,000,000, or 10,000 with
///         variants and above 9×9.
///     columns: The columns of a `Table` in place of a list: any of "puzzle", "solution", "rating", by `method`, "givens" and
///         "symmetry", as a list or a text with commas.
///     timeout: Seconds after which no more puzzles are made; the `columns` of those that were made are still filled. No limit by default.
#[doc = args!(variant, threads, progress, engine)]
///
/// Returns:
///     A puzzle as a str, a list of `number` of them, or a `Table` with the `columns`. A list or a table has fewer puzzles if `timeout`
///     ended the call, and a warning says how many.
///
/// Raises:
///     TypeError: An argument has another type, or there is no keyword of this name.
///     ValueError: An argument is out of range, or there are no such puzzles.
///     RuntimeError: A search gave up after `max_tries`. The attribute `puzzles` of this exception and of KeyboardInterrupt is a
///         list of the puzzles that were found before.
///     TimeoutError: One puzzle was asked for, and not found within `timeout`.
///
/// >>> import quadrille
/// >>> puzzle = quadrille.generate(seed=1)
/// >>> quadrille.check(puzzle), quadrille.givens(puzzle)
/// ('unique', 33)
/// >>> all(24 <= givens <= 26 for givens in quadrille.givens(quadrille.generate(3, givens=(24, 26), seed=1)))
/// True
/// >>> all(5 <= rating <= 20 for rating in quadrille.rate(quadrille.generate(3, rating=(5, 20), seed=1)))
/// True
#[pyfunction]
#[pyo3(signature = (number=None, /, **options), text_signature = None)]
pub fn generate<'py>(
    py: Python<'py>,
    number: Option<&Bound<'py, PyAny>>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let keywords = Keywords::new("generate", options)?;
    let number = take_number(number, &keywords)?;
    let call = Call::take(&keywords)?;
    let side = keywords.take("size")?.unwrap_or(9);
    let shape = Shape::from_side(side);
    let shape = shape.ok_or_else(|| keywords.error("size", "expected 4, 6, 9, 12, 16 or 25"))?;
    let variants = variants(&keywords)?.unwrap_or_default();
    let rules = Rules::new(shape, &variants);
    let rules = rules.map_err(|e| keywords.error("variant", e))?;
    let source = Source::take(&keywords, number.unwrap_or(1))?;
    let givens = givens(&keywords, shape.area())?;
    let is_minimal = keywords.take("minimal")?.unwrap_or(false);
    let is_unique = keywords.take("unique")?.unwrap_or(true);
    let (by, columns) = Columns::take(&keywords, (shape, variants), source.threads)?;
    let criteria = criteria(&keywords, shape, by, (givens.clone(), is_minimal))?;
    keywords.finish()?;
    let texts = match criteria {
        Some(_) if !is_unique => {
            return Err(keywords.error("unique", "puzzles that are searched for have one solution"));
        }
        Some(_) if source.start.is_some() => {
            return Err(keywords.error("start", "puzzles that are searched for have no index"));
        }
        Some(criteria) => source.search(py, &call, rules, criteria)?,
        None if is_minimal && !is_unique => {
            return Err(keywords.error("minimal", "a minimal puzzle has one solution: it needs unique=True"));
        }
        None => {
            let options =
                generator_options(&rules, givens.map(|range| *range.start()), (is_minimal, is_unique));
            source.draw(py, &call, rules, options.map_err(|error| exception(&call, &error))?)?
        }
    };
    answer(py, &call, (&texts, number), columns)
}

/// Takes `number`, which may also be passed without its name.
fn take_number(passed: Option<&Bound<'_, PyAny>>, keywords: &Keywords<'_>) -> PyResult<Option<u64>> {
    let named = keywords.object("number")?;
    if passed.is_some() && named.is_some() {
        return Err(PyTypeError::new_err("generate() got multiple values for argument 'number'"));
    }
    passed.or(named.as_ref()).map(|number| keywords.value("number", number)).transpose()
}

/// The puzzles in the form that was asked for. A warning says how many they are, if the time limit ended the call.
fn answer<'py>(
    py: Python<'py>,
    call: &Call,
    (texts, number): (&str, Option<u64>),
    columns: Option<Columns>,
) -> PyResult<Bound<'py, PyAny>> {
    if number.is_none() && columns.is_none() {
        let puzzle = texts.lines().next().ok_or_else(|| call.timed_out())?;
        return puzzle.into_bound_py_any(py);
    }
    let (found, number) = (texts.lines().count() as u64, number.unwrap_or(1));
    if found < number {
        let text = format!("found {found} of {number} puzzles in {} s", call.seconds());
        let warned = user_warning(py, &call.argument("timeout").message(text));
        warned.map_err(|error| with_puzzles(py, error, texts))?;
    }
    match columns {
        // The puzzles that were made in time get their answers after it.
        Some(columns) => {
            let table = columns.table(py, &call.again_without_limit(), texts);
            Ok(Bound::new(py, table.map_err(|error| with_puzzles(py, error, texts))?)?.into_any())
        }
        None => Ok(list(py, texts)?.into_any()),
    }
}

/// Lines as a list.
fn list<'py>(py: Python<'py>, lines: &str) -> PyResult<Bound<'py, PyList>> {
    let list = PyList::empty(py);
    lines.lines().try_for_each(|line| list.append(line))?;
    Ok(list)
}

/// A seed, at random if none is given.
pub fn seed(keywords: &Keywords<'_>) -> PyResult<u64> {
    // The standard library takes the keys of its hash tables from the operating system.
    Ok(keywords.take("seed")?.unwrap_or_else(|| RandomState::new().build_hasher().finish()))
}

/// Where the puzzles come from.
struct Source {
    start: Option<u64>,
    number: u64,
    seed: u64,
    threads: usize,
    engine: EngineChoice,
}

/// The puzzles that need no search.
fn generator_options(
    rules: &Rules,
    givens: Option<usize>,
    (is_minimal, is_unique): (bool, bool),
) -> Result<GeneratorOptions, Error> {
    let givens = match (givens, is_minimal) {
        (Some(givens), _) => Givens::Count(givens),
        (None, true) => Givens::Minimal,
        (None, false) => GeneratorOptions::easy(rules.shape()),
    };
    match givens {
        Givens::Count(count) if !is_unique => GeneratorOptions::solvable(rules.shape(), count),
        _ => GeneratorOptions::unique_under(rules, givens),
    }
}

impl Source {
    /// Takes `start`, `seed`, `threads`, `engine` and `isa`.
    fn take(keywords: &Keywords<'_>, number: u64) -> PyResult<Source> {
        let start: Option<u64> = keywords.take("start")?;
        if start.unwrap_or(0).checked_add(number).is_none() {
            return Err(keywords.error("start", "the indices of the puzzles end at 2**64 - 1"));
        }
        let (seed, threads, engine) = (seed(keywords)?, threads(keywords)?, engine(keywords)?);
        Ok(Source { start, number, seed, threads, engine })
    }

    fn draw(self, py: Python<'_>, call: &Call, rules: Rules, options: GeneratorOptions) -> PyResult<String> {
        let failed = |error: Error| exception(call, &error);
        let generator = Generator::new(options, self.number).seed(self.seed).rules(rules).map_err(failed)?;
        let generator = generator.start(self.start.unwrap_or(0)).run_options(self.run_options(call)?);
        let (texts, result) = self.run(py, call, |texts, done| generator.write(texts, done))?;
        result.unwrap_or(Ok(())).map_err(failed).map(|()| texts)
    }

    /// Makes puzzles, as lines, and the result if the time limit did not end it. An exception that ends the call has the puzzles as
    /// `puzzles`.
    fn run<T: Send>(
        &self,
        py: Python<'_>,
        call: &Call,
        make: impl FnOnce(&mut Vec<u8>, &mut (dyn FnMut(u64) + Send)) -> T + Send,
    ) -> PyResult<(String, Option<T>)> {
        let mut texts = Vec::new();
        let made = call.run(py, self.number, || {
            make(&mut texts, &mut |puzzles| call.done.store(puzzles, Ordering::Relaxed))
        });
        let texts = String::from_utf8(texts).expect("the symbols of boards");
        match made {
            Ok(made) => Ok((texts, Some(made))),
            Err(_) if call.is_over() => Ok((texts, None)),
            Err(error) => Err(with_puzzles(py, error, &texts)),
        }
    }

    fn run_options(&self, call: &Call) -> PyResult<RunOptions> {
        let options = RunOptions::new().threads(self.threads).engine(self.engine);
        Ok(options.map_err(|error| call.argument("isa").value_error(error))?.stop_flag(call.stop.clone()))
    }

    fn search(self, py: Python<'_>, call: &Call, rules: Rules, criteria: Criteria) -> PyResult<String> {
        let failed = |error: Error| exception(call, &error);
        let search = PuzzleSearch::under(rules, criteria, self.number).map_err(failed)?.seed(self.seed);
        let tries = search.tries();
        let search = search.run_options(self.run_options(call)?);
        let (texts, searched) =
            self.run(py, call, |texts, done| search.write(texts, &mut |searched| done(searched.accepted)))?;
        let searched = match searched.transpose().map_err(failed)? {
            Some(searched) if searched.out_of_tries => searched,
            _ => return Ok(texts),
        };
        let (found, number) = (searched.accepted, self.number);
        let rarest = search.rarest(&searched).map_or(String::new(), |rarest| format!("; {rarest}"));
        let error = PyRuntimeError::new_err(call.argument("max_tries").message(format!(
            "found {found} of {number} puzzles; gave up after {tries} attempts in a row without one{rarest}"
        )));
        Err(with_puzzles(py, error, &texts))
    }
}

/// An exception with the puzzles that were made before it.
fn with_puzzles(py: Python<'_>, error: PyErr, texts: &str) -> PyErr {
    // An exception of a signal handler may take no attributes.
    let _ = list(py, texts).and_then(|puzzles| error.value(py).setattr("puzzles", puzzles));
    error
}

/// The exception for puzzles that cannot be made.
fn exception(call: &Call, error: &Error) -> PyErr {
    let name = match error.reason() {
        Some(GenerateError::NoGrid { .. } | GenerateError::NotFound { .. }) => "variant",
        Some(GenerateError::Unsupported { shape: Shape::NINE, .. }) => "variant",
        Some(GenerateError::Unsupported { .. }) => "size",
        Some(
            GenerateError::PatternAndSymmetry
            | GenerateError::OtherPattern { .. }
            | GenerateError::PatternGivens { .. }
            | GenerateError::Exchangeable { .. },
        ) => "pattern",
        Some(_) => "givens",
        // The rules are refused.
        None if error.kind() == ErrorKind::Config => "variant",
        None if error.kind() == ErrorKind::Interrupted => return PyRuntimeError::new_err(error.to_string()),
        None => return PyOSError::new_err(error.to_string()),
    };
    call.argument(name).value_error(error)
}

//! Random puzzles.

use crate::{
    call::Call,
    keywords::Keywords,
    options::{engine, threads, variants},
};
use pyo3::{
    IntoPyObjectExt,
    exceptions::{PyOSError, PyRuntimeError, PyValueError},
    prelude::*,
    types::{PyDict, PyList},
};
use quadrille::{
    Error, ErrorKind, Puzzle, RunOptions, Shape,
    engine::EngineChoice,
    generate::{Criteria, Generator, GeneratorOptions, GivenSymmetry, Givens, Pattern, PuzzleSearch},
    grid::Rules,
    rating::Method,
};
use std::{
    hash::{BuildHasher, Hasher, RandomState},
    ops::RangeInclusive,
};

/// Givens that a symmetry may add to the givens of an easy puzzle.
const BY_SYMMETRY: usize = 3;

/// Makes random puzzles with one solution: one, or a list of `count`.
///
/// The same `seed` gives the same puzzles on any machine; without one they are different each time.
/// `start` is the index of the first one, so that parts of a long list can be made apart. The other options are the same as for the command `quadrille generate`: `size` (4, 6, 9, 12, 16 or 25),
/// `givens`, `minimal`, `unique=False`, `variant` and `regions`, and the options for which puzzles are
/// searched: `rating=(low, high)` `by` "guesses", "morphs" or "logic", `clues=(low, high)`, `symmetry`
/// ("rotate180", "rotate90", "mirror", "diagonal"), `pattern` (a text with a symbol for each cell),
/// `no_equivalents`, `per_solution` and `max_tries`. A bound may be None.
///
/// >>> import quadrille
/// >>> puzzle = quadrille.generate(seed=1)
/// >>> quadrille.check(puzzle), sum(cell != "." for cell in puzzle)
/// ('unique', 33)
/// >>> hard = quadrille.generate(3, rating=(5, 20), seed=1)
/// >>> all(5 <= rating <= 20 for rating in quadrille.rate(hard))
/// True
#[pyfunction]
#[pyo3(signature = (count=None, /, **options), text_signature = "(count=None, /, *, size=9, seed=None, start=0, givens=None, minimal=False, threads=0, **options)")]
pub fn generate<'py>(
    py: Python<'py>,
    count: Option<&Bound<'py, PyAny>>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let keywords = Keywords::new("generate", options)?;
    let count: Option<u64> = count.map(|count| keywords.value("count", count)).transpose()?;
    let call = Call::take(&keywords)?;
    let side = keywords.take("size")?.unwrap_or(9);
    let shape = Shape::from_side(side);
    let shape = shape.ok_or_else(|| keywords.error("size", "expected 4, 6, 9, 12, 16 or 25"))?;
    let rules = Rules::new(shape, &variants(&keywords)?.unwrap_or_default());
    let rules = rules.map_err(|e| keywords.error("variant", e))?;
    let start: Option<u64> = keywords.take("start")?;
    if start.unwrap_or(0).checked_add(count.unwrap_or(1)).is_none() {
        return Err(keywords.error("start", "the indices of the puzzles end at 2**64 - 1"));
    }
    let source = Source {
        start: start.unwrap_or(0),
        count: count.unwrap_or(1),
        seed: seed(&keywords)?,
        threads: threads(&keywords)?,
        engine: engine(&keywords)?,
    };
    let givens = keywords.take("givens")?;
    let is_minimal = keywords.take("minimal")?.unwrap_or(false);
    let is_unique = keywords.take("unique")?.unwrap_or(true);
    let puzzles = match wanted(&keywords, shape, (givens, is_minimal))? {
        Some(_) if !is_unique => {
            return Err(keywords.error("unique", "puzzles that are searched for have one solution"));
        }
        Some(_) if start.is_some() => {
            return Err(keywords.error("start", "puzzles that are searched for have no index"));
        }
        Some(wanted) => {
            keywords.finish()?;
            source.search(py, &call, rules, wanted)?
        }
        None => {
            keywords.finish()?;
            source.draw(py, &call, rules, generator_options(shape, givens, (is_minimal, is_unique)))?
        }
    };
    let mut texts = puzzles.iter().map(Puzzle::to_string);
    match count {
        Some(_) => Ok(PyList::new(py, texts.collect::<Vec<_>>())?.into_any()),
        None => texts.next().into_bound_py_any(py),
    }
}

/// A seed, at random if none is given.
pub fn seed(keywords: &Keywords<'_>) -> PyResult<u64> {
    // The standard library takes the keys of its hash tables from the operating system.
    Ok(keywords.take("seed")?.unwrap_or_else(|| RandomState::new().build_hasher().finish()))
}

/// Where the puzzles come from.
struct Source {
    start: u64,
    count: u64,
    seed: u64,
    threads: usize,
    engine: EngineChoice,
}

type WithRules = Box<dyn FnOnce(&Rules) -> Result<GeneratorOptions, String> + Send>;

/// The puzzles that need no search.
fn generator_options(
    shape: Shape,
    givens: Option<usize>,
    (is_minimal, is_unique): (bool, bool),
) -> WithRules {
    let clues = match (givens, is_minimal) {
        (Some(givens), _) => Givens::Count(givens),
        (None, true) => Givens::Minimal,
        (None, false) => GeneratorOptions::easy(shape),
    };
    Box::new(move |rules| match (is_unique, clues) {
        (true, _) => GeneratorOptions::unique_under(rules, clues).map_err(|e| e.to_string()),
        (false, Givens::Count(givens)) => {
            GeneratorOptions::solvable(shape, givens).map_err(|e| e.to_string())
        }
        (false, _) => Err("a minimal puzzle has one solution: minimal=True needs unique=True".into()),
    })
}

impl Source {
    fn draw(self, py: Python<'_>, call: &Call, rules: Rules, options: WithRules) -> PyResult<Vec<Puzzle>> {
        let options = options(&rules).map_err(PyValueError::new_err)?;
        let generator = Generator::new(options, self.count).seed(self.seed).rules(rules);
        let generator = generator.map_err(|e| PyValueError::new_err(e.to_string()))?;
        let generator = generator.start(self.start).run_options(self.run_options(call)?);
        call.run(py, self.count, || generator.puzzles())?.map_err(exception)
    }

    fn run_options(&self, call: &Call) -> PyResult<RunOptions> {
        let options = RunOptions::new().threads(self.threads).engine(self.engine);
        Ok(options.map_err(exception)?.stop_flag(call.stop.clone()))
    }

    fn search(self, py: Python<'_>, call: &Call, rules: Rules, wanted: Criteria) -> PyResult<Vec<Puzzle>> {
        let search = PuzzleSearch::under(rules, wanted, self.count).map_err(exception)?.seed(self.seed);
        let tries = search.tries();
        let search = search.run_options(self.run_options(call)?);
        let (puzzles, searched) = call.run(py, self.count, || search.puzzles())?.map_err(exception)?;
        match searched.out_of_tries {
            false => Ok(puzzles),
            true => Err(PyRuntimeError::new_err(format!(
                "found {} of {} puzzles; gave up after {tries} attempts in a row without one (max_tries=)",
                searched.accepted, self.count
            ))),
        }
    }
}

/// The criteria of the search for puzzles; `None` if they need no search.
fn wanted(
    keywords: &Keywords<'_>,
    shape: Shape,
    (givens, is_minimal): (Option<usize>, bool),
) -> PyResult<Option<Criteria>> {
    let by: Method = keywords.parse("by")?.unwrap_or_default();
    let rating = range(keywords, "rating", (0.0, f64::INFINITY), |text| {
        by.parse_rating(text).map_err(|error| error.to_string())
    })?;
    let clues = range(keywords, "clues", (0, shape.area()), |text| {
        text.parse().map_err(|_| format!("{text:?} is not a number of givens"))
    })?;
    let symmetry = keywords.choice("symmetry", SYMMETRIES)?.unwrap_or_default();
    let pattern: Option<String> = keywords.take("pattern")?;
    let no_equivalents = keywords.take("no_equivalents")?.unwrap_or(false);
    let per_solution: Option<u64> = at_least_1(keywords, "per_solution")?;
    let max_tries: Option<u64> = at_least_1(keywords, "max_tries")?;
    let is_search = rating.is_some()
        || clues.is_some()
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
    let clues = match (clues, givens, GeneratorOptions::easy(shape)) {
        (Some(clues), ..) => Some(clues),
        (None, Some(givens), _) => Some(givens..=givens),
        (None, None, Givens::Count(givens)) if is_easy => Some(givens..=givens + BY_SYMMETRY),
        _ => None,
    };
    let mut wanted = Criteria::new(shape).symmetry(symmetry);
    wanted = if let Some(range) = rating { wanted.rating(by, range) } else { wanted };
    wanted = if let Some(clues) = clues { wanted.givens(clues) } else { wanted };
    wanted = wanted.minimal(is_minimal).no_equivalents(no_equivalents);
    wanted = if let Some(most) = per_solution { wanted.per_solution(most) } else { wanted };
    wanted = if let Some(tries) = max_tries { wanted.max_tries(tries) } else { wanted };
    if let Some(text) = pattern {
        let pattern = Pattern::parse(shape, &text).map_err(|e| keywords.error("pattern", e))?;
        wanted = wanted.pattern(pattern);
    }
    Ok(Some(wanted))
}

/// Takes a number that is not 0: with 0, no puzzle would ever be found.
fn at_least_1(keywords: &Keywords<'_>, name: &str) -> PyResult<Option<u64>> {
    match keywords.take(name)? {
        Some(0) => Err(keywords.error(name, "expected at least 1")),
        number => Ok(number),
    }
}

const SYMMETRIES: &[(&str, GivenSymmetry)] = &[
    ("rotate180", GivenSymmetry::Rotate180),
    ("rotate90", GivenSymmetry::Rotate90),
    ("mirror", GivenSymmetry::Mirror),
    ("diagonal", GivenSymmetry::Diagonal),
    ("none", GivenSymmetry::None),
];

/// Takes a range: a pair of bounds, of which each may be `None`, or a text as on the command line, as
/// in `20..100`.
fn range<T: PartialOrd + Copy>(
    keywords: &Keywords<'_>,
    name: &str,
    (least, most): (T, T),
    parse: impl Fn(&str) -> Result<T, String>,
) -> PyResult<Option<RangeInclusive<T>>> {
    let Some(value) = keywords.object(name)? else { return Ok(None) };
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
        text => parse(text).map_err(|error| keywords.error(name, error)),
    };
    let low = bound(&bounds.0, least)?;
    let high = bound(&bounds.1, if low > most { low } else { most })?;
    match low <= high && !(bounds.0.is_empty() && bounds.1.is_empty()) {
        true => Ok(Some(low..=high)),
        false => Err(keywords.error(name, "expected two bounds, as in (20, 100), (20, None) or \"20..100\"")),
    }
}

/// The exception for a run that failed.
fn exception(error: Error) -> PyErr {
    match error.kind() {
        ErrorKind::Config => PyValueError::new_err(error.to_string()),
        ErrorKind::Interrupted => PyRuntimeError::new_err(error.to_string()),
        _ => PyOSError::new_err(error.to_string()),
    }
}

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
use quadrille::{
    Outcome,
    logic::Techniques,
    rating::Method,
    tasks::{Canonical, Check, Count, FormOf, Givens, Hint, HintMethod, Rate, Solve},
};

/// Solves puzzles.
///
/// Each function takes a str, a list of str, a NumPy array of digits (0 for an empty cell), or a column
/// or table with the Arrow interface, and gives the same kind back; see `help(quadrille)` for the kinds
/// and for the options of all functions.
///
/// `limit` is the number of solutions at which a search ends: with 2, the status says whether a puzzle
/// has exactly one.
///
/// >>> import quadrille
/// >>> puzzle = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
/// >>> quadrille.solve(puzzle)
/// '812753649943682175675491283154237896369845721287169534521974368438526917796318452'
/// >>> quadrille.solve(["1...3..2..4.4..1", "11..............", None])
/// ['1234341221434321', None, None]
///
/// A column of answers also has their status, and the errors of malformed puzzles:
///
/// >>> import pyarrow
/// >>> answers = quadrille.solve(pyarrow.array([puzzle, "no puzzle", None]))
/// >>> answers
/// <quadrille.Column of 3 Utf8: 1 invalid, 1 null, 1 solved>
/// >>> answers.error[1]
/// 'expected 16, 36, 81, 144, 256 or 625 cells, found 9'
///
/// A table gets the columns `solution` and `status`:
///
/// >>> quadrille.solve(pyarrow.table({"id": [7], "question": [puzzle]})).column_names
/// ['id', 'question', 'solution', 'status']
#[pyfunction]
#[pyo3(signature = (puzzles, /, **options), text_signature = "(puzzles, /, *, limit=1, threads=0, **options)")]
pub fn solve<'py>(
    puzzles: &Bound<'py, PyAny>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    if let Some(answer) = at_once(puzzles, options, 1) {
        let py = puzzles.py();
        return match one::text(&answer) {
            Some(text) => Ok(PyString::from_bytes(py, &text)?.into_any()),
            None => Ok(py.None().into_bound(py)),
        };
    }
    let keywords = Keywords::new("solve", options)?;
    let limit = limit(&keywords)?.unwrap_or(1);
    search(puzzles, &keywords, Has::Search, &Task::new(Solve::new().limit(limit)))
}

/// Says whether puzzles have exactly one solution: `unique`, `multiple`, `none`, `invalid` for anything that is
/// not a puzzle, or `unknown` if the search was given up.
///
/// >>> import quadrille
/// >>> quadrille.check("1...3..2..4.4..1")
/// 'unique'
/// >>> quadrille.check(["1..............2", "11..............", "?", None])
/// ['multiple', 'none', 'invalid', None]
#[pyfunction]
#[pyo3(signature = (puzzles, /, **options), text_signature = "(puzzles, /, *, threads=0, **options)")]
pub fn check<'py>(
    puzzles: &Bound<'py, PyAny>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    if let Some(answer) = at_once(puzzles, options, 2) {
        let status = match answer.outcome() {
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
    search(puzzles, &keywords, Has::Search, &Task::new(Check::new()))
}

/// Counts the solutions of puzzles, up to `limit` if it is given.
///
/// >>> import quadrille
/// >>> quadrille.count("." * 16)
/// 288
/// >>> quadrille.count(["1" + "." * 15, "." * 81], limit=1000)
/// [72, 1000]
///
/// A count of 2**64 or more is None. In a NumPy array it is 2**64 - 1, and a value that is not a puzzle, or was given
/// up, has 0 solutions.
#[pyfunction]
#[pyo3(signature = (puzzles, /, **options), text_signature = "(puzzles, /, *, limit=None, threads=0, **options)")]
pub fn count<'py>(
    puzzles: &Bound<'py, PyAny>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let keywords = Keywords::new("count", options)?;
    let limit = limit(&keywords)?.unwrap_or(u64::MAX);
    search(puzzles, &keywords, Has::Search, &Task::new(Count::new().limit(limit)))
}

/// Finds the next digit of puzzles, as a person would: a `Hint`, or `None` if the techniques do not find one.
///
/// `method` is "singles" (naked and hidden), "locked" (also locked candidates) or "all", the default. "naked-singles" fills
/// every cell that has one candidate, all at once.
///
/// >>> import quadrille
/// >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
/// >>> hint = quadrille.hint(puzzle)
/// >>> hint
/// <quadrille.Hint r5c5 = 5: row 5 has 1 3 4 8, column 5 has 2 6 7 9>
/// >>> (hint.cell, hint.digit, hint.technique, hint.puzzle[40])
/// ('r5c5', 5, 'naked single', '5')
///
/// A list gives a list of hints, a NumPy array gives an array of boards with the digit, and a column gives a table with
/// columns of these names.
#[pyfunction]
#[pyo3(signature = (puzzles, /, **options), text_signature = "(puzzles, /, *, method=\"all\", threads=0, **options)")]
pub fn hint<'py>(
    puzzles: &Bound<'py, PyAny>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let keywords = Keywords::new("hint", options)?;
    let by = HintMethod::Techniques;
    let methods = [
        ("all", by(Techniques::All)),
        ("locked", by(Techniques::Locked)),
        ("singles", by(Techniques::Singles)),
        ("naked-singles", HintMethod::NakedSingles),
    ];
    let method = keywords.choice("method", &methods)?;
    let hint = Task::new(method.into_iter().fold(Hint::new(), Hint::method));
    search(puzzles, &keywords, Has::Few, &hint.giving_objects())
}

/// Finds the canonical forms of puzzles of up to 9×9: puzzles have the same form if, and only if, they
/// are morphs of each other.
///
/// With `of="solution"`, it is the form of the solution, for puzzles with exactly one.
///
/// >>> import quadrille
/// >>> quadrille.canonical("1...3..2..4.4..1") == quadrille.canonical(quadrille.morph("1...3..2..4.4..1"))
/// True
///
/// A column of forms also has the numbers of symmetries: `forms["automorphisms"]`.
#[pyfunction]
#[pyo3(signature = (puzzles, /, **options), text_signature = "(puzzles, /, *, of=\"puzzle\", threads=0, **options)")]
pub fn canonical<'py>(
    puzzles: &Bound<'py, PyAny>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let keywords = Keywords::new("canonical", options)?;
    let forms = [("puzzle", FormOf::Puzzle), ("solution", FormOf::Solution)];
    let of = keywords.choice("of", &forms)?.unwrap_or(FormOf::Puzzle);
    search(puzzles, &keywords, Has::Engine, &Task::new(Canonical::new(of)))
}

/// Rates how difficult 9×9 puzzles are.
///
/// `by` is "guesses", the guesses of the search of tdoku, which the data set sudoku-extreme has as its
/// `rating`; "morphs" or "morphs=K", the mean of ln(guesses + 1) over K random morphs, as a power of e,
/// from 1 up; or "logic": "singles", "locked" or "backdoor N". With guesses, `limit` is 1 or 2
/// solutions; with morphs, `seed` is the seed of the morphs.
///
/// >>> import quadrille
/// >>> puzzle = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
/// >>> quadrille.rate(puzzle)
/// 57
/// >>> quadrille.rate([puzzle, None], by="logic")
/// ['backdoor 2', None]
///
/// In a NumPy array of numbers, a value without a rating is nan.
#[pyfunction]
#[pyo3(signature = (puzzles, /, **options), text_signature = "(puzzles, /, *, by=\"guesses\", limit=1, seed=0, threads=0, **options)")]
pub fn rate<'py>(
    puzzles: &Bound<'py, PyAny>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let keywords = Keywords::new("rate", options)?;
    let method: Method = keywords.parse("by")?.unwrap_or_default();
    let mut rating = Rate::new(method);
    match keywords.take("limit")? {
        Some(limit @ 1..=2) => rating = rating.limit(limit),
        Some(limit) => return Err(keywords.error("limit", format!("expected 1 or 2, got {limit}"))),
        None => {}
    }
    if let Some(seed) = keywords.take("seed")? {
        rating = rating.seed(seed);
    }
    search(puzzles, &keywords, Has::Engine, &Task::new(rating))
}

/// Counts the givens of puzzles.
///
/// >>> import quadrille
/// >>> quadrille.givens(["1...3..2..4.4..1", None])
/// [6, None]
///
/// A column of numbers also has the largest symmetry of the cells that are given: `givens["symmetry"]`. A table gets both
/// columns, and in a NumPy array of numbers, a value without givens is nan.
#[pyfunction]
#[pyo3(signature = (puzzles, /, **options), text_signature = "(puzzles, /, *, threads=0, **options)")]
pub fn givens<'py>(
    puzzles: &Bound<'py, PyAny>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let keywords = Keywords::new("givens", options)?;
    search(puzzles, &keywords, Has::Few, &Task::new(Givens::new()))
}

/// Takes `limit`.
fn limit(keywords: &Keywords<'_>) -> PyResult<Option<u64>> {
    match keywords.take("limit")? {
        Some(0) => Err(keywords.error("limit", "expected at least 1, got 0")),
        limit => Ok(limit),
    }
}

/// The answer for a string without options, if it is found in a moment.
fn at_once(
    puzzles: &Bound<'_, PyAny>,
    options: Option<&Bound<'_, PyDict>>,
    limit: usize,
) -> Option<quadrille::Answer> {
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

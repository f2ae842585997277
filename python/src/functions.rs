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
    Outcome, explanation, rating,
    tasks::{Canonical, Check, Count, FormOf, Givens, Hint, HintMethod, Rate, Solve},
};
use quadrille_run::format::puzzle_column;
use quadrille_tasks::Task as _;

#[doc = signature!("solve(puzzles, /, *, limit=1", call, column, prefix, strict, symbols, engine, search)]
/// Solves puzzles.
///
/// Args:
#[doc = args!(puzzles)]
///     limit: The number of solutions, from 1, at which a search ends. With 2, the status says whether there is exactly one.
#[doc = args!(call, column, prefix, strict, symbols, engine, search)]
///
/// Returns:
///     The solution of a str; None if there is none. The same kind as `puzzles` for the others: a list, an array with zeros
///     where there is no solution, a `Column`, or a `Table` with the columns `solution` and `status`.
///
#[doc = args!(raises)]
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
/// >>> quadrille.solve(pyarrow.table({"id": [7], "question": [puzzle]})).column_names
/// ['id', 'question', 'solution', 'status']
#[pyfunction]
#[pyo3(signature = (puzzles, /, **options), text_signature = None)]
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
    let limit = keywords.at_least_1("limit")?.unwrap_or(1);
    search(puzzles, &keywords, Has::Search, &Task::new(Solve::new().limit(limit)))
}

#[doc = signature!("check(puzzles, /, *, minimal=False", call, column, prefix, strict, symbols, engine, search)]
/// Says whether puzzles have exactly one solution.
///
/// Args:
#[doc = args!(puzzles)]
///     minimal: Whether the answers to columns and tables, not those to lists, also say which givens could be left out, each alone, in the column `minimality`: "minimal",
///         "redundant: " and the cells, or "unknown" if searches were given up; with cells, "; 3 unknown" is their number. It is null unless the status is "unique".
#[doc = args!(call, column, prefix, strict, symbols, engine, search)]
///
/// Returns:
///     The status of a str: "unique", "multiple", "none", "invalid" for a text that is not a puzzle, or "unknown" if the search was
///     given up. A list or an array of them, a `Column`, or a `Table` with the column `status`.
///
#[doc = args!(raises)]
///
/// >>> import quadrille
/// >>> quadrille.check("1...3..2..4.4..1")
/// 'unique'
/// >>> quadrille.check(["1..............2", "11..............", "?", None])
/// ['multiple', 'none', 'invalid', None]
/// >>> import pyarrow
/// >>> answers = quadrille.check(pyarrow.array(["1...3..2..4.4..1", "1......2..4.4..1"]), minimal=True)
/// >>> answers["minimality"].to_pylist()
/// ['redundant: r2c1 r4c1', 'minimal']
#[pyfunction]
#[pyo3(signature = (puzzles, /, **options), text_signature = None)]
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
    let minimal = keywords.take("minimal")?.unwrap_or(false);
    let task =
        Task::new(Check::new().minimal(minimal)).for_columns_only("minimal", "several answers", minimal);
    search(puzzles, &keywords, Has::Search, &task)
}

#[doc = signature!("count(puzzles, /, *, limit=None", call, column, prefix, strict, symbols, engine, search)]
/// Counts the solutions of puzzles.
///
/// Args:
#[doc = args!(puzzles)]
///     limit: The number of solutions, from 1, at which a count ends. None counts all.
#[doc = args!(call, column, prefix, strict, symbols, engine, search)]
///
/// Returns:
///     The number of solutions of a str; None if it is 2**64 or more, or the search was given up. A list, a `Column`, or a
///     `Table` with the columns `count` and `status`. In an array of uint64, a count of 2**64 or more is 2**64 - 1, and a value that is not a
///     puzzle, or was given up, has 0 solutions.
///
#[doc = args!(raises)]
///
/// >>> import quadrille
/// >>> quadrille.count("." * 16)
/// 288
/// >>> quadrille.count(["1" + "." * 15, "." * 81], limit=1000)
/// [72, 1000]
#[pyfunction]
#[pyo3(signature = (puzzles, /, **options), text_signature = None)]
pub fn count<'py>(
    puzzles: &Bound<'py, PyAny>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let keywords = Keywords::new("count", options)?;
    let limit = keywords.at_least_1("limit")?.unwrap_or(u64::MAX);
    search(puzzles, &keywords, Has::Search, &Task::new(Count::new().limit(limit)))
}

#[doc = signature!("hint(puzzles, /, *, method='all', all_steps=False", call, column, prefix, strict, symbols)]
/// Finds the next step of 9×9 puzzles, as a person would.
///
/// Args:
#[doc = args!(puzzles)]
///     method: The techniques: "singles" (naked and hidden singles), "locked" (also locked candidates) or "all", which goes on with the
///         techniques of Sudoku Explainer on 9×9 boards. With "se" or "se=no-uniqueness" the hint is the next step of Sudoku Explainer,
///         with "hodoku" of HoDoKu, which may eliminate candidates. "naked-singles" fills every cell that has one candidate, all at once.
///     all_steps: Whether all steps that the techniques of HoDoKu find in the position are added, as `steps`, but no siamese fish, which are two
///         fish each. Only with the method "hodoku", and not for arrays.
#[doc = args!(call, column, prefix, strict, symbols)]
///
/// Returns:
///     The `Hint` for a str, or None if the techniques find none. A list of hints, an array of boards with the digit, or a
///     `Table` with columns that are named as the attributes of `Hint`.
///
#[doc = args!(raises)]
///
/// >>> import quadrille
/// >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
/// >>> hint = quadrille.hint(puzzle)
/// >>> hint
/// <quadrille.Hint r5c5 = 5: row 5 has 1 3 4 8, column 5 has 2 6 7 9>
/// >>> (hint.cell, hint.digit, hint.technique, hint.puzzle[40])
/// ('r5c5', 5, 'naked single', '5')
#[pyfunction]
#[pyo3(signature = (puzzles, /, **options), text_signature = None)]
pub fn hint<'py>(
    puzzles: &Bound<'py, PyAny>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let keywords = Keywords::new("hint", options)?;
    let by_techniques =
        explanation::Method::EACH.map(|method| (method.name(), HintMethod::Techniques(method)));
    let methods = [&by_techniques[..], &[("naked-singles", HintMethod::NakedSingles)]].concat();
    let method = keywords.choice("method", &methods)?;
    let all_steps = keywords.take("all_steps")?.unwrap_or(false);
    if all_steps && method != Some(HintMethod::Techniques(explanation::Method::Hodoku)) {
        return Err(keywords.error("all_steps", "only the method \"hodoku\" lists all steps"));
    }
    let hint = method.into_iter().fold(Hint::new(), Hint::method).all_steps(all_steps);
    let hint = Task::new(hint).for_columns_only("all_steps", "all steps", all_steps);
    let method = method.unwrap_or(HintMethod::Techniques(explanation::Method::All));
    search(puzzles, &keywords, Has::Few, &hint.giving_hints(method))
}

#[doc = signature!("canonical(puzzles, /, *, form_of='puzzle', transform=False", call, column, prefix, strict, symbols, engine)]
/// Finds the canonical forms of puzzles of up to 9×9: puzzles have the same form if, and only if, they are morphs of each other.
///
/// Args:
#[doc = args!(puzzles)]
///     form_of: "puzzle", "solution" for the form of the solution of puzzles with exactly one, or "givens" for the least morph of the givens, without solving.
///     transform: Whether the answers to columns and tables, not those to lists, also have the transformation that leads to the form, in the column `transform`.
#[doc = args!(call, column, prefix, strict, symbols, engine)]
///
/// Returns:
///     The form of a str; None if it has none. A list, an array with zeros where there is no form, a `Column`, whose
///     `column["automorphisms"]` are the numbers of symmetries, or a `Table` with the columns `canonical`, `automorphisms` and
///     `status`.
///
#[doc = args!(raises)]
///
/// >>> import quadrille
/// >>> quadrille.canonical("1...3..2..4.4..1") == quadrille.canonical(quadrille.morph("1...3..2..4.4..1"))
/// True
/// >>> import pyarrow
/// >>> quadrille.canonical(pyarrow.array(["1...3..2..4.4..1"]), transform=True)["transform"].to_pylist()
/// ['t-r2143-c3412-d1324']
#[pyfunction]
#[pyo3(signature = (puzzles, /, **options), text_signature = None)]
pub fn canonical<'py>(
    puzzles: &Bound<'py, PyAny>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let keywords = Keywords::new("canonical", options)?;
    let forms = [("puzzle", FormOf::Puzzle), ("solution", FormOf::Solution), ("givens", FormOf::Givens)];
    let of = keywords.choice("form_of", &forms)?.unwrap_or(FormOf::Puzzle);
    let transform = keywords.take("transform")?.unwrap_or(false);
    let task = Task::new(Canonical::new(of).transforms(transform)).for_columns_only(
        "transform",
        "several answers",
        transform,
    );
    search(puzzles, &keywords, Has::Engine, &task)
}

#[doc = signature!("rate(puzzles, /, *, method='guesses', limit=None, seed=None, \
rating_column=None", call, column, prefix, strict, symbols, engine)]
/// Rates how difficult 9×9 puzzles are.
///
/// Args:
#[doc = args!(puzzles)]
///     method: "guesses": the guesses of the search of tdoku, which the data set sudoku-extreme has as its `rating`. "morphs" or
///         "morphs=K": the mean of ln(guesses + 1) over K random morphs (10), as a power of e, from 1 up. "logic": what a person
///         needs, "singles", "locked" or "backdoor N". "se": ER of Sudoku Explainer, from 1.0 to 11.9 for the hardest known puzzles,
///         0.0 for a solved grid, 20.0 if its techniques end; "se=no-uniqueness" leaves out the techniques that assume that a puzzle
///         has one solution. "hodoku": the score of HoDoKu.
///     limit: With "guesses", the number of solutions, 1 or 2, at which a search ends. None is 1.
///     seed: With "morphs", the seed of the morphs, from 0 to 2**64 - 1. None is 0.
///     rating_column: The column that the ratings of a table are written to. None is `rating`, with "se" `er`, with "hodoku" `score`.
#[doc = args!(call, column, prefix, strict, symbols, engine)]
///
/// Returns:
///     The rating of a str: an int, with "morphs" and "se" a float, with "logic" a str. A list, an array (nan, or None, for a value
///     without a rating), a `Column`, or a `Table` with the columns `rating` and `status`; with "logic" also `step_count`, with "se" `er`,
///     `ep`, `ed` and `status`, with "hodoku" `score`, `level` and `status`.
///
#[doc = args!(raises)]
///
/// >>> import quadrille
/// >>> puzzle = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
/// >>> quadrille.rate(puzzle)
/// 57
/// >>> quadrille.rate([puzzle, None], method="logic")
/// ['backdoor 2', None]
/// >>> quadrille.rate(puzzle, method="se")
/// 10.7
#[pyfunction]
#[pyo3(signature = (puzzles, /, **options), text_signature = None)]
pub fn rate<'py>(
    puzzles: &Bound<'py, PyAny>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let keywords = Keywords::new("rate", options)?;
    let method: rating::Method = keywords.parse("method")?.unwrap_or_default();
    let mut rating = Rate::new(method);
    match keywords.take("limit")? {
        Some(limit @ 1..=2) => rating = rating.limit(limit),
        Some(limit) => return Err(keywords.error("limit", format!("expected 1 or 2, got {limit}"))),
        None => {}
    }
    if let Some(seed) = keywords.take("seed")? {
        rating = rating.seed(seed);
    }
    let rating_column: Option<String> = keywords.take("rating_column")?;
    let is_named = rating_column.as_ref().is_some_and(|name| name != "rating");
    if let Some(name) = rating_column {
        let is_other = rating.columns()[1..].iter().any(|column| column.name == name);
        if is_other || name == "error" || puzzle_column(&[&name], None).is_some() {
            return Err(keywords.error("rating_column", format!("{name:?} is the name of another column")));
        }
        rating = rating.rating_column(name);
    }
    let task = Task::new(rating).for_columns_only("rating_column", "names for their answers", is_named);
    search(puzzles, &keywords, Has::Engine, &task)
}

#[doc = signature!("givens(puzzles, /, *", call, column, prefix, strict, symbols)]
/// Counts the givens of puzzles.
///
/// Args:
#[doc = args!(puzzles, call, column, prefix, strict, symbols)]
///
/// Returns:
///     The number of givens of a str. A list, an array (nan for a value that is not a puzzle), a `Column`, whose
///     `column["symmetry"]` is the largest symmetry of the cells that are given, or a `Table` with the columns `givens`,
///     `symmetry` and `status`.
///
#[doc = args!(raises)]
///
/// >>> import quadrille
/// >>> quadrille.givens(["1...3..2..4.4..1", None])
/// [6, None]
#[pyfunction]
#[pyo3(signature = (puzzles, /, **options), text_signature = None)]
pub fn givens<'py>(
    puzzles: &Bound<'py, PyAny>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let keywords = Keywords::new("givens", options)?;
    search(puzzles, &keywords, Has::Few, &Task::new(Givens::new()))
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

//! All solutions of one puzzle, one after the other.

use crate::{
    answer::{column, error},
    call::Call,
    input::Input,
    keywords::{Argument, Keywords},
    options::{self, Has, engine, variants},
    task::{Task, boards},
    values,
};
use arrow_array::ArrayRef;
use numpy::{PyArray1, PyUntypedArrayMethods};
use pyo3::{
    prelude::*,
    types::{PyDict, PyString},
};
use quadrille::{Puzzle, RunOptions, Shape, Solution, Solver, tasks::Solve};
use std::{
    collections::{BTreeSet, VecDeque},
    sync::Mutex,
    time::{Duration, Instant},
};

/// How long a search continues for the solutions after the next one, so that a thread is worth its start.
const AHEAD: Duration = Duration::from_millis(5);
/// The most solutions that are kept.
const MOST: usize = 4096;

/// An iterator over the solutions of one puzzle, made by `quadrille.solutions`. It ends after the last one.
///
/// >>> import quadrille
/// >>> solutions = quadrille.solutions("12.............3")
/// >>> next(solutions), len(list(solutions))
/// ('1234341223414123', 5)
#[pyclass(frozen, module = "quadrille")]
pub struct Solutions {
    call: Call,
    form: Form,
    state: Mutex<State>,
}

struct State {
    search: Option<quadrille::Solutions>,
    ready: VecDeque<Solution>,
    left: u64,
}

/// How solutions are returned.
enum Form {
    /// As text; the characters of the digits.
    Text(Vec<u8>),
    /// As an array of this shape.
    Array(Py<PyAny>),
}

#[doc = signature!("solutions(puzzle, /, *, limit=None", call, symbols, engine, search)]
/// Finds all solutions of one puzzle, one after the other, in bounded memory.
///
/// Args:
///     puzzle: A str, or a NumPy array with the digits of one board (0 is an empty cell).
///     limit: The most solutions that are found. None finds all.
///     threads: Accepted as by the other functions; the search has one thread.
///     timeout: Seconds after which the search for the next solution fails with TimeoutError. No limit by default.
///     progress: True for a progress bar of tqdm, or a line of text without tqdm; or a function that is called with (done, total).
#[doc = args!(symbols, engine, search)]
///
/// Returns:
///     An iterator of str or arrays. The search continues as they are read.
///
#[doc = args!(raises)]
///
/// >>> import quadrille
/// >>> len(list(quadrille.solutions("12..............")))
/// 24
/// >>> next(quadrille.solutions("." * 81))[:9]
/// '123456789'
#[pyfunction]
#[pyo3(signature = (puzzle, /, **options), text_signature = None)]
pub fn solutions<'py>(
    puzzle: &Bound<'py, PyAny>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Solutions> {
    let keywords = Keywords::new("solutions", options)?;
    let mut call = Call::take(&keywords)?;
    call.puzzles = keywords.argument("puzzle");
    let again = Keywords::new("solutions", options)?;
    let checked = options::take(&keywords, &call, Has::Search)?;
    let left = keywords.take("limit")?.unwrap_or(u64::MAX);
    keywords.finish()?;
    let input = Input::of(puzzle, None, call.puzzles)?;
    let (array, text): (ArrayRef, Option<String>) = match &input {
        Input::Text(array) => (array.clone(), Some(puzzle.cast::<PyString>()?.to_string_lossy().into())),
        Input::Cells(cells) if cells.is_single => {
            (boards(cells.rows.as_slice()?, cells.rows.shape()[1]), None)
        }
        _ => return Err(call.puzzles.type_error("expected one puzzle, a str or an array of one")),
    };
    let py = puzzle.py();
    // It says what is wrong with a puzzle, and shows the characters of its digits.
    let first = call
        .run(py, 1, || Task::new(Solve::new()).columns(&[array], &checked))?
        .map_err(|error| call.exception(error))?
        .remove(0);
    if let Some(what) = error(&first, 0) {
        return Err(call.puzzles.value_error(what));
    }
    let (cells, form) = match (&input, text) {
        (Input::Cells(cells), _) => {
            (Some(cells.rows.as_slice()?.to_vec()), Form::Array(cells.shape.clone().unbind()))
        }
        (_, Some(text)) => {
            let grid: Option<String> = values::value(py, column(&first, "solution")?, 0)?.extract()?;
            let symbols: BTreeSet<u8> = grid.iter().flat_map(|grid| grid.bytes()).collect();
            let symbols: Vec<u8> = symbols.into_iter().collect();
            let cells = grid.map(|_| cells_of(&text, &symbols, call.puzzles)).transpose()?;
            (cells, Form::Text(symbols))
        }
        _ => unreachable!("a string has a text"),
    };
    let search = match cells {
        Some(cells) => {
            let puzzle = Puzzle::new(cells).map_err(|e| call.puzzles.value_error(e))?;
            Some(solver(&again, &call)?.solutions(&puzzle))
        }
        None => None,
    };
    Ok(Solutions { call, form, state: Mutex::new(State { search, ready: VecDeque::new(), left }) })
}

/// The cells of a board. All alphabets are in the order of ASCII, so that those that a solution has are
/// the digits.
fn cells_of(text: &str, symbols: &[u8], argument: Argument<'_>) -> PyResult<Vec<u8>> {
    if symbols.len() <= 9
        && let Ok(puzzle) = text.parse::<Puzzle>()
    {
        return Ok(puzzle.givens().to_vec());
    }
    let is_cell = |byte: &u8| !byte.is_ascii_whitespace();
    let digit =
        |byte: u8| symbols.iter().position(|&s| s == byte.to_ascii_uppercase()).map_or(0, |at| at + 1);
    let cells: Vec<u8> = text.bytes().filter(is_cell).map(|byte| digit(byte) as u8).collect();
    match Shape::from_side(symbols.len()) {
        Some(shape) if shape.area() == cells.len() => Ok(cells),
        _ => Err(argument.value_error("expected one character for each cell")),
    }
}

fn solver(keywords: &Keywords<'_>, call: &Call) -> PyResult<Solver> {
    let mut options = RunOptions::new().stop_flag(call.stop.clone());
    options = options.engine(engine(keywords)?).map_err(|e| keywords.error("isa", e))?;
    if let Some(nodes) = keywords.take("max_nodes")? {
        options = options.max_nodes(nodes);
    }
    if let Some(time) = crate::call::seconds(keywords, "timeout_per_puzzle")? {
        options = options.timeout_per_puzzle(time);
    }
    let solver = Solver::new().run_options(options);
    match variants(keywords)? {
        Some(variants) => solver.variants(variants).map_err(|e| keywords.error("variant", e)),
        None => Ok(solver),
    }
}

impl State {
    /// Finds the next solution, and those after it that are found at once.
    fn search(&mut self) {
        let start = Instant::now();
        while let Some(search) = &mut self.search
            && (self.ready.len() as u64) < self.left
        {
            match search.next() {
                Some(solution) => self.ready.push_back(solution),
                None => self.search = None,
            }
            if !self.ready.is_empty() && (start.elapsed() > AHEAD || self.ready.len() == MOST) {
                break;
            }
        }
    }
}

#[pymethods]
impl Solutions {
    fn __iter__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        // Another thread may hold the lock while it waits for the interpreter.
        let state = || self.state.lock().unwrap_or_else(|error| error.into_inner());
        let is_empty = py.detach(|| state().ready.is_empty());
        if is_empty {
            // A loop in C, such as the loop of `list`, does not look for signals, and a short search does not either.
            py.check_signals()?;
            self.call.run(py, 0, || state().search())?;
        }
        let solution = py.detach(|| {
            let mut state = state();
            let solution = state.ready.pop_front();
            state.left = state.left.saturating_sub(u64::from(solution.is_some()));
            solution
        });
        let Some(solution) = solution else { return Ok(None) };
        match &self.form {
            Form::Text(symbols) => {
                let text: Vec<u8> = solution.cells().iter().map(|&d| symbols[usize::from(d) - 1]).collect();
                Ok(Some(PyString::from_bytes(py, &text)?.into_any()))
            }
            Form::Array(shape) => {
                let cells = PyArray1::from_vec(py, solution.cells().to_vec());
                Ok(Some(cells.call_method1("reshape", (shape,))?))
            }
        }
    }
}

//! Exact cover problems.

use crate::{
    call::{Call, seconds},
    keywords::Keywords,
};
use pyo3::{
    exceptions::{PyMemoryError, PyTypeError, PyValueError},
    prelude::*,
    types::{PyDict, PyList, PyMapping},
};
use quadrille::{Cover, CoverError, CoverSolver, Limits, Outcome};
use std::collections::HashMap;

/// Finds the solutions of an exact cover problem: sets of options that have each item exactly once.
///
/// An option is a list of items, which are any objects that can be keys of a dictionary. A solution is
/// a list of the numbers of its options, in ascending order. `secondary` are items that may be covered
/// once or not at all. An option that is a dictionary gives its secondary items colors (None for none):
/// options with the same color may share an item. `primary` names items that have to be covered, also
/// if no option has them. A matrix of 0 and 1 has options as its rows and items as its columns.
///
/// `limit` is the number of solutions at which the search ends; `count=True` gives only their number.
/// `timeout`, `max_nodes` and `timeout_per_puzzle` end a search with an error.
///
/// >>> import quadrille
/// >>> quadrille.cover([["a", "b"], ["c"], ["a"], ["b", "c"]])
/// [[0, 1], [2, 3]]
/// >>> quadrille.cover([{"p": None, "s": "red"}, {"q": None, "s": "red"}, {"q": None, "s": "blue"}], secondary=["s"])
/// [[0, 1]]
/// >>> queens = [[("row", r), ("column", c), ("up", r + c), ("down", r - c)] for r in range(8) for c in range(8)]
/// >>> diagonals = {item for option in queens for item in option[2:]}
/// >>> quadrille.cover(queens, secondary=diagonals, count=True)
/// 92
#[pyfunction]
#[pyo3(signature = (options, /, **keywords), text_signature = "(options, /, *, secondary=(), primary=None, limit=None, count=False, **keywords)")]
pub fn cover<'py>(
    options: &Bound<'py, PyAny>,
    keywords: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = options.py();
    let keywords = Keywords::new("cover", keywords)?;
    let call = Call::take(&keywords)?;
    let limit = keywords.take("limit")?;
    let is_count = keywords.take("count")?.unwrap_or(false);
    let mut limits = Limits::new(limit.unwrap_or(u64::MAX));
    limits.max_nodes = keywords.take("max_nodes")?.unwrap_or(limits.max_nodes);
    limits.timeout_per_puzzle = seconds(&keywords, "timeout_per_puzzle")?;
    limits.stop_flag = Some(call.stop.clone());
    let problem = Problem::take(options, &keywords)?;
    keywords.finish()?;
    // An item without an option cannot be covered, and needs no search.
    let is_possible = problem.cover.uncovered().is_none() && limit != Some(0);
    let mut found: Vec<Vec<usize>> = Vec::new();
    let report = call.run(py, 0, || {
        if !is_possible {
            return Ok(None);
        }
        let mut solver = CoverSolver::try_new(&problem.cover)?;
        let report = match is_count {
            true => solver.count(&limits),
            false => solver.solve(&limits, |options| found.push(sorted(options))),
        };
        Ok(Some(report))
    })?;
    let report = report.map_err(out_of_memory)?;
    if report.is_some_and(|report| report.outcome == Outcome::Unknown) {
        let message = "the search reached max_nodes or timeout_per_puzzle before it was finished";
        return Err(PyValueError::new_err(message));
    }
    match is_count {
        true => Ok(report.map_or(0, |report| report.solutions).into_pyobject(py)?.into_any()),
        false => Ok(PyList::new(py, found)?.into_any()),
    }
}

fn out_of_memory(error: quadrille::OutOfMemory) -> PyErr {
    PyMemoryError::new_err(error.to_string())
}

fn sorted(options: &[usize]) -> Vec<usize> {
    let mut options = options.to_vec();
    options.sort_unstable();
    options
}

/// A problem whose items are objects of Python.
struct Problem<'py> {
    cover: Cover,
    numbers: Bound<'py, PyDict>,
    /// The number of each color.
    colors: Bound<'py, PyDict>,
}

impl<'py> Problem<'py> {
    fn take(options: &Bound<'py, PyAny>, keywords: &Keywords<'py>) -> PyResult<Problem<'py>> {
        let py = options.py();
        let numbers = PyDict::new(py);
        let secondary = PyDict::new(py);
        if let Some(items) = keywords.object("secondary")? {
            for item in items.try_iter()? {
                secondary.set_item(item?, ())?;
            }
        }
        if let Some(items) = keywords.object("primary")? {
            for item in items.try_iter()? {
                let item = item?;
                if secondary.contains(&item)? {
                    return Err(PyValueError::new_err(format!(
                        "item {} is primary and secondary",
                        item.repr()?
                    )));
                }
                numbers.set_item(&item, numbers.len())?;
            }
        }
        if is_matrix(options)? && numbers.is_empty() {
            let columns: usize = options.getattr("shape")?.get_item(1)?.extract()?;
            (0..columns).try_for_each(|column| numbers.set_item(column, column))?;
        }
        let options = rows(options)?;
        for option in &options {
            for item in option.try_iter()? {
                let item = item?;
                if !secondary.contains(&item)? && !numbers.contains(&item)? {
                    numbers.set_item(&item, numbers.len())?;
                }
            }
        }
        let primary = numbers.len();
        for item in secondary.keys() {
            numbers.set_item(item, numbers.len())?;
        }
        let cover = Cover::new(primary, secondary.len());
        let mut problem = Problem { cover, numbers, colors: PyDict::new(py) };
        for (index, option) in options.iter().enumerate() {
            problem.add(index, option)?;
        }
        Ok(problem)
    }

    fn number(&self, item: &Bound<'py, PyAny>) -> PyResult<usize> {
        self.numbers.get_item(item)?.expect("all items have numbers").extract()
    }

    /// A number from 1 on for each color.
    fn color(&self, color: &Bound<'py, PyAny>) -> PyResult<u32> {
        if color.is_none() {
            return Ok(0);
        }
        if !self.colors.contains(color)? {
            self.colors.set_item(color, self.colors.len() + 1)?;
        }
        self.colors.get_item(color)?.expect("it was just set").extract()
    }

    fn add(&mut self, index: usize, option: &Bound<'py, PyAny>) -> PyResult<()> {
        let added = match option.cast::<PyMapping>() {
            Ok(colored) => {
                let mut items = Vec::new();
                for pair in colored.items()? {
                    let (item, color) = pair.extract::<(Bound<'py, PyAny>, Bound<'py, PyAny>)>()?;
                    items.push((self.number(&item)?, self.color(&color)?));
                }
                self.cover.add_colored(&items)
            }
            Err(_) => {
                let items = option.try_iter()?.map(|item| self.number(&item?));
                self.cover.add(&items.collect::<PyResult<Vec<_>>>()?)
            }
        };
        added.map(drop).map_err(|error| match error {
            CoverError::OutOfMemory(error) => out_of_memory(error),
            CoverError::RepeatedItem(item) | CoverError::ColoredPrimary(item) => {
                let name = self.name(item).unwrap_or_default();
                let what = match error {
                    CoverError::RepeatedItem(_) => "is repeated",
                    _ => "is primary and cannot have a color",
                };
                PyValueError::new_err(format!("option {index}: item {name} {what}"))
            }
            error => PyValueError::new_err(format!("option {index}: {error}")),
        })
    }

    fn name(&self, number: usize) -> PyResult<String> {
        let names: HashMap<usize, String> = self
            .numbers
            .iter()
            .map(|(item, number)| Ok((number.extract()?, item.repr()?.to_string_lossy().into_owned())))
            .collect::<PyResult<_>>()?;
        Ok(names.get(&number).cloned().unwrap_or_default())
    }
}

fn is_matrix(options: &Bound<'_, PyAny>) -> PyResult<bool> {
    Ok(options.hasattr("__array_interface__")? && options.getattr("ndim")?.extract::<usize>()? == 2)
}

/// The options: lists of items, or the rows of a matrix of 0 and 1, whose columns are the items.
fn rows<'py>(options: &Bound<'py, PyAny>) -> PyResult<Vec<Bound<'py, PyAny>>> {
    if is_matrix(options)? {
        let rows = options.py().import("quadrille._numpy")?.call_method1("rows", (options,))?;
        return rows.extract();
    }
    let mut rows = Vec::new();
    for (index, option) in options.try_iter()?.enumerate() {
        let option = option?;
        let is_text = option.is_instance_of::<pyo3::types::PyString>();
        let items = option.try_iter().ok().filter(|_| !is_text);
        let items = items.ok_or_else(|| {
            let name = option.get_type().name().map(|name| name.to_string()).unwrap_or_default();
            PyTypeError::new_err(format!("option {index}: expected a list of items or a dict, got {name}"))
        })?;
        // An iterator can be read only once.
        let is_iterator = items.is(&option);
        rows.push(if is_iterator {
            PyList::new(option.py(), items.collect::<PyResult<Vec<_>>>()?)?.into_any()
        } else {
            option
        });
    }
    Ok(rows)
}

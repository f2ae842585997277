//! Answers to NumPy arrays, as NumPy arrays.

use crate::{
    answer::{check_batch, column},
    call::Call,
    input::Cells,
    task::Task,
};
use arrow_array::{
    Array, RecordBatch,
    cast::AsArray,
    types::{Float64Type, UInt64Type},
};
use numpy::{PyArray1, PyUntypedArrayMethods};
use pyo3::{IntoPyObjectExt, prelude::*, types::PyList};
use quadrille::arrow::Options;
use quadrille_tasks::ColumnKind;

/// The results gathered from the answers to one block after the other.
enum Gathered {
    /// One grid for each puzzle; zeros where there is none.
    Grids { cells: Vec<u8>, area: usize },
    /// A number for each; 0 where there is none, and the greatest one for a number that is greater.
    Counts(Vec<u64>),
    /// A number for each, not a number where there is none.
    Numbers(Vec<f64>),
    /// A text for each.
    Texts(Vec<Option<String>>),
}

impl Gathered {
    fn new(task: &Task, rows: usize, area: usize) -> Gathered {
        match task.kind() {
            ColumnKind::Board => Gathered::Grids { cells: Vec::with_capacity(rows * area), area },
            ColumnKind::Count => Gathered::Counts(Vec::with_capacity(rows)),
            ColumnKind::Number | ColumnKind::Float => Gathered::Numbers(Vec::with_capacity(rows)),
            _ => Gathered::Texts(Vec::with_capacity(rows)),
        }
    }

    fn push(&mut self, answers: &dyn Array, statuses: &dyn Array) {
        match self {
            Gathered::Grids { cells, area } => add_grids(cells, *area, answers),
            Gathered::Counts(counts) => {
                let (statuses, answers) = (words(statuses), answers.as_primitive::<UInt64Type>());
                let count = |(count, status): (Option<u64>, &str)| {
                    count.unwrap_or(if status == "multiple" { u64::MAX } else { 0 })
                };
                counts.extend(answers.iter().zip(statuses).map(count));
            }
            Gathered::Numbers(found) => match answers.as_primitive_opt::<UInt64Type>() {
                Some(numbers) => {
                    found.extend(numbers.iter().map(|n| n.map_or(f64::NAN, |n| n as f64)));
                }
                None => {
                    let numbers = answers.as_primitive::<Float64Type>();
                    found.extend(numbers.iter().map(|n| n.unwrap_or(f64::NAN)));
                }
            },
            Gathered::Texts(texts) => add_texts(texts, answers),
        }
    }

    fn into_array<'py>(self, py: Python<'py>, puzzles: &Cells<'py>) -> PyResult<Bound<'py, PyAny>> {
        let array = match self {
            Gathered::Grids { cells, .. } => {
                let array = PyArray1::from_vec(py, cells);
                return array.call_method1("reshape", (&puzzles.shape,));
            }
            Gathered::Counts(counts) => PyArray1::from_vec(py, counts).into_any(),
            Gathered::Numbers(found) => PyArray1::from_vec(py, found).into_any(),
            Gathered::Texts(texts) => {
                let texts = PyList::new(py, texts)?;
                if puzzles.is_single {
                    return texts.get_item(0);
                }
                return py.import("quadrille._numpy")?.call_method1("texts", (texts,));
            }
        };
        if puzzles.is_single { array.call_method1("item", (0,)) } else { array.into_bound_py_any(py) }
    }
}

fn add_grids(cells: &mut Vec<u8>, area: usize, answers: &dyn Array) {
    let grids = answers.as_fixed_size_binary();
    if grids.null_count() == 0 {
        let start = grids.offset() * area;
        cells.extend_from_slice(&grids.value_data()[start..][..grids.len() * area]);
        return;
    }
    for grid in grids {
        match grid {
            Some(grid) => cells.extend_from_slice(grid),
            None => cells.resize(cells.len() + area, 0),
        }
    }
}

fn add_texts(texts: &mut Vec<Option<String>>, answers: &dyn Array) {
    match answers.as_string_opt::<i32>() {
        None => texts.extend(words(answers).map(|word| Some(word.to_owned()))),
        Some(answers) => texts.extend(answers.iter().map(|text| text.map(str::to_owned))),
    }
}

/// The words of a dictionary.
fn words(answers: &dyn Array) -> impl Iterator<Item = &str> {
    let dictionary = answers.as_any_dictionary();
    let words = dictionary.values().as_string::<i32>();
    dictionary.normalized_keys().into_iter().map(|key| words.value(key))
}

/// Answers each puzzle of an array.
pub fn answer<'py>(
    py: Python<'py>,
    puzzles: &Cells<'py>,
    task: &Task,
    (call, options): (&Call, &Options),
    is_strict: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let cells = puzzles.rows.as_slice()?;
    let &[rows, area] = puzzles.rows.shape() else { unreachable!("an array of two dimensions") };
    let (gathered, refused) = call
        .run(py, rows as u64, || {
            let mut gathered = Gathered::new(task, rows, area);
            let (mut start, mut refused) = (0, Ok(()));
            let each = |batch: &RecordBatch| {
                if is_strict && refused.is_ok() {
                    refused = check_batch(batch, start, call.puzzles);
                }
                start += batch.num_rows();
                if let (Ok(answers), Ok(statuses)) = (column(batch, task.answer()), column(batch, "status")) {
                    gathered.push(answers, statuses);
                }
            };
            task.cells(cells, area, options, each).map(|()| (gathered, refused))
        })?
        .map_err(|error| call.exception(error))?;
    refused?;
    gathered.into_array(py, puzzles)
}

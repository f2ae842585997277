//! Answers to NumPy arrays, as NumPy arrays.

use crate::{answer::check_batch, call::Call, input::Cells, task::Task};
use arrow_array::{
    Array, ArrayRef, RecordBatch,
    cast::AsArray,
    types::{Float64Type, Int8Type, UInt64Type},
};
use numpy::{PyArray1, PyUntypedArrayMethods};
use pyo3::{IntoPyObjectExt, prelude::*, types::PyList};
use quadrille::{Shape, arrow::Options};
use quadrille_tasks::ColumnKind;

/// The results gathered from the answers to one block after the other.
enum Gathered {
    /// One grid for each puzzle; zeros where there is none.
    Grids(Vec<u8>),
    /// The place of a word for each, and all words.
    Words { places: Vec<i8>, words: Vec<String> },
    /// A number for each; 0 where there is none, and the greatest one for a number that is greater.
    Counts(Vec<u64>),
    /// A number for each, not a number where there is none.
    Numbers(Vec<f64>),
    /// A text for each.
    Texts(Vec<Option<String>>),
}

impl Gathered {
    fn new(task: &Task, rows: usize) -> Gathered {
        match task.kind() {
            ColumnKind::Board => Gathered::Grids(Vec::new()),
            ColumnKind::Status => Gathered::Words { places: Vec::new(), words: Vec::new() },
            ColumnKind::Count => Gathered::Counts(Vec::with_capacity(rows)),
            ColumnKind::Number | ColumnKind::Float => Gathered::Numbers(Vec::with_capacity(rows)),
            _ => Gathered::Texts(Vec::with_capacity(rows)),
        }
    }

    /// Adds answers, which are not shared, and their statuses.
    fn push(&mut self, answers: ArrayRef, statuses: &dyn Array) {
        match self {
            Gathered::Grids(cells) => add_grids(cells, answers),
            Gathered::Words { places, words } => {
                let found = answers.as_dictionary::<Int8Type>();
                places.extend_from_slice(found.keys().values());
                *words = found.values().as_string::<i32>().iter().flatten().map(str::to_owned).collect();
            }
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
            Gathered::Texts(texts) => {
                texts.extend(answers.as_string::<i32>().iter().map(|text| text.map(str::to_owned)));
            }
        }
    }

    fn into_array<'py>(self, py: Python<'py>, puzzles: &Cells<'py>) -> PyResult<Bound<'py, PyAny>> {
        let array = match self {
            Gathered::Grids(cells) => {
                let array = PyArray1::from_vec(py, cells);
                return array.call_method1("reshape", (&puzzles.shape,));
            }
            Gathered::Words { places, words } => {
                let places = PyArray1::from_vec(py, places);
                py.import("quadrille._numpy")?.call_method1("words", (places, words))?
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

/// Adds grids, of which those that are null are zeros. The first ones are not copied.
fn add_grids(cells: &mut Vec<u8>, answers: ArrayRef) {
    let grids = answers.as_fixed_size_binary().clone();
    drop(answers);
    let (_, grids, _) = grids.into_parts();
    if cells.is_empty() {
        *cells = grids.into_vec().unwrap_or_else(|grids| grids.to_vec());
    } else {
        cells.extend_from_slice(&grids);
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
    let shape = Shape::from_area(area).expect("boards of this area");
    let (gathered, refused) = call
        .run(py, rows as u64, || {
            let mut gathered = Gathered::new(task, rows);
            let (mut start, mut refused) = (0, Ok(()));
            let each = |mut batch: RecordBatch| {
                if is_strict && refused.is_ok() {
                    refused = check_batch(&batch, start, call.puzzles);
                }
                start += batch.num_rows();
                let (answers, statuses) = (batch.remove_column(0), batch.column_by_name("status").cloned());
                let statuses = statuses.unwrap_or_else(|| answers.clone());
                gathered.push(answers, &statuses);
            };
            task.cells(cells, shape, options, each).map(|()| (gathered, refused))
        })?
        .map_err(|error| call.exception(error))?;
    refused?;
    gathered.into_array(py, puzzles)
}

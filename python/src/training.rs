//! Training sets: the arrays that programs which train models read.

mod build;
mod check;
mod error;
mod npy;
mod reader;
mod split;
mod staging;

use crate::{
    call::{Call, of_file},
    keywords::Keywords,
};
use build::{Built, Options, Policy, build};
use error::Error;
use npy::Element;
use pyo3::{
    exceptions::{PyKeyboardInterrupt, PyValueError},
    prelude::*,
    types::PyDict,
};
use quadrille::tasks::FormOf;
use std::path::PathBuf;

/// Builds a training set; `quadrille/training.py` documents it.
///
/// Returns the numbers of training puzzles, of training examples, of test puzzles, of invalid rows and of leaked ones.
#[pyfunction]
#[pyo3(signature = (train, test, out, **words))]
pub fn training_build(
    py: Python<'_>,
    train: PathBuf,
    test: PathBuf,
    out: PathBuf,
    words: Option<&Bound<'_, PyDict>>,
) -> PyResult<[u64; 5]> {
    let words = Keywords::new("build", words)?;
    let call = Call::take(&words)?;
    let options = options(&words, [train, test, out])?;
    words.finish()?;
    // How many examples there will be is not known before all rows are read.
    let built = call.run(py, 0, || build(&options, &call.stop, &call.done))?;
    let Built { train_puzzles, train_examples, test_puzzles, dropped_invalid, dropped_leaks } =
        built.map_err(|error| exception(py, error))?;
    Ok([train_puzzles, train_examples, test_puzzles, dropped_invalid, dropped_leaks])
}

fn options(words: &Keywords<'_>, [train, test, out]: [PathBuf; 3]) -> PyResult<Options> {
    let subsample = words.take("subsample")?;
    if subsample == Some(0) {
        return Err(words.error("subsample", "expected at least 1 puzzle"));
    }
    let min_rating = words.take::<f64>("min_rating")?;
    if min_rating.is_some_and(f64::is_nan) {
        return Err(words.error("min_rating", "expected a number, got nan"));
    }
    let policies = [("error", Policy::Refuse), ("drop", Policy::Drop), ("ignore", Policy::Ignore)];
    Ok(Options {
        train,
        test,
        out,
        augment: words.take("augment")?.unwrap_or(1000),
        seed: words.take("seed")?.unwrap_or(0),
        subsample,
        min_rating,
        element: words.choice("dtype", &[("uint8", Element::U8), ("int64", Element::I64)])?,
        leaks: words.choice("leaks", &policies)?.unwrap_or(Policy::Refuse),
        leaks_by: words
            .choice("leaks_by", &[("puzzle", FormOf::Puzzle), ("solution", FormOf::Solution)])?
            .unwrap_or(FormOf::Puzzle),
        // Rows that are not puzzles cannot be written.
        invalid: words.choice("invalid", &policies[..2])?.unwrap_or(Policy::Refuse),
        threads: words.take("threads")?.unwrap_or(0),
    })
}

fn exception(py: Python<'_>, error: Error) -> PyErr {
    match error {
        Error::Data(what) => PyValueError::new_err(format!("build(): {what}")),
        Error::File { path, source } => of_file(&path, &source),
        Error::Leaks { message, rows } => leak_error(py, message, rows).unwrap_or_else(|error| error),
        Error::Stopped => PyKeyboardInterrupt::new_err(()),
    }
}

fn leak_error(py: Python<'_>, message: String, rows: Vec<(u64, u64)>) -> PyResult<PyErr> {
    let class = py.import("quadrille.training")?.getattr("LeakError")?;
    Ok(PyErr::from_value(class.call1((format!("build(): leaks: {message}"), rows))?))
}

//! Keyword arguments, by name.

use pyo3::{
    conversion::FromPyObjectOwned,
    exceptions::{PyTypeError, PyValueError},
    prelude::*,
    types::PyDict,
};
use std::{fmt::Display, str::FromStr};

/// The keyword arguments of one call. Each option takes its own; what is left at the end has a wrong name.
pub struct Keywords<'py> {
    function: &'static str,
    words: Option<Bound<'py, PyDict>>,
}

impl<'py> Keywords<'py> {
    /// The keywords that a function of this name was called with.
    pub fn new(function: &'static str, words: Option<&Bound<'py, PyDict>>) -> PyResult<Keywords<'py>> {
        Ok(Keywords { function, words: words.map(|words| words.copy()).transpose()? })
    }

    /// The value of an option; `None` if it is not given, or given as `None`.
    pub fn object(&self, name: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
        let Some(words) = &self.words else { return Ok(None) };
        let Some(value) = words.get_item(name)? else { return Ok(None) };
        words.del_item(name)?;
        Ok(Some(value).filter(|value| !value.is_none()))
    }

    /// The value of an option as a type of Rust.
    pub fn take<T: FromPyObjectOwned<'py>>(&self, name: &str) -> PyResult<Option<T>> {
        let Some(value) = self.object(name)? else { return Ok(None) };
        self.value(name, &value).map(Some)
    }

    /// A value as a type of Rust.
    ///
    /// # Errors
    /// `TypeError` if it is of another type, `ValueError` if the type cannot hold it, such as -1 for a number of puzzles.
    pub fn value<T: FromPyObjectOwned<'py>>(&self, name: &str, value: &Bound<'py, PyAny>) -> PyResult<T> {
        value.extract::<T>().map_err(|error| {
            let error: PyErr = error.into();
            let py = value.py();
            let message = format!("{}(): {name}: {}", self.function, error.value(py));
            match error.is_instance_of::<PyTypeError>(py) {
                true => PyTypeError::new_err(message),
                false => PyValueError::new_err(message),
            }
        })
    }

    /// The value of an option that is text with a meaning.
    pub fn parse<T: FromStr<Err: Display>>(&self, name: &str) -> PyResult<Option<T>> {
        self.take::<String>(name)?
            .map(|text| text.parse().map_err(|error| self.error(name, error)))
            .transpose()
    }

    /// The value of an option that is one of some words.
    pub fn choice<T: Copy>(&self, name: &str, choices: &[(&str, T)]) -> PyResult<Option<T>> {
        let Some(text) = self.take::<String>(name)? else { return Ok(None) };
        match choices.iter().find(|(word, _)| *word == text) {
            Some((_, value)) => Ok(Some(*value)),
            None => {
                let words: Vec<String> = choices.iter().map(|(word, _)| format!("{word:?}")).collect();
                Err(self.error(name, format!("expected one of {}, got {text:?}", words.join(", "))))
            }
        }
    }

    /// The error of the value of an option.
    pub fn error(&self, name: &str, what: impl Display) -> PyErr {
        PyValueError::new_err(format!("{}(): {name}: {what}", self.function))
    }

    /// Fails if an argument is left that no option has taken.
    pub fn finish(&self) -> PyResult<()> {
        let left = self.words.as_ref().and_then(|words| words.keys().iter().next());
        match left {
            None => Ok(()),
            Some(name) => Err(PyTypeError::new_err(format!(
                "{}() got an unexpected keyword argument '{}'",
                self.function,
                name.str()?
            ))),
        }
    }
}

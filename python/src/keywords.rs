//! Keyword arguments, by name.

use pyo3::{
    conversion::FromPyObjectOwned,
    exceptions::{PyOverflowError, PyTypeError, PyValueError},
    prelude::*,
    types::{PyDict, PyString},
};
use std::{cell::RefCell, fmt::Display, str::FromStr};

/// An argument of a function. The errors about it start with `function(): name: `.
#[derive(Clone, Copy)]
pub struct Argument<'a> {
    pub function: &'static str,
    pub name: &'a str,
}

impl Argument<'_> {
    /// A message about the argument.
    pub fn message(self, what: impl Display) -> String {
        format!("{}(): {}: {what}", self.function, self.name)
    }

    /// The error of a value.
    pub fn value_error(self, what: impl Display) -> PyErr {
        PyValueError::new_err(self.message(what))
    }

    /// The error of a value of another type.
    pub fn type_error(self, what: impl Display) -> PyErr {
        PyTypeError::new_err(self.message(what))
    }

    /// An error of a conversion, as an error about the argument: `TypeError`, or `ValueError` if the type cannot hold the value, such
    /// as -1 for a number of puzzles. Other errors are not about the argument and stay.
    pub fn named(self, py: Python<'_>, error: PyErr) -> PyErr {
        if error.is_instance_of::<PyTypeError>(py) {
            self.type_error(error.value(py))
        } else if error.is_instance_of::<PyValueError>(py) || error.is_instance_of::<PyOverflowError>(py) {
            self.value_error(error.value(py))
        } else {
            error
        }
    }
}

/// The keyword arguments of one call. Each option takes its own; what is left at the end has a wrong name.
pub struct Keywords<'py> {
    function: &'static str,
    words: Option<Bound<'py, PyDict>>,
    /// The names that the function has, for the message about another one.
    names: RefCell<Vec<&'static str>>,
}

impl<'py> Keywords<'py> {
    /// The keywords that a function of this name was called with.
    pub fn new(function: &'static str, words: Option<&Bound<'py, PyDict>>) -> PyResult<Keywords<'py>> {
        let words = words.map(|words| words.copy()).transpose()?;
        Ok(Keywords { function, words, names: RefCell::default() })
    }

    /// An argument of the function, for messages.
    pub fn argument<'a>(&self, name: &'a str) -> Argument<'a> {
        Argument { function: self.function, name }
    }

    /// The value of an option; `None` if it is not given, or given as `None`.
    pub fn object(&self, name: &'static str) -> PyResult<Option<Bound<'py, PyAny>>> {
        let Some(words) = &self.words else { return Ok(None) };
        self.names.borrow_mut().push(name);
        let Some(value) = words.get_item(name)? else { return Ok(None) };
        words.del_item(name)?;
        Ok(Some(value).filter(|value| !value.is_none()))
    }

    /// Whether an option is given, and not as `None`, which stays to be taken.
    pub fn has(&self, name: &str) -> PyResult<bool> {
        let value = self.words.as_ref().map(|words| words.get_item(name)).transpose()?.flatten();
        Ok(value.is_some_and(|value| !value.is_none()))
    }

    /// The value of an option as a type of Rust.
    pub fn take<T: FromPyObjectOwned<'py>>(&self, name: &'static str) -> PyResult<Option<T>> {
        let Some(value) = self.object(name)? else { return Ok(None) };
        self.value(name, &value).map(Some)
    }

    /// The value of an option that is a number from 1 on.
    pub fn at_least_1(&self, name: &'static str) -> PyResult<Option<u64>> {
        match self.take(name)? {
            Some(0) => Err(self.error(name, "expected at least 1, got 0")),
            number => Ok(number),
        }
    }

    /// A value as a type of Rust.
    ///
    /// # Errors
    /// `TypeError` if it is of another type, `ValueError` if the type cannot hold it, such as -1 for a number of puzzles.
    pub fn value<T: FromPyObjectOwned<'py>>(&self, name: &str, value: &Bound<'py, PyAny>) -> PyResult<T> {
        value.extract::<T>().map_err(|error| self.argument(name).named(value.py(), error.into()))
    }

    /// Names as a value of an option: a text with commas between them, or a list.
    pub fn names(&self, name: &'static str, value: &Bound<'py, PyAny>) -> PyResult<Vec<String>> {
        if let Ok(text) = value.cast::<PyString>() {
            return Ok(text.to_str()?.split(',').map(|name| name.trim().to_owned()).collect());
        }
        let found = value.try_iter().and_then(|items| items.map(|item| item?.extract()).collect());
        found.map_err(|_| {
            let got = value.get_type().name().map_or("?".into(), |name| name.to_string());
            self.argument(name)
                .type_error(format!("expected names, as a list or a text with commas, got {got}"))
        })
    }

    /// The value of an option that is text with a meaning.
    pub fn parse<T: FromStr<Err: Display>>(&self, name: &'static str) -> PyResult<Option<T>> {
        self.take::<String>(name)?
            .map(|text| text.parse().map_err(|error| self.error(name, error)))
            .transpose()
    }

    /// The value of an option that is one of some words.
    pub fn choice<T: Copy>(&self, name: &'static str, choices: &[(&str, T)]) -> PyResult<Option<T>> {
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
        self.argument(name).value_error(what)
    }

    /// Fails if an argument is left that no option has taken.
    pub fn finish(&self) -> PyResult<()> {
        let Some(words) = &self.words else { return Ok(()) };
        let Some(name) = words.keys().iter().next() else { return Ok(()) };
        let matches = words.py().import("difflib")?.getattr("get_close_matches")?;
        let near: Vec<String> = matches.call1((&name, self.names.borrow().clone(), 1))?.extract()?;
        let near = near.first().map(|near| format!(". Did you mean '{near}'?")).unwrap_or_default();
        Err(PyTypeError::new_err(format!(
            "{}() got an unexpected keyword argument '{}'{near}",
            self.function,
            name.str()?
        )))
    }
}

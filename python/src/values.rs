//! Values of Arrow columns as objects of Python.

use arrow_array::{Array, LargeStringArray, cast::AsArray, types::*};
use arrow_cast::display::{ArrayFormatter, FormatOptions};
use arrow_schema::DataType;
use pyo3::{
    IntoPyObjectExt,
    exceptions::PyValueError,
    prelude::*,
    types::{PyBytes, PyList, PyString},
};

/// All values of a column, `None` for a null.
pub fn list<'py>(py: Python<'py>, column: &dyn Array) -> PyResult<Bound<'py, PyList>> {
    if let Some(strings) = column.as_string_opt::<i64>() {
        return string_list(py, strings);
    }
    if column.as_any_dictionary_opt().is_some_and(|dictionary| !dictionary.values().is_empty()) {
        return dictionary_list(py, column);
    }
    let values = (0..column.len()).map(|row| value(py, column, row)).collect::<PyResult<Vec<_>>>()?;
    PyList::new(py, values)
}

/// Strings, many at a time, so that Ctrl-C ends a list that takes long.
fn string_list<'py>(py: Python<'py>, strings: &LargeStringArray) -> PyResult<Bound<'py, PyList>> {
    const AT_ONCE: usize = 1 << 20;
    let part =
        |start: usize| PyList::new(py, strings.slice(start, (strings.len() - start).min(AT_ONCE)).iter());
    let all = part(0)?;
    for start in (AT_ONCE..strings.len()).step_by(AT_ONCE) {
        py.check_signals()?;
        let next = part(start)?;
        all.set_slice(start, start, &next)?;
    }
    Ok(all)
}

/// The values of a dictionary that is not empty: an object for each of its words, not for each row.
fn dictionary_list<'py>(py: Python<'py>, column: &dyn Array) -> PyResult<Bound<'py, PyList>> {
    let dictionary = column.as_any_dictionary();
    let words = list(py, dictionary.values())?;
    let none = py.None().into_bound(py);
    let rows = dictionary.normalized_keys().into_iter().enumerate();
    let values =
        rows.map(|(row, key)| if column.is_null(row) { Ok(none.clone()) } else { words.get_item(key) });
    PyList::new(py, values.collect::<PyResult<Vec<_>>>()?)
}

/// One value. A value without a counterpart among the plain types of Python is a text.
pub fn value<'py>(py: Python<'py>, column: &dyn Array, row: usize) -> PyResult<Bound<'py, PyAny>> {
    macro_rules! number {
        ($type:ty) => {
            column.as_primitive::<$type>().value(row).into_bound_py_any(py)
        };
    }
    if column.is_null(row) {
        return Ok(py.None().into_bound(py));
    }
    match column.data_type() {
        DataType::Null => Ok(py.None().into_bound(py)),
        DataType::Boolean => column.as_boolean().value(row).into_bound_py_any(py),
        DataType::Int8 => number!(Int8Type),
        DataType::Int16 => number!(Int16Type),
        DataType::Int32 => number!(Int32Type),
        DataType::Int64 => number!(Int64Type),
        DataType::UInt8 => number!(UInt8Type),
        DataType::UInt16 => number!(UInt16Type),
        DataType::UInt32 => number!(UInt32Type),
        DataType::UInt64 => number!(UInt64Type),
        DataType::Float16 => column.as_primitive::<Float16Type>().value(row).to_f32().into_bound_py_any(py),
        DataType::Float32 => number!(Float32Type),
        DataType::Float64 => number!(Float64Type),
        DataType::Utf8 => Ok(PyString::new(py, column.as_string::<i32>().value(row)).into_any()),
        DataType::LargeUtf8 => Ok(PyString::new(py, column.as_string::<i64>().value(row)).into_any()),
        DataType::Utf8View => Ok(PyString::new(py, column.as_string_view().value(row)).into_any()),
        DataType::Binary => Ok(PyBytes::new(py, column.as_binary::<i32>().value(row)).into_any()),
        DataType::LargeBinary => Ok(PyBytes::new(py, column.as_binary::<i64>().value(row)).into_any()),
        DataType::BinaryView => Ok(PyBytes::new(py, column.as_binary_view().value(row)).into_any()),
        DataType::FixedSizeBinary(_) => {
            Ok(PyBytes::new(py, column.as_fixed_size_binary().value(row)).into_any())
        }
        DataType::List(_) => Ok(list(py, &column.as_list::<i32>().value(row))?.into_any()),
        DataType::LargeList(_) => Ok(list(py, &column.as_list::<i64>().value(row))?.into_any()),
        DataType::FixedSizeList(..) => Ok(list(py, &column.as_fixed_size_list().value(row))?.into_any()),
        DataType::Dictionary(..) => {
            // The keys are of any type of integer. Without the slice, the keys of all rows would be read for each row.
            let only = column.slice(row, 1);
            let dictionary = only.as_any_dictionary();
            value(py, dictionary.values(), dictionary.normalized_keys()[0])
        }
        _ => text(column, row)?.into_bound_py_any(py),
    }
}

/// One value as text.
fn text(column: &dyn Array, row: usize) -> PyResult<String> {
    let error = |error: arrow_schema::ArrowError| PyValueError::new_err(error.to_string());
    let options = FormatOptions::default();
    let formatter = ArrayFormatter::try_new(column, &options).map_err(error)?;
    let mut text = String::new();
    formatter.value(row).write(&mut text).map_err(error)?;
    Ok(text)
}

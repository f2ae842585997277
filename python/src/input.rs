//! Arguments with puzzles: which kind they are, and their values as Arrow arrays.

pub mod table;

use crate::{keywords::Argument, strings};
use arrow_array::{Array, ArrayRef, StructArray, new_empty_array, new_null_array};
use arrow_schema::{ArrowError, DataType, FieldRef, SchemaRef};
use numpy::{PyArrayMethods, PyReadonlyArray2, PyUntypedArrayMethods};
use pyo3::{
    exceptions::PyImportError,
    intern,
    prelude::*,
    sync::PyOnceLock,
    types::{PyByteArray, PyBytes, PyDict, PyList, PyString, PyTuple},
};
use pyo3_arrow::input::AnyArray;

/// Puzzles, in the form in which they were passed.
pub enum Input<'py> {
    /// One string, as a column of one row.
    Text(ArrayRef),
    /// A list, a tuple or an iterator of strings.
    List(ArrayRef),
    /// A NumPy array.
    Cells(Cells<'py>),
    /// A column with the Arrow interface.
    Column(Vec<ArrayRef>),
    /// A table with the Arrow interface.
    Table { chunks: Vec<StructArray>, schema: SchemaRef, column: usize },
}

/// The puzzles of a NumPy array.
pub struct Cells<'py> {
    /// A row for each puzzle and a column for each cell, contiguous.
    pub rows: PyReadonlyArray2<'py, u8>,
    /// The shape that was passed, which answers of one grid for each puzzle have too.
    pub shape: Bound<'py, PyAny>,
    /// Whether it is one puzzle, not an array of them.
    pub is_single: bool,
}

impl<'py> Input<'py> {
    /// Finds out which kind an argument is. `column` is the name of the column of a table, and an error for anything else.
    pub fn of(
        value: &Bound<'py, PyAny>,
        column: Option<&str>,
        argument: Argument<'_>,
    ) -> PyResult<Input<'py>> {
        let input = Input::of_any(value, column, argument)?;
        input.only_tables_have(&[("column", column.is_some())], argument)?;
        Ok(input)
    }

    /// Fails if this is not a table and an option about the columns of tables is passed.
    pub fn only_tables_have(&self, options: &[(&str, bool)], argument: Argument<'_>) -> PyResult<()> {
        if matches!(self, Input::Table { .. }) {
            return Ok(());
        }
        match options.iter().find(|(_, is_passed)| *is_passed) {
            Some((name, _)) => Err(Argument { name, ..argument }
                .type_error("only a table has columns; pass a table, or remove it")),
            None => Ok(()),
        }
    }

    /// The same, but `column` has no effect on anything but a table.
    pub fn of_any(
        value: &Bound<'py, PyAny>,
        column: Option<&str>,
        argument: Argument<'_>,
    ) -> PyResult<Input<'py>> {
        if let Ok(text) = value.cast::<PyString>() {
            return Ok(Input::Text(strings::one(text)));
        }
        if let Ok(list) = value.cast::<PyList>() {
            return strings::column(list.iter(), list.len(), argument).map(Input::List);
        }
        if let Ok(tuple) = value.cast::<PyTuple>() {
            return strings::column(tuple.iter(), tuple.len(), argument).map(Input::List);
        }
        if is_numpy(value)? {
            return Input::of_numpy(value, argument);
        }
        if value.hasattr(intern!(value.py(), "collect_batches"))? {
            // A query of polars, which runs now.
            let frame = value.py().import("quadrille._numpy")?.call_method1("collected", (value,))?;
            return Input::of_arrow(&frame, column, argument)?
                .map_or_else(|| Input::of_other(value, argument), Ok);
        }
        if let Some(input) = Input::of_arrow(value, column, argument)? {
            return Ok(input);
        }
        Input::of_other(value, argument)
    }

    fn of_numpy(array: &Bound<'py, PyAny>, argument: Argument<'_>) -> PyResult<Input<'py>> {
        let py = array.py();
        let helper = py.import("quadrille._numpy")?;
        if helper.call_method1("holds_text", (array,))?.extract()? {
            let list = array.call_method0("tolist")?.cast_into::<PyList>()?;
            return strings::column(list.iter(), list.len(), argument).map(Input::List);
        }
        let cells = helper.call_method1("cells", (array,)).map_err(|error| argument.named(py, error))?;
        let (rows, shape, is_single) = cells.extract()?;
        let rows: Bound<'py, numpy::PyArray2<u8>> = rows;
        Ok(Input::Cells(Cells { rows: rows.try_readonly()?, shape, is_single }))
    }

    /// `None` if the value has no Arrow interface, or one that needs a package that is not there.
    fn of_arrow(
        value: &Bound<'py, PyAny>,
        column: Option<&str>,
        argument: Argument<'_>,
    ) -> PyResult<Option<Input<'py>>> {
        let py = value.py();
        if !value.hasattr(intern!(py, "__arrow_c_stream__"))?
            && !value.hasattr(intern!(py, "__arrow_c_array__"))?
        {
            return Ok(None);
        }
        let value = &py.import(intern!(py, "quadrille._arrow"))?.call_method1("without_offsets", (value,))?;
        let reader = match value.extract::<AnyArray>() {
            Ok(array) => array.into_reader()?,
            // pandas asks pyarrow for it; a series can be read without.
            Err(error) if error.is_instance_of::<PyImportError>(py) => {
                return if value.hasattr(intern!(py, "columns"))? { Err(error) } else { Ok(None) };
            }
            Err(error) => {
                let texts = py.import("quadrille._numpy")?.call_method1("with_texts", (value, column));
                let texts = texts.map_err(|error| argument.named(py, error))?;
                let texts: Option<AnyArray> = texts.extract()?;
                texts.ok_or_else(|| argument.named(py, error))?.into_reader()?
            }
        };
        let field = reader.field();
        if field.data_type() == &DataType::Null
            && let Ok(rows) = value.len()
        {
            // polars gives such columns a buffer, which they must not have and with which they cannot be read.
            return Ok(Some(Input::Column(vec![new_null_array(&DataType::Utf8, rows)])));
        }
        // A producer may need the interpreter lock on another thread, such as DuckDB with a function of Python.
        let chunks = py.detach(|| reader.collect::<Result<Vec<ArrayRef>, _>>());
        let mut chunks = chunks.map_err(|error| unreadable(&field, &error, argument))?;
        if chunks.is_empty() {
            // Without a chunk there would be no answer to take the types from.
            chunks.push(new_empty_array(field.data_type()));
        }
        match field.data_type() {
            DataType::Struct(_) => table::of(py, chunks, &field, column, argument).map(Some),
            _ => Ok(Some(Input::Column(chunks.into_iter().map(typed).collect()))),
        }
    }

    fn of_other(value: &Bound<'py, PyAny>, argument: Argument<'_>) -> PyResult<Input<'py>> {
        let py = value.py();
        if value.hasattr(intern!(py, "to_numpy"))? {
            // A series of pandas without pyarrow.
            let list =
                py.import("quadrille._numpy")?.call_method1("values", (value,))?.cast_into::<PyList>()?;
            let array = strings::column(list.iter(), list.len(), argument)?;
            return Ok(Input::Column(vec![array]));
        }
        let is_refused = value.is_instance_of::<PyDict>()
            || value.is_instance_of::<PyBytes>()
            || value.is_instance_of::<PyByteArray>();
        match value.try_iter() {
            Ok(items) if !is_refused => {
                let items: Vec<Bound<'py, PyAny>> = items.collect::<PyResult<_>>()?;
                let len = items.len();
                strings::column(items.into_iter(), len, argument).map(Input::List)
            }
            _ => Err(argument.type_error(format!(
                "expected a str, a list of str, a NumPy array or an object with the Arrow interface (a column or table of \
                 pyarrow, polars, pandas or DuckDB), got {}; for files use quadrille.read or quadrille.solve_file",
                value.get_type().name()?
            ))),
        }
    }

    /// The number of puzzles.
    pub fn len(&self) -> usize {
        match self {
            Input::Text(array) | Input::List(array) => array.len(),
            Input::Cells(cells) => cells.rows.shape()[0],
            Input::Column(chunks) => chunks.iter().map(Array::len).sum(),
            Input::Table { chunks, .. } => chunks.iter().map(Array::len).sum(),
        }
    }

    /// The columns of puzzles, in order. The columns of a NumPy array are made block by block instead.
    pub fn chunks(&self) -> Vec<ArrayRef> {
        match self {
            Input::Text(array) | Input::List(array) => vec![array.clone()],
            Input::Cells(_) => Vec::new(),
            Input::Column(chunks) => chunks.clone(),
            Input::Table { chunks, column, .. } => {
                chunks.iter().map(|chunk| chunk.column(*column).clone()).collect()
            }
        }
    }
}

/// The exception for columns that cannot be read.
fn unreadable(field: &FieldRef, error: &ArrowError, argument: Argument<'_>) -> PyErr {
    let untyped = match field.data_type() {
        DataType::Struct(fields) => fields.iter().find(|field| field.data_type() == &DataType::Null),
        _ => None,
    };
    let remedy = untyped.map(|field| format!("; column {:?} has no type: cast it to strings", field.name()));
    argument.value_error(format!("{error}{}", remedy.unwrap_or_default()))
}

/// A column. A column of nulls without a type, as of a list of `None`, is read as strings.
fn typed(column: ArrayRef) -> ArrayRef {
    match column.data_type() {
        DataType::Null => new_null_array(&DataType::Utf8, column.len()),
        _ => column,
    }
}

/// Whether a value is a NumPy array. NumPy is not imported for that: without it there are none.
fn is_numpy(value: &Bound<'_, PyAny>) -> PyResult<bool> {
    static ARRAY: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let py = value.py();
    if let Some(array) = ARRAY.get(py) {
        return value.is_instance(array.bind(py));
    }
    let modules = py.import(intern!(py, "sys"))?.getattr(intern!(py, "modules"))?;
    let Ok(numpy) = modules.get_item("numpy") else { return Ok(false) };
    // While NumPy is being imported it has no arrays yet.
    let Ok(array) = numpy.getattr("ndarray") else { return Ok(false) };
    value.is_instance(ARRAY.get_or_init(py, || array.unbind()).bind(py))
}

//! Arguments with puzzles: which kind they are, and their values as Arrow arrays.

use crate::{call::user_warning, keywords::Argument, strings};
use arrow_array::{
    Array, ArrayRef, RunArray, StructArray, UInt64Array,
    cast::AsArray,
    new_empty_array, new_null_array,
    types::{Float32Type, Float64Type, Int16Type, Int32Type, Int64Type, RunEndIndexType},
};
use arrow_schema::{ArrowError, DataType, Field, FieldRef, Fields, Schema, SchemaRef};
use arrow_select::take::take;
use numpy::{PyArrayMethods, PyReadonlyArray2, PyUntypedArrayMethods};
use pyo3::{
    exceptions::PyImportError,
    intern,
    prelude::*,
    sync::PyOnceLock,
    types::{PyByteArray, PyBytes, PyDict, PyList, PyString, PyTuple},
};
use pyo3_arrow::input::AnyArray;
use quadrille::{RunOptions, arrow, tasks::Check};
use quadrille_run::format::{SOLUTION_NAMES, puzzle_column};
use std::sync::Arc;

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
            DataType::Struct(_) => table(py, chunks, &field, column, argument).map(Some),
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

fn table<'py>(
    py: Python<'py>,
    chunks: Vec<ArrayRef>,
    field: &FieldRef,
    column: Option<&str>,
    argument: Argument<'_>,
) -> PyResult<Input<'py>> {
    let DataType::Struct(fields) = field.data_type() else { unreachable!("the caller has looked") };
    let metadata = field.metadata().clone();
    let chunks: Vec<StructArray> = chunks.iter().map(|chunk| chunk.as_struct().clone()).collect();
    if chunks.iter().any(|chunk| chunk.null_count() > 0) {
        return Err(
            argument.value_error("a column of structs with nulls is not a table; pass one of its fields")
        );
    }
    let mut names: Vec<&str> = fields.iter().map(|field| field.name().as_str()).collect();
    names.sort_unstable();
    if let Some(twice) = names.windows(2).find(|pair| pair[0] == pair[1]) {
        return Err(argument.value_error(format!("the table has two columns {:?}; rename one", twice[0])));
    }
    let schema = Schema::new_with_metadata(fields.clone(), metadata);
    let column = find_column(&chunks, &schema, column, argument)?;
    warn_of_floats(py, &chunks, &schema)?;
    let is_missing = |chunk: &StructArray| chunk.column(column).null_count() == chunk.len();
    if schema.field(column).data_type().is_floating() && !chunks.iter().all(is_missing) {
        let name = schema.field(column).name();
        return Err(argument.value_error(format!(
            "column {name:?} holds floats, which have lost digits of the boards; read it as text, as with quadrille.read"
        )));
    }
    let (chunks, schema) = with_types(chunks, schema, column).map_err(|e| argument.value_error(e))?;
    Ok(Input::Table { chunks, schema, column })
}

/// Warns of answers that a program has read as floats, which have lost most of their digits.
fn warn_of_floats(py: Python<'_>, chunks: &[StructArray], schema: &Schema) -> PyResult<()> {
    let is_answer = |name: &str| SOLUTION_NAMES.iter().any(|usual| usual.eq_ignore_ascii_case(name));
    let fields = schema.fields().iter().enumerate().filter(|(_, field)| is_answer(field.name()));
    let lost = |at: usize| chunks.iter().any(|chunk| has_lost_digits(chunk.column(at)));
    for (_, field) in fields.filter(|(at, _)| lost(*at)) {
        let text = format!(
            "column {:?} holds floats, which have lost digits of the answers; read it as text, as with quadrille.read",
            field.name()
        );
        user_warning(py, &text)?;
    }
    Ok(())
}

/// Whether floats are numbers of more digits than floats have, and not values such as a difficulty.
fn has_lost_digits(column: &dyn Array) -> bool {
    const MOST_DIGITS: f64 = 1e15;
    if let Some(numbers) = column.as_primitive_opt::<Float32Type>() {
        return numbers.iter().flatten().any(|number| f64::from(number.abs()) >= MOST_DIGITS);
    }
    let numbers = column.as_primitive_opt::<Float64Type>();
    numbers.is_some_and(|numbers| numbers.iter().flatten().any(|number| number.abs() >= MOST_DIGITS))
}

/// A table whose columns can be used: the one with the puzzles has a type, and none is encoded by its runs.
fn with_types(
    chunks: Vec<StructArray>,
    schema: Schema,
    column: usize,
) -> Result<(Vec<StructArray>, SchemaRef), ArrowError> {
    let as_usable = |(at, field): (usize, &FieldRef)| match field.data_type() {
        // Without a value, the type of a column says nothing.
        kind if at == column && (kind.is_null() || kind.is_floating()) => {
            Arc::new(Field::new(field.name(), DataType::Utf8, true))
        }
        DataType::RunEndEncoded(_, values) => {
            let field = field.as_ref().clone().with_data_type(values.data_type().clone());
            Arc::new(field.with_nullable(true))
        }
        _ => field.clone(),
    };
    let fields: Fields = schema.fields().iter().enumerate().map(as_usable).collect();
    if fields == *schema.fields() {
        return Ok((chunks, Arc::new(schema)));
    }
    let chunks = chunks.iter().map(|chunk| {
        let columns = chunk.columns().iter().zip(&fields);
        let columns = columns.map(|(column, field)| match field.data_type() {
            kind if kind == column.data_type() => Ok(column.clone()),
            kind if column.data_type().is_null() || column.data_type().is_floating() => {
                Ok(new_null_array(kind, column.len()))
            }
            _ => without_runs(column),
        });
        StructArray::try_new(fields.clone(), columns.collect::<Result<_, _>>()?, None)
    });
    let chunks = chunks.collect::<Result<_, _>>()?;
    Ok((chunks, Arc::new(Schema::new_with_metadata(fields, schema.metadata().clone()))))
}

/// The values of a column that is encoded by its runs, one for each row.
fn without_runs(column: &ArrayRef) -> Result<ArrayRef, ArrowError> {
    fn values_of<R: RunEndIndexType>(column: &ArrayRef) -> Option<Result<ArrayRef, ArrowError>> {
        let runs = column.as_any().downcast_ref::<RunArray<R>>()?;
        let places = (0..runs.len()).map(|row| runs.get_physical_index(row) as u64);
        Some(take(runs.values(), &UInt64Array::from_iter_values(places), None))
    }
    let values = values_of::<Int32Type>(column).or_else(|| values_of::<Int64Type>(column));
    values.or_else(|| values_of::<Int16Type>(column)).unwrap_or_else(|| Ok(column.clone()))
}

/// The column with the puzzles: by its name, or the only one whose first values are boards.
fn find_column(
    chunks: &[StructArray],
    schema: &Schema,
    column: Option<&str>,
    argument: Argument<'_>,
) -> PyResult<usize> {
    let names: Vec<&str> = schema.fields().iter().map(|field| field.name().as_str()).collect();
    if let Some(found) = puzzle_column(&names, column) {
        return Ok(found);
    }
    let all = names.join(", ");
    if let Some(name) = column {
        let of_others = argument.name == "against";
        let argument = Argument { name: if of_others { "against_column" } else { "column" }, ..argument };
        return Err(argument.value_error(format!("{name:?} not found; the columns are {all}")));
    }
    let first = chunks.iter().find(|chunk| !chunk.is_empty());
    let holds_boards = |at: &usize| first.is_none_or(|chunk| holds_boards(chunk.column(*at).as_ref()));
    let found: Vec<usize> = (0..names.len()).filter(holds_boards).collect();
    match found[..] {
        [only] => Ok(only),
        [] => {
            Err(argument.value_error(format!("no column holds puzzles; use column=…; the columns are {all}")))
        }
        _ => {
            let found: Vec<&str> = found.iter().map(|at| names[*at]).collect();
            let found = found.join(", ");
            Err(argument.value_error(format!("several columns may hold the puzzles, use column=…: {found}")))
        }
    }
}

/// Whether the first values of a column are boards.
fn holds_boards(column: &dyn Array) -> bool {
    let sample = column.slice(0, column.len().min(16));
    let options = arrow::Options::new().run_options(RunOptions::new().threads(1).max_nodes(1));
    arrow::answers(&sample, &Check::new(), &options).is_ok_and(|answers| {
        let errors = answers.column_by_name("error").map_or(0, |errors| errors.null_count());
        errors == sample.len() && sample.logical_null_count() < sample.len()
    })
}

//! Columns of answers.

use crate::{
    pickle::{Reduced, reduced, value_error, written},
    requested::in_type,
    rows::{Asked, Rows, combined, compared, converted},
    summary, values,
};
use arrow_array::{Array, ArrayRef, RecordBatch};
use arrow_schema::{ArrowError, DataType, Field, FieldRef, Schema};
use arrow_select::concat::concat;
use pyo3::{
    exceptions::{PyKeyError, PyValueError},
    prelude::*,
    pyclass::CompareOp,
    types::{PyCapsule, PyDict, PyList, PyTuple},
};
use pyo3_arrow::ffi::{ArrayIterator, to_array_pycapsules, to_schema_pycapsule, to_stream_pycapsule};
use std::sync::Arc;

/// A column of answers, with the Arrow interface: `pyarrow.chunked_array(column)`, `polars.Series(column)` and
/// `numpy.asarray(column)` accept it; `to_arrow()`, `to_polars()`, `to_pandas()` and `to_numpy()` are the same.
///
/// `column[i]` is one value, `column[i:j]` a part of the column, `column[mask]` the rows for which a mask is true, and
/// `column["status"]` another column of the same answers. Comparing gives such a mask. `len`, iteration and `to_pylist()`
/// work as for a list; a null is `None`. `hist()` and `plot()` draw the distribution.
///
/// >>> import pyarrow, quadrille
/// >>> column = quadrille.count(pyarrow.array(["." * 16, "1...3..2..4.4..1", "no puzzle"]))
/// >>> column
/// <quadrille.Column of 3 UInt64: 1 invalid, 1 multiple, 1 unique>
/// >>> column.to_pylist(), column[0], column[1:].to_pylist(), column.counts()["invalid"]
/// ([288, 1, None], 288, [1, None], 1)
/// >>> column[column > 1].to_pylist(), (column.status == "unique").to_pylist()
/// ([288], [False, True, False])
/// >>> column.names, column["status"].to_pylist(), column.null_count
/// (['count', 'status', 'error'], ['multiple', 'unique', 'invalid'], 1)
#[pyclass(frozen, module = "quadrille")]
pub struct Column {
    pub chunks: Vec<ArrayRef>,
    pub field: FieldRef,
    /// All columns of the answers, one batch for each chunk. Empty for a column that was taken from them.
    pub answers: Vec<RecordBatch>,
}

impl Column {
    /// The column of this name of some answers, and the answers.
    pub fn of(answers: Vec<RecordBatch>, name: &str) -> Option<Column> {
        let chunks = chunks_of(&answers, name)?;
        let first = chunks.first()?;
        let field = Arc::new(Field::new(name, first.data_type().clone(), true));
        Some(Column { chunks, field, answers })
    }

    /// One of the other columns of the answers.
    pub fn other(&self, name: &str) -> Option<Column> {
        let chunks = chunks_of(&self.answers, name)?;
        let field = Field::new(name, chunks.first()?.data_type().clone(), true);
        Some(Column { chunks, field: Arc::new(field), answers: Vec::new() })
    }

    /// The column of batches that have no other.
    pub fn only(schema: &Schema, batches: &[RecordBatch]) -> Option<Column> {
        let field = schema.fields().first()?.clone();
        let chunks = batches.iter().map(|batch| batch.column(0).clone()).collect();
        Some(Column { chunks, field, answers: Vec::new() })
    }

    /// The chunk of a row that exists, and the row in it.
    fn find(&self, mut row: usize) -> (&ArrayRef, usize) {
        let chunk = self.chunks.iter().find(|chunk| {
            let is_here = row < chunk.len();
            row -= if is_here { 0 } else { chunk.len() };
            is_here
        });
        (chunk.expect("the row exists"), row)
    }

    /// Some of the rows, with the answers of these rows.
    fn rows(&self, rows: &Rows) -> PyResult<Column> {
        if let Some(part) = Column::of(rows.of(&self.answers)?, self.field.name()) {
            return Ok(part);
        }
        let (_, batches) = self.alone().map_err(value_error)?;
        let chunks = rows.of(&batches)?.iter().map(|batch| batch.column(0).clone()).collect();
        Ok(Column { chunks, field: self.field.clone(), answers: Vec::new() })
    }

    fn combined(
        &self,
        other: &Column,
        with: fn(Option<bool>, Option<bool>) -> Option<bool>,
    ) -> PyResult<Column> {
        let [one, other] = [self, other].map(|column| column.joined().map_err(value_error));
        let field = Arc::new(Field::new(self.field.name(), DataType::Boolean, true));
        Ok(Column { chunks: vec![combined(&one?, &other?, with)?], field, answers: Vec::new() })
    }

    /// The column as batches that have no other.
    fn alone(&self) -> Result<(Arc<Schema>, Vec<RecordBatch>), ArrowError> {
        let schema = Arc::new(Schema::new(vec![self.field.clone()]));
        let batch = |chunk: &ArrayRef| RecordBatch::try_new(schema.clone(), vec![chunk.clone()]);
        let batches = self.chunks.iter().map(batch).collect::<Result<_, _>>()?;
        Ok((schema, batches))
    }

    fn joined(&self) -> Result<ArrayRef, ArrowError> {
        match &self.chunks[..] {
            [only] => Ok(only.clone()),
            chunks => concat(&chunks.iter().map(AsRef::as_ref).collect::<Vec<_>>()),
        }
    }
}

fn chunks_of(answers: &[RecordBatch], name: &str) -> Option<Vec<ArrayRef>> {
    answers.iter().map(|batch| batch.column_by_name(name).cloned()).collect()
}

#[pymethods]
impl Column {
    fn __len__(&self) -> usize {
        self.chunks.iter().map(|chunk| chunk.len()).sum()
    }

    fn __getitem__<'py>(&self, py: Python<'py>, key: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        if let Ok(name) = key.extract::<String>() {
            let other = self.other(&name).ok_or_else(|| PyKeyError::new_err(name))?;
            return Ok(Bound::new(py, other)?.into_any());
        }
        match Asked::of(key, self.__len__(), "column")? {
            Asked::Rows(rows) => Ok(Bound::new(py, self.rows(&rows)?)?.into_any()),
            Asked::Row(row) => {
                let (chunk, row) = self.find(row);
                values::value(py, chunk, row)
            }
        }
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(self.to_pylist(py)?.try_iter()?.into_any())
    }

    /// All values as a list, `None` for a null.
    fn to_pylist<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        if let [only] = &self.chunks[..] {
            return values::list(py, only);
        }
        let all = PyList::empty(py);
        for chunk in &self.chunks {
            all.call_method1("extend", (values::list(py, chunk)?,))?;
        }
        Ok(all)
    }

    /// The column with `pyarrow`, as a `ChunkedArray`.
    fn to_arrow<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        converted(slf.py(), "column_to_arrow", slf)
    }

    /// The column as a series of polars.
    fn to_polars<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        converted(slf.py(), "column_to_polars", slf)
    }

    /// The column as a series of pandas. Whole numbers and bools with nulls have the nullable types `Int64`, `UInt64` and `boolean`.
    fn to_pandas<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        converted(slf.py(), "column_to_pandas", slf)
    }

    /// The column as an array of NumPy: numbers and bools of its type, and text for all but lists and bytes. A column with nulls
    /// is an array of objects, with `None`, unless it holds floats: their nulls become NaN.
    fn to_numpy<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        converted(slf.py(), "column_to_numpy", slf)
    }

    /// Draws a histogram: how many rows have which values. Nulls, NaN and infinite values are not counted.
    ///
    /// Few whole numbers have a bar each. Other numbers from 0 have two bins for each doubling, as in `quadrille rate --html`.
    /// Texts, such as levels and statuses, have a bar each, from the most frequent one.
    ///
    /// Args:
    ///     bins: The number of bins of equal width, or the edges of the bins; values outside are left out.
    ///     ax: Axes of matplotlib to draw into.
    ///
    /// Returns:
    ///     The axes, or without matplotlib a picture, which notebooks draw and whose `to_svg()` is the text of a file.
    ///
    /// Raises:
    ///     ValueError: The column has no values, or an argument is out of range.
    ///     TypeError: The values are neither numbers nor texts.
    #[pyo3(signature = (*, bins=None, ax=None))]
    fn hist<'py>(
        slf: &Bound<'py, Self>,
        bins: Option<&Bound<'py, PyAny>>,
        ax: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("quadrille._charts")?.call_method1("hist", (slf, bins, ax))
    }

    /// Draws the cumulative distribution: for each number, the percentage of the rows with at most this number.
    ///
    /// Nulls, NaN and infinite values are not counted. If the numbers are far apart, the axis is logarithmic.
    ///
    /// Args:
    ///     ax: Axes of matplotlib to draw into.
    ///
    /// Returns:
    ///     The axes, or without matplotlib a picture, which notebooks draw and whose `to_svg()` is the text of a file.
    ///
    /// Raises:
    ///     ValueError: The column has no values.
    ///     TypeError: The values are not numbers.
    #[pyo3(signature = (*, ax=None))]
    fn plot<'py>(slf: &Bound<'py, Self>, ax: Option<&Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("quadrille._charts")?.call_method1("plot", (slf, ax))
    }

    /// `numpy.asarray(column)`.
    #[pyo3(signature = (dtype=None, copy=None))]
    fn __array__<'py>(
        slf: &Bound<'py, Self>,
        dtype: Option<&Bound<'py, PyAny>>,
        copy: Option<bool>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if copy == Some(false) {
            return Err(PyValueError::new_err("a Column cannot become an array without a copy"));
        }
        let array = Self::to_numpy(slf)?;
        dtype.map_or(Ok(array.clone()), |dtype| array.call_method1("astype", (dtype,)))
    }

    /// A column of bools: each value compared with another one, or with one for each row. Null where either is null.
    fn __richcmp__(&self, py: Python<'_>, other: &Bound<'_, PyAny>, op: CompareOp) -> PyResult<Column> {
        let outcomes = compared(&self.to_pylist(py)?, other, op)?;
        let field = Arc::new(Field::new(self.field.name(), DataType::Boolean, true));
        Ok(Column { chunks: vec![outcomes], field, answers: Vec::new() })
    }

    /// The rows for which both columns of bools are true.
    fn __and__(&self, other: PyRef<'_, Column>) -> PyResult<Column> {
        self.combined(&other, |one, other| match (one, other) {
            (Some(false), _) | (_, Some(false)) => Some(false),
            (one, other) => one.and(other),
        })
    }

    /// The rows for which one of two columns of bools is true.
    fn __or__(&self, other: PyRef<'_, Column>) -> PyResult<Column> {
        self.combined(&other, |one, other| match (one, other) {
            (Some(true), _) | (_, Some(true)) => Some(true),
            (one, other) => one.and(other),
        })
    }

    /// The rows for which a column of bools is false.
    fn __invert__(&self) -> PyResult<Column> {
        self.combined(self, |one, _| one.map(|is_true| !is_true))
    }

    fn __bool__(&self) -> PyResult<bool> {
        Err(PyValueError::new_err("a Column is neither true nor false: use len(column), or any() and all()"))
    }

    /// The status of each row, if this is a column of answers.
    #[getter]
    fn status(&self) -> Option<Column> {
        self.other("status")
    }

    /// The error of each row, null where there is none.
    #[getter]
    fn error(&self) -> Option<Column> {
        self.other("error")
    }

    /// The name of the column.
    #[getter]
    fn name(&self) -> &str {
        self.field.name()
    }

    /// The names of the columns of these answers.
    #[getter]
    fn names(&self) -> Vec<String> {
        let batch = self.answers.first();
        batch.map_or(Vec::new(), |b| b.schema().fields().iter().map(|f| f.name().clone()).collect())
    }

    /// The Arrow type, as text.
    #[getter]
    fn r#type(&self) -> String {
        self.field.data_type().to_string()
    }

    /// How many values are null.
    #[getter]
    fn null_count(&self) -> usize {
        self.chunks.iter().map(|chunk| chunk.logical_null_count()).sum()
    }

    /// How many rows have which status, as a dictionary.
    fn counts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        summary::dict(py, &self.statuses())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        if let Some(first) = self.answers.first() {
            let bytes = written(py, &first.schema(), &self.answers)?;
            return reduced(py, "_column", (bytes, Some(self.field.name().as_str())));
        }
        let (schema, batches) = self.alone().map_err(value_error)?;
        reduced(py, "_column", (written(py, &schema, &batches)?, None::<&str>))
    }

    fn __repr__(&self) -> String {
        let counts = summary::words(&self.statuses());
        let rows = summary::grouped(self.__len__());
        format!("<quadrille.Column of {rows} {}{counts}>", self.field.data_type())
    }

    fn _repr_html_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("quadrille._tables")?.call_method1("column_html", (slf,))
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        Ok(to_schema_pycapsule(py, self.field.as_ref())?)
    }

    /// The column as one array.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyCapsule>>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let joined = py.detach(|| self.joined()).map_err(|e| PyValueError::new_err(e.to_string()))?;
        let (chunks, field) = in_type((vec![joined], self.field.clone()), requested_schema)?;
        Ok(to_array_pycapsules(py, field, &chunks[0], None)?)
    }

    /// The chunks of the column.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyCapsule>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let (chunks, field) = in_type((self.chunks.clone(), self.field.clone()), requested_schema)?;
        let chunks: Vec<_> = chunks.into_iter().map(Ok).collect();
        let reader = ArrayIterator::new(chunks, field);
        Ok(to_stream_pycapsule(py, Box::new(reader), None)?)
    }
}

impl Column {
    /// The columns of statuses: those beside this one, or this one if it is of statuses.
    fn statuses(&self) -> Vec<ArrayRef> {
        if self.field.name() == "status" {
            return self.chunks.clone();
        }
        chunks_of(&self.answers, "status").unwrap_or_default()
    }
}

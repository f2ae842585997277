//! Tables with answers beside the columns that were passed.

use crate::{
    column::Column,
    keywords::Argument,
    pickle::{Reduced, reduced, value_error, written},
    rows::{Asked, Rows, converted},
    summary, values,
};
use arrow_array::{ArrayRef, RecordBatch, StructArray};
use arrow_schema::{ArrowError, Field, Schema, SchemaRef};
use pyo3::{
    exceptions::{PyKeyError, PyValueError},
    prelude::*,
    types::{PyCapsule, PyDict, PyList},
};
use pyo3_arrow::ffi::{ArrayIterator, to_schema_pycapsule, to_stream_pycapsule};
use std::{ops::Range, sync::Arc};

/// A table with answers, with the Arrow interface: `pyarrow.table(table)`, `polars.DataFrame(table)`,
/// `pandas.DataFrame.from_arrow(table)` and DuckDB take it as theirs.
///
/// `table["status"]` is a column, `table[i]` a row as a dictionary, `table[i:j]` a part of the table and `table[mask]` the rows
/// for which a mask is true. `len` is the number of rows; iteration and `to_pylist()` give a dictionary for each.
/// `to_arrow()`, `to_polars()`, `to_pandas()` and `to_numpy()` make it a table of other packages.
///
/// >>> import pyarrow, quadrille
/// >>> table = quadrille.count(pyarrow.table({"id": [7, 8], "puzzle": ["." * 16, "no puzzle"]}))
/// >>> table
/// <quadrille.Table of 2 rows (id, puzzle, count, status): 1 invalid, 1 multiple>
/// >>> table["count"].to_pylist(), table.to_pylist()[0]["count"], table.counts()
/// ([288, None], 288, {'invalid': 1, 'multiple': 1})
/// >>> table[table["status"] == "multiple"].to_pandas()["count"].tolist()
/// [288]
/// >>> table.error[1]
/// 'expected 16, 36, 81, 144, 256 or 625 cells, found 9'
#[pyclass(frozen, module = "quadrille")]
pub struct Table {
    schema: SchemaRef,
    batches: Vec<RecordBatch>,
    /// The answers, of which `error` is not among the columns.
    answers: Vec<RecordBatch>,
    /// The beginning of the names of the columns of answers.
    prefix: String,
}

impl Table {
    /// A table of batches of one schema.
    pub fn new(schema: SchemaRef, batches: Vec<RecordBatch>) -> Table {
        Table { schema, batches, answers: Vec::new(), prefix: String::new() }
    }

    /// A table of all columns of some answers but the errors.
    pub fn of_answers(answers: Vec<RecordBatch>) -> PyResult<Table> {
        let none: Vec<StructArray> =
            answers.iter().map(|batch| StructArray::new_empty_fields(batch.num_rows(), None)).collect();
        Table::beside((&none, &Schema::empty()), answers, String::new())
    }

    /// The columns of a table, and after them the columns of the answers, whose names begin with a prefix. They replace columns of
    /// the same names; [`refuse_taken`] says which may be replaced.
    pub fn beside(
        (chunks, schema): (&[StructArray], &Schema),
        answers: Vec<RecordBatch>,
        prefix: String,
    ) -> PyResult<Table> {
        let Some(first) = answers.first() else {
            return Ok(Table::new(Arc::new(schema.clone()), Vec::new()));
        };
        let added = first.schema();
        let added: Vec<&Arc<Field>> = added.fields().iter().filter(|f| f.name() != "error").collect();
        let named = |field: &&Arc<Field>| {
            Arc::new(field.as_ref().clone().with_name(format!("{prefix}{}", field.name())))
        };
        let named: Vec<_> = added.iter().map(named).collect();
        let is_kept = |at: &usize| !named.iter().any(|field| field.name() == schema.field(*at).name());
        let kept: Vec<usize> = (0..schema.fields().len()).filter(is_kept).collect();
        let fields = kept.iter().map(|&at| schema.fields()[at].clone());
        let fields: Vec<_> = fields.chain(named.iter().cloned()).collect();
        let all = Arc::new(Schema::new_with_metadata(fields, schema.metadata().clone()));
        let batches = chunks.iter().zip(&answers).map(|(chunk, answers)| {
            let columns = kept.iter().map(|&at| chunk.column(at).clone());
            let answers = added.iter().filter_map(|field| answers.column_by_name(field.name()).cloned());
            RecordBatch::try_new(all.clone(), columns.chain(answers).collect())
        });
        let batches = batches.collect::<Result<_, _>>().map_err(|e| PyValueError::new_err(e.to_string()))?;
        Ok(Table { schema: all.clone(), batches, answers, prefix })
    }

    /// The columns, followed by the errors if there are answers.
    fn and_errors(&self) -> Result<(SchemaRef, Vec<RecordBatch>), ArrowError> {
        let Some(first) = self.answers.first() else {
            return Ok((self.schema.clone(), self.batches.clone()));
        };
        let at = first.schema().index_of("error")?;
        let fields = self.schema.fields().iter().cloned().chain([first.schema().fields()[at].clone()]);
        let fields: Vec<_> = fields.collect();
        let schema = Arc::new(Schema::new_with_metadata(fields, self.schema.metadata().clone()));
        let batches = self.batches.iter().zip(&self.answers).map(|(batch, answers)| {
            RecordBatch::try_new(schema.clone(), [batch.columns(), &[answers.column(at).clone()]].concat())
        });
        let batches = batches.collect::<Result<_, _>>()?;
        Ok((schema, batches))
    }

    /// The opposite: so many of the last columns belong to the answers, and the last of them has the errors.
    pub fn with_errors(
        schema: SchemaRef,
        batches: &[RecordBatch],
        (answers, prefix): (usize, String),
    ) -> Result<Table, ArrowError> {
        let columns = schema.fields().len();
        let Some(first) = columns.checked_sub(answers).filter(|_| answers > 0) else {
            return Ok(Table::new(schema, batches.to_vec()));
        };
        let part = |range: Range<usize>| -> Result<Vec<RecordBatch>, ArrowError> {
            let part: Vec<usize> = range.collect();
            batches.iter().map(|batch| batch.project(&part)).collect()
        };
        let named: Vec<usize> = (0..columns - 1).collect();
        let schema = Arc::new(schema.project(&named)?);
        let answers = part(first..columns)?.into_iter().map(|batch| without_prefix(&batch, &prefix));
        let answers = answers.collect::<Result<_, _>>()?;
        Ok(Table { schema, batches: part(0..columns - 1)?, answers, prefix })
    }

    /// The names of the columns that are answers.
    fn answer_names(&self) -> Vec<String> {
        let schema = self.answers.first().map(|batch| batch.schema());
        let fields = schema.iter().flat_map(|schema| schema.fields().iter());
        fields.map(|field| format!("{}{}", self.prefix, field.name())).collect()
    }

    fn chunks(&self, name: &str) -> Option<Vec<ArrayRef>> {
        let at = self.schema.index_of(name).ok()?;
        Some(self.batches.iter().map(|batch| batch.column(at).clone()).collect())
    }

    /// A column by its name.
    fn column(&self, name: &str) -> PyResult<Column> {
        match (self.chunks(name), self.schema.field_with_name(name)) {
            (Some(chunks), Ok(field)) => {
                Ok(Column { chunks, field: Arc::new(field.clone()), answers: Vec::new() })
            }
            _ => Err(PyKeyError::new_err(name.to_owned())),
        }
    }

    /// Some of the rows, with their errors.
    pub fn rows(&self, rows: &Rows) -> PyResult<Table> {
        let (batches, answers) = (rows.of(&self.batches)?, rows.of(&self.answers)?);
        Ok(Table { schema: self.schema.clone(), batches, answers, prefix: self.prefix.clone() })
    }

    fn statuses(&self) -> Vec<ArrayRef> {
        self.chunks(&format!("{}status", self.prefix)).unwrap_or_default()
    }
}

#[pymethods]
impl Table {
    fn __len__(&self) -> usize {
        self.batches.iter().map(RecordBatch::num_rows).sum()
    }

    /// A column by its name, a row as a dictionary by its number, or a table of the rows of a slice or of a mask.
    fn __getitem__<'py>(&self, py: Python<'py>, key: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        if let Ok(name) = key.extract::<String>() {
            return Ok(Bound::new(py, self.column(&name)?)?.into_any());
        }
        match Asked::of(key, self.__len__(), "table")? {
            Asked::Rows(rows) => Ok(Bound::new(py, self.rows(&rows)?)?.into_any()),
            Asked::Row(row) => self.rows(&Rows::Range(row..row + 1))?.to_pylist(py)?.get_item(0),
        }
    }

    /// Whether there is a column of this name.
    fn __contains__(&self, name: &str) -> bool {
        self.schema.field_with_name(name).is_ok()
    }

    /// The rows as dictionaries.
    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(self.to_pylist(py)?.try_iter()?.into_any())
    }

    /// The table with `pyarrow`, as a `Table`.
    fn to_arrow<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        converted(slf.py(), "table_to_arrow", slf)
    }

    /// The table as a `DataFrame` of polars.
    fn to_polars<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        converted(slf.py(), "table_to_polars", slf)
    }

    /// The table as a `DataFrame` of pandas, with columns as of `Column.to_pandas`.
    fn to_pandas<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        converted(slf.py(), "table_to_pandas", slf)
    }

    /// The columns as arrays of NumPy by their names, as of `Column.to_numpy`.
    fn to_numpy<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        converted(slf.py(), "table_to_numpy", slf)
    }

    /// The names of the columns.
    #[getter]
    fn column_names(&self) -> Vec<String> {
        self.schema.fields().iter().map(|field| field.name().clone()).collect()
    }

    /// The columns.
    #[getter]
    fn columns(&self) -> PyResult<Vec<Column>> {
        self.column_names().iter().map(|name| self.column(name)).collect()
    }

    /// The status of each row.
    #[getter]
    fn status(&self) -> Option<Column> {
        self.column(&format!("{}status", self.prefix)).ok()
    }

    /// The error of each row, null where there is none. It is not among the columns.
    #[getter]
    fn error(&self) -> Option<Column> {
        Column::of(self.answers.clone(), "error")
    }

    /// How many rows have which status, as a dictionary.
    fn counts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        summary::dict(py, &self.statuses())
    }

    /// The rows as dictionaries.
    fn to_pylist<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let rows = PyList::empty(py);
        for batch in &self.batches {
            for row in 0..batch.num_rows() {
                let values = PyDict::new(py);
                for (field, column) in self.schema.fields().iter().zip(batch.columns()) {
                    values.set_item(field.name(), values::value(py, column, row)?)?;
                }
                rows.append(values)?;
            }
        }
        Ok(rows)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        let (schema, batches) = self.and_errors().map_err(value_error)?;
        let answers = self.answers.first().map_or(0, RecordBatch::num_columns);
        reduced(py, "_table", (written(py, &schema, &batches)?, answers, &self.prefix))
    }

    fn __repr__(&self) -> String {
        let (rows, columns) = (summary::grouped(self.__len__()), self.column_names().join(", "));
        format!("<quadrille.Table of {rows} rows ({columns}){}>", summary::words(&self.statuses()))
    }

    fn _repr_html_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("quadrille._tables")?.call_method1("table_html", (slf,))
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        Ok(to_schema_pycapsule(py, self.schema.as_ref())?)
    }

    /// The batches of the table. A requested schema is not followed: consumers of tables cast what they get.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let _ = requested_schema;
        let field = Field::new_struct("", self.schema.fields().clone(), false);
        let field = Arc::new(field.with_metadata(self.schema.metadata().clone()));
        let chunks: Vec<_> = self
            .batches
            .iter()
            .map(|batch| Ok(Arc::new(StructArray::from(batch.clone())) as ArrayRef))
            .collect();
        Ok(to_stream_pycapsule(py, Box::new(ArrayIterator::new(chunks, field)), None)?)
    }
}

/// Fails if a column of answers would have the name of a column of the table that was passed, unless that is an earlier answer.
pub fn refuse_taken<'a>(
    (passed, schema): (&Bound<'_, PyAny>, &Schema),
    added: impl Iterator<Item = &'a str>,
    prefix: &str,
    argument: Argument<'_>,
) -> PyResult<()> {
    let earlier = passed.cast::<Table>().map(|table| table.get().answer_names()).unwrap_or_default();
    let function = argument.function;
    for (at, name) in added.enumerate() {
        let name = format!("{prefix}{name}");
        if schema.field_with_name(&name).is_ok() && !earlier.contains(&name) {
            // The first column of ratings has an option for its name.
            let own = if (function, at) == ("rate", 0) { "rating_column=\"…\" or " } else { "" };
            return Err(argument.value_error(format!(
                "the table already has a column {name:?}; pass {own}prefix=\"{function}_\" for other names of the answers, or \
                 drop the column"
            )));
        }
    }
    Ok(())
}

/// Answers under their own names.
fn without_prefix(answers: &RecordBatch, prefix: &str) -> Result<RecordBatch, ArrowError> {
    let own = |field: &Arc<Field>| {
        let name = field.name().strip_prefix(prefix).unwrap_or(field.name()).to_owned();
        Arc::new(field.as_ref().clone().with_name(name))
    };
    let fields: Vec<_> = answers.schema().fields().iter().map(own).collect();
    RecordBatch::try_new(Arc::new(Schema::new(fields)), answers.columns().to_vec())
}

//! Test puzzles that equal others.

use crate::{
    call::Call,
    input::Input,
    kept::Unused,
    keys::{BY_TEXT, equal_by, keys_of},
    keywords::{Argument, Keywords},
    options::{self, Has},
    pickle::{Reduced, reduced},
    summary::grouped,
    table::Table,
};
use arrow_array::{Array, ArrayRef, ListArray, RecordBatch, UInt64Array};
use arrow_buffer::OffsetBuffer;
use arrow_schema::{ArrowError, DataType, Field, Schema};
use pyo3::{exceptions::PyValueError, prelude::*, types::PyDict};
use quadrille::batch::Leak;
use quadrille_tasks::classes::{Key, KeyTable, NO_CLASS};
use std::sync::Arc;

/// The test puzzles that equal puzzles of another set, as `leak` finds them.
///
/// `len(leaks)` is their number, and `table` has a row for each: `record`, its index in the test set, from 0; `matches`, the number
/// of puzzles that it equals; and `equals`, a list of the indexes of these.
///
/// >>> import quadrille
/// >>> leaks = quadrille.leak(["1...3..2..4.4..1", "." * 16], ["." * 81, "2...3..1..4.4..2"])
/// >>> leaks
/// <quadrille.Leaks: 1 of 2 test puzzles equals 1 of 2 others>
/// >>> leaks.table.to_pylist()
/// [{'record': 0, 'matches': 1, 'equals': [1]}]
#[pyclass(frozen, module = "quadrille")]
pub struct Leaks {
    /// A row for each test puzzle that equals others.
    #[pyo3(get)]
    pub table: Py<Table>,
    pub equal: usize,
    /// The number of test puzzles, malformed ones included.
    #[pyo3(get)]
    pub tests: usize,
    /// The number of other puzzles that equal a test puzzle.
    #[pyo3(get)]
    pub matches: usize,
    /// The number of other puzzles, malformed ones included.
    #[pyo3(get)]
    pub others: usize,
}

#[pymethods]
impl Leaks {
    fn __len__(&self) -> usize {
        self.equal
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        let Leaks { table, equal, tests, matches, others } = self;
        reduced(py, "_leaks", (table, equal, tests, matches, others))
    }

    fn __repr__(&self) -> String {
        let verb = if self.equal == 1 { "equals" } else { "equal" };
        let [equal, tests, matches, others] =
            [self.equal, self.tests, self.matches, self.others].map(grouped);
        format!("<quadrille.Leaks: {equal} of {tests} test puzzles {verb} {matches} of {others} others>")
    }
}

#[doc = signature!("leak(tests, against, /, *, equal_by='puzzle', against_column=None", call, column, symbols, engine)]
/// Finds the puzzles of a test set that equal puzzles of another set, such as a training set.
///
/// Args:
///     tests: A list of str, a NumPy array of several boards, or a column or table with the Arrow interface.
///     against: The other puzzles, of any of these kinds.
///     equal_by: "puzzle", "solution" or "text", as for `dedup`. Boards above 9×9 are only compared by "text".
///     against_column: The column of a table `against` with the puzzles. None is the same as `column`.
#[doc = args!(call, column, symbols, engine)]
///
/// Returns:
///     The `Leaks`. A value that could not be compared equals no other, and a warning counts these.
///
#[doc = args!(raises)]
///
/// >>> import quadrille
/// >>> puzzles = quadrille.generate(4, seed=1)
/// >>> leaks = quadrille.leak(quadrille.morph(puzzles[:2]), puzzles)
/// >>> len(leaks), leaks.table["record"].to_pylist(), leaks.table["equals"].to_pylist()
/// (2, [0, 1], [[0], [1]])
#[pyfunction]
#[pyo3(signature = (tests, against, /, **options), text_signature = None)]
pub fn leak(
    tests: &Bound<'_, PyAny>,
    against: &Bound<'_, PyAny>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Leaks> {
    let py = tests.py();
    let keywords = Keywords::new("leak", options)?;
    let by = equal_by(&keywords)?;
    let mut call = Call::take(&keywords)?.sharing_limit();
    let options = options::take(&keywords, &call, Has::Engine)?;
    let columns = [keywords.take("column")?, keywords.take("against_column")?];
    keywords.finish()?;
    let [tests, others] = inputs(&call, [tests, against], columns)?;
    let mut keys = |input: Input<'_>, argument| -> PyResult<Vec<Key>> {
        call.puzzles = call.argument(argument);
        let what = format!("{argument}: values that are not compared");
        let unused = Unused { what: &what, remedy: BY_TEXT, with_nulls: false };
        keys_of(py, &input, &Leak::equal_by(by), (&call, &options), &unused)
    };
    let (tests, others) = (keys(tests, "tests")?, keys(others, "against")?);
    let found = py.detach(|| Found::of(&tests, &others));
    found.check(call.puzzles)?;
    let error = |error: ArrowError| PyValueError::new_err(error.to_string());
    let table = Py::new(py, found.table().map_err(error)?)?;
    let matches = found.rows.iter().map(Vec::len).sum();
    Ok(Leaks { table, equal: found.leaked.len(), tests: tests.len(), matches, others: others.len() })
}

/// The tests and the other puzzles. `column` is for both, as far as they are tables.
fn inputs<'py>(
    call: &Call,
    [tests, against]: [&Bound<'py, PyAny>; 2],
    [column, against_column]: [Option<String>; 2],
) -> PyResult<[Input<'py>; 2]> {
    let name = against_column.as_deref().or(column.as_deref());
    let others = Input::of_any(against, name, call.argument("against"))?;
    others.only_tables_have(&[("against_column", against_column.is_some())], call.puzzles)?;
    let tests = Input::of_any(tests, column.as_deref(), call.argument("tests"))?;
    if against_column.is_some() || !matches!(others, Input::Table { .. }) {
        tests.only_tables_have(&[("column", column.is_some())], call.puzzles)?;
    }
    Ok([tests, others])
}

/// Which rows are in the same class.
struct Found {
    /// The tests that equal others, and their classes.
    leaked: Vec<(u64, usize)>,
    /// The others of each class of tests.
    rows: Vec<Vec<u64>>,
}

impl Found {
    fn of(tests: &[Key], others: &[Key]) -> Found {
        let mut table = KeyTable::default();
        // The table has numbers from 1.
        let mut class_of = |key: &Key| {
            let next = table.count_keys() + 1;
            (*key != NO_CLASS).then(|| table.insert(*key, next).unwrap_or(next) as usize - 1)
        };
        let classes: Vec<Option<usize>> = tests.iter().map(&mut class_of).collect();
        let mut rows = vec![Vec::new(); table.count_keys() as usize];
        for (row, key) in (0..).zip(others).filter(|(_, key)| **key != NO_CLASS) {
            if let Some(class) = table.get(*key) {
                rows[class as usize - 1].push(row);
            }
        }
        let leaked = (0..).zip(classes).filter_map(|(row, class)| Some((row, class?)));
        let leaked = leaked.filter(|(_, class)| !rows[*class].is_empty()).collect();
        Found { leaked, rows }
    }

    /// Fails if a list of Arrow cannot hold all pairs.
    fn check(&self, argument: Argument<'_>) -> PyResult<()> {
        let pairs: usize = self.leaked.iter().map(|(_, class)| self.rows[*class].len()).sum();
        match i32::try_from(pairs) {
            Ok(_) => Ok(()),
            Err(_) => Err(argument.value_error(format!(
                "{} pairs of equal puzzles are more than a table holds; remove equal puzzles with dedup first",
                grouped(pairs)
            ))),
        }
    }

    fn table(&self) -> Result<Table, ArrowError> {
        let record: UInt64Array = self.leaked.iter().map(|(row, _)| *row).collect::<Vec<_>>().into();
        let matches: UInt64Array =
            self.leaked.iter().map(|(_, class)| self.rows[*class].len() as u64).collect::<Vec<_>>().into();
        let rows = |(_, class): &(u64, usize)| self.rows[*class].clone();
        let lengths =
            OffsetBuffer::from_lengths(self.leaked.iter().map(|(_, class)| self.rows[*class].len()));
        let item = Arc::new(Field::new("item", DataType::UInt64, true));
        let equals: UInt64Array = self.leaked.iter().flat_map(rows).collect::<Vec<_>>().into();
        let equals = ListArray::try_new(item, lengths, Arc::new(equals), None)?;
        let columns: [(&str, ArrayRef); 3] =
            [("record", Arc::new(record)), ("matches", Arc::new(matches)), ("equals", Arc::new(equals))];
        let fields: Vec<Field> = columns
            .iter()
            .map(|(name, column)| Field::new(*name, column.data_type().clone(), true))
            .collect();
        let schema = Arc::new(Schema::new(fields));
        let columns = columns.into_iter().map(|(_, column)| column).collect();
        Ok(Table::new(schema.clone(), vec![RecordBatch::try_new(schema, columns)?]))
    }
}

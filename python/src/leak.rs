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
use arrow_array::{ArrayRef, ListArray, RecordBatch, UInt64Array};
use arrow_buffer::OffsetBuffer;
use arrow_schema::{ArrowError, DataType, Field};
use pyo3::{exceptions::PyValueError, prelude::*, types::PyDict};
use quadrille::{Error, batch::Leak};
use quadrille_tasks::{
    Facts, Reduce, Tally,
    classes::Key,
    reduce::{LeakSearch, LeakedRecords},
};
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
    let found = py.detach(|| found(&tests, &others)).map_err(|error| call.exception(error))?;
    check(&found, call.puzzles)?;
    let error = |error: ArrowError| PyValueError::new_err(error.to_string());
    let table = Py::new(py, table(&found).map_err(error)?)?;
    let [of_tests, of_others] = [0, 1].map(|input| found.inputs()[input].equal as usize);
    Ok(Leaks { table, equal: of_tests, tests: tests.len(), matches: of_others, others: others.len() })
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

/// The leaks between rows with these keys.
fn found(tests: &[Key], others: &[Key]) -> Result<LeakedRecords, Error> {
    let mut search = LeakSearch::new(1, 2);
    for (input, keys) in [tests, others].into_iter().enumerate() {
        search.take(&Facts::of_rows(input, keys), &mut Tally::default(), &mut |_| ())?;
    }
    Ok(search.leaks())
}

/// Fails if a list of Arrow cannot hold all pairs.
fn check(leaks: &LeakedRecords, argument: Argument<'_>) -> PyResult<()> {
    let pairs = leaks.iter().map(|leaked| leaked.count()).sum();
    match i32::try_from(pairs) {
        Ok(_) => Ok(()),
        Err(_) => Err(argument.value_error(format!(
            "{} pairs of equal puzzles are more than a table holds; remove equal puzzles with dedup first",
            grouped(pairs)
        ))),
    }
}

/// The rows of lines, which are numbered from 1.
fn table(leaks: &LeakedRecords) -> Result<Table, ArrowError> {
    let numbers = |numbers: Vec<u64>| Arc::new(UInt64Array::from(numbers));
    let record = numbers(leaks.iter().map(|leaked| leaked.line - 1).collect());
    let matches = numbers(leaks.iter().map(|leaked| leaked.count() as u64).collect());
    let equals = leaks.iter().flat_map(|leaked| leaked.equals().map(|(_, line)| line - 1));
    let lengths = OffsetBuffer::from_lengths(leaks.iter().map(|leaked| leaked.count()));
    let item = Arc::new(Field::new("item", DataType::UInt64, true));
    let equals = ListArray::try_new(item, lengths, numbers(equals.collect()), None)?;
    let columns: [(_, ArrayRef, _); 3] =
        [("record", record, true), ("matches", matches, true), ("equals", Arc::new(equals), true)];
    let rows = RecordBatch::try_from_iter_with_nullable(columns)?;
    Ok(Table::new(rows.schema(), vec![rows]))
}

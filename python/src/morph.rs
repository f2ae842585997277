//! Morphs.

use crate::{
    answer::{column, column_of, of_text},
    call::Call,
    expected::{self, solution_column},
    input::{Cells, Input},
    keywords::Keywords,
    options::{self, Has},
    table::{Table, refuse_taken},
    transforms::{GIVEN, Transforms},
    unmoved, values,
};
use arrow_array::{Array, ArrayRef, RecordBatch, StructArray, UInt64Array, cast::AsArray};
use arrow_schema::{ArrowError, Field, Schema};
use arrow_select::take::take;
use numpy::{PyArray1, PyUntypedArrayMethods};
use pyo3::{
    exceptions::PyValueError,
    prelude::*,
    types::{PyDict, PyTuple},
};
use quadrille::{
    Error,
    arrow::{self, Options},
};
use std::{iter::repeat_n, sync::Arc};

#[doc = signature!("morph(puzzles, /, *, copies=None, seed=None, first_row=0, rows=None, exclude_symmetry=(), transform=None, \
transform_column=None, inverse=False, solution_column=None, no_solution=False, group=True", call, column, prefix, symbols)]
/// Makes morphs of puzzles: puzzles that look different, and whose solutions are changed in the same way.
///
/// Args:
#[doc = args!(puzzles, morphs)]
///     transform_column: The column of a table with the transformation of each puzzle.
#[doc = args!(inverse)]
///     solution_column: The column of a table with the solutions, which are moved with their puzzles. None is the only column with a
///         usual name (solution, answer, target, …), if there is one. Solutions in any other column are refused.
///     no_solution: Whether the solutions of a table stay as they are.
///     group: Whether a table gets the column `group` if there are `copies`.
#[doc = args!(call, column, prefix, symbols)]
///
/// Returns:
///     The morph of a str. The same kind as `puzzles` for the others; in a `Table` the morphs replace the puzzles and their
///     solutions, and with `copies` the column `group` has the number of the row that a morph comes from, from 1, as has
///     `column["group"]` of a `Column`.
///
#[doc = args!(raises)]
///
/// >>> import quadrille
/// >>> morphs = quadrille.morph(["1...3..2..4.4..1"], copies=3, seed=1)
/// >>> quadrille.morph("1...3..2..4.4..1", seed=1) == morphs[0]
/// True
/// >>> quadrille.morph(morphs[0], seed=1, inverse=True)
/// '1...3..2..4.4..1'
/// >>> quadrille.morph("1...3..2..4.4..1", transform="t-r2143-c3412-d1324")
/// '.....412.1.34...'
#[pyfunction]
#[pyo3(signature = (puzzles, /, **options), text_signature = None)]
pub fn morph<'py>(
    puzzles: &Bound<'py, PyAny>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = puzzles.py();
    let keywords = Keywords::new("morph", options)?;
    let mut morphing = Morphing::take(&keywords)?;
    let column = keywords.take::<String>("column")?;
    let own = TableColumns {
        transform: keywords.take("transform_column")?,
        solution: keywords.take("solution_column")?,
        no_solution: keywords.take("no_solution")?.unwrap_or(false),
        group: keywords.take("group")?.unwrap_or(true),
        prefix: keywords.take("prefix")?.unwrap_or_default(),
    };
    let transform = keywords.object("transform")?;
    keywords.finish()?;
    let input = Input::of(puzzles, column.as_deref(), morphing.call.puzzles)?;
    if let Input::Table { chunks, schema, column } = &input {
        own.check(&morphing)?;
        morphing.transforms.of_table((chunks, schema), own.transform.as_deref(), transform.as_ref())?;
        return morphing.table(puzzles, (chunks, schema), *column, &own);
    }
    let of_tables = [
        ("transform_column", own.transform.is_some()),
        ("solution_column", own.solution.is_some()),
        ("no_solution", own.no_solution),
        ("group", !own.group),
        ("prefix", !own.prefix.is_empty()),
    ];
    input.only_tables_have(&of_tables, morphing.call.puzzles)?;
    morphing.transforms.of(transform.as_ref(), &expected::chunks(&input)?)?;
    morphing.of(py, &input, None)?.get_item(0)
}

#[doc = signature!("morph_with_solutions(puzzles, solutions, /, *, copies=None, seed=None, first_row=0, rows=None, exclude_symmetry=(), \
transform=None, inverse=False", call, symbols)]
/// Makes morphs of puzzles and moves their solutions in the same way.
///
/// Args:
///     puzzles: A str, a list of str, a NumPy array of digits (0 is an empty cell), or a column with the Arrow interface.
///     solutions: Their solutions, of the same kind. A table has them in a column, which `morph` moves.
#[doc = args!(morphs, inverse, call, symbols)]
///
/// Returns:
///     The morphs and their solutions, both of the kind of `puzzles`.
///
#[doc = args!(raises)]
///
/// >>> import quadrille
/// >>> puzzles, solutions = quadrille.morph_with_solutions(["1...3..2..4.4..1"], ["1234341221434321"], copies=2, seed=7)
/// >>> solutions == quadrille.solve(puzzles)
/// True
#[pyfunction]
#[pyo3(signature = (puzzles, solutions, /, **options), text_signature = None)]
pub fn morph_with_solutions<'py>(
    puzzles: &Bound<'py, PyAny>,
    solutions: &Bound<'py, PyAny>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyTuple>> {
    let keywords = Keywords::new("morph_with_solutions", options)?;
    let mut morphing = Morphing::take(&keywords)?;
    let transform = keywords.object("transform")?;
    keywords.finish()?;
    let argument = morphing.call.puzzles;
    let input = Input::of(puzzles, None, argument)?;
    if let Input::Table { .. } = input {
        return Err(argument.type_error("a table has its solutions in a column; use morph"));
    }
    let chunks = expected::chunks(&input)?;
    morphing.transforms.of(transform.as_ref(), &chunks)?;
    let solutions = expected::solutions((&input, &chunks), solutions, morphing.call.argument("solutions"))?;
    morphing.of(puzzles.py(), &input, Some(&solutions))
}

/// The options of one call.
struct Morphing {
    call: Call,
    options: Options,
    transforms: Transforms,
    copies: Option<u32>,
    first_row: u64,
    /// The number of each row, in place of the numbers from the first one on.
    rows: Option<Vec<u64>>,
}

/// The options about the columns of a table.
struct TableColumns {
    transform: Option<String>,
    solution: Option<String>,
    no_solution: bool,
    group: bool,
    prefix: String,
}

impl TableColumns {
    /// Fails if one of them has no effect.
    fn check(&self, morphing: &Morphing) -> PyResult<()> {
        let error = |name, what| Err(morphing.call.argument(name).value_error(what));
        let has_copies = morphing.copies.is_some();
        if self.no_solution && self.solution.is_some() {
            return error("solution_column", "pass it or no_solution, not both");
        }
        if !has_copies && !self.group {
            return error("group", "has no effect without copies=; remove it");
        }
        if !(self.prefix.is_empty() || has_copies && self.group) {
            return error("prefix", "has no effect without the column group, which copies= adds; remove it");
        }
        Ok(())
    }
}

impl Morphing {
    fn take(keywords: &Keywords<'_>) -> PyResult<Morphing> {
        let call = Call::take(keywords)?;
        let options = options::take(keywords, &call, Has::Few)?;
        Ok(Morphing {
            transforms: Transforms::take(call.puzzles.function, keywords)?,
            call,
            options,
            copies: keywords.take("copies")?,
            rows: rows(keywords)?,
            first_row: keywords.take("first_row")?.unwrap_or(0),
        })
    }

    /// The morphs of columns, one batch for each chunk. The rows of all chunks are numbered on.
    fn run(
        &self,
        py: Python<'_>,
        chunks: &[ArrayRef],
        solutions: Option<&[ArrayRef]>,
    ) -> PyResult<Vec<RecordBatch>> {
        let rows: u64 = chunks.iter().map(|chunk| chunk.len() as u64).sum();
        if let Some(numbers) = self.rows.as_ref().filter(|numbers| numbers.len() as u64 != rows) {
            let what = format!("expected one number for each of {rows} puzzles, got {}", numbers.len());
            return Err(self.call.argument("rows").value_error(what));
        }
        if self.transforms.are_given() && self.copies.is_some_and(|copies| copies > 1) {
            let what = "several copies of a morph by one transformation would be the same; remove it";
            return Err(self.call.argument("copies").value_error(what));
        }
        let work = || {
            let mut start = 0;
            let morphs = chunks.iter().enumerate().map(|(at, chunk)| {
                let morphs = self.transforms.options(at).copies(self.copies.unwrap_or(1));
                let morphs = match &self.rows {
                    Some(rows) => morphs.rows(&rows[start..start + chunk.len()]),
                    None => morphs.first_row(self.first_row.wrapping_add(start as u64)),
                };
                start += chunk.len();
                let solutions = solutions.map(|solutions| solutions[at].as_ref());
                arrow::morph(chunk, solutions, &morphs, &self.options)
            });
            morphs.collect::<Result<Vec<_>, Error>>()
        };
        let solutions_in =
            if self.call.puzzles.function == "morph" { "solution_column" } else { "solutions" };
        self.call.run(py, rows, work)?.map_err(|error| self.call.exception_about(error, solutions_in))
    }

    /// The morphs of anything but a table and, if they are passed, their solutions: each of the kind of the puzzles.
    fn of<'py>(
        &self,
        py: Python<'py>,
        input: &Input<'py>,
        solutions: Option<&[ArrayRef]>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let is_one = matches!(input, Input::Text(_) | Input::Cells(Cells { is_single: true, .. }));
        if is_one && self.copies.is_some_and(|copies| copies > 1) {
            let what = "one puzzle has one morph; pass a list or an array of one puzzle for several";
            return Err(self.call.argument("copies").value_error(what));
        }
        // A column has the numbers of its rows as its group.
        let has_group = matches!(input, Input::Column(_));
        if self.transforms.are_given() && !has_group && (self.first_row > 0 || self.rows.is_some()) {
            let name = if self.rows.is_some() { "rows" } else { "first_row" };
            return Err(self.call.argument(name).value_error(GIVEN));
        }
        let answers = self.run(py, &expected::chunks(input)?, solutions)?;
        let names: &[&str] = if solutions.is_some() { &["morph", "solution"] } else { &["morph"] };
        let morphs = names.iter().map(|name| match input {
            Input::Text(_) => of_text(py, input, (&answers[0], name), self.call.puzzles),
            Input::List(_) => Ok(values::list(py, column(&answers[0], name)?)?.into_any()),
            Input::Cells(puzzles) => cells(py, puzzles, column(&answers[0], name)?),
            _ => Ok(Bound::new(py, column_of(answers.clone(), name)?)?.into_any()),
        });
        PyTuple::new(py, morphs.collect::<PyResult<Vec<_>>>()?)
    }

    /// A table in which the morphs replace their puzzles, and the morphs of the solutions replace their solutions.
    fn table<'py>(
        &self,
        passed: &Bound<'py, PyAny>,
        (chunks, schema): (&[StructArray], &Schema),
        puzzles: usize,
        own: &TableColumns,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = passed.py();
        let group = self.copies.filter(|_| own.group).map(|_| format!("{}group", own.prefix));
        refuse_taken(
            (passed, schema),
            group.as_ref().map(|_| "group").into_iter(),
            &own.prefix,
            self.call.puzzles,
        )?;
        let solutions = match own.no_solution {
            true => None,
            false => solution_column(schema, puzzles, own.solution.as_deref(), &self.call)?,
        };
        if !own.no_solution {
            unmoved::refuse((chunks, schema), (puzzles, solutions), &self.call)?;
        }
        let of =
            |at: usize| -> Vec<ArrayRef> { chunks.iter().map(|chunk| chunk.column(at).clone()).collect() };
        let answers = self.run(py, &of(puzzles), solutions.map(of).as_deref())?;
        let batches = chunks
            .iter()
            .zip(&answers)
            .map(|(chunk, answers)| moved((chunk, schema), (puzzles, solutions), answers, group.as_deref()));
        let batches: Vec<RecordBatch> =
            batches.collect::<Result<_, _>>().map_err(|e| PyValueError::new_err(e.to_string()))?;
        let schema = batches[0].schema();
        Ok(Bound::new(py, Table::new(schema, batches))?.into_any())
    }
}

/// Takes `rows`.
fn rows(keywords: &Keywords<'_>) -> PyResult<Option<Vec<u64>>> {
    let rows = keywords.take("rows")?;
    if rows.is_some() && keywords.has("first_row")? {
        return Err(keywords.error("rows", "pass it or first_row, not both"));
    }
    Ok(rows)
}

/// The rows of a chunk of a table, as often as they have morphs, with the morphs in them.
fn moved(
    (chunk, schema): (&StructArray, &Schema),
    (puzzles, solutions): (usize, Option<usize>),
    answers: &RecordBatch,
    group: Option<&str>,
) -> Result<RecordBatch, ArrowError> {
    let copies = answers.num_rows().checked_div(chunk.len()).unwrap_or(1);
    let rows: UInt64Array = (0..chunk.len() as u64).flat_map(|row| repeat_n(row, copies)).collect();
    let of_answers = |name| answers.column_by_name(name).cloned();
    let columns = chunk.columns().iter().enumerate().map(|(at, carried)| {
        let moved = match at {
            _ if at == puzzles => of_answers("morph"),
            _ if Some(at) == solutions => of_answers("solution"),
            _ => None,
        };
        moved.map_or_else(|| take(carried, &rows, None), Ok)
    });
    let mut columns = columns.collect::<Result<Vec<_>, _>>()?;
    let changed = schema.fields().iter().zip(&columns).map(|(field, column)| {
        Arc::new(field.as_ref().clone().with_data_type(column.data_type().clone()).with_nullable(true))
    });
    let mut fields: Vec<_> = changed.collect();
    if let (Some(name), Some(groups)) = (group, of_answers("group")) {
        fields.push(Arc::new(Field::new(name, groups.data_type().clone(), true)));
        columns.push(groups);
    }
    RecordBatch::try_new(Arc::new(Schema::new_with_metadata(fields, schema.metadata().clone())), columns)
}

/// Boards as an array of the shape of the puzzles; zeros where there is none.
fn cells<'py>(py: Python<'py>, puzzles: &Cells<'py>, grids: &dyn Array) -> PyResult<Bound<'py, PyAny>> {
    let (mut shape, area): (Vec<usize>, _) = (puzzles.shape.extract()?, puzzles.rows.shape()[1]);
    if !puzzles.is_single {
        shape[0] = grids.len();
    }
    let mut cells = Vec::with_capacity(grids.len() * area);
    for grid in grids.as_fixed_size_binary() {
        match grid {
            Some(grid) => cells.extend_from_slice(grid),
            None => cells.resize(cells.len() + area, 0),
        }
    }
    PyArray1::from_vec(py, cells).call_method1("reshape", (PyTuple::new(py, shape)?,))
}

//! Random morphs.

use crate::{
    answer::{column, column_of, error},
    call::Call,
    expected::{self, solution_column},
    generate::seed,
    input::{Cells, Input},
    keywords::Keywords,
    options::{self, Has},
    table::Table,
    task::boards,
    values,
};
use arrow_array::{Array, ArrayRef, RecordBatch, StructArray, UInt64Array, cast::AsArray};
use arrow_schema::{Schema, SchemaRef};
use arrow_select::take::take;
use numpy::{PyArray1, PyUntypedArrayMethods};
use pyo3::{
    exceptions::PyValueError,
    prelude::*,
    types::{PyDict, PyString, PyTuple},
};
use quadrille::{
    Error,
    arrow::{self, MorphOptions, Options},
    symmetry::Symmetries,
};
use std::sync::Arc;

/// The options of one call.
struct Morphing {
    call: Call,
    options: Options,
    seed: u64,
    copies: u32,
    first_row: u64,
    symmetries: Symmetries,
}

#[doc = signature!("morph(puzzles, /, *, copies=None, seed=None, first_row=0, exclude_symmetry=(), solutions=None, \
solution_column=None", call, column, symbols)]
/// Makes random morphs of puzzles: puzzles that look different, and whose solutions are changed in the same way.
///
/// Args:
#[doc = args!(puzzles)]
///     copies: The number of morphs of each puzzle, one after the other: the morphs of puzzle `i` are `i * copies` and the
///         following ones. None is one, and a str for a str.
///     seed: The seed of the random numbers, from 0 to 2**64 - 1, the same as for the command. None is another one each time.
///     first_row: The number of the first puzzle, from which its morphs depend, for parts of a long list.
///     exclude_symmetry: Symmetries that are not applied: digits, bands, rows, stacks, columns or transpose. Several are a list,
///         or a text with commas.
///     solutions: The solutions of the puzzles, of the same kind, which are moved in the same way. A table has them in a column.
///     solution_column: The column of a table with the solutions. None is the only column with a usual name (solution, answer,
///         target, …), if there is one. Other columns are copied unchanged.
#[doc = args!(call, column, symbols)]
///
/// Returns:
///     The morph of a str; a list with `copies`. The same kind as `puzzles` for the others; in a `Table` the morphs replace
///     the puzzles and their solutions. With `solutions`, a pair: the morphs, and their solutions.
///
#[doc = args!(raises)]
///
/// >>> import quadrille
/// >>> quadrille.morph("1...3..2..4.4..1", seed=1) == quadrille.morph("1...3..2..4.4..1", seed=1, copies=3)[0]
/// True
/// >>> puzzles, solutions = quadrille.morph(["1...3..2..4.4..1"], solutions=["1234341221434321"], copies=2, seed=7)
/// >>> solutions == quadrille.solve(puzzles)
/// True
#[pyfunction]
#[pyo3(signature = (puzzles, /, **options), text_signature = None)]
pub fn morph<'py>(
    puzzles: &Bound<'py, PyAny>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = puzzles.py();
    let keywords = Keywords::new("morph", options)?;
    let call = Call::take(&keywords)?;
    let options = options::take(&keywords, &call, Has::Few)?;
    let copies: Option<u32> = keywords.take("copies")?;
    let symmetries = symmetries(&keywords)?;
    let morphing = Morphing {
        call,
        options,
        seed: seed(&keywords)?,
        copies: copies.unwrap_or(1),
        first_row: keywords.take("first_row")?.unwrap_or(0),
        symmetries,
    };
    let solutions = keywords.object("solutions")?;
    let names = [keywords.take::<String>("column")?, keywords.take("solution_column")?];
    keywords.finish()?;
    let input = Input::of(puzzles, names[0].as_deref(), morphing.call.puzzles)?;
    let answer = match (&input, solutions) {
        (Input::Table { .. }, Some(_)) => {
            let what = "a table has its solutions in a column; use solution_column=";
            return Err(keywords.argument("solutions").type_error(what));
        }
        (Input::Table { chunks, schema, column }, None) => {
            return morphing.table(py, chunks, schema, *column, names[1].as_deref());
        }
        (Input::Cells(cells), solutions) => morphing.cells(py, (&input, cells), copies, solutions.as_ref()),
        (_, solutions) => morphing.columns(py, &input, copies, solutions.as_ref()),
    }?;
    // One without solutions, a pair with them.
    match answer.len() {
        1 => answer.get_item(0),
        _ => Ok(answer.into_any()),
    }
}

/// Takes `exclude_symmetry`: the symmetries to leave out.
fn symmetries(keywords: &Keywords<'_>) -> PyResult<Symmetries> {
    let mut symmetries = Symmetries::ALL;
    let Some(value) = keywords.object("exclude_symmetry")? else { return Ok(symmetries) };
    let names: Vec<String> = match value.cast::<PyString>() {
        Ok(text) => text.to_str()?.split(',').map(|name| name.trim().to_owned()).collect(),
        Err(_) => value.extract()?,
    };
    for name in names {
        *match name.as_str() {
            "digits" => &mut symmetries.digits,
            "bands" => &mut symmetries.bands,
            "rows" => &mut symmetries.rows,
            "stacks" => &mut symmetries.stacks,
            "columns" => &mut symmetries.columns,
            "transpose" => &mut symmetries.transpose,
            _ => {
                let names = "digits, bands, rows, stacks, columns, transpose";
                return Err(
                    keywords.error("exclude_symmetry", format!("expected some of {names}, got {name:?}"))
                );
            }
        } = false;
    }
    Ok(symmetries)
}

impl Morphing {
    /// The morphs of columns, one batch for each chunk. The rows of all chunks are numbered on.
    fn run(
        &self,
        py: Python<'_>,
        chunks: &[ArrayRef],
        solutions: Option<&[ArrayRef]>,
    ) -> PyResult<Vec<RecordBatch>> {
        let rows = chunks.iter().map(|chunk| chunk.len() as u64).sum();
        let work = || {
            let mut first_row = self.first_row;
            let morphs = chunks.iter().enumerate().map(|(at, chunk)| {
                let morphs = self.morphs(first_row);
                first_row = first_row.wrapping_add(chunk.len() as u64);
                let solutions = solutions.map(|solutions| solutions[at].as_ref());
                arrow::morph(chunk, solutions, &morphs, &self.options)
            });
            morphs.collect::<Result<Vec<_>, Error>>()
        };
        self.call.run(py, rows, work)?.map_err(|error| self.call.exception(error))
    }

    fn morphs(&self, first_row: u64) -> MorphOptions {
        MorphOptions::new(self.seed).copies(self.copies).symmetries(self.symmetries).first_row(first_row)
    }

    /// The solutions that were passed with the puzzles, if there are any, in chunks as theirs.
    fn solutions(
        &self,
        chunks: &[ArrayRef],
        solutions: Option<&Bound<'_, PyAny>>,
        input: &Input<'_>,
    ) -> PyResult<Option<Vec<ArrayRef>>> {
        let of = |solutions| expected::solutions((input, chunks), solutions, self.call.argument("solutions"));
        solutions.map(of).transpose()
    }

    /// The morphs of strings and columns, and of their solutions.
    fn columns<'py>(
        &self,
        py: Python<'py>,
        input: &Input<'py>,
        copies: Option<u32>,
        solutions: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let chunks = input.chunks();
        let solutions = self.solutions(&chunks, solutions, input)?;
        let answers = self.run(py, &chunks, solutions.as_deref())?;
        let names: &[&str] = if solutions.is_some() { &["morph", "solution"] } else { &["morph"] };
        let morphs: Vec<Bound<'py, PyAny>> = match input {
            Input::Text(_) => {
                if let Some(what) = error(&answers[0], 0) {
                    return Err(self.call.puzzles.value_error(what));
                }
                let values = names.iter().map(|name| match copies {
                    None => values::value(py, column(&answers[0], name)?, 0),
                    Some(_) => Ok(values::list(py, column(&answers[0], name)?)?.into_any()),
                });
                values.collect::<PyResult<_>>()?
            }
            Input::List(_) => {
                let lists =
                    names.iter().map(|name| Ok(values::list(py, column(&answers[0], name)?)?.into_any()));
                lists.collect::<PyResult<_>>()?
            }
            _ => {
                let columns = names
                    .iter()
                    .map(|name| Ok(Bound::new(py, column_of(answers.clone(), name)?)?.into_any()));
                columns.collect::<PyResult<_>>()?
            }
        };
        PyTuple::new(py, morphs)
    }

    /// The morphs of an array, and of its solutions.
    fn cells<'py>(
        &self,
        py: Python<'py>,
        (input, puzzles): (&Input<'py>, &Cells<'py>),
        copies: Option<u32>,
        solutions: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let area = puzzles.rows.shape()[1];
        let chunks = [boards(puzzles.rows.as_slice()?, area)];
        let solutions = self.solutions(&chunks, solutions, input)?;
        let answers = self.run(py, &chunks, solutions.as_deref())?;
        let mut shape: Vec<usize> = puzzles.shape.extract()?;
        let rows = answers[0].num_rows();
        match (puzzles.is_single, copies) {
            (true, None) => {}
            (true, Some(_)) => shape.insert(0, rows),
            (false, _) => shape[0] = rows,
        }
        let shape = PyTuple::new(py, shape)?;
        let names: &[&str] = if solutions.is_some() { &["morph", "solution"] } else { &["morph"] };
        let arrays = names.iter().map(|name| {
            let grids = column(&answers[0], name)?.as_fixed_size_binary();
            let mut cells = Vec::with_capacity(rows * area);
            for grid in grids {
                match grid {
                    Some(grid) => cells.extend_from_slice(grid),
                    None => cells.resize(cells.len() + area, 0),
                }
            }
            PyArray1::from_vec(py, cells).call_method1("reshape", (&shape,))
        });
        PyTuple::new(py, arrays.collect::<PyResult<Vec<_>>>()?)
    }

    /// A table in which the morphs replace their puzzles, and the morphs of the solutions replace their solutions.
    fn table<'py>(
        &self,
        py: Python<'py>,
        chunks: &[StructArray],
        schema: &Schema,
        puzzles: usize,
        solutions: Option<&str>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let solutions = solution_column(schema, puzzles, solutions, &self.call)?;
        let of =
            |at: usize| -> Vec<ArrayRef> { chunks.iter().map(|chunk| chunk.column(at).clone()).collect() };
        let answers = self.run(py, &of(puzzles), solutions.map(of).as_deref())?;
        let copies = self.copies as usize;
        let batches = chunks.iter().zip(&answers).map(|(chunk, answers)| {
            let rows: UInt64Array =
                (0..chunk.len() as u64).flat_map(|row| std::iter::repeat_n(row, copies)).collect();
            let columns = chunk.columns().iter().enumerate().map(|(at, carried)| match at {
                _ if at == puzzles => Ok(answers.column_by_name("morph").cloned().unwrap_or(carried.clone())),
                _ if Some(at) == solutions => {
                    Ok(answers.column_by_name("solution").cloned().unwrap_or(carried.clone()))
                }
                _ => take(carried, &rows, None),
            });
            let columns = columns.collect::<Result<Vec<_>, _>>()?;
            let fields: Vec<_> = schema
                .fields()
                .iter()
                .zip(&columns)
                .map(|(field, column)| {
                    Arc::new(
                        field.as_ref().clone().with_data_type(column.data_type().clone()).with_nullable(true),
                    )
                })
                .collect();
            let schema: SchemaRef = Arc::new(Schema::new_with_metadata(fields, schema.metadata().clone()));
            RecordBatch::try_new(schema, columns)
        });
        let batches: Vec<RecordBatch> =
            batches.collect::<Result<_, _>>().map_err(|e| PyValueError::new_err(e.to_string()))?;
        let schema = batches[0].schema();
        Ok(Bound::new(py, Table::new(schema, batches))?.into_any())
    }
}

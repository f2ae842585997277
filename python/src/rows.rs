//! Rows of columns and tables that are asked for by slices and masks, and comparison row by row.

use arrow_array::{ArrayRef, BooleanArray, RecordBatch, UInt64Array, cast::AsArray};
use arrow_schema::ArrowError;
use arrow_select::{interleave::interleave_record_batch, take::take_record_batch};
use pyo3::{
    exceptions::{PyIndexError, PyTypeError, PyValueError},
    intern,
    prelude::*,
    pyclass::CompareOp,
    types::{PyBytes, PyList, PySlice, PyString},
};
use std::{ops::Range, sync::Arc};

/// The part of a column or table that a key between brackets asks for.
pub enum Asked {
    Row(usize),
    Rows(Rows),
}

impl Asked {
    /// By the number of a row, a slice, or a mask, which is anything with a bool for each of the rows. `what` has the rows.
    pub fn of(key: &Bound<'_, PyAny>, len: usize, what: &str) -> PyResult<Asked> {
        if let Some(rows) = Rows::asked(key, len)? {
            return Ok(Asked::Rows(rows));
        }
        let is_number = |e: PyErr| if e.is_instance_of::<PyTypeError>(key.py()) { wrong_key(key) } else { e };
        let at: isize = key.extract().map_err(is_number)?;
        let row = if at < 0 { at.checked_add_unsigned(len).unwrap_or(-1) } else { at };
        let row = usize::try_from(row).ok().filter(|row| *row < len);
        row.map(Asked::Row).ok_or_else(|| {
            PyIndexError::new_err(format!("row {at} does not exist: the {what} has {len} rows"))
        })
    }
}

/// Several rows.
pub enum Rows {
    Range(Range<usize>),
    Picked(Vec<u64>),
}

impl Rows {
    /// The rows of a slice or of a mask. None for anything else.
    fn asked(key: &Bound<'_, PyAny>, len: usize) -> PyResult<Option<Rows>> {
        if let Ok(slice) = key.cast::<PySlice>() {
            let at = slice.indices(len.try_into()?)?;
            let row = |number: usize| at.start + number as isize * at.step;
            return Ok(Some(match (at.slicelength, at.step) {
                (0, _) => Rows::Range(0..0),
                (count, 1) => Rows::Range(at.start as usize..at.start as usize + count),
                (count, _) => Rows::Picked((0..count).map(|number| row(number) as u64).collect()),
            }));
        }
        if key.is_instance_of::<PyString>() || key.try_iter().is_err() {
            return Ok(None);
        }
        let mask = key.try_iter()?.map(|item| bool_of(&plain(item?)?)).collect::<PyResult<Vec<_>>>()?;
        if mask.len() != len {
            let given = mask.len();
            return Err(PyValueError::new_err(format!(
                "expected a bool for each of the {len} rows, got {given}"
            )));
        }
        let rows = mask.iter().enumerate().filter(|(_, kept)| **kept == Some(true));
        Ok(Some(Rows::Picked(rows.map(|(row, _)| row as u64).collect())))
    }

    /// These rows of batches. If there are batches, the result has at least one, so that the schema is known.
    pub fn of(&self, batches: &[RecordBatch]) -> PyResult<Vec<RecordBatch>> {
        let Some(first) = batches.first() else { return Ok(Vec::new()) };
        let range = match self {
            Rows::Picked(rows) => return taken(batches, rows),
            Rows::Range(range) => range,
        };
        let (mut parts, mut start) = (Vec::new(), 0);
        for batch in batches {
            let end = start + batch.num_rows();
            let (from, to) = (range.start.max(start), range.end.min(end));
            if from < to {
                parts.push(batch.slice(from - start, to - from));
            }
            start = end;
        }
        if parts.is_empty() {
            parts.push(first.slice(0, 0));
        }
        Ok(parts)
    }
}

/// The exception for rows that cannot be taken.
pub fn failed(error: ArrowError) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// Rows that are taken in any order become a batch at a time.
const BLOCK: usize = 1 << 13;

/// Takes these rows. Consecutive ones of a batch become a batch: all rows together may have more text than an array can hold.
fn taken(batches: &[RecordBatch], rows: &[u64]) -> PyResult<Vec<RecordBatch>> {
    let ends: Vec<u64> = batches
        .iter()
        .scan(0, |end, batch| {
            *end += batch.num_rows() as u64;
            Some(*end)
        })
        .collect();
    let batch_of = |row: &u64| ends.partition_point(|end| end <= row);
    if batches.len() > 1 && !rows.is_sorted() {
        let batches: Vec<&RecordBatch> = batches.iter().collect();
        let place = |row: &u64| {
            let at = batch_of(row);
            (at, (row - (ends[at] - batches[at].num_rows() as u64)) as usize)
        };
        let blocks = rows.chunks(BLOCK).map(|rows| {
            let places: Vec<_> = rows.iter().map(place).collect();
            interleave_record_batch(&batches, &places).map_err(failed)
        });
        return blocks.collect();
    }
    let parts = rows.chunk_by(|one, other| batch_of(one) == batch_of(other)).map(|part| {
        let batch = &batches[batch_of(&part[0])];
        let start = ends[batch_of(&part[0])] - batch.num_rows() as u64;
        let rows: UInt64Array = part.iter().map(|row| row - start).collect();
        take_record_batch(batch, &rows).map_err(failed)
    });
    let parts = parts.collect::<PyResult<Vec<_>>>()?;
    Ok(if parts.is_empty() { vec![batches[0].slice(0, 0)] } else { parts })
}

/// A value of pyarrow as a value of Python, and the missing value of pandas as None.
fn plain(value: Bound<'_, PyAny>) -> PyResult<Bound<'_, PyAny>> {
    let py = value.py();
    if value.hasattr(intern!(py, "as_py"))? {
        return value.call_method0(intern!(py, "as_py"));
    }
    let is_missing = value.get_type().name()?.to_string_lossy() == "NAType";
    Ok(if is_missing { py.None().into_bound(py) } else { value })
}

fn bool_of(value: &Bound<'_, PyAny>) -> PyResult<Option<bool>> {
    value.extract().map_err(|_| wrong_key(value))
}

/// The error about a key between brackets, or a part of it, that asks for nothing.
fn wrong_key(key: &Bound<'_, PyAny>) -> PyErr {
    let got = key.get_type().name().map_or("?".into(), |name| name.to_string());
    let what = "expected the name of a column, the number of a row, a slice, or a bool for each row";
    PyTypeError::new_err(format!("{what}, got {got}"))
}

/// Combines two columns of bools row by row. A null means an unknown bool.
pub fn combined(
    one: &ArrayRef,
    other: &ArrayRef,
    with: fn(Option<bool>, Option<bool>) -> Option<bool>,
) -> PyResult<ArrayRef> {
    let (Some(one), Some(other)) = (one.as_boolean_opt(), other.as_boolean_opt()) else {
        return Err(PyTypeError::new_err("expected columns of bools, such as a comparison gives"));
    };
    if one.len() != other.len() {
        let (rows, given) = (one.len(), other.len());
        return Err(PyValueError::new_err(format!("expected a column of {rows} rows, got {given}")));
    }
    let pairs = one.iter().zip(other.iter());
    Ok(Arc::new(pairs.map(|(one, other)| with(one, other)).collect::<BooleanArray>()))
}

/// Compares each value with another one, or with a value for each of them. Null where either is null.
pub fn compared<'py>(
    values: &Bound<'py, PyList>,
    other: &Bound<'py, PyAny>,
    op: CompareOp,
) -> PyResult<ArrayRef> {
    let other = &plain(other.clone())?;
    let is_one =
        other.is_instance_of::<PyString>() || other.is_instance_of::<PyBytes>() || other.try_iter().is_err();
    let others = if is_one {
        None
    } else {
        Some(other.try_iter()?.map(|item| plain(item?)).collect::<PyResult<Vec<_>>>()?)
    };
    if let Some(others) = others.as_ref().filter(|others| others.len() != values.len()) {
        let (rows, given) = (values.len(), others.len());
        return Err(PyValueError::new_err(format!(
            "expected one value, or one for each of the {rows} rows, got {given}"
        )));
    }
    let outcomes = values.iter().enumerate().map(|(row, value)| {
        let other = others.as_ref().map_or(other, |others| &others[row]);
        if value.is_none() || other.is_none() {
            return Ok(None);
        }
        if value.is_instance_of::<PyString>() && !other.is_instance_of::<PyString>() {
            // Types without a counterpart here, such as dates, are texts.
            let kind = other.get_type().name()?;
            return Err(PyTypeError::new_err(format!(
                "the values of the column are str here and cannot be compared with {kind}"
            )));
        }
        value.rich_compare(other, op)?.is_truthy().map(Some)
    });
    Ok(Arc::new(outcomes.collect::<PyResult<BooleanArray>>()?))
}

/// A column or table converted by a function of `quadrille._convert`.
pub fn converted<'py>(
    py: Python<'py>,
    name: &str,
    object: impl IntoPyObject<'py>,
) -> PyResult<Bound<'py, PyAny>> {
    py.import("quadrille._convert")?.getattr(name)?.call1((object,))
}

/// The picture that a function of `quadrille._pictures` makes of an object, in a form that notebooks ask for; None if it has none.
pub fn drawn<'py>(object: &Bound<'py, PyAny>, name: &str, form: &str) -> PyResult<Bound<'py, PyAny>> {
    let picture = object.py().import("quadrille._pictures")?.getattr(name)?.call1((object,))?;
    if picture.is_none() { Ok(picture) } else { picture.call_method0(form) }
}

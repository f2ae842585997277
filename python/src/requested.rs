//! Columns in the type that their consumer asks for.
//!
//! The Arrow interface leaves it to the producer which of these it follows, and the general cast of Arrow, of any type to
//! any other, would be a sixth of the extension. So only types between which answers change hands are made: strings of
//! all kinds, and whole numbers. A consumer casts the rest itself.

use arrow_array::{
    Array, ArrayRef, Float64Array, Int32Array, Int64Array, LargeStringArray, StringArray, StringViewArray,
    UInt32Array, UInt64Array, cast::AsArray, types::UInt64Type,
};
use arrow_schema::{DataType, FieldRef};
use pyo3::{prelude::*, types::PyCapsule};
use pyo3_arrow::PyDataType;
use std::sync::Arc;

/// The chunks of a column and its field in the requested type; unchanged if that is not one of those that are made.
///
/// # Errors
/// If the capsule holds no schema.
pub fn in_type(
    (chunks, field): (Vec<ArrayRef>, FieldRef),
    requested: Option<&Bound<'_, PyCapsule>>,
) -> PyResult<(Vec<ArrayRef>, FieldRef)> {
    let Some(capsule) = requested else { return Ok((chunks, field)) };
    let to = PyDataType::from_arrow_pycapsule(capsule)?.into_inner();
    let made = match &to {
        to if to == field.data_type() => None,
        to => capsule.py().detach(|| chunks.iter().map(|chunk| cast(chunk, to)).collect::<Option<Vec<_>>>()),
    };
    Ok(match made {
        Some(made) => (made, Arc::new(field.as_ref().clone().with_data_type(to))),
        None => (chunks, field),
    })
}

fn cast(column: &ArrayRef, to: &DataType) -> Option<ArrayRef> {
    Some(match to {
        DataType::Utf8 => {
            let bytes: usize = strings(column)?.flatten().map(str::len).sum();
            i32::try_from(bytes).ok()?;
            Arc::new(strings(column)?.collect::<StringArray>())
        }
        DataType::LargeUtf8 => Arc::new(strings(column)?.collect::<LargeStringArray>()),
        DataType::Utf8View => Arc::new(strings(column)?.collect::<StringViewArray>()),
        DataType::Int32 => Arc::new(numbers::<i32, Int32Array>(column)?),
        DataType::Int64 => Arc::new(numbers::<i64, Int64Array>(column)?),
        DataType::UInt32 => Arc::new(numbers::<u32, UInt32Array>(column)?),
        DataType::UInt64 => Arc::new(numbers::<u64, UInt64Array>(column)?),
        DataType::Float64 => {
            let numbers = column.as_primitive_opt::<UInt64Type>()?;
            Arc::new(
                numbers.iter().map(|number| number.map(|number| number as f64)).collect::<Float64Array>(),
            )
        }
        _ => return None,
    })
}

/// The values of a column of strings, or of a dictionary of them.
fn strings(column: &ArrayRef) -> Option<Box<dyn Iterator<Item = Option<&str>> + '_>> {
    Some(match column.data_type() {
        DataType::Utf8 => Box::new(column.as_string::<i32>().iter()),
        DataType::LargeUtf8 => Box::new(column.as_string::<i64>().iter()),
        DataType::Utf8View => Box::new(column.as_string_view().iter()),
        _ => {
            let dictionary = column.as_any_dictionary_opt()?;
            let words = dictionary.values().as_string_opt::<i32>().filter(|words| !words.is_empty())?;
            let keys = dictionary.normalized_keys().into_iter().enumerate();
            Box::new(
                keys.map(|(row, key)| {
                    (column.is_valid(row) && words.is_valid(key)).then(|| words.value(key))
                }),
            )
        }
    })
}

/// The values of a column of counts, if all of them are of a type.
fn numbers<N: TryFrom<u64>, A: FromIterator<Option<N>>>(column: &ArrayRef) -> Option<A> {
    let numbers = column.as_primitive_opt::<UInt64Type>()?;
    numbers.iter().map(|number| number.map(N::try_from).transpose().ok()).collect()
}

//! Csv text as the columns of a table: strings and numbers.

mod numbers;
mod rows;
#[cfg(test)]
mod tests;

pub(crate) use numbers::number_type;
pub(crate) use rows::{RowShape, names, texts};

use super::{ByteValues, Fault, TableSchema, column_error};
use arrow_array::{Array, ArrayRef, ArrowPrimitiveType, PrimitiveArray, StringArray, types::*};
use arrow_schema::DataType;
use quadrille_base::error::internal_error;
use quadrille_tasks::ColumnKind;
use std::{str::FromStr, sync::Arc};

/// A column to be made, and what its values are.
#[derive(Clone, Debug)]
pub(crate) struct Column {
    pub name: String,
    pub data_type: DataType,
    /// The column of the text that it has its values from, if it has some from there.
    pub text: Option<usize>,
    /// The column of the inputs that it has its values from, if these are carried as they are.
    pub carried: Option<usize>,
    /// The number of the answers that it holds, if it holds some. With other values too, these come first.
    pub answer: Option<usize>,
    /// The kind of these answers, unless they replace other values.
    pub kind: Option<ColumnKind>,
    /// Whether its values are the puzzles: boards are the same as digits and as text.
    pub is_puzzle: bool,
    /// The columns of the inputs that tell what binary values are: schemas, and the numbers of the columns.
    pub sources: Vec<(Arc<TableSchema>, usize)>,
}

/// Why bytes that are digits are not joined with strings.
pub(crate) const DIGITS_AND_TEXT: &str =
    "its bytes are digits from 0 to 9 in one input and text in another: save it as strings";

/// The values of a column of text as its type.
///
/// # Errors
/// If one is not of its type, or comes from bytes that are digits in an input.
pub(crate) fn typed(column: &Column, strings: &StringArray) -> Result<ArrayRef, Fault> {
    let named = |what: String| column_error(&column.name, &what);
    let mut bytes = column.sources.iter().filter_map(|(schema, number)| schema.columns[*number].bytes.get());
    if !column.is_puzzle && bytes.any(|bytes| *bytes == ByteValues::Digits) {
        return Err((Some(0), named(DIGITS_AND_TEXT.into())));
    }
    if column.sources.is_empty()
        && let Some((row, value)) = numbers::not_of_type(strings, &column.data_type)
    {
        let what =
            format!("{value:?} is not {}, as in its first rows", numbers::described(&column.data_type));
        return Err((Some(row), named(format!("{what}; write text columns (--text-columns), or csv"))));
    }
    let other = || internal_error(&format!("text cannot become values of the type {}", column.data_type));
    let array = match column.data_type {
        DataType::Utf8 => Arc::new(strings.clone()),
        ref data_type => numbers_of(strings, data_type).ok_or_else(|| (None, named(other())))?,
    };
    match (0..strings.len()).find(|row| array.is_null(*row) && strings.is_valid(*row)) {
        Some(row) => {
            let what = format!("{:?} is not of the type {}", strings.value(row), column.data_type);
            Err((Some(row), named(what)))
        }
        None => Ok(array),
    }
}

/// The numbers of a type that texts have, null where a text is not one; `None` if it is another type.
pub(crate) fn numbers_of(strings: &StringArray, data_type: &DataType) -> Option<ArrayRef> {
    Some(match data_type {
        DataType::Int64 => natives::<Int64Type>(strings),
        DataType::UInt64 => natives::<UInt64Type>(strings),
        DataType::Float64 => natives::<Float64Type>(strings),
        _ => return None,
    })
}

fn natives<T: ArrowPrimitiveType>(strings: &StringArray) -> ArrayRef
where
    T::Native: FromStr,
{
    let value = |text: Option<&str>| text.and_then(|text| text.parse::<T::Native>().ok());
    Arc::new(strings.iter().map(value).collect::<PrimitiveArray<T>>())
}

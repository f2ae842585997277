//! Makes a table: a block of rows, csv text and answers beside it, becomes columns, each of a type that is given.

mod boards;
mod lists;
mod numbers;
mod rows;
#[cfg(test)]
mod tests;
mod values;

pub(crate) use boards::board_digits;
pub(crate) use numbers::number_type;
pub(crate) use rows::{RowShape, names, texts};

use super::{ByteValues, TableSchema, text_lists};
use crate::tables::{AnswerColumn, AnswerColumns, carrying::flat};
use arrow_array::{
    Array, ArrayRef, BinaryArray, FixedSizeBinaryArray, Float64Array, NullArray, StringArray, UInt64Array,
    builder::BinaryBuilder,
};
use arrow_schema::{ArrowError, DataType};
use quadrille_columns::table::statuses;
use quadrille_tasks::ColumnKind;
use rows::TextColumn;
use std::sync::Arc;

/// A column to be made, and what its values are.
#[derive(Clone, Debug)]
pub(crate) struct Column {
    pub name: String,
    pub data_type: DataType,
    /// The column of the text that it has its values from, if it has some from there: the values of an input, which all are of the
    /// type. A value that is not of the type is null otherwise.
    pub text: Option<usize>,
    /// The column of the inputs that it has its values from, if these are carried without becoming text.
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

/// The values of a column before they get its type.
pub(crate) enum Values {
    Texts(StringArray),
    Numbers(Vec<Option<u64>>),
    Floats(Vec<Option<f64>>),
}

/// Why bytes that are digits are not joined with strings.
pub(crate) const DIGITS_AND_TEXT: &str =
    "its bytes are digits from 0 to 9 in one input and text in another: save it as strings";

impl Column {
    /// The contents of binary values; text if no input says.
    ///
    /// # Errors
    /// If the binary values of an input are digits, and the column is text.
    fn byte_values(&self) -> Result<ByteValues, (usize, String)> {
        let mut known =
            self.sources.iter().filter_map(|(schema, column)| schema.columns[*column].bytes.get());
        let first = *known.clone().next().unwrap_or(&ByteValues::Text);
        let is_text = self.text.is_some() && self.data_type == DataType::Utf8 && !self.is_puzzle;
        if is_text && known.any(|bytes| *bytes == ByteValues::Digits) {
            return Err((0, format!("column {}: {DIGITS_AND_TEXT}", self.name)));
        }
        Ok(first)
    }
}

/// The columns of a block of whole rows: the texts of all columns, and the answers beside them. There are none for columns that
/// are carried alone.
///
/// # Errors
/// The row, from 0, and what is wrong in words, if a value that is carried is not of its type.
pub(crate) fn arrays(
    texts: Vec<StringArray>,
    answers: AnswerColumns,
    columns: &[Column],
) -> Result<Vec<Option<ArrayRef>>, (usize, String)> {
    let arrays = columns.iter().zip(values(texts, answers, columns)).map(|(column, values)| match values {
        _ if column.answer.is_none() && column.text.is_none() => Ok(None),
        Values::Texts(texts) => match column.kind {
            Some(ColumnKind::Status) => Ok(Some(statuses(texts.iter()))),
            Some(ColumnKind::List) => Ok(Some(text_lists::of_answers(&texts))),
            _ => typed(column, texts).map(Some),
        },
        Values::Numbers(numbers) => Ok(Some(Arc::new(UInt64Array::from(numbers)) as ArrayRef)),
        Values::Floats(numbers) => Ok(Some(Arc::new(Float64Array::from(numbers)) as ArrayRef)),
    });
    arrays.collect()
}

/// The values of all columns of a block.
pub(crate) fn values(texts: Vec<StringArray>, answers: AnswerColumns, columns: &[Column]) -> Vec<Values> {
    let mut texts: Vec<_> = texts.into_iter().map(Some).collect();
    let mut answers: Vec<_> = answers.0.into_iter().map(Some).collect();
    let mut values = |column: &Column| {
        let text = column.text.and_then(|text| texts.get_mut(text)?.take());
        match (column.answer.and_then(|answer| answers.get_mut(answer)?.take()), text) {
            (Some(AnswerColumn::Numbers(numbers)), _) => Values::Numbers(numbers),
            (Some(AnswerColumn::Floats(numbers)), _) => Values::Floats(numbers),
            (Some(AnswerColumn::Texts(bytes, ends)), text) => {
                let found = TextColumn::of(bytes, ends).finish();
                Values::Texts(match &text {
                    Some(text) => found.iter().zip(text).map(|(found, text)| found.or(text)).collect(),
                    None => found,
                })
            }
            (None, text) => Values::Texts(text.unwrap_or_else(|| StringArray::new_null(0))),
        }
    };
    columns.iter().map(&mut values).collect()
}

/// The values of a column as its type.
fn typed(column: &Column, strings: StringArray) -> Result<ArrayRef, (usize, String)> {
    let nulls = strings.null_count();
    if column.text.is_some()
        && column.sources.is_empty()
        && let Some((row, value)) = numbers::not_of_type(&strings, &column.data_type)
    {
        let what =
            format!("{value:?} is not {}, as in its first rows", numbers::described(&column.data_type));
        return Err((
            row,
            format!("column {}: {what}; write text columns (--text-columns), or csv", column.name),
        ));
    }
    // Where values are carried too, they get their dictionary together.
    let data_type = flat(&column.data_type);
    let array = of_type(&strings, &data_type, column.byte_values()?);
    let array = array.map_err(|e| (0, format!("column {}: {e}", column.name)))?;
    let lost = |row: &usize| array.is_null(*row) && strings.is_valid(*row);
    // A column of nulls counts none.
    if column.text.is_none() || array.null_count() == nulls || column.data_type == DataType::Null {
        return Ok(array);
    }
    match (0..strings.len()).find(lost) {
        Some(row) => {
            let (name, value) = (&column.name, strings.value(row));
            Err((row, format!("column {name}: {value:?} is not of the type {data_type}")))
        }
        None => Ok(array),
    }
}

/// The strings as values of a type; null where there is none for a string.
fn of_type(strings: &StringArray, data_type: &DataType, bytes: ByteValues) -> Result<ArrayRef, ArrowError> {
    match data_type {
        DataType::Utf8 => Ok(Arc::new(strings.clone())),
        DataType::Null => Ok(Arc::new(NullArray::new(strings.len()))),
        DataType::FixedSizeBinary(size) => fixed_size_binary(strings, *size, bytes),
        DataType::Binary | DataType::LargeBinary | DataType::BinaryView => {
            Ok(values::binary(&binary(strings, bytes), data_type))
        }
        DataType::List(_) | DataType::LargeList(_) | DataType::FixedSizeList(..) => {
            lists::lists(strings, data_type)
        }
        other => Ok(values::values(strings, other)),
    }
}

/// The strings as bytes.
fn binary(strings: &StringArray, bytes: ByteValues) -> BinaryArray {
    match bytes {
        ByteValues::Digits => digits(strings),
        ByteValues::Text => strings.clone().into(),
    }
}

/// Texts of digits as bytes of 0 to 9.
fn digits(strings: &StringArray) -> BinaryArray {
    let mut values = BinaryBuilder::with_capacity(strings.len(), strings.value_data().len());
    let mut value = Vec::new();
    for text in strings {
        match text {
            Some(text) => {
                value.clear();
                value.extend(text.bytes().map(boards::digit));
                values.append_value(&value);
            }
            None => values.append_null(),
        }
    }
    values.finish()
}

/// Values of a fixed size; null where a text has another length.
fn fixed_size_binary(strings: &StringArray, size: i32, bytes: ByteValues) -> Result<ArrayRef, ArrowError> {
    let len = usize::try_from(size).unwrap_or_default();
    let mut values = Vec::with_capacity(len * strings.len());
    let mut nulls = arrow_buffer::NullBufferBuilder::new(strings.len());
    for text in strings {
        let text = text.map(str::as_bytes).filter(|text| text.len() == len);
        nulls.append(text.is_some());
        match (text, bytes) {
            (Some(text), ByteValues::Digits) => values.extend(text.iter().map(|byte| boards::digit(*byte))),
            (Some(text), ByteValues::Text) => values.extend_from_slice(text),
            (None, _) => values.resize(values.len() + len, 0),
        }
    }
    let array = FixedSizeBinaryArray::try_new(size, values.into(), nulls.finish())?;
    Ok(Arc::new(array))
}

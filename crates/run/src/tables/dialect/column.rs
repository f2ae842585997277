//! The values of one column as csv fields.

use super::{
    ByteValues,
    bytes::{ByteColumn, Bytes},
    normal::{is_null, normal},
};
use crate::quoting::without_doubled;
use arrow_array::{
    Array, ArrayRef, BooleanArray, FixedSizeListArray, LargeListArray, ListArray, PrimitiveArray,
    StringArray, builder::StringBuilder, cast::AsArray, types::*,
};
use arrow_cast::display::{ArrayFormatter, FormatOptions};
use arrow_schema::DataType;
use std::{io::Write, ops::Range, sync::OnceLock};

/// A column whose values can be written one by one.
pub(super) enum ColumnText<'a> {
    Null,
    Boolean(&'a BooleanArray),
    Bytes(ByteColumn<'a>),
    Int8(&'a PrimitiveArray<Int8Type>),
    Int16(&'a PrimitiveArray<Int16Type>),
    Int32(&'a PrimitiveArray<Int32Type>),
    Int64(&'a PrimitiveArray<Int64Type>),
    UInt8(&'a PrimitiveArray<UInt8Type>),
    UInt16(&'a PrimitiveArray<UInt16Type>),
    UInt32(&'a PrimitiveArray<UInt32Type>),
    UInt64(&'a PrimitiveArray<UInt64Type>),
    Float16(&'a PrimitiveArray<Float16Type>),
    Float32(&'a PrimitiveArray<Float32Type>),
    Float64(&'a PrimitiveArray<Float64Type>),
    List(&'a ListArray, Box<ColumnText<'a>>),
    LargeList(&'a LargeListArray, Box<ColumnText<'a>>),
    FixedSizeList(&'a FixedSizeListArray, Box<ColumnText<'a>>),
    /// Dates, times, timestamps and decimals.
    Formatted(&'a dyn Array, ArrayFormatter<'a>),
}

/// A row, if the error belongs to one, and the error.
pub(crate) type Fault = (Option<usize>, String);

/// Errors are errors instead of text, and a null is nothing.
const FORMAT: FormatOptions<'static> = FormatOptions::new().with_display_error(false);

impl<'a> ColumnText<'a> {
    /// A column of one of the types that [`normal`](super::normal) leaves. `kind` is of the column in its file.
    pub fn new(array: &'a ArrayRef, kind: &OnceLock<ByteValues>) -> Result<ColumnText<'a>, Fault> {
        use DataType as D;
        let bytes = |bytes: Bytes<'a>| ByteColumn::new(bytes, kind).map(ColumnText::Bytes);
        let child = |values: &'a ArrayRef| ColumnText::new(values, kind).map(Box::new);
        Ok(match array.data_type() {
            D::Null => ColumnText::Null,
            D::Boolean => ColumnText::Boolean(array.as_boolean()),
            D::Utf8 => return bytes(Bytes::Utf8(array.as_string())),
            D::LargeUtf8 => return bytes(Bytes::LargeUtf8(array.as_string())),
            D::Utf8View => return bytes(Bytes::Utf8View(array.as_string_view())),
            D::Binary => return bytes(Bytes::Binary(array.as_binary())),
            D::LargeBinary => return bytes(Bytes::LargeBinary(array.as_binary())),
            D::BinaryView => return bytes(Bytes::BinaryView(array.as_binary_view())),
            D::FixedSizeBinary(_) => return bytes(Bytes::FixedSizeBinary(array.as_fixed_size_binary())),
            D::Int8 => ColumnText::Int8(array.as_primitive()),
            D::Int16 => ColumnText::Int16(array.as_primitive()),
            D::Int32 => ColumnText::Int32(array.as_primitive()),
            D::Int64 => ColumnText::Int64(array.as_primitive()),
            D::UInt8 => ColumnText::UInt8(array.as_primitive()),
            D::UInt16 => ColumnText::UInt16(array.as_primitive()),
            D::UInt32 => ColumnText::UInt32(array.as_primitive()),
            D::UInt64 => ColumnText::UInt64(array.as_primitive()),
            D::Float16 => ColumnText::Float16(array.as_primitive()),
            D::Float32 => ColumnText::Float32(array.as_primitive()),
            D::Float64 => ColumnText::Float64(array.as_primitive()),
            D::List(_) => ColumnText::List(array.as_list(), child(array.as_list::<i32>().values())?),
            D::LargeList(_) => {
                ColumnText::LargeList(array.as_list(), child(array.as_list::<i64>().values())?)
            }
            D::FixedSizeList(..) => {
                let list = array.as_fixed_size_list();
                ColumnText::FixedSizeList(list, child(list.values())?)
            }
            _ => {
                let formatter = ArrayFormatter::try_new(array, &FORMAT);
                ColumnText::Formatted(array, formatter.map_err(|e| (None, e.to_string()))?)
            }
        })
    }

    /// The width of most values: how much to reserve for a row.
    pub fn usual_width(&self) -> usize {
        match self {
            ColumnText::Bytes(bytes) => bytes.usual_width(),
            ColumnText::List(list, _) => 4 + 2 * list.values().len() / list.len().max(1),
            ColumnText::LargeList(list, _) => 4 + 2 * list.values().len() / list.len().max(1),
            ColumnText::FixedSizeList(list, _) => 4 + 2 * list.value_length() as usize,
            _ => 8,
        }
    }

    /// Appends the field of a row.
    #[inline]
    pub fn append(&self, row: usize, text: &mut Vec<u8>) -> Result<(), String> {
        match self {
            ColumnText::Bytes(bytes) => return bytes.append(row, text),
            ColumnText::Null => {}
            ColumnText::Boolean(array) if is_null(array, row) => {}
            ColumnText::Boolean(array) if array.value(row) => text.extend_from_slice(b"true"),
            ColumnText::Boolean(_) => text.extend_from_slice(b"false"),
            ColumnText::Int8(array) => append_integer(array, row, text),
            ColumnText::Int16(array) => append_integer(array, row, text),
            ColumnText::Int32(array) => append_integer(array, row, text),
            ColumnText::Int64(array) => append_integer(array, row, text),
            ColumnText::UInt8(array) => append_integer(array, row, text),
            ColumnText::UInt16(array) => append_integer(array, row, text),
            ColumnText::UInt32(array) => append_integer(array, row, text),
            ColumnText::UInt64(array) => append_integer(array, row, text),
            ColumnText::Float16(array) => append_float(*array, row, text, |value| value.to_f32()),
            ColumnText::Float32(array) => append_float(*array, row, text, |value| value),
            ColumnText::Float64(array) => append_float(*array, row, text, |value| value),
            ColumnText::Formatted(array, formatter) => return append_formatted(*array, formatter, row, text),
            _ => return self.append_list(row, text),
        }
        Ok(())
    }

    fn append_list(&self, row: usize, text: &mut Vec<u8>) -> Result<(), String> {
        let (array, child, range): (&dyn Array, _, _) = match self {
            ColumnText::List(list, child) => {
                let ends = &list.value_offsets()[row..row + 2];
                (*list, child, ends[0] as usize..ends[1] as usize)
            }
            ColumnText::LargeList(list, child) => {
                let ends = &list.value_offsets()[row..row + 2];
                (*list, child, ends[0] as usize..ends[1] as usize)
            }
            ColumnText::FixedSizeList(list, child) => {
                let (start, len) = (list.value_offset(row) as usize, list.value_length() as usize);
                (*list, child, start..start + len)
            }
            _ => return Ok(()),
        };
        if is_null(array, row) {
            return Ok(());
        }
        if range.len() == 81 && child.append_digits(range.clone(), text) {
            return Ok(());
        }
        text.extend_from_slice(b"\"[");
        for (number, item) in range.enumerate() {
            if number > 0 {
                text.push(b',');
            }
            let before = text.len();
            child.append(item, text)?;
            if text.len() == before {
                text.extend_from_slice(b"null");
            }
        }
        text.extend_from_slice(b"]\"");
        Ok(())
    }

    /// Appends integers from 0 to 9 as digits. `false`, and nothing appended, if there are others.
    fn append_digits(&self, rows: Range<usize>, text: &mut Vec<u8>) -> bool {
        match self {
            ColumnText::Int8(array) => append_digits(array, rows, text),
            ColumnText::Int16(array) => append_digits(array, rows, text),
            ColumnText::Int32(array) => append_digits(array, rows, text),
            ColumnText::Int64(array) => append_digits(array, rows, text),
            ColumnText::UInt8(array) => append_digits(array, rows, text),
            ColumnText::UInt16(array) => append_digits(array, rows, text),
            ColumnText::UInt32(array) => append_digits(array, rows, text),
            ColumnText::UInt64(array) => append_digits(array, rows, text),
            _ => false,
        }
    }
}

/// The values of a column as strings: their text without the quotes of csv. `kind` is of the column in its file.
pub(crate) fn text_of(array: &ArrayRef, kind: &OnceLock<ByteValues>) -> Result<StringArray, Fault> {
    let array = normal(array).map_err(|what| (None, what))?;
    let column = ColumnText::new(&array, kind)?;
    let mut strings = StringBuilder::with_capacity(array.len(), array.len() * column.usual_width());
    let mut text = Vec::new();
    for row in 0..array.len() {
        if is_null(&array, row) || *array.data_type() == DataType::Null {
            strings.append_null();
            continue;
        }
        text.clear();
        column.append(row, &mut text).map_err(|what| (Some(row), what))?;
        let value = match &text[..] {
            [b'"', inner @ .., b'"'] => &without_doubled(inner),
            value => value,
        };
        strings.append_value(str::from_utf8(value).map_err(|e| (Some(row), e.to_string()))?);
    }
    Ok(strings.finish())
}

fn append_digits<T: ArrowPrimitiveType>(
    array: &PrimitiveArray<T>,
    rows: Range<usize>,
    text: &mut Vec<u8>,
) -> bool
where
    T::Native: Into<i128>,
{
    let values = &array.values()[rows.clone()];
    let is_digit = |value: &T::Native| (0..=9).contains(&(*value).into());
    let is_valid = array.nulls().is_none_or(|nulls| rows.clone().all(|row| nulls.is_valid(row)));
    if !is_valid || !values.iter().all(is_digit) {
        return false;
    }
    text.extend(values.iter().map(|value| b'0' + (*value).into() as u8));
    true
}

#[inline]
fn append_integer<T: ArrowPrimitiveType>(array: &PrimitiveArray<T>, row: usize, text: &mut Vec<u8>)
where
    T::Native: itoa::Integer,
{
    if !is_null(array, row) {
        text.extend_from_slice(itoa::Buffer::new().format(array.value(row)).as_bytes());
    }
}

#[inline]
fn append_float<T: ArrowPrimitiveType, F: zmij::Float>(
    array: &PrimitiveArray<T>,
    row: usize,
    text: &mut Vec<u8>,
    float: impl Fn(T::Native) -> F,
) {
    if !is_null(array, row) {
        text.extend_from_slice(zmij::Buffer::new().format(float(array.value(row))).as_bytes());
    }
}

fn append_formatted(
    array: &dyn Array,
    formatter: &ArrayFormatter<'_>,
    row: usize,
    text: &mut Vec<u8>,
) -> Result<(), String> {
    if is_null(array, row) {
        return Ok(());
    }
    let value = formatter.value(row);
    // The formatter gives its errors only through `try_to_string`.
    let value = value.try_to_string().map_err(|e| e.to_string())?;
    text.write_all(value.as_bytes()).map_err(|e| e.to_string())
}

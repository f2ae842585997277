//! Values of a column as values of the type that holds the values of all inputs, or that the format of the output has.
//!
//! Each pair of types that occurs has its own conversion: the function of `arrow-cast` for any pair is some megabytes of code.

use crate::tables::dialect::{ByteValues, DIGITS_AND_TEXT, Fault, column_error, has_text, text_of};
use arrow_array::{
    Array, ArrayRef, ArrowPrimitiveType, BinaryArray, FixedSizeListArray, GenericListViewArray,
    LargeListArray, ListArray, MapArray, OffsetSizeTrait, PrimitiveArray, StringArray, StructArray,
    UInt64Array, cast::AsArray, make_array, new_null_array, types::*,
};
use arrow_buffer::i256;
use arrow_schema::{DataType, Field, FieldRef, Fields};
use std::sync::{Arc, OnceLock};

/// How a column gets its type.
pub(super) struct Conversion {
    name: String,
    data_type: DataType,
    /// Whether boards are the same as digits and as text.
    is_puzzle: bool,
    /// The contents of binary values that become strings.
    bytes: OnceLock<ByteValues>,
}

impl Conversion {
    pub fn new(name: &str, data_type: DataType, is_puzzle: bool) -> Conversion {
        Conversion { name: name.to_owned(), data_type, is_puzzle, bytes: OnceLock::new() }
    }

    /// The values of a column of an input.
    pub fn apply(&self, array: &ArrayRef) -> Result<ArrayRef, Fault> {
        let named = |(row, what): Fault| (row, column_error(&self.name, &what));
        let converted = converted(array, &self.data_type, &self.bytes).map_err(named)?;
        if self.bytes.get() == Some(&ByteValues::Digits) && !self.is_puzzle {
            return Err(named((None, DIGITS_AND_TEXT.into())));
        }
        Ok(converted)
    }
}

/// A type with other types within it.
pub(in crate::tables) fn nested(data_type: DataType, change: &dyn Fn(DataType) -> DataType) -> DataType {
    use DataType::*;
    let field = |field: FieldRef| -> FieldRef {
        let data_type = nested(field.data_type().clone(), change);
        Arc::new(Field::clone(&field).with_data_type(data_type))
    };
    match change(data_type) {
        List(item) => List(field(item)),
        LargeList(item) => LargeList(field(item)),
        FixedSizeList(item, len) => FixedSizeList(field(item), len),
        Map(entries, is_sorted) => Map(field(entries), is_sorted),
        Struct(fields) => Struct(Fields::from_iter(fields.iter().cloned().map(field))),
        other => other,
    }
}

/// The type of the values, if it is one of dictionaries.
pub(crate) fn flat(data_type: &DataType) -> DataType {
    match data_type {
        DataType::Dictionary(_, values) => (**values).clone(),
        other => other.clone(),
    }
}

/// The values as the text of a table has them.
pub(in crate::tables) fn strings(
    array: &ArrayRef,
    kind: &OnceLock<ByteValues>,
) -> Result<StringArray, Fault> {
    if !has_text(array.data_type()) {
        return Err((None, format!("values of the type {} have no text", array.data_type())));
    }
    text_of(array, kind)
}

fn converted(array: &ArrayRef, to: &DataType, kind: &OnceLock<ByteValues>) -> Result<ArrayRef, Fault> {
    use DataType as D;
    match (array.data_type(), to) {
        // A view may be a small part of its buffers, which would be written as a whole.
        (D::Utf8View, D::Utf8View) => return Ok(Arc::new(array.as_string_view().gc())),
        (D::BinaryView, D::BinaryView) => return Ok(Arc::new(array.as_binary_view().gc())),
        (from, to) if from == to && !has_views(from) => return Ok(array.clone()),
        _ => {}
    }
    match (array.data_type(), to) {
        (D::Dictionary(..), _) => {
            let dictionary = array.as_any_dictionary();
            let values = arrow_select::take::take(dictionary.values(), dictionary.keys(), None);
            converted(&values.map_err(|e| (None, e.to_string()))?, to, kind)
        }
        (D::Null, _) => Ok(new_null_array(to, array.len())),
        (_, D::Utf8) => Ok(Arc::new(strings(array, kind)?)),
        (D::Binary | D::LargeBinary | D::BinaryView | D::FixedSizeBinary(_), D::Binary) => {
            Ok(Arc::new(binary(array)))
        }
        (D::ListView(_), D::ListView(item)) => list_view(array.as_list_view::<i32>(), item, kind),
        (D::LargeListView(_), D::LargeListView(item)) => list_view(array.as_list_view::<i64>(), item, kind),
        (D::List(_) | D::LargeList(_) | D::FixedSizeList(..) | D::Struct(_) | D::Map(..), _) => {
            within(array, to, kind)
        }
        _ => numbers(array, to),
    }
}

/// Whether arrays of a type may be small parts of what they hold.
fn has_views(data_type: &DataType) -> bool {
    use DataType::*;
    match data_type {
        Utf8View | BinaryView | ListView(_) | LargeListView(_) => true,
        List(item) | LargeList(item) | FixedSizeList(item, _) | Map(item, _) => has_views(item.data_type()),
        Struct(fields) => fields.iter().any(|field| has_views(field.data_type())),
        _ => false,
    }
}

/// The lists with their own items alone.
fn list_view<O: OffsetSizeTrait>(
    array: &GenericListViewArray<O>,
    item: &FieldRef,
    kind: &OnceLock<ByteValues>,
) -> Result<ArrayRef, Fault> {
    let (mut offsets, mut sizes, mut items) = (Vec::new(), Vec::new(), Vec::new());
    for row in 0..array.len() {
        let (first, size) = match array.is_valid(row) {
            true => (array.value_offset(row).as_usize(), array.value_size(row)),
            false => (0, O::zero()),
        };
        offsets.push(O::usize_as(items.len()));
        sizes.push(size);
        items.extend(first as u64..(first + size.as_usize()) as u64);
    }
    let values = arrow_select::take::take(array.values(), &UInt64Array::from(items), None);
    let values = converted(&values.map_err(|e| (None, e.to_string()))?, item.data_type(), kind)?;
    let nulls = array.nulls().cloned();
    let made = GenericListViewArray::try_new(item.clone(), offsets.into(), sizes.into(), values, nulls);
    made.map(|array| Arc::new(array) as ArrayRef).map_err(|e| (None, e.to_string()))
}

/// The values of arrays within an array.
fn within(array: &ArrayRef, to: &DataType, kind: &OnceLock<ByteValues>) -> Result<ArrayRef, Fault> {
    use DataType as D;
    let child = |values: &ArrayRef, field: &FieldRef| converted(values, field.data_type(), kind);
    let nulls = array.nulls().cloned();
    let made: Result<ArrayRef, _> = match to {
        D::List(item) => {
            let list = array.as_list::<i32>();
            let values = child(list.values(), item)?;
            ListArray::try_new(item.clone(), list.offsets().clone(), values, nulls).map(|a| Arc::new(a) as _)
        }
        D::LargeList(item) => {
            let list = array.as_list::<i64>();
            let values = child(list.values(), item)?;
            LargeListArray::try_new(item.clone(), list.offsets().clone(), values, nulls)
                .map(|a| Arc::new(a) as _)
        }
        D::FixedSizeList(item, len) => {
            let values = child(array.as_fixed_size_list().values(), item)?;
            FixedSizeListArray::try_new(item.clone(), *len, values, nulls).map(|a| Arc::new(a) as _)
        }
        D::Struct(fields) => {
            let columns = array.as_struct().columns().iter().zip(fields);
            let columns = columns.map(|(values, field)| child(values, field)).collect::<Result<_, _>>()?;
            StructArray::try_new_with_length(fields.clone(), columns, nulls, array.len())
                .map(|a| Arc::new(a) as _)
        }
        D::Map(field, is_sorted) => {
            let map = array.as_map();
            let entries = child(&(Arc::new(map.entries().clone()) as ArrayRef), field)?;
            let (offsets, entries) = (map.offsets().clone(), entries.as_struct().clone());
            MapArray::try_new(field.clone(), offsets, entries, nulls, *is_sorted).map(|a| Arc::new(a) as _)
        }
        _ => return Err(not_of(array.data_type(), to)),
    };
    made.map_err(|e| (None, e.to_string()))
}

fn not_of(from: &DataType, to: &DataType) -> Fault {
    (None, format!("values of the type {from} cannot become values of the type {to}"))
}

/// Numbers, and what is stored as numbers.
fn numbers(array: &ArrayRef, to: &DataType) -> Result<ArrayRef, Fault> {
    use DataType as D;
    let from = array.data_type();
    let is_whole = from.is_integer();
    match to {
        D::Int64 if is_whole => exact::<Int64Type>(array, to, &|number| number.to_i128()?.try_into().ok()),
        D::UInt64 if is_whole => exact::<UInt64Type>(array, to, &|number| number.to_i128()?.try_into().ok()),
        D::Float64 if is_whole => exact::<Float64Type>(array, to, &|number| {
            let number = number.to_i128()?;
            ((number as f64) as i128 == number).then_some(number as f64)
        }),
        D::Decimal128(digits, scale) if is_whole || is_decimal(from) => {
            let factor = power(scale - scale_of(from));
            let most = power(*digits as i8);
            exact::<Decimal128Type>(array, to, &|number| within_digits(number, factor?, most?)?.to_i128())
        }
        D::Decimal256(digits, scale) if is_whole || is_decimal(from) => {
            let factor = power(scale - scale_of(from));
            let most = power(*digits as i8);
            exact::<Decimal256Type>(array, to, &|number| within_digits(number, factor?, most?))
        }
        // Seconds become milliseconds.
        D::Timestamp(..) if matches!(from, D::Timestamp(..)) => {
            exact::<Int64Type>(array, to, &|number| (number.to_i128()? * 1000).try_into().ok())
        }
        D::Time32(_) if matches!(from, D::Time32(_)) => {
            exact::<Int32Type>(array, to, &|number| (number.to_i128()? * 1000).try_into().ok())
        }
        D::Timestamp(..) if *from == D::Date64 => {
            exact::<Int64Type>(array, to, &|number| number.to_i128()?.try_into().ok())
        }
        _ => Err(not_of(from, to)),
    }
}

fn is_decimal(data_type: &DataType) -> bool {
    use DataType::*;
    matches!(data_type, Decimal32(..) | Decimal64(..) | Decimal128(..) | Decimal256(..))
}

fn scale_of(data_type: &DataType) -> i8 {
    use DataType::*;
    match data_type {
        Decimal32(_, scale) | Decimal64(_, scale) | Decimal128(_, scale) | Decimal256(_, scale) => *scale,
        _ => 0,
    }
}

/// A power of ten.
fn power(exponent: i8) -> Option<i256> {
    i256::from_i128(10).checked_pow(u32::try_from(exponent).ok()?)
}

/// A number with another scale, if it has so few digits.
fn within_digits(number: i256, factor: i256, most: i256) -> Option<i256> {
    let scaled = number.checked_mul(factor)?;
    (scaled.wrapping_abs() < most).then_some(scaled)
}

/// Whole numbers as values of a type that is stored as values of `T`, which has all of them.
fn exact<T: ArrowPrimitiveType>(
    array: &ArrayRef,
    to: &DataType,
    value: &dyn Fn(i256) -> Option<T::Native>,
) -> Result<ArrayRef, Fault> {
    let number = whole_numbers(array).ok_or_else(|| not_of(array.data_type(), to))?;
    let mut values = Vec::with_capacity(array.len());
    for row in 0..array.len() {
        if array.is_null(row) {
            values.push(T::Native::default());
            continue;
        }
        let number = number(row);
        values.push(value(number).ok_or_else(|| {
            let what = match to {
                DataType::Float64 => {
                    "no double holds it, and the column is one of doubles: save it as doubles, or write csv"
                        .into()
                }
                to => format!("it is not a value of the type {to}"),
            };
            (Some(row), format!("{number}: {what}"))
        })?);
    }
    let values = PrimitiveArray::<T>::new(values.into(), array.nulls().cloned());
    let data = values.into_data().into_builder().data_type(to.clone()).build();
    data.map(make_array).map_err(|e| (None, e.to_string()))
}

/// The number in each row, of a type that is stored as whole numbers.
fn whole_numbers(array: &ArrayRef) -> Option<Box<dyn Fn(usize) -> i256 + '_>> {
    use DataType::*;
    fn of<T: ArrowPrimitiveType>(array: &ArrayRef) -> Box<dyn Fn(usize) -> i256 + '_>
    where
        T::Native: Into<i128>,
    {
        let values = array.as_primitive::<T>().values();
        Box::new(move |row| i256::from_i128(values[row].into()))
    }
    Some(match array.data_type() {
        Int8 => of::<Int8Type>(array),
        Int16 => of::<Int16Type>(array),
        Int32 => of::<Int32Type>(array),
        Int64 => of::<Int64Type>(array),
        UInt8 => of::<UInt8Type>(array),
        UInt16 => of::<UInt16Type>(array),
        UInt32 => of::<UInt32Type>(array),
        UInt64 => of::<UInt64Type>(array),
        Date64 => of::<Date64Type>(array),
        Time32(_) => of::<Time32SecondType>(array),
        Timestamp(..) => of::<TimestampSecondType>(array),
        Decimal32(..) => of::<Decimal32Type>(array),
        Decimal64(..) => of::<Decimal64Type>(array),
        Decimal128(..) => of::<Decimal128Type>(array),
        Decimal256(..) => {
            let values = array.as_primitive::<Decimal256Type>().values();
            Box::new(move |row| values[row])
        }
        _ => return None,
    })
}

/// Strings or bytes as bytes.
pub(super) fn binary(array: &ArrayRef) -> BinaryArray {
    use DataType::*;
    match array.data_type() {
        Utf8 => array.as_string::<i32>().clone().into(),
        LargeUtf8 => array.as_string::<i64>().iter().map(|text| text.map(str::as_bytes)).collect(),
        Utf8View => array.as_string_view().iter().map(|text| text.map(str::as_bytes)).collect(),
        LargeBinary => array.as_binary::<i64>().iter().collect(),
        BinaryView => array.as_binary_view().iter().collect(),
        FixedSizeBinary(_) => array.as_fixed_size_binary().iter().collect(),
        _ => array.as_binary::<i32>().clone(),
    }
}

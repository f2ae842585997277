//! Strings as the values of a type.
//!
//! Each type is parsed by itself: the function of `arrow-cast` for any pair of types is some megabytes of code.

use arrow_array::{
    Array, ArrayRef, ArrowPrimitiveType, BinaryArray, BinaryViewArray, BooleanArray, DictionaryArray,
    Int64Array, LargeBinaryArray, LargeStringArray, PrimitiveArray, StringArray, StringViewArray,
    builder::GenericByteDictionaryBuilder, cast::AsArray, make_array, timezone::Tz, types::*,
};
use arrow_buffer::ArrowNativeType;
use arrow_cast::parse::{Parser, parse_decimal, string_to_datetime};
use arrow_schema::{ArrowError, DataType, TimeUnit};
use std::sync::Arc;

/// The strings as values of a type that is no list, dictionary or binary one; null where a string has no such value.
pub(super) fn values(strings: &StringArray, data_type: &DataType) -> Result<ArrayRef, ArrowError> {
    match data_type {
        DataType::Boolean => Ok(Arc::new(booleans(strings))),
        DataType::Int8 => natives::<Int8Type>(strings, data_type, &Int8Type::parse),
        DataType::Int16 => natives::<Int16Type>(strings, data_type, &Int16Type::parse),
        DataType::Int32 => natives::<Int32Type>(strings, data_type, &Int32Type::parse),
        DataType::Int64 => natives::<Int64Type>(strings, data_type, &Int64Type::parse),
        DataType::UInt8 => natives::<UInt8Type>(strings, data_type, &UInt8Type::parse),
        DataType::UInt16 => natives::<UInt16Type>(strings, data_type, &UInt16Type::parse),
        DataType::UInt32 => natives::<UInt32Type>(strings, data_type, &UInt32Type::parse),
        DataType::UInt64 => natives::<UInt64Type>(strings, data_type, &UInt64Type::parse),
        DataType::Float16 => natives::<Float16Type>(strings, data_type, &Float16Type::parse),
        DataType::Float32 => natives::<Float32Type>(strings, data_type, &Float32Type::parse),
        DataType::Float64 => natives::<Float64Type>(strings, data_type, &Float64Type::parse),
        DataType::LargeUtf8 => Ok(Arc::new(strings.iter().collect::<LargeStringArray>())),
        DataType::Utf8View => Ok(Arc::new(strings.iter().collect::<StringViewArray>())),
        _ => times(strings, data_type),
    }
}

/// The strings as dates, times or decimals.
fn times(strings: &StringArray, data_type: &DataType) -> Result<ArrayRef, ArrowError> {
    use TimeUnit::{Microsecond, Millisecond, Nanosecond, Second};
    let short = |parse: fn(&str) -> Option<i32>| natives::<Int32Type>(strings, data_type, &parse);
    let long = |parse: fn(&str) -> Option<i64>| natives::<Int64Type>(strings, data_type, &parse);
    match *data_type {
        DataType::Date32 => short(Date32Type::parse),
        DataType::Date64 => long(Date64Type::parse),
        DataType::Time32(Second) => short(Time32SecondType::parse),
        DataType::Time32(Millisecond) => short(Time32MillisecondType::parse),
        DataType::Time64(Microsecond) => long(Time64MicrosecondType::parse),
        DataType::Time64(Nanosecond) => long(Time64NanosecondType::parse),
        // A number, whatever its unit is.
        DataType::Duration(_) => long(DurationSecondType::parse),
        DataType::Timestamp(unit, _) => timestamps(strings, data_type, unit),
        DataType::Decimal32(digits, scale) => decimals::<Decimal32Type>(strings, data_type, digits, scale),
        DataType::Decimal64(digits, scale) => decimals::<Decimal64Type>(strings, data_type, digits, scale),
        DataType::Decimal128(digits, scale) => decimals::<Decimal128Type>(strings, data_type, digits, scale),
        DataType::Decimal256(digits, scale) => decimals::<Decimal256Type>(strings, data_type, digits, scale),
        _ => Err(ArrowError::CastError(format!("values of the type {data_type} cannot be written"))),
    }
}

fn booleans(strings: &StringArray) -> BooleanArray {
    let boolean = |text: &str| match text {
        "true" => Some(true),
        "false" => Some(false),
        _ => None,
    };
    strings.iter().map(|text| text.and_then(boolean)).collect()
}

/// The values of a type that is stored as those of `T`. One copy of it serves all such types.
fn natives<T: ArrowPrimitiveType>(
    strings: &StringArray,
    data_type: &DataType,
    value: &dyn Fn(&str) -> Option<T::Native>,
) -> Result<ArrayRef, ArrowError> {
    let values: PrimitiveArray<T> = strings.iter().map(|text| text.and_then(value)).collect();
    Ok(make_array(values.into_data().into_builder().data_type(data_type.clone()).build()?))
}

/// Written in UTC: the values count from the same instant in every time zone.
fn timestamps(strings: &StringArray, data_type: &DataType, unit: TimeUnit) -> Result<ArrayRef, ArrowError> {
    let utc: Tz = "+00:00".parse()?;
    natives::<Int64Type>(strings, data_type, &|text| {
        let instant = string_to_datetime(&utc, text).ok()?.naive_utc();
        match unit {
            TimeUnit::Second => TimestampSecondType::from_naive_datetime(instant, None),
            TimeUnit::Millisecond => TimestampMillisecondType::from_naive_datetime(instant, None),
            TimeUnit::Microsecond => TimestampMicrosecondType::from_naive_datetime(instant, None),
            TimeUnit::Nanosecond => TimestampNanosecondType::from_naive_datetime(instant, None),
        }
    })
}

fn decimals<T: DecimalType + ArrowPrimitiveType>(
    strings: &StringArray,
    data_type: &DataType,
    digits: u8,
    scale: i8,
) -> Result<ArrayRef, ArrowError> {
    validate_decimal_precision_and_scale::<T>(digits, scale)?;
    natives::<T>(strings, data_type, &|text| {
        // The parser takes no negative scale: the number is without the zeros that the scale stands for.
        let zeros = usize::from(scale.min(0).unsigned_abs());
        let digits_of = |text: &str| parse_decimal::<T>(text, digits, scale.max(0)).ok();
        match text.len().checked_sub(zeros).filter(|_| zeros > 0) {
            Some(end) if end > 0 && text[end..].bytes().all(|byte| byte == b'0') => digits_of(&text[..end]),
            _ if zeros > 0 => (text == "0").then(|| digits_of(text)).flatten(),
            _ => digits_of(text),
        }
    })
}

/// Bytes as one of the binary types without a fixed size.
pub(super) fn binary(bytes: &BinaryArray, data_type: &DataType) -> ArrayRef {
    match data_type {
        DataType::LargeBinary => Arc::new(bytes.iter().collect::<LargeBinaryArray>()),
        DataType::BinaryView => Arc::new(bytes.iter().collect::<BinaryViewArray>()),
        _ => Arc::new(bytes.clone()),
    }
}

/// Values, strings or bytes, as a dictionary of them.
///
/// # Errors
/// If there are more than the keys can count, or the type is of other values.
pub(crate) fn dictionary(
    values: &BinaryArray,
    (key, value): (&DataType, &DataType),
) -> Result<ArrayRef, ArrowError> {
    // With the widest keys first: a builder for each type of keys and values would be a large part of a program.
    let mut builder = GenericByteDictionaryBuilder::<Int64Type, BinaryType>::new();
    for value in values {
        match value {
            Some(value) => builder.append(value).map(drop)?,
            None => builder.append_null(),
        }
    }
    let packed = builder.finish();
    let (keys, values) = (packed.keys(), distinct(packed.values().as_binary(), value)?);
    match key {
        DataType::Int8 => of_keys::<Int8Type>(keys, values),
        DataType::Int16 => of_keys::<Int16Type>(keys, values),
        DataType::Int32 => of_keys::<Int32Type>(keys, values),
        DataType::Int64 => of_keys::<Int64Type>(keys, values),
        DataType::UInt8 => of_keys::<UInt8Type>(keys, values),
        DataType::UInt16 => of_keys::<UInt16Type>(keys, values),
        DataType::UInt32 => of_keys::<UInt32Type>(keys, values),
        _ => of_keys::<UInt64Type>(keys, values),
    }
}

/// The values of a dictionary.
fn distinct(bytes: &BinaryArray, data_type: &DataType) -> Result<ArrayRef, ArrowError> {
    match data_type {
        DataType::Binary | DataType::LargeBinary | DataType::BinaryView => Ok(binary(bytes, data_type)),
        DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View => {
            let text = |bytes| str::from_utf8(bytes).unwrap_or_default();
            let strings: StringArray = bytes.iter().map(|bytes| bytes.map(text)).collect();
            match data_type {
                DataType::Utf8 => Ok(Arc::new(strings)),
                _ => values(&strings, data_type),
            }
        }
        other => Err(ArrowError::CastError(format!("a dictionary of {other} cannot be written"))),
    }
}

fn of_keys<K: ArrowDictionaryKeyType>(keys: &Int64Array, values: ArrayRef) -> Result<ArrayRef, ArrowError> {
    let key = |key: i64| K::Native::from_usize(key as usize).ok_or(ArrowError::DictionaryKeyOverflowError);
    let keys: PrimitiveArray<K> = keys.iter().map(|k| k.map(key).transpose()).collect::<Result<_, _>>()?;
    Ok(Arc::new(DictionaryArray::try_new(keys, values)?))
}

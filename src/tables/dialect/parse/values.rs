//! Strings as the values of a type.
//!
//! Each type is parsed by itself: the function of `arrow-cast` for any pair of types is some megabytes of code.

use arrow_array::{
    ArrayRef, ArrowPrimitiveType, BinaryArray, BinaryViewArray, BooleanArray, DictionaryArray,
    LargeBinaryArray, LargeStringArray, PrimitiveArray, StringArray, StringViewArray,
    builder::GenericByteDictionaryBuilder, cast::AsArray, timezone::Tz, types::*,
};
use arrow_cast::parse::{Parser, parse_decimal, string_to_datetime};
use arrow_schema::{ArrowError, DataType, TimeUnit};
use std::sync::Arc;

/// The strings as values of a type that is no list, dictionary or binary one; null where a string has no such value.
pub(super) fn values(strings: &StringArray, data_type: &DataType) -> Result<ArrayRef, ArrowError> {
    Ok(match data_type {
        DataType::Boolean => Arc::new(booleans(strings)),
        DataType::Int8 => parsed::<Int8Type>(strings),
        DataType::Int16 => parsed::<Int16Type>(strings),
        DataType::Int32 => parsed::<Int32Type>(strings),
        DataType::Int64 => parsed::<Int64Type>(strings),
        DataType::UInt8 => parsed::<UInt8Type>(strings),
        DataType::UInt16 => parsed::<UInt16Type>(strings),
        DataType::UInt32 => parsed::<UInt32Type>(strings),
        DataType::Float16 => parsed::<Float16Type>(strings),
        DataType::Float32 => parsed::<Float32Type>(strings),
        DataType::Float64 => parsed::<Float64Type>(strings),
        DataType::LargeUtf8 => Arc::new(strings.iter().collect::<LargeStringArray>()),
        DataType::Utf8View => Arc::new(strings.iter().collect::<StringViewArray>()),
        _ => return times(strings, data_type),
    })
}

/// The strings as dates, times or decimals.
fn times(strings: &StringArray, data_type: &DataType) -> Result<ArrayRef, ArrowError> {
    use TimeUnit::{Microsecond, Millisecond, Nanosecond, Second};
    Ok(match data_type {
        DataType::Date32 => parsed::<Date32Type>(strings),
        DataType::Date64 => parsed::<Date64Type>(strings),
        DataType::Time32(Second) => parsed::<Time32SecondType>(strings),
        DataType::Time32(Millisecond) => parsed::<Time32MillisecondType>(strings),
        DataType::Time64(Microsecond) => parsed::<Time64MicrosecondType>(strings),
        DataType::Time64(Nanosecond) => parsed::<Time64NanosecondType>(strings),
        DataType::Duration(Second) => parsed::<DurationSecondType>(strings),
        DataType::Duration(Millisecond) => parsed::<DurationMillisecondType>(strings),
        DataType::Duration(Microsecond) => parsed::<DurationMicrosecondType>(strings),
        DataType::Duration(Nanosecond) => parsed::<DurationNanosecondType>(strings),
        DataType::Timestamp(Second, zone) => timestamps::<TimestampSecondType>(strings, zone)?,
        DataType::Timestamp(Millisecond, zone) => timestamps::<TimestampMillisecondType>(strings, zone)?,
        DataType::Timestamp(Microsecond, zone) => timestamps::<TimestampMicrosecondType>(strings, zone)?,
        DataType::Timestamp(Nanosecond, zone) => timestamps::<TimestampNanosecondType>(strings, zone)?,
        DataType::Decimal32(digits, scale) => decimals::<Decimal32Type>(strings, *digits, *scale)?,
        DataType::Decimal64(digits, scale) => decimals::<Decimal64Type>(strings, *digits, *scale)?,
        DataType::Decimal128(digits, scale) => decimals::<Decimal128Type>(strings, *digits, *scale)?,
        DataType::Decimal256(digits, scale) => decimals::<Decimal256Type>(strings, *digits, *scale)?,
        other => return Err(ArrowError::CastError(format!("values of the type {other} cannot be written"))),
    })
}

fn booleans(strings: &StringArray) -> BooleanArray {
    let boolean = |text: &str| match text {
        "true" => Some(true),
        "false" => Some(false),
        _ => None,
    };
    strings.iter().map(|text| text.and_then(boolean)).collect()
}

fn parsed<T: Parser>(strings: &StringArray) -> ArrayRef {
    let values = strings.iter().map(|text| text.and_then(T::parse));
    Arc::new(values.collect::<PrimitiveArray<T>>())
}

/// Written in UTC: the values count from the same instant in every time zone.
fn timestamps<T: ArrowTimestampType>(
    strings: &StringArray,
    zone: &Option<Arc<str>>,
) -> Result<ArrayRef, ArrowError> {
    let utc: Tz = "+00:00".parse()?;
    let value = |text: &str| T::from_naive_datetime(string_to_datetime(&utc, text).ok()?.naive_utc(), None);
    let values: PrimitiveArray<T> = strings.iter().map(|text| text.and_then(value)).collect();
    Ok(Arc::new(values.with_timezone_opt(zone.clone())))
}

fn decimals<T: DecimalType + ArrowPrimitiveType>(
    strings: &StringArray,
    digits: u8,
    scale: i8,
) -> Result<ArrayRef, ArrowError> {
    let value = |text: &str| parse_decimal::<T>(text, digits, scale).ok();
    let values: PrimitiveArray<T> = strings.iter().map(|text| text.and_then(value)).collect();
    Ok(Arc::new(values.with_precision_and_scale(digits, scale)?))
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
pub(super) fn dictionary(
    values: &BinaryArray,
    (key, value): (&DataType, &DataType),
) -> Result<ArrayRef, ArrowError> {
    match key {
        DataType::Int8 => of_keys::<Int8Type>(values, value),
        DataType::Int16 => of_keys::<Int16Type>(values, value),
        DataType::Int32 => of_keys::<Int32Type>(values, value),
        DataType::Int64 => of_keys::<Int64Type>(values, value),
        DataType::UInt8 => of_keys::<UInt8Type>(values, value),
        DataType::UInt16 => of_keys::<UInt16Type>(values, value),
        DataType::UInt32 => of_keys::<UInt32Type>(values, value),
        _ => of_keys::<UInt64Type>(values, value),
    }
}

fn of_keys<K: ArrowDictionaryKeyType>(
    values: &BinaryArray,
    value: &DataType,
) -> Result<ArrayRef, ArrowError> {
    let texts = || values.iter().map(|bytes| bytes.map(|bytes| str::from_utf8(bytes).unwrap_or_default()));
    match value {
        DataType::Utf8 => Ok(Arc::new(packed::<K, Utf8Type, _>(texts())?)),
        DataType::LargeUtf8 => Ok(Arc::new(packed::<K, LargeUtf8Type, _>(texts())?)),
        DataType::Utf8View => {
            let packed = packed::<K, Utf8Type, _>(texts())?;
            let views: StringViewArray = packed.values().as_string::<i32>().iter().collect();
            Ok(Arc::new(packed.with_values(Arc::new(views))))
        }
        DataType::Binary => Ok(Arc::new(packed::<K, BinaryType, _>(values.iter())?)),
        DataType::LargeBinary => Ok(Arc::new(packed::<K, LargeBinaryType, _>(values.iter())?)),
        DataType::BinaryView => {
            let packed = packed::<K, BinaryType, _>(values.iter())?;
            let views: BinaryViewArray = packed.values().as_binary::<i32>().iter().collect();
            Ok(Arc::new(packed.with_values(Arc::new(views))))
        }
        other => Err(ArrowError::CastError(format!("a dictionary of {other} cannot be written"))),
    }
}

fn packed<K: ArrowDictionaryKeyType, T: ByteArrayType, V: AsRef<T::Native>>(
    values: impl Iterator<Item = Option<V>>,
) -> Result<DictionaryArray<K>, ArrowError> {
    let mut builder = GenericByteDictionaryBuilder::<K, T>::new();
    for value in values {
        match value {
            Some(value) => builder.append(value).map(drop)?,
            None => builder.append_null(),
        }
    }
    Ok(builder.finish())
}

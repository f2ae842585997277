//! Strings as the values of a type.

use arrow_array::{
    Array, ArrayRef, ArrowPrimitiveType, BinaryArray, BinaryViewArray, LargeBinaryArray, LargeStringArray,
    PrimitiveArray, StringArray, StringViewArray, new_null_array, types::*,
};
use arrow_schema::DataType;
use std::{str::FromStr, sync::Arc};

/// The strings as values of a type that is neither a list nor binary; null where a string has no such value. Only strings and numbers
/// are read from text.
pub(super) fn values(strings: &StringArray, data_type: &DataType) -> ArrayRef {
    match data_type {
        DataType::Int64 => natives::<Int64Type>(strings),
        DataType::UInt64 => natives::<UInt64Type>(strings),
        DataType::Float64 => natives::<Float64Type>(strings),
        DataType::LargeUtf8 => Arc::new(strings.iter().collect::<LargeStringArray>()),
        DataType::Utf8View => Arc::new(strings.iter().collect::<StringViewArray>()),
        other => new_null_array(other, strings.len()),
    }
}

fn natives<T: ArrowPrimitiveType>(strings: &StringArray) -> ArrayRef
where
    T::Native: FromStr,
{
    let value = |text: Option<&str>| text.and_then(|text| text.parse::<T::Native>().ok());
    Arc::new(strings.iter().map(value).collect::<PrimitiveArray<T>>())
}

/// Bytes as one of the binary types without a fixed size.
pub(super) fn binary(bytes: &BinaryArray, data_type: &DataType) -> ArrayRef {
    match data_type {
        DataType::LargeBinary => Arc::new(bytes.iter().collect::<LargeBinaryArray>()),
        DataType::BinaryView => Arc::new(bytes.iter().collect::<BinaryViewArray>()),
        _ => Arc::new(bytes.clone()),
    }
}

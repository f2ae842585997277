//! Columns of many types as columns of few, and their nulls.

use super::text_lists::texts;
use arrow_array::{
    Array, ArrayRef,
    cast::AsArray,
    types::{
        DurationMicrosecondType, DurationMillisecondType, DurationNanosecondType, DurationSecondType,
        Int64Type,
    },
};
use arrow_schema::{DataType, TimeUnit};
use std::sync::Arc;

/// The same values without a dictionary; timestamps with a time zone in UTC; durations as integers; lists of strings as texts.
pub(super) fn normal(array: &ArrayRef) -> Result<ArrayRef, String> {
    Ok(match array.data_type() {
        DataType::Dictionary(..) => {
            let dictionary = array.as_any_dictionary();
            let values = arrow_select::take::take(dictionary.values(), dictionary.keys(), None);
            return normal(&values.map_err(|e| e.to_string())?);
        }
        DataType::Timestamp(unit, Some(_)) => {
            // The values count from the same instant in every time zone.
            let utc = DataType::Timestamp(*unit, Some("+00:00".into()));
            let data = array.to_data().into_builder().data_type(utc).build();
            arrow_array::make_array(data.map_err(|e| e.to_string())?)
        }
        DataType::Duration(unit) => Arc::new(match unit {
            TimeUnit::Second => array.as_primitive::<DurationSecondType>().reinterpret_cast::<Int64Type>(),
            TimeUnit::Millisecond => array.as_primitive::<DurationMillisecondType>().reinterpret_cast(),
            TimeUnit::Microsecond => array.as_primitive::<DurationMicrosecondType>().reinterpret_cast(),
            TimeUnit::Nanosecond => array.as_primitive::<DurationNanosecondType>().reinterpret_cast(),
        }),
        DataType::List(item) if item.data_type().is_string() => Arc::new(texts(array.as_list::<i32>())),
        DataType::LargeList(item) if item.data_type().is_string() => Arc::new(texts(array.as_list::<i64>())),
        _ => array.clone(),
    })
}

/// Whether a row of an array is null.
#[inline]
pub(super) fn is_null(array: &dyn Array, row: usize) -> bool {
    array.nulls().is_some_and(|nulls| nulls.is_null(row))
}

//! Values as dictionaries, for files that have these.

use super::convert::binary;
use arrow_array::{
    ArrayRef, BinaryArray, BinaryViewArray, DictionaryArray, Int64Array, LargeBinaryArray, LargeStringArray,
    PrimitiveArray, StringArray, StringViewArray, builder::GenericByteDictionaryBuilder, cast::AsArray,
    types::*,
};
use arrow_buffer::ArrowNativeType;
use arrow_schema::{ArrowError, DataType};
use std::sync::Arc;

/// The values with a dictionary, if the type has one and they do not.
pub(in crate::tables) fn in_dictionary(array: ArrayRef, data_type: &DataType) -> Result<ArrayRef, String> {
    match data_type {
        DataType::Dictionary(key, value) if array.data_type() != data_type => {
            dictionary(&binary(&array), (key, value)).map_err(|e| e.to_string())
        }
        _ => Ok(array),
    }
}

/// Values, strings or bytes, as a dictionary of them.
///
/// # Errors
/// If there are more than the keys can count, or the type is of other values.
fn dictionary(values: &BinaryArray, (key, value): (&DataType, &DataType)) -> Result<ArrayRef, ArrowError> {
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
    let text = |bytes| str::from_utf8(bytes).unwrap_or_default();
    let texts = || bytes.iter().map(|bytes| bytes.map(text));
    match data_type {
        DataType::Binary => Ok(Arc::new(bytes.clone())),
        DataType::LargeBinary => Ok(Arc::new(bytes.iter().collect::<LargeBinaryArray>())),
        DataType::BinaryView => Ok(Arc::new(bytes.iter().collect::<BinaryViewArray>())),
        DataType::Utf8 => Ok(Arc::new(texts().collect::<StringArray>())),
        DataType::LargeUtf8 => Ok(Arc::new(texts().collect::<LargeStringArray>())),
        DataType::Utf8View => Ok(Arc::new(texts().collect::<StringViewArray>())),
        other => Err(ArrowError::CastError(format!("a dictionary of {other} cannot be written"))),
    }
}

fn of_keys<K: ArrowDictionaryKeyType>(keys: &Int64Array, values: ArrayRef) -> Result<ArrayRef, ArrowError> {
    let key = |key: i64| K::Native::from_usize(key as usize).ok_or(ArrowError::DictionaryKeyOverflowError);
    let keys: PrimitiveArray<K> = keys.iter().map(|k| k.map(key).transpose()).collect::<Result<_, _>>()?;
    Ok(Arc::new(DictionaryArray::try_new(keys, values)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use arrow_array::Array;

    /// The strings as a dictionary with these types of keys and values.
    fn as_dictionary(strings: StringArray, key: DataType, value: DataType) -> Result<ArrayRef, String> {
        let data_type = DataType::Dictionary(Box::new(key), Box::new(value));
        in_dictionary(Arc::new(strings), &data_type)
    }

    #[test]
    fn dictionaries_have_keys_and_values_of_every_type() {
        use DataType::{Binary, BinaryView, LargeBinary, LargeUtf8, Utf8, Utf8View};
        use DataType::{Int8, Int16, Int32, Int64, UInt8, UInt16, UInt32, UInt64};
        let words = || StringArray::from(vec![Some("b"), None, Some("a"), Some("b"), Some("é")]);
        for key in [Int8, Int16, Int32, Int64, UInt8, UInt16, UInt32, UInt64] {
            for value in [Utf8, LargeUtf8, Utf8View, Binary, LargeBinary, BinaryView] {
                let read = as_dictionary(words(), key.clone(), value.clone()).unwrap();
                assert_eq!(
                    read.data_type(),
                    &DataType::Dictionary(Box::new(key.clone()), Box::new(value.clone()))
                );
                assert_eq!(read.as_any_dictionary().values().len(), 3, "{key} {value}");
                let values = arrow_cast::cast(&arrow_cast::cast(&read, &value).unwrap(), &Utf8).unwrap();
                assert_eq!(values.as_string::<i32>(), &words(), "{key} {value}");
            }
        }
    }

    #[test]
    fn more_values_than_keys_are_refused() {
        let numbers = |end: u32| (0..end).map(|number| Some(number.to_string())).collect::<StringArray>();
        for (key, most) in [(DataType::Int8, 128), (DataType::UInt8, 256), (DataType::Int16, 1 << 15)] {
            let read = as_dictionary(numbers(most), key.clone(), DataType::Utf8).unwrap();
            assert_eq!(read.as_any_dictionary().values().len(), most as usize);
            let refused = as_dictionary(numbers(most + 1), key, DataType::Utf8).unwrap_err();
            assert!(refused.contains("bigger than the key type"), "{refused}");
        }
    }
}

//! The type that a column of several inputs has in their one output: one that holds every value of each of them.

use crate::tables::{TableSchema, dialect::is_binary};
use arrow_schema::{DECIMAL128_MAX_PRECISION, DECIMAL256_MAX_PRECISION, DataType, Field, FieldRef, Fields};
use std::{io, sync::Arc};

/// An input: its name and its columns, none of which has a type if it is text.
#[derive(Clone, Debug)]
pub(crate) struct InputSchema {
    pub name: String,
    pub schema: Arc<TableSchema>,
}

impl InputSchema {
    /// Text.
    pub fn text(name: &str) -> InputSchema {
        let schema = Arc::new(TableSchema { columns: Vec::new() });
        InputSchema { name: name.to_owned(), schema }
    }

    fn type_of(&self, column: usize) -> DataType {
        match self.schema.columns.get(column) {
            Some(column) => plain(column.data_type.clone()),
            None => DataType::Utf8,
        }
    }
}

/// The type that holds the values of a column of all inputs.
///
/// # Errors
/// If there is none: two inputs with their types, and what to do.
pub(super) fn joined_type(inputs: &[InputSchema], column: usize) -> io::Result<DataType> {
    let Some((first, others)) = inputs.split_first() else { return Ok(DataType::Utf8) };
    others.iter().try_fold(first.type_of(column), |one, input| {
        let other = input.type_of(column);
        join(&one, &other).ok_or_else(|| {
            let name = first.schema.columns.get(column).map_or("", |column| &column.name);
            let (one, before, here) = (first.type_of(column), &first.name, &input.name);
            io::Error::new(
                io::ErrorKind::InvalidData,
                format!(
                    "column {name:?} is {one} in {before} and {other} in {here}, and no type holds the values of both: \
                     save it with the same type, or write csv"
                ),
            )
        })
    })
}

/// The type that holds the values of two types, as the text of a table has them.
fn join(one: &DataType, other: &DataType) -> Option<DataType> {
    use DataType::*;
    if let Some(same) = same_but_for_names(one, other) {
        return Some(with_wide_keys(same));
    }
    Some(match (one, other) {
        (Null, known) | (known, Null) => known.clone(),
        // A string would not have its unit.
        (Duration(_), _) | (_, Duration(_)) => return None,
        (one, other) if is_text(one) || is_text(other) => Utf8,
        (one, other) if is_binary(one) && is_binary(other) => Binary,
        (one, other) if one.is_unsigned_integer() && other.is_unsigned_integer() => UInt64,
        (UInt64, other) | (other, UInt64) if other.is_integer() => Decimal128(20, 0),
        (one, other) if one.is_integer() && other.is_integer() => Int64,
        // Whole numbers that a double does not hold are refused one by one. A float is written with as few digits as give the
        // same float back, which as a double is another number.
        (Float64, other) | (other, Float64) if other.is_integer() => Float64,
        (one, other) => join_decimals(one, other)?,
    })
}

/// The type, if both are the same except for the names of the items of lists and of the entries of maps, which programs choose
/// differently, and for what may be null.
fn same_but_for_names(one: &DataType, other: &DataType) -> Option<DataType> {
    use DataType::*;
    let field = |one: &FieldRef, other: &FieldRef| -> Option<FieldRef> {
        let data_type = same_but_for_names(one.data_type(), other.data_type())?;
        Some(Arc::new(Field::new(one.name(), data_type, one.is_nullable() || other.is_nullable())))
    };
    let fields = |one: &Fields, other: &Fields| -> Option<Fields> {
        let pairs = one.iter().zip(other).map(|(one, other)| field(one, other));
        (one.len() == other.len()).then(|| pairs.collect())?
    };
    match (one, other) {
        (one, other) if one == other => Some(one.clone()),
        (List(one), List(other)) => Some(List(field(one, other)?)),
        (LargeList(one), LargeList(other)) => Some(LargeList(field(one, other)?)),
        (FixedSizeList(one, len), FixedSizeList(other, of_other)) if len == of_other => {
            Some(FixedSizeList(field(one, other)?, *len))
        }
        (Map(one, is_sorted), Map(other, of_other)) => match (one.data_type(), other.data_type()) {
            (Struct(entries), Struct(others)) => {
                let entries = Field::new(one.name(), Struct(fields(entries, others)?), false);
                Some(Map(Arc::new(entries), *is_sorted && *of_other))
            }
            _ => None,
        },
        (Struct(one), Struct(other)) => {
            let is_same = one.iter().map(|field| field.name()).eq(other.iter().map(|field| field.name()));
            is_same.then(|| fields(one, other))?.map(Struct)
        }
        _ => None,
    }
}

/// The type with keys that count the values of several inputs.
fn with_wide_keys(data_type: DataType) -> DataType {
    use DataType::*;
    match data_type {
        Dictionary(keys, values) if matches!(*keys, Int8 | Int16 | UInt8 | UInt16) => {
            Dictionary(Box::new(Int32), values)
        }
        other => other,
    }
}

fn is_text(data_type: &DataType) -> bool {
    match data_type {
        DataType::Dictionary(_, values) => is_text(values),
        other => matches!(other, DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View),
    }
}

/// A decimal with the digits of both before the point, and after it.
fn join_decimals(one: &DataType, other: &DataType) -> Option<DataType> {
    let ((whole, scale), (other_whole, other_scale)) = (decimal_digits(one)?, decimal_digits(other)?);
    let scale = scale.max(other_scale).max(0);
    let digits = u8::try_from(whole.max(other_whole).max(0) + i16::from(scale)).ok()?;
    let is_small = digits <= DECIMAL128_MAX_PRECISION;
    let joined = if is_small { DataType::Decimal128 } else { DataType::Decimal256 };
    (digits <= DECIMAL256_MAX_PRECISION).then(|| joined(digits, scale))
}

/// The digits before the point, and the scale, of a type whose values are exact decimal numbers.
fn decimal_digits(data_type: &DataType) -> Option<(i16, i8)> {
    use DataType::*;
    match *data_type {
        Decimal32(digits, scale)
        | Decimal64(digits, scale)
        | Decimal128(digits, scale)
        | Decimal256(digits, scale) => Some((i16::from(digits) - i16::from(scale), scale)),
        _ if data_type.is_integer() => Some((20, 0)),
        _ => None,
    }
}

/// A type without a dictionary of anything but strings and bytes: no encoder takes all others, and the one of Parquet writes
/// some of them as files that cannot be read.
pub(super) fn plain(data_type: DataType) -> DataType {
    use DataType::*;
    match data_type {
        Dictionary(_, values)
            if !matches!(*values, Utf8 | LargeUtf8 | Utf8View | Binary | LargeBinary | BinaryView) =>
        {
            *values
        }
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use DataType::*;
    use arrow_schema::TimeUnit;

    #[test]
    fn names_of_items_and_entries_do_not_matter_but_those_of_fields_do() {
        let field =
            |name: &str, data_type: DataType, nullable| Arc::new(Field::new(name, data_type, nullable));
        let list = |name, nullable| List(field(name, Int8, nullable));
        assert_eq!(join(&list("item", false), &list("element", true)), Some(list("item", true)));
        assert_eq!(join(&list("item", true), &LargeList(field("item", Int8, true))), None);
        assert_eq!(join(&list("item", true), &List(field("item", Utf8, true))), None);
        let structs = |name| Struct(vec![field(name, list(name, true), true)].into());
        assert_eq!(join(&structs("a"), &structs("b")), None);
        let map = |[entries, key, value]: [&str; 3]| {
            let fields = vec![field(key, Utf8, false), field(value, Int8, true)];
            Map(field(entries, Struct(fields.into()), false), false)
        };
        let one = map(["entries", "keys", "values"]);
        assert_eq!(join(&one, &map(["key_value", "key", "value"])), Some(one));
    }

    #[test]
    fn a_joined_type_holds_both() {
        let words = |keys| Dictionary(Box::new(keys), Box::new(Utf8));
        assert_eq!(join(&words(Int8), &words(Int8)), Some(words(Int32)));
        assert_eq!(join(&words(UInt64), &words(UInt64)), Some(words(UInt64)));
        for (one, other, joined) in [
            (Int8, Int32, Some(Int64)),
            (UInt8, UInt32, Some(UInt64)),
            (UInt64, Int8, Some(Decimal128(20, 0))),
            (Float64, UInt64, Some(Float64)),
            (Float32, Float64, None),
            (Float32, Int8, None),
            (Binary, FixedSizeBinary(3), Some(Binary)),
            (Utf8, LargeUtf8, Some(Utf8)),
            (Utf8, Int8, Some(Utf8)),
            (Null, Date32, Some(Date32)),
            (Boolean, Int8, None),
            (Date32, Timestamp(TimeUnit::Second, None), None),
            (Decimal128(5, 2), Decimal64(9, -3), Some(Decimal128(14, 2))),
            (Decimal128(5, 2), Int64, Some(Decimal128(22, 2))),
            (Decimal256(76, 0), Decimal128(5, 2), None),
            (Duration(TimeUnit::Second), Null, Some(Duration(TimeUnit::Second))),
            (Duration(TimeUnit::Second), Utf8, None),
            (Duration(TimeUnit::Second), Duration(TimeUnit::Millisecond), None),
        ] {
            assert_eq!(join(&one, &other), joined, "{one} and {other}");
            assert_eq!(join(&other, &one), joined, "{other} and {one}");
        }
    }
}

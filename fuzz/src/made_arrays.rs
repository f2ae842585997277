//! Arrays of every type that a table may have beside its puzzles.

use crate::choices::Choices;
use arrow_array::{
    Array, ArrayRef, Decimal128Array, DictionaryArray, Int64Array, ListArray, MapArray, NullArray, RunArray,
    StringArray, StructArray, make_array, types::*,
};
use arrow_buffer::{NullBuffer, OffsetBuffer};
use arrow_cast::cast;
use arrow_schema::{DataType, Field, Fields, IntervalUnit, TimeUnit};
use std::sync::Arc;

/// A column of so many rows.
pub fn array(choices: &mut Choices<'_>, rows: usize) -> ArrayRef {
    let array = any(choices, rows, 1);
    if choices.flag() && *array.data_type() != DataType::Null { masked(choices, &array) } else { array }
}

/// The same with some nulls over the values.
fn masked(choices: &mut Choices<'_>, array: &ArrayRef) -> ArrayRef {
    if matches!(array.data_type(), DataType::RunEndEncoded(..)) {
        return array.clone();
    }
    let bits: Vec<bool> = (0..array.len()).map(|_| choices.below(3) > 0).collect();
    let nulls = NullBuffer::union(array.nulls(), Some(&NullBuffer::from(bits)));
    make_array(array.to_data().into_builder().nulls(nulls).build().expect("a mask of the same length"))
}

fn any(choices: &mut Choices<'_>, rows: usize, depth: usize) -> ArrayRef {
    match choices.below(if depth > 0 { 13 } else { 8 }) {
        0..=2 => numbers(choices, rows),
        3 | 4 => strings(choices, rows),
        5 => times(choices, rows),
        6 => decimals(choices, rows),
        7 => bytes(choices, rows),
        8 | 9 => dictionary(choices, rows),
        10 => lists(choices, rows, depth),
        11 => structs(choices, rows, depth),
        _ => rare(choices, rows),
    }
}

/// Small numbers and the largest.
fn integers(choices: &mut Choices<'_>, rows: usize) -> Int64Array {
    let number = |byte: u8| match byte {
        255 => i64::MAX,
        254 => i64::MIN,
        byte => i64::from(byte as i8),
    };
    (0..rows).map(|_| Some(number(choices.byte()))).collect()
}

fn small(choices: &mut Choices<'_>, rows: usize) -> Int64Array {
    (0..rows).map(|_| Some(i64::from(choices.byte()))).collect()
}

fn numbers(choices: &mut Choices<'_>, rows: usize) -> ArrayRef {
    use DataType::*;
    let types =
        [Int8, Int16, Int32, Int64, UInt8, UInt16, UInt32, UInt64, Float16, Float32, Float64, Boolean];
    let data_type = choices.of(&types);
    cast(&integers(choices, rows), data_type).expect("a cast of numbers")
}

fn words(choices: &mut Choices<'_>, rows: usize) -> StringArray {
    let all = [
        "",
        "a",
        "b",
        "a,b",
        "say \"x\"",
        "two\r\nlines",
        " #",
        "é",
        "null",
        "[1,2]",
        "0",
        "a text that is longer: 1",
        "!x",
    ];
    StringArray::from_iter_values((0..rows).map(|_| *choices.of(&all)))
}

fn strings(choices: &mut Choices<'_>, rows: usize) -> ArrayRef {
    let words = words(choices, rows);
    cast(&words, choices.of(&[DataType::Utf8, DataType::LargeUtf8, DataType::Utf8View])).expect("strings")
}

fn times(choices: &mut Choices<'_>, rows: usize) -> ArrayRef {
    use DataType::*;
    use TimeUnit::*;
    let zone = [None, Some("UTC".into()), Some("Asia/Tokyo".into()), Some("+02:00".into())];
    let unit = *choices.of(&[Second, Millisecond, Microsecond, Nanosecond]);
    let data_type = match choices.below(6) {
        0 => return cast(&cast(&small(choices, rows), &Int32).expect("numbers"), &Date32).expect("dates"),
        1 => {
            return cast(
                &cast(&cast(&small(choices, rows), &Int32).expect("numbers"), &Date32).expect("dates"),
                &Date64,
            )
            .expect("dates");
        }
        2 => Timestamp(unit, choices.of(&zone).clone()),
        3 => Duration(unit),
        4 => Time64(*choices.of(&[Microsecond, Nanosecond])),
        _ => {
            let numbers = cast(&small(choices, rows), &Int32).expect("small numbers");
            return cast(&numbers, &Time32(*choices.of(&[Second, Millisecond]))).expect("times");
        }
    };
    cast(&small(choices, rows), &data_type).expect("times")
}

fn decimals(choices: &mut Choices<'_>, rows: usize) -> ArrayRef {
    use DataType::*;
    let types = [Decimal128(20, 3), Decimal256(40, 3), Decimal32(9, 2), Decimal64(18, 0), Decimal128(38, -2)];
    let data_type = choices.of(&types);
    let values = (0..rows).map(|_| i128::from(choices.byte() as i8) * 100);
    let values = Decimal128Array::from_iter_values(values).with_precision_and_scale(20, 0).expect("digits");
    cast(&values, data_type).expect("decimals")
}

fn bytes(choices: &mut Choices<'_>, rows: usize) -> ArrayRef {
    use DataType::*;
    if choices.flag() {
        let values: Vec<[u8; 3]> = (0..rows).map(|_| [choices.byte(), 255, 0]).collect();
        let values = arrow_array::BinaryArray::from_iter_values(values);
        return cast(&values, choices.of(&[Binary, LargeBinary, BinaryView, FixedSizeBinary(3)]))
            .expect("bytes");
    }
    cast(&words(choices, rows), choices.of(&[Binary, LargeBinary, BinaryView])).expect("bytes")
}

/// Values of any simple type as a dictionary, some of them equal.
fn dictionary(choices: &mut Choices<'_>, rows: usize) -> ArrayRef {
    let count = 1 + choices.below(4);
    let values = any(choices, count, 0);
    let values = if choices.flag() { masked(choices, &values) } else { values };
    let keys: Vec<usize> = (0..rows).map(|_| choices.below(count)).collect();
    match choices.below(4) {
        0 => Arc::new(DictionaryArray::<Int8Type>::new(
            keys.iter().map(|key| *key as i8).collect::<Vec<_>>().into(),
            values,
        )),
        1 => Arc::new(DictionaryArray::<UInt16Type>::new(
            keys.iter().map(|key| *key as u16).collect::<Vec<_>>().into(),
            values,
        )),
        2 => Arc::new(DictionaryArray::<Int32Type>::new(
            keys.iter().map(|key| *key as i32).collect::<Vec<_>>().into(),
            values,
        )),
        _ => Arc::new(DictionaryArray::<UInt64Type>::new(
            keys.iter().map(|key| *key as u64).collect::<Vec<_>>().into(),
            values,
        )),
    }
}

fn lists(choices: &mut Choices<'_>, rows: usize, depth: usize) -> ArrayRef {
    let lens: Vec<usize> = (0..rows).map(|_| choices.below(4)).collect();
    let items = any(choices, lens.iter().sum(), depth - 1);
    let field = Arc::new(Field::new_list_field(items.data_type().clone(), true));
    let list = ListArray::new(field.clone(), OffsetBuffer::from_lengths(lens), items, None);
    match choices.below(3) {
        0 => cast(&list, &DataType::LargeList(field)).expect("lists"),
        _ => Arc::new(list),
    }
}

fn structs(choices: &mut Choices<'_>, rows: usize, depth: usize) -> ArrayRef {
    let (one, other) = (any(choices, rows, depth - 1), any(choices, rows, depth - 1));
    let field = |name: &str, array: &ArrayRef| Field::new(name, array.data_type().clone(), true);
    let fields = Fields::from(vec![field("a", &one), field("b", &other)]);
    Arc::new(StructArray::new(fields, vec![one, other], None))
}

fn rare(choices: &mut Choices<'_>, rows: usize) -> ArrayRef {
    match choices.below(4) {
        0 => Arc::new(NullArray::new(rows)),
        1 => cast(
            &cast(&small(choices, rows), &DataType::Int32).expect("numbers"),
            &DataType::Interval(IntervalUnit::YearMonth),
        )
        .expect("intervals"),
        2 if rows > 0 => {
            let ends = arrow_array::Int32Array::from(vec![rows as i32]);
            Arc::new(RunArray::<Int32Type>::try_new(&ends, &words(choices, 1)).expect("runs"))
        }
        _ => {
            let lens: Vec<usize> = (0..rows).map(|_| choices.below(3)).collect();
            let count = lens.iter().sum();
            let keys: ArrayRef =
                Arc::new(StringArray::from_iter_values((0..count).map(|key| format!("k{key}"))));
            let values = numbers(choices, count);
            let fields = Fields::from(vec![
                Field::new("keys", DataType::Utf8, false),
                Field::new("values", values.data_type().clone(), true),
            ]);
            let entries = StructArray::new(fields.clone(), vec![keys, values], None);
            let field = Arc::new(Field::new("entries", DataType::Struct(fields), false));
            Arc::new(MapArray::new(field, OffsetBuffer::from_lengths(lens), entries, None, false))
        }
    }
}

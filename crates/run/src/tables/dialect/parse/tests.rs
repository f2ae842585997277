//! The types that are read from text: the values are those that were written.

use super::*;
use crate::tables::dialect::TableSchema;
use arrow_array::{cast::AsArray, *};
use arrow_schema::{Field, Schema, SchemaRef};

fn column(data_type: DataType) -> Column {
    Column {
        name: "n".into(),
        data_type,
        text: Some(1),
        carried: None,
        answer: None,
        kind: None,
        is_puzzle: false,
        sources: Vec::new(),
    }
}

/// Writes an array as text between two other columns, and reads it back.
fn round_trip(array: ArrayRef) -> (ArrayRef, String) {
    let number =
        |seed: i64| Arc::new(Int64Array::from_iter_values((0..array.len() as i64).map(|row| row * seed)));
    let (first, last) = (number(1), number(7));
    let field = |name: &str, data_type: &DataType| Field::new(name, data_type.clone(), true);
    let fields = vec![
        field("first", first.data_type()),
        field("it", array.data_type()),
        field("last", last.data_type()),
    ];
    let schema: SchemaRef = Arc::new(Schema::new(fields));
    let table = Arc::new(TableSchema::new(&schema));
    let rows = RecordBatch::try_new(schema.clone(), vec![first, array.clone(), last]).unwrap();
    let mut text = Vec::new();
    table.append_rows(&rows, &mut text, |_, _| {}).unwrap();
    let shape = RowShape { delimiter: Some(b','), columns: 3, ..RowShape::default() };
    let found = texts(&text, array.len(), &shape);
    let text = String::from_utf8(text).unwrap();
    let column = Column { sources: vec![(table, 1)], ..column(array.data_type().clone()) };
    let read = typed(&column, &found[1]).unwrap_or_else(|(row, what)| panic!("row {row:?}: {what}\n{text}"));
    (read, text)
}

fn assert_same(array: impl Array + 'static) {
    let array: ArrayRef = Arc::new(array);
    let (read, text) = round_trip(array.clone());
    assert_eq!(read.to_data(), array.to_data(), "{}: {text}", array.data_type());
}

#[test]
fn integers_keep_their_values() {
    assert_same(Int64Array::from(vec![Some(i64::MIN), None, Some(i64::MAX)]));
    assert_same(UInt64Array::from(vec![Some(0), None, Some(u64::MAX)]));
}

#[test]
fn floats_keep_their_bits() {
    let doubles = [0.1, -0.0, 1e300, 5e-324, f64::INFINITY, f64::NEG_INFINITY, 1.0 / 3.0, f64::MAX];
    let (read, _) = round_trip(Arc::new(Float64Array::from_iter_values(doubles)));
    let bits = |value: &f64| value.to_bits();
    let read: Vec<u64> = read.as_primitive::<Float64Type>().values().iter().map(bits).collect();
    assert_eq!(read, doubles.iter().map(bits).collect::<Vec<_>>());
    let (read, text) = round_trip(Arc::new(Float64Array::from(vec![Some(f64::NAN), None])));
    assert!(read.as_primitive::<Float64Type>().value(0).is_nan() && read.is_null(1), "{text}");
}

#[test]
fn texts_keep_their_characters() {
    assert_same(StringArray::from(vec![
        Some("a"),
        None,
        Some(""),
        Some("x,y"),
        Some("\"q\" \r\n"),
        Some("#c"),
        Some("é"),
        Some("!x"),
    ]));
}

#[test]
fn a_value_of_another_type_is_refused_with_its_row() {
    let strings = StringArray::from(vec!["1", "-3"]);
    let (row, what) = typed(&column(DataType::UInt64), &strings).unwrap_err();
    assert_eq!((row, &*what), (Some(1), "column \"n\": \"-3\" is not of the type UInt64"));
}

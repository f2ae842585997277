//! The types that are read from text: the values are those that were written.

use super::*;
use crate::tables::dialect::TableSchema;
use arrow_array::{cast::AsArray, types::*, *};
use arrow_schema::{Field, Schema, SchemaRef};

/// The columns of a block as a table.
fn batch(
    block: (&[u8], usize),
    answers: AnswerColumns,
    shape: &RowShape,
    (schema, columns): (&SchemaRef, &[Column]),
) -> Result<RecordBatch, (usize, String)> {
    let arrays = arrays(texts(block.0, block.1, shape), answers, columns)?;
    Ok(RecordBatch::try_new(schema.clone(), arrays.into_iter().map(Option::unwrap).collect()).unwrap())
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
    let table = Arc::new(TableSchema::new(&schema).unwrap());
    let rows = RecordBatch::try_new(schema.clone(), vec![first, array.clone(), last]).unwrap();
    let mut text = Vec::new();
    table.append_rows(&rows, 0, &mut text).unwrap();
    let column = |number: usize| Column {
        name: schema.field(number).name().clone(),
        data_type: schema.field(number).data_type().clone(),
        text: Some(number),
        carried: None,
        answer: None,
        kind: None,
        is_puzzle: false,
        sources: vec![(table.clone(), number)],
    };
    let columns: Vec<Column> = (0..3).map(column).collect();
    let shape = RowShape {
        delimiter: Some(b','),
        columns: 3,
        whole: None,
        empty_is_null: false,
        skipped: Vec::new(),
    };
    let text = String::from_utf8(text).unwrap();
    let read = batch((text.as_bytes(), array.len()), AnswerColumns::default(), &shape, (&schema, &columns));
    let read = read.unwrap_or_else(|(row, what)| panic!("row {row}: {what}\n{text}"));
    assert_eq!(read.column(0), rows.column(0), "{text}");
    assert_eq!(read.column(2), rows.column(2), "{text}");
    (read.column(1).clone(), text)
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
    assert_same(NullArray::new(3));
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
    let texts =
        vec![Some("a"), None, Some(""), Some("x,y"), Some("\"q\" \r\n"), Some("#c"), Some("é"), Some("!x")];
    assert_same(StringArray::from(texts.clone()));
    assert_same(LargeStringArray::from(texts.clone()));
    assert_same(StringViewArray::from(texts.clone()));
    let bytes: Vec<Option<&[u8]>> = texts.iter().map(|text| text.map(str::as_bytes)).collect();
    assert_same(BinaryArray::from(bytes.clone()));
    assert_same(LargeBinaryArray::from(bytes.clone()));
    assert_same(BinaryViewArray::from(bytes));
}

#[test]
fn bytes_of_digits_stay_bytes_of_digits() {
    let digits: Vec<Option<&[u8]>> = vec![None, Some(&[0, 9, 5]), Some(&[1, 2, 3])];
    assert_same(BinaryArray::from(digits.clone()));
    assert_same(BinaryViewArray::from(digits.clone()));
    assert_same(FixedSizeBinaryArray::try_from_sparse_iter_with_size(digits.into_iter(), 3).unwrap());
    let text: Vec<Option<&[u8]>> = vec![Some(b"053"), None];
    assert_same(FixedSizeBinaryArray::try_from_sparse_iter_with_size(text.into_iter(), 3).unwrap());
}

#[test]
fn lists_keep_their_items() {
    let lists = vec![Some(vec![Some(1), None, Some(-300)]), None, Some(vec![]), Some(vec![Some(7)])];
    assert_same(ListArray::from_iter_primitive::<Int16Type, _, _>(lists.clone()));
    assert_same(LargeListArray::from_iter_primitive::<Int64Type, _, _>(lists.into_iter().map(|list| {
        list.map(|items| items.into_iter().map(|item| item.map(i64::from)).collect::<Vec<_>>())
    })));
    let board = Some((0..81).map(|cell| Some(cell % 10)).collect::<Vec<_>>());
    let boards =
        FixedSizeListArray::from_iter_primitive::<UInt8Type, _, _>(vec![board.clone(), None, board], 81);
    let (read, text) = round_trip(Arc::new(boards.clone()));
    assert!(text.contains(",012345678901"), "{text}");
    assert_eq!(read.as_fixed_size_list(), &boards);
}

/// A column of texts and answers as a type.
fn parsed(text: &str, answers: AnswerColumns, column: Column) -> Result<ArrayRef, (usize, String)> {
    let schema: SchemaRef = Arc::new(Schema::new(vec![Field::new("n", column.data_type.clone(), true)]));
    let shape =
        RowShape { delimiter: Some(b','), columns: 1, whole: None, empty_is_null: true, skipped: Vec::new() };
    let rows = text.lines().count();
    let read = batch((text.as_bytes(), rows), answers, &shape, (&schema, &[column]))?;
    Ok(read.column(0).clone())
}

fn column(data_type: DataType, text: Option<usize>, answer: Option<usize>) -> Column {
    Column {
        name: "n".into(),
        data_type,
        text,
        carried: None,
        answer,
        kind: None,
        is_puzzle: false,
        sources: Vec::new(),
    }
}

fn answers() -> AnswerColumns {
    AnswerColumns(vec![AnswerColumn::Texts(b"123".to_vec(), vec![2, 2, 3])])
}

#[test]
fn a_carried_value_of_another_type_is_refused_with_its_row() {
    let carried = column(DataType::UInt64, Some(0), None);
    let (row, what) = parsed("1\n-3\n", AnswerColumns::default(), carried).unwrap_err();
    assert_eq!((row, &*what), (1, "column n: \"-3\" is not of the type UInt64"));
}

#[test]
fn answers_that_are_missing_or_of_another_type_are_null() {
    let read = parsed("", answers(), column(DataType::Utf8, None, Some(0))).unwrap();
    assert_eq!(read.as_string::<i32>().iter().collect::<Vec<_>>(), [Some("12"), None, Some("3")]);
    let read = parsed("", answers(), column(DataType::FixedSizeBinary(2), None, Some(0))).unwrap();
    assert_eq!(read.as_fixed_size_binary().iter().collect::<Vec<_>>(), [Some(&b"12"[..]), None, None]);
}

#[test]
fn a_value_that_is_carried_stays_where_there_is_no_answer() {
    let read = parsed("a\n!none\n\"\"\n", answers(), column(DataType::Utf8, Some(0), Some(0))).unwrap();
    assert_eq!(read.as_string::<i32>().iter().collect::<Vec<_>>(), [Some("12"), Some("!none"), Some("3")]);
}

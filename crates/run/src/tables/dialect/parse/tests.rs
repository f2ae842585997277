//! Every type: written as text and read back as the same values.

use super::*;
use crate::tables::dialect::TableSchema;
use arrow_array::{cast::AsArray, types::*, *};
use arrow_schema::{Field, Schema, SchemaRef, TimeUnit};

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
        is_puzzle: false,
        sources: vec![(table.clone(), number)],
    };
    let columns: Vec<Column> = (0..3).map(column).collect();
    let shape = RowShape { delimiter: Some(b','), columns: 3, empty_is_null: false, skipped: Vec::new() };
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
    assert_same(Int8Array::from(vec![Some(i8::MIN), None, Some(i8::MAX)]));
    assert_same(Int16Array::from(vec![Some(i16::MIN), None, Some(0)]));
    assert_same(Int32Array::from(vec![Some(i32::MIN), None, Some(-1)]));
    assert_same(Int64Array::from(vec![Some(i64::MIN), None, Some(i64::MAX)]));
    assert_same(UInt8Array::from(vec![Some(0), None, Some(u8::MAX)]));
    assert_same(UInt16Array::from(vec![Some(0), None, Some(u16::MAX)]));
    assert_same(UInt32Array::from(vec![Some(0), None, Some(u32::MAX)]));
    assert_same(UInt64Array::from(vec![Some(0), None, Some(u64::MAX)]));
    assert_same(BooleanArray::from(vec![Some(true), None, Some(false)]));
    assert_same(NullArray::new(3));
}

#[test]
fn floats_keep_their_bits() {
    let doubles = [0.1, -0.0, 1e300, 5e-324, f64::INFINITY, f64::NEG_INFINITY, 1.0 / 3.0, f64::MAX];
    let (read, _) = round_trip(Arc::new(Float64Array::from_iter_values(doubles)));
    let bits = |value: &f64| value.to_bits();
    let read: Vec<u64> = read.as_primitive::<Float64Type>().values().iter().map(bits).collect();
    assert_eq!(read, doubles.iter().map(bits).collect::<Vec<_>>());
    let floats = [0.1f32, f32::MIN_POSITIVE, 1e-45, f32::MAX, -1.5];
    assert_same(Float32Array::from_iter_values(floats));
    let (read, text) = round_trip(Arc::new(Float64Array::from(vec![Some(f64::NAN), None])));
    assert!(read.as_primitive::<Float64Type>().value(0).is_nan() && read.is_null(1), "{text}");
}

#[test]
fn half_floats_keep_their_values() {
    let (halves, _) = round_trip(Arc::new(Float16Array::from_iter_values(
        [0x2E66, 0x7BFF, 0x8001, 0x3C00].map(<Float16Type as ArrowPrimitiveType>::Native::from_bits),
    )));
    let bits: Vec<u16> =
        halves.as_primitive::<Float16Type>().values().iter().map(|half| half.to_bits()).collect();
    assert_eq!(bits, [0x2E66, 0x7BFF, 0x8001, 0x3C00]);
}

#[test]
fn dates_and_times_keep_their_values() {
    assert_same(Date32Array::from(vec![Some(0), None, Some(-719_162), Some(2_932_896)]));
    assert_same(Date64Array::from(vec![Some(0), None, Some(86_400_000), Some(-86_400_000)]));
    assert_same(Time32SecondArray::from(vec![Some(0), None, Some(86_399)]));
    assert_same(Time32MillisecondArray::from(vec![Some(1), None, Some(86_399_999)]));
    assert_same(Time64MicrosecondArray::from(vec![Some(1), None, Some(86_399_999_999)]));
    assert_same(Time64NanosecondArray::from(vec![Some(1), None, Some(86_399_999_999_999)]));
    assert_same(DurationSecondArray::from(vec![Some(1), None, Some(i64::MIN)]));
    assert_same(DurationMillisecondArray::from(vec![Some(1), None, Some(-5)]));
    assert_same(DurationMicrosecondArray::from(vec![Some(1), None, Some(-5)]));
    assert_same(DurationNanosecondArray::from(vec![Some(i64::MAX), None, Some(-5)]));
}

#[test]
fn timestamps_keep_their_values_and_time_zones() {
    let values = vec![Some(0), None, Some(1_577_934_245), Some(-1)];
    for zone in [None, Some("Europe/Berlin"), Some("+05:30"), Some("UTC")] {
        assert_same(TimestampSecondArray::from(values.clone()).with_timezone_opt(zone));
        let fine = |factor: i64| {
            values.iter().map(move |value| value.map(|value: i64| value * factor + 7)).collect()
        };
        let millis: Vec<_> = fine(1000);
        assert_same(TimestampMillisecondArray::from(millis).with_timezone_opt(zone));
        let micros: Vec<_> = fine(1_000_000);
        assert_same(TimestampMicrosecondArray::from(micros).with_timezone_opt(zone));
        let nanos: Vec<_> = fine(1_000_000_000);
        assert_same(TimestampNanosecondArray::from(nanos).with_timezone_opt(zone));
    }
}

#[test]
fn decimals_keep_every_digit() {
    let digits = vec![Some(1_230), None, Some(-99_999_999), Some(0), Some(1)];
    assert_same(
        Decimal32Array::from(vec![Some(1_230), None, Some(-1)]).with_precision_and_scale(9, 3).unwrap(),
    );
    assert_same(
        Decimal64Array::from(vec![Some(1_230), None, Some(-1)]).with_precision_and_scale(18, 3).unwrap(),
    );
    assert_same(Decimal128Array::from(digits).with_precision_and_scale(38, 5).unwrap());
    let wide = vec![Some(arrow_buffer::i256::MINUS_ONE), None, Some(arrow_buffer::i256::from(123_456))];
    assert_same(Decimal256Array::from(wide).with_precision_and_scale(76, 10).unwrap());
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

#[test]
fn dictionaries_stay_dictionaries() {
    let words: DictionaryArray<Int8Type> =
        vec![Some("b"), None, Some("a"), Some("b"), Some("")].into_iter().collect();
    let (read, text) = round_trip(Arc::new(words.clone()));
    assert_eq!(read.data_type(), words.data_type());
    let texts = |array: &dyn Array| -> Vec<Option<String>> {
        let strings = arrow_cast::cast(array, &DataType::Utf8).unwrap();
        strings.as_string::<i32>().iter().map(|text| text.map(str::to_owned)).collect()
    };
    assert_eq!(texts(&read), texts(&words), "{text}");
}

/// The strings as a dictionary with these types of keys and values.
fn as_dictionary(strings: StringArray, key: DataType, value: DataType) -> Result<ArrayRef, String> {
    let column = Column {
        name: "it".into(),
        data_type: DataType::Dictionary(Box::new(key), Box::new(value)),
        text: Some(0),
        carried: None,
        answer: None,
        is_puzzle: false,
        sources: Vec::new(),
    };
    typed(&column, strings).map_err(|(_, what)| what)
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

/// A column of texts and answers as a type.
fn parsed(text: &str, answers: AnswerColumns, column: Column) -> Result<ArrayRef, (usize, String)> {
    let schema: SchemaRef = Arc::new(Schema::new(vec![Field::new("n", column.data_type.clone(), true)]));
    let shape = RowShape { delimiter: Some(b','), columns: 1, empty_is_null: true, skipped: Vec::new() };
    let rows = text.lines().count();
    let read = batch((text.as_bytes(), rows), answers, &shape, (&schema, &[column]))?;
    Ok(read.column(0).clone())
}

fn column(data_type: DataType, text: Option<usize>, answer: Option<usize>) -> Column {
    Column { name: "n".into(), data_type, text, carried: None, answer, is_puzzle: false, sources: Vec::new() }
}

fn answers() -> AnswerColumns {
    AnswerColumns(vec![AnswerColumn::Texts(b"123".to_vec(), vec![2, 2, 3])])
}

#[test]
fn a_carried_value_of_another_type_is_refused_with_its_row() {
    let carried = column(DataType::Int8, Some(0), None);
    let (row, what) = parsed("1\n300\n", AnswerColumns::default(), carried).unwrap_err();
    assert_eq!((row, &*what), (1, "column n: \"300\" is not of the type Int8"));
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

#[test]
fn the_time_unit_of_a_timestamp_is_kept() {
    let array: ArrayRef = Arc::new(TimestampNanosecondArray::from(vec![1]));
    assert_eq!(round_trip(array).0.data_type(), &DataType::Timestamp(TimeUnit::Nanosecond, None));
}

//! Columns of every type are carried along, and puzzles may be in columns of several types.

use crate::make::{self, cells, parquet, puzzles, table};
use arrow_array::{types::*, *};
use arrow_buffer::i256;
use arrow_schema::{DataType, Field, TimeUnit};
use std::sync::Arc;
use tempfile::tempdir;

/// The second column of the answers to a table with a column of five values.
fn carried(column: ArrayRef) -> Result<Vec<String>, quadrille::Error> {
    let folder = tempdir().unwrap();
    let rows = column.len();
    let all = table(vec![("puzzle", Arc::new(StringArray::from(puzzles(rows)))), ("x", column)]);
    let path = folder.path().join("x.arrow");
    make::arrow(&path, &all, 2, Default::default());
    let answers = make::solved(&path)?;
    let mut reader = csv::ReaderBuilder::new().from_reader(answers.as_bytes());
    let rows: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    assert!(rows.iter().all(|row| &row[3] == "solved"), "{answers}");
    Ok(rows.iter().map(|row| row[1].to_owned()).collect())
}

#[test]
fn numbers_are_written_exactly() {
    let is = |array: ArrayRef, expected: &[&str]| assert_eq!(carried(array).unwrap(), expected);
    is(Arc::new(Int8Array::from(vec![Some(i8::MIN), None, Some(1)])), &["-128", "", "1"]);
    is(Arc::new(UInt64Array::from(vec![u64::MAX, 0])), &["18446744073709551615", "0"]);
    is(Arc::new(Int64Array::from(vec![i64::MIN])), &["-9223372036854775808"]);
    is(Arc::new(BooleanArray::from(vec![Some(true), Some(false), None])), &["true", "false", ""]);
    let floats = [0.1, 1e300, -0.0, 1.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY];
    let texts = carried(Arc::new(Float64Array::from_iter_values(floats))).unwrap();
    for (text, float) in texts.iter().zip(floats) {
        assert_eq!(text.parse::<f64>().unwrap().to_bits(), float.to_bits(), "{text}");
    }
    is(Arc::new(Float32Array::from(vec![0.1, 16777216.0])), &["0.1", "16777216.0"]);
    let decimals = Decimal128Array::from(vec![12345, -5]).with_precision_and_scale(20, 2).unwrap();
    is(Arc::new(decimals), &["123.45", "-0.05"]);
    let decimals = Decimal256Array::from(vec![i256::from(7)]).with_precision_and_scale(50, 3).unwrap();
    is(Arc::new(decimals), &["0.007"]);
    is(Arc::new(NullArray::new(2)), &["", ""]);
}

#[test]
fn dates_and_times_are_written_exactly() {
    let is = |array: ArrayRef, expected: &[&str]| assert_eq!(carried(array).unwrap(), expected);
    is(Arc::new(Date32Array::from(vec![Some(0), None, Some(20_000)])), &["1970-01-01", "", "2024-10-04"]);
    is(Arc::new(Date64Array::from(vec![86_400_000])), &["1970-01-02T00:00:00"]);
    is(Arc::new(Time32MillisecondArray::from(vec![1_001])), &["00:00:01.001"]);
    is(Arc::new(Time64NanosecondArray::from(vec![1])), &["00:00:00.000000001"]);
    is(Arc::new(TimestampMicrosecondArray::from(vec![1])), &["1970-01-01T00:00:00.000001"]);
    let berlin = TimestampSecondArray::from(vec![3600]).with_timezone("Europe/Berlin");
    is(Arc::new(berlin), &["1970-01-01T01:00:00Z"]);
    is(Arc::new(DurationMillisecondArray::from(vec![Some(-5), None])), &["-5", ""]);
    let error = carried(Arc::new(Date64Array::from(vec![i64::MAX]))).unwrap_err();
    assert!(make_message(&error).contains("row 1: column \"x\""), "{}", make_message(&error));
}

fn make_message(error: &quadrille::Error) -> String {
    let source = std::error::Error::source(error).map_or(String::new(), |source| source.to_string());
    format!("{error}: {source}")
}

#[test]
fn strings_of_every_type_are_carried_whatever_they_hold() {
    let values = [
        Some("a,b"),
        Some("say \"x\""),
        Some(""),
        None,
        Some("two\r\nlines"),
        Some(" #"),
        Some("#"),
        Some("é"),
    ];
    let expected: Vec<&str> = values.iter().map(|value| value.unwrap_or_default()).collect();
    let arrays: [ArrayRef; 6] = [
        Arc::new(StringArray::from_iter(values)),
        Arc::new(LargeStringArray::from_iter(values)),
        Arc::new(StringViewArray::from_iter(values)),
        Arc::new(values.into_iter().collect::<DictionaryArray<Int32Type>>()),
        Arc::new(BinaryArray::from_iter(values.map(|value| value.map(str::as_bytes)))),
        Arc::new(BinaryViewArray::from_iter(values.map(|value| value.map(str::as_bytes)))),
    ];
    for array in arrays {
        let name = array.data_type().clone();
        assert_eq!(carried(array).unwrap(), expected, "{name}");
    }
}

#[test]
fn lists_of_integers_are_carried_and_other_nested_columns_are_refused_by_name() {
    let lists = ListArray::from_iter_primitive::<Int16Type, _, _>([
        Some(vec![Some(1), None, Some(-3)]),
        None,
        Some(vec![]),
    ]);
    assert_eq!(carried(Arc::new(lists)).unwrap(), ["[1,null,-3]", "", "[]"]);
    let floats = ListArray::from_iter_primitive::<Float64Type, _, _>([Some(vec![Some(1.0)])]);
    let error = carried(Arc::new(floats)).unwrap_err().to_string();
    assert!(
        error.contains("cannot carry the column \"x\"") && error.contains("save the table without it"),
        "{error}"
    );
    let bytes = BinaryArray::from_iter_values([&b"\xFF\xFE"[..]]);
    let error = make_message(&carried(Arc::new(bytes)).unwrap_err());
    assert!(error.contains("row 1: column \"x\": its bytes are neither digits"), "{error}");
    let interval = IntervalYearMonthArray::from(vec![1]);
    assert!(carried(Arc::new(interval)).unwrap_err().to_string().contains("Interval"));
}

#[test]
fn puzzles_are_read_from_columns_of_many_types() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("x.parquet");
    let texts = puzzles(30);
    let (cells, dots) = (cells(&texts), texts.clone());
    let wide = || {
        cells
            .chunks(81)
            .map(|puzzle| Some(puzzle.iter().map(|cell| Some(i64::from(*cell))).collect::<Vec<_>>()))
    };
    let bytes = || cells.chunks(81);
    let item = Arc::new(Field::new_list_field(DataType::UInt8, true));
    let arrays: Vec<ArrayRef> = vec![
        Arc::new(LargeStringArray::from(texts.clone())),
        Arc::new(StringViewArray::from_iter_values(&texts)),
        Arc::new(FixedSizeBinaryArray::try_from_iter(texts.iter()).unwrap()),
        Arc::new(FixedSizeBinaryArray::try_from_iter(bytes()).unwrap()),
        Arc::new(BinaryArray::from_iter_values(bytes())),
        Arc::new(ListArray::from_iter_primitive::<Int64Type, _, _>(wide())),
        Arc::new(LargeListArray::from_iter_primitive::<Int64Type, _, _>(wide())),
        Arc::new(
            FixedSizeListArray::try_new(item, 81, Arc::new(UInt8Array::from(cells.clone())), None).unwrap(),
        ),
        Arc::new(dots.iter().map(|text| Some(text.as_str())).collect::<DictionaryArray<Int8Type>>()),
    ];
    parquet(&path, &table(vec![("puzzle", Arc::new(StringArray::from(texts.clone())))]), 7);
    let solutions = |answers: String| -> Vec<String> {
        answers.lines().map(|line| line.split(',').nth(1).unwrap().to_owned()).collect()
    };
    let expected = solutions(make::solved(&path).unwrap());
    for array in arrays {
        let name = array.data_type().clone();
        parquet(&path, &table(vec![("puzzle", array)]), 7);
        assert_eq!(solutions(make::solved(&path).unwrap()), expected, "{name}");
    }
    let utc = TimestampNanosecondArray::from(vec![0]).with_timezone("UTC");
    assert_eq!(utc.data_type(), &DataType::Timestamp(TimeUnit::Nanosecond, Some("UTC".into())));
}

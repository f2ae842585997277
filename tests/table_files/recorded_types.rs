//! Parquet files whose columns have other types for Arrow than for Parquet, as pyarrow and pandas write them; and dictionaries.

use crate::{
    make::{arrow, arrow_stream, cells, parquet, puzzles, table},
    writing::{read, run, type_of},
};
use arrow_array::{
    Array, ArrayRef, BinaryArray, BooleanArray, Decimal128Array, DictionaryArray, FixedSizeBinaryArray,
    Float32Array, Int8Array, Int64Array, RecordBatch, StringArray, StructArray, TimestampMillisecondArray,
    cast::AsArray, types::Int8Type,
};
use arrow_cast::cast;
use arrow_schema::{DataType, Field, Schema, TimeUnit};
use parquet::{
    arrow::{ARROW_SCHEMA_META_KEY, ArrowWriter, arrow_writer::ArrowWriterOptions, encode_arrow_schema},
    file::{metadata::KeyValue, properties::WriterProperties},
};
use std::{fs::File, path::Path, sync::Arc};
use tempfile::tempdir;

/// Writes puzzles and a column `x`, of which the file says that Arrow has this type.
fn parquet_as(path: &Path, x: ArrayRef, recorded: DataType) -> RecordBatch {
    let rows = table(vec![("puzzle", Arc::new(StringArray::from(puzzles(x.len())))), ("x", x)]);
    let fields = [Field::new("puzzle", DataType::Utf8, true), Field::new("x", recorded, true)];
    let recorded = encode_arrow_schema(&Schema::new(fields.to_vec()));
    let key = KeyValue::new(ARROW_SCHEMA_META_KEY.to_owned(), recorded);
    let properties = WriterProperties::builder().set_key_value_metadata(Some(vec![key])).build();
    let options = ArrowWriterOptions::new().with_skip_arrow_metadata(true).with_properties(properties);
    let file = File::create(path).unwrap();
    let mut writer = ArrowWriter::try_new_with_options(file, rows.schema(), options).unwrap();
    writer.write(&rows).unwrap();
    writer.close().unwrap();
    rows
}

/// They were called damaged.
#[test]
fn dictionaries_of_values_of_every_type_are_read_from_parquet() {
    let folder = tempdir().unwrap();
    let path = folder.path();
    let sized = FixedSizeBinaryArray::try_from_iter([b"ab", b"cd", b"ab"].into_iter()).unwrap();
    let halves = cast(&Float32Array::from(vec![0.5, 1.5, 0.5]), &DataType::Float16).unwrap();
    let decimals =
        |digits| Decimal128Array::from(vec![15, 25, 15]).with_precision_and_scale(digits, 1).unwrap();
    let columns: Vec<ArrayRef> = vec![
        Arc::new(sized),
        halves,
        Arc::new(decimals(9)),
        Arc::new(decimals(30)),
        Arc::new(BooleanArray::from(vec![Some(true), None, Some(false)])),
        Arc::new(Int64Array::from(vec![Some(1), None, Some(3)])),
    ];
    for x in columns {
        let recorded = DataType::Dictionary(Box::new(DataType::Int8), Box::new(x.data_type().clone()));
        let rows = parquet_as(&path.join("i.parquet"), x, recorded);
        run(&["solve", "-q", "i.parquet"], path);
        for output in ["o.parquet", "o.arrow", "o.arrows"] {
            for command in [&["solve"][..], &["morph", "--seed", "1"]] {
                run(&[command, &["-q", "i.parquet", "-o", output]].concat(), path);
                let (found, wanted) = (read(&path.join(output)), rows.column_by_name("x").unwrap());
                let found = cast(found.column_by_name("x").unwrap(), wanted.data_type()).unwrap();
                assert_eq!(&found, wanted, "{output}");
            }
        }
    }
}

/// Parquet counts milliseconds, so the zone of a column of seconds was lost: it became UTC.
#[test]
fn timestamps_that_were_seconds_keep_their_time_zone() {
    let folder = tempdir().unwrap();
    let path = folder.path();
    let times = TimestampMillisecondArray::from(vec![Some(5000), None]).with_timezone("UTC");
    let zone = || Some("Asia/Tokyo".into());
    parquet_as(&path.join("i.parquet"), Arc::new(times), DataType::Timestamp(TimeUnit::Second, zone()));
    for output in ["o.parquet", "o.arrow"] {
        for command in [&["solve"][..], &["morph", "--seed", "1"]] {
            run(&[command, &["-q", "i.parquet", "-o", output]].concat(), path);
            let found = read(&path.join(output));
            assert_eq!(type_of(&found, "x"), DataType::Timestamp(TimeUnit::Millisecond, zone()), "{output}");
            let expected =
                TimestampMillisecondArray::from(vec![Some(5000), None]).with_timezone("Asia/Tokyo");
            assert_eq!(found.column_by_name("x").unwrap().to_data(), expected.to_data());
        }
    }
}

/// Keys of 8 bits count the values of one input, but may not count the values of all inputs.
#[test]
fn dictionaries_of_several_inputs_have_keys_for_all_values() {
    let folder = tempdir().unwrap();
    let path = folder.path();
    let words = |letter: &str| -> ArrayRef {
        let words = StringArray::from_iter_values((0..100).map(|number| format!("{letter}{number}")));
        Arc::new(DictionaryArray::<Int8Type>::new(Int8Array::from_iter_values(0..100), Arc::new(words)))
    };
    for (name, words) in [("a.parquet", words("a")), ("b.parquet", words("b"))] {
        let rows = table(vec![("puzzle", Arc::new(StringArray::from(puzzles(100)))), ("x", words)]);
        parquet(&path.join(name), &rows, 100);
    }
    let both = arrow_select::concat::concat(&[
        &*cast(&words("a"), &DataType::Utf8).unwrap(),
        &*cast(&words("b"), &DataType::Utf8).unwrap(),
    ]);
    for output in ["o.parquet", "o.arrow", "o.arrows"] {
        run(&["morph", "-q", "--seed", "1", "a.parquet", "b.parquet", "-o", output], path);
        let found = read(&path.join(output));
        let found = cast(found.column_by_name("x").unwrap(), &DataType::Utf8).unwrap();
        assert_eq!(&found, both.as_ref().unwrap(), "{output}");
    }
}

/// They were the characters of the digits.
#[test]
fn answers_to_digits_in_a_stream_are_digits() {
    let folder = tempdir().unwrap();
    let path = folder.path();
    let digits = cells(&puzzles(3));
    let of_one_length = FixedSizeBinaryArray::try_from_iter(digits.chunks(81)).unwrap();
    let arrays: [ArrayRef; 2] =
        [Arc::new(of_one_length), Arc::new(BinaryArray::from_iter_values(digits.chunks(81)))];
    for puzzles in arrays {
        let numbers: ArrayRef = Arc::new(Int64Array::from(vec![1, 2, 3]));
        arrow_stream(&path.join("i.arrows"), &table(vec![("n", numbers), ("puzzle", puzzles)]), 2);
        for output in ["o.parquet", "o.arrow", "o.arrows"] {
            run(&["solve", "-q", "i.arrows", "-o", output], path);
            let solved = read(&path.join(output));
            let solutions = cast(solved.column_by_name("solution").unwrap(), &DataType::Binary).unwrap();
            let is_digits = |solution: Option<&[u8]>| solution.unwrap().iter().all(|digit| *digit <= 9);
            assert!(solutions.as_binary::<i32>().iter().all(is_digits), "{output}");
        }
    }
}

/// They were refused, although nothing of the other columns is written.
#[test]
fn tables_with_columns_without_text_are_searched_for_leaks() {
    let folder = tempdir().unwrap();
    let path = folder.path();
    let number: ArrayRef = Arc::new(Int64Array::from(vec![1, 2, 3]));
    let structs = StructArray::from(vec![(Arc::new(Field::new("a", DataType::Int64, true)), number)]);
    let rows = table(vec![("x", Arc::new(structs)), ("puzzle", Arc::new(StringArray::from(puzzles(3))))]);
    parquet(&path.join("i.parquet"), &rows, 2);
    arrow(&path.join("i.arrow"), &rows, 2, Default::default());
    arrow_stream(&path.join("i.arrows"), &rows, 2);
    for input in ["i.parquet", "i.arrow", "i.arrows"] {
        for output in ["o.csv", "o.parquet"] {
            run(&["leak", "-q", input, "--against", "i.arrow", "-o", output], path);
        }
        let records = cast(read(&path.join("o.parquet")).column_by_name("record").unwrap(), &DataType::Utf8);
        let expected: StringArray = (1..4).map(|row| Some(format!("{input}:{row}"))).collect();
        assert_eq!(records.unwrap().to_data(), expected.to_data());
    }
}

//! The types of the columns of outputs.

use crate::{
    common::quadrille,
    make::{arrow, parquet, puzzles, table},
    writing::{NAMES, folder, read, run, statuses, texts, type_of},
};
use arrow_array::{
    Array, ArrayRef, BinaryArray, BooleanArray, Date32Array, Date64Array, Decimal128Array, DictionaryArray,
    DurationSecondArray, FixedSizeBinaryArray, FixedSizeListArray, Float32Array, Float64Array, Int8Array,
    Int64Array, StringArray, Time32SecondArray, TimestampSecondArray, UInt64Array,
    cast::AsArray,
    types::{Float64Type, Int32Type, UInt8Type, UInt64Type},
};
use arrow_cast::cast;
use arrow_ipc::writer::IpcWriteOptions;
use arrow_schema::DataType;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use std::{
    fs::{self, File},
    path::Path,
    sync::Arc,
};
use tempfile::tempdir;

#[test]
fn numbers_have_the_types_of_numbers() {
    let folder = folder(10);
    let folder = folder.path();
    let of = |command: &[&str]| {
        run(&[command, &["-q", "t.parquet", "-o", "o.parquet"]].concat(), folder);
        read(&folder.join("o.parquet"))
    };
    let solved = of(&["solve", "--search-columns"]);
    assert_eq!((type_of(&solved, "id"), type_of(&solved, "rating")), (DataType::Int32, DataType::Float64));
    assert_eq!(
        (type_of(&solved, "nodes"), type_of(&solved, "guesses")),
        (DataType::UInt64, DataType::UInt64)
    );
    assert_eq!(solved.column_by_name("id").unwrap().as_primitive::<Int32Type>().value(9), 10);
    assert_eq!(solved.column_by_name("rating").unwrap().as_primitive::<Float64Type>().value(9), 2.25);
    assert_eq!(type_of(&of(&["count"]), "count"), DataType::UInt64);
    assert_eq!(type_of(&of(&["canonical"]), "automorphisms"), DataType::UInt64);
    assert_eq!(type_of(&of(&["rate"]), "rating"), DataType::UInt64);
    assert_eq!(type_of(&of(&["rate", "--method", "morphs=2"]), "rating"), DataType::Float64);
    let by_logic = of(&["rate", "--method", "logic"]);
    assert_eq!(
        (type_of(&by_logic, "rating"), type_of(&by_logic, "step_count")),
        (DataType::Utf8, DataType::UInt64)
    );
    let by_se = of(&["rate", "--method", "se"]);
    assert_eq!(["er", "ep", "ed"].map(|name| type_of(&by_se, name)), [const { DataType::Float64 }; 3]);
    let morphs = of(&["morph", "--copies", "3", "--seed", "1"]);
    let groups = morphs.column_by_name("group").unwrap().as_primitive::<UInt64Type>();
    assert_eq!(groups.values()[..4], [1, 1, 1, 2]);
}

#[test]
fn a_hint_for_a_column_of_lists_is_a_list_or_null_and_the_status_says_why() {
    let folder = tempdir().unwrap();
    let path = folder.path();
    let boards = ["123.............", "................", "11.............."];
    let items =
        |text: &str| Some(text.bytes().map(|b| Some(b.saturating_sub(b'0') % 16)).collect::<Vec<_>>());
    let lists = FixedSizeListArray::from_iter_primitive::<UInt8Type, _, _>(boards.map(items), 16);
    parquet(&path.join("in.parquet"), &table(vec![("puzzle", Arc::new(lists))]), 10);
    run(&["hint", "-q", "in.parquet", "-o", "o.parquet"], path);
    let hints = read(&path.join("o.parquet"));
    let boards = hints.column_by_name("hint").unwrap();
    assert_eq!(boards.data_type(), hints.column(0).data_type());
    assert_eq!([0, 1, 2].map(|row| boards.is_null(row)), [false, true, true]);
    assert_eq!(statuses(&hints), ["hint", "no hint", "mistake"]);
}

#[test]
fn answers_have_the_type_of_the_puzzles() {
    let folder = tempdir().unwrap();
    let path = folder.path();
    let digits: Vec<Vec<u8>> = puzzles(3)
        .iter()
        .map(|puzzle| puzzle.bytes().map(|symbol| if symbol == b'.' { 0 } else { symbol - b'0' }).collect())
        .collect();
    let bytes = digits.iter().map(|digits| Some(digits.clone())).chain([None]);
    let bytes = FixedSizeBinaryArray::try_from_sparse_iter_with_size(bytes, 81).unwrap();
    let items = |digits: &Vec<u8>| Some(digits.iter().map(|digit| Some(*digit)).collect::<Vec<_>>());
    let lists = digits.iter().map(items).chain([None]);
    let lists = FixedSizeListArray::from_iter_primitive::<UInt8Type, _, _>(lists, 81);
    let texts: StringArray = puzzles(3).into_iter().map(Some).chain([None]).collect();
    let wide = arrow_cast::cast(&texts, &DataType::LargeUtf8).unwrap();
    let views = arrow_cast::cast(&texts, &DataType::Utf8View).unwrap();
    let arrays: [ArrayRef; 5] = [Arc::new(bytes), Arc::new(lists), Arc::new(texts), wide, views];
    for array in arrays {
        let number: ArrayRef = Arc::new(arrow_array::Int64Array::from(vec![1, 2, 3, 4]));
        parquet(&path.join("in.parquet"), &table(vec![("puzzle", array.clone()), ("n", number)]), 10);
        run(&["solve", "-q", "in.parquet", "-o", "o.parquet"], path);
        let solved = read(&path.join("o.parquet"));
        assert_eq!(solved.column(0).to_data(), array.to_data());
        let solutions = solved.column_by_name("solution").unwrap();
        assert_eq!(solutions.data_type(), array.data_type());
        assert_eq!((solutions.null_count(), solutions.is_null(3)), (1, true), "{}", array.data_type());
        assert_eq!(statuses(&solved), ["solved", "solved", "solved", "invalid"]);
        // Each given is in its place in the solution.
        if let Some(solutions) = solutions.as_fixed_size_binary_opt() {
            for (row, digits) in digits.iter().enumerate() {
                let agrees =
                    |(given, digit): (&u8, &u8)| (1..=9).contains(digit) && [0, *digit].contains(given);
                assert!(digits.iter().zip(solutions.value(row)).all(agrees));
            }
        }
        run(&["morph", "-q", "--seed", "1", "in.parquet", "-o", "o.parquet"], path);
        let morphs = read(&path.join("o.parquet"));
        assert_eq!(morphs.column(0).data_type(), array.data_type());
        assert!(morphs.column(0).is_null(3) && morphs.column(0).is_valid(0), "{}", array.data_type());
    }
}

#[test]
fn types_of_several_inputs_are_joined() {
    let folder = tempdir().unwrap();
    let path = folder.path();
    let puzzles = || Arc::new(StringArray::from(puzzles(2))) as ArrayRef;
    let small: ArrayRef = Arc::new(arrow_array::Int8Array::from(vec![1, 2]));
    let large: ArrayRef = Arc::new(arrow_array::Int64Array::from(vec![1 << 40, 2]));
    parquet(&path.join("a.parquet"), &table(vec![("n", small.clone()), ("puzzle", puzzles())]), 10);
    parquet(&path.join("b.parquet"), &table(vec![("n", large), ("puzzle", puzzles())]), 10);
    let words: ArrayRef = Arc::new(StringArray::from(vec!["x", "y"]));
    parquet(&path.join("c.parquet"), &table(vec![("n", words), ("puzzle", puzzles())]), 10);
    fs::write(path.join("d.csv"), "n,puzzle\nz,..\n").unwrap();
    for (others, data_type) in [
        (&["a.parquet"][..], DataType::Int8),
        (&["a.parquet", "b.parquet"], DataType::Int64),
        (&["a.parquet", "b.parquet", "c.parquet"], DataType::Utf8),
        (&["a.parquet", "d.csv"], DataType::Utf8),
    ] {
        run(&[&["solve", "-q", "-o", "o.arrow"], others].concat(), path);
        let solved = read(&path.join("o.arrow"));
        assert_eq!(type_of(&solved, "n"), data_type, "{others:?}");
        assert_eq!(texts(&solved)[0].1[0], "1");
    }
}

/// Two inputs, `a.arrow` and `b.arrow`, with a column `x` each.
fn two_inputs(folder: &Path, x: [ArrayRef; 2]) {
    for (name, x) in ["a.arrow", "b.arrow"].into_iter().zip(x) {
        let puzzles: ArrayRef = Arc::new(StringArray::from(puzzles(x.len())));
        let rows = table(vec![("puzzle", puzzles), ("x", x)]);
        arrow(&folder.join(name), &rows, 10, IpcWriteOptions::default());
    }
}

/// The column `x` of two inputs that are solved into one output, or the message.
fn joined(x: [ArrayRef; 2], output: &str) -> Result<ArrayRef, String> {
    let folder = tempdir().unwrap();
    let path = folder.path();
    two_inputs(path, x);
    let out = quadrille(&["solve", "-q", "a.arrow", "b.arrow", "-o", output]).current_dir(path).output();
    let out = out.unwrap();
    match out.status.code() {
        Some(0) => Ok(read(&path.join(output)).column_by_name("x").unwrap().clone()),
        _ => {
            assert!(!path.join(output).exists(), "nothing is written");
            Err(String::from_utf8(out.stderr).unwrap())
        }
    }
}

#[test]
fn values_of_joined_columns_stay_what_they_are() {
    let doubles = |values: Vec<f64>| Arc::new(Float64Array::from(values)) as ArrayRef;
    let longs = |values: Vec<i64>| Arc::new(Int64Array::from(values)) as ArrayRef;
    let unsigned = |values: Vec<u64>| Arc::new(UInt64Array::from(values)) as ArrayRef;
    let decimals = |values: Vec<i128>, digits, scale| -> ArrayRef {
        Arc::new(Decimal128Array::from(values).with_precision_and_scale(digits, scale).unwrap())
    };
    let bytes = |values: Vec<&[u8]>| Arc::new(BinaryArray::from(values)) as ArrayRef;
    let wide: ArrayRef = Arc::new(arrow_array::LargeBinaryArray::from(vec![&b"uvw"[..]]));
    for output in ["o.parquet", "o.arrow"] {
        let of = |one, other| joined([one, other], output).unwrap();
        assert_eq!(*of(longs(vec![1 << 53]), doubles(vec![0.1])), *doubles(vec![9007199254740992.0, 0.1]));
        assert_eq!(
            *of(longs(vec![-1, 1 << 60]), unsigned(vec![u64::MAX])),
            *decimals(vec![-1, 1 << 60, u64::MAX.into()], 20, 0)
        );
        assert_eq!(
            *of(decimals(vec![150], 5, 2), longs(vec![i64::MAX])),
            *decimals(vec![150, i128::from(i64::MAX) * 100], 22, 2)
        );
        assert_eq!(*of(bytes(vec![b"xyz"]), wide.clone()), *bytes(vec![b"xyz", b"uvw"]));
        assert_eq!(*of(bytes(vec![&[0, 9]]), bytes(vec![&[1]])), *bytes(vec![&[0, 9], &[1]]));
        assert_eq!(*of(bytes(vec![&[0, 9]]), bytes(vec![b"x\xFF"])), *bytes(vec![&[0, 9], b"x\xFF"]));
    }
}

#[test]
fn columns_without_a_common_type_are_refused() {
    let longs = |values: Vec<i64>| Arc::new(Int64Array::from(values)) as ArrayRef;
    let doubles: ArrayRef = Arc::new(Float64Array::from(vec![0.5]));
    let floats: ArrayRef = Arc::new(Float32Array::from(vec![0.1]));
    let bytes = |values: Vec<&[u8]>| Arc::new(BinaryArray::from(values)) as ArrayRef;
    let digits = bytes(vec![&[0, 1, 9]]);
    let words: ArrayRef = Arc::new(StringArray::from(vec!["w"]));
    let days: ArrayRef = Arc::new(Date32Array::from(vec![1]));
    let seconds: ArrayRef = Arc::new(TimestampSecondArray::from(vec![1]));
    let durations: ArrayRef = Arc::new(DurationSecondArray::from(vec![1]));
    let both = "digits from 0 to 9 in one input and text in another: save it as strings";
    let types = "and no type holds the values of both: save it with the same type, or write csv";
    for (one, other, message) in [
        (longs(vec![(1 << 53) + 1]), doubles.clone(), "column \"x\": 9007199254740993: no double holds it"),
        (
            Arc::new(UInt64Array::from(vec![u64::MAX])),
            doubles.clone(),
            "18446744073709551615: no double holds it",
        ),
        (floats.clone(), doubles.clone(), types),
        (longs(vec![1]), floats, "column \"x\" is Int64 in a.arrow and Float32 in b.arrow"),
        (days, seconds, types),
        // The unit was lost.
        (durations, words.clone(), types),
        (digits, words, both),
    ] {
        for output in ["o.parquet", "o.arrow"] {
            for x in [[one.clone(), other.clone()], [other.clone(), one.clone()]] {
                let error = joined(x, output).unwrap_err();
                let message = message.split(" is ").next().unwrap();
                assert!(error.contains(message), "{error}");
            }
        }
    }
}

/// They were multiplied by a power of ten.
#[test]
fn decimals_of_negative_scale_keep_their_values_in_arrow() {
    let folder = tempdir().unwrap();
    let path = folder.path();
    let values = vec![Some(100), Some(-5), Some(0), None];
    let thousands = Decimal128Array::from(values).with_precision_and_scale(10, -3).unwrap();
    let rows = table(vec![("puzzle", Arc::new(StringArray::from(puzzles(4)))), ("x", Arc::new(thousands))]);
    arrow(&path.join("i.arrow"), &rows, 10, IpcWriteOptions::default());
    run(&["solve", "-q", "i.arrow", "-o", "o.arrow"], path);
    let solved = read(&path.join("o.arrow"));
    assert_eq!(solved.column_by_name("x"), rows.column_by_name("x"));
}

#[test]
fn columns_of_every_type_come_back_from_every_format() {
    let numbers = || Int8Array::from(vec![Some(0), None, Some(1)]);
    let dictionary = |values: ArrayRef| -> ArrayRef { Arc::new(DictionaryArray::new(numbers(), values)) };
    let strings: ArrayRef = Arc::new(StringArray::from(vec!["a", "b"]));
    let sized = FixedSizeBinaryArray::try_from_iter([b"ab", b"cd"].into_iter()).unwrap();
    let columns: Vec<ArrayRef> = vec![
        dictionary(strings.clone()),
        dictionary(cast(&strings, &DataType::LargeUtf8).unwrap()),
        dictionary(cast(&strings, &DataType::Utf8View).unwrap()),
        dictionary(cast(&strings, &DataType::Binary).unwrap()),
        dictionary(cast(&strings, &DataType::BinaryView).unwrap()),
        dictionary(Arc::new(sized)),
        dictionary(Arc::new(BooleanArray::from(vec![true, false]))),
        dictionary(Arc::new(Date32Array::from(vec![1, 2]))),
        cast(&strings, &DataType::BinaryView).unwrap(),
        Arc::new(Time32SecondArray::from(vec![1, 2])),
        Arc::new(TimestampSecondArray::from(vec![1, 2]).with_timezone("Europe/Berlin")),
        Arc::new(Date64Array::from(vec![86_400_000, 0])),
    ];
    let folder = tempdir().unwrap();
    let path = folder.path();
    for column in columns {
        let puzzles = StringArray::from(puzzles(column.len()));
        let rows = table(vec![("puzzle", Arc::new(puzzles)), ("x", column)]);
        arrow(&path.join("i.arrow"), &rows, 10, IpcWriteOptions::default());
        let (csv, _) = run(&["solve", "-q", "i.arrow"], path);
        for name in NAMES {
            run(&["solve", "-q", "i.arrow", "-o", name], path);
            let (csv_again, _) = run(&["solve", "-q", name], path);
            assert_eq!(csv_again, csv, "{name}: {}", type_of(&rows, "x"));
            assert_eq!(read(&path.join(name)).num_rows(), rows.num_rows(), "{name}");
        }
    }
}

/// Other programs read the types of Parquet alone, not the Arrow schema beside them. The encoder writes dictionaries of
/// fixed-size binaries in a way that they do not read.
#[test]
fn parquet_has_its_own_types_for_other_programs() {
    let folder = tempdir().unwrap();
    let path = folder.path();
    let sized = FixedSizeBinaryArray::try_from_iter([b"ab", b"cd"].into_iter()).unwrap();
    let dictionary = DictionaryArray::new(Int8Array::from(vec![0, 1]), Arc::new(sized) as ArrayRef);
    let rows = table(vec![
        ("puzzle", Arc::new(StringArray::from(puzzles(2)))),
        ("time", Arc::new(Time32SecondArray::from(vec![1, 2]))),
        ("stamp", Arc::new(TimestampSecondArray::from(vec![1, 2]))),
        ("date", Arc::new(Date64Array::from(vec![86_400_000, 0]))),
        ("sized", Arc::new(dictionary)),
    ]);
    arrow(&path.join("i.arrow"), &rows, 10, IpcWriteOptions::default());
    run(&["solve", "-q", "i.arrow", "-o", "o.parquet"], path);
    let file = File::open(path.join("o.parquet")).unwrap();
    let builder = ParquetRecordBatchReaderBuilder::try_new(file).unwrap();
    let has_logical_type =
        |column: usize| builder.parquet_schema().column(column).logical_type_ref().is_some();
    assert!((1..4).all(has_logical_type));
    assert_eq!(builder.schema().field(4).data_type(), &DataType::FixedSizeBinary(2));
}

/// Parquet refused them, with a message about its scale.
#[test]
fn decimals_of_negative_scale_are_whole_numbers_in_parquet() {
    let folder = tempdir().unwrap();
    let path = folder.path();
    let hundreds = Decimal128Array::from(vec![12, -5]).with_precision_and_scale(10, -2).unwrap();
    let rows = table(vec![("puzzle", Arc::new(StringArray::from(puzzles(2)))), ("x", Arc::new(hundreds))]);
    arrow(&path.join("i.arrow"), &rows, 10, IpcWriteOptions::default());
    run(&["solve", "-q", "i.arrow", "-o", "o.parquet"], path);
    let solved = read(&path.join("o.parquet"));
    assert_eq!(type_of(&solved, "x"), DataType::Decimal128(12, 0));
    assert_eq!(texts(&solved)[1].1, ["1200", "-500"]);
}

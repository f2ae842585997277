//! Columns of every type that are carried from tables to tables without becoming text.

use crate::{
    common::quadrille,
    make::{arrow, arrow_stream, parquet, puzzles, table},
    writing::{read, run, statuses},
};
use arrow_array::{
    builder::{Int32Builder, ListBuilder, MapBuilder, StringBuilder},
    types::*,
    *,
};
use arrow_ipc::{reader::FileReader, writer::IpcWriteOptions};
use arrow_schema::{DataType, Field, Fields, UnionFields};
use predicates::str::contains;
use std::{
    fs::{self, File},
    path::Path,
    sync::Arc,
};
use tempfile::{TempDir, tempdir};

const ROWS: usize = 40;

/// Values of every third row are null.
fn some<T>(value: impl Fn(usize) -> T) -> impl Iterator<Item = Option<T>> {
    (0..ROWS).map(move |row| (row % 3 != 1).then(|| value(row)))
}

/// Structs of a number and a word of a dictionary.
fn structs() -> ArrayRef {
    let words: DictionaryArray<Int8Type> = some(|row| ["p", "q"][row % 2]).collect();
    let fields = Fields::from(vec![
        Field::new("a", DataType::Int64, true),
        Field::new("w", words.data_type().clone(), true),
    ]);
    let numbers = Int64Array::from_iter(some(|row| row as i64));
    let valid: Vec<bool> = (0..ROWS).map(|row| row % 5 != 0).collect();
    Arc::new(StructArray::new(fields, vec![Arc::new(numbers), Arc::new(words)], Some(valid.into())))
}

fn maps() -> ArrayRef {
    let mut maps = MapBuilder::new(None, StringBuilder::new(), Int32Builder::new());
    for row in 0..ROWS {
        for entry in 0..row % 3 {
            maps.keys().append_value(format!("k{entry}"));
            maps.values().append_value(row as i32);
        }
        maps.append(row % 4 != 3).unwrap();
    }
    Arc::new(maps.finish())
}

fn lists() -> ArrayRef {
    let mut lists = ListBuilder::new(StringBuilder::new());
    for row in 0..ROWS {
        (0..row % 4).for_each(|item| lists.values().append_option((item != 1).then_some("a, \"b\"")));
        lists.append(row % 6 != 5);
    }
    Arc::new(lists.finish())
}

/// Puzzles, some of them repeated, with several solutions or malformed, and columns of many types.
fn every_type() -> Vec<(&'static str, ArrayRef)> {
    let mut puzzles = puzzles(ROWS);
    puzzles[7] = puzzles[2].clone();
    puzzles[9] = ".".repeat(81);
    puzzles[20] = "no puzzle".into();
    let halves = Float32Array::from_iter(some(|row| row as f32 / 4.0));
    vec![
        ("n", Arc::new(Int32Array::from_iter_values(0..ROWS as i32))),
        ("structs", structs()),
        ("maps", maps()),
        ("puzzle", Arc::new(StringArray::from(puzzles))),
        ("lists", lists()),
        ("words", Arc::new(some(|row| ["p", "q", ""][row % 3]).collect::<DictionaryArray<Int8Type>>())),
        ("durations", Arc::new(DurationNanosecondArray::from_iter(some(|row| row as i64)))),
        (
            "times",
            Arc::new(TimestampSecondArray::from_iter(some(|row| row as i64)).with_timezone("Asia/Tokyo")),
        ),
        ("halves", arrow_cast::cast(&halves, &DataType::Float16).unwrap()),
        ("bytes", Arc::new(BinaryArray::from_iter(some(|row| [0xFF, row as u8, 0])))),
        ("views", Arc::new(StringViewArray::from_iter(some(|row| format!("a text that is longer: {row}"))))),
        ("nothing", Arc::new(NullArray::new(ROWS))),
    ]
}

/// The table as `i.parquet` and, with types that only Arrow has, as `i.arrow` and `i.arrows`.
fn folder() -> TempDir {
    let folder = tempdir().unwrap();
    let path = folder.path();
    let mut columns = every_type();
    parquet(&path.join("i.parquet"), &table(columns.clone()), 15);
    let thousands = Decimal128Array::from_iter(some(|row| row as i128 - 20));
    columns.push(("thousands", Arc::new(thousands.with_precision_and_scale(10, -3).unwrap())));
    let dates = Date64Array::from_iter(some(|row| row as i64 * 86_400_000));
    columns.push(("dates", Arc::new(dates)));
    let seconds = Time32SecondArray::from_iter(some(|row| row as i32));
    columns.push(("seconds", Arc::new(seconds)));
    arrow(&path.join("i.arrow"), &table(columns.clone()), 7, IpcWriteOptions::default());
    arrow_stream(&path.join("i.arrows"), &table(columns), 7);
    folder
}

/// Each row of an output has the values that the row with its number has in the input.
fn assert_rows_of(input: &RecordBatch, found: &RecordBatch, replaced: &[&str]) -> Vec<i32> {
    let numbers = found.column_by_name("n").unwrap();
    let rows = arrow_cast::cast(numbers, &DataType::UInt32).unwrap();
    let schema = input.schema();
    for (field, column) in schema.fields().iter().zip(input.columns()) {
        if replaced.contains(&&**field.name()) {
            continue;
        }
        let wanted = arrow_select::take::take(column, &rows, None).unwrap();
        let found = found.column_by_name(field.name()).unwrap();
        let wanted = arrow_cast::cast(&wanted, found.data_type()).unwrap();
        assert_eq!(found, &wanted, "{}", field.name());
    }
    numbers.as_any().downcast_ref::<Int32Array>().unwrap().values().to_vec()
}

/// The numbers of the rows that a command writes as text.
fn numbers_in_text(command: &[&str], path: &Path) -> Vec<i32> {
    let (text, _) = run(&[command, &["-q", "few.csv"]].concat(), path);
    text.lines().skip(1).map(|line| line.split(',').next().unwrap().parse().unwrap()).collect()
}

#[test]
fn columns_of_every_type_reach_a_table_by_every_command() {
    let folder = folder();
    let path = folder.path();
    let all = read(&path.join("i.arrow"));
    let puzzles = arrow_cast::cast(all.column_by_name("puzzle").unwrap(), &DataType::Utf8).unwrap();
    let puzzles = puzzles.as_any().downcast_ref::<StringArray>().unwrap();
    let few: String = (0..ROWS).map(|row| format!("{row},{}\n", puzzles.value(row))).collect();
    fs::write(path.join("few.csv"), format!("n,puzzle\n{few}")).unwrap();
    let commands: [&[&str]; 10] = [
        &["solve"],
        &["solve", "--all", "--limit", "3"],
        &["check", "--only", "unique"],
        &["morph", "--copies", "3", "--seed", "1"],
        &["dedup"],
        &["dedup", "--memory", "1M"],
        &["select", "--number", "9", "--seed", "1"],
        &["select", "--givens", "65.."],
        &["select", "--sort", "givens"],
        &["rate"],
    ];
    for command in commands {
        let expected = numbers_in_text(command, path);
        for input in ["i.parquet", "i.arrow", "i.arrows"] {
            for output in ["o.parquet", "o.arrow", "o.arrows"] {
                run(&[command, &["-q", input, "-o", output]].concat(), path);
                let found = read(&path.join(output));
                let replaced: &[&str] = if command[0] == "morph" { &["puzzle"] } else { &[] };
                let numbers = assert_rows_of(&read(&path.join(input)), &found, replaced);
                assert_eq!(numbers, expected, "{command:?} {input} {output}");
            }
        }
    }
}

#[test]
fn parts_of_a_split_and_shards_have_columns_of_every_type() {
    let folder = folder();
    let path = folder.path();
    for input in ["i.parquet", "i.arrow", "i.arrows"] {
        let all = read(&path.join(input));
        run(
            &["select", "-q", input, "--split", "2/1", "--seed", "1", "-o", "a.arrow", "-o", "b.arrow"],
            path,
        );
        let mut rows = Vec::new();
        for part in ["a.arrow", "b.arrow"] {
            let of_part = assert_rows_of(&all, &read(&path.join(part)), &[]);
            assert!(of_part.is_sorted() && !of_part.is_empty());
            rows.extend(of_part);
        }
        rows.sort();
        // The row that is not a puzzle is not in any part.
        assert!(rows.into_iter().eq((0..ROWS as i32).filter(|row| *row != 20)), "{input}");
        if input == "i.arrows" {
            continue;
        }
        let mut rows = Vec::new();
        for shard in ["1/3", "2/3", "3/3"] {
            run(&["solve", "-q", input, "--shard", shard, "-o", "o.arrow"], path);
            rows.extend(assert_rows_of(&all, &read(&path.join("o.arrow")), &[]));
        }
        assert!(rows.into_iter().eq(0..ROWS as i32), "{input}");
    }
}

#[test]
fn several_files_of_different_kinds_have_one_table() {
    let folder = folder();
    let path = folder.path();
    let (some, all) = (table(every_type()), read(&path.join("i.parquet")));
    arrow(&path.join("a.arrow"), &some.slice(0, 10), 3, IpcWriteOptions::default());
    parquet(&path.join("b.parquet"), &some.slice(10, 0), 7);
    arrow_stream(&path.join("b.arrows"), &some.slice(10, 5), 2);
    parquet(&path.join("c.parquet"), &some.slice(15, 25), 7);
    for threads in ["1", "3"] {
        let inputs = [
            "solve",
            "-q",
            "a.arrow",
            "b.parquet",
            "b.arrows",
            "c.parquet",
            "--threads",
            threads,
            "-o",
            "o.arrow",
        ];
        run(&inputs, path);
        assert!(assert_rows_of(&all, &read(&path.join("o.arrow")), &[]).into_iter().eq(0..ROWS as i32));
    }
}

/// Then all columns are text too, which is not read back.
#[test]
fn inputs_with_the_puzzles_in_different_columns_keep_the_types_of_the_others() {
    let folder = tempdir().unwrap();
    let path = folder.path();
    let texts = || -> ArrayRef { Arc::new(StringArray::from(puzzles(ROWS))) };
    let words = || -> ArrayRef { Arc::new(StringArray::from(vec!["a word"; ROWS])) };
    let days = || -> ArrayRef { Arc::new(Date32Array::from_iter(some(|row| row as i32))) };
    parquet(&path.join("a.parquet"), &table(vec![("x", texts()), ("d", days()), ("y", words())]), 15);
    parquet(&path.join("b.parquet"), &table(vec![("x", words()), ("d", days()), ("y", texts())]), 15);
    run(&["solve", "-q", "a.parquet", "b.parquet", "-o", "o.arrow"], path);
    let solved = read(&path.join("o.arrow"));
    let both = arrow_select::concat::concat(&[&*days(), &*days()]).unwrap();
    assert_eq!(solved.column_by_name("d").unwrap(), &both);
    assert!(statuses(&solved).iter().all(|status| status == "solved"));
}

/// A union, an interval, runs and a list view, each of which some program writes.
fn rare_types() -> Vec<ArrayRef> {
    let numbers: ArrayRef = Arc::new(Int32Array::from_iter_values(0..ROWS as i32));
    let words: ArrayRef = Arc::new(StringArray::from_iter_values((0..ROWS).map(|row| format!("w{row}"))));
    let fields = [Field::new("a", DataType::Int32, true), Field::new("b", DataType::Utf8, true)];
    let fields = UnionFields::try_new([0, 1], fields).unwrap();
    let kinds: Vec<i8> = (0..ROWS).map(|row| (row % 2) as i8).collect();
    let union = UnionArray::try_new(fields, kinds.into(), None, vec![numbers.clone(), words.clone()]);
    let interval = |row: usize| IntervalMonthDayNanoType::make_value(row as i32, 2, 3);
    let ends = Int32Array::from_iter_values((1..=ROWS as i32 / 4).map(|run| run * 4));
    let runs = RunArray::<Int32Type>::try_new(&ends, &words.slice(0, ROWS / 4)).unwrap();
    let item = Arc::new(Field::new_list_field(DataType::Int32, true));
    let starts: Vec<i32> = (0..ROWS as i32).map(|row| row / 2).collect();
    let views = ListViewArray::try_new(item, starts.into(), vec![2; ROWS].into(), numbers, None);
    vec![
        Arc::new(union.unwrap()),
        Arc::new(IntervalMonthDayNanoArray::from_iter_values((0..ROWS).map(interval))),
        Arc::new(runs),
        Arc::new(views.unwrap()),
    ]
}

#[test]
fn rare_types_are_carried_to_arrow_and_refused_by_name_in_parquet() {
    let folder = tempdir().unwrap();
    let path = folder.path();
    let number: ArrayRef = Arc::new(Int32Array::from_iter_values(0..ROWS as i32));
    for column in rare_types() {
        let data_type = column.data_type().clone();
        let texts: ArrayRef = Arc::new(StringArray::from(puzzles(ROWS)));
        let rows = table(vec![("n", number.clone()), ("puzzle", texts), ("x", column)]);
        arrow(&path.join("i.arrow"), &rows, 7, IpcWriteOptions::default());
        for command in [&["solve"][..], &["select", "--number", "9", "--seed", "1"]] {
            run(&[command, &["-q", "i.arrow", "-o", "o.arrow"]].concat(), path);
            let found = read(&path.join("o.arrow"));
            for (at, row) in assert_rows_of(&rows.project(&[0]).unwrap(), &found, &[]).into_iter().enumerate()
            {
                let one = |rows: &RecordBatch, row: usize| {
                    let one = rows.column(2).slice(row, 1);
                    arrow_cast::display::array_value_to_string(&one, 0).unwrap()
                };
                assert_eq!(one(&found, at), one(&rows, row as usize), "{data_type}");
            }
        }
        let out =
            quadrille(&["solve", "-q", "i.arrow", "-o", "o.parquet"]).current_dir(path).output().unwrap();
        let error = String::from_utf8(out.stderr).unwrap();
        assert_eq!(out.status.code(), Some(2), "{data_type}");
        assert!(error.contains("cannot carry the column \"x\"") && error.contains("no such type"), "{error}");
    }
}

#[test]
fn a_stream_from_a_pipe_has_columns_of_every_type() {
    let folder = folder();
    let path = folder.path();
    let all = read(&path.join("i.arrow"));
    for (command, count) in [(&["solve"][..], ROWS), (&["select", "--number", "9", "--seed", "1"], 9)] {
        quadrille(&[command, &["-q", "-", "-o", "o.parquet"]].concat())
            .current_dir(path)
            .write_stdin(fs::read(path.join("i.arrows")).unwrap())
            .assert()
            .code(1);
        assert_eq!(assert_rows_of(&all, &read(&path.join("o.parquet")), &[]).len(), count);
    }
    // As text it is still refused.
    quadrille(&["solve", "-q", "-", "-o", "o.csv"])
        .current_dir(path)
        .write_stdin(fs::read(path.join("i.arrows")).unwrap())
        .assert()
        .code(2)
        .stderr(contains("cannot carry the columns \"structs\""));
}

/// Errors after the first rows, which are looked at before the run, must not be read as if nothing was wrong.
#[test]
fn a_stream_that_is_damaged_in_its_first_rows_is_refused() {
    let folder = folder();
    let path = folder.path();
    let rows = table(every_type()[..4].to_vec());
    arrow_stream(&path.join("i.arrows"), &rows.project(&[0, 3]).unwrap(), 7);
    let mut bytes = fs::read(path.join("i.arrows")).unwrap();
    let second = bytes.windows(4).enumerate().filter(|(_, word)| **word == [0xFF; 4]).nth(2).unwrap().0;
    bytes[second + 8..second + 40].fill(0xFF);
    quadrille(&["solve", "-q", "-", "-o", "o.parquet"])
        .current_dir(path)
        .write_stdin(bytes)
        .assert()
        .code(2)
        .stderr(contains("it is damaged"));
}

/// They were all in memory at once.
#[test]
fn a_few_bytes_that_stand_for_many_are_written_in_parts() {
    let folder = tempdir().unwrap();
    let path = folder.path();
    let long = "x".repeat(100_000);
    let words: DictionaryArray<Int8Type> = (0..1000).map(|_| Some(&*long)).collect();
    let number = Arc::new(Int32Array::from_iter_values(0..1000));
    let rows = table(vec![
        ("n", number),
        ("puzzle", Arc::new(StringArray::from(puzzles(1000)))),
        ("x", Arc::new(words)),
    ]);
    parquet(&path.join("i.parquet"), &rows, 2000);
    arrow(&path.join("i.arrow"), &rows, 2000, IpcWriteOptions::default());
    arrow_stream(&path.join("i.arrows"), &rows, 2000);
    for input in ["i.parquet", "i.arrow", "i.arrows"] {
        for command in [&["solve"][..], &["morph", "--copies", "2", "--seed", "1"]] {
            run(&[command, &["-q", input, "-o", "o.arrow"]].concat(), path);
            let reader = FileReader::try_new(File::open(path.join("o.arrow")).unwrap(), None).unwrap();
            let mut row = 0;
            for batch in reader.map(Result::unwrap) {
                let x = batch.column(2).as_any().downcast_ref::<StringArray>().unwrap();
                assert!(x.value_data().len() < 60 << 20, "{input}");
                assert!(x.iter().all(|text| text == Some(&*long)));
                row += batch.num_rows();
            }
            assert_eq!(row, 1000 * if command[0] == "morph" { 2 } else { 1 });
        }
    }
}

#[test]
fn damage_in_a_column_that_is_carried_is_an_error() {
    let folder = tempdir().unwrap();
    let path = folder.path();
    let texts: ArrayRef = Arc::new(StringArray::from_iter_values((0..200).map(|row| format!("{row:050}"))));
    let rows = table(vec![("puzzle", Arc::new(StringArray::from(puzzles(200)))), ("text", texts)]);
    parquet(&path.join("i.parquet"), &rows, 100);
    let options = IpcWriteOptions::default().try_with_compression(Some(arrow_ipc::CompressionType::ZSTD));
    arrow(&path.join("i.arrow"), &rows, 100, options.unwrap());
    for name in ["i.parquet", "i.arrow"] {
        let whole = fs::read(path.join(name)).unwrap();
        let mut failed = 0;
        for at in (whole.len() / 8..whole.len() * 7 / 8).step_by(whole.len() / 40) {
            let mut bytes = whole.clone();
            bytes[at] ^= 0x5A;
            fs::write(path.join(name), bytes).unwrap();
            fs::write(path.join("o.arrow"), "before").unwrap();
            let out = quadrille(&["check", "-q", "--only", "unique", name, "-o", "o.arrow"])
                .current_dir(path)
                .output()
                .unwrap();
            let error = String::from_utf8(out.stderr).unwrap();
            assert!(!error.contains("panicked"), "{name}, byte {at}: {error}");
            if out.status.code() == Some(2) {
                failed += 1;
                assert_eq!(fs::read(path.join("o.arrow")).unwrap(), b"before");
            }
        }
        assert!(failed > 5, "{name}: {failed}");
    }
}

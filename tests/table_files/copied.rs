//! Columns that are copied from Parquet to Parquet.

use crate::{
    common::quadrille,
    make::{parquet, parquet_with, properties, puzzles, table, usual},
    writing::{csv_texts, folder, read, run, texts},
};
use arrow_array::{cast::AsArray, types::*, *};
use arrow_schema::{DataType, Field, Fields, Schema};
use parquet::{
    arrow::arrow_reader::{ArrowReaderOptions, ParquetRecordBatchReaderBuilder, RowSelector},
    basic::Compression,
    file::{
        metadata::{PageIndexPolicy, ParquetMetaData, SortingColumn},
        properties::EnabledStatistics,
        statistics::Statistics,
    },
};
use predicates::{prelude::PredicateBooleanExt, str::contains};
use std::{
    fs::{self, File},
    path::Path,
    sync::Arc,
};
use tempfile::tempdir;

/// A column that has no text, so that it can only be copied, whatever the size of row groups.
fn floats(rows: usize) -> ArrayRef {
    let list = |row: usize| (row % 4 != 1).then(|| vec![Some(row as f64 / 8.0), None, Some(-0.0)]);
    Arc::new(ListArray::from_iter_primitive::<Float64Type, _, _>((0..rows).map(list)))
}

/// Puzzles with a number, and a list of floats.
fn nested(rows: usize) -> RecordBatch {
    let number = Arc::new(Int32Array::from_iter_values(0..rows as i32));
    table(vec![("n", number), ("puzzle", Arc::new(StringArray::from(puzzles(rows)))), ("x", floats(rows))])
}

fn index(path: &Path) -> Arc<ParquetMetaData> {
    let builder = ParquetRecordBatchReaderBuilder::try_new(File::open(path).unwrap()).unwrap();
    builder.metadata().clone()
}

fn group_rows(path: &Path) -> Vec<i64> {
    index(path).row_groups().iter().map(|group| group.num_rows()).collect()
}

/// The columns of a table that the other one has too are the same in both.
fn assert_carried(all: &RecordBatch, found: &RecordBatch) {
    for (number, field) in all.schema().fields().iter().enumerate() {
        assert_eq!(found.schema().field(number), &**field);
        assert_eq!(found.column(number).to_data(), all.column(number).to_data(), "{}", field.name());
    }
}

#[test]
fn columns_of_every_type_are_copied_with_their_values_types_and_notes() {
    let count = 5;
    let fields =
        Fields::from(vec![Field::new("a", DataType::Int64, false), Field::new("b", DataType::Utf8, true)]);
    let children: Vec<ArrayRef> = vec![
        Arc::new(Int64Array::from_iter_values(0..5)),
        Arc::new(StringArray::from(vec![Some("x"), None, Some(""), Some("\u{0}"), Some("é")])),
    ];
    let structs = StructArray::new(fields, children, Some(vec![true, false, true, true, true].into()));
    let decimals = Decimal128Array::from(vec![1, -1, 0, 5, 7]).with_precision_and_scale(30, 12).unwrap();
    let times =
        TimestampMicrosecondArray::from(vec![i64::MAX, i64::MIN, 0, 1, -1]).with_timezone("Asia/Tokyo");
    let words: DictionaryArray<Int8Type> =
        [Some("p"), None, Some("q"), Some("p"), Some("")].into_iter().collect();
    let columns: Vec<(&str, ArrayRef)> = vec![
        ("puzzle", Arc::new(StringArray::from(puzzles(count)))),
        ("floats", floats(count)),
        ("structs", Arc::new(structs)),
        ("decimals", Arc::new(decimals)),
        ("times", Arc::new(times)),
        ("words", Arc::new(words)),
        ("bytes", Arc::new(BinaryArray::from_iter_values((0..5u8).map(|byte| [0xFF, byte, 0])))),
        ("dates", Arc::new(Date32Array::from(vec![i32::MAX, i32::MIN, 0, 1, 2]))),
        ("durations", Arc::new(DurationNanosecondArray::from(vec![1, 2, 3, 4, 5]))),
        ("halves", arrow_cast::cast(&Float32Array::from(vec![0.5; 5]), &DataType::Float16).unwrap()),
        ("nothing", Arc::new(NullArray::new(count))),
        ("views", Arc::new(StringViewArray::from(vec!["a longer text than twelve bytes"; 5]))),
    ];
    let rows = table(columns);
    let note = |(number, field): (usize, &Arc<Field>)| {
        let note = [("note".to_owned(), format!("{number}"))].into();
        Field::new(field.name(), field.data_type().clone(), field.name() != "puzzle").with_metadata(note)
    };
    let schema: Vec<Field> = rows.schema().fields().iter().enumerate().map(note).collect();
    let rows = RecordBatch::try_new(Arc::new(Schema::new(schema)), rows.columns().to_vec()).unwrap();
    let folder = tempdir().unwrap();
    let path = folder.path();
    parquet(&path.join("i.parquet"), &rows, 2);
    for command in [&["solve"][..], &["check"], &["count"], &["rate"], &["canonical"], &["hint"]] {
        run(&[command, &["-q", "i.parquet", "-o", "o.parquet"]].concat(), path);
        let found = read(&path.join("o.parquet"));
        assert!(found.num_columns() > rows.num_columns(), "{command:?}");
        assert_carried(&read(&path.join("i.parquet")), &found);
        assert_eq!(group_rows(&path.join("o.parquet")), [2, 2, 1]);
    }
    // In text such columns are refused.
    let refused = "cannot carry the columns \"floats\" (List(Float64)), \"structs\"";
    quadrille(&["check", "-q", "i.parquet", "-o", "o.csv"])
        .current_dir(path)
        .assert()
        .code(2)
        .stderr(contains(refused));
    assert!(!path.join("o.csv").exists());
    // Answers without the other columns do not need them.
    for (format, output) in [("auto", "o.ndjson"), ("pair", "o.txt")] {
        run(&["solve", "-q", "--output-format", format, "i.parquet", "-o", output], path);
        let lines = fs::read_to_string(path.join(output)).unwrap();
        assert!(lines.lines().count() == 5 && !lines.contains("structs"), "{lines}");
    }
}

#[test]
fn chunks_keep_their_compression_and_statistics() {
    let folder = tempdir().unwrap();
    let path = folder.path();
    for compression in [Compression::UNCOMPRESSED, Compression::SNAPPY, Compression::LZ4_RAW] {
        let how = properties(10).set_compression(compression).build();
        parquet_with(&path.join("i.parquet"), &usual(10), how);
        run(&["solve", "-q", "i.parquet", "-o", "o.parquet"], path);
        let (from, to) = (index(&path.join("i.parquet")), index(&path.join("o.parquet")));
        for column in 0..3 {
            let (from, to) = (from.row_group(0).column(column), to.row_group(0).column(column));
            assert_eq!((to.compression(), to.compressed_size()), (compression, from.compressed_size()));
            assert_eq!((to.statistics(), to.encodings_mask()), (from.statistics(), from.encodings_mask()));
        }
        assert_carried(&usual(10), &read(&path.join("o.parquet")));
    }
}

#[test]
fn words_have_dictionaries_and_all_answers_but_boards_have_statistics() {
    let folder = tempdir().unwrap();
    let path = folder.path();
    // Row groups of one block and of several, whose words are the same or not.
    for (rows, group_rows, has_others) in
        [(30, 10, true), (150_000, 150_000, true), (150_000, 150_000, false)]
    {
        let mut all = puzzles(rows.min(1000)).into_iter().cycle().take(rows).collect::<Vec<_>>();
        if has_others {
            all[rows / 2] = "1".repeat(81);
            all[rows - 1] = "x".into();
        }
        let all = table(vec![("puzzle", Arc::new(StringArray::from(all))), ("x", floats(rows))]);
        parquet(&path.join("i.parquet"), &all, group_rows);
        for (command, column) in
            [(&["solve", "--search-columns"][..], 3), (&["check", "--search-columns"], 2)]
        {
            run(&[command, &["-q", "i.parquet", "-o", "o.parquet"]].concat(), path);
            let found = read(&path.join("o.parquet"));
            assert_eq!(found.schema().field(column).name(), "status");
            let expected = texts(&found)[column].1.clone();
            let (mut first_row, metadata) = (0, index(&path.join("o.parquet")));
            for group in metadata.row_groups() {
                let rows = &expected[first_row..][..group.num_rows() as usize];
                let at = |name: &str| {
                    group.columns().iter().find(|column| column.column_path().string() == name).unwrap()
                };
                let status = at("status");
                assert!(
                    status.dictionary_page_offset().is_some_and(|offset| offset < status.data_page_offset())
                );
                let statistics = status.statistics().unwrap();
                let bytes = |text: &String| Some(text.clone().into_bytes());
                assert_eq!(statistics.min_bytes_opt().map(Into::into), rows.iter().min().and_then(bytes));
                assert_eq!(statistics.max_bytes_opt().map(Into::into), rows.iter().max().and_then(bytes));
                let numbers = found.column_by_name("nodes").unwrap().slice(first_row, rows.len());
                let numbers = numbers.as_primitive::<UInt64Type>();
                let statistics = at("nodes").statistics().unwrap();
                let greatest = greatest_of(numbers).to_le_bytes();
                assert_eq!(statistics.max_bytes_opt(), Some(&greatest[..]));
                assert_eq!(statistics.null_count_opt(), Some(numbers.null_count() as u64));
                first_row += rows.len();
            }
            assert_eq!(first_row, found.num_rows());
        }
    }
}

fn greatest_of(numbers: &UInt64Array) -> u64 {
    numbers.iter().flatten().max().unwrap_or_default()
}

#[test]
fn row_groups_keep_the_order_that_they_declare() {
    let folder = tempdir().unwrap();
    let path = folder.path();
    let by = |column_idx, descending| SortingColumn { column_idx, descending, nulls_first: false };
    let sorted = |name: &str, rows: &RecordBatch, by: &[SortingColumn]| {
        parquet_with(&path.join(name), rows, properties(10).set_sorting_columns(Some(by.to_vec())).build());
    };
    let found = |args: &[&str]| {
        run(&[args, &["-q", "-o", "o.parquet"]].concat(), path);
        let index = index(&path.join("o.parquet"));
        let orders: Vec<_> =
            index.row_groups().iter().map(|group| group.sorting_columns().cloned()).collect();
        assert!(orders.windows(2).all(|two| two[0] == two[1]));
        orders[0].clone()
    };
    let all = usual(20);
    let order = [by(2, true), by(0, false)];
    sorted("a.parquet", &all, &order);
    // Small row groups become one.
    assert_eq!(found(&["solve", "a.parquet"]), None);
    let nested = nested(20);
    sorted("c.parquet", &nested, &[by(0, false), by(1, true)]);
    sorted("d.parquet", &nested, &[by(1, true)]);
    assert_eq!(found(&["check", "c.parquet", "c.parquet"]), Some(vec![by(0, false), by(1, true)]));
    assert_eq!(found(&["check", "c.parquet", "d.parquet"]), None);
    // Other rows, which may be in another order.
    assert_eq!(found(&["morph", "c.parquet"]), None);
    // The answers replace a column of the order.
    let named = nested.project(&[0, 1, 2, 0]).unwrap();
    let names = ["count", "puzzle", "x", "n"];
    let named = table(names.into_iter().zip(named.columns().iter().cloned()).collect());
    sorted("e.parquet", &named, &[by(3, false), by(0, false), by(1, false)]);
    assert_eq!(found(&["count", "e.parquet"]), Some(vec![by(3, false)]));
}

#[test]
fn pages_keep_their_indexes_and_answers_have_the_places_of_theirs() {
    let folder = tempdir().unwrap();
    let path = folder.path();
    // Row groups of one block and of several; pages of few rows.
    for (rows, group_rows, page_rows) in [(60, 25, 7), (140_000, 140_000, 1000)] {
        let texts: Vec<_> = puzzles(rows.min(500)).into_iter().cycle().take(rows).collect();
        let all = table(vec![
            ("n", Arc::new(Int32Array::from_iter_values(0..rows as i32))),
            ("puzzle", Arc::new(StringArray::from(texts))),
            ("x", floats(rows)),
        ]);
        let how = properties(group_rows).set_statistics_enabled(EnabledStatistics::Page);
        let how = how.set_data_page_row_count_limit(page_rows).set_write_batch_size(page_rows);
        parquet_with(&path.join("i.parquet"), &all, how.build());
        run(&["solve", "--search-columns", "-q", "i.parquet", "-o", "o.parquet"], path);
        let open = |name: &str| {
            let options = ArrowReaderOptions::new().with_page_index_policy(PageIndexPolicy::Required);
            let file = File::open(path.join(name)).unwrap();
            ParquetRecordBatchReaderBuilder::try_new_with_options(file, options).unwrap()
        };
        let (from, to) = (open("i.parquet").metadata().clone(), open("o.parquet"));
        let rows_of = |metadata: &ParquetMetaData, group: usize, leaf: usize| -> Vec<_> {
            let pages = metadata.offset_index().unwrap()[group][leaf].page_locations();
            pages.iter().map(|page| (page.first_row_index, page.compressed_page_size)).collect()
        };
        for group in 0..from.num_row_groups() {
            for leaf in 0..3 {
                assert_eq!(rows_of(to.metadata(), group, leaf), rows_of(&from, group, leaf));
                let values =
                    |metadata: &ParquetMetaData| metadata.column_index().unwrap()[group][leaf].clone();
                assert_eq!(values(to.metadata()), values(&from));
            }
        }
        // The pages with these rows, and no others, are read by the indexes.
        let (start, count) = ((rows / 2).min(65_530), 15);
        let selection = vec![
            RowSelector::skip(start),
            RowSelector::select(count),
            RowSelector::skip(rows - start - count),
        ];
        let batches = to.with_row_selection(selection.into()).build().unwrap().map(Result::unwrap);
        let found: Vec<_> = batches.collect();
        let found = arrow_select::concat::concat_batches(&found[0].schema(), &found).unwrap();
        assert_eq!(found, read(&path.join("o.parquet")).slice(start, count));
    }
}

/// Most writers, pyarrow and DuckDB among them, write no indexes of pages unless they are told to.
#[test]
fn without_indexes_of_pages_in_an_input_the_output_has_none() {
    let folder = tempdir().unwrap();
    let path = folder.path();
    let all = nested(60);
    parquet(&path.join("with.parquet"), &all.slice(0, 20), 20);
    parquet_with(
        &path.join("without.parquet"),
        &all.slice(20, 40),
        properties(30).set_offset_index_disabled(true).build(),
    );
    for (inputs, rows) in [
        (&["without.parquet"][..], (20, 40)),
        (&["with.parquet", "without.parquet"], (0, 60)),
        (&["with.parquet"], (0, 20)),
    ] {
        run(&[&["solve", "-q"], inputs, &["-o", "o.parquet"]].concat(), path);
        assert_carried(&all.slice(rows.0, rows.1), &read(&path.join("o.parquet")));
        let groups = index(&path.join("o.parquet")).row_groups().to_vec();
        let places = groups.iter().flat_map(|group| group.columns()).map(|chunk| chunk.offset_index_offset());
        let has_places = inputs == ["with.parquet"];
        assert!(places.into_iter().all(|place| place.is_some() == has_places), "{inputs:?}");
    }
}

#[test]
fn several_files_and_shards_keep_their_row_groups() {
    let folder = tempdir().unwrap();
    let path = folder.path();
    let all = nested(60);
    parquet(&path.join("a.parquet"), &all.slice(0, 25), 10);
    parquet(&path.join("empty.parquet"), &all.slice(0, 0), 10);
    parquet(&path.join("b.parquet"), &all.slice(25, 35), 30);
    let inputs = ["solve", "-q", "a.parquet", "empty.parquet", "b.parquet", "-o"];
    run(&[&inputs[..], &["o.parquet"]].concat(), path);
    assert_eq!(group_rows(&path.join("o.parquet")), [10, 10, 5, 30, 5]);
    let whole = read(&path.join("o.parquet"));
    assert_carried(&all, &whole);
    for threads in ["1", "3"] {
        let mut parts = Vec::new();
        for shard in ["1/3", "2/3", "3/3"] {
            let options = ["part.parquet", "--shard", shard, "--threads", threads];
            run(&[&inputs[..], &options].concat(), path);
            parts.push(read(&path.join("part.parquet")));
        }
        assert!(parts.iter().all(|part| part.num_rows() < 60));
        let joined = arrow_select::concat::concat_batches(&whole.schema(), &parts).unwrap();
        assert_eq!(joined, whole);
    }
}

#[test]
fn a_file_without_rows_keeps_its_columns() {
    let folder = tempdir().unwrap();
    let path = folder.path();
    parquet(&path.join("i.parquet"), &nested(1).slice(0, 0), 10);
    run(&["solve", "-q", "i.parquet", "-o", "o.parquet"], path);
    let found = read(&path.join("o.parquet"));
    assert_eq!((found.num_rows(), found.num_columns()), (0, 5));
    assert_carried(&nested(1).slice(0, 0), &found);
}

/// Files with other columns, many small row groups, and filters: the rows are the same, in other row groups.
#[test]
fn what_cannot_be_copied_is_written_again() {
    let folder = tempdir().unwrap();
    let path = folder.path();
    let all = usual(40);
    parquet(&path.join("small.parquet"), &all, 10);
    parquet(&path.join("one.parquet"), &all, 100);
    let of = |args: &[&str]| {
        run(&[&["solve", "-q", "-o", "o.parquet"], args].concat(), path);
        (group_rows(&path.join("o.parquet")), read(&path.join("o.parquet")))
    };
    let (groups, copied) = of(&["one.parquet"]);
    assert_eq!(groups, [40]);
    let (groups, again) = of(&["small.parquet"]);
    assert_eq!(groups, [40], "four row groups of ten rows are one");
    assert_eq!(texts(&again), texts(&copied));
    let numbers: ArrayRef = Arc::new(Int64Array::from_iter_values(1..=40));
    let other =
        table(vec![("id", numbers), ("puzzle", all.column(1).clone()), ("rating", all.column(2).clone())]);
    parquet(&path.join("other.parquet"), &other, 100);
    let (groups, both) = of(&["one.parquet", "other.parquet"]);
    assert_eq!(groups, [80]);
    assert_eq!(texts(&both.slice(0, 40)), texts(&copied));
    assert_eq!(texts(&both.slice(40, 40)), texts(&copied));
}

#[test]
fn columns_of_answers_are_replaced_or_compared_as_in_csv() {
    let folder = folder(6);
    let path = folder.path();
    run(&["solve", "-q", "t.parquet", "-o", "solved.parquet"], path);
    run(&["solve", "-q", "t.parquet", "-o", "solved.csv"], path);
    for options in [
        &["solve"][..],
        &["solve", "--verify-answers"],
        &["check", "--verify-answers"],
        &["solve", "--search-columns"],
        &["check", "--minimal"],
        &["hint", "--method", "all"],
        &["rate", "--method", "logic"],
    ] {
        for input in ["solved.parquet", "solved.csv"] {
            let out = format!("{}.o.parquet", &input[7..]);
            run(&[options, &["-q", input, "-o", &out]].concat(), path);
        }
        let [copied, text] =
            ["parquet.o.parquet", "csv.o.parquet"].map(|name| texts(&read(&path.join(name))));
        assert_eq!(copied, text, "{options:?}");
    }
}

/// The answers were lost.
#[test]
fn answers_replace_a_column_whose_name_has_blanks_around_it() {
    let folder = tempdir().unwrap();
    let path = folder.path();
    let given = |text: &str| Arc::new(StringArray::from(vec![text; 3])) as ArrayRef;
    let boards: ArrayRef = Arc::new(StringArray::from(puzzles(3)));
    for (command, name) in [("solve", " solution "), ("check", " status"), ("rate", " rating ")] {
        parquet(&path.join("i.parquet"), &table(vec![("puzzle", boards.clone()), (name, given("old"))]), 10);
        run(&[command, "-q", "i.parquet", "-o", "o.parquet"], path);
        run(&[command, "-q", "i.parquet", "-o", "o.csv"], path);
        let (table, csv) = (
            texts(&read(&path.join("o.parquet"))),
            csv_texts(&fs::read_to_string(path.join("o.csv")).unwrap()),
        );
        assert_eq!(table, csv, "{command}");
        assert_ne!(table[1].1, ["old"; 3], "{command}");
    }
}

/// They go to the table without being text.
#[test]
fn answers_of_every_kind_equal_csv_where_the_other_columns_are_copied() {
    let folder = tempdir().unwrap();
    let path = folder.path();
    let mut boards = puzzles(3);
    let (solved, empty) = (boards[0].clone(), ".".repeat(81));
    let wrong = format!("11{}", &empty[2..]);
    boards.extend([&*empty, &wrong, "1.3.3.1.2.4..3.1", "...", "", &solved].map(str::to_owned));
    fs::write(path.join("t.csv"), format!("puzzle,id\n{},1\n", boards.join(",1\n"))).unwrap();
    let columns: [(&str, ArrayRef); 2] = [
        ("puzzle", Arc::new(StringArray::from(boards.clone()))),
        ("id", Arc::new(Int64Array::from(vec![1; boards.len()]))),
    ];
    parquet(&path.join("t.parquet"), &table(columns.into()), 100);
    for options in [
        &["hint"][..],
        &["hint", "--explain"],
        &["solve", "--search-columns"],
        &["solve", "--explain"],
        &["check", "--minimal", "--search-columns"],
        &["count", "--search-columns", "--limit", "3"],
        &["canonical", "--transform"],
        &["rate", "--method", "guesses"],
    ] {
        let [copied, text] = ["t.parquet", "t.csv"].map(|input| {
            let args = [options, &["-q", input, "-o", "o.parquet"]].concat();
            quadrille(&args).current_dir(path).output().unwrap();
            texts(&read(&path.join("o.parquet")))
        });
        assert_eq!(copied, text, "{options:?}");
        fs::remove_file(path.join("o.parquet")).unwrap();
    }
}

/// The column is not decoded, so that only what is beside the values can tell.
#[test]
fn damage_in_the_heads_of_copied_pages_is_found() {
    let folder = tempdir().unwrap();
    let path = folder.path();
    let plain = properties(20).set_dictionary_enabled(false).set_compression(Compression::UNCOMPRESSED);
    parquet_with(&path.join("i.parquet"), &nested(40), plain.build());
    let (start, _) = index(&path.join("i.parquet")).row_group(1).column(0).byte_range();
    let mut bytes = fs::read(path.join("i.parquet")).unwrap();
    bytes[start as usize] ^= 0xFF;
    fs::write(path.join("i.parquet"), bytes).unwrap();
    fs::write(path.join("o.parquet"), "before").unwrap();
    quadrille(&["solve", "-q", "i.parquet", "-o", "o.parquet"])
        .current_dir(path)
        .assert()
        .code(2)
        .stderr(contains("a page of column \"n\" is malformed, in row group 2, in rows 21 to 40"));
    assert_eq!(fs::read(path.join("o.parquet")).unwrap(), b"before");
}

#[test]
fn a_nested_column_that_would_hold_the_puzzles_is_not_passed_over() {
    let folder = tempdir().unwrap();
    let path = folder.path();
    let texts: ArrayRef = Arc::new(StringArray::from(puzzles(3)));
    parquet(&path.join("i.parquet"), &table(vec![("puzzle", floats(3)), ("other", texts)]), 10);
    quadrille(&["solve", "-q", "i.parquet", "-o", "o.parquet"]).current_dir(path).assert().code(2).stderr(
        contains("the column \"puzzle\" has values of the type List(Float64): save boards as strings"),
    );
    run(&["solve", "-q", "--column", "other", "i.parquet", "-o", "o.parquet"], path);
    assert_eq!(read(&path.join("o.parquet")).num_columns(), 4);
}

/// Not that a column has no text, which would not matter if the puzzles were found.
#[test]
fn what_is_wrong_with_a_nested_table_is_said_and_not_that_it_is_nested() {
    let folder = tempdir().unwrap();
    let path = folder.path();
    let rows = nested(40);
    let plain = || properties(20).set_dictionary_enabled(false).set_compression(Compression::UNCOMPRESSED);
    parquet_with(&path.join("i.parquet"), &rows, plain().build());
    let (start, _) = index(&path.join("i.parquet")).row_group(0).column(2).byte_range();
    let mut bytes = fs::read(path.join("i.parquet")).unwrap();
    bytes[start as usize] ^= 0xFF;
    fs::write(path.join("damaged.parquet"), bytes).unwrap();
    let cases: [(&[&str], &str); 3] = [
        (&["--column", "nope", "i.parquet"], "i.parquet: there is no column \"nope\""),
        (&["--verify-answers", "i.parquet"], "i.parquet: "),
        (&["damaged.parquet"], "a page of column \"x.list.item\" is malformed"),
    ];
    for (args, message) in cases {
        quadrille(&["solve", "-q", "-o", "o.parquet"])
            .args(args)
            .current_dir(path)
            .assert()
            .code(2)
            .stderr(contains(message).and(contains("cannot carry").not()));
        assert!(!path.join("o.parquet").exists());
    }
}

/// Bytes and lists have other rules as text, which must not depend on the size of row groups.
#[test]
fn answers_to_bytes_and_lists_do_not_depend_on_row_groups() {
    let folder = tempdir().unwrap();
    let path = folder.path();
    let some = puzzles(4);
    let digits =
        |text: &String| text.bytes().map(|symbol| symbol.saturating_sub(b'0') % 10).collect::<Vec<u8>>();
    let mixed = [digits(&some[0]), some[1].clone().into_bytes(), vec![0xFF; 81], digits(&some[2])];
    let lists =
        some.iter().map(|text| Some(digits(text).into_iter().map(|digit| Some(i32::from(digit) * 77))));
    let columns: [ArrayRef; 2] = [
        Arc::new(BinaryArray::from_iter_values(mixed)),
        Arc::new(ListArray::from_iter_primitive::<Int32Type, _, _>(lists)),
    ];
    for column in columns {
        let answers = [1, 4].map(|rows| {
            parquet(&path.join("i.parquet"), &table(vec![("puzzle", column.clone())]), rows);
            let code = run(&["rate", "-q", "i.parquet", "-o", "o.parquet"], path);
            (code, read(&path.join("o.parquet")))
        });
        assert_eq!(answers[0], answers[1], "{}", column.data_type());
    }
}

/// As a program writes lines of 81 characters to a field of 82 bytes.
#[test]
fn puzzles_in_bytes_of_a_width_that_no_board_has_are_answered_as_text() {
    let folder = tempdir().unwrap();
    let path = folder.path();
    let lines: Vec<String> = puzzles(4).iter().map(|text| format!("{text}\n")).collect();
    let column: ArrayRef = Arc::new(FixedSizeBinaryArray::try_from_iter(lines.iter()).unwrap());
    parquet(&path.join("i.parquet"), &table(vec![("puzzle", column)]), 4);
    for command in ["solve", "canonical"] {
        let (answers, code) = run(&[command, "-q", "i.parquet"], path);
        for output in ["o.parquet", "o.arrow"] {
            assert_eq!(run(&[command, "-q", "i.parquet", "-o", output], path).1, code);
            let found = read(&path.join(output));
            let beside: Vec<usize> = (1..found.num_columns()).collect();
            let found = texts(&found.project(&beside).unwrap());
            assert_eq!(found, csv_texts(&answers)[1..], "{command} {output}");
        }
    }
}

/// Some bytes are text, and later ones digits: which row is wrong depends neither on the threads nor on rows of other shards.
#[test]
fn the_first_row_with_an_error_does_not_depend_on_threads_or_shards() {
    const ROWS: usize = 6000;
    let folder = tempdir().unwrap();
    let path = folder.path();
    let texts: ArrayRef = Arc::new(StringArray::from(puzzles(ROWS)));
    let how = |row| match row {
        4679 => Some(&b"t-r123456789-c123456789-d123456789"[..]),
        4690 => Some(&b"\x01"[..]),
        _ => None,
    };
    let how: ArrayRef = Arc::new(BinaryArray::from_iter((0..ROWS).map(how)));
    parquet(&path.join("i.parquet"), &table(vec![("puzzle", texts.clone()), ("how", how)]), ROWS);
    for threads in ["1", "2", "3", "4"] {
        let command =
            ["morph", "-q", "--transform-column", "how", "i.parquet", "-t", threads, "-o", "o.parquet"];
        quadrille(&command)
            .current_dir(path)
            .assert()
            .code(2)
            .stderr(contains("row 4691: column \"how\": some"));
    }
    let mut bytes = vec![[b'.'; 82]; ROWS];
    bytes[99] = [0xFF; 82];
    let column: ArrayRef = Arc::new(FixedSizeBinaryArray::try_from_iter(bytes.iter()).unwrap());
    parquet(&path.join("i.parquet"), &table(vec![("puzzle", column)]), ROWS / 2);
    let shard = |shard| ["check", "-q", "i.parquet", "--shard", shard, "-o", "o.csv"];
    let wrong = contains(
        "row 100: column \"puzzle\": its bytes are neither digits from 0 to 9 nor text: save it as strings",
    );
    quadrille(&shard("1/2")).current_dir(path).assert().code(2).stderr(wrong);
    assert_eq!(run(&shard("2/2"), path).1, 1);
}

#[test]
fn puzzles_that_are_lists_of_strings_are_refused() {
    let folder = tempdir().unwrap();
    let path = folder.path();
    let mut lists = builder::ListBuilder::new(builder::StringBuilder::new());
    lists.append_value("1...............".chars().map(|symbol| Some(symbol.to_string())));
    parquet(&path.join("i.parquet"), &table(vec![("puzzle", Arc::new(lists.finish()))]), 1);
    for output in ["o.parquet", "o.csv"] {
        let refused =
            contains("i.parquet: the column \"puzzle\" has lists of strings: save boards as strings");
        quadrille(&["solve", "-q", "i.parquet", "-o", output])
            .current_dir(path)
            .assert()
            .code(2)
            .stderr(refused);
    }
}

/// The answers to a row group are encoded in several units, which become one chunk of each column.
#[test]
fn a_row_group_of_many_units_stays_one() {
    const ROWS: usize = 140_000;
    let folder = tempdir().unwrap();
    let path = folder.path();
    let some = puzzles(500);
    let rows: Vec<&str> = (0..ROWS).map(|row| &*some[row % 500]).collect();
    let number = Arc::new(Int32Array::from_iter_values(0..ROWS as i32));
    parquet(
        &path.join("i.parquet"),
        &table(vec![("n", number), ("puzzle", Arc::new(StringArray::from(rows)))]),
        ROWS,
    );
    run(&["solve", "-q", "--search-columns", "i.parquet", "-o", "o.parquet"], path);
    run(&["solve", "-q", "--search-columns", "i.parquet", "-o", "o.csv"], path);
    assert_eq!(group_rows(&path.join("o.parquet")), [ROWS as i64]);
    let columns = texts(&read(&path.join("o.parquet")));
    let csv = fs::read_to_string(path.join("o.csv")).unwrap();
    let names: Vec<&str> = columns.iter().map(|(name, _)| &**name).collect();
    assert_eq!(names, ["n", "puzzle", "solution", "status", "nodes", "guesses"]);
    for (row, line) in csv.lines().skip(1).enumerate() {
        let fields: Vec<&str> = columns.iter().map(|(_, values)| &*values[row]).collect();
        assert_eq!(fields.join(","), line.replace("!none", ""));
    }
    let of_column = |name| &*columns[names.iter().position(|other| *other == name).unwrap()].1;
    // The least and the greatest of all units.
    let nodes: Vec<u64> = of_column("nodes").iter().map(|text| text.parse().unwrap()).collect();
    let index = index(&path.join("o.parquet"));
    let Some(Statistics::Int64(statistics)) = index.row_group(0).column(4).statistics() else { panic!() };
    let ends = [statistics.min_opt(), statistics.max_opt()].map(|end| *end.unwrap() as u64);
    assert_eq!(ends, [*nodes.iter().min().unwrap(), *nodes.iter().max().unwrap()]);
    assert_eq!(statistics.null_count_opt(), Some(0));
    // The index of pages leads to the rows of any unit.
    let options = ArrowReaderOptions::new().with_page_index_policy(PageIndexPolicy::Required);
    for row in [0, 4_374, 4_375, 70_001, ROWS - 1] {
        let file = File::open(path.join("o.parquet")).unwrap();
        let reader = ParquetRecordBatchReaderBuilder::try_new_with_options(file, options.clone()).unwrap();
        let selection = vec![RowSelector::skip(row), RowSelector::select(1)];
        let found = reader.with_row_selection(selection.into()).build().unwrap().next().unwrap().unwrap();
        let found = texts(&found).into_iter().map(|(_, values)| values[0].clone());
        let expected = columns.iter().map(|(_, values)| values[row].clone());
        assert!(found.eq(expected), "row {row}");
    }
}

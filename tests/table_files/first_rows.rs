//! The first rows show which columns are read, and how, wherever row groups and batches end.

use crate::{
    common::quadrille,
    make::{arrow, arrow_stream, parquet, puzzles, table},
    writing::{csv_texts, read, run, texts},
};
use arrow_array::{ArrayRef, Decimal128Array, Float64Array, Int64Array, NullArray, RecordBatch, StringArray};
use arrow_ipc::writer::{IpcWriteOptions, StreamWriter};
use predicates::str::contains;
use std::{
    fs::{self, File},
    path::Path,
    sync::Arc,
};
use tempfile::tempdir;

/// Puzzles with a box of 4 × 4, whose symbols are 0 to F.
fn hexadecimal(count: usize) -> Vec<String> {
    let digit = |row: usize, column: usize| (4 * (row % 4) + row / 4 + column) % 16;
    let cell = |number: usize, cell: usize| match (cell * 7 + number).is_multiple_of(5) {
        true => '.',
        false => char::from_digit(digit(cell / 16, cell % 16) as u32, 16).unwrap().to_ascii_uppercase(),
    };
    (0..count).map(|number| (0..256).map(|at| cell(number, at)).collect()).collect()
}

fn stream(path: &Path, batches: &[RecordBatch]) {
    let mut writer = StreamWriter::try_new(File::create(path).unwrap(), &batches[0].schema()).unwrap();
    batches.iter().for_each(|batch| writer.write(batch).unwrap());
    writer.finish().unwrap();
}

/// Columns of these types hold no boards, but a morph replaces their puzzles.
#[test]
fn morphs_of_puzzles_that_are_numbers_are_written_to_tables() {
    let folder = tempdir().unwrap();
    let path = folder.path();
    // Boards of 4 × 4 as numbers, the second without a solution, the third with an empty cell.
    let numbers = [1234341221434321_i64, 1111341221434321, 2143341212344320];
    let columns: [ArrayRef; 4] = [
        Arc::new(Int64Array::from(numbers.to_vec())),
        Arc::new(Float64Array::from_iter_values(numbers.iter().map(|number| *number as f64))),
        Arc::new(Decimal128Array::from_iter_values(numbers.iter().map(|number| i128::from(*number)))),
        Arc::new(NullArray::new(3)),
    ];
    for (number, column) in columns.into_iter().enumerate() {
        let input = format!("{number}.parquet");
        parquet(&path.join(&input), &table(vec![("puzzle", column)]), 2);
        for args in [&["morph", "--seed", "3"][..], &["canonical"], &["solve"]] {
            for output in ["o.parquet", "o.arrow", "o.csv"] {
                run(&[args, &["-q", &input, "-o", output]].concat(), path);
            }
            let found = texts(&read(&path.join("o.parquet")));
            assert_eq!(found, texts(&read(&path.join("o.arrow"))), "{args:?}");
            if number == 0 {
                assert_eq!(found, csv_texts(&fs::read_to_string(path.join("o.csv")).unwrap()), "{args:?}");
            }
        }
    }
}

#[test]
fn symbols_are_found_in_the_first_rows_whatever_the_batches() {
    let folder = tempdir().unwrap();
    let path = folder.path();
    let all = table(vec![("puzzle", Arc::new(StringArray::from(hexadecimal(20))))]);
    parquet(&path.join("whole.parquet"), &all, 100);
    parquet(&path.join("one.parquet"), &all, 1);
    arrow(&path.join("one.arrow"), &all, 1, IpcWriteOptions::default());
    arrow_stream(&path.join("one.arrows"), &all, 1);
    stream(&path.join("empty.arrows"), &[all.slice(0, 0), all.slice(0, 0), all.clone()]);
    for command in ["solve", "count", "check"] {
        let (expected, _) = run(&[command, "-q", "whole.parquet"], path);
        assert!(expected.lines().count() > 20);
        for name in ["one.parquet", "one.arrow", "one.arrows", "empty.arrows"] {
            assert_eq!(run(&[command, "-q", name], path).0, expected, "{command} {name}");
        }
    }
}

#[test]
fn puzzles_are_found_beyond_a_row_group_that_has_none() {
    let folder = tempdir().unwrap();
    let path = folder.path();
    let rows = puzzles(12);
    let some: StringArray = rows.iter().enumerate().map(|(row, text)| (row >= 5).then_some(text)).collect();
    let all = table(vec![("a", Arc::new(Int64Array::from_iter_values(0..12))), ("b", Arc::new(some))]);
    for group in [100, 5, 1] {
        let name = format!("{group}.parquet");
        parquet(&path.join(&name), &all, group);
        quadrille(&["solve", "-q", &name, "-o", "o.parquet"]).current_dir(path).assert().code(1);
        quadrille(&["solve", "-q", &name, "-o", "o.csv"]).current_dir(path).assert().code(1);
        let found = texts(&read(&path.join("o.parquet")));
        assert_eq!(found, csv_texts(&fs::read_to_string(path.join("o.csv")).unwrap()), "{group}");
        let solutions = found.iter().find(|(name, _)| name == "solution").unwrap();
        assert_eq!(solutions.1.iter().filter(|text| !text.is_empty()).count(), 7, "{group}");
    }
}

#[test]
fn the_rows_before_damage_in_a_stream_are_answered() {
    let folder = tempdir().unwrap();
    let path = folder.path();
    let all = table(vec![("puzzle", Arc::new(StringArray::from(puzzles(30))))]);
    arrow_stream(&path.join("i.arrows"), &all, 10);
    let bytes = fs::read(path.join("i.arrows")).unwrap();
    // In the second batch, though more rows than the first one has show the columns.
    fs::write(path.join("cut.arrows"), &bytes[..bytes.len() / 2]).unwrap();
    let (expected, _) = run(&["solve", "-q", "i.arrows"], path);
    let found = quadrille(&["solve", "-q", "cut.arrows"]).current_dir(path).assert().code(2);
    let found = String::from_utf8(found.stderr(contains("cut.arrows")).get_output().stdout.clone()).unwrap();
    let rows: Vec<&str> = expected.lines().take(found.lines().count()).collect();
    assert_eq!(found.lines().collect::<Vec<_>>(), rows);
    assert!(found.lines().count() >= 10, "{found}");
}

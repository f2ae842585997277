//! Tables as inputs.

use crate::{
    common::quadrille,
    make::{self, arrow, arrow_stream, cells, npy, parquet, puzzles, table, usual, usual_csv},
};
use arrow_array::{ArrayRef, Int32Array, ListArray, RecordBatch, StringArray, types::Int32Type};
use arrow_ipc::{CompressionType, writer::IpcWriteOptions};
use predicates::str::contains;
use std::{collections::HashSet, fs, path::Path, sync::Arc};
use tempfile::{TempDir, tempdir};

/// The output of the command, and its exit code.
fn run(args: &[&str], folder: &Path) -> (String, String, i32) {
    let output = quadrille(args).current_dir(folder).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (text(output.stdout), text(output.stderr), output.status.code().unwrap())
}

fn zstd() -> IpcWriteOptions {
    IpcWriteOptions::default().try_with_compression(Some(CompressionType::ZSTD)).unwrap()
}

/// As in csv: `tests/command/tables.rs`.
#[test]
fn answers_to_verify_that_may_be_in_several_columns_are_refused_in_tables() {
    let folder = tempdir().unwrap();
    let text = || -> ArrayRef { Arc::new(StringArray::from(puzzles(3))) };
    let all = table(vec![("puzzle", text()), ("solution", text()), ("id", text()), ("answer", text())]);
    parquet(&folder.path().join("t.parquet"), &all, 30);
    arrow(&folder.path().join("t.arrow"), &all, 40, IpcWriteOptions::default());
    for name in ["t.parquet", "t.arrow"] {
        for output in [&[][..], &["-o", "o.parquet"]] {
            let args = [&["check", "-q", "--verify-answers", name], output].concat();
            let says = "the answers to verify may be in any of the columns solution, answer";
            let says = format!("quadrille: {name}: {says}; choose one, as in --solution-column solution\n");
            assert_eq!(run(&args, folder.path()), (String::new(), says, 2));
            assert!(!folder.path().join("o.parquet").exists());
            let (_, errors, code) =
                run(&[&args[..], &["--solution-column", "answer"]].concat(), folder.path());
            assert!(code == 1 && errors.contains("the answer in the record is wrong"), "{errors}");
            let _ = fs::remove_file(folder.path().join("o.parquet"));
        }
    }
}

/// The same puzzles in every kind of file.
fn same_puzzles(count: usize) -> TempDir {
    let folder = tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let all = usual(count);
    fs::write(at("t.csv"), usual_csv(count)).unwrap();
    parquet(&at("t.parquet"), &all, 30);
    arrow(&at("t.arrow"), &all, 40, IpcWriteOptions::default());
    arrow(&at("t.feather"), &all, 1000, zstd());
    arrow_stream(&at("t.arrows"), &all, 17);
    folder
}

const TABLES: [&str; 4] = ["t.parquet", "t.arrow", "t.feather", "t.arrows"];

#[test]
fn every_command_answers_a_table_as_the_same_csv() {
    let folder = same_puzzles(200);
    let commands: [&[&str]; 13] = [
        &["solve"],
        &["solve", "--column", "puzzle"],
        &["solve", "--no-mmap", "--threads", "1"],
        &["solve", "--output-format", "line"],
        &["check"],
        &["count", "--limit", "3"],
        &["hint"],
        &["canonical"],
        &["rate"],
        &["morph", "--seed", "5", "--copies", "2"],
        &["dedup"],
        &["select", "--number", "7", "--seed", "1"],
        &["select", "--givens", "30..", "--sort", "givens", "--descending"],
    ];
    for command in commands {
        let (expected, _, code) = run(&[command, &["-q", "t.csv"][..]].concat(), folder.path());
        assert!(expected.len() > 100, "{command:?}");
        for name in TABLES {
            let (got, errors, got_code) = run(&[command, &["-q", name][..]].concat(), folder.path());
            assert_eq!(got, expected, "{command:?} {name}: {errors}");
            assert_eq!(got_code, code, "{command:?} {name}");
        }
    }
}

/// Boards larger than 9×9, with duplicates, against a plain set of their texts.
#[test]
fn boards_of_12x12_and_16x16_are_compared_by_text_in_tables() {
    let folder = tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let [twelve, sixteen] =
        [include_str!("../../datasets/12x12.txt"), include_str!("../../datasets/16x16.txt")];
    let distinct: Vec<_> = twelve.lines().zip(sixteen.lines()).flat_map(|(a, b)| [a, b]).collect();
    let boards: Vec<_> = (0..3000).map(|n| distinct[n * 7919 % (n + 1) % distinct.len()]).collect();
    let ids = Int32Array::from_iter_values(0..boards.len() as i32);
    let all = table(vec![
        ("id", Arc::new(ids)),
        ("puzzle", Arc::new(StringArray::from(boards.clone())) as ArrayRef),
    ]);
    parquet(&at("t.parquet"), &all, 500);
    arrow(&at("t.arrow"), &all, 400, IpcWriteOptions::default());
    let mut seen = HashSet::new();
    let kept = boards.iter().enumerate().filter(|(_, board)| seen.insert(**board));
    let kept: String = kept.map(|(n, board)| format!("{n},{board}\n")).collect();
    fs::write(at("test.txt"), twelve.lines().next().unwrap()).unwrap();
    let rows = (0..).zip(&boards).filter(|(_, board)| **board == twelve.lines().next().unwrap());
    let rows: Vec<u32> = rows.map(|(n, _)| n + 1).collect();
    assert!(rows.len() > 1 && seen.len() < 1000);
    for name in ["t.parquet", "t.arrow"] {
        for options in [&["-t", "1"][..], &["-t", "3"], &["-t", "2", "--memory", "1M"]] {
            let args = [&["dedup", "-q", name, "--equal-by", "text"], options].concat();
            assert_eq!(
                run(&args, folder.path()),
                (format!("id,puzzle\n{kept}"), String::new(), 0),
                "{args:?}"
            );
        }
        let (out, error, _) =
            run(&["dedup", "-q", name, "--equal-by", "text", "-o", "o.parquet"], folder.path());
        assert_eq!((&*out, &*error), ("", ""));
        let (kept_rows, _, _) = run(&["dedup", "-q", "o.parquet", "--equal-by", "text"], folder.path());
        assert_eq!(kept_rows, format!("id,puzzle\n{kept}"));
        let places: Vec<_> = rows.iter().map(|row| format!("{name}:{row}")).collect();
        let expected = format!("record,matches,equals\ntest.txt:1,{},{}\n", rows.len(), places.join(" "));
        let leak = run(&["leak", "-q", "test.txt", "--against", name, "--equal-by", "text"], folder.path());
        assert_eq!(leak, (expected, String::new(), 1));
        // By symmetry, each row is refused by itself, and kept.
        let (out, error, code) = run(&["dedup", "-q", name], folder.path());
        assert_eq!((out.lines().count(), code), (3001, 1));
        assert!(error.starts_with(&format!("quadrille: {name}: row 1: boards of ")), "{error}");
        assert!(error.contains("quadrille: use --equal-by text to compare the givens"), "{error}");
    }
}

#[test]
fn tables_are_compared_with_each_other() {
    let folder = same_puzzles(40);
    for name in TABLES {
        let (expected, _, _) = run(&["leak", "-q", "t.csv", "--against", "t.csv"], folder.path());
        let (got, errors, _) = run(&["leak", "-q", name, "--against", "t.csv"], folder.path());
        let expected: Vec<_> =
            expected.lines().map(|line| line.split(',').nth(1).map(str::to_owned)).collect();
        let got: Vec<_> = got.lines().map(|line| line.split(',').nth(1).map(str::to_owned)).collect();
        assert_eq!(got, expected, "{name}: {errors}");
    }
}

#[test]
fn a_stream_is_read_from_standard_input_and_other_tables_are_not() {
    let folder = same_puzzles(100);
    let (expected, _, _) = run(&["solve", "-q", "t.csv"], folder.path());
    let stream = fs::read(folder.path().join("t.arrows")).unwrap();
    quadrille(&["solve", "-q", "-"]).write_stdin(stream).assert().success().stdout(expected);
    for name in ["t.parquet", "t.arrow"] {
        let bytes = fs::read(folder.path().join(name)).unwrap();
        let error = contains("can only be read from a file").and(contains("name"));
        quadrille(&["solve", "-"]).write_stdin(bytes).assert().code(2).stdout("").stderr(error);
    }
}

use predicates::prelude::PredicateBooleanExt;

#[test]
fn shards_are_of_whole_row_groups_and_have_all_rows() {
    let folder = same_puzzles(200);
    let (whole, _, _) = run(&["solve", "-q", "t.csv"], folder.path());
    for name in ["t.parquet", "t.arrow"] {
        let (mut all, mut sizes) = (String::new(), Vec::new());
        for shard in ["1/3", "2/3", "3/3"] {
            let (part, errors, code) = run(&["solve", "-q", "--shard", shard, name], folder.path());
            assert_eq!(code, 0, "{errors}");
            sizes.push(part.lines().count());
            all += &part;
        }
        assert_eq!(all, whole, "{name}");
        assert!(sizes.iter().all(|size| *size > 30), "{sizes:?}");
    }
    let (_, errors, code) = run(&["solve", "--shard", "1/2", "t.arrows"], folder.path());
    assert_eq!((code, errors.contains("cannot shard an input that is a stream")), (2, true), "{errors}");
}

#[test]
fn a_run_over_a_table_is_not_resumed() {
    let folder = same_puzzles(20);
    let (_, errors, code) = run(&["solve", "--resume", "-o", "out.csv", "t.parquet"], folder.path());
    assert_eq!(code, 2);
    assert!(errors.contains("t.parquet: cannot resume a run over a table"), "{errors}");
}

#[test]
fn messages_name_rows() {
    let folder = tempdir().unwrap();
    let mut rows = puzzles(100);
    rows[60] = "123".into();
    // A row of two lines before it.
    let note = |row: usize| if row == 10 { "a\nb" } else { "c" };
    let notes: ArrayRef = Arc::new(StringArray::from_iter_values((0..100).map(note)));
    let all = table(vec![("puzzle", Arc::new(StringArray::from(rows))), ("note", notes)]);
    parquet(&folder.path().join("x.parquet"), &all, 30);
    arrow_stream(&folder.path().join("x.arrows"), &all, 30);
    for name in ["x.parquet", "x.arrows"] {
        let (_, errors, code) = run(&["solve", name], folder.path());
        assert!(errors.contains(&format!("{name}: row 61: expected 16")), "{errors}");
        assert_eq!(code, 1);
    }
    let (_, errors, _) = run(&["solve", "--shard", "2/2", "x.parquet"], folder.path());
    assert!(errors.contains("x.parquet: row 61: expected 16"), "{errors}");
}

#[test]
fn nulls_are_like_empty_fields_and_every_row_has_an_answer() {
    let folder = tempdir().unwrap();
    let rows = [None, Some(puzzles(1)[0].clone()), None, Some(String::new())];
    let puzzle: ArrayRef = Arc::new(StringArray::from_iter(rows));
    let numbers: ArrayRef = Arc::new(Int32Array::from(vec![Some(1), None, None, Some(4)]));
    let path = folder.path().join("x.parquet");
    parquet(&path, &table(vec![("puzzle", puzzle.clone()), ("n", numbers)]), 2);
    let two = make::solved(&path).unwrap();
    let starts: Vec<&str> = two.lines().map(|line| &line[..4]).collect();
    assert_eq!(starts, ["puzz", ",1,\"", &puzzles(1)[0][..4], ",,\"!", "\"\",4"], "{two}");
    parquet(&path, &table(vec![("puzzle", puzzle)]), 2);
    let one = make::solved(&path).unwrap();
    assert_eq!((one.lines().count(), one.matches("invalid").count()), (5, 6), "{one}");
}

#[test]
fn tables_without_rows_have_a_header() {
    let folder = tempdir().unwrap();
    let empty = usual(5).slice(0, 0);
    let path = |name: &str| folder.path().join(name);
    parquet(&path("x.parquet"), &empty, 30);
    arrow(&path("x.arrow"), &empty, 9, IpcWriteOptions::default());
    arrow_stream(&path("x.arrows"), &empty, 9);
    for name in ["x.parquet", "x.arrow", "x.arrows"] {
        assert_eq!(make::solved(&path(name)).unwrap(), "id,puzzle,rating,solution,status\n", "{name}");
    }
    npy(&path("x.npy"), "|u1", "(0, 81)", &[]);
    assert_eq!(make::solved(&path("x.npy")).unwrap(), "puzzle,solution,status\n");
}

#[test]
fn arrays_of_numpy_are_read_in_every_type_of_integers() {
    let folder = tempdir().unwrap();
    let (path, cells) = (folder.path().join("x.npy"), cells(&puzzles(50)));
    npy(&path, "|u1", "(50, 81)", &cells);
    let expected = make::solved(&path).unwrap();
    assert_eq!((expected.lines().count(), expected.matches(",solved").count()), (51, 50));
    let wide = |width: usize, is_big: bool| -> Vec<u8> {
        let value = |cell: &u8| {
            let mut bytes = vec![0; width];
            bytes[if is_big { width - 1 } else { 0 }] = *cell;
            bytes
        };
        cells.iter().flat_map(value).collect()
    };
    for (descr, width) in [("|i1", 1), ("<i2", 2), ("<u4", 4), ("<i8", 8)] {
        npy(&path, descr, "(50, 9, 9)", &wide(width, false));
        assert_eq!(make::solved(&path).unwrap(), expected, "{descr}");
    }
    for (descr, width) in [(">u2", 2), (">i4", 4), (">u8", 8)] {
        npy(&path, descr, "(50, 81)", &wide(width, true));
        assert_eq!(make::solved(&path).unwrap(), expected, "{descr}");
    }
    npy(&path, "|u1", "(1, 16)", &[1, 2, 3, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    assert!(make::solved(&path).unwrap().contains(",solved"));
}

#[test]
fn what_cannot_be_read_is_said_in_one_line() {
    let folder = tempdir().unwrap();
    let says = |name: &str, text: &str| {
        let (out, errors, code) = run(&["solve", name], folder.path());
        assert!(errors.contains(text), "{name}: {errors}");
        assert_eq!((out.as_str(), errors.lines().count(), code), ("", 1, 2), "{name}: {errors}");
    };
    let path = |name: &str| folder.path().join(name);
    npy(&path("float.npy"), "<f8", "(1, 81)", &[0; 648]);
    says("float.npy", "its values are of type <f8");
    npy(&path("shape.npy"), "|u1", "(81,)", &[0; 81]);
    says("shape.npy", "its shape is (81)");
    npy(&path("no-board.npy"), "|u1", "(1, 80)", &[0; 80]);
    says("no-board.npy", "its shape is (1, 80)");
    for name in ["empty.parquet", "empty.feather", "empty.npy"] {
        fs::write(path(name), "").unwrap();
        says(name, "it is empty");
    }
    npy(&path("short.npy"), "|u1", "(2, 81)", &[0; 161]);
    says("short.npy", "values are missing");
    npy(&path("huge.npy"), "|u1", "(9223372036854775807, 81)", &[0; 81]);
    says("huge.npy", "values are missing");
    parquet(&path("none.parquet"), &table(vec![("n", Arc::new(Int32Array::from(vec![1])))]), 9);
    says(
        "none.parquet",
        "none.parquet: is a table with columns n, and none of them is known to hold puzzles; if one of them has the puzzles",
    );
    let packed = flate2_free_gzip(&fs::read(path("none.parquet")).unwrap());
    fs::write(path("x.parquet.gz"), packed).unwrap();
    says("x.parquet.gz", "it is a Parquet table that was compressed as a whole");
    fs::write(path("x.feather"), b"FEA1\0\0\0\0").unwrap();
    says("x.feather", "first version");
    let (_, errors, code) = run(&["solve", "--format", "grid", "none.parquet"], folder.path());
    assert_eq!((code, errors.contains("it is a table, which cannot be read as grid")), (2, true), "{errors}");
    let (_, errors, code) = run(&["cover", "none.parquet"], folder.path());
    assert_eq!((code, errors.contains("it is a table, and a text is needed here")), (2, true), "{errors}");
}

/// A gzip file of stored blocks.
fn flate2_free_gzip(bytes: &[u8]) -> Vec<u8> {
    let mut packed = vec![0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255, 1];
    packed.extend((bytes.len() as u16).to_le_bytes());
    packed.extend((!(bytes.len() as u16)).to_le_bytes());
    packed.extend(bytes);
    packed.extend([0; 4]);
    packed.extend((bytes.len() as u32).to_le_bytes());
    packed
}

/// Names that a csv file would not be recognized by.
#[test]
fn headers_are_taken_as_they_are() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("x.parquet");
    let column = |name: &str| -> RecordBatch {
        let all: ArrayRef = Arc::new(StringArray::from(puzzles(20)));
        table(vec![(name, all), ("b", Arc::new(Int32Array::from_iter_values(0..20)))])
    };
    for (name, header) in
        [("0", "0,b"), ("a;b\tc", "a;b\tc,b"), ("a,b", "\"a,b\",b"), ("", "\"\",b"), (&puzzles(1)[0], "")]
    {
        parquet(&path, &column(name), 9);
        let answers = make::solved(&path).unwrap();
        assert!(answers.starts_with(header) && answers.matches(",solved").count() == 20, "{name}: {answers}");
    }
}

#[test]
fn large_row_groups_are_divided_among_decoders() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("x.parquet");
    let (puzzle, count) = (&puzzles(1)[0], 300_000);
    let numbers: ArrayRef = Arc::new(Int32Array::from_iter_values(0..count));
    let all: ArrayRef = Arc::new(StringArray::from_iter_values((0..count).map(|_| puzzle)));
    parquet(&path, &table(vec![("n", numbers), ("puzzle", all)]), 1 << 20);
    let answers = make::solved(&path).unwrap();
    let numbers = answers.lines().skip(1).map(|line| line.split(',').next().unwrap().parse::<i32>().unwrap());
    assert!(numbers.eq(0..count));
}

#[test]
fn a_list_with_a_number_of_two_digits_is_not_a_small_board() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("x.parquet");
    let mut values: Vec<i32> = cells(&puzzles(1)).iter().map(|cell| i32::from(*cell)).collect();
    values.truncate(80);
    values[0] = 10;
    let list = ListArray::from_iter_primitive::<Int32Type, _, _>([Some(values.into_iter().map(Some))]);
    parquet(&path, &table(vec![("puzzle", Arc::new(list))]), 9);
    let answers = make::solved(&path).unwrap();
    assert!(answers.trim_end().ends_with(",invalid"), "{answers}");
    assert!(answers.contains("256 or 625 cells, found 80"), "{answers}");
}

/// A few bytes of a file may encode gigabytes of text: 16,000 times a string of 100,000 bytes. A unit was made text as a whole.
#[cfg(unix)]
#[test]
fn long_values_that_are_repeated_take_little_memory() {
    const ROWS: usize = 16_000;
    let folder = tempdir().unwrap();
    let path = folder.path();
    let long = StringArray::from(vec!["x".repeat(100_000)]);
    let keys = arrow_array::Int32Array::from(vec![0; ROWS]);
    let long: ArrayRef = Arc::new(arrow_array::DictionaryArray::new(keys, Arc::new(long)));
    let puzzle = StringArray::from_iter_values(std::iter::repeat_n(&puzzles(1)[0], ROWS));
    let rows = table(vec![("puzzle", Arc::new(puzzle)), ("x", long)]);
    parquet(&path.join("t.parquet"), &rows, ROWS);
    arrow(&path.join("t.arrow"), &rows, ROWS, IpcWriteOptions::default());
    arrow_stream(&path.join("t.arrows"), &rows, ROWS);
    let program = assert_cmd::cargo::cargo_bin!("quadrille");
    for name in ["t.parquet", "t.arrow", "t.arrows"] {
        assert!(fs::metadata(path.join(name)).unwrap().len() < 4 << 20, "{name}");
        let script = format!("ulimit -v 1500000; \"$0\" check -q --threads 1 {name} | wc -c");
        let out =
            std::process::Command::new("sh").args(["-c", &script]).arg(program).current_dir(path).output();
        let out = out.unwrap();
        assert_eq!(String::from_utf8_lossy(&out.stderr), "", "{name}");
        let bytes: usize = String::from_utf8(out.stdout).unwrap().trim().parse().unwrap();
        assert!(bytes > ROWS * 100_000, "{name}: {bytes}");
    }
}

//! Columns that are carried take little room: in memory, and in the output.

use crate::{
    common::quadrille,
    make::{arrow, arrow_stream, parquet, puzzles, table},
    writing::{read, run},
};
use arrow_array::{
    builder::{Int64Builder, ListViewBuilder},
    cast::AsArray,
    types::*,
    *,
};
use arrow_ipc::writer::IpcWriteOptions;
use arrow_schema::{DataType, Field, Fields};
use predicates::str::contains;
use std::{fs, process::Command, sync::Arc};
use tempfile::tempdir;

const ROWS: usize = 10_000;

fn structs(of: ArrayRef) -> ArrayRef {
    let fields = Fields::from(vec![Field::new("s", of.data_type().clone(), true)]);
    Arc::new(StructArray::new(fields, vec![of], None))
}

fn list_views() -> ArrayRef {
    let mut lists = ListViewBuilder::new(Int64Builder::new());
    for row in 0..ROWS {
        lists.values().append_slice(&[row as i64, 7][..row % 3 % 2 + 1]);
        lists.append(row % 4 != 3);
    }
    Arc::new(lists.finish())
}

/// Each part of a batch had the values of all of it.
#[test]
fn views_within_other_types_are_written_with_their_own_values_alone() {
    let folder = tempdir().unwrap();
    let path = folder.path();
    let puzzles: ArrayRef = Arc::new(StringArray::from(puzzles(ROWS)));
    let texts = StringViewArray::from_iter_values((0..ROWS).map(|row| format!("{row:0100}")));
    for values in [structs(Arc::new(texts)), list_views(), structs(list_views())] {
        let rows = table(vec![("puzzle", puzzles.clone()), ("v", values.clone())]);
        arrow(&path.join("i.arrow"), &rows, ROWS, IpcWriteOptions::default());
        for command in [&["solve"][..], &["select", "--number", "9000"]] {
            run(&[command, &["-q", "i.arrow", "-o", "o.arrow"]].concat(), path);
            let size = |name| fs::metadata(path.join(name)).unwrap().len();
            assert!(size("o.arrow") < 3 * size("i.arrow"), "{command:?} {}", values.data_type());
        }
        run(&["solve", "-q", "i.arrow", "-o", "o.arrow"], path);
        assert_eq!(read(&path.join("o.arrow")).column(1), &values);
    }
}

/// It was refused: the morphs had no dictionary.
#[test]
fn puzzles_of_a_dictionary_are_morphed_into_one() {
    let folder = tempdir().unwrap();
    let path = folder.path();
    let words: DictionaryArray<Int32Type> = puzzles(20).iter().map(|puzzle| Some(&**puzzle)).collect();
    let plain: StringArray = puzzles(20).into_iter().map(Some).collect();
    arrow_stream(&path.join("i.arrows"), &table(vec![("puzzle", Arc::new(words.clone()))]), 7);
    arrow_stream(&path.join("p.arrows"), &table(vec![("puzzle", Arc::new(plain))]), 7);
    for output in ["o.arrows", "o.parquet", "o.arrow"] {
        let morphed = |input: &str| {
            run(&["morph", "-q", "--seed", "1", input, "-o", output], path);
            let morphs = read(&path.join(output)).column_by_name("puzzle").unwrap().clone();
            arrow_cast::cast(&morphs, &DataType::Utf8).unwrap()
        };
        assert_eq!(&morphed("i.arrows"), &morphed("p.arrows"), "{output}");
        if output != "o.arrow" {
            run(&["morph", "-q", "--seed", "1", "i.arrows", "-o", output], path);
            assert_eq!(read(&path.join(output)).column(0).data_type(), words.data_type(), "{output}");
        }
    }
}

/// Programs name the items of lists `item` or `element`. The inputs were refused.
#[test]
fn lists_whose_items_have_other_names_are_merged() {
    let folder = tempdir().unwrap();
    let path = folder.path();
    let lists = |item: &str, nullable: bool| -> ArrayRef {
        let field = Arc::new(Field::new(item, DataType::Int32, nullable));
        let offsets = arrow_buffer::OffsetBuffer::from_lengths([1, 0, 2]);
        structs(Arc::new(ListArray::new(field, offsets, Arc::new(Int32Array::from(vec![4, 5, 6])), None)))
    };
    for (name, of_list) in [("a", lists("item", true)), ("b", lists("element", false))] {
        let rows = table(vec![("puzzle", Arc::new(StringArray::from(puzzles(3)))), ("v", of_list)]);
        parquet(&path.join(format!("{name}.parquet")), &rows, 10);
        arrow(&path.join(format!("{name}.arrow")), &rows, 10, IpcWriteOptions::default());
    }
    for inputs in [["a.arrow", "b.parquet"], ["b.arrow", "a.arrow"], ["a.parquet", "b.parquet"]] {
        for output in ["o.arrow", "o.parquet"] {
            run(&[&["solve", "-q"], &inputs[..], &["-o", output]].concat(), path);
            let batch = read(&path.join(output));
            let lists = batch.column(1).as_struct().column(0).as_list::<i32>();
            let numbers = lists.values().as_primitive::<Int32Type>();
            assert_eq!((lists.len(), numbers.values().to_vec()), (6, vec![4, 5, 6, 4, 5, 6]), "{inputs:?}");
        }
    }
}

/// Row groups of a few rows were decoded into room for thousands, and the longest values of a dictionary were repeated in the
/// rows that are looked at before the run.
#[test]
fn small_row_groups_and_long_values_of_dictionaries_take_little_memory() {
    let folder = tempdir().unwrap();
    let path = folder.path();
    let column: ArrayRef = Arc::new(Int64Array::from_iter_values(0..2 * ROWS as i64));
    let names: Vec<String> = (0..60).map(|number| format!("c{number}")).collect();
    let mut columns: Vec<(&str, ArrayRef)> = names.iter().map(|name| (&**name, column.clone())).collect();
    columns.push(("puzzle", Arc::new(StringArray::from(puzzles(2 * ROWS)))));
    parquet(&path.join("groups.parquet"), &table(columns), 20);
    let words = ["x", "y"].map(|letter| letter.repeat(16 << 20));
    let words: DictionaryArray<Int32Type> = (0..400).map(|row| Some(&*words[row % 2])).collect();
    let rows = table(vec![("puzzle", Arc::new(StringArray::from(puzzles(400)))), ("d", Arc::new(words))]);
    arrow(&path.join("long.arrow"), &rows, 400, IpcWriteOptions::default());
    for (input, kept) in [("groups.parquet", "unique"), ("long.arrow", "multiple")] {
        let command = format!("check -q --threads 1 --only {kept} {input} -o o.arrow");
        let out = Command::new("sh")
            .args(["-c", &format!("ulimit -v 900000; exec \"$0\" {command}")])
            .arg(assert_cmd::cargo::cargo_bin!("quadrille"))
            .current_dir(path)
            .output()
            .unwrap();
        let error = String::from_utf8_lossy(&out.stderr);
        assert!(out.status.code().is_some_and(|code| code < 2), "{input}: {error}");
    }
}

/// The message named the column with the numbers of the rows too, which the file does not have.
#[test]
fn a_table_without_puzzles_is_refused_with_the_names_of_its_own_columns() {
    let folder = tempdir().unwrap();
    let path = folder.path();
    let numbers: ArrayRef = Arc::new(Int64Array::from(vec![1, 2]));
    let rows = table(vec![("a", numbers.clone()), ("z", numbers)]);
    parquet(&path.join("i.parquet"), &rows, 10);
    arrow_stream(&path.join("i.arrows"), &rows, 10);
    for input in ["i.parquet", "i.arrows"] {
        for output in ["o.parquet", "o.arrow"] {
            quadrille(&["solve", "-q", input, "-o", output])
                .current_dir(path)
                .assert()
                .code(2)
                .stderr(contains("is a table with columns a, z, and none of them is known to hold puzzles"));
        }
    }
}

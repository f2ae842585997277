//! Csv as tables: text has no types.

use crate::{
    common::quadrille,
    make::{arrow, puzzles, table},
    writing::{read, run, texts, type_of},
};
use arrow_array::{
    ArrayRef, BinaryArray, Decimal128Array, Float32Array, StringArray, cast::AsArray, types::Float64Type,
};
use arrow_ipc::writer::IpcWriteOptions;
use arrow_schema::DataType;
use predicates::str::contains;
use std::{fs, sync::Arc};
use tempfile::tempdir;

#[test]
fn numbers_of_csv_are_numbers_in_tables() {
    let folder = tempdir().unwrap();
    let path = folder.path();
    let [one, two] = [puzzles(2)[0].clone(), puzzles(2)[1].clone()];
    let csv = format!("id,puzzle,rating,name,none\n1,{one},2.5,007,\n2,{two},3,12,\n");
    fs::write(path.join("t.csv"), csv).unwrap();
    for output in ["o.parquet", "o.arrow"] {
        run(&["solve", "-q", "t.csv", "-o", output], path);
        let solved = read(&path.join(output));
        let types = ["id", "puzzle", "rating", "name", "none"].map(|name| type_of(&solved, name));
        assert_eq!(
            types,
            [DataType::Int64, DataType::Utf8, DataType::Float64, DataType::Utf8, DataType::Utf8]
        );
        let ratings = solved.column_by_name("rating").unwrap().as_primitive::<Float64Type>();
        assert_eq!(ratings.values(), &[2.5, 3.0]);
    }
}

/// Rows after those that say the types were read by other rules: `007` became 7, and ` 8` 8.
#[test]
fn a_late_value_of_csv_that_is_not_a_number_is_not_changed() {
    let folder = tempdir().unwrap();
    let path = folder.path();
    let rows = "1,1...3..2..4.4..1\n".repeat(65_536);
    for (late, output) in [
        ("007", "o.parquet"),
        ("+5", "o.arrow"),
        (" 8", "o.arrow"),
        ("1234567890123456", "o.arrow"),
        ("x", "o.arrow"),
    ] {
        fs::write(path.join("t.csv"), format!("x,puzzle\n{rows}{late},1...3..2..4.4..1\n")).unwrap();
        let refused = quadrille(&["solve", "-q", "t.csv", "-o", output]).current_dir(path).output().unwrap();
        let message = String::from_utf8(refused.stderr).unwrap();
        assert_eq!(refused.status.code(), Some(2), "{late}");
        let what = format!("row 65537: column \"x\": {late:?} is not a whole number of at most 15 digits");
        assert!(message.contains(&what), "{message}");
        assert!(!path.join(output).exists());
        run(&["solve", "-q", "t.csv", "--text-columns", "-o", output], path);
        let solved = read(&path.join(output));
        let kept = solved.column_by_name("x").unwrap().as_string::<i32>();
        assert_eq!((kept.value(0), kept.value(65_536)), ("1", late));
        fs::remove_file(path.join(output)).unwrap();
    }
}

#[test]
fn text_columns_are_for_tables() {
    quadrille(&["solve", "-q", "--text-columns", "1...3..2..4.4..1"])
        .assert()
        .code(2)
        .stderr(contains("must be Parquet or Arrow"));
}

/// They were accepted, and had no effect.
#[test]
fn text_columns_of_numpy_arrays_are_refused() {
    let folder = tempdir().unwrap();
    let path = folder.path();
    fs::write(path.join("t.csv"), "x,puzzle\n1,1...3..2..4.4..1\n").unwrap();
    for args in [
        &["solve", "--text-columns", "-o", "x.npy"][..],
        &["solve", "--text-columns", "--output-format", "npy", "-o", "x"],
        &["select", "--text-columns", "--split", "1/1", "-o", "x.npy", "-o", "y.npy"],
    ] {
        let out = quadrille(&[args, &["-q", "t.csv"]].concat()).current_dir(path).assert();
        out.code(2).stderr(contains("must be Parquet or Arrow"));
        assert_eq!(fs::read_dir(path).unwrap().count(), 1);
    }
}

/// The types of tables were forgotten beside csv: strings of digits became numbers, and bytes doubles.
#[test]
fn a_table_beside_csv_keeps_its_values() {
    let folder = tempdir().unwrap();
    let path = folder.path();
    let floats: ArrayRef = Arc::new(Float32Array::from(vec![0.1, 16777216.0]));
    let words: ArrayRef = Arc::new(StringArray::from(vec!["1", "2.50"]));
    let decimals = Decimal128Array::from(vec![150, 7]).with_precision_and_scale(5, 2).unwrap();
    let decimals: ArrayRef = Arc::new(decimals);
    let digits: ArrayRef = Arc::new(BinaryArray::from(vec![&[1u8, 2][..], &[0]]));
    for (csv, values) in
        [("x,puzzle\n3,..\n", ["0.1", "1.50", "2.50"]), ("x,puzzle\nz,..\n", ["0.1", "1.50", "2.50"])]
    {
        fs::write(path.join("d.csv"), csv).unwrap();
        for order in [["d.csv", "t.arrow"], ["t.arrow", "d.csv"]] {
            let beside = |x: &ArrayRef| {
                let puzzles: ArrayRef = Arc::new(StringArray::from(puzzles(2)));
                arrow(
                    &path.join("t.arrow"),
                    &table(vec![("x", x.clone()), ("puzzle", puzzles)]),
                    10,
                    IpcWriteOptions::default(),
                );
                let out = quadrille(&[&["solve", "-q"], &order[..], &["-o", "o.arrow"]].concat());
                { out }.current_dir(path).output().unwrap()
            };
            for (x, value) in [&floats, &decimals, &words].into_iter().zip(values) {
                assert!(beside(x).status.code() < Some(2));
                let found = read(&path.join("o.arrow"));
                assert_eq!(type_of(&found, "x"), DataType::Utf8);
                let found = texts(&found)[0].1.clone();
                assert!(found.iter().any(|text| text == value), "{found:?}");
            }
            let refused = beside(&digits);
            assert_eq!(refused.status.code(), Some(2));
            assert!(
                String::from_utf8_lossy(&refused.stderr).contains("digits from 0 to 9 in one input and text")
            );
        }
    }
}

/// A row with too many fields after lines: its last field was read as the answer.
#[test]
fn a_malformed_row_beside_lines_keeps_its_answer() {
    let folder = tempdir().unwrap();
    let path = folder.path();
    fs::write(path.join("l.txt"), "1...3..2..4.4..1\n").unwrap();
    fs::write(path.join("t.csv"), "puzzle\n,x\n\"1...3..2..4.4..1").unwrap();
    for inputs in [["l.txt", "t.csv"], ["t.csv", "l.txt"]] {
        let command = quadrille(&[&["check", "-q"], &inputs[..], &["-o", "o.arrow"]].concat());
        { command }.current_dir(path).assert().code(1);
        let checked = read(&path.join("o.arrow"));
        let mut statuses = texts(&checked).into_iter().find(|(name, _)| name == "status").unwrap().1;
        statuses.sort();
        assert_eq!(statuses, ["invalid", "invalid", "unique"]);
    }
}

/// Between csv and tables in both directions; between others a message says that they are left out.
#[test]
fn other_columns_are_kept_or_reported_between_all_formats() {
    let folder = tempdir().unwrap();
    let path = folder.path();
    fs::write(path.join("in.csv"), "id,puzzle\n7,1...3..2..4.4..1\n").unwrap();
    fs::write(path.join("in.ndjson"), "{\"id\":7,\"puzzle\":\"1...3..2..4.4..1\"}\n").unwrap();
    for input in ["in.parquet", "in.arrow"] {
        run(&["solve", "-q", "in.csv", "-o", input], path);
    }
    for input in ["in.csv", "in.ndjson", "in.parquet", "in.arrow"] {
        for output in ["out.csv", "out.ndjson", "out.parquet", "out.arrow"] {
            let is_kept = (input == "in.ndjson") == (output == "out.ndjson");
            let end = quadrille(&["check", input, "-o", output]).current_dir(path).output().unwrap();
            let error = String::from_utf8(end.stderr).unwrap();
            assert_eq!(
                error.contains("gets only the puzzles and the answers"),
                !is_kept,
                "{input}, {output}: {error}"
            );
            let written = quadrille(&["check", "-q", output]).current_dir(path).output().unwrap().stdout;
            assert_eq!(String::from_utf8(written).unwrap().contains('7'), is_kept, "{input}, {output}");
        }
    }
}

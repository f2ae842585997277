//! Files with tables of any bytes: Parquet, Arrow IPC and NumPy.

use crate::table_runs::{
    Kind, OUTPUTS, Run, check_answers, check_carried, csv_records, expect_panics_of_decoders,
    has_plain_names, read,
};
use std::{fs, path::PathBuf};

/// A folder for the files of this process.
pub fn path(name: &str) -> PathBuf {
    thread_local! {
        static FOLDER: tempfile::TempDir = tempfile::tempdir().expect("a folder");
    }
    FOLDER.with(|folder| folder.path().join(name))
}

/// A file of any bytes is answered, or refused with a message of one line. The rows of an answered file, and the columns
/// that are carried along, are those that the crate of its format reads.
pub fn table_file(data: &[u8]) {
    expect_panics_of_decoders();
    let [which, form, bytes @ ..] = data else { return };
    if !is_table(bytes) {
        return;
    }
    let input = path("input");
    fs::write(&input, bytes).expect("a file");
    let kind = Kind::of(*which);
    let column = (form & 0x80 == 0).then_some("puzzle");
    let output = path(OUTPUTS[usize::from(form & 0x3F) % OUTPUTS.len()]);
    let run = Run { kind: &kind, threads: 1 + usize::from(form & 0x40 != 0), column };
    if run.write(std::slice::from_ref(&input), &output).is_err() {
        return;
    }
    let Some(table) = read(&input) else { return };
    if output.ends_with("o.csv") {
        if let Kind::Answers(_) = kind {
            assert_eq!(csv_records(&output), table.num_rows());
        }
        return;
    }
    if output.ends_with("o.npy") {
        return;
    }
    let found = read(&output).expect("a table that was written");
    let (Kind::Answers(task), Some(puzzle)) = (&kind, column) else { return };
    assert_eq!(found.num_rows(), table.num_rows());
    if has_plain_names(&table) {
        let rows: Vec<u32> = (0..table.num_rows() as u32).collect();
        check_carried(&table, &found, &rows, &kind, puzzle);
        check_answers(&table, &found, &**task, puzzle);
    }
}

/// Other bytes are text, which other targets have.
fn is_table(bytes: &[u8]) -> bool {
    [&b"PAR1"[..], b"ARROW1", b"\xFF\xFF\xFF\xFF", b"\x93NUMPY"].iter().any(|magic| bytes.starts_with(magic))
}

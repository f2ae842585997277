//! Outputs that cannot be tables, or cannot be written.

use crate::{common::quadrille, writing::folder};
use std::fs::{self, File};

#[test]
fn a_table_that_cannot_be_written_is_refused_in_one_line_and_nothing_is_written() {
    let folder = folder(3);
    let folder = folder.path();
    fs::write(folder.join("old.parquet"), "old").unwrap();
    fs::write(folder.join("problem.txt"), "a b\na\nb\n").unwrap();
    let refused: [(&[&str], &str); 9] = [
        (&["solve", "t.txt", "-o", "x.parquet.gz"], "name it x.parquet"),
        (&["solve", "t.txt", "-o", "old.parquet", "--output-format", "csv"], "change one of them"),
        (
            &["solve", "t.txt", "-o", "x.csv.gz", "--output-format", "parquet"],
            "its name asks for compression",
        ),
        (&["solve", "t.txt", "-o", "old.parquet", "--resume"], "--resume cannot write parquet"),
        (&["solve", "t.txt", "-o", "x.csv", "--summary-json", "s.parquet"], "this output is text"),
        (&["cover", "problem.txt", "-o", "old.parquet"], "this output is text"),
        (&["rate", "t.txt", "--histogram", "--output-format", "parquet"], "--histogram writes a chart"),
        (&["select", "t.txt", "--split", "1/1", "-o", "a.parquet", "-o", "b.csv"], "different formats"),
        (&["dedup", "t.csv", "--class-sizes", "-o", "x.npy"], "npy holds boards"),
    ];
    for (args, what) in refused {
        let output = quadrille(args).arg("-q").current_dir(folder).output().unwrap();
        let errors = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{args:?}: {errors}");
        assert!(errors.contains(what) && errors.lines().count() == 1, "{args:?}: {errors}");
        assert!(output.stdout.is_empty(), "{args:?}");
    }
    assert_eq!(fs::read_to_string(folder.join("old.parquet")).unwrap(), "old");
    let mut left: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    left.sort();
    assert_eq!(left, ["old.parquet", "problem.txt", "t.csv", "t.parquet", "t.txt"]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_and_a_closed_pipe_end_the_run() {
    use std::process::Stdio;
    let folder = folder(2000);
    let args = ["solve", "-q", "t.txt", "--output-format", "parquet"];
    let full = File::options().write(true).open("/dev/full").unwrap();
    let mut command = std::process::Command::new(assert_cmd::cargo::cargo_bin!("quadrille"));
    let output = command.args(args).current_dir(folder.path()).stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("No space left on device"));
    let mut command = std::process::Command::new(assert_cmd::cargo::cargo_bin!("quadrille"));
    let child = command.args(args).current_dir(folder.path()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = child.spawn().unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!errors.contains("pipe"), "the reader knows that it has closed the pipe: {errors}");
}

//! `dedup --memory`: the same bytes with temporary files and a second pass.

use crate::{
    common::{EASY, FOUR, run},
    dedup::morph,
};
use quadrille::Output;
use std::{fs, io::Write, path::Path};
use tempfile::{TempDir, tempdir};

/// A run of `dedup` over files in a folder.
struct Folder(TempDir);

/// The result of a run: its output, its report and its exit code.
type Left = (String, String, i32);

impl Folder {
    fn path(&self, name: &str) -> String {
        self.0.path().join(name).to_str().unwrap().to_owned()
    }

    fn write(&self, name: &str, text: &str) -> String {
        let path = self.path(name);
        // Compressed if the name says so.
        let mut file = Output::path(Path::new(&path)).unwrap();
        file.write_all(text.as_bytes()).unwrap();
        file.finish().unwrap();
        path
    }

    /// Runs `dedup` with a report; the second result are the bytes in temporary files.
    fn dedup(&self, inputs: &[&str], options: &[&str]) -> (Left, u64) {
        let [out, report, stats] = ["out", "report.csv", "stats"].map(|name| self.path(name));
        let report_args: &[&str] =
            if options.contains(&"--class-sizes") { &[] } else { &["--report", &report] };
        let args =
            [&["dedup", "-q", "-o", &out, "--summary-json", &stats], report_args, options, inputs].concat();
        let (_, error, code) = run(&args, "");
        assert!(code != 2, "{options:?}: {error}");
        let stats: serde_json::Value = serde_json::from_slice(&fs::read(&stats).unwrap()).unwrap();
        let read = |path: &str| fs::read_to_string(path).unwrap_or_default();
        ((read(&out), read(&report), code), stats["temporary_bytes"].as_u64().unwrap())
    }

    /// Checks that limits of memory change nothing, and that more than this is written to temporary files.
    fn check(&self, inputs: &[&str], options: &[&str], spilled: u64) -> Left {
        let (expected, none) = self.dedup(inputs, options);
        assert_eq!(none, 0);
        for more in [
            &["--memory", "1M", "--threads", "1"][..],
            &["--memory", "1024K", "--threads", "3", "--chunk-size", "7000"],
            &["--memory", "1G"],
        ] {
            let (left, bytes) = self.dedup(inputs, &[options, more].concat());
            assert!(left == expected, "{options:?} {more:?}");
            let is_large = more.contains(&"1G");
            assert!(if is_large { bytes <= 16 * 100_000 } else { bytes > spilled }, "{more:?}: {bytes}");
        }
        expected
    }
}

/// The least that this many records write to temporary files with a limit of 1 MiB, half of which may stay in memory.
fn spilled(records: u64) -> u64 {
    records * 32 - (1 << 19)
}

/// Random boards of 4×4 that need not be solvable, many of them twice, and some malformed records.
fn boards(count: u64) -> impl Iterator<Item = String> {
    (0..count).map(move |number| match number {
        _ if number % 5000 == 77 => "x".to_owned(),
        _ => {
            let mut mixed = (number % (count * 2 / 3)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            let mut cells = String::new();
            for _ in 0..16 {
                cells.push(char::from(b".1234"[(mixed % 5) as usize]));
                mixed /= 5;
            }
            cells
        }
    })
}

#[test]
fn keys_in_temporary_files_give_the_same_bytes() {
    let folder = Folder(tempdir().unwrap());
    let lines: Vec<String> = boards(60_000).collect();
    let a = folder.write("a.txt", &(lines[..40_000].join("\n") + "\n"));
    let b = folder.write("b.txt.gz", &format!("# more\n\n{}", lines[20_000..].join("  # text\n")));
    let (out, report, code) = folder.check(&[&a, &b], &["--equal-by", "text"], spilled(80_000));
    assert_eq!((out.lines().filter(|line| *line == "x" || line.starts_with("x ")).count(), code), (16, 1));
    assert_eq!(out.lines().count() + report.lines().count() - 1, 80_000);
    let (table, _, code) = folder.check(&[&a, &b], &["--equal-by", "text", "--class-sizes"], spilled(80_000));
    assert!(table.starts_with("size,classes\n") && code == 1, "{table}");
}

#[test]
fn keys_of_canonical_forms_and_tables_give_the_same_bytes() {
    let folder = Folder(tempdir().unwrap());
    let six = "1...........2....3..4......5.......6";
    let morphs = (0..200).map(|n| morph([EASY, six, FOUR][n as usize % 3], n));
    let rows: Vec<String> = boards(30_000).chain(morphs).collect();
    let csv: String = (0..).zip(&rows).map(|(n, row)| format!("{n},{row},\"a\nb\"\r\n")).collect();
    let csv = folder.write("a.csv", &format!("id,puzzle,note\r\n{csv}"));
    let ndjson: String = rows.iter().map(|row| format!("{{\"puzzle\": \"{row}\"}}\n")).collect();
    let ndjson = folder.write("a.ndjson", &ndjson);
    let mut classes = Vec::new();
    for input in [&csv, &ndjson] {
        for by in ["puzzle", "solution"] {
            let (_, report, code) = folder.check(&[input], &["--equal-by", by], spilled(30_000));
            classes.push(report.lines().count());
            assert_eq!(code, 1, "records are malformed");
        }
    }
    assert!(classes[0] == classes[2] && classes[1] == classes[3] && classes[0] < classes[1], "{classes:?}");
}

#[test]
fn what_cannot_be_read_twice_is_refused() {
    let text = format!("{FOUR}\n{FOUR}\n");
    for (args, message) in [
        (
            &["dedup", "--memory", "1M"][..],
            "standard input cannot be read twice, as a limit of memory needs; give the name of a file instead",
        ),
        (&["dedup", "--memory", "1M", FOUR], "give a regular file instead"),
        (&["dedup", "--memory", "1000K"], "the least is 1M"),
        (&["dedup", "--memory", "many"], "as in 500M"),
        (&["leak", "a", "--against", "b", "--memory", "1M"], "has no option --"),
    ] {
        let (out, error, code) = run(args, &*text);
        assert!(code == 2 && out.is_empty() && error.contains(message), "{args:?}: {error}");
        assert!(error.matches("instead").count() <= 1 && !error.contains("not a regular"), "{error}");
    }
    // Counting needs one pass.
    let (out, error, code) = run(&["dedup", "--memory", "1M", "--class-sizes"], &*text);
    assert_eq!((&*out, code), ("size,classes\n2,1\n", 0), "{error}");
}

#[test]
fn headers_that_differ_are_refused_before_anything_is_written() {
    let folder = Folder(tempdir().unwrap());
    let [a, b] =
        ["puzzle", "id,puzzle"].map(|header| folder.write(&format!("{header}.csv"), &format!("{header}\n")));
    fs::write(&a, format!("puzzle\n{FOUR}\n")).unwrap();
    fs::write(&b, format!("id,puzzle\n1,{FOUR}\n")).unwrap();
    let (out, error, code) = run(&["dedup", "--memory", "1M", &a, &b], "");
    assert!(code == 2 && out.is_empty() && error.contains("its header differs"), "{error}");
}

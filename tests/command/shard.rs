//! The outputs of all shards, concatenated, are the output of the whole run.

use crate::common::{EASY, FOUR, FOUR_SOLVED, MIXED, cases, input, quadrille};
use predicates::prelude::*;
use proptest::prelude::*;
use quadrille::{
    Batch, Error, RunOptions,
    batch::{Format, Observer, OutputFormat, Shard, Work},
    tasks::{Check, Hint, Solve},
};
use std::{
    fs,
    path::{Path, PathBuf},
};
use tempfile::tempdir;

/// The malformed records that a run reports.
#[derive(Default)]
struct Reported(Vec<String>);

impl Observer for Reported {
    fn malformed(&mut self, input: &str, line: u64, reason: &str) {
        self.0.push(format!("{input}:{line}: {reason}"));
    }
}

fn run(batch: &Batch, paths: &[PathBuf], map: bool) -> Result<(Vec<u8>, u64, Vec<String>), Error> {
    let inputs = paths.iter().map(|path| input(path, map)).collect();
    let (mut out, mut reported) = (Vec::new(), Reported::default());
    let summary = batch.run(inputs, &mut out, &mut reported)?;
    Ok((out, summary.tally.records, reported.0))
}

/// All shards, concatenated.
fn shards(
    batch: &Batch,
    paths: &[PathBuf],
    map: bool,
    count: u64,
) -> Result<(Vec<u8>, u64, Vec<String>), Error> {
    let mut all = (Vec::new(), 0, Vec::new());
    for index in 1..=count {
        let (out, records, reported) =
            run(&batch.clone().shard(Shard::new(index, count).unwrap()), paths, map)?;
        all.0.extend(out);
        all.1 += records;
        all.2.extend(reported);
    }
    Ok(all)
}

fn write(folder: &Path, texts: &[&[u8]]) -> Vec<PathBuf> {
    let write = |(i, text): (usize, &&[u8])| {
        let path = folder.join(format!("input{i}"));
        fs::write(&path, text).unwrap();
        path
    };
    texts.iter().enumerate().map(write).collect()
}

#[track_caller]
fn same(batch: &Batch, texts: &[&[u8]], maps: &[bool], counts: &[u64]) {
    let dir = tempdir().unwrap();
    let paths = write(dir.path(), texts);
    let whole = run(batch, &paths, true);
    for &map in maps {
        for &count in counts {
            let shown = || {
                format!(
                    "{count} shards, {map}: {:?}",
                    texts.iter().map(|t| String::from_utf8_lossy(t)).collect::<Vec<_>>()
                )
            };
            match (&whole, shards(batch, &paths, map, count)) {
                (Ok((out, records, reported)), Ok(parts)) => {
                    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
                    assert_eq!(text(&parts.0), text(out), "{}", shown());
                    assert_eq!(parts.1, *records, "{}", shown());
                    // A run reports ten records; so does each shard.
                    let first = parts.2.iter().take(10).collect::<Vec<_>>();
                    assert_eq!(first, reported.iter().collect::<Vec<_>>(), "{}", shown());
                }
                (Err(_), Err(_)) => {}
                // An error of the whole is an error of a shard, unless it concerns two inputs.
                (Err(e), Ok(_)) => assert!(e.to_string().contains("header"), "{e}: {}", shown()),
                (Ok(_), Err(e)) => panic!("{e}: {}", shown()),
            }
        }
    }
}

#[test]
fn shards_of_lines_may_begin_anywhere() {
    let text = MIXED.repeat(cases(1, 3));
    let counts = cases(&[1, 2, 3, 5, 8, 13, 19, 97][..], &[1, 2, 3, 4, 5, 7, 11, 13, 16, 19, 97, 500, 5000]);
    for task in [Work::from(Solve::new()), Check::new().into(), Hint::new().into()] {
        same(
            &Batch::new(task).run_options(RunOptions::new().threads(2)).chunk_size(200),
            &[text.as_bytes()],
            &[true, false],
            counts,
        );
    }
}

#[test]
fn several_inputs_are_sharded_as_if_they_were_concatenated() {
    let with_mark = format!("\u{FEFF}{FOUR}\n{FOUR}\n");
    let texts = [FOUR.as_bytes(), b"", with_mark.as_bytes(), b"\n\n", EASY.as_bytes(), b"x", b""];
    same(&Batch::new(Solve::new()), &texts, &[true, false], &[1, 2, 3, 5, 7, 40, 300]);
    same(&Batch::new(Solve::new()), &[b"", b""], &[true, false], &[1, 3]);
}

#[test]
fn shards_of_tables_respect_quotes() {
    let row = format!("1,{FOUR},\"a\n1,{FOUR},x\n\"\"b\"\n2,{FOUR},c\n\"3\",\"{FOUR}\",\n");
    for header in ["id,puzzle,note\n", "\u{FEFF}# c\n\nid,puzzle,note\r\n", "\"i\nd\",puzzle,\"solution\"\n"]
    {
        let text = format!("{header}{}", row.repeat(4));
        same(&Batch::new(Solve::new()), &[text.as_bytes()], &[true], &[1, 2, 3, 5, 8, 13, 100, 1000]);
        same(&Batch::new(Solve::new()), &[text.as_bytes(), text.as_bytes()], &[true], &[1, 2, 3, 5, 8, 13]);
        for conversion in OutputFormat::all() {
            same(
                &Batch::new(Check::new()).output_format(conversion),
                &[text.as_bytes()],
                &[true],
                &[1, 2, 7, cases(600, 2000)],
            );
        }
    }
}

#[test]
fn grids_and_objects_can_be_sharded() {
    let rows = "12..\n34..\n..4.\n..2.\n";
    let grids = format!("Grid 01\n{rows}\n{rows}\n\nGrid 02\n{rows}12\n# c\n").repeat(3);
    same(&Batch::new(Solve::new()), &[grids.as_bytes()], &[true], &[1, 2, 3, 5, 8, 13, 400]);
    let objects = format!("{{\"puzzle\":\"{FOUR}\"}}\n{{}}\n\n").repeat(9);
    same(&Batch::new(Solve::new()), &[objects.as_bytes()], &[true, false], &[1, 2, 3, 5, 8, 13, 400]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(100, 300)))]

    #[test]
    fn shards_of_any_text_have_the_output_of_the_whole(
        format in 0..4usize,
        pieces in proptest::collection::vec(0..PIECES.len(), 0..40),
        second in proptest::collection::vec(0..PIECES.len(), 0..10),
        count in 1u64..30,
    ) {
        let text = |pieces: Vec<usize>| -> String { pieces.into_iter().map(|i| PIECES[i]).collect() };
        let (name, head) = [("line", ""), ("csv", "puzzle,x\n"), ("grid", ""), ("ndjson", "")][format];
        let batch = Batch::new(Check::new()).format(Format::named(name).unwrap()).run_options(RunOptions::new().threads(1));
        let maps: &[bool] = if matches!(name, "line" | "ndjson") { &[true, false] } else { &[true] };
        let (first, second) = (text(pieces), text(second));
        let texts = [format!("{head}{first}"), format!("{head}{second}")];
        same(&batch, &[texts[0].as_bytes()], maps, &[count]);
        same(&batch, &[texts[0].as_bytes(), texts[1].as_bytes()], maps, &[count]);
    }
}

const PIECES: [&str; 16] = [
    "\n",
    "\n",
    "\n\n",
    "\r\n",
    ",",
    "\"",
    "{\"puzzle\":\"",
    "\"}\n",
    "1...3..2..4.4..1",
    "1...3..2..4.4..1,\"\n\"\n",
    "Grid 01\n",
    "# c\n",
    "12..\n34..\n..4.\n..2.\n",
    "----\n",
    "end\n",
    "x\n",
];

/// A line `end` ends the records of `poj3074`; then the shards after it would be wrong.
#[test]
fn a_file_whose_records_end_early_cannot_be_sharded() {
    let dir = tempdir().unwrap();
    let lines = format!("{FOUR}\n").repeat(20);
    for (text, whole) in [(format!("{lines}end\n{lines}"), false), (format!("{lines}end\n \n\r\n"), true)] {
        let paths = write(dir.path(), &[text.as_bytes()]);
        for map in [true, false] {
            for count in [2, 3, 7] {
                let judge = Batch::new(Solve::new()).format(Format::named("poj3074").unwrap());
                let parts = shards(&judge, &paths, map, count);
                match parts {
                    Ok(parts) => assert!(whole && parts.1 == 20),
                    Err(e) => assert!(!whole && e.to_string().contains("line `end`"), "{e}"),
                }
                let named = Batch::new(Solve::new()).format(Format::named("line").unwrap());
                assert_eq!(shards(&named, &paths, map, count).unwrap().1, if whole { 21 } else { 41 });
            }
        }
    }
}

#[test]
fn what_cannot_be_sharded_is_rejected() {
    let dir = tempdir().unwrap();
    let path = |name: &str, bytes: &[u8]| {
        let path = dir.path().join(name);
        fs::write(&path, bytes).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let packed = quadrille(&["solve", "-q", "-o", dir.path().join("x.gz").to_str().unwrap()])
        .write_stdin(FOUR)
        .assert()
        .success();
    drop(packed);
    let packed = dir.path().join("x.gz").to_str().unwrap().to_owned();
    let judge = path("judge", crate::common::UVA.as_bytes());
    let table = path("table", format!("puzzle\n{FOUR}\n").as_bytes());
    for (args, words) in [
        (&["-"][..], "-: cannot shard an input that is not a regular file"),
        (&[&packed], "compressed"),
        (&["/proc/cpuinfo"], "not a regular file"),
        (&[&judge], "must be counted"),
        (&[&table, "--no-mmap"], "remove --no-mmap"),
    ] {
        for shard in ["1/2", "2/2"] {
            quadrille(&[&["solve", "-q", "--shard", shard], args].concat())
                .write_stdin(FOUR)
                .assert()
                .code(2)
                .stdout("")
                .stderr(predicate::str::contains(words));
        }
    }
    for shard in ["0/2", "3/2", "1", "a/b", "1/0", "-1/2"] {
        quadrille(&["solve", "--shard", shard, &table])
            .assert()
            .code(2)
            .stderr(predicate::str::contains("i/n").or(predicate::str::contains("no option -1")));
    }
}

#[test]
fn the_command_writes_shards() {
    let dir = tempdir().unwrap();
    let file = dir.path().join("in");
    fs::write(&file, format!("puzzle\n{}", format!("{FOUR}\n").repeat(10))).unwrap();
    let mut all = Vec::new();
    for index in 1..=3 {
        let shard = format!("{index}/3");
        let out = quadrille(&["solve", "-q", "--shard", &shard, file.to_str().unwrap()]).output().unwrap();
        assert!(out.status.success());
        all.extend(out.stdout);
    }
    let want = format!("puzzle,solution,status\n{}", format!("{FOUR},{FOUR_SOLVED},solved\n").repeat(10));
    assert_eq!(String::from_utf8(all).unwrap(), want);
}

/// Shards of a file that workers read ahead, in blocks of the size of a chunk.
#[test]
fn shards_of_a_file_that_is_not_mapped_are_read_ahead() {
    let dir = tempdir().unwrap();
    let path = dir.path().join("in");
    let line = |i: usize| {
        if i.is_multiple_of(7) { format!("{FOUR},{}\n", "x".repeat(i % 5000)) } else { format!("{FOUR}\n") }
    };
    fs::write(&path, (0..12_000).map(line).collect::<String>()).unwrap();
    let paths = [path];
    for threads in [1, 2, 5] {
        let options = RunOptions::new().threads(threads);
        let batch = Batch::new(Solve::new()).run_options(options).chunk_size(16 << 10);
        let whole = run(&batch, &paths, true).unwrap();
        assert!(run(&batch, &paths, false).unwrap() == whole);
        for count in [2, 3, 8] {
            assert!(
                shards(&batch, &paths, false, count).unwrap() == whole,
                "{threads} threads, {count} shards"
            );
        }
    }
}

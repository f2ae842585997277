//! The same bytes for every thread count, chunk size and way of reading.

mod common;

use common::{MIXED, answer, quadrille};
use quadrille::{Batch, Input, Task};
use std::{fs, io::Read};
use tempfile::tempdir;

/// Mixed sizes and outcomes, some lines long enough to span any small chunk.
fn records() -> String {
    let mut text = String::from("\u{FEFF}");
    for i in 0..8 {
        text.push_str(MIXED);
        text.push('\n');
        text.push_str(&".".repeat([16, 36, 81][i % 3]));
        text.push_str(&format!(" {}\n", "tail ".repeat(i)));
    }
    text
}

#[test]
fn answers_do_not_depend_on_threads_chunks_or_the_way_of_reading() {
    let dir = tempdir().unwrap();
    let file = dir.path().join("records");
    fs::write(&file, records()).unwrap();
    for task in [Task::Solve, Task::Check, Task::Count] {
        let batch = || Batch::new(task).limit(3);
        let (want, summary) = answer(&batch().threads(1), records().as_bytes());
        assert_eq!(want.lines().count() as u64, summary.tally.records);
        for threads in [1, 2, 3, 8] {
            for chunk in [1, 7, 81, 82, 83, 1000, 1 << 20] {
                for map in [true, false] {
                    let inputs = vec![Input::path(&file, map).unwrap()];
                    let mut out = Vec::new();
                    let batch = batch().threads(threads).chunk_size(chunk);
                    let run = batch.run(inputs, &mut out, &mut ()).unwrap();
                    assert_eq!(
                        String::from_utf8(out).unwrap(),
                        want,
                        "{threads} threads, {chunk} bytes, {map}"
                    );
                    assert_eq!(counts(&run), counts(&summary));
                }
            }
        }
    }
}

fn counts(run: &quadrille::Summary) -> [u64; 9] {
    let t = &run.tally;
    [t.records, t.unique, t.multiple, t.solved, t.none, t.invalid, t.unknown, t.nodes, t.guesses]
}

/// Reads of 1, 2, 3, … bytes, as a slow pipe may give them.
struct Drip<'a>(&'a [u8], usize);

impl Read for Drip<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        self.1 = self.1 % 100 + 1;
        let n = self.1.min(buffer.len()).min(self.0.len());
        buffer[..n].copy_from_slice(&self.0[..n]);
        self.0 = &self.0[n..];
        Ok(n)
    }
}

#[test]
fn a_slow_pipe_gives_the_same_answers() {
    let text = records();
    let batch = Batch::new(Task::Check).threads(2);
    let mut out = Vec::new();
    batch.run(vec![Input::reader("slow", Drip(text.as_bytes(), 0))], &mut out, &mut ()).unwrap();
    assert_eq!(String::from_utf8(out).unwrap(), answer(&batch, text.as_bytes()).0);
}

#[test]
fn the_command_gives_the_same_bytes_from_file_pipe_and_reads() {
    let dir = tempdir().unwrap();
    let file = dir.path().join("records");
    fs::write(&file, records()).unwrap();
    let path = file.to_str().unwrap();
    let run = |args: &[&str]| {
        let out = quadrille(&[&["solve", "-q"], args].concat()).write_stdin(records()).output().unwrap();
        assert_eq!(out.status.code(), Some(1));
        out.stdout
    };
    let want = run(&[path]);
    for threads in ["1", "2", "8"] {
        assert_eq!(run(&[path, "--threads", threads]), want);
        assert_eq!(run(&[path, "--threads", threads, "--no-mmap", "--chunk-size", "50"]), want);
        assert_eq!(run(&["-", "--threads", threads]), want);
    }
    let out = dir.path().join("out");
    assert_eq!(run(&[path, "-o", out.to_str().unwrap()]), b"");
    assert_eq!(fs::read(out).unwrap(), want);
}

#[test]
fn very_long_lines_cost_their_own_record_only() {
    let dir = tempdir().unwrap();
    let file = dir.path().join("long");
    let easy = MIXED.lines().nth(1).unwrap();
    let long_tail = format!("{easy} {}", "x".repeat(3 << 20));
    let text = format!("{easy}\n{}\n{long_tail}\n#{}\n{easy}\n", "1".repeat(10 << 20), "c".repeat(2 << 20));
    fs::write(&file, &text).unwrap();
    for chunk in [1000, 1 << 20] {
        let batch = Batch::new(Task::Check).threads(2).chunk_size(chunk);
        let want = "unique\n!invalid: the grid is longer than 1 MiB\nunique\nunique\n";
        assert_eq!(answer(&batch, text.as_bytes()).0, want);
        let mut out = Vec::new();
        batch.run(vec![Input::path(&file, true).unwrap()], &mut out, &mut ()).unwrap();
        assert_eq!(String::from_utf8(out).unwrap(), want);
    }
}

#[test]
fn the_rate_of_solving_counts_the_workers_that_had_something_to_do() {
    let (_, summary) = answer(&Batch::new(Task::Solve).threads(8), b"1...3..2..4.4..1\n");
    assert_eq!((summary.threads, summary.busy), (8, 1));
    let alone = 1.0 / summary.tally.solving.as_secs_f64();
    assert!((summary.rate_solving() / alone - 1.0).abs() < 1e-6, "{} {alone}", summary.rate_solving());
}

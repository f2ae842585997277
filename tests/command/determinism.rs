//! The output does not depend on threads, chunk size, instruction set, or how the input is read.

use crate::common::{FOUR, MIXED, answer, input, quadrille, run};
use proptest::prelude::*;
use quadrille::{
    Batch, Input, RunOptions,
    batch::{Format, Observer, OutputFormat, Work},
    tasks::{Check, Count, Hint, Solve},
};
use std::{fs, io::Read};
use tempfile::tempdir;

/// Asserts that the output of a command, given more options, does not depend on the way of running it, nor on shards. Returns it.
pub fn one_output(out: impl Fn(&[&str]) -> String) -> String {
    let expected = out(&["--threads", "1"]);
    for options in [
        &["--threads", "3", "--chunk-size", "500"][..],
        &["--chunk-size", "1", "--no-mmap"],
        &["--engine", "dlx"],
        &["--isa", "portable"],
    ] {
        assert!(out(options) == expected, "{options:?}");
    }
    let shards: String = ["1/3", "2/3", "3/3"].map(|shard| out(&["--shard", shard])).concat();
    assert_eq!(shards, expected);
    expected
}

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
fn answers_do_not_depend_on_threads_chunks_or_mapping() {
    let dir = tempdir().unwrap();
    let file = dir.path().join("records");
    fs::write(&file, records()).unwrap();
    let (solve, check, count) = (Solve::new().limit(3), Check::new().limit(3), Count::new().limit(3));
    for task in [Work::from(solve), check.into(), count.into()] {
        let batch = || Batch::new(task.clone());
        let (want, summary) =
            answer(&batch().run_options(RunOptions::new().threads(1)), records().as_bytes());
        assert_eq!(want.lines().count() as u64, summary.tally.records);
        for threads in [1, 2, 3, 8] {
            for chunk in [1, 7, 81, 82, 83, 1000, 1 << 20] {
                for map in [true, false] {
                    let inputs = vec![input(&file, map)];
                    let mut out = Vec::new();
                    let batch = batch().run_options(RunOptions::new().threads(threads)).chunk_size(chunk);
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

fn counts(run: &quadrille::batch::Summary) -> [u64; 9] {
    let t = &run.tally;
    [t.records, t.unique, t.multiple, t.solved, t.none, t.invalid, t.unknown, t.nodes, t.guesses]
}

/// Returns 1, 2, 3, … bytes per read, like a slow pipe.
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
    let batch = Batch::new(Check::new()).run_options(RunOptions::new().threads(2));
    let mut out = Vec::new();
    batch.run(vec![Input::reader("slow", Drip(text.as_bytes(), 0))], &mut out, &mut ()).unwrap();
    assert_eq!(String::from_utf8(out).unwrap(), answer(&batch, text.as_bytes()).0);
}

#[test]
fn the_command_writes_the_same_for_mapped_files_read_files_and_pipes() {
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
fn an_overlong_line_affects_only_its_own_answer() {
    let dir = tempdir().unwrap();
    let file = dir.path().join("long");
    let easy = MIXED.lines().nth(1).unwrap();
    let long_tail = format!("{easy} {}", "x".repeat(3 << 20));
    let text = format!("{easy}\n{}\n{long_tail}\n#{}\n{easy}\n", "1".repeat(10 << 20), "c".repeat(2 << 20));
    fs::write(&file, &text).unwrap();
    for chunk in [1000, 1 << 20] {
        let batch = Batch::new(Check::new()).run_options(RunOptions::new().threads(2)).chunk_size(chunk);
        let want = "unique\n!invalid: the grid is longer than 1 MiB\nunique\nunique\n";
        assert_eq!(answer(&batch, text.as_bytes()).0, want);
        let mut out = Vec::new();
        batch.run(vec![input(&file, true)], &mut out, &mut ()).unwrap();
        assert_eq!(String::from_utf8(out).unwrap(), want);
    }
}

/// A board has all of its text, however long, where its line is written unchanged.
#[test]
fn long_lines_are_written_unchanged_from_files_and_streams() {
    let dir = tempdir().unwrap();
    let file = dir.path().join("long");
    let name = file.to_str().unwrap();
    let easy = MIXED.lines().nth(1).unwrap();
    let text = format!("{easy} {}\n{FOUR},{}\n", "x".repeat(3 << 20), "y".repeat(15 << 20));
    fs::write(&file, &text).unwrap();
    let too_long = format!("{easy}\n{FOUR} {}\n", "x".repeat(17 << 20));
    for args in [
        &["dedup"][..],
        &["select", "--split", "1/1000000000", "--seed", "1", "-o", "/dev/null", "-o", "-"],
        &["check", "--only", "unique"],
        &["rate", "--rating", "0.."],
    ] {
        let rated = if args[0] == "rate" { &text[..=text.find('\n').unwrap()] } else { &text };
        for (options, input) in [(&[name][..], ""), (&[name, "--no-mmap"], ""), (&["-"], &*text)] {
            let (out, error, _) = run(&[args, &["-q"], options].concat(), input);
            assert!(out == rated, "{args:?} {options:?}: {} bytes, {error}", out.len());
        }
        let long = dir.path().join("too-long");
        fs::write(&long, &too_long).unwrap();
        for options in [&[long.to_str().unwrap()][..], &[long.to_str().unwrap(), "--no-mmap"], &["-"]] {
            let (_, error, code) = run(&[args, &["-q"], options].concat(), &*too_long);
            assert_eq!(code, 2, "{args:?} {options:?}: {error}");
            assert!(error.contains("a record is longer than 16 MiB"), "{args:?} {options:?}: {error}");
        }
    }
}

/// All records before it are answered, and the message has its line.
#[test]
fn a_record_that_is_too_long_ends_files_and_streams_at_the_same_place() {
    let dir = tempdir().unwrap();
    let file = dir.path().join("long");
    let name = file.to_str().unwrap();
    let long = "z".repeat(17 << 20);
    let board = format!("{}\n", ".".repeat(16)).repeat(16);
    for (args, text, line) in [
        (&["dedup"][..], format!("{FOUR}\n\n#{long}\n{FOUR}\n"), 3),
        (&["check", "--only", "unique"], format!("{}{FOUR} {long}", format!("{FOUR}\n").repeat(9000)), 9001),
        (&["check"], format!("puzzle,x\n{FOUR},\n{FOUR},\"{}\"\n{FOUR},\n", "z\n".repeat(9 << 20)), 3),
        (&["check"], format!("{{\"puzzle\":\"{FOUR}\"}}\n{{\"x\":\"{long}\"}}\n{{}}\n"), 2),
        (&["check"], format!("[{{\"puzzle\":\"{FOUR}\"}},\n\n  {{\"x\":\"{long}\"}},\n{{}}]\n"), 3),
        (&["check", "--format", "grid"], format!("1...\n....\n....\n...1\n\n{long}\n\n{board}"), 6),
        (&["givens", "--format", "poj3076"], format!("{board}\n{board}\n{long}\n{board}"), 35),
    ] {
        fs::write(&file, &text).unwrap();
        let (expected, error, code) = run(&[args, &["-q", name]].concat(), "");
        assert_eq!(
            (&*error, code),
            (&*format!("quadrille: {name}:{line}: a record is longer than 16 MiB\n"), 2)
        );
        assert!(!expected.is_empty() || args == ["dedup"], "{args:?}");
        for (options, input, shown) in [
            (&[name, "--threads", "3", "--chunk-size", "100"][..], "", name),
            (&["-", "--threads", "1"], &*text, "-"),
        ] {
            let (out, told, code) = run(&[args, &["-q"], options].concat(), input);
            assert!(out == expected, "{args:?} {options:?}: {} and {} bytes", out.len(), expected.len());
            assert_eq!((told.replace(shown, name), code), (error.clone(), 2), "{args:?} {options:?}");
        }
    }
}

#[test]
fn the_solving_rate_counts_only_busy_workers() {
    let (_, summary) =
        answer(&Batch::new(Solve::new()).run_options(RunOptions::new().threads(8)), b"1...3..2..4.4..1\n");
    assert_eq!((summary.threads, summary.busy), (8, 1));
    let alone = 1.0 / summary.tally.solving.as_secs_f64();
    assert!((summary.rate_solving() / alone - 1.0).abs() < 1e-6, "{} {alone}", summary.rate_solving());
}

#[test]
fn a_small_file_starts_no_more_workers_than_it_has_chunks() {
    let dir = tempdir().unwrap();
    let file = dir.path().join("records");
    let record = "1...3..2..4.4..1\n";
    for (records, chunk, workers) in
        [(1, None, 1), (3, Some(record.len()), 3), (2000, None, 8), (9, Some(1), 8)]
    {
        fs::write(&file, record.repeat(records)).unwrap();
        for map in [true, false] {
            let batch = Batch::new(Count::new()).run_options(RunOptions::new().threads(8));
            let batch = chunk.map_or(batch.clone(), |bytes| batch.chunk_size(bytes));
            let mut out = Vec::new();
            let summary = batch.run(vec![input(&file, map)], &mut out, &mut ()).unwrap();
            assert_eq!(
                (summary.threads, summary.tally.records),
                (workers, records as u64),
                "{records} {chunk:?}"
            );
            assert_eq!(out, b"1\n".repeat(records));
        }
    }
}

/// All combinations of instruction set, threads, chunk size and mapping.
#[test]
fn answers_do_not_depend_on_the_instruction_set() {
    use quadrille::engine::{EngineChoice, InstructionSet};
    let dir = tempdir().unwrap();
    let file = dir.path().join("records");
    fs::write(&file, records()).unwrap();
    for task in [Work::from(Solve::new().limit(3)), Count::new().limit(3).into()] {
        let batch = || Batch::new(task.clone());
        let (want, summary) =
            answer(&batch().run_options(RunOptions::new().threads(1)), records().as_bytes());
        for isa in InstructionSet::ALL.iter().copied().filter(|isa| isa.is_available()) {
            for threads in [1, 2, 5] {
                for chunk in [1, 83, 700, 1 << 20] {
                    for map in [true, false] {
                        let options = RunOptions::new().engine(EngineChoice::Lanes(isa)).unwrap();
                        let batch = batch().run_options(options.threads(threads)).chunk_size(chunk);
                        let mut out = Vec::new();
                        let run = batch.run(vec![input(&file, map)], &mut out, &mut ()).unwrap();
                        let settings = format!("{}, {threads} threads, {chunk} bytes, {map}", isa.name());
                        assert_eq!(String::from_utf8(out).unwrap(), want, "{settings}");
                        assert_eq!(counts(&run), counts(&summary), "{settings}");
                    }
                }
            }
        }
    }
}

/// Collects what a run reports.
#[derive(Default, PartialEq, Eq, Debug)]
struct Reported(Vec<String>);

impl Observer for Reported {
    fn malformed(&mut self, input: &str, line: u64, reason: &str) {
        self.0.push(format!("{input}:{line}: {reason}"));
    }

    fn recognized(&mut self, input: &str, format: &'static Format) {
        self.0.push(format!("{input}: {}", format.name()));
    }

    fn mismatch(&mut self, input: &str, line: u64, mismatch: &quadrille::batch::Mismatch) {
        self.0.push(format!("{input}:{line}: {mismatch}"));
    }

    fn fault(&mut self, input: &str, line: u64, what: &str) {
        self.0.push(format!("{input}:{line}: {what}"));
    }
}

/// The answers, the reported events and the sums; or the error.
type End = Result<(String, Reported, [u64; 9]), String>;

fn end(batch: &Batch, inputs: Vec<Input<'_>>) -> End {
    let (mut out, mut reported) = (Vec::new(), Reported::default());
    let summary = batch.run(inputs, &mut out, &mut reported).map_err(|e| e.to_string())?;
    Ok((String::from_utf8_lossy(&out).into_owned(), reported, counts(&summary)))
}

/// Compares runs with several chunk sizes, over a mapped file, a file that is read, and a slow pipe.
fn assert_same_output(batch: impl Fn() -> Batch, text: &[u8]) {
    let dir = tempdir().unwrap();
    let file = dir.path().join("text");
    fs::write(&file, text).unwrap();
    let name = file.to_str().unwrap();
    let twice = |map| vec![input(&file, map), input(&file, map)];
    let want = end(&batch().run_options(RunOptions::new().threads(1)), twice(true));
    for (threads, chunk) in [(1, 1), (2, 7), (3, 40), (2, 300), (1, 1 << 20)] {
        let batch = batch().run_options(RunOptions::new().threads(threads)).chunk_size(chunk);
        for map in [true, false] {
            assert_eq!(end(&batch, twice(map)), want, "chunks of {chunk}, {map}");
        }
        let drip = || Input::reader(name, Drip(text, 0));
        assert_eq!(end(&batch, vec![drip(), drip()]), want, "chunks of {chunk}, in drips");
    }
}

#[test]
fn answers_to_every_format_do_not_depend_on_how_it_is_read() {
    let easy = MIXED.lines().nth(1).unwrap();
    let csv = format!("id,puzzle,note\n{}", format!("1,{easy},\"a\n\"\"b\"\n2,{easy},c\nbad\n").repeat(5));
    let object = format!("{{\"puzzle\":\"{easy}\"}}\n{{}}\n").repeat(5);
    let rows = |line: &str| {
        let rows: Vec<_> = line.as_bytes().chunks(9).map(|r| std::str::from_utf8(r).unwrap()).collect();
        rows.join("\n")
    };
    let grids = format!("Grid 01\n{}\n\nGrid 02\n{}\n12\n", rows(easy), rows(easy)).repeat(5);
    let judge = format!("7\n{}", format!("{}\n\n", rows(&easy.replace('.', "*"))).repeat(7));
    let lines = format!("{easy}\n{easy}\nend\n{easy}\n");
    for text in [csv, object, grids, judge, lines] {
        assert_same_output(|| Batch::new(Hint::new()), text.as_bytes());
        assert_same_output(|| Batch::new(Solve::new()), text.as_bytes());
        for conversion in OutputFormat::all() {
            assert_same_output(|| Batch::new(Solve::new()).output_format(conversion), text.as_bytes());
        }
    }
}

#[test]
fn answers_to_grids_of_different_sizes_without_blank_lines_do_not_depend_on_how_they_are_read() {
    let grid = *Format::all().iter().find(|format| format.name() == "grid").unwrap();
    let four = "12..\n34..\n..4.\n..2.\n";
    let six = "12....\n......\n".repeat(3);
    let short_first = format!("\"--+--\n,*2**\n*2**\n {four},\n 34**\n**4*\n{four}");
    for text in [format!("{six}{four}{four}"), format!("{six}{four}").repeat(4), short_first] {
        assert_same_output(|| Batch::new(Check::new()).format(grid), text.as_bytes());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(crate::common::cases(50, 150)))]

    #[test]
    fn answers_to_any_text_do_not_depend_on_how_it_is_read(
        format in 0..Format::all().len() + 1,
        pieces in proptest::collection::vec(0..PIECES.len(), 0..60),
    ) {
        let text: String = pieces.into_iter().map(|i| PIECES[i]).collect();
        let named = Format::all().get(format).copied();
        let text = match named.map(Format::name) {
            Some("csv") => format!("puzzle,x\n{text}"),
            Some("uva12988" | "spoj1110" | "hust1565") => format!("3\n{text}"),
            _ => text,
        };
        let batch = || match named {
            Some(format) => Batch::new(Check::new()).format(format),
            None => Batch::new(Check::new()),
        };
        assert_same_output(batch, text.as_bytes());
    }
}

const PIECES: [&str; 25] = [
    "\n",
    "\n",
    "\n",
    "\n\n",
    "\r\n",
    " ",
    ",",
    "\"",
    "{\"puzzle\":\"",
    "\"}",
    "1...3..2..4.4..1",
    "12..",
    "*2**\n",
    "34**\n**4*\n",
    "----\n",
    "|",
    "--+--\n",
    "Grid 01\n",
    "# c",
    "end\n",
    "x",
    "3\n",
    "1...3..2..4.4..1,\"\n\"\n",
    "12..\n34..\n..4.\n..2.\n",
    "AB--------------\n",
];

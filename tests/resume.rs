//! Runs that are killed and taken up again end with the bytes of a run that was not.

mod common;

use common::{EASY, FOUR, MIXED, input, process::*, quadrille};
use predicates::prelude::*;
use proptest::prelude::*;
use quadrille::{
    Batch, Error, ErrorKind, Format, Input, OUTPUT_FORMATS, Observer, Resumable, Shard, Tally, Task,
};
use std::{
    fs,
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, SystemTime},
};
use tempfile::tempdir;

/// Raises the flag after so many chunks.
struct Stopper(usize, Arc<AtomicBool>);

impl Observer for Stopper {
    fn progress(&mut self, _: u64, _: &Tally) {
        match self.0 {
            0 => self.1.store(true, Ordering::Relaxed),
            _ => self.0 -= 1,
        }
    }
}

fn inputs(paths: &[PathBuf], map: bool) -> Vec<Input<'static>> {
    paths.iter().map(|path| input(path, map)).collect()
}

/// One run that ends after some chunks, or by itself: then its sums.
fn some(
    batch: &Batch,
    paths: &[PathBuf],
    map: bool,
    out: &Path,
    chunks: usize,
) -> Result<Option<Tally>, Error> {
    let stop = Arc::new(AtomicBool::new(false));
    let inputs = inputs(paths, map);
    let mut output = Resumable::open(out, batch, &inputs, Duration::ZERO)?;
    match batch.clone().stop_flag(stop.clone()).resume(inputs, &mut output, &mut Stopper(chunks, stop)) {
        Ok(summary) => output.finish().map(|()| Some(summary.tally)),
        Err(e) if e.kind() == ErrorKind::Interrupted => Ok(None),
        Err(e) => Err(e),
    }
}

/// Runs that end early, until one comes to the end, are one run.
#[track_caller]
fn same(batch: &Batch, texts: &[&[u8]], map: bool, steps: &[usize], chunks: &[usize]) {
    let dir = tempdir().unwrap();
    let write = |(i, text): (usize, &&[u8])| {
        let path = dir.path().join(format!("input{i}"));
        fs::write(&path, text).unwrap();
        path
    };
    let paths: Vec<_> = texts.iter().enumerate().map(write).collect();
    let mut want = Vec::new();
    let summary = batch.run(inputs(&paths, map), &mut want, &mut ()).unwrap();
    let out = dir.path().join("out");
    let (mut steps, mut chunks) = (steps.iter().cycle(), chunks.iter().cycle());
    let mut tries = 0;
    let tally = loop {
        let batch = batch.clone().chunk_size(*chunks.next().unwrap()).threads(1 + tries % 3);
        if let Some(tally) = some(&batch, &paths, map, &out, *steps.next().unwrap()).unwrap() {
            break tally;
        }
        assert!(!out.exists());
        tries += 1;
        assert!(tries < 10_000, "it gets on");
    };
    let got = fs::read(&out).unwrap();
    assert_eq!(String::from_utf8_lossy(&got), String::from_utf8_lossy(&want), "{tries} tries");
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), paths.len() + 1, "nothing is left");
    let sums =
        |t: &Tally| (t.records, t.solved, t.none, t.invalid, t.nodes, t.guesses, t.faults, t.formats.clone());
    assert_eq!(sums(&tally), sums(&summary.tally));
}

#[test]
fn every_format_is_taken_up_where_it_was_left() {
    let rows = "12..\n34..\n..4.\n..2.\n";
    let csv = format!("id,puzzle,note\n{}", format!("1,{FOUR},\"a\n\"\"b\"\n2,{FOUR},c\nbad\n").repeat(5));
    let object = format!("{{\"puzzle\":\"{FOUR}\"}}\n{{}}\n").repeat(5);
    let grids = format!("Grid 01\n{rows}\n{rows}\n\nGrid 02\n{rows}12\n# c\n").repeat(3);
    let judge = format!("7\n{}", format!("{}\n", rows.replace('.', "*")).repeat(7));
    let more = format!("{judge}12**\n");
    let fewer = judge.replacen('7', "9", 1);
    let lines = format!("{FOUR}\n{FOUR}\nend\n{FOUR}\n");
    let mark = format!("\u{FEFF}{MIXED}");
    for text in [&csv, &object, &grids, &judge, &more, &fewer, &lines, &mark] {
        for task in [Task::Solve, Task::Check] {
            same(&Batch::new(task), &[text.as_bytes()], true, &[1, 2], &[1, 30, 50]);
            // An empty input is lines, whose answers have no header.
            let between = if text == &csv { text.as_bytes() } else { b"" };
            same(
                &Batch::new(task),
                &[text.as_bytes(), between, text.as_bytes()],
                true,
                &[1, 3],
                &[1, 7, 100],
            );
        }
        if text != &judge && text != &more && text != &fewer {
            same(&Batch::new(Task::Solve), &[text.as_bytes(), text.as_bytes()], false, &[1, 2], &[20, 60, 1]);
        }
    }
    for conversion in OUTPUT_FORMATS {
        let batch = Batch::new(Task::Solve).output_format(conversion);
        same(&batch, &[csv.as_bytes(), grids.as_bytes()], true, &[1, 2], &[1, 30]);
    }
    let shard = Batch::new(Task::Solve).shard(Shard::new(2, 3).unwrap());
    same(&shard, &[csv.as_bytes(), csv.as_bytes()], true, &[1, 2], &[1, 30]);
    same(&shard, &[mark.as_bytes()], false, &[1, 2], &[1, 30]);
}

#[test]
fn compressed_inputs_are_read_again() {
    let dir = tempdir().unwrap();
    for name in ["in.gz", "in.zst"] {
        let packed = dir.path().join(name);
        let text = format!("{}\n", MIXED.repeat(20));
        quadrille(&["solve", "-q", "--format", "line", "-o", packed.to_str().unwrap()])
            .write_stdin(text)
            .assert()
            .code(1);
        let bytes = fs::read(&packed).unwrap();
        let batch = Batch::new(Task::Solve).format(Format::named("line").unwrap());
        same(&batch, &[&bytes], true, &[1, 2], &[100, 300]);
    }
}

#[test]
fn lines_longer_than_what_is_kept_of_them_are_counted_whole() {
    let text = format!("{FOUR}\n{}\n{FOUR}\n#{}\n{FOUR}\n", "1".repeat(3 << 20), "c".repeat(2 << 20));
    for map in [true, false] {
        same(&Batch::new(Task::Solve), &[text.as_bytes()], map, &[1, 2], &[50_000, 1 << 19]);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn any_stops_and_chunks_give_the_same_bytes(
        steps in proptest::collection::vec(1usize..6, 1..5),
        chunks in proptest::collection::vec(1usize..400, 1..5),
        map in any::<bool>(),
    ) {
        let text = MIXED.repeat(2);
        same(&Batch::new(Task::Check), &[text.as_bytes()], map, &steps, &chunks);
    }
}

/// A begun run, its folder, and the paths of input and output.
fn begun() -> (tempfile::TempDir, PathBuf, PathBuf) {
    let dir = tempdir().unwrap();
    let (input, out) = (dir.path().join("in"), dir.path().join("out"));
    fs::write(&input, format!("{FOUR}\n").repeat(100)).unwrap();
    fs::write(&out, "old").unwrap();
    let batch = Batch::new(Task::Solve).chunk_size(100);
    assert!(some(&batch, std::slice::from_ref(&input), true, &out, 5).unwrap().is_none());
    assert_eq!(fs::read(&out).unwrap(), b"old", "the old output stays until the end");
    assert!(beside(&out, "partial").exists() && beside(&out, "state").exists());
    (dir, input, out)
}

fn beside(out: &Path, what: &str) -> PathBuf {
    PathBuf::from(format!("{}.quadrille-{what}", out.display()))
}

#[track_caller]
fn refused(args: &[&str], words: &str) {
    let out = quadrille(args).assert().code(2).stdout("").stderr(predicate::str::contains(words));
    assert_eq!(String::from_utf8_lossy(&out.get_output().stderr).lines().count(), 1);
}

#[test]
fn another_input_other_options_and_a_damaged_state_are_refused() {
    let (dir, input, out) = begun();
    let (input, out_name) = (input.to_str().unwrap(), out.to_str().unwrap());
    fn with<'a>(base: &[&'a str], more: &[&'a str]) -> Vec<&'a str> {
        [base, more].concat()
    }
    let base = ["solve", "--resume", "-q", input, "-o", out_name];
    let before: Vec<_> = ["partial", "state"].map(|what| fs::read(beside(&out, what)).unwrap()).into();
    for (more, words) in [
        (&["--limit", "2"][..], "limit 1, which is now 2"),
        (&["--max-nodes", "5"], "max-nodes"),
        (&["--timeout-per-puzzle", "5"], "timeout-per-puzzle"),
        (&["--no-verify"], "verify true"),
        (&["--engine", "dlx"], "engine"),
        (&["--format", "line"], "format null"),
        (&["--output-format", "csv"], "output-format"),
        (&["--symbols", "letters"], "symbols"),
        (&["--column", "x"], "column"),
        (&["--check"], "check"),
        (&["--shard", "1/2"], "shard"),
        (&["--variant", "x"], "begun with other variants or regions; to start again, remove"),
        (&[input], "input 2"),
    ] {
        refused(&with(&base, more), words);
    }
    refused(&["check", "--resume", "-q", input, "-o", out_name], "command");
    // The same size and time, but other bytes; the same bytes at another time; another size.
    let (text, modified) = (fs::read(input).unwrap(), fs::metadata(input).unwrap().modified().unwrap());
    let write = |text: &[u8], at: SystemTime| {
        fs::write(input, text).unwrap();
        fs::File::options().write(true).open(input).unwrap().set_modified(at).unwrap();
    };
    let mut other = text.clone();
    other[3] = b'.' + b'1' - text[3];
    write(&other, modified);
    refused(&base, "input 1 is not the file that the run was begun with");
    write(&text, modified + Duration::from_secs(1));
    refused(&base, "input 1");
    write(&[&text[..], b"\n"].concat(), modified);
    refused(&base, "input 1");
    write(&text, modified);
    // Any byte of the state, and of the answers it speaks of.
    let [partial, state] = ["partial", "state"].map(|what| beside(&out, what));
    for at in (0..before[1].len()).step_by(7) {
        let mut damaged = before[1].clone();
        damaged[at] ^= 1;
        fs::write(&state, damaged).unwrap();
        refused(&base, "is damaged; to start again, remove it");
    }
    for len in [0, 10, before[1].len() - 1] {
        fs::write(&state, &before[1][..len]).unwrap();
        refused(&base, "is damaged");
    }
    fs::write(&state, &before[1]).unwrap();
    for at in [0, 20, 40] {
        let mut damaged = before[0].clone();
        damaged[at] ^= 1;
        fs::write(&partial, damaged).unwrap();
        refused(&base, "does not match");
    }
    fs::write(&partial, &before[0][..50]).unwrap();
    refused(&base, "does not match");
    fs::remove_file(&partial).unwrap();
    refused(&base, "cannot open");
    assert!(!partial.exists(), "a refusal makes nothing");
    // As it was, and with what a killed process wrote behind its last commit, it goes on.
    fs::write(&partial, [&before[0][..], b"123\nmore"].concat()).unwrap();
    assert_eq!(fs::read(&out).unwrap(), b"old");
    quadrille(&with(&base, &["--threads", "3", "--no-mmap", "--chunk-size", "7"])).assert().success();
    assert_eq!(fs::read_to_string(&out).unwrap(), format!("{}\n", common::FOUR_SOLVED).repeat(100));
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 2);
}

#[test]
fn what_cannot_be_resumed_is_refused_before_any_work() {
    let dir = tempdir().unwrap();
    let path = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    fs::write(path("in"), FOUR).unwrap();
    fs::write(path("judge"), common::UVA).unwrap();
    refused(&["solve", "--resume", "-", "-o", &path("out")], "--resume need regular files");
    refused(&["solve", "--resume", &path("in"), "-o", "-"], "--output FILE");
    refused(&["solve", "--resume", &path("in"), "-o", &path("out.gz")], "a compressed output");
    refused(&["solve", "--resume", &path("in"), "-o", "/dev/null"], "not a regular file");
    quadrille(&["solve", "--resume", &path("in")]).assert().code(2);
    quadrille(&["solve", "--checkpoint", "1", &path("in")]).assert().code(2);
    let judge = ["solve", "-q", "--resume", "--no-mmap", &path("judge"), "-o", &path("out")];
    quadrille(&judge).assert().code(2).stderr(predicate::str::contains("must be counted"));
}

/// The whole output was written, but the process ended before all was put in its place.
#[test]
fn a_run_that_ended_while_it_was_ending_is_ended() {
    let (_dir, input, out) = begun();
    let want = format!("{}\n", common::FOUR_SOLVED).repeat(100);
    let args = ["solve", "--resume", "-q", input.to_str().unwrap(), "-o", out.to_str().unwrap()];
    // As far as all answers, committed as complete, by a disk on which nothing can be renamed: a folder is
    // in the way.
    fs::remove_file(&out).unwrap();
    let batch = Batch::new(Task::Solve);
    let ins = inputs(std::slice::from_ref(&input), true);
    let mut output = Resumable::open(&out, &batch, &ins, Duration::ZERO).unwrap();
    batch.resume(ins, &mut output, &mut ()).unwrap();
    fs::create_dir_all(out.join("x")).unwrap();
    output.finish().unwrap_err();
    let state = fs::read(beside(&out, "state")).unwrap();
    fs::remove_dir_all(&out).unwrap();
    quadrille(&args).assert().success();
    assert_eq!(fs::read_to_string(&out).unwrap(), want);
    assert!(!beside(&out, "state").exists() && !beside(&out, "partial").exists());
    // It has its name, but the state is still there.
    fs::write(beside(&out, "state"), state).unwrap();
    quadrille(&args).assert().success();
    assert_eq!(fs::read_to_string(&out).unwrap(), want);
    assert!(!beside(&out, "state").exists() && !beside(&out, "partial").exists());
}

#[test]
fn two_runs_do_not_write_one_output() {
    let (_dir, input, out) = begun();
    let batch = Batch::new(Task::Solve);
    let ins = inputs(std::slice::from_ref(&input), true);
    let _held = Resumable::open(&out, &batch, &ins, Duration::ZERO).unwrap();
    let args = ["solve", "--resume", "-q", input.to_str().unwrap(), "-o", out.to_str().unwrap()];
    refused(&args, "another run is writing it");
}

#[cfg(unix)]
#[test]
fn a_link_that_leads_in_a_circle_is_refused() {
    let dir = tempdir().unwrap();
    let path = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    fs::write(path("in"), FOUR).unwrap();
    std::os::unix::fs::symlink("b", path("a")).unwrap();
    std::os::unix::fs::symlink("a", path("b")).unwrap();
    refused(&["solve", "--resume", &path("in"), "-o", &path("a")], "cannot create");
}

/// The lines before a shard are counted when a malformed one is to be named: from a file that is not there
/// for a while.
#[test]
fn an_error_between_the_answers_and_their_place_doubles_no_record() {
    let dir = tempdir().unwrap();
    let (input, away, out) = (dir.path().join("in"), dir.path().join("away"), dir.path().join("out"));
    fs::write(&input, format!("{}x\n{}", format!("{FOUR}\n").repeat(60), format!("{FOUR}\n").repeat(9)))
        .unwrap();
    let batch = Batch::new(Task::Solve).shard(Shard::new(2, 2).unwrap()).chunk_size(60).threads(1);
    let mut want = Vec::new();
    batch.run(inputs(std::slice::from_ref(&input), true), &mut want, &mut ()).unwrap();
    struct Mover<'a>(&'a Path, &'a Path);
    impl Observer for Mover<'_> {
        fn progress(&mut self, _: u64, _: &Tally) {
            let _ = fs::rename(self.0, self.1);
        }
    }
    let ins = inputs(std::slice::from_ref(&input), true);
    let mut output = Resumable::open(&out, &batch, &ins, Duration::ZERO).unwrap();
    let error = batch.resume(ins, &mut output, &mut Mover(&input, &away)).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Input, "{error}");
    drop(output);
    fs::rename(&away, &input).unwrap();
    assert!(some(&batch, std::slice::from_ref(&input), true, &out, 1000).unwrap().is_some());
    assert_eq!(String::from_utf8(fs::read(&out).unwrap()), String::from_utf8(want));
}

/// However long the time between checkpoints is.
#[test]
fn a_stopped_run_commits_what_it_has() {
    let dir = tempdir().unwrap();
    let (input, out) = (dir.path().join("in"), dir.path().join("out"));
    fs::write(&input, format!("{FOUR}\n").repeat(100)).unwrap();
    let stop = Arc::new(AtomicBool::new(false));
    let batch = Batch::new(Task::Solve).chunk_size(100).stop_flag(stop.clone());
    let open = || {
        let ins = inputs(std::slice::from_ref(&input), true);
        (Resumable::open(&out, &batch, &ins, Duration::MAX).unwrap(), ins)
    };
    let (mut output, ins) = open();
    let error = batch.resume(ins, &mut output, &mut Stopper(5, stop)).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Interrupted);
    drop(output);
    assert!(open().0.resumed().unwrap() > 0);
}

#[cfg(unix)]
#[test]
fn a_stopped_run_says_how_it_goes_on() {
    let dir = tempdir().unwrap();
    let (input, out) = (dir.path().join("in"), dir.path().join("out"));
    fs::write(&input, format!("{EASY}\n{}\n", ".".repeat(81))).unwrap();
    // What is committed while it is stopped is no matter here: a slow disk may take longer than its grace.
    let args = ["count", "--resume", "--chunk-size", "82", "--threads", "1", "--checkpoint", "0"];
    for round in 0..2 {
        let child = start(&args, &[&input], Some(&out));
        // In the second round nothing is written; the state is there.
        wait_until("a state", || beside(&out, "state").exists());
        kill(&child, signal_hook::consts::SIGINT);
        let end = child.wait_with_output().unwrap();
        let errors = String::from_utf8(end.stderr).unwrap();
        // A signal may come before it is watched for.
        if end.status.code().is_some() {
            assert_eq!(end.status.code(), Some(130), "{errors}");
            assert!(errors.contains("after 1 records; run again with --resume to continue"), "{errors}");
            assert_eq!(errors.contains("resuming after 1 records"), round == 1, "{errors}");
        }
        assert!(beside(&out, "state").exists() && !out.exists());
    }
}

/// SIGKILL at random points, each time with the next run going on; see `scripts/kill-test` for more.
#[cfg(unix)]
#[test]
fn killed_runs_are_one_run() {
    let dir = tempdir().unwrap();
    let (input, out) = (dir.path().join("in"), dir.path().join("out"));
    let csv = format!("id,puzzle\n{}", format!("1,{EASY}\n2,\"{FOUR}\"\n3,x\n").repeat(4000));
    fs::write(&input, csv).unwrap();
    let args = ["solve", "-q", "--resume", "--checkpoint", "0", "--chunk-size", "3000", "--threads", "2"];
    let whole = command(&["solve", "-q"]).arg(&input).output().unwrap().stdout;
    let mut seed = 20_261_121_u64;
    let mut kills = 0;
    let mut resumed = 0;
    while kills < 15 {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let mut child = start(&args, &[&input], Some(&out));
        std::thread::sleep(Duration::from_micros((seed >> 33) % 60_000));
        child.kill().unwrap();
        kills += 1;
        if child.wait().unwrap().code().is_some() {
            // It was faster than the signal: begin again.
            assert_eq!(fs::read(&out).unwrap(), whole);
            fs::remove_file(&out).unwrap();
        } else {
            resumed += usize::from(beside(&out, "state").exists());
        }
    }
    command(&args).arg(&input).arg("-o").arg(&out).status().unwrap();
    assert!(fs::read(&out).unwrap() == whole, "{resumed} of {kills} left a state");
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 2, "nothing is left");
}

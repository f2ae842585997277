//! Runs that are killed and resumed end with the same bytes as a run that was not.

use crate::common::{EASY, FOUR, MIXED, input, process::*, quadrille};
use predicates::prelude::*;
use proptest::prelude::*;
use quadrille::{
    Batch, Error, ErrorKind, Input, RunOptions,
    batch::{Format, Morphs, Observer, OutputFormat, Resumable, Shard, Tally, Work},
    rating::Method,
    symmetry::Symmetries,
    tasks::{Check, Convert, Rate, Solve},
    techniques::PositionFormat,
};
use std::{
    fs,
    io::{BufRead, BufReader, Read},
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, SystemTime},
};
use tempfile::tempdir;

/// Sets the stop flag after this number of chunks.
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

/// A run that is stopped after some chunks. Returns its sums if it was complete before; with several threads all chunks may have
/// been answered by then.
fn run_some(
    batch: &Batch,
    threads: usize,
    paths: &[PathBuf],
    map: bool,
    out: &Path,
    chunks: usize,
) -> Result<Option<Tally>, Error> {
    let stop = Arc::new(AtomicBool::new(false));
    let inputs = inputs(paths, map);
    let mut output = Resumable::open(out, batch, &inputs, Duration::ZERO)?;
    let batch = batch.clone().run_options(RunOptions::new().threads(threads).stop_flag(stop.clone()));
    match batch.resume(inputs, &mut output, &mut Stopper(chunks, stop)) {
        Ok(summary) => output.finish().map(|()| Some(summary.tally)),
        Err(e) if e.kind() == ErrorKind::Interrupted => Ok(None),
        Err(e) => Err(e),
    }
}

/// Stops and resumes a run until it is complete, and compares the output and the sums with the output and the sums of one run.
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
        let batch = batch.clone().chunk_size(*chunks.next().unwrap());
        let threads = 1 + tries % 3;
        if let Some(tally) = run_some(&batch, threads, &paths, map, &out, *steps.next().unwrap()).unwrap() {
            break tally;
        }
        assert!(!out.exists());
        tries += 1;
        assert!(tries < 10_000, "each run makes progress");
    };
    let got = fs::read(&out).unwrap();
    assert_eq!(String::from_utf8_lossy(&got), String::from_utf8_lossy(&want), "{tries} tries");
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), paths.len() + 1, "nothing is left");
    let sums =
        |t: &Tally| (t.records, t.solved, t.none, t.invalid, t.nodes, t.guesses, t.faults, t.formats.clone());
    assert_eq!(sums(&tally), sums(&summary.tally));
}

#[test]
fn every_format_can_be_resumed() {
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
        for task in [Work::from(Solve::new()), Check::new().into()] {
            same(&Batch::new(task.clone()), &[text.as_bytes()], true, &[1, 2], &[1, 30, 50]);
            // An empty input has the format `line`, whose header differs from the header of csv.
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
            same(
                &Batch::new(Solve::new()),
                &[text.as_bytes(), text.as_bytes()],
                false,
                &[1, 2],
                &[20, 60, 1],
            );
        }
    }
    for conversion in OutputFormat::all() {
        // Positions are written by a task of their own.
        let batch = match conversion.name() {
            "pencilmark" => Batch::new(Convert::positions(PositionFormat::Pencilmark)),
            "candidates" => Batch::new(Convert::positions(PositionFormat::Candidates)),
            "hodoku" => Batch::new(Convert::positions(PositionFormat::Hodoku)),
            _ => Batch::new(Solve::new()),
        };
        let batch = batch.output_format(conversion);
        same(&batch, &[csv.as_bytes(), grids.as_bytes()], true, &[1, 2], &[1, 30]);
    }
    let morphs = Morphs::random(Symmetries::ALL, 3).copies(2);
    for text in [&csv, &object, &grids, &lines, &mark] {
        // There is no room for copies among drawn boards.
        let morphs = if text == &grids { Morphs::random(Symmetries::ALL, 3) } else { morphs.clone() };
        let batch = Batch::new(morphs);
        same(&batch, &[text.as_bytes(), text.as_bytes()], true, &[1, 2], &[1, 30, 50]);
    }
    let shard = Batch::new(morphs).shard(Shard::new(2, 3).unwrap());
    same(&shard, &[csv.as_bytes(), csv.as_bytes()], true, &[1, 2], &[1, 30]);
    let shard = Batch::new(Solve::new()).shard(Shard::new(2, 3).unwrap());
    same(&shard, &[csv.as_bytes(), csv.as_bytes()], true, &[1, 2], &[1, 30]);
    same(&shard, &[mark.as_bytes()], false, &[1, 2], &[1, 30]);
}

#[test]
fn runs_over_a_file_that_workers_read_ahead_can_be_resumed() {
    let text = format!("{}\n", crate::common::FOUR).repeat(30_000);
    same(&Batch::new(Solve::new()), &[text.as_bytes()], false, &[5, 9], &[16 << 10]);
}

#[test]
fn runs_over_compressed_inputs_can_be_resumed() {
    let dir = tempdir().unwrap();
    for name in ["in.gz", "in.zst"] {
        let packed = dir.path().join(name);
        let text = format!("{}\n", MIXED.repeat(20));
        quadrille(&["solve", "-q", "--format", "line", "-o", packed.to_str().unwrap()])
            .write_stdin(text)
            .assert()
            .code(1);
        let bytes = fs::read(&packed).unwrap();
        let batch = Batch::new(Solve::new()).format(Format::named("line").unwrap());
        same(&batch, &[&bytes], true, &[1, 2], &[100, 300]);
    }
}

#[test]
fn positions_count_the_whole_of_an_overlong_line() {
    let text = format!("{FOUR}\n{}\n{FOUR}\n#{}\n{FOUR}\n", "1".repeat(3 << 20), "c".repeat(2 << 20));
    for map in [true, false] {
        same(&Batch::new(Solve::new()), &[text.as_bytes()], map, &[1, 2], &[50_000, 1 << 19]);
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
        same(&Batch::new(Check::new()), &[text.as_bytes()], map, &steps, &chunks);
    }
}

/// A run that was stopped: its folder, and the paths of input and output.
fn stopped_run() -> (tempfile::TempDir, PathBuf, PathBuf) {
    let dir = tempdir().unwrap();
    let (input, out) = (dir.path().join("in"), dir.path().join("out"));
    fs::write(&input, format!("{FOUR}\n").repeat(100)).unwrap();
    fs::write(&out, "old").unwrap();
    let batch = Batch::new(Solve::new()).chunk_size(100);
    assert!(run_some(&batch, 1, std::slice::from_ref(&input), true, &out, 5).unwrap().is_none());
    assert_eq!(fs::read(&out).unwrap(), b"old", "the old output is kept until the end");
    assert!(beside(&out, "partial").exists() && beside(&out, "state").exists());
    (dir, input, out)
}

#[test]
fn other_morphs_are_rejected_by_the_names_of_their_options() {
    let dir = tempdir().unwrap();
    let [input, out] = ["in", "out"].map(|name| dir.path().join(name));
    fs::write(&input, format!("{FOUR}\n").repeat(100)).unwrap();
    let morphs = Morphs::random(Symmetries::ALL, 4).copies(2);
    let batch = Batch::new(morphs).chunk_size(100);
    assert!(run_some(&batch, 1, std::slice::from_ref(&input), true, &out, 5).unwrap().is_none());
    let base = ["morph", "--resume", "-q", input.to_str().unwrap(), "-o", out.to_str().unwrap()];
    for (more, words) in [
        (&["--seed", "5", "--copies", "2"][..], "begun with seed 4, which is now 5; to start again"),
        (&["--seed", "4"], "begun with copies 2, which is now null"),
        (
            &["--seed", "4", "--copies", "2", "--exclude-symmetry", "digits,rows"],
            "begun with exclude-symmetry \"none\", which is now \"digits,rows\"",
        ),
        (&["--transform", "r2134-c1234-d1234"], "begun with copies 2, which is now null"),
        (&["--seed", "4", "--copies", "2", "--inverse"], "begun with inverse false, which is now true"),
        (&["--seed", "4", "--copies", "2", "--no-solution"], "no-solution false, which is now true"),
    ] {
        rejected(&[&base[..], more].concat(), words);
    }
    quadrille(&[&base[..], &["--seed", "4", "--copies", "2"]].concat()).assert().code(0);
    assert_eq!(fs::read_to_string(&out).unwrap().lines().count(), 200);
    let batch = Batch::new(Morphs::transform("r1243-c1234-d1234".parse().unwrap())).chunk_size(100);
    assert!(run_some(&batch, 1, std::slice::from_ref(&input), true, &out, 5).unwrap().is_none());
    let words = "begun with transform \"r1243-c1234-d1234\", which is now \"r2134-c1234-d1234\"";
    rejected(&[&base[..], &["--transform", "r2134-c1234-d1234"]].concat(), words);
}

#[test]
fn other_ratings_are_rejected_by_the_names_of_their_options() {
    let dir = tempdir().unwrap();
    let [input, out] = ["in", "out"].map(|name| dir.path().join(name));
    fs::write(&input, format!("{EASY}\n").repeat(100)).unwrap();
    let ratings = Rate::new(Method::Morphs { count: 2 }).seed(4);
    let batch = Batch::new(ratings).chunk_size(100);
    assert!(run_some(&batch, 1, std::slice::from_ref(&input), true, &out, 5).unwrap().is_none());
    let base = ["rate", "--resume", "-q", input.to_str().unwrap(), "-o", out.to_str().unwrap()];
    for (more, words) in [
        (&[][..], "begun with method \"morphs=2\", which is now \"guesses\""),
        (&["--method", "morphs=2"], "begun with seed 4, which is now 0; to start again"),
        (
            &["--method", "morphs=2", "--seed", "4", "--rating-column", "x"],
            "begun with rating-column \"rating\", which is now \"x\"",
        ),
        (
            &["--method", "morphs=2", "--seed", "4", "--rating", "2..9"],
            "begun with rating null, which is now \"2..9\"",
        ),
    ] {
        rejected(&[&base[..], more].concat(), words);
    }
    quadrille(&[&base[..], &["--method", "morphs=2", "--seed", "4"]].concat()).assert().code(0);
    assert_eq!(fs::read_to_string(&out).unwrap(), format!("{EASY},1.000\n").repeat(100));
}

fn beside(out: &Path, what: &str) -> PathBuf {
    PathBuf::from(format!("{}.quadrille-{what}", out.display()))
}

#[track_caller]
fn rejected(args: &[&str], words: &str) {
    let out = quadrille(args).assert().code(2).stdout("").stderr(predicate::str::contains(words));
    assert_eq!(String::from_utf8_lossy(&out.get_output().stderr).lines().count(), 1);
}

#[test]
fn another_input_other_options_and_a_damaged_state_are_rejected() {
    let (dir, input, out) = stopped_run();
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
        (&["--keep-trailing"], "keep-trailing"),
        (&["--column", "x"], "column"),
        (&["--verify-answers"], "verify-answers"),
        (&["--shard", "1/2"], "shard"),
        (&["--variant", "x"], "begun with other variants or regions; to start again, remove"),
        (&[input], "input 2"),
    ] {
        rejected(&with(&base, more), words);
    }
    rejected(&["check", "--resume", "-q", input, "-o", out_name], "command");
    // Other bytes with the same size and time; the same bytes with another time; another size.
    let (text, modified) = (fs::read(input).unwrap(), fs::metadata(input).unwrap().modified().unwrap());
    let write = |text: &[u8], at: SystemTime| {
        fs::write(input, text).unwrap();
        fs::File::options().write(true).open(input).unwrap().set_modified(at).unwrap();
    };
    let mut other = text.clone();
    other[3] = b'.' + b'1' - text[3];
    write(&other, modified);
    rejected(&base, "input 1 is not the file that the run was begun with");
    write(&text, modified + Duration::from_secs(1));
    rejected(&base, "input 1");
    write(&[&text[..], b"\n"].concat(), modified);
    rejected(&base, "input 1");
    write(&text, modified);
    // A change of any byte of the state, and of the answers that it describes.
    let [partial, state] = ["partial", "state"].map(|what| beside(&out, what));
    for at in (0..before[1].len()).step_by(7) {
        let mut damaged = before[1].clone();
        damaged[at] ^= 1;
        fs::write(&state, damaged).unwrap();
        rejected(&base, "is damaged; to start again, remove it");
    }
    for len in [0, 10, before[1].len() - 1] {
        fs::write(&state, &before[1][..len]).unwrap();
        rejected(&base, "is damaged");
    }
    fs::write(&state, &before[1]).unwrap();
    for at in [0, 20, 40] {
        let mut damaged = before[0].clone();
        damaged[at] ^= 1;
        fs::write(&partial, damaged).unwrap();
        rejected(&base, "does not match");
    }
    fs::write(&partial, &before[0][..50]).unwrap();
    rejected(&base, "does not match");
    fs::remove_file(&partial).unwrap();
    // The cause is the last part of the message, after the advice.
    rejected(&base, "cannot resume (to start again, remove ");
    rejected(&base, ".quadrille-partial: No such file or directory");
    assert!(!partial.exists(), "a rejected run creates no file");
    // With the original files, and what a killed process wrote after its last commit, the run continues.
    fs::write(&partial, [&before[0][..], b"123\nmore"].concat()).unwrap();
    assert_eq!(fs::read(&out).unwrap(), b"old");
    quadrille(&with(&base, &["--threads", "3", "--no-mmap", "--chunk-size", "7"])).assert().success();
    assert_eq!(fs::read_to_string(&out).unwrap(), format!("{}\n", crate::common::FOUR_SOLVED).repeat(100));
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 2);
}

/// The extension asks for csv and keeps the columns of the input; the option does not.
#[test]
fn a_format_by_extension_is_not_resumed_as_the_same_format_by_option() {
    let dir = tempdir().unwrap();
    let [input, out] = ["in.csv", "out.csv"].map(|name| dir.path().join(name));
    let rows: String = (0..500).map(|id| format!("{id},{}\n", crate::common::FOUR)).collect();
    fs::write(&input, format!("id,puzzle\n{rows}")).unwrap();
    let base = ["solve", "--resume", "-q", input.to_str().unwrap(), "-o", out.to_str().unwrap()];
    let csv = OutputFormat::named("csv").expect("the name of a format");
    let batch = Batch::new(Solve::new()).preferred_output_format(csv).chunk_size(100);
    assert!(run_some(&batch, 1, std::slice::from_ref(&input), true, &out, 5).unwrap().is_none());
    rejected(
        &[&base[..], &["--output-format", "csv"]].concat(),
        r#"output-format "auto (csv)", which is now "csv""#,
    );
    quadrille(&base).assert().success();
    assert!(fs::read_to_string(&out).unwrap().starts_with("id,puzzle,solution,status\n0,"));
}

#[test]
fn what_cannot_be_resumed_is_rejected_before_any_work() {
    let dir = tempdir().unwrap();
    let path = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    fs::write(path("in"), FOUR).unwrap();
    fs::write(path("judge"), crate::common::UVA).unwrap();
    rejected(
        &["solve", "--resume", "-", "-o", &path("out")],
        "; save it to an uncompressed file, and name that file",
    );
    rejected(&["solve", "--resume", &path("in"), "-o", "-"], "--output FILE");
    rejected(&["solve", "--resume", &path("in"), "-o", &path("out.gz")], "a compressed output");
    rejected(&["solve", "--resume", &path("in"), "-o", "/dev/null"], "not a regular file");
    quadrille(&["solve", "--resume", &path("in")]).assert().code(2);
    quadrille(&["solve", "--checkpoint", "1", &path("in")]).assert().code(2);
    let judge = ["solve", "-q", "--resume", "--no-mmap", &path("judge"), "-o", &path("out")];
    quadrille(&judge).assert().code(2).stderr(predicate::str::contains("must be counted"));
}

/// The whole output was written, but the process ended before everything was renamed and removed.
#[test]
fn a_run_that_was_killed_while_it_finished_is_finished() {
    let (_dir, input, out) = stopped_run();
    let want = format!("{}\n", crate::common::FOUR_SOLVED).repeat(100);
    let args = ["solve", "--resume", "-q", input.to_str().unwrap(), "-o", out.to_str().unwrap()];
    // All answers are committed as complete, but a folder prevents the renaming.
    fs::remove_file(&out).unwrap();
    let batch = Batch::new(Solve::new());
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
    // The output has been renamed, but the state still exists.
    fs::write(beside(&out, "state"), state).unwrap();
    quadrille(&args).assert().success();
    assert_eq!(fs::read_to_string(&out).unwrap(), want);
    assert!(!beside(&out, "state").exists() && !beside(&out, "partial").exists());
}

/// Nothing is said if no earlier run was interrupted, as when each start of a run has the option.
#[test]
fn a_run_that_left_no_checkpoint_is_started_over_with_a_message() {
    let (_dir, input, out) = stopped_run();
    let args = ["solve", "--resume", input.to_str().unwrap(), "-o", out.to_str().unwrap()];
    let message = format!(
        "quadrille: {}: the interrupted run left no checkpoint; starting from the first record\n",
        out.display()
    );
    let says = |is_said: bool| {
        let run = quadrille(&args).assert().success();
        let errors = String::from_utf8_lossy(&run.get_output().stderr).into_owned();
        assert_eq!(errors.contains(&message), is_said, "{errors}");
        assert_eq!(
            fs::read_to_string(&out).unwrap(),
            format!("{}\n", crate::common::FOUR_SOLVED).repeat(100)
        );
    };
    fs::remove_file(beside(&out, "state")).unwrap();
    says(true);
    says(false);
    // Killed before it wrote anything.
    fs::write(beside(&out, "partial"), "").unwrap();
    says(true);
    fs::write(beside(&out, "partial"), "").unwrap();
    quadrille(&[&args[..], &["-q"]].concat()).assert().success().stderr("");
}

#[test]
fn two_runs_cannot_write_the_same_output() {
    let (_dir, input, out) = stopped_run();
    let batch = Batch::new(Solve::new());
    let ins = inputs(std::slice::from_ref(&input), true);
    let _held = Resumable::open(&out, &batch, &ins, Duration::ZERO).unwrap();
    let args = ["solve", "--resume", "-q", input.to_str().unwrap(), "-o", out.to_str().unwrap()];
    rejected(&args, "another run is writing it");
}

#[cfg(unix)]
#[test]
fn a_loop_of_links_is_rejected() {
    let dir = tempdir().unwrap();
    let path = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    fs::write(path("in"), FOUR).unwrap();
    std::os::unix::fs::symlink("b", path("a")).unwrap();
    std::os::unix::fs::symlink("a", path("b")).unwrap();
    rejected(&["solve", "--resume", &path("in"), "-o", &path("a")], "cannot create");
}

/// The lines before a shard are counted when the first malformed record is reported. Here the file is missing then.
#[test]
fn an_error_while_lines_are_counted_duplicates_no_record() {
    let dir = tempdir().unwrap();
    let (input, away, out) = (dir.path().join("in"), dir.path().join("away"), dir.path().join("out"));
    fs::write(&input, format!("{}x\n{}", format!("{FOUR}\n").repeat(60), format!("{FOUR}\n").repeat(9)))
        .unwrap();
    let batch = Batch::new(Solve::new()).shard(Shard::new(2, 2).unwrap()).chunk_size(60);
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
    assert!(run_some(&batch, 1, std::slice::from_ref(&input), true, &out, 1000).unwrap().is_some());
    assert_eq!(String::from_utf8(fs::read(&out).unwrap()), String::from_utf8(want));
}

/// Even if the interval between checkpoints has not passed.
#[test]
fn a_stopped_run_is_committed() {
    let dir = tempdir().unwrap();
    let (input, out) = (dir.path().join("in"), dir.path().join("out"));
    fs::write(&input, format!("{FOUR}\n").repeat(100)).unwrap();
    let stop = Arc::new(AtomicBool::new(false));
    let batch = Batch::new(Solve::new())
        .chunk_size(100)
        .run_options(RunOptions::new().threads(1).stop_flag(stop.clone()));
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
fn a_stopped_run_prints_how_to_resume_it() {
    let dir = tempdir().unwrap();
    let (input, out) = (dir.path().join("in"), dir.path().join("out"));
    fs::write(&input, format!("{EASY}\n{}\n", ".".repeat(81))).unwrap();
    // Commits after every chunk, because on a slow disk the last commit may exceed the grace period.
    let args = ["count", "--resume", "--chunk-size", "82", "--threads", "1", "--checkpoint", "0"];
    for round in 0..2 {
        let mut child = start(&args, &[&input], Some(&out));
        let (mut told, mut errors) = (BufReader::new(child.stderr.take().unwrap()), String::new());
        // In the second round the state exists already, and the run tells that it has read it.
        while round == 1 && !errors.contains('\n') {
            assert!(told.read_line(&mut errors).unwrap() > 0);
        }
        wait_until("a state", || beside(&out, "state").exists());
        kill(&child, signal_hook::consts::SIGINT);
        told.read_to_string(&mut errors).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(130), "{errors}");
        assert!(errors.contains("after 1 records; run again with --resume to continue"), "{errors}");
        assert_eq!(errors.contains("resuming after 1 records"), round == 1, "{errors}");
        assert!(beside(&out, "state").exists() && !out.exists());
    }
}

/// SIGKILL at random points, after each of which the next run continues; `scripts/kill-test` does more of them.
#[cfg(unix)]
#[test]
fn killed_and_resumed_runs_have_the_output_of_one_run() {
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
            // The run ended before the signal: start again.
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

/// In a folder that others may write to, one of the names could be a link to a file of this user.
#[cfg(unix)]
#[test]
fn side_files_are_not_opened_through_links() {
    use std::os::unix::fs::symlink;
    let dir = tempdir().unwrap();
    let (input, out, victim) = (dir.path().join("in"), dir.path().join("out"), dir.path().join("victim"));
    fs::write(&input, format!("{EASY}\n")).unwrap();
    fs::write(&victim, "precious").unwrap();
    let args = ["solve", "-q", "--resume", input.to_str().unwrap(), "-o", out.to_str().unwrap()];
    for (what, hard) in [("partial", false), ("partial", true), ("state", false)] {
        let name = beside(&out, what);
        if hard { fs::hard_link(&victim, &name) } else { symlink(&victim, &name) }.unwrap();
        let expected = if hard { "has a second name" } else { "is a symbolic link" };
        rejected(&args, expected);
        assert_eq!(fs::read_to_string(&victim).unwrap(), "precious");
        assert!(!out.exists());
        fs::remove_file(&name).unwrap();
        let _ = fs::remove_file(beside(&out, "partial"));
    }
    // A link that leads nowhere would create a file elsewhere.
    symlink(dir.path().join("elsewhere"), beside(&out, "partial")).unwrap();
    rejected(&args, "is a symbolic link");
    assert!(!dir.path().join("elsewhere").exists());
    fs::remove_file(beside(&out, "partial")).unwrap();
    // The name of the new state is free for a new file: the link is removed.
    symlink(&victim, beside(&out, "state-new")).unwrap();
    quadrille(&args).assert().success();
    assert_eq!(fs::read_to_string(&victim).unwrap(), "precious");
    assert_eq!(fs::read_dir(&dir).unwrap().count(), 3);
}

/// Neither a pipe, which would block, nor a file of someone else, who could have written answers into it.
#[cfg(unix)]
#[test]
fn side_files_of_other_kinds_and_users_are_refused() {
    let (dir, input, out) = stopped_run();
    let args = ["solve", "-q", "--resume", input.to_str().unwrap(), "-o", out.to_str().unwrap()];
    let partial = beside(&out, "partial");
    let kept = dir.path().join("kept");
    fs::rename(&partial, &kept).unwrap();
    assert!(std::process::Command::new("mkfifo").arg(&partial).status().unwrap().success());
    rejected(&args, "is not a regular file");
    fs::remove_file(&partial).unwrap();
    fs::rename(&kept, &partial).unwrap();
    for name in [&partial, &beside(&out, "state")] {
        if std::os::unix::fs::chown(name, Some(12345), None).is_err() {
            return eprintln!("skipped: only a superuser may give a file to someone else");
        }
        rejected(&args, "belongs to another user");
        std::os::unix::fs::chown(name, Some(0), None).unwrap();
    }
    quadrille(&args).assert().success();
}

/// Users who may not read the old output may not read the new one while it is being written.
#[cfg(unix)]
#[test]
fn side_files_have_the_permissions_of_the_old_output_from_the_start() {
    use std::os::unix::fs::PermissionsExt;
    let dir = tempdir().unwrap();
    let (path, out) = (dir.path().join("in"), dir.path().join("out"));
    fs::write(&path, format!("{EASY}\n").repeat(50)).unwrap();
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o7777;
    for (old, want) in [(0o600, 0o600), (0o640, 0o640), (0o444, 0o644), (0o666, 0o666)] {
        fs::write(&out, "old").unwrap();
        fs::set_permissions(&out, fs::Permissions::from_mode(old)).unwrap();
        let batch = Batch::new(Solve::new()).run_options(RunOptions::new().threads(1)).chunk_size(100);
        let mut resumable = Resumable::open(&out, &batch, &[input(&path, false)], Duration::ZERO).unwrap();
        assert_eq!(mode(&beside(&out, "partial")), want);
        batch.resume(vec![input(&path, false)], &mut resumable, &mut ()).unwrap();
        assert_eq!([mode(&beside(&out, "partial")), mode(&beside(&out, "state"))], [want, want]);
        resumable.finish().unwrap();
        assert_eq!(mode(&out), old);
        fs::remove_file(&out).unwrap();
    }
}

/// A run that is killed during a commit leaves a third file, which the next run removes.
#[test]
fn a_state_that_was_not_put_in_place_is_removed_by_the_next_run() {
    let (dir, input, out) = stopped_run();
    fs::write(beside(&out, "state-new"), "half").unwrap();
    let args = ["solve", "-q", "--resume", input.to_str().unwrap(), "-o", out.to_str().unwrap()];
    quadrille(&args).assert().success();
    assert!(!beside(&out, "state-new").exists());
    drop(dir);
}

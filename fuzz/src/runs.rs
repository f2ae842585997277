//! Whole runs, in memory and on files.

use crate::table_runs::expect_panics_of_decoders;
use quadrille::{
    Batch, Error, ErrorKind, Input, RunOptions,
    batch::{Format, Observer, Resumable, Shard, Tally},
    tasks::{Check, Solve},
};
use std::{
    fs,
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

fn few_nodes() -> RunOptions {
    RunOptions::new().threads(1).max_nodes(100)
}

/// A run over a text of any format: the result does not depend on the size of the chunks.
pub fn batch(data: &[u8]) {
    expect_panics_of_decoders();
    let Some((&size, text)) = data.split_first() else { return };
    let run = |batch: Batch| {
        let mut out = Vec::new();
        let batch = batch.run_options(few_nodes());
        let end = batch.run(vec![Input::reader("text", text)], &mut out, &mut ());
        (out, end.map(|summary| summary.tally.records).map_err(|e| e.to_string()))
    };
    let whole = run(Batch::new(Solve::new()));
    let cut = run(Batch::new(Solve::new()).chunk_size(usize::from(size) + 1));
    if whole.1.is_ok() || cut.1.is_ok() {
        assert_eq!(whole, cut);
    }
}

/// Writes a temporary file.
fn file(name: &str, text: &[u8]) -> PathBuf {
    thread_local! {
        static FOLDER: tempfile::TempDir = tempfile::tempdir().expect("a folder");
    }
    FOLDER.with(|folder| {
        let path = folder.path().join(name);
        fs::write(&path, text).expect("a file");
        path
    })
}

/// Opens a file, mapped or read.
fn open(path: &PathBuf, map: bool) -> Result<Input<'static>, Error> {
    // SAFETY: nothing changes the files while a run reads them.
    if map { unsafe { Input::mapped(path) } } else { Input::path(path) }
}

fn solve(batch: &Batch, path: &PathBuf, map: bool) -> Result<(Vec<u8>, u64), String> {
    let mut out = Vec::new();
    let inputs = vec![open(path, map).map_err(|e| e.to_string())?];
    let summary = batch.run(inputs, &mut out, &mut ()).map_err(|e| e.to_string())?;
    Ok((out, summary.tally.records))
}

/// The outputs of the shards of a file are the output of a whole run.
pub fn shard(data: &[u8]) {
    expect_panics_of_decoders();
    let [count, size, flags, text @ ..] = data else { return };
    let path = file("shard", text);
    let mut batch = Batch::new(Check::new()).run_options(few_nodes());
    if flags & 1 != 0 {
        batch = batch.format(Format::all()[usize::from(flags >> 2) % Format::all().len()]);
    }
    let whole = solve(&batch, &path, true);
    let (count, map) = (u64::from(*count % 20) + 1, flags & 2 == 0);
    let mut all = (Vec::new(), 0);
    for index in 1..=count {
        let shard = Shard::new(index, count).expect("an index up to the count");
        let batch = batch.clone().shard(shard).chunk_size(usize::from(*size) + 1);
        match solve(&batch, &path, map) {
            Ok((out, records)) => {
                all.0.extend(out);
                all.1 += records;
            }
            // An input that cannot be sharded.
            Err(_) => return,
        }
    }
    assert_eq!(Ok(all), whole);
}

/// Stops a run after some chunks.
struct Stopper(u8, Arc<AtomicBool>);

impl Observer for Stopper {
    fn progress(&mut self, _: u64, _: &Tally) {
        match self.0 {
            0 => self.1.store(true, Ordering::Relaxed),
            _ => self.0 -= 1,
        }
    }
}

/// A run that is stopped and resumed any number of times writes what a single run writes. A damaged
/// state file is refused.
pub fn resume(data: &[u8]) {
    expect_panics_of_decoders();
    let [steps, size, flags, at, byte, text @ ..] = data else { return };
    let path = file("resume", text);
    let map = flags & 1 == 0;
    // A table that is damaged is refused when it is opened.
    if open(&path, map).is_err() {
        return;
    }
    let batch = Batch::new(Check::new()).run_options(few_nodes()).chunk_size(usize::from(*size) + 1);
    let whole = solve(&batch, &path, map);
    let target = path.with_file_name("out");
    let beside = |what: &str| path.with_file_name(format!("out.quadrille-{what}"));
    for old in [target.clone(), beside("state"), beside("partial")] {
        let _ = fs::remove_file(old);
    }
    for _ in 0..500 {
        let stop = Arc::new(AtomicBool::new(false));
        let batch = batch.clone().run_options(few_nodes().stop_flag(stop.clone()));
        let inputs = || vec![open(&path, map).expect("a file")];
        if let Ok(state) = fs::read(beside("state"))
            && flags & 2 != 0
        {
            let mut damaged = state.clone();
            let at = (usize::from(*at) + 256 * usize::from(*byte)) % state.len();
            damaged[at] ^= byte | 1;
            fs::write(beside("state"), &damaged).expect("a file");
            assert!(Resumable::open(&target, &batch, &inputs(), Duration::ZERO).is_err());
            fs::write(beside("state"), state).expect("a file");
        }
        let Ok(mut output) = Resumable::open(&target, &batch, &inputs(), Duration::ZERO) else { return };
        match batch.resume(inputs(), &mut output, &mut Stopper(steps % 8 + 1, stop)) {
            Ok(summary) => {
                output.finish().expect("a disk");
                let out = fs::read(&target).expect("an output");
                return assert_eq!(Ok((out, summary.tally.records)), whole);
            }
            Err(e) if e.kind() == ErrorKind::Interrupted => {}
            Err(_) => return,
        }
    }
}

/// A stream that may be compressed, and may be damaged, gives answers or an error.
pub fn packed(data: &[u8]) {
    expect_panics_of_decoders();
    let lines =
        Batch::new(Check::new()).run_options(few_nodes()).format(Format::named("line").expect("a format"));
    for magic in [&b""[..], b"\x1F\x8B\x08\0\0\0\0\0\0\xFF", b"\x28\xB5\x2F\xFD"] {
        let bytes = [magic, data].concat();
        let _ = lines.run(vec![Input::reader("packed", &bytes[..])], &mut std::io::sink(), &mut ());
    }
}

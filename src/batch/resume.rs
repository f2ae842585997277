//! Runs that can be killed and taken up again.

use super::{Batch, Tally};
use crate::{
    engine::{EngineChoice, Limits},
    error::{Error, ErrorKind},
    format::Format,
    io::{Input, Partial, Position, checksum},
};
use serde_json::{Map, Value, json};
use std::{
    collections::BTreeSet,
    io,
    path::Path,
    sync::Mutex,
    time::{Duration, Instant, UNIX_EPOCH},
};

/// An output that another process can go on with, from the last commit, if this one is ended.
///
/// Until it is complete there are two files beside it, `FILE.quadrille-partial` and
/// `FILE.quadrille-state`. To begin anew, remove them.
///
/// ```
/// use quadrille::{Batch, Input, Resumable, Task};
/// use std::time::Duration;
///
/// # let folder = tempfile::tempdir()?;
/// # let (puzzles, answers) = (folder.path().join("puzzles"), folder.path().join("answers"));
/// # std::fs::write(&puzzles, "1...3..2..4.4..1\n")?;
/// let batch = Batch::new(Task::Solve);
/// let inputs = vec![Input::path(&puzzles, true)?];
/// let mut output = Resumable::open(&answers, &batch, &inputs, Duration::from_secs(5))?;
/// batch.resume(inputs, &mut output, &mut ())?;
/// output.finish()?;
/// assert_eq!(std::fs::read(&answers)?, b"1234341221434321\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Resumable {
    partial: Partial,
    identity: Value,
    every: Duration,
    last: Instant,
    checkpoint: Option<Checkpoint>,
}

/// Where a run is after a chunk has been written.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Checkpoint {
    pub spot: Position,
    /// Bytes of input so far.
    pub bytes: u64,
    /// Lines of the current input so far.
    pub lines: u64,
    pub header: Vec<u8>,
    pub begun: bool,
    pub malformed_told: usize,
    pub mismatches_told: usize,
    pub tally: Tally,
    /// Time that all processes have spent.
    pub elapsed: Duration,
}

impl Resumable {
    /// Begins an output at `target`, or takes up one that was begun by the same batch over the same
    /// inputs, committing it at most so often.
    ///
    /// # Errors
    /// If an input is no file, so that it cannot be read again; if it must be read from its beginning for
    /// its records to be found, and is not mapped, that is found out by the run. If the output is no
    /// plain file, another process is writing it, or it was begun by another version, with other options
    /// or over other inputs; if its state is damaged; if it cannot be created.
    pub fn open(
        target: &Path,
        batch: &Batch,
        inputs: &[Input<'_>],
        every: Duration,
    ) -> Result<Resumable, Error> {
        let identity = identity(batch, inputs)?;
        let (partial, note) = Partial::open(target)?;
        Resumable::new(partial, note, identity, every)
    }

    fn new(
        partial: Partial,
        note: Option<String>,
        identity: Value,
        every: Duration,
    ) -> Result<Resumable, Error> {
        let mut checkpoint = None;
        if let Some(note) = note {
            let refuse = |what: String| {
                let name = partial.name();
                let what = format!("{name}: {what}; remove {name}.quadrille-state to begin anew");
                Error::new(ErrorKind::Config, what)
            };
            let damaged = || refuse("its state cannot be understood".into());
            let note: Value = serde_json::from_str(&note).map_err(|_| damaged())?;
            if let Some(what) = difference(&note["identity"], &identity) {
                return Err(refuse(what));
            }
            checkpoint = match &note["checkpoint"] {
                Value::Null => None,
                known => Some(Checkpoint::read(known).ok_or_else(damaged)?),
            };
        }
        Ok(Resumable { partial, identity, every, last: Instant::now(), checkpoint })
    }

    /// Records that were answered before and are not answered again.
    pub fn resumed(&self) -> Option<u64> {
        self.checkpoint.as_ref().map(|known| known.tally.records)
    }

    /// Whether the whole output had been written and only its name was missing.
    pub(super) fn is_complete(&self) -> bool {
        self.partial.is_complete()
    }

    pub(super) fn checkpoint(&self) -> Option<&Checkpoint> {
        self.checkpoint.as_ref()
    }

    pub(super) fn is_due(&self) -> bool {
        self.last.elapsed() >= self.every
    }

    pub(super) fn commit(&mut self, checkpoint: Checkpoint) -> Result<(), Error> {
        self.checkpoint = Some(checkpoint);
        let note = self.note();
        self.partial.commit(&note)?;
        self.last = Instant::now();
        Ok(())
    }

    fn note(&self) -> String {
        let checkpoint = self.checkpoint.as_ref().map_or(Value::Null, Checkpoint::write);
        json!({ "identity": self.identity, "checkpoint": checkpoint }).to_string()
    }

    /// Puts the complete output in its place.
    ///
    /// # Errors
    /// If something cannot be made to last, or the output cannot be renamed. It can be taken up again.
    pub fn finish(self) -> Result<(), Error> {
        let note = self.note();
        self.partial.finish(&note)
    }
}

impl io::Write for Resumable {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.partial.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.partial.flush()
    }
}

/// What must be the same for the bytes to be the same. Threads, chunks, instruction sets and mapping are
/// not among it.
fn identity(batch: &Batch, inputs: &[Input<'_>]) -> Result<Value, Error> {
    let Batch {
        task,
        limits,
        verify,
        symbols,
        engine,
        threads: _,
        chunk_size: _,
        format,
        conversion,
        column,
        check_own,
        variants,
        shard,
    } = batch;
    let Limits { solutions, max_nodes, timeout_per_puzzle, stop_flag: _ } = limits;
    let engine = match engine {
        EngineChoice::Auto | EngineChoice::Lanes(_) => "lanes",
        EngineChoice::Dlx => "dlx",
    };
    let mut identity = json!({
        "version": env!("CARGO_PKG_VERSION"),
        "command": format!("{task:?}").to_lowercase(),
        "limit": solutions,
        "max-nodes": max_nodes,
        "timeout-per-puzzle": timeout_per_puzzle.map(|t| t.as_nanos().to_string()),
        "verify": verify,
        "symbols": format!("{symbols:?}").to_lowercase(),
        "engine": engine,
        "format": format.map(|f| f.name()),
        "output-format": conversion.map(|c| c.name()),
        "column": column,
        "check": check_own,
        "variants": format!("{variants:?}"),
        "shard": shard.map(|s| s.to_string()),
        "inputs": inputs.len(),
    });
    for (i, input) in inputs.iter().enumerate() {
        let fail = |e| Error::io(ErrorKind::Input, format!("cannot read {}", input.name()), e);
        let Some((known, ends)) = input.identity().map_err(fail)? else {
            let what = format!("{} is no file that could be read again: --resume needs files", input.name());
            return Err(Error::new(ErrorKind::Config, what));
        };
        let modified = known.modified.and_then(|time| time.duration_since(UNIX_EPOCH).ok());
        identity[format!("input {}", i + 1)] = json!({
            "bytes": known.len,
            "modified": modified.map(|t| t.as_nanos().to_string()),
            "ends": checksum(&ends),
        });
    }
    Ok(identity)
}

/// What is not the same, in words.
fn difference(before: &Value, now: &Value) -> Option<String> {
    let none = Map::new();
    let (was, is) = (before.as_object().unwrap_or(&none), now.as_object().unwrap_or(&none));
    let names: BTreeSet<_> = was.keys().chain(is.keys()).collect();
    let name = names.into_iter().find(|name| was.get(*name) != is.get(*name))?;
    let value = |of: &Map<String, Value>| of.get(name).unwrap_or(&Value::Null).to_string();
    Some(match &**name {
        name if name.starts_with("input ") => {
            format!("{name} is not the file it was begun with, or was changed since")
        }
        // In full they are a page.
        "variants" => "it was begun with other variants or regions".into(),
        name => format!("it was begun with {name} {}, which is {} now", value(was), value(is)),
    })
}

/// The sums of a tally that are numbers, by name.
fn sums(tally: &mut Tally) -> [(&'static str, &mut u64); 14] {
    [
        ("records", &mut tally.records),
        ("unique", &mut tally.unique),
        ("multiple", &mut tally.multiple),
        ("solved", &mut tally.solved),
        ("none", &mut tally.none),
        ("invalid", &mut tally.invalid),
        ("unknown", &mut tally.unknown),
        ("hinted", &mut tally.hinted),
        ("no_suggestion", &mut tally.no_suggestion),
        ("mistakes", &mut tally.mistakes),
        ("mismatches", &mut tally.mismatches),
        ("faults", &mut tally.faults),
        ("nodes", &mut tally.nodes),
        ("guesses", &mut tally.guesses),
    ]
}

impl Checkpoint {
    fn write(&self) -> Value {
        let mut tally = self.tally.clone();
        let sums: Map<_, _> =
            sums(&mut tally).into_iter().map(|(name, sum)| (name.to_owned(), json!(*sum))).collect();
        json!({
            "input": self.spot.input,
            "offset": self.spot.offset,
            "counted": self.spot.records,
            "ended": self.spot.ended,
            "bytes": self.bytes,
            "lines": self.lines,
            "header": self.header,
            "begun": self.begun,
            "malformed_told": self.malformed_told,
            "mismatches_told": self.mismatches_told,
            "sums": sums,
            "solving": nanos(self.tally.solving),
            "engines": self.tally.engines,
            "formats": self.tally.formats,
            "elapsed": nanos(self.elapsed),
        })
    }

    fn read(value: &Value) -> Option<Checkpoint> {
        let number = |name: &str| value[name].as_u64();
        let size = |name: &str| number(name).and_then(|n| usize::try_from(n).ok());
        let words = |name: &str| -> Option<Vec<String>> { serde_json::from_value(value[name].clone()).ok() };
        let mut tally = Tally::default();
        for (name, sum) in sums(&mut tally) {
            *sum = value["sums"][name].as_u64()?;
        }
        tally.solving = Duration::from_nanos(number("solving")?);
        tally.engines = words("engines")?.into_iter().map(lasting).collect();
        for name in words("formats")? {
            tally.formats.insert(Format::named(&name)?.name());
        }
        Some(Checkpoint {
            spot: Position {
                input: size("input")?,
                offset: number("offset")?,
                records: number("counted")?,
                ended: value["ended"].as_bool()?,
            },
            bytes: number("bytes")?,
            lines: number("lines")?,
            header: serde_json::from_value(value["header"].clone()).ok()?,
            begun: value["begun"].as_bool()?,
            malformed_told: size("malformed_told")?,
            mismatches_told: size("mismatches_told")?,
            tally,
            elapsed: Duration::from_nanos(number("elapsed")?),
        })
    }
}

/// The name for as long as the program runs: a few names of engines, each kept once.
fn lasting(name: String) -> &'static str {
    static NAMES: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());
    let mut names = NAMES.lock().unwrap_or_else(|e| e.into_inner());
    if let Some(known) = names.get(&*name) {
        return known;
    }
    let name: &str = name.leak();
    names.insert(name);
    name
}

fn nanos(duration: Duration) -> u64 {
    u64::try_from(duration.as_nanos()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests;

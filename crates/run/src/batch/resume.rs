//! Outputs of runs that can be killed and resumed.

mod identity;

use super::{Batch, checkpoint::Checkpoint};
use crate::io::{Input, Partial};
use identity::identity;
use quadrille_base::error::{Error, ErrorKind};
use serde_json::{Map, Value, json};
use std::{
    collections::BTreeSet,
    io,
    path::Path,
    time::{Duration, Instant},
};

/// An output that another process can continue from the last commit if this one is killed.
///
/// Until it is complete there are two files next to it, `FILE.quadrille-partial` and `FILE.quadrille-state`. To start
/// again from the beginning, remove them.
///
/// ```
/// use quadrille::{Batch, Input, batch::Resumable, tasks::Solve};
/// use std::time::Duration;
///
/// # let folder = tempfile::tempdir()?;
/// # let (puzzles, answers) = (folder.path().join("puzzles"), folder.path().join("answers"));
/// # std::fs::write(&puzzles, "1...3..2..4.4..1\n")?;
/// let batch = Batch::new(Solve::new());
/// let inputs = vec![Input::path(&puzzles)?];
/// let mut output = Resumable::open(&answers, &batch, &inputs, Duration::from_secs(5))?;
/// assert!(output.resumed().is_none() && !output.starts_over());
/// batch.resume(inputs, &mut output, &mut ())?;
/// output.finish()?;
/// assert_eq!(std::fs::read(&answers)?, b"1234341221434321\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Resumable {
    partial: Partial,
    identity: Value,
    interval: Duration,
    last: Instant,
    checkpoint: Option<Checkpoint>,
}

impl Resumable {
    /// Creates an output at `target`, or opens one that was begun by the same batch over the same inputs. It is
    /// committed after a chunk if `interval` has passed since the last commit.
    ///
    /// # Errors
    /// If an input is not a regular file, so that it cannot be read again; if the output is not a regular file or is
    /// compressed, another process is writing it, or it was begun by another version, with other settings or over
    /// other inputs; if its state is damaged; if it cannot be created. An input whose records must be counted from the
    /// beginning has to be mapped; the run checks that.
    pub fn open(
        target: &Path,
        batch: &Batch,
        inputs: &[Input<'_>],
        interval: Duration,
    ) -> Result<Resumable, Error> {
        let identity = identity(batch, inputs)?;
        let (partial, payload) = Partial::open(target)?;
        let checkpoint = match payload {
            Some(payload) => checkpoint(&partial, &payload, &identity)?,
            None => None,
        };
        Ok(Resumable { partial, identity, interval, last: Instant::now(), checkpoint })
    }

    /// The number of records that earlier runs have answered; they are not answered again. `None` if there was no
    /// earlier run.
    pub fn resumed(&self) -> Option<u64> {
        self.checkpoint.as_ref().map(|checkpoint| checkpoint.so_far.tally.records)
    }

    /// Whether an earlier run was interrupted before its first commit, so that this one begins with the first record.
    pub fn starts_over(&self) -> bool {
        self.partial.starts_over()
    }

    /// Whether the whole output had been written, and only the renaming was left.
    pub(super) fn is_complete(&self) -> bool {
        self.partial.is_complete()
    }

    pub(super) fn checkpoint(&self) -> Option<&Checkpoint> {
        self.checkpoint.as_ref()
    }

    pub(super) fn is_due(&self) -> bool {
        self.last.elapsed() >= self.interval
    }

    pub(super) fn commit(&mut self, checkpoint: Checkpoint) -> Result<(), Error> {
        self.checkpoint = Some(checkpoint);
        let payload = self.payload();
        self.partial.commit(&payload)?;
        self.last = Instant::now();
        Ok(())
    }

    /// The contents of the state file for the next process.
    fn payload(&self) -> String {
        let checkpoint = self.checkpoint.as_ref().map_or(Value::Null, Checkpoint::write);
        json!({ "identity": self.identity, "checkpoint": checkpoint }).to_string()
    }

    /// Renames the complete output to its target.
    ///
    /// # Errors
    /// If the output cannot be synced to the disk or renamed. It can be resumed again then.
    pub fn finish(self) -> Result<(), Error> {
        let payload = self.payload();
        self.partial.finish(&payload)
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

/// The checkpoint of an earlier run, if it was the same run.
fn checkpoint(partial: &Partial, payload: &str, identity: &Value) -> Result<Option<Checkpoint>, Error> {
    let refuse = |what: String| {
        let name = partial.name();
        let what = format!("{name}: {what}; to start again, remove {name}.quadrille-state");
        Error::new(ErrorKind::Config, what)
    };
    let damaged = || refuse("its state cannot be read".into());
    let payload: Value = serde_json::from_str(payload).map_err(|_| damaged())?;
    if let Some(what) = difference(&payload["identity"], identity) {
        return Err(refuse(what));
    }
    match &payload["checkpoint"] {
        Value::Null => Ok(None),
        checkpoint => Checkpoint::read(checkpoint).ok_or_else(damaged).map(Some),
    }
}

/// The first difference between two identities, in words.
fn difference(before: &Value, now: &Value) -> Option<String> {
    let none = Map::new();
    let (was, is) = (before.as_object().unwrap_or(&none), now.as_object().unwrap_or(&none));
    let names: BTreeSet<_> = was.keys().chain(is.keys()).collect();
    let name = names.into_iter().find(|name| was.get(*name) != is.get(*name))?;
    let value = |of: &Map<String, Value>| of.get(name).unwrap_or(&Value::Null).to_string();
    Some(match &**name {
        name if name.starts_with("input ") => {
            format!("{name} is not the file that the run was begun with, or has changed since")
        }
        // In full they would fill a page.
        "variants" => "the run was begun with other variants or regions".into(),
        name => format!("the run was begun with {name} {}, which is now {}", value(was), value(is)),
    })
}

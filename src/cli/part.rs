//! Runs in parts: `--shard`, and `--resume` with the output that it needs.

use super::batch::{fate, is_dash, open_output};
use anyhow::{Result, bail};
use clap::Args as ClapArgs;
use quadrille::{Batch, Error, Input, Observer, Output, Resumable, Shard, Summary};
use std::{
    path::{Path, PathBuf},
    time::Duration,
};

#[derive(ClapArgs)]
pub(super) struct PartArgs {
    /// Answer the Ith of N parts of the inputs: the N outputs, one after the other, are the whole
    ///
    /// The inputs, laid end to end, are cut into N ranges of bytes at the ends of records; a header is
    /// written by part 1 alone. For line, ndjson, csv and grid files that are not compressed; with
    /// --no-mmap, for line and ndjson.
    #[arg(long, value_name = "I/N")]
    pub shard: Option<Shard>,
    /// Go on where an earlier run was killed, or begin a run that can be taken up so
    ///
    /// Until the output is complete, FILE.quadrille-partial and FILE.quadrille-state lie beside it. The
    /// inputs must be files, unchanged, and the options the same, but for --threads, --chunk-size, --isa
    /// and --no-mmap. To begin anew, remove both files.
    #[arg(long, requires = "output")]
    pub resume: bool,
    /// With --resume, make the answers last on the disk every S seconds; 0 is after every chunk
    #[arg(long, value_name = "S", default_value = "5", value_parser = seconds, requires = "resume")]
    pub checkpoint: Duration,
}

/// A number of seconds, such as 0.5.
pub(super) fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().and_then(|s| Duration::try_from_secs_f64(s).ok());
    seconds.ok_or_else(|| "a number of seconds is wanted".into())
}

/// Seconds, more than none.
pub(super) fn some_seconds(text: &str) -> Result<Duration, String> {
    seconds(text).and_then(|s| if s.is_zero() { Err("more than 0 seconds are wanted".into()) } else { Ok(s) })
}

/// Where answers go.
pub(super) enum Answers {
    Once(Output),
    Resumable(Box<Resumable>, PathBuf),
}

impl Answers {
    pub fn open(path: &Path, args: &PartArgs, batch: &Batch, inputs: &[Input<'_>]) -> Result<Answers> {
        if !args.resume {
            return Ok(Answers::Once(open_output(path)?));
        }
        if is_dash(path) {
            bail!("--resume needs a file to write to: --output FILE");
        }
        let output = Resumable::open(path, batch, inputs, args.checkpoint)?;
        Ok(Answers::Resumable(Box::new(output), path.to_owned()))
    }

    /// What a run that is stopped leaves behind of it, and must not.
    pub fn temporary(&self) -> Option<&Path> {
        match self {
            Answers::Once(output) => output.temporary(),
            Answers::Resumable(..) => None,
        }
    }

    /// What becomes of it when the run is stopped.
    pub fn fate(&self) -> String {
        match self {
            Answers::Once(output) => fate(output),
            Answers::Resumable(_, path) => {
                format!("; with --resume the next run goes on with {}", path.display())
            }
        }
    }

    /// Records that an earlier run answered.
    pub fn resumed(&self) -> Option<u64> {
        match self {
            Answers::Once(_) => None,
            Answers::Resumable(output, _) => output.resumed(),
        }
    }

    pub fn run(
        &mut self,
        batch: &Batch,
        inputs: Vec<Input<'_>>,
        observer: &mut dyn Observer,
    ) -> Result<Summary, Error> {
        match self {
            Answers::Once(output) => {
                let summary = batch.run(inputs, output, observer)?;
                output.sync()?;
                Ok(summary)
            }
            Answers::Resumable(output, _) => batch.resume(inputs, output, observer),
        }
    }

    pub fn finish(self) -> Result<(), Error> {
        match self {
            Answers::Once(output) => output.finish(),
            Answers::Resumable(output, _) => output.finish(),
        }
    }
}

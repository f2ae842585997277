//! The output of a run: plain, with `--resume`, or one for each part of a split.

use super::report;
use crate::options::PartialArgs;
use anyhow::{Result, bail};
use quadrille_base::error::{Error, ErrorKind};
use quadrille_console::{
    files::{check_folder, is_dash, left_alone, open_any_output, output_disposition},
    numbers::grouped,
    outputs::with_outcome,
};
use quadrille_run::{
    batch::{Batch, Observer, Resumable, Summary},
    io::{Input, Output, expect_counts},
    tables::TableFormat,
};
use std::{
    collections::VecDeque,
    io::Write,
    path::{Path, PathBuf},
    slice,
};

/// The output of a run.
pub enum RunOutput {
    Plain(Output),
    Resumable(Box<Resumable>, PathBuf),
    /// One for each part of a split.
    Parts(Vec<Output>),
}

impl RunOutput {
    pub fn open(
        (path, table): (&Path, Option<TableFormat>),
        args: &PartialArgs,
        batch: &Batch,
        inputs: &[Input<'_>],
    ) -> Result<RunOutput> {
        if !args.resume {
            return Ok(RunOutput::Plain(open_any_output(path, table)?));
        }
        if let Some(format) = table {
            bail!(
                "--resume cannot write {}: a partly written table cannot be continued; remove --resume, or \
                 write csv",
                format.name()
            );
        }
        if is_dash(path) {
            bail!("--resume cannot write to standard output; use --output FILE");
        }
        check_folder(path)?;
        let output = Resumable::open(path, batch, inputs, args.checkpoint)?;
        Ok(RunOutput::Resumable(Box::new(output), path.to_owned()))
    }

    /// Opens the output of the next part of a split.
    pub fn with_part(self, path: &Path, table: Option<TableFormat>) -> Result<RunOutput> {
        let mut parts = match self {
            RunOutput::Plain(output) => vec![output],
            RunOutput::Parts(parts) => parts,
            other => return Ok(other),
        };
        parts.push(open_any_output(path, table)?);
        Ok(RunOutput::Parts(parts))
    }

    /// How much is written at a time, if it must be whole records.
    pub fn whole_write_size(&self) -> Option<usize> {
        match self {
            RunOutput::Plain(output) => output.whole_write_size(),
            RunOutput::Resumable(..) | RunOutput::Parts(..) => None,
        }
    }

    /// The files to remove if the run is stopped.
    pub fn temporary(&self) -> impl Iterator<Item = &Path> {
        let outputs = match self {
            RunOutput::Plain(output) => slice::from_ref(output),
            RunOutput::Resumable(..) => &[],
            RunOutput::Parts(parts) => parts,
        };
        outputs.iter().filter_map(Output::temporary)
    }

    /// The message about the output if the run is stopped. `counts_read`: the message counts the records that were read.
    pub fn disposition(&self, counts_read: bool) -> String {
        match self {
            RunOutput::Plain(output) if counts_read && output.temporary().is_none() => " were read".into(),
            RunOutput::Plain(output) => output_disposition(output),
            RunOutput::Resumable(_, path) => {
                format!("; run again with --resume to continue {}", path.display())
            }
            RunOutput::Parts(parts) => {
                left_parts(parts).map_or(" were written".into(), |left| format!("; {left}"))
            }
        }
    }

    /// The message about the output if another one cannot be written before it is put in place.
    pub fn kept(&self) -> String {
        match self {
            RunOutput::Plain(output) if output.temporary().is_some() => left_alone(output.name()),
            RunOutput::Plain(_) => "the answers were written".into(),
            RunOutput::Resumable(_, path) => {
                let name = path.display().to_string();
                format!("{}; run again with --resume to complete {name}", left_alone(&name))
            }
            RunOutput::Parts(parts) => left_parts(parts).unwrap_or("the parts were written".into()),
        }
    }

    /// The message about the output if another one cannot be put in place after it.
    pub fn finished(&self) -> String {
        match self {
            RunOutput::Plain(output) if output.temporary().is_none() => "the answers were written".into(),
            RunOutput::Plain(output) => format!("{} is complete and in place", output.name()),
            RunOutput::Resumable(_, path) => format!("{} is complete and in place", path.display()),
            RunOutput::Parts(..) => "the parts are complete and in place".into(),
        }
    }

    /// The message about an earlier run, if there was one.
    pub fn earlier_run(&self) -> Option<String> {
        let RunOutput::Resumable(output, path) = self else { return None };
        let what = "the interrupted run left no checkpoint; starting from the first record";
        match output.resumed() {
            Some(records) => Some(format!("resuming after {} records", grouped(records))),
            None => output.starts_over().then(|| format!("{}: {what}", path.display())),
        }
    }

    /// Runs the batch. `table` makes a text that follows the answers; a resumed run has none.
    pub fn run(
        &mut self,
        batch: &Batch,
        inputs: Vec<Input<'_>>,
        observer: &mut (dyn Observer + Send),
        table: impl FnOnce(&Summary) -> String,
    ) -> Result<Summary, Error> {
        match self {
            RunOutput::Plain(output) => {
                let summary = batch.run_into(inputs, output, observer)?;
                let table = table(&summary);
                if !table.is_empty() {
                    expect_counts(output, &report::CLASS_SIZES.each_ref().map(|column| &*column.name))?;
                }
                write_table(output, &table)?;
                output.sync()?;
                Ok(summary)
            }
            RunOutput::Resumable(output, _) => batch.resume(inputs, output, observer),
            RunOutput::Parts(parts) => {
                let summary = batch.run_split(inputs, parts, observer)?;
                parts.iter_mut().try_for_each(Output::sync)?;
                Ok(summary)
            }
        }
    }

    /// Puts the complete output in place. Parts follow one another; all of them are on the disk, so that only renaming is left.
    pub fn finish(self) -> Result<()> {
        match self {
            RunOutput::Plain(output) => Ok(output.finish()?),
            RunOutput::Resumable(output, _) => Ok(output.finish()?),
            RunOutput::Parts(parts) => finish_parts(parts),
        }
    }
}

/// The message about parts that were not put in place, if some are files.
fn left_parts(parts: &[Output]) -> Option<String> {
    let files = parts.iter().filter(|part| part.temporary().is_some());
    let left: Vec<_> = files.map(|part| left_alone(part.name())).collect();
    (!left.is_empty()).then(|| left.join(", "))
}

fn finish_parts(parts: Vec<Output>) -> Result<()> {
    let mut parts = VecDeque::from(parts);
    let mut finished: Vec<String> = Vec::new();
    while let Some(part) = parts.pop_front() {
        let name = part.name().to_owned();
        if let Err(error) = part.finish() {
            let in_place = finished.iter().map(|name| format!("{name} is complete and in place"));
            let what: Vec<_> = in_place.chain(left_parts(parts.make_contiguous())).collect();
            let error = anyhow::Error::from(error);
            return Err(if what.is_empty() { error } else { with_outcome(error, &what.join(", ")) });
        }
        finished.push(name);
    }
    Ok(())
}

/// Writes a text that is not an answer.
pub fn write_table(output: &mut Output, table: &str) -> Result<(), Error> {
    if table.is_empty() {
        return Ok(());
    }
    let end = output.write_all(table.as_bytes());
    end.map_err(|e| Error::io(ErrorKind::Output, format!("cannot write {}", output.name()), e))
}

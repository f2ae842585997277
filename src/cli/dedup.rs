//! `dedup`: the first record of each class.

use super::{
    args::{DedupArgs, RunArgs},
    batch::run,
    exit::ExitStatus,
};
use anyhow::{Result, bail};
use quadrille::{Batch, Task};

pub(super) fn dedup(mut args: DedupArgs) -> Result<ExitStatus> {
    refuse(&args.run, "dedup")?;
    if args.count {
        refuse_format(&args.run, "dedup --count")?;
    }
    let mut batch = Batch::new(Task::Check).first_of_each(args.by.by()).engine(args.engine.choice());
    if args.count {
        batch = batch.count_classes();
    } else if args.report.is_some() {
        batch = batch.report_duplicates();
    }
    args.run.counts = args.count;
    args.run.duplicates_file = args.report.take();
    run(batch, args.run, ("dedup", Some(2)), |tally| tally.invalid + tally.unknown == 0)
}

/// Refuses options that a command which compares records cannot follow.
pub(super) fn refuse(args: &RunArgs, command: &str) -> Result<()> {
    if args.partial.shard.is_some() {
        bail!("{command} cannot be sharded: equal records may be in several shards; remove --shard");
    }
    if args.partial.resume {
        bail!(
            "{command} cannot be resumed: its state would not say which records there were; remove --resume"
        );
    }
    if args.keep {
        bail!("{command} writes no answers that a text could follow; remove --keep");
    }
    Ok(())
}

/// Refuses a format of answers where a table is written.
pub(super) fn refuse_format(args: &RunArgs, command: &str) -> Result<()> {
    match &*args.output_format {
        "auto" => Ok(()),
        format => bail!("{command} writes a csv table; remove --output-format {format}"),
    }
}

//! `dedup`: the first record of each class.

use super::{
    args::{DedupArgs, RunArgs},
    batch::{Plan, run},
    run_info::RunInfo,
};
use anyhow::{Result, anyhow, bail};
use quadrille::{
    Batch,
    batch::{Dedup, OutputFormat, TableFormat},
};
use quadrille_console::exit::ExitStatus;
use quadrille_run::format::FormatError;

pub(super) fn dedup(mut args: DedupArgs) -> Result<ExitStatus> {
    refuse(&args.run, "dedup")?;
    if args.class_sizes {
        refuse_format(&args.run, "dedup --class-sizes")?;
    }
    let mut dedup =
        Dedup::equal_by(args.equal_by).only_counts(args.class_sizes).report(args.report.is_some());
    if let Some(bytes) = args.memory {
        dedup = dedup.memory(bytes);
        // The pages of a mapped file would count as memory of the process.
        args.run.no_mmap = true;
    }
    let mut plan =
        Plan::new(Batch::new(dedup), args.run, RunInfo::of("dedup", Some(2))).engine(&args.engine)?;
    (plan.counts, plan.counts_read) = (args.class_sizes, args.class_sizes || args.memory.is_some());
    plan.files.duplicates = args.report;
    run(plan, |tally| tally.invalid + tally.unknown == 0)
        .map_err(|error| explained(error, ", or only count them with --class-sizes"))
}

/// Says what to do about an input that has no room for fewer records: another form of the output does not help here.
pub(super) fn explained(error: anyhow::Error, or: &str) -> anyhow::Error {
    let cause = |e: &(dyn std::error::Error + 'static)| {
        e.downcast_ref().is_some_and(|e| matches!(e, FormatError::AnnouncesCount { .. }))
    };
    if error.chain().any(cause) {
        anyhow!("{error:#}; write its records as ndjson, csv or lines first{or}")
    } else {
        error
    }
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
    if args.keep_trailing {
        bail!("{command} writes no answers that a text could follow; remove --keep-trailing");
    }
    Ok(())
}

/// Refuses a format of answers where a table is written.
pub(super) fn refuse_format(args: &RunArgs, command: &str) -> Result<()> {
    if args.output_format != "auto" && TableFormat::named(&args.output_format).is_none() {
        bail!("{command} writes a csv table; remove --output-format {}", args.output_format);
    }
    // A name in .txt does not tell the columns.
    match OutputFormat::of_name(&args.output.path) {
        Some(format) if !["csv", "line"].contains(&format.name()) => bail!(
            "{command} writes a csv table, not {}; give the output {} another extension",
            format.name(),
            args.output.path.display()
        ),
        _ => Ok(()),
    }
}

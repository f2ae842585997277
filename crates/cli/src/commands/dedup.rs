//! `dedup`: the first record of each class.

use crate::{
    help::{CommandHelp, HelpOfResult, OUTPUT, TUNING, WithHelp},
    options::{CLASSES, RunArgs, memory_size},
    run::{Plan, RunInfo, carry_out},
};
use anyhow::{Result, anyhow, bail};
use clap::Arg;
use quadrille_console::{engine::EngineArgs, exit::ExitStatus, one_of::one_of};
use quadrille_run::{
    batch::{Batch, Dedup},
    format::{AnswerForm, FormatError, OutputFormat},
    tables::TableFormat,
};
use quadrille_tasks::EqualBy;
use std::path::PathBuf;

const HELP: CommandHelp = CommandHelp {
    result: HelpOfResult::Other(DEDUP_RECORDS),
    exit_codes: "0 every record was compared, 1 some records are malformed",
    short: "\
  quadrille dedup puzzles.csv -o distinct.csv
  quadrille dedup --class-sizes puzzles.txt",
    examples: "\
  quadrille dedup a.txt b.txt -o distinct.txt
  quadrille dedup --column board puzzles.csv -o distinct.csv
  quadrille dedup --equal-by solution --report dropped.csv puzzles.csv -o distinct.csv
  quadrille dedup --equal-by text --class-sizes puzzles.txt
  quadrille dedup --threads 2 puzzles.txt -o distinct.txt
  quadrille dedup --memory 2G huge.csv.gz -o distinct.csv",
    pages: "docs/guides/clean-data-sets.md describes duplicates, docs/reference/formats.md formats",
};

/// Instead of it, for `dedup`.
const DEDUP_RECORDS: &str = "\
Records:
The first record of each class is copied byte for byte, and so is every malformed record. The output has the format \
of the input. Records of json and of formats that begin with the number of their boards can only be counted. Boards \
larger than 9×9 are only compared with --equal-by text; otherwise they are kept, as malformed records are.";

/// Keep the first record of each class of equal puzzles, and drop the others
///
/// Two puzzles are equal if one is a morph of the other: digits renamed, bands, stacks, rows and
/// columns moved, transposed. The records are written unchanged, in the order of the input,
/// with the header of a table. Malformed records are kept.
///
/// Memory grows by about 33 bytes a class, or is limited by --memory. Equal means equal hashes of 128 bits of the canonical
/// forms: for 10^8 classes, the chance that one record is dropped by mistake is 1.5e-23.
#[derive(clap::Args)]
#[command(with_help(&HELP))]
#[command(mut_args(of_dedup))]
pub struct Args {
    #[command(flatten)]
    run: RunArgs,
    /// Which records are equal
    #[arg(long, value_parser = one_of(&CLASSES), value_name = "WHAT", default_value = "puzzle", help_heading = OUTPUT)]
    equal_by: EqualBy,
    /// Write every dropped record to FILE as csv, with the record that it equals
    ///
    /// Its columns are `dropped` and `equals`, both as input:line.
    #[arg(long, value_name = "FILE", conflicts_with = "class_sizes", help_heading = OUTPUT)]
    report: Option<PathBuf>,
    /// Write a csv table of how many classes of each size there are, and no records
    ///
    /// Its columns are `size`, the number of records in a class, and `classes`.
    #[arg(long, help_heading = OUTPUT)]
    class_sizes: bool,
    /// Take at most about SIZE of memory [default: no limit]
    ///
    /// It is for the classes; the rest is in temporary files.
    /// SIZE is a number of bytes, or one followed by K, M or G for KiB, MiB or GiB; the least is 1M. The
    /// inputs are read twice, so they must be files, compressed or not, unless --class-sizes is given. The temporary files, 32 bytes a record and 16 a
    /// duplicate, are in the folder of the output or, if that is not a file, where the system has temporary
    /// files (the variable TMPDIR). They are removed when the command ends.
    #[arg(long, value_name = "SIZE", value_parser = memory_size, help_heading = TUNING)]
    memory: Option<u64>,
    #[command(flatten, next_help_heading = TUNING)]
    engine: EngineArgs,
}

/// Hides options of all runs that these commands refuse, and says what is different.
pub fn of_dedup(option: Arg) -> Arg {
    match option.get_id().as_str() {
        "shard" | "resume" | "checkpoint" | "keep_trailing" => option.hide(true),
        "output_format" => {
            let help = "With `same`, the records are written whatever the extension of the output says";
            option.help(help).long_help(SAME).hide_possible_values(true)
        }
        _ => option,
    }
}

const SAME: &str = "With `same`, the records are written whatever the extension of the output says

The records are copied, so no other format can be written, and by default an output whose extension says another one is \
refused.";

pub fn run(mut args: Args) -> Result<ExitStatus> {
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
    carry_out(plan, |tally| tally.invalid + tally.unknown == 0)
        .map_err(|error| explained(error, ", or only count them with --class-sizes"))
}

/// Says what to do about an input that has no room for fewer records: another form of the output does not help here.
pub fn explained(error: anyhow::Error, or: &str) -> anyhow::Error {
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
pub fn refuse(args: &RunArgs, command: &str) -> Result<()> {
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
pub fn refuse_format(args: &RunArgs, command: &str) -> Result<()> {
    if args.output_format != "auto" && TableFormat::named(&args.output_format).is_none() {
        bail!("{command} writes a csv table; remove --output-format {}", args.output_format);
    }
    // A name in .txt does not tell the columns.
    match OutputFormat::of_name(&args.output.path) {
        Some(format) if !matches!(format.form(), AnswerForm::Rows | AnswerForm::Lines) => bail!(
            "{command} writes a csv table, not {}; give the output {} another extension",
            format.name(),
            args.output.path.display()
        ),
        _ => Ok(()),
    }
}

//! `select`: a sample of the records, or parts that share no class.

use super::{
    args::SelectArgs,
    batch::{Plan, run},
    dedup::explained,
    run_info::{RunInfo, SelectInfo},
};
use anyhow::{Result, bail};
use quadrille::{
    Batch,
    batch::{OutputFormat, Sample, Split, TableFormat},
};
use quadrille_console::{
    exit::{ExitStatus, print_stderr},
    random::random,
};
use std::path::{Path, PathBuf};

pub(super) fn select(mut args: SelectArgs) -> Result<ExitStatus> {
    refuse(&args)?;
    // Few digits, so that the seed is easily typed.
    let seed = args.seed.unwrap_or_else(|| random() >> 32);
    let selected = SelectInfo { seed, wanted: args.number, per_bucket: args.per_bucket };
    let info = RunInfo { selection: Some(selected), ..RunInfo::of("select", Some(2)) };
    let prints_seed = args.seed.is_none() && !args.run.output.quiet;
    let (plan, what) = match args.split.take() {
        Some(split) => {
            let mut batch = Batch::new(split.seed(seed));
            if let Some(format) = format_of_names(&args)? {
                batch = batch.preferred_output_format(format);
            }
            let other_parts = args.outputs.0.split_off(1);
            (Plan { other_parts, ..Plan::new(batch, args.run, info) }, "parts")
        }
        None => {
            let sample = Sample::of(args.number.unwrap_or(0)).seed(seed).per_bucket(args.per_bucket);
            // Nothing is written before all records have been read.
            (Plan { counts_read: true, ..Plan::new(Batch::new(sample), args.run, info) }, "sample")
        }
    };
    let status = run(plan.engine(&args.engine)?, |tally| tally.invalid + tally.unknown == 0);
    let status = status.map_err(|error| explained(error, ""))?;
    if prints_seed && !matches!(status, ExitStatus::Stopped(_)) {
        print_stderr(&format!("quadrille: --seed {seed} gives the same {what} again"));
    }
    Ok(status)
}

fn refuse(args: &SelectArgs) -> Result<()> {
    let (outputs, parts) = (args.outputs.0.len(), args.split.as_ref().map(Split::parts));
    match parts {
        None if args.number.is_none() => {
            bail!("name what to select: --number N for a sample, or --split 90/10 for parts")
        }
        None if outputs > 1 => bail!(
            "--output is given {outputs} times, and a sample has one output; remove all but one, or use --split"
        ),
        Some(parts) if parts != outputs => bail!(
            "--split has {parts} parts and {outputs} {}; name a file for each, as in --split 90/10 -o train.csv -o test.csv",
            if outputs == 1 { "output" } else { "outputs" }
        ),
        _ => {}
    }
    if args.run.partial.shard.is_some() {
        if parts.is_none() {
            bail!("--number cannot be sharded: each shard would draw as many records; remove --shard");
        }
        if args.seed.is_none() {
            bail!("--shard needs --seed: all shards must have the same");
        }
    }
    if args.run.partial.resume {
        bail!(
            "select cannot be resumed: its state would not say which records were selected; remove --resume"
        );
    }
    if args.run.keep_trailing {
        bail!("select writes no answers that a text could follow; remove --keep-trailing");
    }
    Ok(())
}

/// The format that the names of the outputs say.
fn format_of_names(args: &SelectArgs) -> Result<Option<&'static OutputFormat>> {
    if args.run.output_format != "auto" {
        return Ok(None);
    }
    let tables: Vec<_> = args.outputs.0.iter().map(|path| TableFormat::of_name(path)).collect();
    if tables.iter().any(|format| *format != tables[0]) {
        bail!("the outputs have extensions of different formats; give them the same, or add --output-format");
    }
    let of_name = |path: &PathBuf| Some((OutputFormat::of_name(path)?, path.clone()));
    let mut named = args.outputs.0.iter().filter_map(of_name);
    let Some((format, path)) = named.next() else { return Ok(None) };
    if let Some((_, other)) = named.find(|(other, _)| other.name() != format.name()) {
        let (path, other) = (Path::display(&path), Path::display(&other));
        bail!(
            "the outputs {path} and {other} have extensions of different formats; records are copied, so give them \
             the same, or add --output-format same"
        );
    }
    Ok(Some(format))
}

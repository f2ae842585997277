//! `select`: records with some properties, a sample of the records, or parts that share no class.

use super::{
    args::SelectArgs,
    batch::{Plan, run},
    dedup::explained,
    ranges,
    run_info::{RunInfo, SelectInfo},
};
use anyhow::{Result, bail};
use quadrille::{
    Batch, Shape,
    batch::{Filter, OutputFormat, Sample, SortBy, Split, TableFormat},
    rating::Method,
};
use quadrille_console::{
    exit::{ExitStatus, print_stderr},
    random::random,
};
use std::path::{Path, PathBuf};

pub(super) fn select(mut args: SelectArgs) -> Result<ExitStatus> {
    refuse(&args)?;
    let filter = filter(&args)?;
    let is_random = args.number.is_some() || args.split.is_some();
    // Few digits, so that the seed is easily typed.
    let seed = args.seed.unwrap_or_else(|| random() >> 32);
    let selected = SelectInfo {
        seed: is_random.then_some(seed),
        wanted: args.number,
        per_bucket: args.per_bucket,
        is_split: args.split.is_some(),
        filters: args.filters(),
    };
    let info = RunInfo { selection: Some(selected), ..RunInfo::of("select", Some(2)) };
    let prints_seed = is_random && args.seed.is_none() && !args.run.output.quiet;
    let (plan, what) = match args.split.take() {
        Some(split) => {
            let mut batch = Batch::new(split.seed(seed).filter(filter));
            if let Some(format) = format_of_names(&args)? {
                batch = batch.preferred_output_format(format);
            }
            let other_parts = args.outputs.0.split_off(1);
            (Plan { other_parts, ..Plan::new(batch, args.run, info) }, "parts")
        }
        None => {
            let batch = match args.number {
                Some(number) => {
                    Batch::new(Sample::of(number).seed(seed).per_bucket(args.per_bucket).filter(filter))
                }
                None => Batch::new(filter),
            };
            // Nothing of a sample or of sorted records is written before all records have been read.
            let counts_read = args.number.is_some() || args.sort.is_some();
            (Plan { counts_read, ..Plan::new(batch, args.run, info) }, "sample")
        }
    };
    let status = run(plan.engine(&args.engine)?, |tally| tally.invalid + tally.unknown == 0);
    let status = status.map_err(|error| explained(error, ""))?;
    if prints_seed && !matches!(status, ExitStatus::Stopped(_)) {
        print_stderr(&format!("quadrille: --seed {seed} gives the same {what} again"));
    }
    Ok(status)
}

/// The records that are selected by their properties, and their order.
fn filter(args: &SelectArgs) -> Result<Filter> {
    let largest = Shape::EACH.map(Shape::area).into_iter().max().unwrap_or(0);
    let method = args.steps.method(args.method)?;
    let mut filter = Filter::new().method(method).steps(args.steps.criteria()).descending(args.descending);
    if let Some(text) = &args.givens {
        filter = filter.givens(ranges::givens(text, largest)?);
    }
    if let Some(text) = &args.rating {
        filter = filter.rating(ranges::ratings(text, method)?);
    }
    filter = args.symmetry.into_iter().fold(filter, Filter::symmetry);
    Ok(args.sort.into_iter().fold(filter, Filter::sort))
}

fn refuse(args: &SelectArgs) -> Result<()> {
    let (outputs, parts) = (args.outputs.0.len(), args.split.as_ref().map(Split::parts));
    match parts {
        None if args.number.is_none() && !args.filters() && args.sort.is_none() => bail!(
            "name what to select: --givens, --symmetry, --rating, --technique or --first-steps for puzzles with these properties, --sort for all in \
             another order, --number N for a sample, or --split 90/10 for parts"
        ),
        None if outputs > 1 => bail!(
            "--output is given {outputs} times, and only the parts of --split have several outputs; remove all but \
             one, or use --split"
        ),
        Some(parts) if parts != outputs => bail!(
            "--split has {parts} parts and {outputs} {}; name a file for each, as in --split 90/10 -o train.csv -o test.csv",
            if outputs == 1 { "output" } else { "outputs" }
        ),
        _ => {}
    }
    refuse_ratings(args)?;
    refuse_partial(args)?;
    if args.run.keep_trailing {
        bail!("select writes no answers that a text could follow; remove --keep-trailing");
    }
    Ok(())
}

/// Refuses methods and seeds without an effect, and ratings beside other ones.
fn refuse_ratings(args: &SelectArgs) -> Result<()> {
    let has_steps = !args.steps.criteria().is_empty();
    let needs_ratings = args.rating.is_some() || has_steps || args.sort == Some(SortBy::Rating);
    if args.method.is_some() && !needs_ratings {
        bail!(
            "--method needs --rating, --technique, --first-steps or --sort rating; add one, or remove --method"
        );
    }
    if args.split.is_some() && needs_ratings {
        bail!("--split solves and does not rate; select with --rating first, and divide its output");
    }
    let method = args.steps.method(args.method)?;
    if args.per_bucket && needs_ratings && method != Method::Guesses {
        bail!(
            "--per-bucket is by --method guesses, not {method}; select with --rating first, and draw from its output"
        );
    }
    if args.seed.is_some() && args.number.is_none() && args.split.is_none() {
        bail!("--seed is for the random choices of --number and --split; remove it");
    }
    Ok(())
}

/// Refuses shards and resumed runs that cannot be.
fn refuse_partial(args: &SelectArgs) -> Result<()> {
    if args.run.partial.shard.is_some() {
        if args.number.is_some() {
            bail!("--number cannot be sharded: each shard would draw as many records; remove --shard");
        }
        if args.sort.is_some() {
            bail!("--sort cannot be sharded: each shard would have an order of its own; remove --shard");
        }
        if args.split.is_some() && args.seed.is_none() {
            bail!("--shard needs --seed: all shards must have the same");
        }
    }
    if args.run.partial.resume {
        bail!(
            "select cannot be resumed: its state would not say which records were selected; remove --resume"
        );
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

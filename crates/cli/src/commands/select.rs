//! `select`: records with some properties, a sample of the records, or parts that share no class.

use super::dedup::{explained, of_dedup};
use crate::{
    help::{CommandHelp, HelpOfResult, OUTPUT, SELECTION, TUNING, WithHelp},
    options::{RunArgs, StepArgs, ranges, rating_method, symmetries},
    run::{Plan, RunInfo, SelectInfo, carry_out},
};
use anyhow::{Result, bail};
use clap::{Arg, ArgAction, ArgMatches, Command, FromArgMatches};
use quadrille_console::{
    engine::EngineArgs,
    exit::{ExitStatus, print_stderr},
    numbers::{any_number, at_least_one},
    one_of::{Named, one_of},
    random::random,
};
use quadrille_grid::Shape;
use quadrille_puzzles::{generate::GivenSymmetry, rating::Method};
use quadrille_run::{
    batch::{Batch, Filter, Sample, SortBy, Split},
    format::OutputFormat,
    tables::TableFormat,
};
use std::path::{Path, PathBuf};

const HELP: CommandHelp = CommandHelp {
    result: HelpOfResult::Other(SELECT_RECORDS),
    exit_codes: "0 every record was read, 1 some records are malformed",
    short: "\
  quadrille select --number 1000 --seed 1 puzzles.csv -o sample.csv
  quadrille select --split 90/10 --seed 1 puzzles.csv -o train.csv -o test.csv
  quadrille select --givens 17..20 --rating 20.. puzzles.csv -o hard.csv",
    examples: "\
  quadrille select --number 1000 a.txt b.txt.gz -o sample.txt
  quadrille select --symmetry rotate180 --method logic --rating singles puzzles.txt -o easy.txt
  quadrille select --sort rating --descending puzzles.csv -o hardest-first.csv
  zcat puzzles.csv.gz | quadrille select --number 1000 --seed 1 -
  quadrille select --number 100 --per-bucket --seed 1 puzzles.csv -o ladder.csv
  quadrille select --split 8/1/1 --seed 1 all.csv -o train.csv -o valid.csv -o test.csv
  quadrille select --split 90/10 --seed 1 --shard 1/4 huge.csv -o train1.csv -o test1.csv
  quadrille select --split 90/10 --seed 1 --shard 2/4 huge.csv -o train2.csv -o test2.csv
  quadrille select --number 1000 --threads 2 puzzles.txt -o sample.txt",
    pages: "docs/guides/clean-data-sets.md describes samples and splits, docs/reference/formats.md formats",
};

/// For `select`.
const SELECT_RECORDS: &str = "\
Records:
The records are copied byte for byte, in the format of the input. The format json and the formats that begin with the \
number of their boards are refused. Malformed records are left out. Only boards of at most 9×9 can be compared for \
--split, and only boards of 9×9 rated for --per-bucket and --rating: others are left out, reported and counted as invalid.";

/// Select records by their properties or at random, sort them, or divide them into parts that share no puzzle
///
/// Records are written unchanged, with the header of a table, in the order of the input or of --sort. --givens,
/// --symmetry and --rating select puzzles with these properties. --number draws a
/// sample, of all records or of each group of ratings. --split divides the records so that no puzzle of
/// a part is a morph of one in another part, and no solution either. So a program cannot learn from one
/// part what another part contains.
#[derive(clap::Args)]
#[command(with_help(&HELP))]
#[command(mut_args(of_select))]
pub struct Args {
    // Before the options of all runs, which take the first output and drop the others.
    #[command(flatten)]
    outputs: OutputPaths,
    #[command(flatten)]
    run: RunArgs,
    /// Number of givens in each puzzle, as in 30, 24..28, 24.. or ..28
    ///
    /// Other puzzles are left out. Both bounds belong to the range. Nothing is solved.
    #[arg(long, value_name = "A..B", allow_hyphen_values = true, help_heading = SELECTION)]
    givens: Option<String>,
    /// Symmetry of the cells that are given
    ///
    /// Other puzzles are left out. The cells may have more than one symmetry: cells that are unchanged by a quarter turn are also unchanged by half a turn.
    #[arg(long, value_parser = one_of(&SYMMETRIES), value_name = "SYMMETRY", help_heading = SELECTION)]
    symmetry: Option<GivenSymmetry>,
    /// Only puzzles with a rating from A to B, as in 20..100, 20.., ..4 or 5
    ///
    /// Both bounds belong to the range, which is as for `quadrille rate --rating`. Only boards of 9×9 cells have ratings.
    #[arg(long, value_name = "A..B", allow_hyphen_values = true, help_heading = SELECTION)]
    rating: Option<String>,
    /// Rating method: guesses, morphs, morphs=K, logic, se or hodoku [default: guesses]
    ///
    /// It needs --rating, --technique, --first-steps or --sort rating. The ratings are the ratings of `quadrille rate`; morphs have its default seed.
    #[arg(long, value_name = "METHOD", value_parser = rating_method, help_heading = SELECTION)]
    method: Option<Method>,
    #[command(flatten, next_help_heading = SELECTION)]
    steps: StepArgs,
    /// Sort the records
    ///
    /// Equal records stay in the order of the input, and puzzles without a rating are last. The records are written at the end of
    /// the run: until then they are in memory, with about 70 bytes in addition to the text of each.
    #[arg(long, value_parser = one_of(&ORDERS), value_name = "WHAT", conflicts_with = "split", help_heading = SELECTION)]
    sort: Option<SortBy>,
    /// With --sort, begin with the greatest
    #[arg(long, requires = "sort", help_heading = SELECTION)]
    descending: bool,
    /// Number of records to draw at random
    ///
    /// Every set of N records has the same probability. They are written in the order of the input, at the end of the run:
    /// until then they are in memory, with about 70 bytes in addition to the text of each. If there are fewer, all of them are written.
    #[arg(short = 'n', long, value_name = "N", value_parser = at_least_one(), conflicts_with = "split", help_heading = OUTPUT)]
    number: Option<u64>,
    /// With --number, draw N records of each group of ratings: 0, 1–4, 5–19, 20–49, 50–99 and 100+
    ///
    /// `quadrille rate --method guesses` gives the same ratings. Only boards of 9×9 cells have them.
    #[arg(long, requires = "number", conflicts_with = "split", help_heading = OUTPUT, hide_short_help = true)]
    per_bucket: bool,
    /// Divide the records among outputs with these weights, such as 90/10 or 8/1/1
    ///
    /// Give an --output for each. Records whose solutions are morphs of each other, and so all morphs of a puzzle, are
    /// in the same part. The sizes of the parts follow the weights as nearly as chance allows, and are printed.
    #[arg(long, value_name = "W/W", help_heading = OUTPUT)]
    split: Option<Split>,
    /// Seed of the random choices [default: another one each time, which is printed]
    ///
    /// Each run selects other records, unless it has a seed. The same seed and input give the same records, whatever the threads. The part of a split that has a puzzle depends on the
    /// seed, the weights and the puzzle alone. With --quiet nothing is printed; the seed is also in the file of --summary-json.
    #[arg(long, value_name = "SEED", value_parser = any_number(), help_heading = OUTPUT)]
    seed: Option<u64>,
    #[command(flatten, next_help_heading = TUNING)]
    engine: EngineArgs,
}

impl Args {
    /// Whether records are selected by their properties.
    pub fn filters(&self) -> bool {
        self.givens.is_some()
            || self.symmetry.is_some()
            || self.rating.is_some()
            || !self.steps.criteria().is_empty()
    }
}

const SYMMETRIES: [Named<GivenSymmetry>; 5] = symmetries("None of these");

const ORDERS: [Named<SortBy>; 3] = [
    ("givens", SortBy::Givens, "By the number of givens"),
    (
        "symmetry",
        SortBy::Symmetry,
        "By the symmetry of the given cells: rotate90, rotate180, mirror, diagonal, none",
    ),
    ("rating", SortBy::Rating, "By the rating"),
];

/// As for `dedup`, but with an output for each part, and parts can be made in shards.
fn of_select(option: Arg) -> Arg {
    match option.get_id().as_str() {
        "output" => option
            .action(ArgAction::Append)
            .help("File to write; with --split, one for each part, in order [default: standard output]")
            .long_help(OUTPUTS),
        "shard" => option,
        _ => of_dedup(option),
    }
}

const OUTPUTS: &str = "File to write; with --split, one for each part, in order [default: standard output]

The file is replaced atomically. `-` means standard output. With several files, none is replaced before all of \
them are complete and on the disk.";

/// All values of `--output`, which is an option of all runs.
pub struct OutputPaths(Vec<PathBuf>);

impl FromArgMatches for OutputPaths {
    fn from_arg_matches(matches: &ArgMatches) -> Result<OutputPaths, clap::Error> {
        let paths = matches.get_many::<PathBuf>("output");
        Ok(OutputPaths(paths.into_iter().flatten().cloned().collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = OutputPaths::from_arg_matches(matches)?;
        Ok(())
    }
}

impl clap::Args for OutputPaths {
    fn augment_args(command: Command) -> Command {
        command
    }

    fn augment_args_for_update(command: Command) -> Command {
        command
    }
}

pub fn run(mut args: Args) -> Result<ExitStatus> {
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
    let status = carry_out(plan.engine(&args.engine)?, |tally| tally.invalid + tally.unknown == 0);
    let status = status.map_err(|error| explained(error, ""))?;
    if prints_seed && !matches!(status, ExitStatus::Stopped(_)) {
        print_stderr(&format!("quadrille: --seed {seed} gives the same {what} again"));
    }
    Ok(status)
}

/// The records that are selected by their properties, and their order.
fn filter(args: &Args) -> Result<Filter> {
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

fn refuse(args: &Args) -> Result<()> {
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
fn refuse_ratings(args: &Args) -> Result<()> {
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
fn refuse_partial(args: &Args) -> Result<()> {
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
fn format_of_names(args: &Args) -> Result<Option<&'static OutputFormat>> {
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
    if let Some((_, other)) = named.find(|(other, _)| *other != format) {
        let (path, other) = (Path::display(&path), Path::display(&other));
        bail!(
            "the outputs {path} and {other} have extensions of different formats; records are copied, so give them \
             the same, or add --output-format same"
        );
    }
    Ok(Some(format))
}

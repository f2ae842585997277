//! `rate`: how difficult puzzles are.
//!
//! | file | contents |
//! | --- | --- |
//! | `chart` | the chart of `--histogram` |
//! | `page` | the page of `--html` |

mod chart;
mod page;

use super::dedup::explained;
use crate::{
    help::{CommandHelp, HelpOfResult, LONG_RUNS, OUTPUT, RATING, TUNING, WithHelp},
    options::{RunArgs, StepArgs, ranges, rating_method},
    run::{Plan, RatingInfo, RunInfo, carry_out},
};
use anyhow::{Result, bail};
pub use chart::{chart, print_chart, techniques};
use clap::Arg;
pub use page::page;
use quadrille_console::{
    engine::EngineArgs,
    exit::ExitStatus,
    files::is_dash,
    numbers::{any_number, at_least_one, whole_number},
    seconds::positive_seconds,
};
use quadrille_engines::RunOptions;
use quadrille_puzzles::rating::Method;
use quadrille_run::{
    batch::{Batch, Summary},
    tables::TableFormat,
};
use quadrille_tasks::{Rate, RatingCounts};
use std::{path::PathBuf, time::Duration};

/// The counts of a run that rates.
pub fn counts(summary: &Summary) -> &RatingCounts {
    summary.total().expect("every run that rates counts")
}

const HELP: CommandHelp = CommandHelp {
    result: HelpOfResult::Answers(
        "`rating` (with --method se `er`, `ep`, `ed`, with hodoku `score`, `level`), with --method logic `step_count`, and `status`; --rating-column renames `rating`, `er` or `score`",
    ),
    exit_codes: "0 every record was rated, 1 some records are malformed or, by logic, se or hodoku, do not have one solution or have a lower bound as in >=8.5",
    short: "\
  quadrille rate puzzles.csv -o rated.csv
  quadrille rate --histogram puzzles.txt
  quadrille rate --rating 20.. train.csv -o hard.csv",
    examples: "\
  quadrille rate puzzles.txt | sort -t, -k2n | tail
  quadrille rate --column question --rating-column guesses train.csv -o rated.csv
  quadrille rate --method morphs=100 --seed 7 puzzles.txt -o rated.txt
  quadrille rate --method logic --rating ..locked puzzles.csv -o easy.csv
  quadrille rate --histogram --method logic puzzles.txt
  quadrille rate --method se --rating 7.2..8.9 puzzles.csv -o chains.csv
  quadrille rate --html ratings.html train.csv -o rated.csv
  quadrille rate huge.txt -o rated.txt --resume
  quadrille rate huge.csv -o part2.csv --shard 2/4
  quadrille rate --threads 2 puzzles.txt -o rated.txt",
    pages: "docs/explanation/ratings.md describes ratings, docs/reference/formats.md formats, docs/reference/answers.md answers",
};

/// Rate how difficult each 9×9 puzzle is
///
/// The answer is `puzzle,rating`, with --method se `puzzle,er,ep,ed`, with hodoku `puzzle,score,level`, or columns of these names in csv and
/// ndjson. A rating of which only a lower bound is known is written as `>=8.5`. --rating selects records by
/// their rating instead, --histogram and --html show how the ratings are distributed. Boards that are not 9×9 are
/// malformed.
#[derive(clap::Args)]
#[command(with_help(&HELP))]
#[command(mut_args(of_rate))]
pub struct Args {
    #[command(flatten)]
    run: RunArgs,
    /// Rating method: guesses, morphs, morphs=K, logic, se or hodoku [default: guesses]
    ///
    /// guesses: the guesses of the search of tdoku, which the column `rating` of the data set sudoku-extreme holds.
    /// Morphs of a puzzle have different ones.
    ///
    /// morphs=K: exp(mean(ln(guesses + 1))) over K random morphs of the puzzle, from 1 up; morphs alone means morphs=10.
    ///
    /// logic: `singles` (naked and hidden), `locked` (locked candidates too), or `backdoor N`: how many cells have to be
    /// given until singles finish it, 1, 2 or 3+. The column `step_count` has the number of steps. A puzzle with
    /// several solutions or none has no rating: `!multiple`, `!none`.
    ///
    /// se: the ratings of Sudoku Explainer 1.2.1, in the columns `er` (the hardest step), `ep` (the hardest step until a digit is
    /// placed) and `ed` (the first step). Puzzles with several solutions or none have no rating, as for logic. se=no-uniqueness
    /// leaves out techniques that assume one solution: unique rectangles, unique loops and the bivalue universal grave (BUG). Boards
    /// with candidates (formats pencilmark, candidates, hodoku) are rated from there on.
    ///
    /// hodoku: the score and the level of HoDoKu 2.2.0, in the columns `score` and `level`: easy, medium, hard, unfair or extreme.
    /// Puzzles with several solutions or none have no rating, as for logic.
    #[arg(long, value_name = "METHOD", value_parser = rating_method, help_heading = RATING)]
    method: Option<Method>,
    /// Stop each search at the Kth solution [default: 1]
    ///
    /// It is 1 or 2, and for --method guesses alone.
    #[arg(long, value_name = "K", value_parser = whole_number::<u64>(1..=2), help_heading = RATING)]
    limit: Option<u64>,
    /// Seed of the random choices [default: 0]
    ///
    /// It needs --method morphs or --html. The morphs depend on it alone, and the default is always the same, so that a puzzle
    /// has the same rating in every file and every run.
    #[arg(long, value_name = "SEED", value_parser = any_number(), help_heading = RATING)]
    seed: Option<u64>,
    /// Only puzzles with a rating from A to B, as in 20..100, 20.., ..4 or 5
    ///
    /// Both bounds belong to the range. The records are written unchanged, with the header of a table.
    /// With --method logic the bounds are names of levels: `singles`, `locked`, `backdoor 1`, `backdoor 2` or
    /// `backdoor 3+`, in this order, as in `singles..locked`. With --method se it is the range of ER, as in 7.2..8.9, and with hodoku of the score. Records without a rating are left out.
    #[arg(long, value_name = "A..B", allow_hyphen_values = true, help_heading = RATING)]
    rating: Option<String>,
    #[command(flatten, next_help_heading = RATING)]
    steps: StepArgs,
    /// Name of the column (csv) or member (ndjson) for the ratings [default: rating; with --method se: er; hodoku: score]
    ///
    /// A column of this name that is already there is replaced. A file of sudoku-extreme has one: `--rating-column guesses` keeps it
    /// and adds another.
    #[arg(long, value_name = "NAME", help_heading = OUTPUT)]
    rating_column: Option<String>,
    /// Print how many puzzles have which rating, as a bar chart
    ///
    /// It is printed on standard output, by the groups 0, 1-4, 5-19, 20-49, 50-99 and 100+, by the levels of logic or of HoDoKu, or by ranges of ER.
    /// The answers are then written only with --output FILE. With --rating, only records in the range are counted.
    #[arg(long, conflicts_with = "resume", help_heading = OUTPUT)]
    histogram: bool,
    /// Write a page with charts to FILE
    ///
    /// They show the ratings, guesses against morphs, the givens, the symmetries of the given cells, the automorphisms and the duplicates. The answers are then written only with --output FILE. Whatever --method says, each puzzle is also rated by guesses and by 10 morphs for it, which takes longer.
    #[arg(long, value_name = "FILE", conflicts_with = "resume", help_heading = OUTPUT)]
    html: Option<PathBuf>,
    /// Give up a rating after N steps [default: no limit]
    ///
    /// It needs --method se. The answer is then a lower bound, as in `>=8.5`, and its status `lower bound`: the puzzle is at least as difficult as the
    /// steps up to there. A table has a null in place of the number. The exit code is 1.
    #[arg(long, value_name = "N", value_parser = at_least_one(), help_heading = LONG_RUNS)]
    max_steps: Option<u64>,
    /// Give up a rating after SECONDS [default: no limit]
    ///
    /// It needs --method se, and the answer is a lower bound, as with --max-steps. A rating that was given up before the first step is
    /// !unknown. The answers depend on the speed of the machine.
    #[arg(long, value_name = "SECONDS", value_parser = positive_seconds, help_heading = LONG_RUNS)]
    timeout_per_puzzle: Option<Duration>,
    #[command(flatten, next_help_heading = TUNING)]
    engine: EngineArgs,
}

impl Args {
    /// Whether records are selected by their rating.
    pub fn filters(&self) -> bool {
        self.rating.is_some() || !self.steps.criteria().is_empty()
    }
}

/// The differences from other commands.
fn of_rate(option: Arg) -> Arg {
    match option.get_id().as_str() {
        "engine" => option.help("Search engine for --method logic, se and hodoku"),
        "isa" => {
            let help = "Instruction set of counting guesses and of the work on 9×9 boards";
            option.help(help).long_help(format!("{help}\n\nIt does not affect the answers."))
        }
        _ => option,
    }
}

pub fn run(args: Args) -> Result<ExitStatus> {
    let method = args.steps.method(args.method)?;
    refuse(&args, method)?;
    let range = args.rating.as_deref().map(|text| ranges::ratings(text, method)).transpose()?;
    // A chart has the steps of each technique.
    let counts_steps = args.histogram || args.html.is_some();
    let (steps, filters) = (args.steps.criteria(), args.filters());
    let Args { limit, seed, rating_column, histogram, .. } = args;
    // The chart and the page replace the answers, unless these are written to a file.
    let only_counts = (histogram || args.html.is_some()) && is_dash(&args.run.output.path);
    let mut rate = Rate::new(method)
        .steps(steps)
        .count_steps(counts_steps)
        .pairs(args.html.is_some())
        .only_counts(only_counts);
    rate = limit.into_iter().fold(rate, Rate::limit);
    rate = args.max_steps.into_iter().fold(rate, Rate::max_steps);
    rate = seed.into_iter().fold(rate, Rate::seed);
    let seed = seed.unwrap_or(0);
    if let Some(name) = rating_column {
        rate = rate.rating_column(name);
    }
    if let Some(range) = &range {
        rate = rate.at_least(*range.start()).at_most(*range.end());
    }
    let limit = if method.needs_one_solution() { 2 } else { limit.unwrap_or(1) };
    let rated = RatingInfo { method, seed, filters, chart: histogram };
    let info = RunInfo { ratings: Some(rated), ..RunInfo::of("rate", Some(limit)) };
    let mut plan = Plan::new(Batch::new(rate), args.run, info).engine(&args.engine)?;
    plan.options = args.timeout_per_puzzle.into_iter().fold(plan.options, RunOptions::timeout_per_puzzle);
    (plan.counts, plan.counts_read, plan.files.page) = (only_counts, only_counts, args.html);
    carry_out(plan, |tally| tally.rated == tally.records)
        .map_err(|error| explained(error, ", without --rating, --technique and --first-steps"))
}

/// Refuses options that have no meaning together.
fn refuse(args: &Args, method: Method) -> Result<()> {
    if args.limit.is_some() && method != Method::Guesses {
        bail!("--limit is for --method guesses; remove it");
    }
    if args.seed.is_some() && !matches!(method, Method::Morphs { .. }) && args.html.is_none() {
        bail!("--seed needs --method morphs or --html, which rate random morphs; add one, or remove --seed");
    }
    let has_limits = args.max_steps.is_some() || args.timeout_per_puzzle.is_some();
    if has_limits && !matches!(method, Method::SudokuExplainer { .. }) {
        bail!(
            "--max-steps and --timeout-per-puzzle need --method se, whose ratings may take long; add it, or remove them"
        );
    }
    if args.rating_column.is_some() && args.filters() {
        bail!(
            "with --rating, --technique and --first-steps records are written as they are, without a rating; remove --rating-column"
        );
    }
    if args.run.keep_trailing && args.filters() {
        bail!(
            "with --rating, --technique and --first-steps records are written as they are, with the text after a grid; remove --keep-trailing"
        );
    }
    let RunArgs { output, keep_trailing, .. } = &args.run;
    if !is_dash(&output.path) {
        return Ok(());
    }
    if args.histogram && TableFormat::named(&args.run.output_format).is_some() {
        bail!("--histogram writes a chart to standard output; name an --output for the table");
    }
    if args.histogram && args.html.as_deref().is_some_and(is_dash) {
        bail!("--histogram and --html both write to standard output; name a file for --html");
    }
    let has_options = args.rating_column.is_some() || *keep_trailing || args.run.output_format != "auto";
    if has_options && (args.histogram || args.html.is_some()) {
        let option = if args.histogram { "--histogram" } else { "--html" };
        bail!("with {option} answers are written only with --output FILE; add it, or remove their options");
    }
    Ok(())
}

//! `rate`: how difficult puzzles are.
//!
//! | file | contents |
//! | --- | --- |
//! | `chart` | the chart of `--histogram` |
//! | `page` | the page of `--html` |

mod chart;
mod page;

use super::{
    args::{RateArgs, RunArgs},
    batch::{Plan, run},
    dedup::explained,
    ranges,
    run_info::{RatingInfo, RunInfo},
};
use anyhow::{Result, bail};
pub(super) use chart::{chart, print_chart, techniques};
pub(super) use page::page;
use quadrille::{Batch, RunOptions, batch::TableFormat, rating::Method, tasks::Rate};
use quadrille_console::{exit::ExitStatus, files::is_dash};

pub(super) fn rate(args: RateArgs) -> Result<ExitStatus> {
    let method = args.steps.method(args.method)?;
    refuse(&args, method)?;
    let range = args.rating.as_deref().map(|text| ranges::ratings(text, method)).transpose()?;
    // A chart has the steps of each technique.
    let counts_steps = args.histogram || args.html.is_some();
    let (steps, filters) = (args.steps.criteria(), args.filters());
    let RateArgs { limit, seed, rating_column, histogram, .. } = args;
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
    run(plan, |tally| tally.rated == tally.records)
        .map_err(|error| explained(error, ", without --rating, --technique and --first-steps"))
}

/// Refuses options that have no meaning together.
fn refuse(args: &RateArgs, method: Method) -> Result<()> {
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

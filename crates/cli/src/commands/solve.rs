//! `solve`: a solution for each puzzle, or all of them, or the steps that lead to it.

use crate::{
    help::{CommandHelp, HelpOfResult, OUTPUT, WithHelp},
    options::{STEP_METHODS, SearchArgs},
    run::{Plan, RunInfo, carry_out},
};
use anyhow::{Result, bail};
use quadrille_console::{exit::ExitStatus, files::is_dash, numbers::at_least_one, one_of::one_of};
use quadrille_tasks::Solve;
use quadrille_techniques::explanation::Method;
use std::path::PathBuf;

const HELP: CommandHelp = CommandHelp {
    result: HelpOfResult::Answers("`solution` and `status`"),
    exit_codes: "0 every record has a solution, 1 some records do not",
    short: "\
  quadrille solve puzzles.txt -o solutions.txt
  quadrille solve 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
  zcat puzzles.txt.gz | quadrille solve - | head",
    examples: "\
  quadrille solve a.txt b.csv > both.txt
  quadrille solve --variant jigsaw --regions regions.txt puzzles.txt
  quadrille solve puzzles.txt -o solutions.txt.gz
  quadrille solve --all --limit 100 puzzles.txt -o solutions.csv
  quadrille solve --limit 2 --summary-json summary.json hard.txt -o /dev/null
  quadrille solve --explain puzzles.txt -o steps.txt
  quadrille solve --explain --method se --html solutions.html puzzles.txt
  quadrille solve huge.txt -o solutions.txt --resume
  quadrille solve huge.txt -o part3.txt --shard 3/8
  quadrille solve --threads 4 puzzles.txt -o solutions.txt",
    pages: "docs/reference/formats.md describes formats, docs/reference/answers.md answers, docs/guides/large-files.md large files, docs/guides/variants.md variants, docs/guides/hints.md --explain",
};

/// Solve puzzles and write one answer per record
#[derive(clap::Args)]
#[command(with_help(&HELP))]
pub struct Args {
    #[command(flatten)]
    search: SearchArgs,
    /// Stop each search at the Kth solution [default: 1, with --all no limit]
    ///
    /// With 2, the summary shows how many puzzles are unique.
    #[arg(long, value_name = "K", value_parser = at_least_one(), help_heading = OUTPUT)]
    limit: Option<u64>,
    /// Write all solutions of each record
    ///
    /// Each is a line after the number of the record, as in `3: 1234...`; in csv and ndjson it is a row. --limit K
    /// writes at most K of them. Such a run can be neither sharded nor resumed.
    #[arg(long, help_heading = OUTPUT, conflicts_with_all = ["shard", "resume", "verify_answers", "solution_column", "mismatches", "keep_trailing"])]
    all: bool,
    /// List the steps that lead to the solution, each with its reason
    ///
    /// They are found by techniques, as a person would apply them; --method says which. Where the techniques no longer suffice, the
    /// steps end and say which were tried. A `line` answer is a text of several lines, csv has a column `steps`, ndjson a list. If the
    /// givens show why a puzzle has no solution, the answer says so, as in `!none: 5 twice in row 3: r3c1 and
    /// r3c7`. With --variant only this is explained.
    #[arg(long, help_heading = OUTPUT, conflicts_with_all = ["all", "search_columns", "keep_trailing"])]
    explain: bool,
    /// Techniques of --explain [default: all]
    ///
    /// Techniques beyond locked candidates are for 9×9 boards with one solution. The hardest puzzles take some seconds each.
    #[arg(long, value_parser = one_of(&STEP_METHODS), value_name = "METHOD", requires = "explain", help_heading = OUTPUT)]
    method: Option<Method>,
    /// Write the steps of --explain to FILE as a page with pictures
    ///
    /// It shows each puzzle, its techniques and ratings, and its steps, for reading and printing. It has at most 100 puzzles. The
    /// answers are then written only with --output FILE.
    #[arg(long, value_name = "FILE", requires = "explain", conflicts_with = "resume", help_heading = OUTPUT)]
    html: Option<PathBuf>,
}

pub fn run(args: Args) -> Result<ExitStatus> {
    let limit = args.limit.or((!args.all).then_some(1));
    let has_variants = args.search.variants.are_given();
    if has_variants && (args.method.is_some() || args.html.is_some()) {
        bail!("--method and --html are for puzzles without variants; remove them, or the variants");
    }
    let only_draws = args.html.is_some() && is_dash(&args.search.run.output.path);
    let solve = args.method.into_iter().fold(Solve::new(), Solve::method);
    let solve = solve
        .draws(args.html.is_some())
        .only_draws(only_draws)
        .limit(limit.unwrap_or(u64::MAX))
        .all(args.all)
        .explain(args.explain)
        .steps(args.explain && !has_variants)
        .search_columns(args.search.search_columns)
        .verify_answers(args.search.verify_answers);
    let info = RunInfo { all: args.all, ..RunInfo::of("solve", limit) };
    let mut plan = Plan::search(solve, args.search, info)?;
    (plan.counts, plan.counts_read, plan.files.page, plan.draws) = (only_draws, only_draws, args.html, true);
    carry_out(plan, |t| t.with_solution() == t.records)
}

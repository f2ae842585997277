//! `count`: the number of solutions of each puzzle.

use crate::{
    help::{CommandHelp, HelpOfResult, OUTPUT, TUNING, WithHelp},
    options::SearchArgs,
    run::{Plan, RunInfo, carry_out},
};
use anyhow::Result;
use quadrille_console::{exit::ExitStatus, numbers::at_least_one, sizes::byte_size};
use quadrille_tasks::Count;

const HELP: CommandHelp = CommandHelp {
    result: HelpOfResult::Answers("`count` and `status`"),
    exit_codes: "0 every record was answered, 1 some records are malformed or unknown",
    short: "\
  quadrille count --limit 1000 puzzles.txt
  echo 1............... | quadrille count -",
    examples: "\
  quadrille count --variant anti-knight puzzles.txt
  quadrille count --output-format csv puzzles.txt -o counts.csv
  quadrille count --timeout-per-puzzle 10 hard.txt
  quadrille count huge.txt -o counts.txt --resume
  quadrille count --threads 2 puzzles.txt
  quadrille count --no-verify puzzles.txt",
    pages: "docs/reference/formats.md describes formats, docs/reference/answers.md answers, docs/guides/large-files.md large files, docs/guides/variants.md variants",
};

/// Count the solutions of each puzzle
#[derive(clap::Args)]
#[command(with_help(&HELP))]
pub struct Args {
    #[command(flatten)]
    search: SearchArgs,
    /// Stop each search at the Kth solution [default: count all solutions]
    ///
    /// A count that was stopped is written as `K+`.
    #[arg(long, value_name = "K", value_parser = at_least_one(), help_heading = OUTPUT)]
    limit: Option<u64>,
    /// Take at most about SIZE of memory [default: 4G]
    ///
    /// A number of bytes, or one followed by K, M or G, for all threads together. A puzzle with more than 16,384
    /// solutions is counted with tables (9×9 without variants: up to 50 MB, and 15 MB for each further thread) or a memory of subproblems; with less memory the least
    /// used ones are forgotten, and the count takes longer. 0, --limit, --max-nodes and --engine dlx count one by one.
    #[arg(long, value_name = "SIZE", value_parser = byte_size, conflicts_with_all = ["limit", "max_nodes"], help_heading = TUNING, hide_short_help = true)]
    memory: Option<u64>,
}

pub fn run(args: Args) -> Result<ExitStatus> {
    let mut count = Count::new()
        .limit(args.limit.unwrap_or(u64::MAX))
        .search_columns(args.search.search_columns)
        .verify_answers(args.search.verify_answers);
    if let Some(bytes) = args.memory {
        count = count.memory(usize::try_from(bytes).unwrap_or(usize::MAX));
    }
    let plan = Plan::search(count, args.search, RunInfo::of("count", args.limit))?;
    carry_out(plan, |t| t.invalid + t.unknown == 0)
}

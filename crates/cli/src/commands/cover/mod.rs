//! `cover`: exact cover problems.

mod about_all;

use crate::{
    help::{CommandHelp, HelpOfResult, INPUT, LONG_RUNS, OUTPUT, TUNING, WithHelp},
    options::OutputArgs,
    run::{EmptyInputs, ProgressReporter, machine_decisions, report::print_more},
};
use about_all::{AboutAllArgs, print_size};
use anyhow::Result;
use clap::builder::{PossibleValue, PossibleValuesParser};
use quadrille_console::{
    engine::thread_count,
    exit::{ExitStatus, print_stderr},
    files::{default_input, open_input, open_output},
    numbers::{at_least_one, grouped},
    outputs::check_input_is_kept,
    seconds::seconds_or_forever,
    signals::{RunControl, stopped},
    sizes::byte_size,
};
use quadrille_cover::{count::CoverCounter, search::SearchProgress, text::CoverFormat};
use quadrille_engines::RunOptions;
use quadrille_run::batch::{CoverBatch, CoverObserver, CoverSummary, CoverTally, CoverTask};
use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
    time::Duration,
};

const HELP: CommandHelp = CommandHelp {
    result: HelpOfResult::Other(COVER_FORMATS),
    exit_codes: "0 every problem has a solution (with --count: every count is exact or stopped at --limit), 1 some do not",
    short: "\
  quadrille cover problems.txt -o answers.txt
  printf '2 2\\n1 0\\n0 1\\n' | quadrille cover -",
    examples: "\
  printf 'p q | x\\np x:1\\nq x:1\\nq x:2\\n' | quadrille cover --format dlx
  quadrille cover --limit 3 queens.dlx
  quadrille cover --sample 10 --seed 1 queens.dlx
  quadrille cover --lowest-cost --costs costs.txt problem.txt
  quadrille cover --zdd solutions.zdd pentominoes.dlx
  quadrille cover --count --progress always pentominoes.dlx
  quadrille cover --timeout 60 --max-nodes 1000000000 hard.dlx
  quadrille cover --count --threads 2 pentominoes.dlx",
    pages: "docs/reference/exact-cover.md describes formats, counts, costs and diagrams",
};

const COVER_FORMATS: &str = "\
Formats:
  matrix  `n m`, then n rows of m numbers, each 0 or 1. The answer is the numbers of the chosen
          rows, counted from 1, on one line, or `No Solution!`.
  sparse  `n m`, then n lines `k c1 ... ck`: the columns of a row, counted from 1. The answer is
          `k r1 ... rk`, or `NO`.
  ec      `p ec m`, then a line `s c1 c2 ...` for each row, as in published benchmarks. The
          answer is as in sparse.
  dlx     Knuth's format: one line with the names of the items, the secondary items after a lone |,
          then one line per option. The answer is the options of each solution, with blank lines
          between solutions. `item:color` in an option gives a secondary item a color, `2:3|item` in
          the item line bounds, and `|5` after an item of an option a cost.

If --format is not given, a text whose first line is two numbers is read as sparse or matrix, one that begins with \
`p ec` as ec, and any other text as dlx. A malformed problem is answered by `!invalid: reason`. If a search stops at --max-nodes or --timeout, the answer is the \
solutions found so far and `!unknown`; a count is followed by +.";

/// Solve exact cover problems, or count their solutions
///
/// A solution is a set of options that contains every primary item exactly once. A secondary item
/// occurs in at most one of these options, or in several that give it the same color.
#[derive(clap::Args)]
#[command(with_help(&HELP))]
pub struct Args {
    /// Problem file [default: standard input]
    ///
    /// `-` means standard input.
    #[arg(value_name = "INPUT")]
    input: Option<PathBuf>,
    /// Format of the inputs
    ///
    /// The answers have it too. `auto` detects it from the first lines.
    #[arg(long, value_name = "FORMAT", default_value = "auto", value_parser = formats(), help_heading = INPUT)]
    format: String,
    /// Write the number of solutions of each problem instead of the solutions
    #[arg(long, help_heading = OUTPUT)]
    count: bool,
    /// Stop each search at the Kth solution [default: 1, for dlx and counts no limit]
    #[arg(long, value_name = "K", value_parser = at_least_one(), help_heading = OUTPUT)]
    limit: Option<u64>,
    #[command(flatten)]
    about_all: AboutAllArgs,
    #[command(flatten)]
    output: OutputArgs,
    /// Give up a search after N nodes [default: no limit]
    ///
    /// The answer is then the solutions found so far and !unknown. With --count it is the number found so far and +.
    #[arg(long, value_name = "N", value_parser = at_least_one(), help_heading = LONG_RUNS)]
    max_nodes: Option<u64>,
    /// Give up a search after SECONDS [default: no limit]
    ///
    /// The answer is then the solutions found so far and !unknown. With --count it is a lower bound and +: the number counted one by
    /// one until then.
    #[arg(long, value_name = "SECONDS", value_parser = seconds_or_forever, help_heading = LONG_RUNS)]
    timeout: Option<Duration>,
    /// Take at most about SIZE of memory [default: 4G]
    ///
    /// A number of bytes, or one followed by K, M or G. While solutions are counted, subproblems that were counted are remembered; with
    /// less memory the least used ones are forgotten, and the count takes longer. 0 counts one by one. If it does not suffice, --sample and
    /// --zdd fail, and --lowest-cost and --highest-cost search without it.
    #[arg(long, value_name = "SIZE", value_parser = byte_size, help_heading = TUNING, hide_short_help = true)]
    memory: Option<u64>,
    /// Number of threads [default: one per core]
    ///
    /// It does not affect the answers.
    #[arg(short, long, value_name = "N", value_parser = thread_count(), help_heading = TUNING)]
    threads: Option<usize>,
    /// Read files instead of memory-mapping them
    ///
    /// Use it on network file systems, where access to a mapping can fail.
    #[arg(long, help_heading = TUNING, hide_short_help = true)]
    no_mmap: bool,
}

fn formats() -> PossibleValuesParser {
    let auto = PossibleValue::new("auto").help("detect the format");
    let named = CoverFormat::ALL.iter().map(|f| PossibleValue::new(f.name()).help(f.about()));
    std::iter::once(auto).chain(named).collect::<Vec<_>>().into()
}

pub fn run(args: Args) -> Result<ExitStatus> {
    let input = match &args.input {
        None => default_input()?,
        Some(path) => open_input(path, !args.no_mmap)?,
    };
    let batch = batch(&args)?;
    let empty = EmptyInputs::among(std::slice::from_ref(&input));
    let control = RunControl::start();
    let path = args.about_all.output(&args.output.path);
    let option = if args.about_all.zdd.is_some() { "--zdd" } else { "--output" };
    let inputs: Vec<&Path> = args.input.iter().chain(&args.about_all.costs).map(PathBuf::as_path).collect();
    check_input_is_kept(option, path, &inputs)?;
    let mut output = open_output(path)?;
    output.set_threads(args.threads.unwrap_or(0));
    control.set_output(&output);
    let (total, way) = (input.size(), input.way());
    let quiet = args.output.quiet;
    let progress = ProgressReporter::new(args.output.progress, quiet, total);
    let mut observer = CoverReporter { progress, total, quiet };
    observer.progress.records = control.records.clone();
    let outcome = batch.run_options(run_options(&args).stop_flag(control.stop.clone())).run(
        input,
        &mut output,
        &mut observer,
    );
    observer.progress.finish();
    // Syncing may take long, so it happens while a signal can still stop it.
    let outcome = outcome.and_then(|summary| output.sync().map(|()| summary));
    let outcome = control.end_run(outcome, output);
    if let Some(status) = stopped(&control, &outcome) {
        return Ok(status);
    }
    let (summary, output) = outcome?;
    anyhow::ensure!(
        args.about_all.zdd.is_none() || summary.diagram.is_some(),
        "no problem in {}, so there is no diagram to write",
        empty.names()
    );
    output.finish()?;
    if !args.output.quiet {
        empty.warn(summary.tally.problems, "problem");
    }
    print_summary(&summary, &args);
    if args.output.verbose {
        let format = summary.format.name();
        print_stderr(&format!("quadrille: {}: {way}, format {format}", empty.names()));
        print_stderr(&machine_decisions(summary.threads, &BTreeSet::new()));
    }
    let CoverTally { none, invalid, unknown, uncovered, .. } = summary.tally;
    let unanswered = if args.count { invalid + unknown + uncovered } else { none + invalid + unknown };
    Ok(if unanswered == 0 { ExitStatus::AllAnswered } else { ExitStatus::SomeUnanswered })
}

fn batch(args: &Args) -> Result<CoverBatch> {
    let task = if args.count { CoverTask::Count } else { CoverTask::Solve };
    let mut batch = CoverBatch::new(args.about_all.task().unwrap_or(task));
    if let Some(format) = CoverFormat::named(&args.format) {
        batch = batch.format(format);
    }
    if let Some(limit) = args.limit {
        batch = batch.limit(limit);
    }
    if let Some(bytes) = args.memory {
        refuse_memory(args)?;
        batch = batch.memory(usize::try_from(bytes).unwrap_or(usize::MAX));
    }
    args.about_all.add_to(batch)
}

/// Refuses `--memory` if nothing is remembered.
fn refuse_memory(args: &Args) -> Result<()> {
    anyhow::ensure!(
        args.count || args.about_all.task().is_some(),
        "--memory needs --count, --sample, --lowest-cost, --highest-cost or --zdd: a search that lists solutions \
         remembers nothing"
    );
    let has_limit = args.limit.is_some_and(|limit| limit < CoverCounter::LARGE_LIMIT);
    anyhow::ensure!(
        !args.count || !has_limit && args.max_nodes.is_none(),
        "--memory has no effect on a count with --max-nodes, or with --limit below {}: it is one by one; remove --memory",
        grouped(CoverCounter::LARGE_LIMIT)
    );
    Ok(())
}

fn run_options(args: &Args) -> RunOptions {
    let threads = args.threads.unwrap_or(0);
    let options = RunOptions::new().threads(threads).max_nodes(args.max_nodes.unwrap_or(u64::MAX));
    match args.timeout {
        Some(timeout) => options.timeout_per_puzzle(timeout),
        None => options,
    }
}

fn print_summary(summary: &CoverSummary, args: &Args) {
    let (detected, quiet) = (CoverFormat::named(&args.format).is_none(), args.output.quiet);
    let may_give_up = args.max_nodes.is_some() || args.timeout.is_some();
    let remembers = args.count || args.about_all.task().is_some();
    let CoverTally {
        problems, solved, none, invalid, unknown, uncovered, solutions, nodes, remembered, ..
    } = summary.tally;
    print_more(invalid + uncovered, "malformed problems");
    if quiet {
        return;
    }
    if detected && invalid + uncovered > 0 {
        print_stderr(&format!(
            "quadrille: the problems were read as {}; matrix and sparse begin with a line `n m`, the numbers of options \
             and items, and ec with `p ec m`; name another format with --format",
            summary.format.name()
        ));
    }
    let numbers = [
        ("problems", problems.into()),
        ("solved", solved.into()),
        ("none", none.into()),
        ("invalid", invalid.into()),
        ("unknown", unknown.into()),
        ("solutions", solutions),
        ("nodes", nodes),
        ("remembered", remembered),
        ("threads", summary.threads as u128),
    ];
    // A diagram has a line of its own for the solutions; only counts and diagrams remember subproblems.
    let is_shown = |name: &str, number: u128| match name {
        "solutions" => summary.diagram.is_none(),
        "unknown" => number > 0 || may_give_up,
        "remembered" => number > 0 || remembers,
        _ => true,
    };
    for (name, number) in numbers.into_iter().filter(|(name, number)| is_shown(name, *number)) {
        print_stderr(&format!("{name:<12}{:>14}", grouped(number)));
    }
    if let Some(size) = &summary.diagram {
        print_size(size);
    }
    print_stderr(&format!("{:<12}{:>14}", "format", summary.format.name()));
    print_stderr(&format!("{:<12}{:>14.3} s", "elapsed", summary.elapsed.as_secs_f64()));
}

/// Reports the progress of a run on standard error.
struct CoverReporter {
    progress: ProgressReporter,
    /// Bytes of the input, if known.
    total: Option<u64>,
    quiet: bool,
}

impl CoverObserver for CoverReporter {
    fn malformed(&mut self, input: &str, line: u64, reason: &str) {
        self.progress.print(&format!("quadrille: {input}:{line}: {reason}"));
    }

    fn progress(&mut self, bytes: u64, so_far: &CoverTally) {
        self.progress.update(bytes, so_far.problems);
    }

    fn searching(&mut self, progress: &SearchProgress) {
        let SearchProgress { nodes, depth, part, no_memory, .. } = *progress;
        if let Some(reason) = no_memory.filter(|_| !self.quiet) {
            self.progress.print(&format!("quadrille: {reason}"));
        }
        let position = self.total.map_or(0, |total| (part * total as f64) as u64);
        let text = format!("{} nodes, depth {depth}, about {:.3} % done", grouped(nodes), part * 100.0);
        self.progress.update_with(position, || text);
    }
}

//! `cover`: exact cover problems.

use super::{
    End,
    args::ProgressArg,
    batch::{fate, is_dash, open_output, stopped},
    progress::Progress,
    report::grouped,
    signals::Control,
    tell,
};
use anyhow::{Result, bail};
use clap::{
    Args as ClapArgs,
    builder::{PossibleValue, PossibleValuesParser, RangedU64ValueParser},
};
use quadrille::{CoverBatch, CoverFormat, CoverObserver, CoverSummary, CoverTally, Input, SearchProgress};
use std::{
    io::{IsTerminal, stdin},
    path::{Path, PathBuf},
    time::Duration,
};

pub(super) const HELP: &str = "\
Formats:
  matrix  `n m`, then n rows of m numbers 0 or 1. The answer is the chosen rows, from 1, on a line,
          or `No Solution!`.
  sparse  `n m`, then n lines `k c1 ... ck`, the columns of a row from 1. The answer is
          `k r1 ... rk`, or `NO`.
  dlx     Knuth's: a line that names the items, the secondary ones after a lone |, then a line for
          each option; a secondary item may have a colour, `item:colour`. Lines that begin with |
          are comments. The answer is the options of each solution, with blank lines between them.

Unless --format names it, a text whose first line is two numbers is sparse or matrix, whichever its
first rows can only be (matrix, if they can be both); any other is dlx. Only blanks and lines that
begin with # (dlx: with |) are passed over before that.

Any number of problems may follow each other. In dlx each but the first needs a lone | in its
item line, at the end if it has no secondary items; blank lines separate nothing. Between the
answers to two problems there is a comment `| problem N` in dlx, and in the other formats a blank
line if --limit allows more than one solution.

A malformed problem is answered by `!invalid: reason` and named on standard error with its line; an
item that is in no option is named too, and answered as having no solution. A search that was given
up by --max-nodes or --timeout is answered by what it found and `!unknown`; with --count, by the
number found and +, as is a count that stopped at --limit.

Exit codes: 0 every problem has a solution (with --count: every count is exact or stopped at
--limit), 1 some not, 2 usage or input/output.

Examples:
  quadrille cover problems.txt -o answers.txt
  quadrille cover --count --progress always pentominoes.dlx
  printf '2 2\\n1 0\\n0 1\\n' | quadrille cover -
  printf 'p q | x\\np x:1\\nq x:1\\nq x:2\\n' | quadrille cover --format dlx";

#[derive(ClapArgs)]
pub(super) struct CoverArgs {
    /// File of problems; `-` is standard input
    #[arg(value_name = "INPUT")]
    pub input: Option<PathBuf>,
    /// How problems are written; auto is as the first lines look
    #[arg(long, value_name = "FORMAT", default_value = "auto", value_parser = formats())]
    pub format: String,
    /// Write the number of solutions of each problem, not the solutions
    #[arg(long)]
    pub count: bool,
    /// Stop each search at the Kth solution [default: 1 for matrix and sparse, none for dlx and --count]
    #[arg(long, value_name = "K", value_parser = RangedU64ValueParser::<u64>::new().range(1..))]
    pub limit: Option<u64>,
    /// Give up on a problem after N search-tree nodes, as !unknown
    #[arg(long, value_name = "N")]
    pub max_nodes: Option<u64>,
    /// Give up on a problem after S seconds, as !unknown
    #[arg(long, value_name = "S", value_parser = seconds)]
    pub timeout: Option<Duration>,
    /// Write to FILE, which appears under its name only when complete; `-` is standard output
    #[arg(short, long, value_name = "FILE", default_value = "-", hide_default_value = true)]
    pub output: PathBuf,
    /// Threads, on which no answer depends [default: one for each core]
    #[arg(short, long, value_name = "N", value_parser = RangedU64ValueParser::<usize>::new().range(1..=1024))]
    pub threads: Option<usize>,
    /// Read the file instead of mapping it into memory: for network file systems
    #[arg(long)]
    pub no_mmap: bool,
    /// When to show progress on standard error; auto is when it is a terminal
    #[arg(long, value_enum, value_name = "WHEN", default_value_t)]
    pub progress: ProgressArg,
    /// No summary and no progress on standard error
    #[arg(short, long)]
    pub quiet: bool,
}

fn formats() -> PossibleValuesParser {
    let auto = PossibleValue::new("auto").help("as the first lines look");
    let named = CoverFormat::ALL.map(|f| PossibleValue::new(f.name()).help(f.about()));
    std::iter::once(auto).chain(named).collect::<Vec<_>>().into()
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "not a number of seconds".to_owned())?;
    match Duration::try_from_secs_f64(seconds) {
        Ok(timeout) => Ok(timeout),
        // As good as for ever.
        Err(_) if seconds > 0.0 => Ok(Duration::MAX),
        Err(_) => Err("not a number of seconds".into()),
    }
}

pub(super) fn run(args: CoverArgs) -> Result<End> {
    let input = match &args.input {
        None if stdin().is_terminal() => bail!("no INPUT: name a file, or - for standard input"),
        Some(path) if !is_dash(path) => Input::path(path, !args.no_mmap)?,
        _ => Input::stdin(),
    };
    let control = Control::begin();
    let mut output = open_output(&args.output)?;
    control.leaves(output.temporary().into_iter().map(Path::to_owned).collect(), fate(&output));
    let total = input.size();
    let mut watch = Watch { progress: Progress::new(args.progress, args.quiet, total), total };
    watch.progress.reached = control.reached.clone();
    let outcome = batch(&args).stop_flag(control.stop.clone()).run(input, &mut output, &mut watch);
    watch.progress.finish();
    // While it can still be stopped.
    let outcome = outcome.and_then(|summary| output.sync().map(|()| summary));
    control.end();
    if let Some(end) = stopped(&control, &outcome) {
        return Ok(end);
    }
    let summary = outcome?;
    output.finish()?;
    conclude(&summary, args.quiet);
    let CoverTally { none, invalid, unknown, uncovered, .. } = summary.tally;
    let unanswered = if args.count { invalid + unknown + uncovered } else { none + invalid + unknown };
    Ok(if unanswered == 0 { End::AllSolved } else { End::SomeNot })
}

fn batch(args: &CoverArgs) -> CoverBatch {
    let mut batch = CoverBatch::new()
        .count(args.count)
        .max_nodes(args.max_nodes.unwrap_or(u64::MAX))
        .threads(args.threads.unwrap_or(0));
    if let Some(format) = CoverFormat::named(&args.format) {
        batch = batch.format(format);
    }
    if let Some(limit) = args.limit {
        batch = batch.limit(limit);
    }
    if let Some(timeout) = args.timeout {
        batch = batch.timeout(timeout);
    }
    batch
}

fn conclude(summary: &CoverSummary, quiet: bool) {
    let CoverTally { problems, solved, none, invalid, unknown, uncovered, solutions, nodes, .. } =
        summary.tally;
    let shown = quadrille::MALFORMED_SHOWN as u64;
    if invalid + uncovered > shown {
        tell(&format!("quadrille: and {} more malformed problems", invalid + uncovered - shown));
    }
    if quiet {
        return;
    }
    let numbers = [
        ("problems", problems.into()),
        ("solved", solved.into()),
        ("none", none.into()),
        ("invalid", invalid.into()),
        ("unknown", unknown.into()),
        ("solutions", solutions),
        ("nodes", nodes),
        ("threads", summary.threads as u128),
    ];
    for (name, number) in numbers {
        tell(&format!("{name:<12}{:>14}", grouped(number)));
    }
    tell(&format!("{:<12}{:>14}", "format", summary.format.name()));
    tell(&format!("{:<12}{:>14.3} s", "elapsed", summary.elapsed.as_secs_f64()));
}

/// Says on standard error how a run goes.
struct Watch {
    progress: Progress,
    /// Bytes of the input, if known.
    total: Option<u64>,
}

impl CoverObserver for Watch {
    fn malformed(&mut self, input: &str, line: u64, reason: &str) {
        self.progress.say(&format!("quadrille: {input}:{line}: {reason}"));
    }

    fn progress(&mut self, bytes: u64, so_far: &CoverTally) {
        self.progress.show(bytes, so_far.problems);
    }

    fn searching(&mut self, progress: &SearchProgress) {
        let SearchProgress { nodes, depth, part, .. } = *progress;
        let position = self.total.map_or(0, |total| (part * total as f64) as u64);
        let text = format!("{} nodes, depth {depth}, about {:.3} % done", grouped(nodes), part * 100.0);
        self.progress.put(position, || text);
    }
}

//! `check`: whether each puzzle has one solution.

use crate::{
    help::{CommandHelp, HelpOfResult, OUTPUT, WithHelp},
    options::SearchArgs,
    run::{Plan, RunInfo, carry_out},
};
use anyhow::{Result, bail};
use quadrille_console::{
    exit::ExitStatus,
    one_of::{Named, one_of},
};
use quadrille_engines::Outcome;
use quadrille_tasks::Check;

const HELP: CommandHelp = CommandHelp {
    result: HelpOfResult::Answers("`status`"),
    exit_codes: "0 every record has exactly one solution, 1 some records do not",
    short: "\
  quadrille check puzzles.txt | sort | uniq -c
  quadrille check --variant windoku puzzles.txt",
    examples: "\
  quadrille check --variant windoku,x puzzles.txt
  quadrille check --variant pencilmark marks.txt
  quadrille check --only unique puzzles.csv -o unique.csv
  quadrille check --only mismatch --verify-answers train.csv -o wrong.csv
  quadrille check --output-format pair puzzles.txt -o verdicts.txt
  quadrille check --max-nodes 100000 16x16.txt -o verdicts.txt
  quadrille check huge.txt -o verdicts.txt --resume --checkpoint 60
  quadrille check --engine dlx puzzles.txt
  quadrille check --threads 1 --isa avx2 puzzles.txt",
    pages: "docs/reference/formats.md describes formats, docs/reference/answers.md answers, docs/guides/large-files.md large files, docs/guides/variants.md variants",
};

/// Classify each puzzle: `unique`, `multiple` (several solutions) or `none`
#[derive(clap::Args)]
#[command(with_help(&HELP))]
pub struct Args {
    #[command(flatten)]
    search: SearchArgs,
    /// Write the records with this outcome, and nothing else
    ///
    /// The records are written unchanged, with the header of a table. The exit code is 0 if
    /// every record was searched to the end and, with any value but `invalid`, none is malformed. With `mismatch` it is
    /// 0 only if there is no such record.
    #[arg(long, value_parser = one_of(&ONLY), value_name = "OUTCOME", help_heading = OUTPUT, conflicts_with_all = ["search_columns", "minimal", "keep_trailing"])]
    only: Option<OnlyArg>,
    /// Say whether a given can be removed, and which
    ///
    /// Each puzzle with one solution is searched again without each of its givens in turn. The answer has one
    /// more column, `minimality`: `minimal`, or `redundant:` and the cells whose given can be removed, each alone, as in
    /// `r1c2 r9c9`. The exit code is 0 if every record is minimal.
    #[arg(long, help_heading = OUTPUT)]
    minimal: bool,
}

/// The records that `check --only` writes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum OnlyArg {
    Outcome(Outcome),
    Minimal,
    Mismatch,
}

/// The names of the records that `check --only` writes.
const ONLY: [Named<OnlyArg>; 7] = [
    ("unique", OnlyArg::Outcome(Outcome::Unique), "Exactly one solution"),
    ("multiple", OnlyArg::Outcome(Outcome::Multiple), "Several solutions"),
    ("none", OnlyArg::Outcome(Outcome::None), "No solution"),
    ("invalid", OnlyArg::Outcome(Outcome::Invalid), "Malformed records"),
    ("unknown", OnlyArg::Outcome(Outcome::Unknown), "Records whose search was given up"),
    ("minimal", OnlyArg::Minimal, "Exactly one solution, and no given that can be removed"),
    ("mismatch", OnlyArg::Mismatch, "Records whose own answer is wrong; it needs --verify-answers"),
];

pub fn run(args: Args) -> Result<ExitStatus> {
    let mismatch = args.only.map(|only| only == OnlyArg::Mismatch);
    match (mismatch, args.search.verify_answers) {
        (Some(true), false) => bail!("--only mismatch needs --verify-answers; add it"),
        (Some(false), true) => {
            bail!("--verify-answers can be used with --only mismatch alone; remove one of the options")
        }
        _ => {}
    }
    let check =
        Check::new().search_columns(args.search.search_columns).verify_answers(args.search.verify_answers);
    let check = match args.only {
        Some(OnlyArg::Outcome(outcome)) => check.only(outcome),
        Some(OnlyArg::Minimal) => check.only_minimal(),
        Some(OnlyArg::Mismatch) => check.only_mismatches(),
        None => check.minimal(args.minimal),
    };
    let plan = Plan::search(check, args.search, RunInfo::of("check", Some(2)))?;
    carry_out(plan, |t| match args.only {
        Some(only) => t.unknown == 0 && (t.invalid == 0 || only == OnlyArg::Outcome(Outcome::Invalid)),
        None if args.minimal => t.minimal == t.records,
        None => t.unique == t.records,
    })
}

//! `bench`: a comparison of engines and other programs. What it does is the crate `bench`.

use crate::help::{CommandHelp, HelpOfResult, WithHelp};
use anyhow::Result;
use quadrille_bench::args::{BenchArgs, LONG_HELP};
use quadrille_console::exit::ExitStatus;

const HELP: CommandHelp = CommandHelp {
    result: HelpOfResult::Other(LONG_HELP),
    exit_codes: "0 success, 1 a contestant failed or gave a wrong answer",
    short: "\
  quadrille bench puzzles.txt --engine lanes,dlx --html bench.html
  quadrille bench hard.txt --program 'mine=./mine {input} {output}' --json hard.json",
    examples: "\
  quadrille bench --engine lanes --isa avx512,avx2,portable --pin 1 datasets/9x9-*.txt
  quadrille bench easy.txt --program cp='cp {input} {output}' --output-shape copy
  quadrille bench hard.txt --config bench.toml --limit 2 --runs 9 --profile
  quadrille bench huge.txt --engine lanes,dlx --records 1000 --measure solve
  quadrille bench hard.txt --config bench.toml --json hard.json
  quadrille bench hard.txt --compare hard.json --fail-if-slower 0.9",
    pages: "docs/project/benchmarks.md describes what is measured and how other programs are run",
};

/// Benchmark engines and other solvers on puzzle files: speed, correctness, memory
#[derive(clap::Args)]
#[command(with_help(&HELP))]
pub struct Args {
    #[command(flatten)]
    bench: Box<BenchArgs>,
}

pub fn run(args: Args) -> Result<ExitStatus> {
    quadrille_bench::run(&args.bench)
}

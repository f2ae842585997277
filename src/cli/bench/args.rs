//! The arguments of `bench` as typed.

use crate::cli::args::{EngineArg, IsaArg};
use clap::{Args as ClapArgs, ValueEnum, builder::RangedU64ValueParser};
use std::path::PathBuf;

pub(in crate::cli) const EXAMPLES: &str = "\
Contestants are the engines of this program (--engine, --isa, --threads: every combination), the
programs of --against, and those of --config. All take the same puzzles in turn, A B C, A B C, …

`solve` is the time from parsed puzzles in memory to outcomes, of an engine in this process, or by
the clock of a program that says it. `end to end` is a whole process, file to file, start included;
for an engine it is `quadrille solve` with that engine. The ratio is the speed against that of the
first contestant, or of --baseline: the median over the rounds, with a bootstrap interval of 95 %.

In a command, {input} and {output} are file names; without {input} the puzzles come on standard
input, without {output} the answers are taken from standard output. {limit}, {threads} and {count}
are numbers. No shell reads the command; write `sh -c '…'` where one is wanted.

--input-shape is a list of: `0` (empty cells are 0, not .), `count` (a first line with the number of
puzzles), `end` (a last line `end`). --output-shape is a line's form, of {puzzle}, {count},
{solution} and {any} with what is between them; or `blocks` (solutions a line each, a blank line
after each puzzle), `copy` (the input again), `unchecked`.

Every answer is checked. A contestant with one wrong answer is marked and its figures are struck;
one that crashes or takes too long is reported, and the others go on.

Exit codes: 0 all well, 1 a contestant failed or was wrong, 2 usage or input/output.

Examples:
  quadrille bench puzzles.txt --engine lanes,dlx --html bench.html
  quadrille bench --engine lanes --isa avx512,avx2,portable --pin 1 datasets/9x9-*.txt
  quadrille bench easy.txt --against cp='cp {input} {output}' --output-shape copy
  quadrille bench hard.txt --config bench.toml --limit 2 --runs 9 --profile --json hard.json";

#[derive(ClapArgs)]
pub(in crate::cli) struct BenchArgs {
    /// Files of puzzles, each measured on its own
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    /// Engines of this program, one or several; none: only the programs
    #[arg(long, value_enum, value_delimiter = ',', value_name = "E", default_value = "auto")]
    pub engine: Vec<BenchEngine>,
    /// Instruction sets of the lanes, one or several; what the machine has not is passed over
    #[arg(long, value_enum, value_delimiter = ',', value_name = "I", default_value = "auto")]
    pub isa: Vec<IsaArg>,
    /// Threads of the engines, one or several numbers
    #[arg(short, long, value_delimiter = ',', value_name = "N", default_value = "1", value_parser = RangedU64ValueParser::<usize>::new().range(1..=1024))]
    pub threads: Vec<usize>,
    /// Another program and its command
    #[arg(long, value_name = "NAME=COMMAND")]
    pub against: Vec<String>,
    /// What the programs of --against read
    #[arg(long, value_delimiter = ',', value_name = "SHAPE", value_parser = ["0", "count", "end"])]
    pub input_shape: Vec<String>,
    /// What the programs of --against write
    #[arg(long, value_name = "SHAPE", default_value = "{solution}")]
    pub output_shape: String,
    /// Programs and their shapes from FILE; benches/bench.toml shows how
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// The contestant that ratios are against [default: the first]
    #[arg(long, value_name = "NAME")]
    pub baseline: Option<String>,
    /// Stop each search at the first solution, or look for a second one
    #[arg(long, value_name = "K", default_value_t = 2, value_parser = RangedU64ValueParser::<u64>::new().range(1..=2))]
    pub limit: u64,
    /// Rounds that count
    #[arg(long, value_name = "R", default_value_t = 7, value_parser = RangedU64ValueParser::<usize>::new().range(1..=1000))]
    pub runs: usize,
    /// Rounds before them
    #[arg(long, value_name = "W", default_value_t = 1, value_parser = RangedU64ValueParser::<usize>::new().range(0..=100))]
    pub warm_up: usize,
    /// Run each contestant on core CORE, with N threads on as many from there
    #[arg(long, value_name = "CORE")]
    pub pin: Option<usize>,
    /// Stop a program that takes longer
    #[arg(long, value_name = "SECONDS", default_value_t = 300.0, value_parser = seconds)]
    pub timeout: f64,
    /// Take only N puzzles of each file, evenly spread
    #[arg(long, value_name = "N", value_parser = RangedU64ValueParser::<usize>::new().range(1..))]
    pub records: Option<usize>,
    /// What to measure
    #[arg(long, value_enum, value_name = "WHAT", default_value_t)]
    pub measure: Measure,
    /// Also measure the engines' time and guesses for each puzzle, their scaling over threads, and their
    /// cost against the number of records
    #[arg(long)]
    pub profile: bool,
    /// Write everything to FILE as JSON
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
    /// Write everything to FILE as one HTML page
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// No progress on standard error
    #[arg(short, long)]
    pub quiet: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum BenchEngine {
    Auto,
    Lanes,
    Dlx,
    None,
}

impl BenchEngine {
    pub fn arg(self) -> Option<EngineArg> {
        match self {
            BenchEngine::Auto => Some(EngineArg::Auto),
            BenchEngine::Lanes => Some(EngineArg::Lanes),
            BenchEngine::Dlx => Some(EngineArg::Dlx),
            BenchEngine::None => None,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub(in crate::cli) enum Measure {
    #[default]
    Both,
    Solve,
    EndToEnd,
}

impl Measure {
    pub fn solve(self) -> bool {
        self != Measure::EndToEnd
    }

    pub fn end_to_end(self) -> bool {
        self != Measure::Solve
    }
}

fn seconds(text: &str) -> Result<f64, String> {
    let seconds: f64 = text.parse().map_err(|_| "not a number of seconds".to_string())?;
    if seconds > 0.0 && seconds <= 1e6 { Ok(seconds) } else { Err("above 0 and at most 1000000".into()) }
}

/// One run of a contestant, for `bench` itself: standard input is the line to `bench`, whose end
/// ends the contestant; what was measured is printed as JSON.
#[derive(ClapArgs)]
pub(in crate::cli) struct LaunchArgs {
    #[arg(long)]
    pub stdin: Option<PathBuf>,
    #[arg(long)]
    pub stdout: PathBuf,
    #[arg(long)]
    pub stderr: PathBuf,
    /// Bytes that a file may have
    #[arg(long)]
    pub most: u64,
    /// The first core and how many
    #[arg(long, num_args = 2)]
    pub cores: Vec<usize>,
    #[arg(last = true, required = true)]
    pub command: Vec<std::ffi::OsString>,
}

/// For `bench` itself: removes a folder when standard input ends.
#[derive(ClapArgs)]
pub(in crate::cli) struct SweepArgs {
    pub folder: PathBuf,
}

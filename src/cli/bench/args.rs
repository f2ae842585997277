//! The arguments of `bench` as typed.

use crate::cli::{
    args::{EngineArg, IsaArg, thread_count},
    seconds::limited_seconds,
};
use clap::{Args as ClapArgs, ValueEnum, builder::RangedU64ValueParser};
use std::path::PathBuf;

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
    #[arg(short, long, value_delimiter = ',', value_name = "N", default_value = "1", value_parser = thread_count())]
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
    #[arg(long, value_name = "SECONDS", default_value_t = 300.0, value_parser = limited_seconds)]
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
pub(in crate::cli) struct CleanupArgs {
    pub folder: PathBuf,
}

//! The arguments of `bench` as typed.

use clap::{Args as ClapArgs, Parser, ValueEnum};
use quadrille_console::{
    engine::{IsaArg, thread_count},
    numbers::{at_least_one, whole_number},
    seconds::limited_seconds,
};
use std::{ffi::OsString, path::PathBuf};

const OUTPUT: &str = "Output";
const CONTESTANTS: &str = "Contestants";
const MEASUREMENT: &str = "Measurement";

#[derive(ClapArgs)]
pub struct BenchArgs {
    /// Puzzle files; each one is measured and reported separately
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    /// Engines of this program, separated by commas
    ///
    /// `none` measures only other programs.
    #[arg(long, value_parser = ["auto", "lanes", "dlx", "none"], value_delimiter = ',', value_name = "ENGINE", default_value = "auto", help_heading = CONTESTANTS)]
    pub engine: Vec<String>,
    /// Instruction sets of the lanes engine, separated by commas
    ///
    /// Those that this machine does not support are skipped.
    #[arg(long, value_enum, value_delimiter = ',', value_name = "ISA", default_value = "auto", help_heading = CONTESTANTS)]
    pub isa: Vec<IsaArg>,
    /// Numbers of threads of the engines, separated by commas
    #[arg(short, long, value_delimiter = ',', value_name = "N", default_value = "1", value_parser = thread_count(), help_heading = CONTESTANTS)]
    pub threads: Vec<usize>,
    /// Measure another program, started by COMMAND
    ///
    /// The option can be repeated.
    #[arg(long, value_name = "NAME=COMMAND", help_heading = CONTESTANTS)]
    pub program: Vec<String>,
    /// Input layout of the programs given by --program
    ///
    /// Several values are separated by commas.
    #[arg(long, value_delimiter = ',', value_name = "SHAPE", value_parser = ["0", "count", "end"], help_heading = CONTESTANTS, hide_short_help = true)]
    pub input_shape: Vec<String>,
    /// Output layout of the programs given by --program
    #[arg(long, value_name = "SHAPE", default_value = "{solution}", help_heading = CONTESTANTS, hide_short_help = true)]
    pub output_shape: String,
    /// Solutions that the programs given by --program search for
    ///
    /// 1 if they stop at the first solution, 2 if they look for a second one. By default it is detected: each
    /// program is given a puzzle with two solutions. A program that shows one of them is taken to stop at the
    /// first. {limit} in a command is replaced by the value of --limit.
    #[arg(long, value_name = "K", value_parser = at_least_one(), help_heading = CONTESTANTS, hide_short_help = true)]
    pub program_limit: Option<u64>,
    /// Read programs and their layouts from FILE
    ///
    /// benches/bench.toml is an example.
    #[arg(long, value_name = "FILE", help_heading = CONTESTANTS)]
    pub config: Option<PathBuf>,
    /// Contestant that the ratios refer to [default: the first one]
    #[arg(long, value_name = "NAME", help_heading = CONTESTANTS, hide_short_help = true)]
    pub baseline: Option<String>,
    /// Stop each search at the Kth solution
    ///
    /// 1 stops at the first solution, 2 also searches for a second one.
    #[arg(long, value_name = "K", default_value_t = 2, value_parser = whole_number::<u64>(1..=2), help_heading = MEASUREMENT)]
    pub limit: u64,
    /// Number of measured rounds
    #[arg(long, value_name = "N", default_value_t = 7, value_parser = whole_number::<usize>(1..=1000), help_heading = MEASUREMENT)]
    pub runs: usize,
    /// Number of warm-up rounds, which are not measured
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole_number::<usize>(0..=100), help_heading = MEASUREMENT, hide_short_help = true)]
    pub warm_up: usize,
    /// Pin each contestant to core CORE
    ///
    /// A contestant with N threads is pinned to N cores starting at CORE.
    #[arg(long, value_name = "CORE", value_parser = whole_number::<usize>(0..=usize::MAX as u64), help_heading = MEASUREMENT, hide_short_help = true)]
    pub pin: Option<usize>,
    /// Stop each run of a program after SECONDS
    #[arg(long, value_name = "SECONDS", default_value_t = 300.0, value_parser = limited_seconds, help_heading = MEASUREMENT, hide_short_help = true)]
    pub timeout: f64,
    /// Use only N puzzles of each file, spread evenly [default: all]
    #[arg(long, value_name = "N", value_parser = whole_number::<usize>(1..=usize::MAX as u64), help_heading = MEASUREMENT)]
    pub records: Option<usize>,
    /// The measured part of a run
    #[arg(long, value_enum, value_name = "WHAT", default_value_t, help_heading = MEASUREMENT)]
    pub measure: Measure,
    /// Also measure each engine in detail
    ///
    /// Time and guesses per puzzle, scaling with threads, and cost by number of records.
    #[arg(long, help_heading = MEASUREMENT)]
    pub profile: bool,
    /// Write the full report to FILE as JSON
    #[arg(long, value_name = "FILE", help_heading = OUTPUT)]
    pub json: Option<PathBuf>,
    /// Write a page with charts to FILE
    ///
    /// It has the full report and needs no other file.
    #[arg(long, value_name = "FILE", help_heading = OUTPUT)]
    pub html: Option<PathBuf>,
    /// Write the report to FILE as tables of Markdown
    #[arg(long, value_name = "FILE", help_heading = OUTPUT)]
    pub markdown: Option<PathBuf>,
    /// Compare the speeds with the speeds in an earlier report, a FILE of --json
    ///
    /// Contestants are compared that have the same name and limit, on files with the same contents. The medians of
    /// the times are compared, so the machine should be the same and do nothing else.
    #[arg(long, value_name = "FILE", help_heading = OUTPUT)]
    pub compare: Option<PathBuf>,
    /// With --compare, end with exit code 1 if a speed is less than RATIO times the earlier one
    ///
    /// RATIO is a number above 0 and at most 1, as in 0.9. If nothing can be compared, the exit code is 2.
    #[arg(long, value_name = "RATIO", value_parser = share, requires = "compare", help_heading = OUTPUT)]
    pub fail_if_slower: Option<f64>,
    /// Print only errors
    ///
    /// The progress is not shown.
    #[arg(short, long, help_heading = OUTPUT, display_order = 203)]
    pub quiet: bool,
}

/// A number above 0 and at most 1.
fn share(text: &str) -> Result<f64, String> {
    let share = text.parse().ok().filter(|share| *share > 0.0 && *share <= 1.0);
    share.ok_or_else(|| "expected a number above 0 and at most 1, as in 0.9".into())
}

#[derive(Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum Measure {
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

/// Helpers that `bench` runs in processes of its own. These are not commands of the program: they do not
/// appear in help, completions or manual pages.
#[derive(Parser)]
#[command(name = "quadrille")]
pub enum HelperCommand {
    #[command(name = LAUNCH)]
    Launch(LaunchArgs),
    #[command(name = CLEANUP)]
    Cleanup(CleanupArgs),
}

pub const LAUNCH: &str = "bench:launch";
pub const CLEANUP: &str = "bench:cleanup";

impl HelperCommand {
    /// The helper that the arguments of the process select, if any.
    pub fn of(args: &[OsString]) -> Option<HelperCommand> {
        let first = args.get(1)?;
        (first == LAUNCH || first == CLEANUP).then(|| HelperCommand::try_parse_from(args).ok()).flatten()
    }
}

/// The helper `launch`, which `bench` uses to run a contestant once. It kills the contestant when
/// its standard input, a pipe from `bench`, ends, and prints the measurements as JSON.
#[derive(ClapArgs)]
pub struct LaunchArgs {
    #[arg(long)]
    pub stdin: Option<PathBuf>,
    #[arg(long)]
    pub stdout: PathBuf,
    #[arg(long)]
    pub stderr: PathBuf,
    /// Maximum size of a file in bytes
    #[arg(long)]
    pub max_file_size: u64,
    /// The first core and the number of cores
    #[arg(long, num_args = 2)]
    pub cores: Vec<usize>,
    #[arg(last = true, required = true)]
    pub command: Vec<OsString>,
}

/// The helper `cleanup`, which removes the folder of `bench` when its standard input ends. The first line of
/// its standard input is the mark of the folder.
#[derive(ClapArgs)]
pub struct CleanupArgs {
    pub folder: PathBuf,
}

/// In `--help`, after the options. A paragraph is one line, which clap wraps.
pub const LONG_HELP: &str = "\
Contestants:
The engines of this program (every combination of --engine, --isa and --threads), the programs given by --program, and \
the programs in the --config file. All get the same puzzles, take turns, and have every answer checked.

Commands:
In a command, {input} and {output} are replaced by file names. Without {input} the program reads the puzzles from \
standard input, without {output} its standard output is taken as the answers. {limit}, {threads} and {count} (the \
number of puzzles) are replaced by numbers. Commands are not run by a shell; use `sh -c '...'` if you need one.

--input-shape is a list of: `0` (empty cells are 0 instead of .), `count` (the first line is the number of puzzles), \
`end` (the last line is `end`). --output-shape is the form of an answer line, made of {puzzle}, {count}, {solution}, \
{any} and the text between them; or `blocks` (one solution per line and a blank line after each puzzle), `copy` (the \
output is a copy of the input) or `unchecked`.";

//! The arguments as typed.

use super::{
    help,
    options::{EngineArgs, ProgressArg, SymbolsArg, thread_count},
    partial::PartialArgs,
    seconds::positive_seconds,
    variants::VariantArgs,
};
use clap::{
    Args as ClapArgs, Parser, Subcommand,
    builder::{PossibleValue, PossibleValuesParser, RangedU64ValueParser},
};
use clap_complete::Shell;
use quadrille::{Format, OutputFormat};
use std::{path::PathBuf, time::Duration};

const ABOUT: &str = "Solve sudoku and other exact cover puzzles by the million, with answers in input order.";

#[derive(Parser)]
#[command(name = "quadrille", version, about = ABOUT, max_term_width = 100)]
#[command(propagate_version = true, arg_required_else_help = true)]
pub(super) struct Args {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Subcommand)]
pub(super) enum Command {
    /// Solve puzzles and write one answer per record
    #[command(after_long_help = format!("{}\n\n{}", help::FORMATS, help::SOLVE_EXAMPLES))]
    Solve(SolveArgs),
    /// Classify each puzzle: `unique`, `multiple` (several solutions) or `none`
    ///
    /// The exit code is 0 if every record has exactly one solution.
    #[command(after_long_help = format!("{}\n\n{}", help::FORMATS, help::CHECK_EXAMPLES))]
    Check(CheckArgs),
    /// Count the solutions of each puzzle
    #[command(after_long_help = format!("{}\n\n{}", help::FORMATS, help::COUNT_EXAMPLES))]
    Count(CountArgs),
    /// Fill in all naked singles of each board, in one step
    ///
    /// An empty cell is filled in if its row, column and box leave exactly one digit for it (judges call
    /// this the only-number method). Digits filled in during the step do not affect other cells. The
    /// answer is the resulting grid, `no suggestion` if there is no such cell, or `mistake` if no digit
    /// fits an empty cell or a row, column or box contains a digit twice.
    #[command(after_long_help = format!("{}\n\n{}", help::FORMATS, help::HINT_EXAMPLES))]
    Hint(HintArgs),
    /// Solve exact cover problems, or count their solutions
    ///
    /// A solution is a set of options that contains every primary item exactly once. A secondary item
    /// occurs in at most one of these options, or in several that give it the same color.
    #[command(after_long_help = help::COVER)]
    Cover(super::cover::CoverArgs),
    /// Generate random puzzles; the same seed gives the same puzzles
    ///
    /// Every puzzle has exactly one solution unless --no-unique is given. Boards larger than 9×9 are
    /// written with letters (A = 1).
    #[command(after_long_help = help::GENERATE_EXAMPLES)]
    Generate(GenerateArgs),
    /// Benchmark engines and other solvers on puzzle files: speed, correctness, memory
    #[command(after_long_help = help::BENCH)]
    Bench(Box<super::bench::args::BenchArgs>),
    #[command(hide = true)]
    Launch(super::bench::args::LaunchArgs),
    #[command(hide = true)]
    Cleanup(super::bench::args::CleanupArgs),
    /// Print a completion script for a shell
    #[command(after_long_help = help::COMPLETIONS_EXAMPLES)]
    Completions {
        /// The shell that will run the script
        shell: Shell,
    },
    /// Print the manual page of the program or of a command
    #[command(after_long_help = help::MAN_EXAMPLES)]
    Man {
        /// Command to document [default: the program itself]
        command: Option<String>,
    },
}

#[derive(ClapArgs)]
pub(super) struct GenerateArgs {
    /// Side length of the boards: 4, 6, 9, 12, 16 or 25
    #[arg(long, value_name = "N", default_value_t = 9)]
    pub size: usize,
    /// Number of puzzles
    #[arg(short = 'n', long, value_name = "N", default_value_t = 1)]
    pub count: u64,
    /// Seed of the random number generator
    #[arg(long, value_name = "S", default_value_t = 0)]
    pub seed: u64,
    #[command(flatten)]
    pub variants: VariantArgs,
    /// Append the regions of the jigsaw to each puzzle
    #[arg(long, requires = "regions")]
    pub with_regions: bool,
    /// Number of givens in each puzzle [default: enough to make it easy, 33 for 9×9]
    #[arg(long, value_name = "G", conflicts_with = "minimal")]
    pub givens: Option<usize>,
    /// Remove givens until no more can be removed without adding a second solution
    #[arg(long, conflicts_with = "no_unique")]
    pub minimal: bool,
    /// Allow puzzles with several solutions
    #[arg(long)]
    pub no_unique: bool,
    /// Write to FILE, which is replaced atomically; `-` (the default) means standard output
    #[arg(short, long, value_name = "FILE", default_value = "-", hide_default_value = true)]
    pub output: PathBuf,
    /// Number of worker threads; does not affect the puzzles [default: one per core]
    #[arg(short, long, value_name = "N", value_parser = thread_count())]
    pub threads: Option<usize>,
    #[command(flatten)]
    pub engine: EngineArgs,
    /// When to show progress on standard error; `auto` means if it is a terminal
    #[arg(long, value_enum, value_name = "WHEN", default_value_t)]
    pub progress: ProgressArg,
}

#[derive(ClapArgs)]
pub(super) struct SolveArgs {
    /// Stop each search at the Kth solution; with 2, the summary shows how many puzzles are unique
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = RangedU64ValueParser::<u64>::new().range(1..))]
    pub limit: u64,
    #[command(flatten)]
    pub search: SearchArgs,
}

#[derive(ClapArgs)]
pub(super) struct CheckArgs {
    #[command(flatten)]
    pub search: SearchArgs,
}

#[derive(ClapArgs)]
pub(super) struct CountArgs {
    /// Stop each count at K solutions, written as `K+` [default: count all solutions]
    #[arg(long, value_name = "K", value_parser = RangedU64ValueParser::<u64>::new().range(1..))]
    pub limit: Option<u64>,
    #[command(flatten)]
    pub search: SearchArgs,
}

#[derive(ClapArgs)]
pub(super) struct HintArgs {
    #[command(flatten)]
    pub run: RunArgs,
}

/// The options of every command that reads puzzles.
#[derive(ClapArgs)]
pub(super) struct RunArgs {
    /// Puzzle files, read in order as one stream; `-` (the default) means standard input. A puzzle itself, such as
    /// 53..7...., is answered too; `solve` and `hint` draw its board
    #[arg(value_name = "INPUT")]
    pub inputs: Vec<PathBuf>,
    /// Write to FILE, which is replaced atomically; `-` (the default) means standard output
    #[arg(short, long, value_name = "FILE", default_value = "-", hide_default_value = true)]
    pub output: PathBuf,
    /// Number of worker threads [default: one per core]
    #[arg(short, long, value_name = "N", value_parser = thread_count())]
    pub threads: Option<usize>,
    /// Format of the inputs; `auto` detects it from the first lines of each input
    #[arg(long, value_name = "FORMAT", default_value = "auto", value_parser = formats())]
    pub format: String,
    /// Format of the answers; `auto` follows the extension of the output, .txt, .csv, .ndjson or .jsonl (also with
    /// .gz or .zst behind it), and is otherwise `same`, the format of the input
    #[arg(long, value_name = "FORMAT", default_value = "auto", value_parser = output_formats())]
    pub output_format: String,
    /// Column (csv) or member (ndjson) that contains the puzzle [default: `puzzle`; in csv also `quizzes`,
    /// `question` or `quiz`]
    #[arg(long, value_name = "NAME")]
    pub column: Option<String>,
    /// Symbols of boards larger than 9×9
    #[arg(long, value_enum, default_value_t)]
    pub symbols: SymbolsArg,
    /// Read files instead of memory-mapping them. Use it on network file systems, where access to a mapping
    /// can fail. A file that changes during the run is an error in both cases
    #[arg(long)]
    pub no_mmap: bool,
    /// Bytes of input that a worker processes at a time [default: depends on the size of the input]
    #[arg(long, value_name = "BYTES", value_parser = RangedU64ValueParser::<usize>::new().range(1..=1 << 30))]
    pub chunk_size: Option<usize>,
    /// When to show progress on standard error; `auto` means if it is a terminal
    #[arg(long, value_enum, value_name = "WHEN", default_value_t)]
    pub progress: ProgressArg,
    /// Do not print the summary, the progress or the detected format; errors are still printed
    #[arg(short, long)]
    pub quiet: bool,
    #[command(flatten)]
    pub partial: PartialArgs,
    /// Write the summary, with node and guess counts, to FILE as JSON
    #[arg(long, value_name = "FILE")]
    pub stats_json: Option<PathBuf>,
}

/// The options of every command that searches for solutions of puzzles.
#[derive(ClapArgs)]
pub(super) struct SearchArgs {
    #[command(flatten)]
    pub run: RunArgs,
    #[command(flatten)]
    pub variants: VariantArgs,
    /// Give up on a puzzle after N search nodes and answer !unknown [default: no limit]
    #[arg(long, value_name = "N")]
    pub max_nodes: Option<u64>,
    /// Give up on a puzzle after S seconds and answer !unknown; the answers then depend on the speed of the
    /// machine [default: no limit]
    #[arg(long, value_name = "S", value_parser = positive_seconds)]
    pub timeout_per_puzzle: Option<Duration>,
    /// Add the number of search nodes and of guesses to each answer, as columns `nodes` and `guesses`
    #[arg(long)]
    pub stats: bool,
    /// Do not verify solutions with the independent checker before writing them
    #[arg(long)]
    pub no_verify: bool,
    #[command(flatten)]
    pub engine: EngineArgs,
    /// Verify the answers that csv or ndjson inputs contain in `solution`, `solutions` or `answer`. Wrong
    /// answers are reported with file and line, and the exit code is 1
    #[arg(long)]
    pub check: bool,
}

/// The names of all input formats, from their table.
fn formats() -> PossibleValuesParser {
    let auto = PossibleValue::new("auto").help("detect the format of each input");
    let named = |f: &'static Format| {
        let alias = move |a| PossibleValue::new(a).help(format!("same as {}", f.name()));
        let aliases = f.aliases().iter().map(alias);
        std::iter::once(PossibleValue::new(f.name()).help(f.about())).chain(aliases)
    };
    let all = Format::all().iter().copied();
    std::iter::once(auto).chain(all.flat_map(named)).collect::<Vec<_>>().into()
}

/// The names of all output formats, from their table.
fn output_formats() -> PossibleValuesParser {
    let auto = PossibleValue::new("auto").help("by the extension of the output");
    let same = PossibleValue::new("same").help("the format of the input");
    let named = |f: &&'static OutputFormat| PossibleValue::new(f.name()).help(f.about());
    [auto, same].into_iter().chain(OutputFormat::all().iter().map(named)).collect::<Vec<_>>().into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn argument_definition_is_valid() {
        Args::command().debug_assert();
    }
}

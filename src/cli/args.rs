//! The arguments as typed.

use super::{
    part::{PartArgs, some_seconds},
    variants::VariantArgs,
};
use clap::{
    Args as ClapArgs, Parser, Subcommand, ValueEnum,
    builder::{PossibleValue, PossibleValuesParser, RangedU64ValueParser},
};
use clap_complete::Shell;
use quadrille::{EngineChoice, Isa};
use quadrille::{FORMATS, Format, OUTPUT_FORMATS, OutputFormat};
use std::{path::PathBuf, time::Duration};

const ABOUT: &str = "Solves sudoku by the million: files in, answers out, in the order of the input.";

const FORMAT: &str = "\
A `line` puzzle is 16, 36, 81, 144, 256 or 625 characters: a board of side 4, 6, 9, 12, 16 or 25,
row by row. Empty cells are any of . 0 * - _ and digits 1-9; boards larger than 9×9 use letters
(A = 1), or digits and then letters (A = 10) if the record shows a digit. Blank lines and lines that
begin with # are passed over; what follows the grid on a line after a blank , ; or # is not read.
csv and ndjson records come out as they are with solution and status added.

Inputs compressed with gzip or zstd are unpacked, whatever their names; an output whose name ends in
.gz or .zst is compressed.

With --variant jigsaw and no --regions, each `line` record brings its own regions: as many letters
or digits as the grid has cells, right behind it (162 characters for 9×9, givens and then regions).
A `pencilmark` record is side³ characters, 729 for 9×9: for each cell in turn the digits that it may
hold, each at its place, and any of . 0 * - _ at the place of the others.

A record without a grid to show keeps its place: !none (no solution), !unknown (the budget was
spent) or !invalid: reason. The first ten malformed records are named on standard error. An input
with fewer or more boards than it announces is answered as far as it goes.

A file that changes while it is read is an error: no output is put in place. SIGINT, SIGTERM and
SIGHUP stop a run within a second, leave the old output as it was and say how far it came; a second
one ends it at once.

Exit codes: 0 all solved, 1 some records not, 2 usage or input/output, 128 + N stopped by signal N.";

#[derive(Parser)]
#[command(name = "quadrille", version, about = ABOUT, max_term_width = 100)]
#[command(propagate_version = true, arg_required_else_help = true)]
pub(super) struct Args {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Subcommand)]
pub(super) enum Command {
    /// Write a solution of every puzzle, one line each
    #[command(after_long_help = format!("{FORMAT}\n\n{SOLVE_EXAMPLES}"))]
    Solve(SolveArgs),
    /// Say of every puzzle whether it is `unique`, has `multiple` solutions or `none`
    ///
    /// The exit code is 0 if every record has exactly one solution.
    #[command(after_long_help = format!("{FORMAT}\n\n{CHECK_EXAMPLES}"))]
    Check(CheckArgs),
    /// Count the solutions of every puzzle
    #[command(after_long_help = format!("{FORMAT}\n\n{COUNT_EXAMPLES}"))]
    Count(CountArgs),
    /// Take one step of the only-number method on every board
    ///
    /// Every empty cell whose row, column and box leave one digit gets it; all cells are judged on the
    /// board as given. The answer is the grid after the step, `no suggestion`, or `mistake`: an
    /// empty cell without a digit that fits, or a digit twice in a row, column or box.
    #[command(after_long_help = format!("{FORMAT}\n\n{HINT_EXAMPLES}"))]
    Hint(HintArgs),
    /// Solve exact cover problems, or count their solutions
    ///
    /// Choose options so that every primary item is in exactly one of them and every secondary item
    /// in at most one, or in several that give it the same colour.
    #[command(after_long_help = super::cover::HELP)]
    Cover(super::cover::CoverArgs),
    /// Generate random puzzles, the same ones for the same seed
    ///
    /// Every puzzle has exactly one solution unless --no-unique is given. Boards larger than 9×9 are
    /// written in letters.
    #[command(after_long_help = GENERATE_EXAMPLES)]
    Generate(GenerateArgs),
    /// Compare engines and other solvers on files of puzzles: speed, answers, memory
    #[command(after_long_help = super::bench::args::EXAMPLES)]
    Bench(Box<super::bench::args::BenchArgs>),
    #[command(hide = true)]
    Launch(super::bench::args::LaunchArgs),
    #[command(hide = true)]
    Sweep(super::bench::args::SweepArgs),
    /// Print a completion script for a shell
    #[command(
        after_long_help = "Examples:\n  quadrille completions bash > ~/.local/share/bash-completion/completions/quadrille"
    )]
    Completions { shell: Shell },
    /// Print a manual page, of the program or of one command
    #[command(
        after_long_help = "Examples:\n  quadrille man | man -l -\n  quadrille man solve > quadrille-solve.1"
    )]
    Man {
        /// The command; without it, the program's own page
        command: Option<String>,
    },
}

const SOLVE_EXAMPLES: &str = "\
Examples:
  quadrille solve puzzles.txt -o solutions.txt
  quadrille solve a.txt b.txt > both.txt
  zcat puzzles.txt.gz | quadrille solve - | head
  quadrille solve --variant x,anti-knight puzzles.txt
  quadrille solve --variant jigsaw --regions regions.txt puzzles.txt
  quadrille solve --limit 2 --stats-json stats.json hard.txt -o /dev/null
  quadrille solve huge.txt -o solutions.txt --resume
  quadrille solve huge.txt -o part3.txt --shard 3/8";

const CHECK_EXAMPLES: &str = "\
Examples:
  quadrille check puzzles.txt | sort | uniq -c
  quadrille check --variant windoku puzzles.txt
  quadrille check --variant pencilmark marks.txt
  quadrille check --max-nodes 100000 16x16.txt -o verdicts.txt";

const COUNT_EXAMPLES: &str = "\
Examples:
  quadrille count --limit 1000 puzzles.txt
  echo 1............... | quadrille count -";

const HINT_EXAMPLES: &str = "\
Examples:
  quadrille hint boards.txt
  quadrille hint --format hust1565 - < judge.in";

const GENERATE_EXAMPLES: &str = "\
Examples:
  quadrille generate --count 1000000 --seed 1 -o easy.txt
  quadrille generate --count 1000 --seed 1 --minimal
  quadrille generate --size 16 --count 10 --seed 7 --givens 110
  quadrille generate --variant x --minimal --count 100
  quadrille generate --variant jigsaw --regions regions.txt --with-regions --count 100";

#[derive(ClapArgs)]
pub(super) struct GenerateArgs {
    /// Side of the boards: 4, 6, 9, 12, 16 or 25
    #[arg(long, value_name = "N", default_value_t = 9)]
    pub size: usize,
    /// How many puzzles
    #[arg(short = 'n', long, value_name = "N", default_value_t = 1)]
    pub count: u64,
    /// Seed of the random numbers
    #[arg(long, value_name = "S", default_value_t = 0)]
    pub seed: u64,
    #[command(flatten)]
    pub rules: VariantArgs,
    /// Write the regions of a jigsaw behind each puzzle
    #[arg(long, requires = "regions")]
    pub with_regions: bool,
    /// Givens of each puzzle [default: as many as leave it easy, 33 on 9×9]
    #[arg(long, value_name = "G", conflicts_with = "minimal")]
    pub givens: Option<usize>,
    /// Take away givens until each one that is left is needed
    #[arg(long, conflicts_with = "no_unique")]
    pub minimal: bool,
    /// Do not look whether a puzzle has other solutions
    #[arg(long)]
    pub no_unique: bool,
    /// Write to FILE, which appears under its name only when complete; `-` is standard output
    #[arg(short, long, value_name = "FILE", default_value = "-", hide_default_value = true)]
    pub output: PathBuf,
    /// Worker threads, which the puzzles do not depend on [default: one for each core]
    #[arg(short, long, value_name = "N", value_parser = RangedU64ValueParser::<usize>::new().range(1..=1024))]
    pub threads: Option<usize>,
    #[command(flatten)]
    pub engine: EngineArgs,
    /// When to show progress on standard error; auto is when it is a terminal
    #[arg(long, value_enum, value_name = "WHEN", default_value_t)]
    pub progress: ProgressArg,
}

#[derive(ClapArgs)]
pub(super) struct SolveArgs {
    /// Stop each search at the Kth solution; 2 tells unique puzzles from others in the summary
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = RangedU64ValueParser::<u64>::new().range(1..))]
    pub limit: u64,
    #[command(flatten)]
    pub batch: BatchArgs,
}

#[derive(ClapArgs)]
pub(super) struct CheckArgs {
    #[command(flatten)]
    pub batch: BatchArgs,
}

#[derive(ClapArgs)]
pub(super) struct CountArgs {
    /// Stop each count at K, written as `K+`; without it, count to the end
    #[arg(long, value_name = "K", value_parser = RangedU64ValueParser::<u64>::new().range(1..))]
    pub limit: Option<u64>,
    #[command(flatten)]
    pub batch: BatchArgs,
}

#[derive(ClapArgs)]
pub(super) struct HintArgs {
    #[command(flatten)]
    pub run: RunArgs,
}

/// What every command over records takes.
#[derive(ClapArgs)]
pub(super) struct RunArgs {
    /// Files of puzzles, read one after the other as one stream; `-` is standard input
    #[arg(value_name = "INPUT")]
    pub inputs: Vec<PathBuf>,
    /// Write to FILE, which appears under its name only when complete; `-` is standard output
    #[arg(short, long, value_name = "FILE", default_value = "-", hide_default_value = true)]
    pub output: PathBuf,
    /// Worker threads [default: one for each core]
    #[arg(short, long, value_name = "N", value_parser = RangedU64ValueParser::<usize>::new().range(1..=1024))]
    pub threads: Option<usize>,
    /// How records are written; auto is as the first lines look
    #[arg(long, value_name = "FORMAT", default_value = "auto", value_parser = formats())]
    pub format: String,
    /// How answers are written: same is as the input
    #[arg(long, value_name = "FORMAT", default_value = "same", value_parser = output_formats())]
    pub output_format: String,
    /// Column of a csv input or member of an ndjson input that holds the puzzle
    #[arg(long, value_name = "NAME")]
    pub column: Option<String>,
    /// Alphabet of boards larger than 9×9: letters (A = 1), or digits and then letters (A = 10)
    #[arg(long, value_enum, default_value_t)]
    pub symbols: SymbolsArg,
    /// Read files instead of mapping them into memory: for network file systems, on which a mapping can
    /// fail in more ways. A file that changes meanwhile is an error either way
    #[arg(long)]
    pub no_mmap: bool,
    /// Bytes of input that a worker takes at a time [default: by the size of the input]
    #[arg(long, value_name = "BYTES", value_parser = RangedU64ValueParser::<usize>::new().range(1..=1 << 30))]
    pub chunk_size: Option<usize>,
    /// When to show progress on standard error; auto is when it is a terminal
    #[arg(long, value_enum, value_name = "WHEN", default_value_t)]
    pub progress: ProgressArg,
    /// No summary and no progress on standard error
    #[arg(short, long)]
    pub quiet: bool,
    #[command(flatten)]
    pub part: PartArgs,
    /// Write the summary, with node and guess counts, to FILE as JSON
    #[arg(long, value_name = "FILE")]
    pub stats_json: Option<PathBuf>,
}

#[derive(ClapArgs)]
pub(super) struct BatchArgs {
    #[command(flatten)]
    pub run: RunArgs,
    #[command(flatten)]
    pub rules: VariantArgs,
    /// Give up on a puzzle after N search-tree nodes, as !unknown
    #[arg(long, value_name = "N")]
    pub max_nodes: Option<u64>,
    /// Give up on a puzzle after S seconds of search, as !unknown; which ones depends on the machine
    #[arg(long, value_name = "S", value_parser = some_seconds)]
    pub timeout_per_puzzle: Option<Duration>,
    /// Write solutions without checking each one independently
    #[arg(long)]
    pub no_verify: bool,
    #[command(flatten)]
    pub engine: EngineArgs,
    /// Check the answers that csv or ndjson inputs have of their own, in `solution`, `solutions` or
    /// `answer`; wrong ones are named by line, and the exit code is 1
    #[arg(long)]
    pub check: bool,
}

/// The names of all formats, from their table.
fn formats() -> PossibleValuesParser {
    let auto = PossibleValue::new("auto").help("as the first lines of each input look");
    let named = |f: &'static Format| {
        let others = f.aliases.iter().map(move |a| PossibleValue::new(a).help(format!("as {}", f.name)));
        std::iter::once(PossibleValue::new(f.name).help(f.about)).chain(others)
    };
    std::iter::once(auto).chain(FORMATS.into_iter().flat_map(named)).collect::<Vec<_>>().into()
}

fn output_formats() -> PossibleValuesParser {
    let same = PossibleValue::new("same").help("as the input");
    let one = |c: &'static OutputFormat| PossibleValue::new(c.name).help(c.about);
    std::iter::once(same).chain(OUTPUT_FORMATS.into_iter().map(one)).collect::<Vec<_>>().into()
}

#[derive(Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub(super) enum SymbolsArg {
    #[default]
    Auto,
    Letters,
    Digits,
}

#[derive(Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub(super) enum EngineArg {
    /// The fastest for each size
    #[default]
    Auto,
    /// Many 9×9 puzzles at once; other boards as with auto
    Lanes,
    /// The dancing-links arena, for every size
    Dlx,
}

#[derive(Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub(super) enum IsaArg {
    /// The widest that the machine has
    #[default]
    Auto,
    /// AVX-512: 16 puzzles to a register
    Avx512,
    /// AVX2: 8 puzzles to a register
    Avx2,
    /// What every machine has
    Portable,
}

#[derive(ClapArgs)]
pub(super) struct EngineArgs {
    /// Engine to search with
    #[arg(long, value_enum, default_value_t)]
    pub engine: EngineArg,
    /// Instruction set of the lanes; the answers do not depend on it
    #[arg(long, value_enum, default_value_t, env = "QUADRILLE_ISA")]
    pub isa: IsaArg,
}

impl EngineArgs {
    /// The choice; `--isa` has no say in the arena.
    pub fn choice(&self) -> EngineChoice {
        let isa = match self.isa {
            IsaArg::Auto => None,
            IsaArg::Avx512 => Some(Isa::Avx512),
            IsaArg::Avx2 => Some(Isa::Avx2),
            IsaArg::Portable => Some(Isa::Portable),
        };
        match (self.engine, isa) {
            (EngineArg::Dlx, _) => EngineChoice::Dlx,
            (_, Some(isa)) => EngineChoice::Lanes(isa),
            (EngineArg::Lanes, None) => EngineChoice::Lanes(Isa::detect()),
            (EngineArg::Auto, None) => EngineChoice::Auto,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub(super) enum ProgressArg {
    #[default]
    Auto,
    Always,
    Never,
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_definition_is_sound() {
        Args::command().debug_assert();
    }
}

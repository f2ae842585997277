//! The arguments as typed.

mod canonical;
mod collections;
mod generate;
mod morph;
mod one_command;
mod rate;
mod run;
mod select;
mod steps;
mod values;
mod wanted;

pub(super) use canonical::CanonicalArgs;
pub(super) use collections::{DedupArgs, LeakArgs};
pub(super) use generate::GenerateArgs;
pub(super) use morph::MorphArgs;
pub(super) use rate::RateArgs;
pub(super) use run::{RunArgs, SearchArgs};
pub(super) use select::SelectArgs;
pub(super) use steps::StepArgs;

use super::{
    batch,
    cover::{self, CoverArgs},
    dedup,
    help::{self, CommandHelp, OUTPUT, TUNING, WithHelp},
    leak, manual,
    options::{HINT_METHODS, ONLY, OnlyArg, STEP_METHODS},
    summary,
};
use anyhow::Result;
use clap::{Args as ClapArgs, Parser, Subcommand, builder::PossibleValuesParser};
use clap_complete::Shell;
use quadrille::{
    explanation::Method,
    tasks::{Givens, HintMethod},
};
use quadrille_console::color::ColorArg;
use quadrille_console::exit::ExitStatus;
use quadrille_console::numbers::at_least_one;
use quadrille_console::one_of::one_of;
use quadrille_console::sizes::byte_size;
use std::{ffi::OsString, path::PathBuf};

const ABOUT: &str = "Solve sudoku and other exact cover puzzles by the million, with answers in input order.";

#[derive(Parser)]
#[command(name = "quadrille", version, about = ABOUT, max_term_width = help::WIDTH)]
#[command(propagate_version = true, arg_required_else_help = true)]
#[command(before_help = help::FIRST_EXAMPLES, after_help = help::FIRST_PAGE, after_long_help = help::long_first_page())]
pub(super) struct Args {
    #[command(subcommand)]
    pub command: Command,
    #[command(flatten)]
    pub global: GlobalArgs,
}

/// Options of every command.
#[derive(ClapArgs)]
pub(super) struct GlobalArgs {
    /// Print only errors
    // A command with an option of its own of the same name takes its value from here as well.
    #[arg(short, long, global = true, help_heading = OUTPUT, display_order = 203)]
    pub quiet: bool,
    /// Say on standard error what was decided: formats, columns, engine, threads, how inputs are read
    #[arg(long, global = true, help_heading = OUTPUT, display_order = 202, hide_short_help = true)]
    pub verbose: bool,
    /// When to color help, messages and charts
    ///
    /// `auto` means on a terminal, unless the environment variable NO_COLOR is set.
    #[arg(long, global = true, value_enum, value_name = "WHEN", default_value_t, help_heading = OUTPUT, display_order = 201, hide_short_help = true)]
    pub color: ColorArg,
}

impl Args {
    /// The arguments of the program, whose name is the first.
    pub fn parse_from_words(args: &[OsString]) -> Result<Args, clap::Error> {
        one_command::parse(args).map_or_else(|| Args::try_parse_from(args), Ok)
    }
}

/// The commands: the name of each that reads or makes puzzles, its arguments, and what runs it; then the others.
macro_rules! commands {
    ({ $($(#[$about:meta])* $name:literal $variant:ident($args:ident) => $run:expr,)* } $($others:tt)*) => {
        #[derive(Subcommand)]
        pub(super) enum Command {
            $($(#[$about])* $variant($args),)*
            $($others)*
        }

        impl Command {
            /// The options of the command of this name, if it reads or makes puzzles.
            fn options(name: &str) -> Option<fn(clap::Command) -> clap::Command> {
                match name {
                    $($name => Some($args::augment_args),)*
                    _ => None,
                }
            }

            /// Its name on the command line.
            pub fn name(&self) -> &'static str {
                match self {
                    $(Command::$variant(_) => $name,)*
                    Command::Bench(_) => "bench",
                    Command::Summary { .. } => "summary",
                    Command::Completions { .. } => "completions",
                    Command::Man { .. } => "man",
                }
            }

            pub fn run(self) -> Result<ExitStatus> {
                match self {
                    $(Command::$variant(args) => ($run)(args),)*
                    Command::Bench(args) => quadrille_bench::run(&args),
                    Command::Summary { files } => summary::summary(&files),
                    Command::Completions { shell } => manual::completions(shell),
                    Command::Man { command } => manual::man(command.as_deref()),
                }
            }
        }

        /// The names of all commands, which `man` documents.
        pub(super) const COMMANDS: &[&str] = &[$($name,)* "bench", "summary", "completions", "man"];
    };
}

commands! { {
    /// Solve puzzles and write one answer per record
    #[command(with_help(&help::SOLVE))]
    "solve" Solve(SolveArgs) => batch::solve,
    /// Classify each puzzle: `unique`, `multiple` (several solutions) or `none`
    #[command(with_help(&help::CHECK))]
    "check" Check(CheckArgs) => batch::check,
    /// Count the solutions of each puzzle
    #[command(with_help(&help::COUNT))]
    "count" Count(CountArgs) => batch::count,
    /// Write the next step of each board: the digit that a person would place next
    ///
    /// The answer is the board with the digit, `no hint` if the techniques do not place a digit, or `mistake` if the
    /// board cannot be solved as it is: no digit fits an empty cell, a row, column or box contains a digit twice, or harder
    /// techniques are needed and there is no solution.
    ///
    /// With --method se and hodoku the next step may eliminate candidates and leave the board as it is. Boards with candidates (formats pencilmark,
    /// candidates, hodoku) have their next step from there on; --output-format pencilmark and candidates write the position after the step,
    /// hodoku the position and the step.
    ///
    /// With --method naked-singles every cell that has one candidate is filled, all at once: a digit that is filled in
    /// does not affect other cells. The format hust1565 asks for this, so it is the default there.
    #[command(with_help(&help::HINT))]
    "hint" Hint(HintArgs) => batch::hint,
    /// Write the canonical form of each puzzle, which is equal for equivalent puzzles
    ///
    /// Puzzles are equivalent if renaming digits, moving bands, stacks, rows in a band and columns in a stack,
    /// and transposing makes one of the other. Boards of 4×4, 6×6 and 9×9 cells have canonical forms.
    #[command(with_help(&help::CANONICAL))]
    "canonical" Canonical(CanonicalArgs) => batch::canonical,
    /// Rate how difficult each 9×9 puzzle is
    ///
    /// The answer is `puzzle,rating`, with --method se `puzzle,er,ep,ed`, with hodoku `puzzle,score,level`, or columns of these names in csv and
    /// ndjson. A rating of which only a lower bound is known is written as `>=8.5`. --rating selects records by
    /// their rating instead, --histogram and --html show how the ratings are distributed. Boards that are not 9×9 are
    /// malformed.
    #[command(with_help(&help::RATE))]
    "rate" Rate(RateArgs) => crate::cli::rate::rate,
    /// Count the givens of each puzzle, and name the symmetry of the cells that are given
    ///
    /// The answer is `puzzle,givens,symmetry`, or the columns `givens`, `symmetry` and `status` in csv and ndjson. The symmetry is the
    /// first of `rotate90`, `rotate180`, `mirror`, `diagonal` and `none` that the cells have, as in `generate --symmetry`.
    /// Nothing is solved.
    #[command(with_help(&givens_help()))]
    "givens" Givens(GivensArgs) => |args: GivensArgs| batch::task("givens", Givens::new(), args.run),
    /// Write puzzles in another format
    ///
    /// --output-format pencilmark, candidates and hodoku write 9×9 boards with the candidates of each cell: the candidates of the
    /// record, or those that its givens leave. The other formats write the puzzles of records without candidates. Nothing is solved.
    #[command(with_help(&convert_help()))]
    "convert" Convert(ConvertArgs) => batch::convert,
    /// Keep the first record of each class of equal puzzles, and drop the others
    ///
    /// Two puzzles are equal if one is a morph of the other: digits renamed, bands, stacks, rows and
    /// columns moved, transposed. The records are written unchanged, in the order of the input,
    /// with the header of a table. Malformed records are kept.
    ///
    /// Memory grows by about 33 bytes a class, or is limited by --memory. Equal means equal hashes of 128 bits of the canonical
    /// forms: for 10^8 classes, the chance that one record is dropped by mistake is 1.5e-23.
    #[command(with_help(&help::DEDUP))]
    "dedup" Dedup(DedupArgs) => dedup::dedup,
    /// Find the records of a test set that equal records of other files
    ///
    /// Two puzzles are equal if one is a morph of the other: digits renamed, bands, stacks, rows and
    /// columns moved, transposed. The output has a csv row for each test record that equals another one:
    /// `record`, the number of records that it equals, and `equals`, all of these, as input:line. The
    /// counts of each file are printed on standard error.
    ///
    /// Memory: about 50 bytes for each test record, and 16 for each other record that equals one.
    #[command(with_help(&help::LEAK))]
    #[command(override_usage = "quadrille leak [OPTIONS] <TEST>... --against <TRAIN>...")]
    "leak" Leak(LeakArgs) => leak::leak,
    /// Select records by their properties or at random, sort them, or divide them into parts that share no puzzle
    ///
    /// Records are written unchanged, with the header of a table, in the order of the input or of --sort. --givens,
    /// --symmetry and --rating select puzzles with these properties. --number draws a
    /// sample, of all records or of each group of ratings. --split divides the records so that no puzzle of
    /// a part is a morph of one in another part, and no solution either. So a program cannot learn from one
    /// part what another part contains.
    #[command(with_help(&help::SELECT))]
    "select" Select(SelectArgs) => crate::cli::select::select,
    /// Write equivalent boards (morphs) of puzzles and of their solutions
    ///
    /// A transformation renames the digits, moves bands and stacks, rows and columns, and may transpose the
    /// board. The puzzle and the solution in its record are moved together; other columns are copied. Boards
    /// are 4×4, 6×6 or 9×9. Nothing is solved or checked.
    #[command(with_help(&help::MORPH))]
    "morph" Morph(MorphArgs) => crate::cli::morph::morph,
    /// Solve exact cover problems, or count their solutions
    ///
    /// A solution is a set of options that contains every primary item exactly once. A secondary item
    /// occurs in at most one of these options, or in several that give it the same color.
    #[command(with_help(&help::COVER))]
    "cover" Cover(CoverArgs) => cover::run,
    /// Generate random puzzles
    ///
    /// Every puzzle has exactly one solution unless --no-unique is given. Boards larger than 9×9 are
    /// written with letters (A = 1).
    #[command(with_help(&help::GENERATE))]
    "generate" Generate(GenerateArgs) => crate::cli::generate::run,
}
    /// Benchmark engines and other solvers on puzzle files: speed, correctness, memory
    #[command(with_help(&help::BENCH))]
    Bench(Box<quadrille_bench::args::BenchArgs>),
    /// Add up the summaries of all shards of a run, or of several runs
    ///
    /// The sum is printed as JSON, with the same members: numbers of records and seconds of searches are added, the start is the
    /// earliest, and the elapsed time, the peak memory and the exit code are the greatest. A value that differs and cannot be added is
    /// null, and so are rates.
    #[command(before_help = format!("Examples:\n  {}", help::SUMMARY_EXAMPLES))]
    Summary {
        /// Files of --summary-json
        #[arg(value_name = "FILE", required = true)]
        files: Vec<PathBuf>,
    },
    /// Print a completion script for a shell
    #[command(after_help = format!("Examples:\n  {}", help::COMPLETIONS_EXAMPLES))]
    Completions {
        /// The shell that will run the script
        shell: Shell,
    },
    /// Print the manual page of the program or of a command
    #[command(after_help = format!("Examples:\n  {}", help::MAN_EXAMPLES))]
    Man {
        /// Command to document [default: the program itself]
        #[arg(value_parser = PossibleValuesParser::new(COMMANDS))]
        command: Option<String>,
    },
}

#[derive(ClapArgs)]
pub(super) struct SolveArgs {
    #[command(flatten)]
    pub search: SearchArgs,
    /// Stop each search at the Kth solution [default: 1, with --all no limit]
    ///
    /// With 2, the summary shows how many puzzles are unique.
    #[arg(long, value_name = "K", value_parser = at_least_one(), help_heading = OUTPUT)]
    pub limit: Option<u64>,
    /// Write all solutions of each record
    ///
    /// Each is a line after the number of the record, as in `3: 1234...`; in csv and ndjson it is a row. --limit K
    /// writes at most K of them. Such a run can be neither sharded nor resumed.
    #[arg(long, help_heading = OUTPUT, conflicts_with_all = ["shard", "resume", "verify_answers", "solution_column", "mismatches", "keep_trailing"])]
    pub all: bool,
    /// List the steps that lead to the solution, each with its reason
    ///
    /// They are found by techniques, as a person would apply them; --method says which. Where the techniques no longer suffice, the
    /// steps end and say which were tried. A `line` answer is a text of several lines, csv has a column `steps`, ndjson a list. If the
    /// givens show why a puzzle has no solution, the answer says so, as in `!none: 5 twice in row 3: r3c1 and
    /// r3c7`. With --variant only this is explained.
    #[arg(long, help_heading = OUTPUT, conflicts_with_all = ["all", "search_columns", "keep_trailing"])]
    pub explain: bool,
    /// Techniques of --explain [default: all]
    ///
    /// Techniques beyond locked candidates are for 9×9 boards with one solution. The hardest puzzles take some seconds each.
    #[arg(long, value_parser = one_of(&STEP_METHODS), value_name = "METHOD", requires = "explain", help_heading = OUTPUT)]
    pub method: Option<Method>,
    /// Write the steps of --explain to FILE as a page with pictures
    ///
    /// It shows each puzzle, its techniques and ratings, and its steps, for reading and printing. It has at most 100 puzzles. The
    /// answers are then written only with --output FILE.
    #[arg(long, value_name = "FILE", requires = "explain", conflicts_with = "resume", help_heading = OUTPUT)]
    pub html: Option<PathBuf>,
}

#[derive(ClapArgs)]
pub(super) struct CheckArgs {
    #[command(flatten)]
    pub search: SearchArgs,
    /// Write the records with this outcome, and nothing else
    ///
    /// The records are written unchanged, with the header of a table. The exit code is 0 if
    /// every record was searched to the end and, with any value but `invalid`, none is malformed. With `mismatch` it is
    /// 0 only if there is no such record.
    #[arg(long, value_parser = one_of(&ONLY), value_name = "OUTCOME", help_heading = OUTPUT, conflicts_with_all = ["search_columns", "minimal", "keep_trailing"])]
    pub only: Option<OnlyArg>,
    /// Say whether a given can be removed, and which
    ///
    /// Each puzzle with one solution is searched again without each of its givens in turn. The answer has one
    /// more column, `minimality`: `minimal`, or `redundant:` and the cells whose given can be removed, each alone, as in
    /// `r1c2 r9c9`. The exit code is 0 if every record is minimal.
    #[arg(long, help_heading = OUTPUT)]
    pub minimal: bool,
}

#[derive(ClapArgs)]
pub(super) struct CountArgs {
    #[command(flatten)]
    pub search: SearchArgs,
    /// Stop each search at the Kth solution [default: count all solutions]
    ///
    /// A count that was stopped is written as `K+`.
    #[arg(long, value_name = "K", value_parser = at_least_one(), help_heading = OUTPUT)]
    pub limit: Option<u64>,
    /// Take at most about SIZE of memory [default: 4G]
    ///
    /// A number of bytes, or one followed by K, M or G, for all threads together. A puzzle with more than 16,384
    /// solutions is counted with tables (9×9 without variants: up to 50 MB, and 15 MB for each further thread) or a memory of subproblems; with less memory the least
    /// used ones are forgotten, and the count takes longer. 0, --limit, --max-nodes and --engine dlx count one by one.
    #[arg(long, value_name = "SIZE", value_parser = byte_size, conflicts_with_all = ["limit", "max_nodes"], help_heading = TUNING, hide_short_help = true)]
    pub memory: Option<u64>,
}

#[derive(ClapArgs)]
pub(super) struct GivensArgs {
    #[command(flatten)]
    pub run: RunArgs,
}

#[derive(ClapArgs)]
pub(super) struct ConvertArgs {
    #[command(flatten)]
    pub run: RunArgs,
}

fn convert_help() -> CommandHelp {
    CommandHelp::of_task("convert", "`status`")
}

fn givens_help() -> CommandHelp {
    CommandHelp::of_task("givens", "`givens`, `symmetry` and `status`")
}

#[derive(ClapArgs)]
pub(super) struct HintArgs {
    #[command(flatten)]
    pub run: RunArgs,
    /// Explain the digits or the mistake, also in formats without columns
    ///
    /// csv and ndjson always have the column `explanation`, as in `row 1 has 1 2 3`. In the other formats the cell and
    /// the digit come first.
    #[arg(long, help_heading = OUTPUT)]
    pub explain: bool,
    /// How to find the next step [default: all; for inputs of format hust1565 naked-singles]
    ///
    /// A digit that needs other steps before it has all of them in its explanation. With se and hodoku the hint is the next step of any kind: it may
    /// eliminate candidates, and it has the further columns `rating` (hodoku: `score`), `eliminated` and `notation`. ndjson has the step as the object
    /// `step` as well.
    #[arg(long, value_parser = one_of(&HINT_METHODS), value_name = "METHOD", help_heading = OUTPUT)]
    pub method: Option<HintMethod>,
    /// Draw the hint of a 9×9 board to FILE, as SVG
    ///
    /// The input is a single puzzle. With `-` the picture is written to standard output, and the answer only with --output FILE.
    #[arg(long, value_name = "FILE", conflicts_with = "resume", help_heading = OUTPUT)]
    pub svg: Option<PathBuf>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn man_documents_every_command() {
        let program = Args::command();
        let names: Vec<_> = program.get_subcommands().map(|command| command.get_name().to_owned()).collect();
        assert_eq!(names, COMMANDS);
    }

    #[test]
    fn argument_definition_is_valid() {
        Args::command().debug_assert();
    }
}

//! Options that several commands share, and what their values mean to the library.

pub mod ranges;
mod run;
mod steps;
mod values;
mod variants;

use super::{help::OUTPUT, mistyped::did_you_mean};
use clap::ValueEnum;
use quadrille_base::error::Error;
use quadrille_console::{nearest::nearest_words, one_of::Named};
use quadrille_grid::Symbols;
use quadrille_puzzles::{generate::GivenSymmetry, rating};
use quadrille_tasks::EqualBy;
use quadrille_techniques::explanation::Method;
pub use run::{PartialArgs, RunArgs, SearchArgs};
use std::path::PathBuf;
pub use steps::StepArgs;
pub use values::{memory_size, puzzle_formats};
pub use variants::{VariantArgs, VariantConfig};

#[derive(Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum SymbolsArg {
    /// The alphabet that fits the record or, if several do, the first records; otherwise the record is !invalid
    #[default]
    Auto,
    /// Letters, A = 1
    Letters,
    /// 1 to 9 followed by letters, A = 10; 0 is an empty cell on boards of every size
    Digits,
    /// 0 to 9 followed by letters, A = 11th digit: 0 to F on 16×16 boards; also called base36
    #[value(alias = "base36")]
    Hex,
}

impl SymbolsArg {
    pub fn symbols(self) -> Symbols {
        match self {
            SymbolsArg::Auto => Symbols::Auto,
            SymbolsArg::Letters => Symbols::Letters,
            SymbolsArg::Digits => Symbols::Digits,
            SymbolsArg::Hex => Symbols::ZeroBased,
        }
    }
}

/// The methods of ratings, without what may follow them.
pub const RATING_METHODS: [&str; 5] = ["guesses", "morphs", "logic", "se", "hodoku"];

/// Reads the method of a rating.
pub fn rating_method(text: &str) -> Result<rating::Method, String> {
    // `morphs=0` is not a mistyped name.
    let meant = if text.contains('=') { Vec::new() } else { nearest_words(text, RATING_METHODS) };
    let meant = did_you_mean(&meant);
    text.parse().map_err(|_: Error| {
        format!("there is no such method; {meant}the methods are {}", rating::Method::NAMES)
    })
}

/// The symmetries of the given cells; what the value `none` means depends on the command.
pub const fn symmetries(none: &'static str) -> [Named<GivenSymmetry>; 5] {
    [
        ("rotate180", GivenSymmetry::Rotate180, "Unchanged by half a turn"),
        ("rotate90", GivenSymmetry::Rotate90, "Unchanged by a quarter turn"),
        ("mirror", GivenSymmetry::Mirror, "The right half mirrors the left one"),
        ("diagonal", GivenSymmetry::Diagonal, "Unchanged by exchanging rows and columns"),
        ("none", GivenSymmetry::None, none),
    ]
}

/// The methods of explanations.
pub const STEP_METHODS: [Named<Method>; 6] = [
    (
        "all",
        Method::All,
        "Singles and locked candidates; on 9×9 boards, where they end, the techniques of Sudoku Explainer",
    ),
    (
        "se",
        Method::SudokuExplainer { uniqueness: true },
        "The techniques of Sudoku Explainer in its order, with its ratings",
    ),
    (
        "se=no-uniqueness",
        Method::SudokuExplainer { uniqueness: false },
        "The same without techniques that assume that a puzzle has one solution",
    ),
    ("hodoku", Method::Hodoku, "The techniques of HoDoKu in its order, with its scores, without brute force"),
    ("locked", Method::Locked, "Singles and locked candidates (pointing and claiming)"),
    ("singles", Method::Singles, "Naked and hidden singles"),
];

/// When records are in the same class.
pub const CLASSES: [Named<EqualBy>; 3] = [
    ("puzzle", EqualBy::Puzzle, "Puzzles that are morphs of each other"),
    (
        "solution",
        EqualBy::Solution,
        "Puzzles whose solutions are morphs of each other; without a single solution, as with `puzzle`",
    ),
    ("text", EqualBy::Text, "Puzzles with the same givens, cell by cell; boards of every size"),
];

/// Where a command writes, and what it says on standard error.
#[derive(clap::Args)]
pub struct OutputArgs {
    /// File to write [default: standard output]
    ///
    /// The file is replaced atomically. `-` means standard output.
    #[arg(id = "output", short = 'o', long = "output", value_name = "FILE", default_value = "-", hide_default_value = true, help_heading = OUTPUT)]
    pub path: PathBuf,
    /// When to show progress on standard error
    ///
    /// `auto` means if standard error is a terminal.
    #[arg(long, value_enum, value_name = "WHEN", default_value_t, help_heading = OUTPUT, display_order = 106, hide_short_help = true)]
    pub progress: ProgressArg,
    /// Print only errors
    ///
    /// The summary, the progress, the seed and the detected format are not printed.
    #[arg(short, long, help_heading = OUTPUT, display_order = 203, conflicts_with = "verbose")]
    pub quiet: bool,
    /// Say on standard error what was decided: formats, columns, engine, threads, how inputs are read
    #[arg(long, help_heading = OUTPUT, display_order = 202, hide_short_help = true)]
    pub verbose: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum ProgressArg {
    #[default]
    Auto,
    Always,
    Never,
}

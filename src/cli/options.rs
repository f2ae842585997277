//! Options that several commands share, and what their values mean to the library.

use super::help::OUTPUT;
use clap::{Args as ClapArgs, ValueEnum};
use quadrille::{Outcome, grid::Symbols, logic::Techniques, tasks::ClassBy};
use std::path::PathBuf;

#[derive(Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub(super) enum SymbolsArg {
    /// The alphabet that fits the record or, if several do, the first records; otherwise the record is !invalid
    #[default]
    Auto,
    /// Letters, A = 1
    Letters,
    /// 1 to 9 followed by letters, A = 10
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

/// The techniques of a hint.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum MethodArg {
    /// Naked and hidden singles
    Singles,
    /// Singles and locked candidates (pointing and claiming)
    Locked,
    /// All that there are: at present the same as locked
    All,
}

impl MethodArg {
    pub fn techniques(self) -> Techniques {
        match self {
            MethodArg::Singles => Techniques::Singles,
            MethodArg::Locked => Techniques::Locked,
            MethodArg::All => Techniques::All,
        }
    }
}

/// An outcome that records are selected by.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum OnlyArg {
    /// Exactly one solution
    Unique,
    /// Several solutions
    Multiple,
    /// No solution
    None,
    /// Malformed records
    Invalid,
    /// Records whose search was given up
    Unknown,
}

impl OnlyArg {
    pub fn outcome(self) -> Outcome {
        match self {
            OnlyArg::Unique => Outcome::Unique,
            OnlyArg::Multiple => Outcome::Multiple,
            OnlyArg::None => Outcome::None,
            OnlyArg::Invalid => Outcome::Invalid,
            OnlyArg::Unknown => Outcome::Unknown,
        }
    }
}

/// When records are in the same class.
#[derive(Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub(super) enum ClassByArg {
    /// Puzzles that are morphs of each other
    #[default]
    Puzzle,
    /// Puzzles whose solutions are morphs of each other; without a single solution, as with `puzzle`
    Solution,
    /// Puzzles with the same givens, cell by cell; boards of every size
    Text,
}

impl ClassByArg {
    pub fn by(self) -> ClassBy {
        match self {
            ClassByArg::Puzzle => ClassBy::Puzzle,
            ClassByArg::Solution => ClassBy::Solution,
            ClassByArg::Text => ClassBy::Text,
        }
    }
}

/// Where a command writes, and whether it shows its progress.
#[derive(ClapArgs)]
pub(super) struct OutputArgs {
    /// File to write [default: standard output]
    ///
    /// The file is replaced atomically. `-` means standard output.
    #[arg(id = "output", short = 'o', long = "output", value_name = "FILE", default_value = "-", hide_default_value = true, help_heading = OUTPUT)]
    pub path: PathBuf,
    /// When to show progress on standard error
    ///
    /// `auto` means if standard error is a terminal.
    #[arg(long, value_enum, value_name = "WHEN", default_value_t, help_heading = OUTPUT)]
    pub progress: ProgressArg,
}

#[derive(Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub(super) enum ProgressArg {
    #[default]
    Auto,
    Always,
    Never,
}

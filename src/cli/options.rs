//! Options that several commands share, and what their values mean to the library.

use super::{help::OUTPUT, numbers::whole_number};
use clap::{
    Arg, Args as ClapArgs, Command, ValueEnum,
    builder::{EnumValueParser, PossibleValue, TypedValueParser},
    parser::ValueSource,
};
use quadrille::{ClassBy, EngineChoice, Isa, Outcome, Symbols, logic::Techniques};
use std::{ffi::OsStr, path::PathBuf};

/// Parses a number of threads.
pub(super) fn thread_count() -> impl TypedValueParser<Value = usize> {
    whole_number(1..=1024)
}

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

#[derive(Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub(super) enum EngineArg {
    /// The fastest engine for each size
    #[default]
    Auto,
    /// SIMD engine that solves many 9×9 puzzles at once; other sizes as with auto
    Lanes,
    /// Dancing-links engine, for every size
    Dlx,
}

#[derive(Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub(super) enum IsaArg {
    /// The widest one that this machine supports
    #[default]
    Auto,
    /// AVX-512: 16 puzzles per register
    Avx512,
    /// AVX2: 8 puzzles per register
    Avx2,
    /// Supported by every machine
    Portable,
}

/// Parses an instruction set. An empty environment variable counts as unset.
#[derive(Clone)]
struct IsaParser;

impl TypedValueParser for IsaParser {
    type Value = IsaArg;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<IsaArg, clap::Error> {
        EnumValueParser::<IsaArg>::new().parse_ref(command, arg, value)
    }

    fn parse_ref_(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
        source: ValueSource,
    ) -> Result<IsaArg, clap::Error> {
        if source == ValueSource::EnvVariable && value.is_empty() {
            Ok(IsaArg::Auto)
        } else {
            self.parse_ref(command, arg, value)
        }
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(IsaArg::value_variants().iter().filter_map(ValueEnum::to_possible_value)))
    }
}

#[derive(ClapArgs)]
pub(super) struct EngineArgs {
    /// Search engine
    #[arg(long, value_enum, default_value_t)]
    pub engine: EngineArg,
    /// Instruction set of the lanes engine, and of checking, reading and writing 9×9 boards
    ///
    /// It does not affect the answers. With `--engine dlx` it is ignored.
    #[arg(long, value_parser = IsaParser, default_value = "auto", env = "QUADRILLE_ISA")]
    pub isa: IsaArg,
}

impl EngineArgs {
    /// Combines both options. The dancing-links engine ignores `--isa`.
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

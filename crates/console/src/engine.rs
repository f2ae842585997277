//! The options for the engine and its threads.

use crate::numbers::whole_number;
use clap::{
    Arg, Args as ClapArgs, Command, ValueEnum,
    builder::{EnumValueParser, PossibleValue, TypedValueParser},
    parser::ValueSource,
};
use quadrille_base::isa::InstructionSet;
use quadrille_engines::EngineChoice;
use std::ffi::OsStr;

/// Parses a number of threads.
pub fn thread_count() -> impl TypedValueParser<Value = usize> {
    whole_number(1..=1024)
}

#[derive(Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum EngineArg {
    /// The fastest engine for each size
    #[default]
    Auto,
    /// SIMD engine that solves many 9×9 puzzles at once; other sizes as with auto
    Lanes,
    /// Dancing-links engine, for every size
    Dlx,
}

#[derive(Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum IsaArg {
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
pub struct EngineArgs {
    /// Search engine
    #[arg(long, value_enum, default_value_t, hide_short_help = true)]
    pub engine: EngineArg,
    /// Instruction set of the lanes engine and of the work on 9×9 boards
    ///
    /// It does not affect the answers. Checking, reading and writing 9×9 boards use it too. With `--engine dlx` it is ignored.
    #[arg(long, value_parser = IsaParser, default_value = "auto", env = "QUADRILLE_ISA", hide_short_help = true)]
    pub isa: IsaArg,
}

impl EngineArgs {
    /// Combines both options. The dancing-links engine ignores `--isa`.
    pub fn choice(&self) -> EngineChoice {
        let isa = match self.isa {
            IsaArg::Auto => None,
            IsaArg::Avx512 => Some(InstructionSet::Avx512),
            IsaArg::Avx2 => Some(InstructionSet::Avx2),
            IsaArg::Portable => Some(InstructionSet::Portable),
        };
        match (self.engine, isa) {
            (EngineArg::Dlx, _) => EngineChoice::Dlx,
            (_, Some(isa)) => EngineChoice::Lanes(isa),
            (EngineArg::Lanes, None) => EngineChoice::Lanes(InstructionSet::detect()),
            (EngineArg::Auto, None) => EngineChoice::Auto,
        }
    }
}

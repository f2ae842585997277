//! The arguments of `canon`.

use super::RunArgs;
use crate::cli::help::{OUTPUT, TUNING};
use clap::{Args as ClapArgs, ValueEnum};
use quadrille::tasks::FormOf;
use quadrille_console::engine::EngineArgs;

#[derive(ClapArgs)]
pub(in crate::cli) struct CanonArgs {
    #[command(flatten)]
    pub run: RunArgs,
    /// What to write the canonical form of
    #[arg(long, value_enum, value_name = "WHAT", default_value_t, help_heading = OUTPUT)]
    pub of: OfArg,
    /// Add the transformation that leads from each puzzle to the form
    ///
    /// It is the column `transform`, as in `t-r123456789-c456123789-d987654321`, and in formats of one line per
    /// answer it follows the form and a comma.
    #[arg(long, help_heading = OUTPUT)]
    pub transform: bool,
    #[command(flatten, next_help_heading = TUNING)]
    pub engine: EngineArgs,
}

#[derive(Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub(in crate::cli) enum OfArg {
    /// The puzzle
    #[default]
    Puzzle,
    /// Its only solution: the least of all equivalent grids, row by row (minlex)
    Solution,
}

impl OfArg {
    pub fn form_of(self) -> FormOf {
        match self {
            OfArg::Puzzle => FormOf::Puzzle,
            OfArg::Solution => FormOf::Solution,
        }
    }
}

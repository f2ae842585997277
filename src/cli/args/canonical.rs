//! The arguments of `canonical`.

use super::RunArgs;
use crate::cli::help::{OUTPUT, TUNING};
use clap::Args as ClapArgs;
use quadrille::tasks::FormOf;
use quadrille_console::{
    engine::EngineArgs,
    one_of::{Named, one_of},
};

#[derive(ClapArgs)]
pub(in crate::cli) struct CanonicalArgs {
    #[command(flatten)]
    pub run: RunArgs,
    /// Write the canonical form of this part of the record
    #[arg(long, value_parser = one_of(&FORMS), value_name = "WHAT", default_value = "puzzle", help_heading = OUTPUT)]
    pub form_of: FormOf,
    /// Add the transformation that leads from each puzzle to the form
    ///
    /// It is the column `transform`, as in `t-r123456789-c456123789-d987654321`, and in formats of one line per
    /// answer it follows the form and a comma.
    #[arg(long, help_heading = OUTPUT)]
    pub transform: bool,
    #[command(flatten, next_help_heading = TUNING)]
    pub engine: EngineArgs,
}

const FORMS: [Named<FormOf>; 3] = [
    ("puzzle", FormOf::Puzzle, "The puzzle"),
    (
        "solution",
        FormOf::Solution,
        "Its only solution: the least of all equivalent grids, row by row (minlex)",
    ),
    (
        "givens",
        FormOf::Givens,
        "Its givens: the least of all equivalent puzzles, row by row; nothing is solved",
    ),
];

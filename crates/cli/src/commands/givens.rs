//! `givens`: the number of givens of each puzzle, and the symmetry of their cells.

use crate::{
    help::{CommandHelp, WithHelp},
    options::RunArgs,
    run::task,
};
use anyhow::Result;
use quadrille_console::exit::ExitStatus;
use quadrille_tasks::Givens;

const HELP: CommandHelp = CommandHelp::of_task("`givens`, `symmetry` and `status`");

/// Count the givens of each puzzle, and name the symmetry of the cells that are given
///
/// The answer is `puzzle,givens,symmetry`, or the columns `givens`, `symmetry` and `status` in csv and ndjson. The symmetry is the
/// first of `rotate90`, `rotate180`, `mirror`, `diagonal` and `none` that the cells have, as in `generate --symmetry`.
/// Nothing is solved.
#[derive(clap::Args)]
#[command(with_help(&HELP))]
pub struct Args {
    #[command(flatten)]
    run: RunArgs,
}

pub fn run(args: Args) -> Result<ExitStatus> {
    task("givens", Givens::new(), args.run)
}

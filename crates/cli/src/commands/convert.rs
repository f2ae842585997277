//! `convert`: puzzles in another format.

use crate::{
    help::{CommandHelp, WithHelp},
    options::RunArgs,
    run::task,
};
use anyhow::{Result, bail};
use quadrille_console::exit::ExitStatus;
use quadrille_run::format::{AnswerForm, OutputFormat};
use quadrille_tasks::Convert;

const HELP: CommandHelp = CommandHelp::of_task("`status`");

/// Write puzzles in another format
///
/// --output-format pencilmark, candidates and hodoku write 9×9 boards with the candidates of each cell: the candidates of the
/// record, or those that its givens leave. The other formats write the puzzles of records without candidates. Nothing is solved.
#[derive(clap::Args)]
#[command(with_help(&HELP))]
pub struct Args {
    #[command(flatten)]
    run: RunArgs,
}

pub fn run(args: Args) -> Result<ExitStatus> {
    let format = OutputFormat::named(&args.run.output_format);
    if format.is_some_and(|format| format.form() == AnswerForm::Pairs) {
        bail!(
            "--output-format pair is a puzzle and an answer, and convert has no answers; name line, csv or ndjson"
        );
    }
    let positions = format.and_then(OutputFormat::positions);
    task("convert", positions.map_or_else(Convert::new, Convert::positions), args.run)
}

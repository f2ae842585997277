//! `man`: manual pages.

use super::COMMANDS;
use crate::args::Args as ProgramArgs;
use anyhow::{Context, Result};
use clap::{
    Command, CommandFactory,
    builder::{PossibleValuesParser, StyledStr},
};
use quadrille_base::error::{Error, ErrorKind};
use quadrille_console::{exit::ExitStatus, files::open_output};
use std::{io::Write, path::Path};

/// Print the manual page of the program or of a command
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  quadrille man | man -l -\n  quadrille man solve > quadrille-solve.1")]
pub struct Args {
    /// Command to document [default: the program itself]
    #[arg(value_parser = PossibleValuesParser::new(COMMANDS))]
    command: Option<String>,
}

pub fn run(args: Args) -> Result<ExitStatus> {
    let mut program = ProgramArgs::command();
    program.build();
    let page = match args.command {
        None => program,
        Some(name) => {
            let command = program.find_subcommand(&name).with_context(|| {
                format!("unknown command `{name}`; `quadrille --help` lists all commands")
            })?;
            command.clone().name(format!("quadrille-{name}"))
        }
    };
    let page = with_examples(page);
    let mut text = Vec::new();
    clap_mangen::Man::new(page).render(&mut text)?;
    print(&text)
}

/// The command with its examples at the end: a manual page shows nothing before the options.
fn with_examples(command: Command) -> Command {
    let part = |long: Option<&StyledStr>, short: Option<&StyledStr>| long.or(short).map(StyledStr::to_string);
    let examples = part(command.get_before_long_help(), command.get_before_help());
    let end = part(command.get_after_long_help(), command.get_after_help());
    let parts: Vec<_> = [end, examples].into_iter().flatten().collect();
    command.after_long_help(parts.join("\n\n"))
}

/// Writes a text to standard output.
pub fn print(text: &[u8]) -> Result<ExitStatus> {
    let mut out = open_output(Path::new("-"))?;
    out.write_all(text).map_err(|e| Error::io(ErrorKind::Output, "cannot write standard output", e))?;
    out.finish()?;
    Ok(ExitStatus::AllAnswered)
}

//! The commands `completions` and `man`.

use super::{args::Args, completions::script};
use anyhow::{Context, Result};
use clap::{Command, CommandFactory, builder::StyledStr};
use clap_complete::Shell;
use quadrille::{Error, ErrorKind};
use quadrille_console::{exit::ExitStatus, files::open_output};
use std::{io::Write, path::Path};

pub(super) fn completions(shell: Shell) -> Result<ExitStatus> {
    print(script(shell).as_bytes())
}

pub(super) fn man(command: Option<&str>) -> Result<ExitStatus> {
    let mut program = Args::command();
    program.build();
    let page = match command {
        None => program,
        Some(name) => {
            let command = program.find_subcommand(name).with_context(|| {
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

fn print(text: &[u8]) -> Result<ExitStatus> {
    let mut out = open_output(Path::new("-"))?;
    out.write_all(text).map_err(|e| Error::io(ErrorKind::Output, "cannot write standard output", e))?;
    out.finish()?;
    Ok(ExitStatus::AllAnswered)
}

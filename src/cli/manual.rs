//! The commands `completions` and `man`.

use super::{args::Args, completions::script};
use anyhow::{Context, Result};
use clap::CommandFactory;
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
    let mut text = Vec::new();
    clap_mangen::Man::new(page).render(&mut text)?;
    print(&text)
}

fn print(text: &[u8]) -> Result<ExitStatus> {
    let mut out = open_output(Path::new("-"))?;
    out.write_all(text).map_err(|e| Error::io(ErrorKind::Output, "cannot write standard output", e))?;
    out.finish()?;
    Ok(ExitStatus::AllAnswered)
}

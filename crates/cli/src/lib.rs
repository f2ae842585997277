//! The command `quadrille`: arguments as typed → resolved run → run → report.
//!
//! Its program is in the package `quadrille`; the Python package runs it too.
//!
//! | place | contents |
//! | --- | --- |
//! | `args` | the arguments of the program as typed |
//! | `commands/` | a file or folder for each command: its arguments, its help and its run |
//! | `options/` | options that several commands share |
//! | `help/` | the shared parts of their help, and the pages of `-h` and `--help` |
//! | `run/` | the run over records that most commands plan, and its reports |
//! | `advice` | what to do about a library error, in terms of options |
//! | `mistyped` | command lines that cannot be parsed, and what was probably meant |
//! | `reference/` | the pages of all commands, columns and members |
//!
//! Files, signals, exit codes and the like are in the crate `console`, which `bench` uses too.

mod advice;
mod args;
mod commands;
mod help;
mod mistyped;
mod options;
pub mod reference;
mod run;

use args::Args;
use clap::error::ErrorKind;
use quadrille_base::error::Error;
use quadrille_console::{
    color,
    exit::{ExitStatus, print_failure, print_lines},
    sigbus,
};
use std::{
    ffi::OsString,
    io::{Write, stderr, stdout},
    process::ExitCode,
};

/// Runs the command and returns its exit code: 0 if all records were answered, 1 if some were not,
/// 2 for a usage or I/O error, 128 + N if signal N stopped the run.
pub fn main(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    ExitCode::from(exit_code(args))
}

/// Like [`main`], with the exit code as a number.
pub fn exit_code(args: impl IntoIterator<Item = OsString>) -> u8 {
    sigbus::install_handler();
    silence_decoders();
    let args: Vec<OsString> = args.into_iter().collect();
    #[cfg(feature = "bench")]
    if let Some(helper) = quadrille_bench::args::HelperCommand::of(&args) {
        return end(quadrille_bench::help_out(helper), "bench");
    }
    color::set_by_words(&args);
    let args = match Args::parse_from_words(&args) {
        Ok(args) => args,
        Err(error) => return unparsed(&error, &args),
    };
    let command = args.command.name();
    end(args.command.run(), command)
}

/// Prints help, or what is wrong with the command line.
fn unparsed(error: &clap::Error, words: &[OsString]) -> u8 {
    let code = error.exit_code() as u8;
    match error.kind() {
        // A closed pipe is not an error when printing help.
        ErrorKind::DisplayHelp => drop(write!(stdout(), "{}", help::page(words, color::is_on(&stdout())))),
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            drop(write!(stderr(), "{}", help::page(words, color::is_on(&stderr()))));
        }
        ErrorKind::DisplayVersion => drop(error.print()),
        _ => match mistyped::message(error, words) {
            Some(message) => print_failure(&message),
            None => print_lines(error.render().to_string().trim_end()),
        },
    }
    code
}

/// The exit code of the command that ended.
fn end(result: anyhow::Result<ExitStatus>, command: &str) -> u8 {
    match result {
        Ok(status) => status.code(),
        Err(error) => fail(&error, command),
    }
}

fn fail(error: &anyhow::Error, command: &str) -> u8 {
    if error.downcast_ref::<Error>().is_some_and(Error::is_broken_pipe) {
        return 0;
    }
    print_failure(&format!("{error:#}{}", advice::suffix(error, command)));
    2
}

/// Prints no panics of the decoders and encoders of tables from now on: a damaged file may cause one, which the library turns into an
/// error, and the command prints that error alone.
fn silence_decoders() {
    static SILENCED: std::sync::Once = std::sync::Once::new();
    SILENCED.call_once(|| {
        let others = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            if !quadrille_run::tables::panics_are_errors() {
                others(panic);
            }
        }));
    });
}

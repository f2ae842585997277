//! The command line: arguments as typed → resolved run → run → report.
//!
//! | file | contents |
//! | --- | --- |
//! | `args`, `options`, `variants`, `partial` | the arguments as typed |
//! | `help/` | the texts of the help, and the pages of `-h` and `--help` |
//! | `commands_page` | the page docs/reference/commands.md |
//! | `advice` | what to do about a library error, in terms of options |
//! | `batch` | `solve`, `check`, `count`, `hint` and `canonical` |
//! | `rate/` | `rate` |
//! | `dedup`, `leak` | the commands that compare records |
//! | `select`, `selected` | samples and parts of the records |
//! | `morph`, `cover`, `generate` | the other commands; `bench` is a crate |
//! | `csv_file`, `mismatches`, `duplicates` | the files of `--mismatches` and `--report` |
//! | `mistyped` | command lines that cannot be parsed, and what was probably meant |
//! | `manual`, `completions` | `completions` and `man` |
//! | `empty_inputs` | a warning about inputs without records |
//! | `progress`, `report` | what is printed on standard error |
//! | `keys`, `reference` | the members of summaries, and the pages of all columns and members |
//!
//! Files, signals, exit codes and the like are in the crate `console`, which `bench` uses too.

mod advice;
mod args;
mod batch;
mod commands_page;
mod completions;
mod cover;
mod cover_about_all;
mod csv_file;
#[cfg(feature = "parquet")]
mod decoder_panics;
mod dedup;
mod empty_inputs;
mod generate;
mod help;
mod keys;
mod leak;
mod leak_rows;
mod manual;
mod mistyped;
mod morph;
mod options;
mod partial;
mod progress;
mod ranges;
mod rate;
pub mod reference;
mod report;
mod run_info;
mod select;
mod summary;
mod variants;

use args::Args;
use clap::error::ErrorKind;
use quadrille_bench::args::HelperCommand;
pub use quadrille_console::numbers::grouped;
use quadrille_console::{
    color,
    exit::{ExitStatus, print_failure, print_lines},
    own_program, sigbus,
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

/// Like [`main`], for a program that runs the command if it is started with some arguments of its own: `launcher` is
/// the program and these arguments, as in `python -m quadrille`. The first call of a process counts.
pub fn main_with_launcher(launcher: Vec<OsString>, args: impl IntoIterator<Item = OsString>) -> u8 {
    own_program::set(launcher);
    exit_code(args)
}

fn exit_code(args: impl IntoIterator<Item = OsString>) -> u8 {
    sigbus::install_handler();
    #[cfg(feature = "parquet")]
    decoder_panics::silence();
    let args: Vec<OsString> = args.into_iter().collect();
    if let Some(helper) = HelperCommand::of(&args) {
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
    if error.downcast_ref::<quadrille::Error>().is_some_and(quadrille::Error::is_broken_pipe) {
        return 0;
    }
    print_failure(&format!("{error:#}{}", advice::suffix(error, command)));
    2
}

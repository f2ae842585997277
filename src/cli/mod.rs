//! The command line: arguments → resolved plan → run → report.

mod args;
mod batch;
mod bench;
mod cover;
mod emit;
mod generate;
mod part;
mod progress;
mod report;
mod signals;
mod variants;

use args::{Args, Command};
use clap::Parser;
use std::{ffi::OsString, io::Write, process::ExitCode};

/// What a command ends with, as an exit code.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    /// Every record was answered as asked.
    AllSolved,
    /// Some records were not.
    SomeNot,
    /// A signal came first.
    Stopped(u8),
}

/// Runs the command and gives its exit code: 0 all solved, 1 some records not, 2 usage or
/// input/output.
pub(crate) fn main(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    let args = match Args::try_parse_from(args) {
        Ok(args) => args,
        Err(error) => {
            let code = error.exit_code();
            // Help that nobody reads to its end is no error.
            let _ = error.print();
            return ExitCode::from(code as u8);
        }
    };
    quadrille::exit_where_a_mapping_fails();
    let end = match args.command {
        Command::Solve(args) => batch::solve(args),
        Command::Check(args) => batch::check(args),
        Command::Count(args) => batch::count(args),
        Command::Hint(args) => batch::hint(args),
        Command::Cover(args) => cover::run(args),
        Command::Generate(args) => generate::run(args),
        Command::Bench(args) => bench::run(&args),
        Command::Launch(args) => bench::launch(args),
        Command::Sweep(args) => bench::sweep(&args),
        Command::Completions { shell } => emit::completions(shell),
        Command::Man { command } => emit::man(command.as_deref()),
    };
    match end {
        Ok(End::AllSolved) => ExitCode::SUCCESS,
        Ok(End::SomeNot) => ExitCode::from(1),
        Ok(End::Stopped(signal)) => ExitCode::from(128 + signal),
        Err(error) => fail(&error),
    }
}

fn fail(error: &anyhow::Error) -> ExitCode {
    if error.downcast_ref::<quadrille::Error>().is_some_and(quadrille::Error::is_broken_pipe) {
        return ExitCode::SUCCESS;
    }
    tell(&format!("quadrille: {error:#}"));
    ExitCode::from(2)
}

/// A line on standard error; that nobody listens there is no reason to stop.
fn tell(line: &str) {
    let _ = writeln!(std::io::stderr(), "{line}");
}

//! The command: a thin layer over the library, which it uses as any other program would.

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::main(std::env::args_os())
}

//! The command `quadrille`: a thin layer over the library, which it uses like any other program.

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::main(std::env::args_os())
}

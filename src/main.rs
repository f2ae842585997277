//! The command `quadrille`. It is a function of the library, so that other programs, such as the Python package, can
//! bring it along.

use std::process::ExitCode;

fn main() -> ExitCode {
    quadrille::cli::main(std::env::args_os())
}

//! The command `quadrille`.

use std::process::ExitCode;

fn main() -> ExitCode {
    quadrille_cli::main(std::env::args_os())
}

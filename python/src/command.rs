//! The command `quadrille`, for `python -m quadrille`.

use pyo3::prelude::*;
use std::ffi::OsString;

/// Runs the command with these arguments, the first of which is a name, and returns its exit code.
///
/// It handles signals itself and may end the process, so it is for a process that does nothing else.
#[pyfunction]
pub fn command(py: Python<'_>, args: Vec<OsString>) -> u8 {
    py.detach(|| quadrille_cli::exit_code(args))
}

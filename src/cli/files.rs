//! Opening the inputs and outputs that the command line names.

use super::{
    descriptors::{check_stdin, check_stdout},
    puzzle_argument::open_puzzle,
    sigbus::open_mapped,
};
use anyhow::{Result, bail};
use quadrille::{Input, Output};
use std::{
    io::{IsTerminal, stdin},
    path::{Path, PathBuf},
};

/// Opens the inputs in order; without any, standard input.
pub(super) fn open_inputs(paths: &[PathBuf], map: bool) -> Result<Vec<Input<'static>>> {
    if paths.is_empty() {
        return Ok(vec![default_input()?]);
    }
    if paths.iter().filter(|p| is_dash(p)).count() > 1 {
        bail!("`-` (standard input) is given more than once");
    }
    let open = |path: &PathBuf| match open_puzzle(path)? {
        Some(puzzle) => Ok(puzzle),
        None => open_input(path, map),
    };
    paths.iter().map(open).collect()
}

/// Opens one input; `-` is standard input.
pub(super) fn open_input(path: &Path, map: bool) -> Result<Input<'static>> {
    check_stdin(path)?;
    Ok(match map {
        _ if is_dash(path) => Input::stdin(),
        true => open_mapped(path)?,
        false => Input::path(path)?,
    })
}

/// Standard input, unless it is a terminal: without arguments the command must not wait for the keyboard.
pub(super) fn default_input() -> Result<Input<'static>> {
    if stdin().is_terminal() {
        bail!("no input; name a file, or use `-` to read standard input");
    }
    open_input(Path::new("-"), false)
}

/// Opens the output; `-` is standard output.
pub(super) fn open_output(path: &Path) -> Result<Output> {
    check_stdout(path)?;
    Ok(if is_dash(path) { Output::stdout()? } else { Output::path(path)? })
}

/// What happens to an output if the run is stopped, to follow the number of records in the message.
pub(super) fn output_disposition(output: &Output) -> String {
    match output.temporary() {
        Some(_) => format!("; {}", left_alone(output.name())),
        None => " were written".into(),
    }
}

/// The message about a file that was not replaced. It says "unchanged" only if the file exists; a link to a file that
/// does not exist is not a file.
pub(super) fn left_alone(name: &str) -> String {
    match Path::new(name).exists() {
        true => format!("{name} is unchanged"),
        false => format!("{name} was not written"),
    }
}

/// Whether a path names an existing device or pipe, to which several outputs may be written.
pub(super) fn is_special(path: &Path) -> bool {
    std::fs::metadata(path).is_ok_and(|metadata| !metadata.is_file())
}

pub(super) fn is_dash(path: &Path) -> bool {
    path.as_os_str() == "-"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_file_that_was_there_is_called_unchanged() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("out").to_str().unwrap().to_owned();
        assert_eq!(left_alone(&file), format!("{file} was not written"));
        std::fs::write(&file, "old").unwrap();
        assert_eq!(left_alone(&file), format!("{file} is unchanged"));
    }
}

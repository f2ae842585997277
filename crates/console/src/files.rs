//! Opening the inputs and outputs that the command line names.

use super::{
    descriptors::{check_stdin, check_stdout},
    nearest::nearest_file,
    puzzle_argument::open_puzzle,
    sigbus::open_mapped,
};
use anyhow::{Error, Result, anyhow, bail};
use quadrille_run::io::{Input, Output};
use quadrille_run::tables::TableFormat;
use std::{
    io::{ErrorKind, IsTerminal, stdin},
    path::{Path, PathBuf},
};

/// Opens the inputs in order; without any, standard input.
pub fn open_inputs(paths: &[PathBuf], map: bool) -> Result<Vec<Input<'static>>> {
    if paths.is_empty() {
        return Ok(vec![default_input()?]);
    }
    if paths.iter().filter(|p| is_dash(p)).count() > 1 {
        bail!("`-` (standard input) is given more than once; name it once");
    }
    let open = |path: &PathBuf| match open_puzzle(path)? {
        Some(puzzle) => Ok(puzzle),
        None => open_input(path, map),
    };
    paths.iter().map(open).collect()
}

/// Opens one input; `-` is standard input.
pub fn open_input(path: &Path, map: bool) -> Result<Input<'static>> {
    check_stdin(path)?;
    if is_dash(path) {
        return Ok(Input::stdin());
    }
    let opened = if map { open_mapped(path) } else { Input::path(path) };
    opened.map_err(|error| absent(path).unwrap_or_else(|| error.into()))
}

/// The contents of a file that an option names.
pub fn read_file(option: &str, path: &Path) -> Result<Vec<u8>> {
    let cannot_read = || format!("{option}: cannot read {}", path.display());
    std::fs::read(path).map_err(|error| match absent(path) {
        Some(absent) => anyhow!("{option} {absent}"),
        None => anyhow!(error).context(cannot_read()),
    })
}

/// The error of a file that does not exist, with the name that was probably meant.
pub fn absent(path: &Path) -> Option<Error> {
    let is_absent = std::fs::metadata(path).is_err_and(|error| error.kind() == ErrorKind::NotFound);
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty() && !folder.exists());
    let advice = match (folder, nearest_file(path)) {
        (Some(folder), _) => format!("there is no folder {}", folder.display()),
        (None, Some(file)) => format!("did you mean {file}?"),
        (None, None) => "check its name and folder".into(),
    };
    is_absent.then(|| anyhow!("{}: not found; {advice}", path.display()))
}

/// Standard input, unless it is a terminal: without arguments the command must not wait for the keyboard.
pub fn default_input() -> Result<Input<'static>> {
    if stdin().is_terminal() {
        bail!("no input; name a file, or use `-` to read standard input");
    }
    open_input(Path::new("-"), false)
}

/// Opens an output that holds text; `-` is standard output.
pub fn open_output(path: &Path) -> Result<Output> {
    if let Some(format) = TableFormat::of_name(path) {
        let (path, format) = (path.display(), format.name());
        bail!("{path}: this output is text, which cannot be written as {format}; give it another extension");
    }
    open_any_output(path, None)
}

/// Opens an output that holds text or, by its name or this format, a table; `-` is standard output.
pub fn open_any_output(path: &Path, table: Option<TableFormat>) -> Result<Output> {
    check_stdout(path)?;
    check_folder(path)?;
    let output = if is_dash(path) { Output::stdout()? } else { Output::path(path)? };
    Ok(match table {
        Some(format) => output.table(format)?,
        None => output,
    })
}

/// Refuses an output in a folder that does not exist.
pub fn check_folder(path: &Path) -> Result<()> {
    match path.parent().filter(|folder| !folder.as_os_str().is_empty() && !folder.exists()) {
        Some(folder) => bail!(
            "cannot create {}: there is no folder {}; create it, or name another file",
            path.display(),
            folder.display()
        ),
        None => Ok(()),
    }
}

/// The kind of table of an output, by its name and by the option `--output-format`.
pub fn table_format(path: &Path, output_format: &str) -> Result<Option<TableFormat>> {
    let of_name = TableFormat::of_name(path);
    match (TableFormat::named(output_format), of_name) {
        (Some(named), _) => Ok(Some(named)),
        (None, Some(format)) if output_format != "auto" => {
            let (path, format) = (path.display(), format.name());
            bail!(
                "the name {path} asks for {format}, and --output-format for {output_format}; change one of them"
            )
        }
        (None, of_name) => Ok(of_name),
    }
}

/// The fate of an output if the run is stopped, as the part of the message after the number of records.
pub fn output_disposition(output: &Output) -> String {
    match output.temporary() {
        Some(_) => format!("; {}", left_alone(output.name())),
        None => " were written".into(),
    }
}

/// The message about a file that was not replaced. It says "unchanged" only if the file exists; a link to a file that
/// does not exist is not a file.
pub fn left_alone(name: &str) -> String {
    if Path::new(name).exists() { format!("{name} is unchanged") } else { format!("{name} was not written") }
}

/// Whether a path names an existing device or pipe, to which several outputs may be written.
pub fn is_special(path: &Path) -> bool {
    std::fs::metadata(path).is_ok_and(|metadata| !metadata.is_file())
}

pub fn is_dash(path: &Path) -> bool {
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

//! Several outputs of one run. No output replaces another one or an input, and either all files are replaced or none.

use super::files::{is_dash, is_special, open_output};
use anyhow::{Context, Result, anyhow, bail};
use quadrille_base::error::Error;
use quadrille_run::io::Output;
use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
};

/// An output besides the answers, such as the file of `--summary-json`.
pub struct SideFile {
    path: PathBuf,
    output: Output,
}

impl SideFile {
    pub fn open(path: &Path) -> Result<SideFile> {
        Ok(SideFile { path: path.to_owned(), output: open_output(path)? })
    }

    /// The file to remove if the run is stopped.
    pub fn temporary(&self) -> Option<&Path> {
        self.output.temporary()
    }

    /// Writes the whole contents, or the rest of them, and syncs them to the disk, so that only renaming is left.
    pub fn write(&mut self, text: &[u8]) -> Result<()> {
        self.append(text)?;
        Ok(self.output.sync()?)
    }

    /// Writes a part of the contents.
    pub fn append(&mut self, text: &[u8]) -> Result<()> {
        self.output.write_all(text).with_context(|| format!("cannot write {}", self.path.display()))
    }

    /// Puts the contents in place.
    pub fn finish(self) -> Result<(), Error> {
        self.output.finish()
    }
}

/// Adds the outcome of the other output to an error: `what` follows the message.
pub fn with_outcome(error: anyhow::Error, what: &str) -> anyhow::Error {
    match error.downcast_ref::<Error>() {
        // Not reported.
        Some(cause) if cause.is_broken_pipe() => error,
        _ => anyhow!("{error:#}; {what}"),
    }
}

/// Rejects an output that would replace an input, whatever their names are. Without inputs, standard input is read.
pub fn check_input_is_kept(option: &str, output: &Path, inputs: &[&Path]) -> Result<()> {
    if is_dash(output) || !output.is_file() {
        return Ok(());
    }
    let inputs = if inputs.is_empty() { &[Path::new("-")] } else { inputs };
    let id = |input: &Path| identity(if is_dash(input) { Path::new("/dev/stdin") } else { input });
    if inputs.iter().any(|input| id(input) == identity(output)) {
        bail!("{option} {}: this file is an input; name another file", output.display());
    }
    Ok(())
}

/// The identity of a file, which does not depend on the name or link that leads to it.
#[cfg(unix)]
fn identity(path: &Path) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt;
    fs::metadata(path).ok().map(|file| (file.dev(), file.ino()))
}

#[cfg(not(unix))]
fn identity(path: &Path) -> Option<PathBuf> {
    fs::canonicalize(path).ok()
}

/// Rejects outputs that would replace an input, and side files that would replace each other or the output. Each comes with
/// the option that names it.
pub fn check_distinct(
    output: Option<(&str, &Path)>,
    side_files: &[(&str, &Path)],
    inputs: &[&Path],
) -> Result<()> {
    for (option, path) in output.iter().chain(side_files) {
        check_input_is_kept(option, path, inputs)?;
    }
    for (index, (option, path)) in side_files.iter().enumerate() {
        let others = || side_files[..index].iter().chain(&output);
        if let Some((other_option, _)) = others().find(|(_, other)| is_dash(path) && is_dash(other)) {
            bail!("{other_option} and {option} both write to standard output; name a file for one of them");
        }
        if is_dash(path) || is_special(path) {
            continue;
        }
        let canonical_path = canonical(path);
        let is_same = |other: &Path| !is_dash(other) && canonical(other) == canonical_path;
        for (other_option, other) in others() {
            if is_same(other) {
                bail!(
                    "{other_option} and {option} both name {}; name another file for one of them",
                    path.display()
                );
            }
        }
        let name = canonical_path.to_string_lossy();
        let is_state = name.ends_with(".quadrille-partial") || name.ends_with(".quadrille-state");
        if is_state {
            bail!("{option} {}: this is the name of a file of --resume; name another file", path.display());
        }
    }
    Ok(())
}

/// The canonical path of a file, which need not exist.
fn canonical(path: &Path) -> PathBuf {
    let in_folder = || {
        let folder = path.parent().filter(|f| !f.as_os_str().is_empty()).unwrap_or(Path::new("."));
        Some(fs::canonicalize(folder).ok()?.join(path.file_name()?))
    };
    // Possibly a link to a file that does not exist yet. A loop of links ends as an error.
    if let (Err(e), Ok(named)) = (fs::metadata(path), fs::read_link(path))
        && e.kind() == std::io::ErrorKind::NotFound
    {
        return canonical(&path.with_file_name(named));
    }
    fs::canonicalize(path).ok().or_else(in_folder).unwrap_or_else(|| path.to_owned())
}

//! The folder for inputs and outputs of processes. It is removed when `bench` ends, even if it is killed.

use super::args::CleanupArgs;
use crate::cli::exit::ExitStatus;
use anyhow::{Result, bail};
use std::{
    fs,
    io::{Read, stdin},
    path::Path,
    process::{Child, Command, Stdio},
};
use tempfile::TempDir;

/// Prefix of the folder name; `cleanup` removes no other folder.
const PREFIX: &str = "quadrille-bench-";

/// A folder, and a process that removes it at the end of a pipe. A Ctrl-C runs no destructor, and copies of
/// the puzzles may be large.
pub(super) struct TempFolder {
    folder: TempDir,
    cleaner: Child,
}

impl TempFolder {
    /// Creates the folder in the system's folder for temporary files, which `TMPDIR` sets: the current folder
    /// may not be writable.
    pub fn new() -> Result<TempFolder> {
        let folder = tempfile::Builder::new().prefix(PREFIX).tempdir()?;
        let mut cleaner = Command::new(std::env::current_exe()?);
        cleaner.arg("cleanup").arg(folder.path()).stdout(Stdio::null()).stderr(Stdio::null());
        // A Ctrl-C at the terminal must not reach the process.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut cleaner, 0);
        let cleaner = cleaner.stdin(Stdio::piped()).spawn()?;
        Ok(TempFolder { folder, cleaner })
    }

    pub fn path(&self) -> &Path {
        self.folder.path()
    }
}

impl Drop for TempFolder {
    fn drop(&mut self) {
        drop(self.cleaner.stdin.take());
        let _ = self.cleaner.wait();
    }
}

/// The hidden command `cleanup`.
pub(in crate::cli) fn cleanup(args: &CleanupArgs) -> Result<ExitStatus> {
    if !args.folder.file_name().is_some_and(|name| name.to_string_lossy().starts_with(PREFIX)) {
        bail!("{} was not created by `quadrille bench`", args.folder.display());
    }
    let _ = stdin().read(&mut [0]);
    // A contestant that is being killed may still create files, which the next attempt removes.
    for _ in 0..10 {
        if fs::remove_dir_all(&args.folder).is_ok() || !args.folder.exists() {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    Ok(ExitStatus::AllAnswered)
}

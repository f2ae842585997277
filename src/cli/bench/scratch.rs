//! The folder for inputs and outputs of processes, which is gone when `bench` is, in whatever way it ends.

use super::args::CleanupArgs;
use crate::cli::ExitStatus;
use anyhow::{Result, bail};
use std::{
    fs,
    io::{Read, stdin},
    path::Path,
    process::{Child, Command, Stdio},
};
use tempfile::TempDir;

/// What its name begins with; the sweeper removes nothing else.
const PREFIX: &str = "quadrille-bench-";

/// A folder, and a process that removes it at the end of a pipe: a Ctrl-C runs no destructor, and copies
/// of the puzzles may be large.
pub(super) struct Scratch {
    folder: TempDir,
    sweeper: Child,
}

impl Scratch {
    /// Beside the build or where the caller stands there may be no room to write; the system's
    /// folder for temporary files can be set by `TMPDIR`.
    pub fn new() -> Result<Scratch> {
        let folder = tempfile::Builder::new().prefix(PREFIX).tempdir()?;
        let mut sweeper = Command::new(std::env::current_exe()?);
        sweeper.arg("cleanup").arg(folder.path()).stdout(Stdio::null()).stderr(Stdio::null());
        // Out of reach of a Ctrl-C at the terminal.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut sweeper, 0);
        let sweeper = sweeper.stdin(Stdio::piped()).spawn()?;
        Ok(Scratch { folder, sweeper })
    }

    pub fn path(&self) -> &Path {
        self.folder.path()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        drop(self.sweeper.stdin.take());
        let _ = self.sweeper.wait();
    }
}

/// The hidden command `sweep`.
pub(in crate::cli) fn cleanup(args: &CleanupArgs) -> Result<ExitStatus> {
    if !args.folder.file_name().is_some_and(|name| name.to_string_lossy().starts_with(PREFIX)) {
        bail!("{} is no folder of bench", args.folder.display());
    }
    let _ = stdin().read(&mut [0]);
    // A contestant that is being killed may still write: what was made meanwhile goes in the next try.
    for _ in 0..10 {
        if fs::remove_dir_all(&args.folder).is_ok() || !args.folder.exists() {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    Ok(ExitStatus::AllAnswered)
}

//! The folder for inputs and outputs of processes. It is removed when `bench` ends, even if it is killed.

use super::{
    args::{CLEANUP, CleanupArgs},
    contestant::own_program,
};
use anyhow::{Result, bail};
use quadrille_console::{exit::ExitStatus, random::random};
use std::{
    fs,
    io::{BufRead, BufReader, Read, Write, stdin},
    path::Path,
    process::{Child, Command, Stdio},
};
use tempfile::TempDir;

const PREFIX: &str = "quadrille-bench-";
/// The file in the folder that contains its mark.
const MARK: &str = ".quadrille-bench-mark";
/// Hexadecimal digits of a mark.
const MARK_LEN: usize = 32;

/// A folder, and a process that removes it at the end of a pipe. A Ctrl-C runs no destructor, and copies of
/// the puzzles may be large.
///
/// The folder has a mark, a random number that only `bench` and the process know. The process removes only a
/// folder with this mark, regardless of who started it and with which path.
pub(crate) struct TempFolder {
    folder: TempDir,
    cleaner: Child,
}

impl TempFolder {
    /// Creates the folder in the system's folder for temporary files, which `TMPDIR` sets, because the
    /// current folder may not be writable.
    pub fn new() -> Result<TempFolder> {
        let folder = tempfile::Builder::new().prefix(PREFIX).tempdir()?;
        let mark = format!("{:016x}{:016x}", random(), random());
        fs::write(folder.path().join(MARK), &mark)?;
        let mut cleaner = Command::new(own_program()?);
        cleaner.arg(CLEANUP).arg(folder.path()).stdout(Stdio::null()).stderr(Stdio::null());
        // A Ctrl-C at the terminal must not reach the process.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut cleaner, 0);
        let mut cleaner = cleaner.stdin(Stdio::piped()).spawn()?;
        if let Some(pipe) = &mut cleaner.stdin {
            writeln!(pipe, "{mark}")?;
        }
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

/// The helper `cleanup`.
pub(crate) fn cleanup(args: &CleanupArgs) -> Result<ExitStatus> {
    let mut input = BufReader::new(stdin());
    let mut mark = String::new();
    input.by_ref().take(MARK_LEN as u64 + 1).read_line(&mut mark)?;
    // `bench` keeps the pipe open until it ends.
    input.read_to_end(&mut Vec::new())?;
    if !carries(&args.folder, mark.trim_end()) {
        bail!(
            "{} was not created by this run of `quadrille bench`; it was not removed",
            args.folder.display()
        );
    }
    // A contestant that is being killed may still create files, which the next attempt removes.
    for _ in 0..10 {
        if fs::remove_dir_all(&args.folder).is_ok() || !args.folder.exists() {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    Ok(ExitStatus::AllAnswered)
}

/// Whether a folder has this mark. A symbolic link to a folder has none.
fn carries(folder: &Path, mark: &str) -> bool {
    let is_folder = fs::symlink_metadata(folder).is_ok_and(|metadata| metadata.is_dir());
    is_folder
        && mark.len() == MARK_LEN
        && fs::read(folder.join(MARK)).is_ok_and(|text| text == mark.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_mark_of_the_folder_is_accepted() {
        let folder = tempfile::tempdir().unwrap();
        let mark = "0123456789abcdef0123456789abcdef";
        assert!(!carries(folder.path(), mark) && !carries(folder.path(), ""));
        fs::write(folder.path().join(MARK), "").unwrap();
        assert!(!carries(folder.path(), ""), "an empty mark is none");
        fs::write(folder.path().join(MARK), mark).unwrap();
        assert!(carries(folder.path(), mark) && !carries(folder.path(), &mark.replace('0', "1")));
    }
}

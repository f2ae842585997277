//! An output that can be continued by another process if this one is killed.
//!
//! Until the target is complete there are two files beside it:
//!
//! ```text
//!  target.quadrille-partial   the answers so far, possibly more than were committed
//!  target.quadrille-state     how many bytes of them are committed, their checksum, and a payload of the run
//! ```
//!
//! A commit first syncs the answers to the disk and then replaces the state atomically. So the state never describes
//! bytes that are not on the disk, whenever the process or the machine stops. Bytes of the partial file beyond them
//! are truncated when it is opened again. A new state is written to `target.quadrille-state-new`, which a kill may leave
//! behind; the next run removes it.
//!
//! All three have the permissions of the old output. They are created as new files and never opened through a link,
//! and files of other users are refused.

mod open;
mod state;
#[cfg(test)]
mod tests;

pub(crate) use state::checksum;

use super::disk::{Disk, DiskFile, exclusive, folder, retry};
use crc32fast::Hasher;
use quadrille_base::error::{Error, ErrorKind};
use state::SavedState;
use std::{
    fs::{self, Permissions},
    io::{self, Write},
    path::PathBuf,
    sync::Arc,
};

pub(crate) struct Partial {
    disk: Arc<dyn Disk>,
    file: Box<dyn DiskFile>,
    target: PathBuf,
    path: PathBuf,
    state: PathBuf,
    /// The state while it is being replaced.
    new_state: PathBuf,
    /// The permissions of the old output, if there was one.
    permissions: Option<Permissions>,
    len: u64,
    crc: Hasher,
    /// The whole output had been written when it was opened.
    is_complete: bool,
    /// It had been renamed too.
    is_renamed: bool,
    /// An earlier run was interrupted before its first commit.
    starts_over: bool,
}

impl Partial {
    /// Whether the whole output had been written when it was opened.
    pub fn is_complete(&self) -> bool {
        self.is_complete
    }

    /// Whether an earlier run was interrupted before its first commit, so that nothing of it can be continued.
    pub fn starts_over(&self) -> bool {
        self.starts_over
    }

    /// The target's name, for messages.
    pub fn name(&self) -> String {
        self.target.display().to_string()
    }

    /// Makes what was written so far, and the payload, outlast a power failure.
    pub fn commit(&mut self, payload: &str) -> Result<(), Error> {
        self.save(payload, false).map_err(|e| self.cannot_write(e))
    }

    fn save(&mut self, payload: &str, is_complete: bool) -> io::Result<()> {
        // The state must not describe another file.
        let path = if self.is_renamed { &self.target } else { &self.path };
        if !self.file.is_at(path)? {
            let what = format!("{} was removed or replaced during the run", path.display());
            return Err(io::Error::other(what));
        }
        self.file.flush()?;
        self.file.sync()?;
        let payload = payload.to_owned();
        let state = SavedState { len: self.len, sum: self.crc.clone().finalize(), is_complete, payload };
        self.replace_state(&state).inspect_err(|_| {
            // The next run does not need it.
            let _ = self.disk.remove(&self.new_state);
        })?;
        self.disk.sync_folder(folder(&self.state))
    }

    /// Replaces the state atomically, by renaming a new file.
    fn replace_state(&self, state: &SavedState) -> io::Result<()> {
        let new = &self.new_state;
        let mut file = exclusive::create(&*self.disk, new, self.permissions.as_ref())?;
        file.write_all(state.write().as_bytes())?;
        file.flush()?;
        file.sync()?;
        drop(file);
        self.disk.rename(new, &self.state)
    }

    /// Renames the complete output to the target and removes the state.
    ///
    /// # Errors
    /// If something cannot be renamed or synced; the run can be resumed again then.
    pub fn finish(mut self, payload: &str) -> Result<(), Error> {
        self.rename(payload).map_err(|e| self.cannot_write(e))
    }

    fn rename(&mut self, payload: &str) -> io::Result<()> {
        self.save(payload, true)?;
        if !self.is_renamed {
            if let Ok(about) = fs::metadata(&self.target) {
                self.file.permit(about.permissions())?;
            }
            self.disk.rename(&self.path, &self.target)?;
            self.disk.sync_folder(folder(&self.target))?;
        }
        self.disk.remove(&self.state)?;
        self.disk.sync_folder(folder(&self.target))
    }

    fn cannot_write(&self, error: io::Error) -> Error {
        Error::io(ErrorKind::Output, format!("cannot write {}", self.name()), error)
    }
}

impl Write for Partial {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.file.write(bytes)?;
        self.crc.update(&bytes[..written]);
        self.len += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// The checksum of a file's first `len` bytes; `None` if it has fewer.
fn sum_of(file: &mut dyn DiskFile, len: u64) -> io::Result<Option<Hasher>> {
    let (mut crc, mut left, mut piece) = (Hasher::new(), len, vec![0; 1 << 16]);
    while left > 0 {
        let most = left.min(piece.len() as u64) as usize;
        match retry(|| file.read(&mut piece[..most]))? {
            0 => return Ok(None),
            n => {
                crc.update(&piece[..n]);
                left -= n as u64;
            }
        }
    }
    Ok(Some(crc))
}

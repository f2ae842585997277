//! The operations of the file system that outputs use, as a trait, so that tests can inject faults.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, Read, Write},
    path::Path,
};

/// A file system.
pub(crate) trait Disk: Send + Sync {
    /// Opens a file.
    fn open(&self, path: &Path, options: &OpenOptions) -> io::Result<Box<dyn DiskFile>>;

    /// Renames a file, replacing the file at `to`.
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()>;

    /// Removes a file.
    fn remove(&self, path: &Path) -> io::Result<()>;

    /// Syncs a folder to the disk, so that created, renamed and removed files outlast a power failure.
    fn sync_folder(&self, folder: &Path) -> io::Result<()>;
}

/// An open file.
pub(crate) trait DiskFile: Read + Write + Send + Sync {
    /// Writes bytes at a position, possibly only the first of them. Several threads may write at the same time, each at its
    /// place. Does not affect where [`Write::write`] writes, except on Windows.
    fn write_at(&self, bytes: &[u8], position: u64) -> io::Result<usize>;

    /// Syncs the contents to the disk, so that they outlast a power failure.
    fn sync(&mut self) -> io::Result<()>;

    /// Asks the system to begin with writing the contents to the disk. Waits only for a place in the disk's
    /// queue; the next [`sync`](Self::sync) returns its errors.
    fn start_writeback(&self);

    /// Truncates the file to `len` bytes and moves to its end.
    fn truncate(&mut self, len: u64) -> io::Result<()>;

    /// Locks the file against other processes while it is open.
    fn lock(&mut self) -> io::Result<Lock>;

    /// Whether the path still names this file, which may have been renamed or removed. Links are not followed.
    fn is_at(&self, path: &Path) -> io::Result<bool>;

    /// The metadata of the file.
    fn about(&self) -> io::Result<fs::Metadata>;

    /// Sets the permissions of the file.
    fn permit(&mut self, permissions: fs::Permissions) -> io::Result<()>;
}

/// Whether a file could be locked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Lock {
    Taken,
    /// Another process holds the lock.
    Held,
    /// The file system has no locks.
    Unsupported,
}

/// The file system of the operating system.
pub(crate) struct Os;

impl Disk for Os {
    fn open(&self, path: &Path, options: &OpenOptions) -> io::Result<Box<dyn DiskFile>> {
        Ok(Box::new(options.open(path)?))
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        fs::rename(from, to)
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        fs::remove_file(path)
    }

    fn sync_folder(&self, folder: &Path) -> io::Result<()> {
        if cfg!(not(unix)) {
            return Ok(());
        }
        match retry(|| File::open(folder)?.sync_all()) {
            // Not every file system supports it, and some folders may be written to but not read.
            Err(e) if is_unsupported(&e) || e.kind() == io::ErrorKind::PermissionDenied => Ok(()),
            other => other,
        }
    }
}

/// Whether the file system does not support syncing.
fn is_unsupported(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::Unsupported | io::ErrorKind::InvalidInput)
}

impl DiskFile for File {
    #[cfg(unix)]
    fn write_at(&self, bytes: &[u8], position: u64) -> io::Result<usize> {
        std::os::unix::fs::FileExt::write_at(self, bytes, position)
    }

    #[cfg(windows)]
    fn write_at(&self, bytes: &[u8], position: u64) -> io::Result<usize> {
        std::os::windows::fs::FileExt::seek_write(self, bytes, position)
    }

    fn sync(&mut self) -> io::Result<()> {
        match retry(|| self.sync_all()) {
            Err(e) if is_unsupported(&e) => Ok(()),
            other => other,
        }
    }

    fn start_writeback(&self) {
        writeback::start(self);
    }

    fn truncate(&mut self, len: u64) -> io::Result<()> {
        self.set_len(len)?;
        io::Seek::seek(self, io::SeekFrom::Start(len)).map(drop)
    }

    fn lock(&mut self) -> io::Result<Lock> {
        match self.try_lock() {
            Ok(()) => Ok(Lock::Taken),
            Err(fs::TryLockError::WouldBlock) => Ok(Lock::Held),
            Err(fs::TryLockError::Error(_)) => Ok(Lock::Unsupported),
        }
    }

    fn is_at(&self, path: &Path) -> io::Result<bool> {
        match fs::symlink_metadata(path) {
            Ok(there) => Ok(is_same(&self.metadata()?, &there)),
            Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(false),
            Err(e) => Err(e),
        }
    }

    fn about(&self) -> io::Result<fs::Metadata> {
        self.metadata()
    }

    fn permit(&mut self, permissions: fs::Permissions) -> io::Result<()> {
        self.set_permissions(permissions)
    }
}

#[cfg(unix)]
fn is_same(one: &fs::Metadata, other: &fs::Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    (one.dev(), one.ino()) == (other.dev(), other.ino())
}

/// Cannot be tested on this system.
#[cfg(not(unix))]
fn is_same(_: &fs::Metadata, other: &fs::Metadata) -> bool {
    other.is_file()
}

/// Retries a call that was interrupted by a signal.
pub(crate) fn retry<T>(mut call: impl FnMut() -> io::Result<T>) -> io::Result<T> {
    loop {
        match call() {
            Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
            other => return other,
        }
    }
}

/// Writes all bytes at a position, however many calls that takes.
pub(crate) fn write_all_at(file: &dyn DiskFile, mut bytes: &[u8], mut position: u64) -> io::Result<()> {
    while !bytes.is_empty() {
        let count = retry(|| file.write_at(bytes, position))?;
        if count == 0 {
            return Err(io::ErrorKind::WriteZero.into());
        }
        bytes = &bytes[count..];
        position += count as u64;
    }
    Ok(())
}

/// The folder that a file is in.
pub(crate) fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

pub(crate) mod exclusive;
#[cfg(test)]
pub(crate) mod faulty;
mod writeback;

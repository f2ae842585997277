//! What outputs ask of the file system: the seam at which tests put faults.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, Read, Write},
    path::Path,
};

/// A file system.
pub(crate) trait Disk: Send + Sync {
    /// Opens a file.
    fn open(&self, path: &Path, options: &OpenOptions) -> io::Result<Box<dyn DiskFile>>;

    /// Puts a file in the place of another.
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()>;

    /// Takes a file away.
    fn remove(&self, path: &Path) -> io::Result<()>;

    /// Makes names that were given and taken in a folder outlast a power failure.
    fn sync_folder(&self, folder: &Path) -> io::Result<()>;
}

/// A file that is written.
pub(crate) trait DiskFile: Read + Write + Send {
    /// Makes what was written outlast a power failure.
    fn sync(&mut self) -> io::Result<()>;

    /// Cuts the file to this many bytes and goes on writing behind them.
    fn cut(&mut self, len: u64) -> io::Result<()>;

    /// Keeps other processes from writing it as well; false if one does.
    fn lock(&mut self) -> io::Result<bool>;

    /// Whether it is the file of this name: it may have been given another, or taken away.
    fn is_at(&self, path: &Path) -> io::Result<bool>;
}

/// The file system that there is.
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
        match again(|| File::open(folder)?.sync_all()) {
            // Not every file system can, and some folders may be written to but not read.
            Err(e) if matches!(e.kind(), NOT_THERE | NOT_MEANT | io::ErrorKind::PermissionDenied) => Ok(()),
            other => other,
        }
    }
}

const NOT_THERE: io::ErrorKind = io::ErrorKind::Unsupported;
const NOT_MEANT: io::ErrorKind = io::ErrorKind::InvalidInput;

impl DiskFile for File {
    fn sync(&mut self) -> io::Result<()> {
        match again(|| self.sync_all()) {
            Err(e) if matches!(e.kind(), NOT_THERE | NOT_MEANT) => Ok(()),
            other => other,
        }
    }

    fn cut(&mut self, len: u64) -> io::Result<()> {
        self.set_len(len)?;
        io::Seek::seek(self, io::SeekFrom::Start(len)).map(drop)
    }

    fn lock(&mut self) -> io::Result<bool> {
        match self.try_lock() {
            Ok(()) => Ok(true),
            Err(fs::TryLockError::WouldBlock) => Ok(false),
            // Not every file system has locks.
            Err(fs::TryLockError::Error(_)) => Ok(true),
        }
    }

    fn is_at(&self, path: &Path) -> io::Result<bool> {
        match fs::metadata(path) {
            Ok(there) => Ok(is_same(&self.metadata()?, &there)),
            Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(false),
            Err(e) => Err(e),
        }
    }
}

#[cfg(unix)]
fn is_same(one: &fs::Metadata, other: &fs::Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    (one.dev(), one.ino()) == (other.dev(), other.ino())
}

/// Files are not told apart here; an open one cannot be replaced everywhere.
#[cfg(not(unix))]
fn is_same(_: &fs::Metadata, other: &fs::Metadata) -> bool {
    other.is_file()
}

/// Asks again where a signal came in between.
pub(crate) fn again<T>(mut ask: impl FnMut() -> io::Result<T>) -> io::Result<T> {
    loop {
        match ask() {
            Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
            other => return other,
        }
    }
}

/// The folder that a file is in.
pub(crate) fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

#[cfg(test)]
pub(crate) mod faulty;

//! Detects that a file changes while it is read.

use std::{
    fs::{self, File, Metadata},
    io::{self, Read},
    path::PathBuf,
    time::SystemTime,
};

/// The identity of a file and its version: the inode, the size, and the time of the last write.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Identity {
    pub len: u64,
    pub modified: Option<SystemTime>,
    #[cfg(unix)]
    node: (u64, u64),
}

impl Identity {
    pub fn of(about: &Metadata) -> Identity {
        Identity {
            len: about.len(),
            modified: about.modified().ok(),
            #[cfg(unix)]
            node: {
                use std::os::unix::fs::MetadataExt;
                (about.dev(), about.ino())
            },
        }
    }
}

/// Remembers a file as it was when it was opened.
pub(super) struct ChangeGuard {
    file: File,
    path: PathBuf,
    identity: Identity,
}

impl ChangeGuard {
    pub fn new(file: &File, path: PathBuf) -> io::Result<ChangeGuard> {
        let file = file.try_clone()?;
        let identity = Identity::of(&file.metadata()?);
        Ok(ChangeGuard { file, path, identity })
    }

    /// The size of the file in bytes when it was opened.
    pub fn len(&self) -> u64 {
        self.identity.len
    }

    /// # Errors
    /// If the file has been written to, truncated or extended.
    pub fn check(&self) -> io::Result<()> {
        if Identity::of(&self.file.metadata()?) == self.identity { Ok(()) } else { Err(changed("changed")) }
    }

    /// # Errors
    /// If the file has changed.
    #[cfg(feature = "parquet")]
    pub fn check_identity(&self, identity: &Identity) -> io::Result<()> {
        if self.identity == *identity { Ok(()) } else { Err(changed("changed")) }
    }

    /// # Errors
    /// As [`check`](Self::check), or if the path names another file now.
    pub fn check_path(&self) -> io::Result<()> {
        self.check()?;
        match fs::metadata(&self.path) {
            Ok(about) if Identity::of(&about) == self.identity => Ok(()),
            _ => Err(changed("was replaced")),
        }
    }
}

fn changed(how: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("it {how} while it was read"))
}

/// A reader that fails at its end if the file has changed, and says so if it fails before.
pub(super) struct GuardedReader<R> {
    pub reader: R,
    pub guard: ChangeGuard,
}

impl<R: Read> Read for GuardedReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let got = self.reader.read(buffer).map_err(|error| self.guard.check().err().unwrap_or(error))?;
        if got == 0 && !buffer.is_empty() {
            self.guard.check_path()?;
        }
        Ok(got)
    }
}

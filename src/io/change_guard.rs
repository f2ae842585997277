//! Whether a file is still what it was when it was opened.

use std::{
    fs::{self, File, Metadata},
    io::{self, Read},
    path::PathBuf,
    time::SystemTime,
};

/// What a file is known by: which one it is, its size, and when it was last written to.
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

/// A file that must not change while it is read.
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

    /// # Errors
    /// If it has been written to, cut short or extended.
    pub fn check(&self) -> io::Result<()> {
        if Identity::of(&self.file.metadata()?) == self.identity { Ok(()) } else { Err(changed("changed")) }
    }

    /// # Errors
    /// As [`check`](Self::check), or if another file has taken its place.
    pub fn check_place(&self) -> io::Result<()> {
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

/// A reader of such a file: that it changed is an error at its end.
pub(super) struct SteadyReader<R> {
    pub reader: R,
    pub steady: ChangeGuard,
}

impl<R: Read> Read for SteadyReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let got = self.reader.read(buffer)?;
        if got == 0 && !buffer.is_empty() {
            self.steady.check_place()?;
        }
        Ok(got)
    }
}

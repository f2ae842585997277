//! Where records come from: files that can be mapped, and streams that cannot.

use super::mapped::Mapped;
use crate::error::{Error, ErrorKind};
use std::{
    fs::{self, File},
    io::{self, Read},
    path::{Path, PathBuf},
    sync::Arc,
};

/// One input: a file, standard input, or any reader.
pub struct Input<'a> {
    name: String,
    source: Source<'a>,
    /// Bytes, where known beforehand.
    len: Option<u64>,
}

enum Source<'a> {
    Path { path: PathBuf, map: bool },
    Reader(Box<dyn Read + Send + 'a>),
}

/// An input that is being read.
pub(super) enum Opened<'a> {
    Mapped(Arc<Mapped>),
    Stream(Box<dyn Read + Send + 'a>),
}

impl<'a> Input<'a> {
    /// A file by its path. A regular file is mapped into memory if `map` says so, anything else
    /// (a pipe, a device, a file of unknown length) is read.
    ///
    /// # Errors
    /// If there is no such file, it cannot be opened, or it is a directory.
    pub fn path(path: impl Into<PathBuf>, map: bool) -> Result<Input<'a>, Error> {
        let path = path.into();
        let fail = |e| Error::io(ErrorKind::Input, format!("cannot open {}", path.display()), e);
        let about = fs::metadata(&path).map_err(fail)?;
        if about.is_dir() {
            return Err(fail(io::Error::from(io::ErrorKind::IsADirectory)));
        }
        let name = path.display().to_string();
        if !about.is_file() {
            return Ok(Input { name, source: Source::Path { path, map: false }, len: None });
        }
        // Opened now to fail before any work, and again when its turn comes: a run may name more
        // files than a process may hold open.
        File::open(&path).map_err(fail)?;
        // Files of /proc say 0 and have contents.
        let len = (about.len() > 0).then_some(about.len());
        Ok(Input { name, source: Source::Path { path, map: map && len.is_some() }, len })
    }

    /// Standard input.
    pub fn stdin() -> Input<'a> {
        Input::reader("-", io::stdin())
    }

    /// Any reader, with a name for messages.
    pub fn reader(name: impl Into<String>, reader: impl Read + Send + 'a) -> Input<'a> {
        Input { name: name.into(), source: Source::Reader(Box::new(reader)), len: None }
    }

    /// The name used in messages.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Bytes of the input, if that is known before it is read.
    pub fn size(&self) -> Option<u64> {
        self.len
    }

    pub(super) fn open(self) -> Result<Opened<'a>, Error> {
        let (path, map) = match self.source {
            Source::Reader(reader) => return Ok(Opened::Stream(reader)),
            Source::Path { path, map } => (path, map),
        };
        let fail = |e| Error::io(ErrorKind::Input, format!("cannot open {}", self.name), e);
        let file = File::open(&path).map_err(fail)?;
        // A file that shrank to nothing since it was named cannot be mapped, but can be read; nor
        // can files be mapped on every file system.
        if map && let Ok(mapped) = Mapped::map(&file) {
            return Ok(Opened::Mapped(Arc::new(mapped)));
        }
        Ok(Opened::Stream(Box::new(file)))
    }
}

impl<'a> TryFrom<&Path> for Input<'a> {
    type Error = Error;

    /// A file by its path, mapped if it can be.
    fn try_from(path: &Path) -> Result<Input<'a>, Error> {
        Input::path(path, true)
    }
}

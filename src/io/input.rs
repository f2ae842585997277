//! Where records come from: files that can be mapped, and streams that cannot.

use super::{
    mapped::Mapped,
    packed::{Packing, unpack},
};
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
    /// (a pipe, a device, a file of unknown length, a compressed file) is read.
    ///
    /// As with every input, what begins like a gzip or zstd file is unpacked, whatever its name.
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
        let mut head = [0; 4];
        let got = File::open(&path).map_err(fail)?.read(&mut head).unwrap_or(0);
        let packed = Packing::of_bytes(&head[..got]).is_some();
        // Files of /proc say 0 and have contents; how much a packed file holds is not known.
        let len = (about.len() > 0 && !packed).then_some(about.len());
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
        let fail = |e| Error::io(ErrorKind::Input, format!("cannot open {}", self.name), e);
        let stream = |reader| Ok(Opened::Stream(unpack(reader).map_err(fail)?));
        let (path, map) = match self.source {
            Source::Reader(reader) => return stream(reader),
            Source::Path { path, map } => (path, map),
        };
        let file = File::open(&path).map_err(fail)?;
        // A file that shrank to nothing since it was named cannot be mapped, but can be read; nor
        // can files be mapped on every file system.
        if map
            && let Ok(mapped) = Mapped::map(&file)
            && Packing::of_bytes(&mapped).is_none()
        {
            return Ok(Opened::Mapped(Arc::new(mapped)));
        }
        stream(Box::new(file))
    }
}

impl<'a> TryFrom<&Path> for Input<'a> {
    type Error = Error;

    /// A file by its path, mapped if it can be.
    fn try_from(path: &Path) -> Result<Input<'a>, Error> {
        Input::path(path, true)
    }
}

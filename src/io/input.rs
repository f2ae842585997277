//! Where records come from: files that can be mapped, and streams that cannot.

use super::{
    change_guard::{ChangeGuard, Identity, SteadyReader},
    compression::{Compression, unpack},
    mapped::Mapped,
};
use crate::error::{Error, ErrorKind};
use std::{
    fs::{self, File},
    io::{self, Read, Seek},
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
    /// A regular file of known size is `steady`: that it changes while it is read is an error.
    Path {
        path: PathBuf,
        map: bool,
        steady: bool,
        packed: bool,
    },
    Reader(Box<dyn Read + Send + 'a>),
}

/// An input that is being read.
pub(super) enum Opened<'a> {
    Mapped(Arc<Mapped>),
    Stream(Box<dyn Read + Send + 'a>),
    /// To be read in part.
    File(File, ChangeGuard),
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
            let source = Source::Path { path, map: false, steady: false, packed: false };
            return Ok(Input { name, source, len: None });
        }
        // Opened now to fail before any work, and again when its turn comes: a run may name more
        // files than a process may hold open.
        let mut head = [0; 4];
        let got = File::open(&path).map_err(fail)?.read(&mut head);
        let packed = Compression::of_bytes(&head[..*got.as_ref().unwrap_or(&0)]).is_some();
        // Files of /proc say 0 and have contents; how much a packed file holds is not known.
        let steady = about.len() > 0;
        let len = ((steady && !packed) || matches!(got, Ok(0))).then_some(about.len());
        // What is empty cannot be mapped.
        let map = map && len.is_some_and(|len| len > 0);
        Ok(Input { name, source: Source::Path { path, map, steady, packed }, len })
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

    /// The file, if the same bytes can be read again and again.
    pub(crate) fn file(&self) -> Option<&Path> {
        match &self.source {
            Source::Path { path, steady, .. } if *steady || self.len == Some(0) => Some(path),
            _ => None,
        }
    }

    /// Whether the file is compressed.
    pub(crate) fn is_packed(&self) -> bool {
        matches!(self.source, Source::Path { packed: true, .. })
    }

    /// What the file is known by, and its first bytes and its last: enough to tell it from another.
    pub(crate) fn identity(&self) -> io::Result<Option<(Identity, Vec<u8>)>> {
        const ENDS: u64 = 64 << 10;
        let Some(path) = self.file() else { return Ok(None) };
        let mut file = File::open(path)?;
        let identity = Identity::of(&file.metadata()?);
        let mut ends = Vec::new();
        (&mut file).take(ENDS).read_to_end(&mut ends)?;
        file.seek(io::SeekFrom::Start(identity.len.saturating_sub(ENDS)))?;
        file.take(ENDS).read_to_end(&mut ends)?;
        Ok(Some((identity, ends)))
    }

    /// Opens it; a file that is wanted in `part` only, and not mapped, as that file.
    pub(super) fn open(self, part: bool) -> Result<Opened<'a>, Error> {
        let fail = |e| Error::io(ErrorKind::Input, format!("cannot open {}", self.name), e);
        let stream = |reader| Ok(Opened::Stream(unpack(reader).map_err(fail)?));
        let (path, map, steady) = match self.source {
            Source::Reader(reader) => return stream(reader),
            Source::Path { path, map, steady, .. } => (path, map, steady),
        };
        let file = File::open(&path).map_err(fail)?;
        if !steady {
            return stream(Box::new(file));
        }
        let steady = || ChangeGuard::new(&file, path.clone()).map_err(fail);
        // A file that shrank to nothing since it was named cannot be mapped, but can be read; nor
        // can files be mapped on every file system.
        if map
            && let Ok(mapped) = Mapped::map(file.try_clone().map_err(fail)?, &self.name, steady()?)
            && Compression::of_bytes(&mapped).is_none()
        {
            return Ok(Opened::Mapped(Arc::new(mapped)));
        }
        let steady = steady()?;
        if part {
            return Ok(Opened::File(file, steady));
        }
        stream(Box::new(SteadyReader { reader: file, steady }))
    }
}

impl<'a> TryFrom<&Path> for Input<'a> {
    type Error = Error;

    /// A file by its path, mapped if it can be.
    fn try_from(path: &Path) -> Result<Input<'a>, Error> {
        Input::path(path, true)
    }
}

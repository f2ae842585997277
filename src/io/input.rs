//! Inputs: files, standard input and other readers.

use super::{
    change_guard::{ChangeGuard, GuardedReader, Identity},
    file_kind::{LONGEST, UnsupportedFile},
    mapped::Mapped,
    pipe::enlarge,
    standard::StandardInput,
    text::{Encoding, open_text},
};
use crate::error::{Error, ErrorKind};
use std::{
    fs::{self, File},
    io::{self, Read, Seek},
    path::{Path, PathBuf},
    sync::Arc,
};

/// One input: a file, standard input, or any reader.
///
/// Every input that begins like a gzip, zstd, xz or bzip2 file is decompressed, regardless of its name, and UTF-16 text
/// with a byte-order mark is read as UTF-8. Other kinds of file, such as zip archives and spreadsheets, are refused with
/// an [`UnsupportedFile`].
pub struct Input<'a> {
    name: String,
    kind: InputKind<'a>,
    /// Its size in bytes, if it is known.
    len: Option<u64>,
}

enum InputKind<'a> {
    File(FileInput),
    Reader(Box<dyn Read + Send + 'a>),
}

struct FileInput {
    path: PathBuf,
    /// Whether the caller has promised what [`Input::mapped`] requires.
    may_be_mapped: bool,
    /// A regular file with a known size, which must not change while it is read.
    is_stable: bool,
    /// Compressed, or UTF-16: its bytes are not its text.
    is_encoded: bool,
}

/// An input that is being read.
pub(super) enum InputBytes<'a> {
    Mapped(Arc<Mapped>),
    Stream(Box<dyn Read + Send + 'a>),
    /// Of which only a part will be read.
    File(File, ChangeGuard),
}

impl<'a> Input<'a> {
    /// A file by its path, which is read. That the file changes while it is read is detected and is an error.
    ///
    /// # Errors
    /// If the file does not exist, cannot be opened, is a directory, or a kind of file that cannot be read.
    pub fn path(path: impl Into<PathBuf>) -> Result<Input<'a>, Error> {
        Input::file_input(path.into(), false)
    }

    /// A file by its path, which is mapped into memory if it is a regular file that is not compressed, and read
    /// otherwise. Mapping is faster, and needed to shard or resume a run over some formats.
    ///
    /// # Safety
    /// The file must not be changed or truncated, by this or any other process, until the run that reads it has
    /// returned. If it is changed, the bytes that are read are arbitrary; if it is truncated, the process is killed by
    /// SIGBUS.
    ///
    /// # Errors
    /// As [`path`](Input::path).
    pub unsafe fn mapped(path: impl Into<PathBuf>) -> Result<Input<'a>, Error> {
        Input::file_input(path.into(), true)
    }

    fn file_input(path: PathBuf, may_be_mapped: bool) -> Result<Input<'a>, Error> {
        let fail = |e| Error::io(ErrorKind::Input, format!("cannot open {}", path.display()), e);
        let metadata = fs::metadata(&path).map_err(fail)?;
        if metadata.is_dir() {
            return Err(fail(io::Error::from(io::ErrorKind::IsADirectory)));
        }
        let name = path.display().to_string();
        if !metadata.is_file() {
            let file = FileInput { path, may_be_mapped: false, is_stable: false, is_encoded: false };
            return Ok(Input { name, kind: InputKind::File(file), len: None });
        }
        // Opened now to fail before any work, and again later: a run may have more inputs than a process may have
        // open files.
        let mut head = Vec::with_capacity(LONGEST);
        let got = File::open(&path).map_err(fail)?.take(LONGEST as u64).read_to_end(&mut head);
        let is_encoded = match Encoding::of(&head) {
            Encoding::Plain => false,
            Encoding::Compressed(_) | Encoding::Utf16(_) => true,
            Encoding::Unsupported(kind) => {
                return Err(Error::caused(ErrorKind::Input, name, UnsupportedFile::new(kind)));
            }
        };
        // Files in /proc have contents and a size of 0. The decompressed size of a file is not known.
        let is_stable = metadata.len() > 0;
        let len = ((is_stable && !is_encoded) || matches!(got, Ok(0))).then_some(metadata.len());
        // An empty file cannot be mapped.
        let may_be_mapped = may_be_mapped && len.is_some_and(|len| len > 0);
        let file = FileInput { path, may_be_mapped, is_stable, is_encoded };
        Ok(Input { name, kind: InputKind::File(file), len })
    }

    /// Standard input. That it is not open for reading is an error of the run.
    pub fn stdin() -> Input<'a> {
        Input::reader("-", StandardInput::new())
    }

    /// Any reader. The name is used in messages.
    pub fn reader(name: impl Into<String>, reader: impl Read + Send + 'a) -> Input<'a> {
        Input { name: name.into(), kind: InputKind::Reader(Box::new(reader)), len: None }
    }

    /// The name used in messages.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The size in bytes, if it is known before the input is read.
    pub fn size(&self) -> Option<u64> {
        self.len
    }

    /// The same file once more, if the same bytes can be read repeatedly.
    pub(crate) fn again(&self) -> Option<Input<'static>> {
        self.file()?;
        let InputKind::File(FileInput { path, may_be_mapped, is_stable, is_encoded }) = &self.kind else {
            return None;
        };
        // What the caller has promised about mapping holds until the run has returned.
        let file = FileInput {
            path: path.clone(),
            may_be_mapped: *may_be_mapped,
            is_stable: *is_stable,
            is_encoded: *is_encoded,
        };
        Some(Input { name: self.name.clone(), kind: InputKind::File(file), len: self.len })
    }

    /// The path of the file, if the same bytes can be read repeatedly.
    pub(crate) fn file(&self) -> Option<&Path> {
        match &self.kind {
            InputKind::File(file) if file.is_stable || self.len == Some(0) => Some(&file.path),
            _ => None,
        }
    }

    /// Whether the bytes of the file are not its text: it is compressed, or UTF-16.
    pub(crate) fn is_encoded(&self) -> bool {
        matches!(&self.kind, InputKind::File(file) if file.is_encoded)
    }

    /// What identifies the file, and its first and last bytes: enough to detect that it is another file. `None` if it
    /// cannot be read repeatedly.
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

    /// Opens the input. If only a part of a file is needed and the file is not mapped, returns the file itself.
    pub(super) fn open(self, is_partial: bool) -> Result<InputBytes<'a>, Error> {
        let fail = |e| Error::io(ErrorKind::Input, format!("cannot open {}", self.name), e);
        let fail_to_read = |e: io::Error| match e.downcast::<UnsupportedFile>() {
            Ok(unsupported) => Error::caused(ErrorKind::Input, self.name.clone(), unsupported),
            Err(e) => fail(e),
        };
        let stream = |reader| Ok(InputBytes::Stream(open_text(reader).map_err(fail_to_read)?));
        let FileInput { path, may_be_mapped, is_stable, .. } = match self.kind {
            InputKind::Reader(reader) => return stream(reader),
            InputKind::File(file) => file,
        };
        let file = File::open(&path).map_err(fail)?;
        if !is_stable {
            enlarge(&file);
            return stream(Box::new(file));
        }
        let guard = || ChangeGuard::new(&file, path.clone()).map_err(fail);
        // Mapping may fail where reading works: for a file that has become empty since, and on some file systems.
        if may_be_mapped {
            // SAFETY: `may_be_mapped` is set by `Input::mapped` alone, whose caller promises that the file is not
            // changed while it is read.
            let mapped = unsafe { Mapped::map(file.try_clone().map_err(fail)?, &self.name, guard()?) };
            if let Ok(mapped) = mapped
                && Encoding::of(&mapped[..mapped.len().min(LONGEST)]) == Encoding::Plain
            {
                return Ok(InputBytes::Mapped(Arc::new(mapped)));
            }
        }
        let guard = guard()?;
        if is_partial {
            return Ok(InputBytes::File(file, guard));
        }
        stream(Box::new(GuardedReader { reader: file, guard }))
    }
}

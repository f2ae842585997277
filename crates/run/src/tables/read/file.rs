//! A file that is read from several threads.

use std::{
    fs::File,
    io::{self, Read},
    sync::Arc,
    time::SystemTime,
};

/// A file of a known size, read at given positions.
#[derive(Clone)]
pub(crate) struct PositionedFile {
    file: Arc<File>,
    len: u64,
}

impl PositionedFile {
    pub fn new(file: File) -> io::Result<PositionedFile> {
        let len = file.metadata()?.len();
        Ok(PositionedFile { file: Arc::new(file), len })
    }

    pub fn len(&self) -> u64 {
        self.len
    }

    /// Its size now, and the time when it was written last.
    pub fn version(&self) -> io::Result<(u64, Option<SystemTime>)> {
        let about = self.file.metadata()?;
        Ok((about.len(), about.modified().ok()))
    }

    /// All of `bytes` from an offset on.
    pub fn read_exact(&self, bytes: &mut [u8], mut offset: u64) -> io::Result<()> {
        let mut left = bytes;
        while !left.is_empty() {
            match self.read(left, offset) {
                Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
                Ok(got) => {
                    left = &mut left[got..];
                    offset += got as u64;
                }
                Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
                Err(e) => return Err(e),
            }
        }
        Ok(())
    }

    /// `len` bytes from an offset on. The length of the file is checked before memory is allocated.
    pub fn bytes(&self, offset: u64, len: u64) -> io::Result<Vec<u8>> {
        if offset.checked_add(len).is_none_or(|end| end > self.len) {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        let len = usize::try_from(len).map_err(|_| io::ErrorKind::OutOfMemory)?;
        let mut bytes = Vec::new();
        bytes.try_reserve_exact(len).map_err(|_| io::ErrorKind::OutOfMemory)?;
        bytes.resize(len, 0);
        self.read_exact(&mut bytes, offset)?;
        Ok(bytes)
    }

    /// A reader that begins at an offset.
    pub fn from(&self, offset: u64) -> FileFrom {
        FileFrom { file: self.clone(), offset }
    }

    #[cfg(unix)]
    fn read(&self, bytes: &mut [u8], offset: u64) -> io::Result<usize> {
        std::os::unix::fs::FileExt::read_at(&*self.file, bytes, offset)
    }

    #[cfg(windows)]
    fn read(&self, bytes: &mut [u8], offset: u64) -> io::Result<usize> {
        std::os::windows::fs::FileExt::seek_read(&*self.file, bytes, offset)
    }
}

/// The rest of a file.
pub(crate) struct FileFrom {
    file: PositionedFile,
    offset: u64,
}

impl Read for FileFrom {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let got = self.file.read(bytes, self.offset)?;
        self.offset += got as u64;
        Ok(got)
    }
}

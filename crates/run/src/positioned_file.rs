//! A file that is read from several threads.

use std::{fs::File, io, sync::Arc};

/// A file, read at given positions.
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

    /// Its size when it was opened.
    pub fn len(&self) -> u64 {
        self.len
    }

    /// Fills `bytes` from an offset on, as far as the file goes, and returns how many were read.
    pub fn read(&self, bytes: &mut [u8], offset: u64) -> io::Result<usize> {
        let mut done = 0;
        while done < bytes.len() {
            match self.read_once(&mut bytes[done..], offset + done as u64) {
                Ok(0) => break,
                Ok(got) => done += got,
                Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
                Err(e) => return Err(e),
            }
        }
        Ok(done)
    }

    #[cfg(unix)]
    fn read_once(&self, bytes: &mut [u8], offset: u64) -> io::Result<usize> {
        std::os::unix::fs::FileExt::read_at(&*self.file, bytes, offset)
    }

    #[cfg(windows)]
    fn read_once(&self, bytes: &mut [u8], offset: u64) -> io::Result<usize> {
        std::os::windows::fs::FileExt::seek_read(&*self.file, bytes, offset)
    }
}

#[cfg(feature = "parquet")]
mod tables {
    use super::PositionedFile;
    use std::{
        io::{self, Read},
        time::SystemTime,
    };

    impl PositionedFile {
        /// Its size now, and the time when it was written last.
        pub fn version(&self) -> io::Result<(u64, Option<SystemTime>)> {
            let about = self.file.metadata()?;
            Ok((about.len(), about.modified().ok()))
        }

        /// All of `bytes` from an offset on.
        pub fn read_exact(&self, bytes: &mut [u8], offset: u64) -> io::Result<()> {
            let got = self.read(bytes, offset)?;
            if got == bytes.len() { Ok(()) } else { Err(io::ErrorKind::UnexpectedEof.into()) }
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
}

#[cfg(feature = "parquet")]
pub(crate) use tables::FileFrom;

//! Temporary files without a name: nothing is left of them, however the process ends.

use quadrille_base::error::{Error, ErrorKind};
use std::{
    fs::File,
    io::{self, Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
};

/// A file that is appended to, and read at any place.
pub(crate) struct ScratchFile {
    folder: PathBuf,
    /// Created with the first bytes. The system removes its name before anything is written.
    file: Option<File>,
    len: u64,
}

impl ScratchFile {
    pub fn new(folder: &Path) -> ScratchFile {
        ScratchFile { folder: folder.to_owned(), file: None, len: 0 }
    }

    /// The bytes that were appended.
    pub fn len(&self) -> u64 {
        self.len
    }

    /// Appends bytes; the result is their place.
    ///
    /// # Errors
    /// If they cannot be written, because the disk is full.
    pub fn append(&mut self, bytes: &[u8]) -> Result<u64, Error> {
        self.try_append(bytes).map_err(|e| self.fail("write", e))
    }

    fn try_append(&mut self, bytes: &[u8]) -> io::Result<u64> {
        let file = match &mut self.file {
            Some(file) => file,
            none => none.insert(tempfile::tempfile_in(&self.folder)?),
        };
        file.seek(SeekFrom::Start(self.len))?;
        file.write_all(bytes)?;
        let place = self.len;
        self.len += bytes.len() as u64;
        Ok(place)
    }

    /// Reads bytes that were appended.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn read_at(&mut self, place: u64, bytes: &mut [u8]) -> Result<(), Error> {
        let Some(file) = &mut self.file else {
            return Err(self.fail("read", io::ErrorKind::UnexpectedEof.into()));
        };
        let read = file.seek(SeekFrom::Start(place)).and_then(|_| file.read_exact(bytes));
        read.map_err(|e| self.fail("read", e))
    }

    fn fail(&self, what: &str, error: io::Error) -> Error {
        let folder = self.folder.display();
        Error::io(ErrorKind::Output, format!("cannot {what} a temporary file in {folder}"), error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_read_where_they_were_appended_and_no_name_is_left() {
        let folder = tempfile::tempdir().unwrap();
        let mut file = ScratchFile::new(folder.path());
        assert_eq!((file.append(b"abc").unwrap(), file.append(b"de").unwrap(), file.len()), (0, 3, 5));
        let mut bytes = [0; 3];
        file.read_at(2, &mut bytes).unwrap();
        assert_eq!(&bytes, b"cde");
        file.append(b"f").unwrap();
        file.read_at(3, &mut bytes).unwrap();
        assert_eq!(&bytes, b"def");
        assert_eq!(folder.path().read_dir().unwrap().count(), 0);
        assert!(file.read_at(4, &mut bytes).is_err());
    }

    #[test]
    fn an_error_names_the_folder() {
        let folder = tempfile::tempdir().unwrap();
        let missing = folder.path().join("missing");
        let error = ScratchFile::new(&missing).append(b"a").unwrap_err();
        assert!(error.to_string().contains(missing.to_str().unwrap()), "{error}");
    }
}

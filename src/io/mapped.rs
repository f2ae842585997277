//! The one place where a file is mapped into memory.

use memmap2::{Advice, Mmap};
use std::{fs::File, io, ops::Deref};

/// A file's bytes, read-only, for as long as this lives.
pub(super) struct Mapped(Mmap);

impl Mapped {
    /// Maps a regular file as it is now.
    ///
    /// If another process writes to the file meanwhile, which bytes are seen is not defined. A
    /// solution is checked against the cells that were read, whatever they were; but if the file is
    /// cut short, the system ends the process. A file that may change should be read instead.
    pub(super) fn map(file: &File) -> io::Result<Mapped> {
        // SAFETY: the mapping is private to this type and read-only; nothing in this process
        // writes to the file, and the documentation hands the risk of other writers to the user,
        // with a way to read instead.
        let map = unsafe { Mmap::map(file) }?;
        // Advice only: a system that does not take it reads all the same.
        let _ = map.advise(Advice::Sequential);
        Ok(Mapped(map))
    }
}

impl Deref for Mapped {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.0
    }
}

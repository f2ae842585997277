//! The only place where a file is mapped into memory.

use super::{
    change_guard::ChangeGuard,
    fault_table::{MappingEntry, register_mapping},
};
use memmap2::{Advice, Mmap};
use std::{fs::File, io, ops::Deref};

/// The bytes of a file, read-only.
pub(super) struct Mapped {
    // Before the mapping, so that it is dropped first.
    _entry: MappingEntry,
    map: Mmap,
    pub guard: ChangeGuard,
}

impl Mapped {
    /// Maps a regular file as it is now.
    ///
    /// # Safety
    /// The file must not be changed or truncated while the mapping lives.
    ///
    /// If it is written to all the same, a reader may see any bytes: solutions are checked against the cells that were
    /// read, and [`ChangeGuard::check`] reports the change afterwards. If it is truncated, the system ends the process
    /// with SIGBUS, unless a handler prevents that.
    pub(super) unsafe fn map(file: File, name: &str, guard: ChangeGuard) -> io::Result<Mapped> {
        // SAFETY: the mapping is private to this type and read-only, nothing in this process writes to the file, and
        // the caller promises that no other process does.
        let map = unsafe { Mmap::map(&file) }?;
        // Only advice: a system that ignores it reads all the same.
        let _ = map.advise(Advice::Sequential);
        Ok(Mapped { _entry: register_mapping(&map, name), map, guard })
    }
}

impl Deref for Mapped {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.map
    }
}

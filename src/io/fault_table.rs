//! What a handler for SIGBUS needs to know: which addresses are mapped files, and which temporary files to remove.
//!
//! A mapping of a file that is truncated raises SIGBUS when it is read. The library installs no handler, because
//! handlers belong to the program; the command has one. The tables consist of atomics alone, since a signal may
//! interrupt anything.

#[cfg(unix)]
pub(super) use unix::{MappingEntry, TemporaryEntry, register_mapping, register_temporary};
#[cfg(all(unix, feature = "unstable"))]
pub use unix::{name_of_mapping_at, temporary_files};

#[cfg(unix)]
mod unix {
    use std::{
        ffi::{CStr, CString, c_char},
        os::unix::ffi::OsStrExt,
        path::Path,
        ptr, slice,
        sync::atomic::{AtomicPtr, AtomicUsize, Ordering},
    };

    struct MappingSlot {
        /// The first byte of the mapping; 0 in a free slot, [`RESERVED`] in one that is being filled.
        start: AtomicUsize,
        end: AtomicUsize,
        /// The file's name, which is owned by the mapping's [`MappingEntry`].
        name: AtomicPtr<u8>,
        name_len: AtomicUsize,
    }

    /// No mapping has this address.
    const RESERVED: usize = 1;
    /// More slots than there are mappings at the same time: one for each input that a chunk in progress is from.
    /// A mapping that finds no free slot is not registered.
    static MAPPINGS: [MappingSlot; 64] = [const {
        MappingSlot {
            start: AtomicUsize::new(0),
            end: AtomicUsize::new(0),
            name: AtomicPtr::new(ptr::null_mut()),
            name_len: AtomicUsize::new(0),
        }
    }; 64];
    /// Names of temporary files. They are never freed, because a handler may be reading one.
    static TEMPORARY: [AtomicPtr<c_char>; 8] = [const { AtomicPtr::new(ptr::null_mut()) }; 8];

    /// Keeps a mapping registered while it lives.
    pub struct MappingEntry {
        slot: Option<&'static MappingSlot>,
        /// What the slot's name points to.
        _name: Box<str>,
    }

    pub fn register_mapping(bytes: &[u8], name: &str) -> MappingEntry {
        let name: Box<str> = name.into();
        let reserve = |slot: &&MappingSlot| {
            slot.start.compare_exchange(0, RESERVED, Ordering::SeqCst, Ordering::SeqCst).is_ok()
        };
        let slot = if bytes.is_empty() { None } else { MAPPINGS.iter().find(reserve) };
        if let Some(slot) = slot {
            slot.name.store(name.as_ptr().cast_mut(), Ordering::SeqCst);
            slot.name_len.store(name.len(), Ordering::SeqCst);
            slot.end.store(bytes.as_ptr() as usize + bytes.len(), Ordering::SeqCst);
            slot.start.store(bytes.as_ptr() as usize, Ordering::SeqCst);
        }
        MappingEntry { slot, _name: name }
    }

    impl Drop for MappingEntry {
        fn drop(&mut self) {
            if let Some(slot) = self.slot {
                slot.start.store(0, Ordering::SeqCst);
            }
        }
    }

    /// Keeps a temporary file registered while it lives.
    pub struct TemporaryEntry(Option<&'static AtomicPtr<c_char>>);

    pub fn register_temporary(path: &Path) -> TemporaryEntry {
        let Ok(path) = CString::new(path.as_os_str().as_bytes()) else { return TemporaryEntry(None) };
        let path = path.into_raw();
        let fill = |slot: &&AtomicPtr<_>| {
            slot.compare_exchange(ptr::null_mut(), path, Ordering::SeqCst, Ordering::SeqCst).is_ok()
        };
        let slot = TEMPORARY.iter().find(fill);
        if slot.is_none() {
            // SAFETY: it is the result of `into_raw` above, and no slot holds it.
            drop(unsafe { CString::from_raw(path) });
        }
        TemporaryEntry(slot)
    }

    impl Drop for TemporaryEntry {
        fn drop(&mut self) {
            if let Some(slot) = self.0 {
                slot.store(ptr::null_mut(), Ordering::SeqCst);
            }
        }
    }

    /// The name of the mapped file that an address belongs to. May be called in a signal handler.
    ///
    /// # Safety
    /// The mapping must live for `'a`, as it does in the handler of a thread that is just reading it.
    #[cfg_attr(not(feature = "unstable"), allow(dead_code))]
    pub unsafe fn name_of_mapping_at<'a>(address: usize) -> Option<&'a [u8]> {
        let holds = |slot: &&MappingSlot| {
            let start = slot.start.load(Ordering::SeqCst);
            start > RESERVED && address >= start && address < slot.end.load(Ordering::SeqCst)
        };
        let slot = MAPPINGS.iter().find(holds)?;
        let (name, len) = (slot.name.load(Ordering::SeqCst), slot.name_len.load(Ordering::SeqCst));
        // SAFETY: the mapping lives, so its entry has not been dropped and owns these bytes.
        Some(unsafe { slice::from_raw_parts(name, len) })
    }

    /// The paths of the temporary files of all outputs. May be called in a signal handler.
    #[cfg_attr(not(feature = "unstable"), allow(dead_code))]
    pub fn temporary_files() -> impl Iterator<Item = &'static CStr> {
        TEMPORARY.iter().filter_map(|slot| {
            let path = slot.load(Ordering::SeqCst);
            // SAFETY: it is null, or came from a `CString` that is never freed.
            (!path.is_null()).then(|| unsafe { CStr::from_ptr(path) })
        })
    }
}

#[cfg(not(unix))]
pub(super) use other::{MappingEntry, TemporaryEntry, register_mapping, register_temporary};

/// Systems without SIGBUS need no tables.
#[cfg(not(unix))]
mod other {
    use std::path::Path;

    pub struct MappingEntry;

    pub fn register_mapping(_: &[u8], _: &str) -> MappingEntry {
        MappingEntry
    }

    pub struct TemporaryEntry;

    pub fn register_temporary(_: &Path) -> TemporaryEntry {
        TemporaryEntry
    }
}

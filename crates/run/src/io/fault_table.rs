//! Data for a handler for SIGBUS: which addresses are mapped files, and which temporary files to remove.
//!
//! A mapping of a file that is truncated raises SIGBUS when it is read. The library installs no handler, because
//! handlers belong to the program; the command has one. The tables consist of atomics alone, since a signal may
//! interrupt anything.

#[cfg(unix)]
pub(super) use unix::{MappingEntry, TemporaryEntry, register_mapping, register_temporary};
#[cfg(unix)]
pub use unix::{name_of_mapping_at, temporary_files};

#[cfg(unix)]
mod unix {
    use std::{
        ffi::{CStr, CString, c_char},
        iter,
        os::unix::ffi::OsStrExt,
        path::Path,
        ptr, slice,
        sync::atomic::{AtomicBool, AtomicPtr, AtomicUsize, Ordering},
    };

    /// A mapping, or nothing. While `version` is odd, it is being changed: a handler that interrupts the change, or runs
    /// beside it, does not use what it reads.
    struct MappingSlot {
        is_taken: AtomicBool,
        version: AtomicUsize,
        start: AtomicUsize,
        end: AtomicUsize,
        /// The file's name, which is owned by the mapping's [`MappingEntry`].
        name: AtomicPtr<u8>,
        name_len: AtomicUsize,
    }

    /// Some slots, and where there are more.
    struct Segment {
        slots: [MappingSlot; 64],
        /// Null, or a segment that is never freed.
        next: AtomicPtr<Segment>,
    }

    static MAPPINGS: Segment = Segment::new();
    /// Names of temporary files. They are never freed, because a handler may be reading one.
    static TEMPORARY: [AtomicPtr<c_char>; 8] = [const { AtomicPtr::new(ptr::null_mut()) }; 8];

    impl MappingSlot {
        const fn free() -> MappingSlot {
            MappingSlot {
                is_taken: AtomicBool::new(false),
                version: AtomicUsize::new(0),
                start: AtomicUsize::new(0),
                end: AtomicUsize::new(0),
                name: AtomicPtr::new(ptr::null_mut()),
                name_len: AtomicUsize::new(0),
            }
        }

        /// Only its taker may call it.
        fn set(&self, bytes: &[u8], name: &str) {
            self.version.fetch_add(1, Ordering::SeqCst);
            self.start.store(bytes.as_ptr() as usize, Ordering::SeqCst);
            self.end.store(bytes.as_ptr() as usize + bytes.len(), Ordering::SeqCst);
            self.name.store(name.as_ptr().cast_mut(), Ordering::SeqCst);
            self.name_len.store(name.len(), Ordering::SeqCst);
            self.version.fetch_add(1, Ordering::SeqCst);
        }

        /// The address and the length of the name, if the mapping holds this address.
        fn name_at(&self, address: usize) -> Option<(*const u8, usize)> {
            let version = self.version.load(Ordering::SeqCst);
            let range = self.start.load(Ordering::SeqCst)..self.end.load(Ordering::SeqCst);
            let name = (self.name.load(Ordering::SeqCst).cast_const(), self.name_len.load(Ordering::SeqCst));
            let is_whole = version.is_multiple_of(2) && self.version.load(Ordering::SeqCst) == version;
            (is_whole && range.contains(&address)).then_some(name)
        }
    }

    impl Segment {
        const fn new() -> Segment {
            Segment { slots: [const { MappingSlot::free() }; 64], next: AtomicPtr::new(ptr::null_mut()) }
        }

        fn next(&self) -> Option<&'static Segment> {
            // SAFETY: it is null, or was leaked in `next_or_new`.
            unsafe { self.next.load(Ordering::SeqCst).as_ref() }
        }

        fn next_or_new(&self) -> &'static Segment {
            if let Some(next) = self.next() {
                return next;
            }
            let new = Box::into_raw(Box::new(Segment::new()));
            match self.next.compare_exchange(ptr::null_mut(), new, Ordering::SeqCst, Ordering::SeqCst) {
                // SAFETY: it has just been made by `Box::into_raw`, and nothing frees it.
                Ok(_) => unsafe { &*new },
                Err(other) => {
                    // SAFETY: it has just been made by `Box::into_raw`, and nobody else knows it. The other one was
                    // leaked by another thread.
                    unsafe {
                        drop(Box::from_raw(new));
                        &*other
                    }
                }
            }
        }
    }

    /// Keeps a mapping registered while it lives.
    pub struct MappingEntry {
        slot: Option<&'static MappingSlot>,
        /// The name that the slot points to.
        _name: Box<str>,
    }

    pub fn register_mapping(bytes: &[u8], name: &str) -> MappingEntry {
        let name: Box<str> = name.into();
        if bytes.is_empty() {
            return MappingEntry { slot: None, _name: name };
        }
        let mut segment = &MAPPINGS;
        let slot = loop {
            let take = |slot: &&MappingSlot| !slot.is_taken.swap(true, Ordering::SeqCst);
            match segment.slots.iter().find(take) {
                Some(slot) => break slot,
                None => segment = segment.next_or_new(),
            }
        };
        slot.set(bytes, &name);
        MappingEntry { slot: Some(slot), _name: name }
    }

    impl Drop for MappingEntry {
        fn drop(&mut self) {
            if let Some(slot) = self.slot {
                slot.set(&[], "");
                slot.is_taken.store(false, Ordering::SeqCst);
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
    pub unsafe fn name_of_mapping_at<'a>(address: usize) -> Option<&'a [u8]> {
        let mut segments = iter::successors(Some(&MAPPINGS), |segment| segment.next());
        // Two mappings that live at the same time share no address, and an entry is dropped before its mapping: a slot
        // that holds this address and was not changed meanwhile is the one of the caller's mapping.
        let (name, len) =
            segments.find_map(|segment| segment.slots.iter().find_map(|slot| slot.name_at(address)))?;
        // SAFETY: the mapping lives, so its entry has not been dropped and owns these bytes.
        Some(unsafe { slice::from_raw_parts(name, len) })
    }

    /// The paths of the temporary files of all outputs. May be called in a signal handler.
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

#[cfg(all(test, unix))]
mod tests {
    use super::{register_mapping, unix::name_of_mapping_at};
    use std::sync::atomic::{AtomicBool, Ordering};

    fn name_at(address: usize) -> Option<&'static [u8]> {
        // SAFETY: the tests compare names only while the entries live.
        unsafe { name_of_mapping_at(address) }
    }

    #[test]
    fn any_number_of_mappings_is_known_at_the_same_time() {
        let bytes = vec![0; 1000 * 16];
        let parts: Vec<_> = bytes.chunks(16).collect();
        for _ in 0..3 {
            let entries: Vec<_> = parts
                .iter()
                .enumerate()
                .map(|(i, part)| register_mapping(part, &format!("file {i}")))
                .collect();
            for (i, part) in parts.iter().enumerate() {
                for at in [0, 15] {
                    let name = name_at(part.as_ptr() as usize + at);
                    assert_eq!(name, Some(format!("file {i}").as_bytes()));
                }
            }
            drop(entries);
            assert!(parts.iter().all(|part| name_at(part.as_ptr() as usize).is_none()));
        }
    }

    /// Other threads register and remove mappings all the time, so that slots are used again while they are looked at.
    #[test]
    fn a_slot_that_is_used_again_never_gives_the_wrong_name() {
        let (bytes, end) = (vec![0; 4096], AtomicBool::new(false));
        let (own, others) = bytes.split_at(16);
        std::thread::scope(|scope| {
            for chunk in others.chunks(1020) {
                let end = &end;
                scope.spawn(move || {
                    while !end.load(Ordering::Relaxed) {
                        // Their sizes differ, so that the end of one and the beginning of another would enclose a third.
                        for parts in [3, 50, 400] {
                            let entries: Vec<_> = chunk
                                .chunks(parts)
                                .map(|part| register_mapping(part, "another file"))
                                .collect();
                            drop(entries);
                        }
                    }
                });
            }
            let before = others.as_ptr() as usize;
            for round in 0..3000 {
                let _entry = register_mapping(own, "my file");
                for at in 0..16 {
                    assert_eq!(name_at(own.as_ptr() as usize + at), Some(&b"my file"[..]), "round {round}");
                }
                let name = name_at(before - 1);
                assert_eq!(name, Some(&b"my file"[..]));
            }
            end.store(true, Ordering::Relaxed);
        });
    }
}

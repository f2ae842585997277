//! The one place where a file is mapped into memory, and where it is seen that the file has changed.

use super::change_guard::ChangeGuard;
use memmap2::{Advice, Mmap};
use std::{fs::File, io, ops::Deref};

pub(super) use guard::{OnFault, remove_on_fault};

/// A file's bytes, read-only, for as long as this lives.
pub(super) struct Mapped {
    // Before the mapping, so that it is given up first.
    _watched: guard::Watched,
    map: Mmap,
    pub steady: ChangeGuard,
}

impl Mapped {
    /// Maps a regular file as it is now.
    ///
    /// If another process writes to the file meanwhile, which bytes are seen is not defined: a
    /// solution is checked against the cells that were read, whatever they were, and
    /// [`ChangeGuard::check`] tells afterwards that the file has changed. If the file is cut short, the
    /// system ends the process, unless [`exit_where_a_mapping_fails`] has been called.
    pub(super) fn map(file: File, name: &str, steady: ChangeGuard) -> io::Result<Mapped> {
        // SAFETY: the mapping is private to this type and read-only; nothing in this process
        // writes to the file, and the documentation hands the risk of other writers to the user,
        // with a way to read instead.
        let map = unsafe { Mmap::map(&file) }?;
        // Advice only: a system that does not take it reads all the same.
        let _ = map.advise(Advice::Sequential);
        Ok(Mapped { _watched: guard::Watched::new(&map, name), map, steady })
    }
}

impl Deref for Mapped {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.map
    }
}

/// From now on the process ends with a message and exit code 2 where a mapped input cannot be read any
/// more, because it was cut short or its disk failed; temporary files of outputs are taken
/// away. Without it the system ends the process with SIGBUS.
///
/// It replaces the process's handler for SIGBUS, so it is for the program to decide, not for a library.
/// Faults elsewhere go to the handler that was there before. Does nothing where there is no SIGBUS.
pub fn exit_where_a_mapping_fails() {
    guard::install();
}

#[cfg(unix)]
mod guard {
    use std::{
        ffi::CString,
        mem,
        os::unix::ffi::OsStrExt,
        path::Path,
        ptr,
        sync::{
            OnceLock,
            atomic::{AtomicBool, AtomicPtr, AtomicUsize, Ordering},
        },
    };

    /// What the handler may look at: atomics alone, since a signal comes in between anything.
    struct Slot {
        /// First byte of the mapping; 0 for a free slot, [`TAKEN`] for one that is being filled.
        start: AtomicUsize,
        end: AtomicUsize,
        /// The file's name, which belongs to the mapping's [`Watched`].
        name: AtomicPtr<u8>,
        name_len: AtomicUsize,
    }

    /// The address of no mapping.
    const TAKEN: usize = 1;
    /// More mappings than ever live at once: one for each input that some chunk is still from. A
    /// mapping that finds no slot is not guarded.
    static SLOTS: [Slot; 64] = [const {
        Slot {
            start: AtomicUsize::new(0),
            end: AtomicUsize::new(0),
            name: AtomicPtr::new(ptr::null_mut()),
            name_len: AtomicUsize::new(0),
        }
    }; 64];
    /// Names of temporary files. They are never freed: the handler may be reading one.
    static TEMPORARY: [AtomicPtr<libc::c_char>; 8] = [const { AtomicPtr::new(ptr::null_mut()) }; 8];
    /// Whether a thread has begun to end the process.
    static ENDING: AtomicBool = AtomicBool::new(false);
    /// What was done about SIGBUS before.
    static BEFORE: OnceLock<libc::sigaction> = OnceLock::new();

    /// A mapping that the handler knows.
    pub struct Watched {
        slot: Option<&'static Slot>,
        /// Where the slot's name points to.
        _name: Box<str>,
    }

    impl Watched {
        pub fn new(bytes: &[u8], name: &str) -> Watched {
            let name: Box<str> = name.into();
            let free = |slot: &&Slot| {
                slot.start.compare_exchange(0, TAKEN, Ordering::SeqCst, Ordering::SeqCst).is_ok()
            };
            let slot = SLOTS.iter().find(free).filter(|_| !bytes.is_empty());
            if let Some(slot) = slot {
                slot.name.store(name.as_ptr().cast_mut(), Ordering::SeqCst);
                slot.name_len.store(name.len(), Ordering::SeqCst);
                slot.end.store(bytes.as_ptr() as usize + bytes.len(), Ordering::SeqCst);
                slot.start.store(bytes.as_ptr() as usize, Ordering::SeqCst);
            }
            Watched { slot, _name: name }
        }
    }

    impl Drop for Watched {
        fn drop(&mut self) {
            if let Some(slot) = self.slot {
                slot.start.store(0, Ordering::SeqCst);
            }
        }
    }

    /// A file that is taken away if the process ends at a fault, for as long as this lives.
    pub struct OnFault(Option<&'static AtomicPtr<libc::c_char>>);

    pub fn remove_on_fault(path: &Path) -> OnFault {
        let Ok(path) = CString::new(path.as_os_str().as_bytes()) else { return OnFault(None) };
        let path = path.into_raw();
        let free = |slot: &&AtomicPtr<_>| {
            slot.compare_exchange(ptr::null_mut(), path, Ordering::SeqCst, Ordering::SeqCst).is_ok()
        };
        let slot = TEMPORARY.iter().find(free);
        if slot.is_none() {
            // SAFETY: it came from `into_raw` just now, and nobody else has it.
            drop(unsafe { CString::from_raw(path) });
        }
        OnFault(slot)
    }

    impl Drop for OnFault {
        fn drop(&mut self) {
            if let Some(slot) = self.0 {
                slot.store(ptr::null_mut(), Ordering::SeqCst);
            }
        }
    }

    pub fn install() {
        // SAFETY: all zeros are a valid `sigaction`; the handler is of the type that SA_SIGINFO asks
        // for, and calls only what may be called in a handler. The set of blocked signals is empty.
        BEFORE.get_or_init(|| unsafe {
            let mut before: libc::sigaction = mem::zeroed();
            let mut action: libc::sigaction = mem::zeroed();
            let handler: extern "C" fn(libc::c_int, *mut libc::siginfo_t, *mut libc::c_void) = on_fault;
            action.sa_sigaction = handler as usize;
            action.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK;
            libc::sigemptyset(&mut action.sa_mask);
            libc::sigaction(libc::SIGBUS, ptr::null(), &mut before);
            libc::sigaction(libc::SIGBUS, &action, ptr::null_mut());
            before
        });
    }

    /// Ends the process if the fault is in a mapping; else puts the handler from before back, which the
    /// fault then meets again.
    ///
    /// The thread that has the fault holds the mapping while it is in here, so that the mapping's name
    /// lives; other slots are only compared.
    extern "C" fn on_fault(_: libc::c_int, info: *mut libc::siginfo_t, _: *mut libc::c_void) {
        // SAFETY: SA_SIGINFO gives a valid `siginfo_t`, and SIGBUS one with an address.
        let at = unsafe { (*info).si_addr() } as usize;
        let inside = |slot: &&Slot| {
            let start = slot.start.load(Ordering::SeqCst);
            start > TAKEN && at >= start && at < slot.end.load(Ordering::SeqCst)
        };
        let Some(slot) = SLOTS.iter().find(inside) else {
            let before = BEFORE.get().map_or(ptr::null(), |before| before as *const libc::sigaction);
            // SAFETY: `before` is null, which changes nothing, or what `sigaction` itself gave; where the
            // handler is not known yet, the default ends the process.
            unsafe {
                if before.is_null() {
                    libc::signal(libc::SIGBUS, libc::SIG_DFL);
                } else {
                    libc::sigaction(libc::SIGBUS, before, ptr::null_mut());
                }
            }
            return;
        };
        // All threads may have such a fault at once; one says so.
        while ENDING.swap(true, Ordering::SeqCst) {
            // SAFETY: may be called in a handler; it waits for the end of the process.
            unsafe { libc::pause() };
        }
        let (name, len) = (slot.name.load(Ordering::SeqCst), slot.name_len.load(Ordering::SeqCst));
        let say = |bytes: *const u8, len: usize| {
            // SAFETY: the pointer and length are of a live string; `write` may be called in a handler.
            let _ = unsafe { libc::write(2, bytes.cast(), len) };
        };
        let before = "quadrille: cannot read ";
        let after = ": it was cut short while it was read, or its disk failed; nothing more is written. \
                     On a network file system there is --no-mmap\n";
        say(before.as_ptr(), before.len());
        say(name, len);
        say(after.as_ptr(), after.len());
        for temporary in &TEMPORARY {
            let path = temporary.load(Ordering::SeqCst);
            if !path.is_null() {
                // SAFETY: a string with its zero that is never freed; `unlink` may be called here.
                unsafe { libc::unlink(path) };
            }
        }
        // SAFETY: ends the process without running anything of it.
        unsafe { libc::_exit(2) }
    }
}

#[cfg(not(unix))]
mod guard {
    use std::path::Path;

    pub struct Watched;

    impl Watched {
        pub fn new(_: &[u8], _: &str) -> Watched {
            Watched
        }
    }

    pub struct OnFault;

    pub fn remove_on_fault(_: &Path) -> OnFault {
        OnFault
    }

    pub fn install() {}
}

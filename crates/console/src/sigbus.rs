//! Mapped inputs, and the handling of one that is truncated while it is read.
//!
//! The command maps its inputs for speed, although it cannot know that no other process changes them. It accepts the
//! consequences that [`Input::mapped`] describes: the library detects a change after each chunk, and a truncation,
//! which raises SIGBUS, ends the process with a message and removes temporary files. `--no-mmap` reads instead.
//!
//! An allocation that fails where the library does not report it as an error aborts the process. SIGABRT ends it in
//! the same way, with exit code 2.

use quadrille_base::error::Error;
use quadrille_run::io::Input;
use std::path::Path;

/// Opens an input that is mapped if possible.
pub fn open_mapped(path: &Path) -> Result<Input<'static>, Error> {
    // SAFETY: nothing in this process writes to an input. The head of this file describes the handling of changes
    // by other processes; it is documented at `--no-mmap`.
    unsafe { Input::mapped(path) }
}

#[cfg(unix)]
pub use unix::install_handler;

#[cfg(unix)]
mod unix {
    use super::super::terminal::is_printable;
    use quadrille_run::io::fault_table::{name_of_mapping_at, temporary_files};
    use std::{
        mem, ptr,
        sync::{
            OnceLock,
            atomic::{AtomicBool, Ordering},
        },
    };

    /// Characters of a file's name in a message.
    const LONGEST_NAME: usize = 500;

    /// Whether a thread has begun to end the process.
    static ENDING: AtomicBool = AtomicBool::new(false);
    /// The previous handler of SIGBUS.
    static PREVIOUS: OnceLock<libc::sigaction> = OnceLock::new();

    /// From now on the process ends with a message and exit code 2 if a mapped input cannot be read any more, because
    /// it was truncated or its disk failed. SIGBUS for another reason calls the previous handler.
    pub fn install_handler() {
        // SAFETY: all zeros are a valid `sigaction`; the handler has the type that SA_SIGINFO requires and calls only
        // async-signal-safe functions. No signals are blocked while it runs.
        PREVIOUS.get_or_init(|| unsafe {
            let mut previous: libc::sigaction = mem::zeroed();
            let mut action: libc::sigaction = mem::zeroed();
            let handler: extern "C" fn(libc::c_int, *mut libc::siginfo_t, *mut libc::c_void) = on_fault;
            action.sa_sigaction = handler as usize;
            action.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK;
            libc::sigemptyset(&mut action.sa_mask);
            libc::sigaction(libc::SIGBUS, ptr::null(), &mut previous);
            libc::sigaction(libc::SIGBUS, &action, ptr::null_mut());
            let handler: extern "C" fn(libc::c_int, *mut libc::siginfo_t, *mut libc::c_void) = on_abort;
            action.sa_sigaction = handler as usize;
            libc::sigaction(libc::SIGABRT, &action, ptr::null_mut());
            previous
        });
    }

    /// Ends the process if it aborted itself, after the line that the standard library prints. If another process sent
    /// the signal, the default action follows.
    extern "C" fn on_abort(_: libc::c_int, info: *mut libc::siginfo_t, _: *mut libc::c_void) {
        // SAFETY: SA_SIGINFO passes a valid `siginfo_t`.
        if unsafe { (*info).si_code } == libc::SI_USER {
            // SAFETY: both are async-signal-safe; the signal is delivered when the handler returns.
            unsafe {
                libc::signal(libc::SIGABRT, libc::SIG_DFL);
                libc::raise(libc::SIGABRT);
            }
            return;
        }
        wait_if_ending();
        print(b"quadrille: memory ran out, or an internal error ended the process (see above); an output file is ");
        print(b"unchanged; allow the process more memory, or use fewer threads with --threads\n");
        end()
    }

    /// Several threads may fail at the same time; only one prints the message.
    fn wait_if_ending() {
        while ENDING.swap(true, Ordering::SeqCst) {
            // SAFETY: async-signal-safe; waits for the end of the process.
            unsafe { libc::pause() };
        }
    }

    /// Removes the temporary files and ends the process.
    fn end() -> ! {
        for path in temporary_files() {
            // SAFETY: async-signal-safe, and the path is a C string.
            unsafe { libc::unlink(path.as_ptr()) };
        }
        // SAFETY: async-signal-safe; ends the process without running destructors.
        unsafe { libc::_exit(2) }
    }

    /// Ends the process if the fault is in a mapping. Otherwise restores the previous handler, which runs when the
    /// fault repeats.
    extern "C" fn on_fault(_: libc::c_int, info: *mut libc::siginfo_t, _: *mut libc::c_void) {
        // SAFETY: SA_SIGINFO passes a valid `siginfo_t`, and SIGBUS sets its address.
        let address = unsafe { (*info).si_addr() } as usize;
        // SAFETY: this thread is reading the mapping, so that the mapping lives while the handler runs.
        let Some(name) = (unsafe { name_of_mapping_at(address) }) else { return restore_previous() };
        wait_if_ending();
        print(b"quadrille: cannot read ");
        print_name(name);
        print(b": it was truncated while it was read, or its disk failed; the output is incomplete; ");
        print(b"use --no-mmap for files that change and on network file systems\n");
        end()
    }

    fn restore_previous() {
        let previous = PREVIOUS.get().map_or(ptr::null(), |previous| previous as *const libc::sigaction);
        // SAFETY: both are async-signal-safe, and `previous` was returned by `sigaction`. If it is not set yet, the
        // default action ends the process.
        unsafe {
            if previous.is_null() {
                libc::signal(libc::SIGBUS, libc::SIG_DFL);
            } else {
                libc::sigaction(libc::SIGBUS, previous, ptr::null_mut());
            }
        }
    }

    /// Prints the name of a file, without the characters that a terminal would interpret.
    fn print_name(name: &[u8]) {
        // A name is text made from the path; only its first characters are printed.
        for c in std::str::from_utf8(name).unwrap_or("an input").chars().take(LONGEST_NAME) {
            print(if is_printable(c) { c } else { '?' }.encode_utf8(&mut [0; 4]).as_bytes());
        }
    }

    fn print(bytes: &[u8]) {
        // SAFETY: async-signal-safe, and the bytes live. Nothing can be done about an error.
        let _ = unsafe { libc::write(2, bytes.as_ptr().cast(), bytes.len()) };
    }
}

#[cfg(not(unix))]
pub fn install_handler() {}

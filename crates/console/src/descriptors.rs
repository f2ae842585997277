//! Whether standard input and output were open when the process started.
//!
//! Before `main`, the runtime of Rust opens `/dev/null` for a closed one. Without this check, a run with `>&-`
//! would lose its answers, and a run with `<&-` would read nothing, both with exit code 0.

use anyhow::{Result, bail};
use std::path::Path;

/// Fails if the path names standard input, and it was closed when the process started.
pub fn check_stdin(path: &Path) -> Result<()> {
    if names(path, ["-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"]) && is_closed(0) {
        bail!("standard input is closed; name a file, or remove `<&-`");
    }
    Ok(())
}

/// Fails if the path names standard output, and it was closed when the process started.
pub fn check_stdout(path: &Path) -> Result<()> {
    if names(path, ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"]) && is_closed(1) {
        bail!("standard output is closed, so the answers would be lost; use --output FILE, or remove `>&-`");
    }
    Ok(())
}

fn names(path: &Path, aliases: [&str; 4]) -> bool {
    aliases.into_iter().any(|alias| path == Path::new(alias))
}

#[cfg(unix)]
use unix::is_closed;

#[cfg(not(unix))]
fn is_closed(_: usize) -> bool {
    false
}

#[cfg(unix)]
mod unix {
    use std::sync::atomic::{AtomicBool, Ordering};

    /// Whether standard input and output were closed at the start.
    static CLOSED: [AtomicBool; 2] = [AtomicBool::new(false), AtomicBool::new(false)];

    pub fn is_closed(descriptor: usize) -> bool {
        CLOSED[descriptor].load(Ordering::Relaxed)
    }

    // SAFETY: the system calls the functions in this section once, before `main` and on one thread. This one needs
    // nothing that the runtime of Rust sets up.
    #[used]
    #[cfg_attr(target_vendor = "apple", unsafe(link_section = "__DATA,__mod_init_func"))]
    #[cfg_attr(not(target_vendor = "apple"), unsafe(link_section = ".init_array"))]
    static AT_START: extern "C" fn() = look;

    extern "C" fn look() {
        for (descriptor, closed) in (0..).zip(&CLOSED) {
            // SAFETY: it changes nothing, and fails only if the descriptor is closed.
            let flags = unsafe { libc::fcntl(descriptor, libc::F_GETFD) };
            closed.store(flags == -1, Ordering::Relaxed);
        }
    }
}

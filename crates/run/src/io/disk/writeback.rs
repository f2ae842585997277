//! The system call that begins to write a file to the disk without waiting for it.

use std::fs::File;

/// Begins with everything that was written to the file so far.
#[cfg(target_os = "linux")]
pub fn start(file: &File) {
    use std::os::fd::AsRawFd;
    // An error is kept for the next sync: Linux reports each failed write of a file to every descriptor once, when it is
    // synced, and this call does not count.
    // SAFETY: the descriptor is open, and the call has no other requirement.
    unsafe { libc::sync_file_range(file.as_raw_fd(), 0, 0, libc::SYNC_FILE_RANGE_WRITE) };
}

/// No other system has such a call: the sync does all of it.
#[cfg(not(target_os = "linux"))]
pub fn start(_: &File) {}

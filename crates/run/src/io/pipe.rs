//! Pipes: their size, and writes that the system does not divide.

use memchr::{memchr, memrchr};
use std::fs::File;

/// The longest write that a pipe does not divide.
pub const PIPE_BUF: usize = if cfg!(target_os = "linux") { 4096 } else { 512 };

/// The size asked for. A pipe has 64 KiB otherwise, so that its two processes wait for each other all the time. The system
/// lends a user without privileges 64 MiB for all pipes, so this is not more than helps.
#[cfg(target_os = "linux")]
const LARGE: usize = 256 << 10;

/// Enlarges a pipe, if the file is one that is smaller. Without permission it stays as it is.
#[cfg(target_os = "linux")]
pub fn enlarge(file: &File) {
    use rustix::pipe::{fcntl_getpipe_size, fcntl_setpipe_size};
    if fcntl_getpipe_size(file).is_ok_and(|size| size < LARGE) {
        let _ = fcntl_setpipe_size(file, LARGE);
    }
}

#[cfg(not(target_os = "linux"))]
pub fn enlarge(_: &File) {}

/// Divides a text into parts of at most `max` bytes that end with a line, or of one line that is longer.
pub fn lines(mut text: &[u8], max: usize) -> impl Iterator<Item = &[u8]> {
    std::iter::from_fn(move || {
        let end = match text.len() {
            0 => return None,
            len if len <= max => len,
            len => memrchr(b'\n', &text[..max])
                .or_else(|| memchr(b'\n', text))
                .map_or(len, |newline| newline + 1),
        };
        let (part, rest) = text.split_at(end);
        text = rest;
        Some(part)
    })
}

/// The size of a write that a pipe does not divide; `None` if the file is not a pipe.
#[cfg(unix)]
pub fn pipe_size(file: &File) -> Option<usize> {
    use std::os::unix::fs::FileTypeExt;
    let kind = file.metadata().ok()?.file_type();
    (kind.is_fifo() || kind.is_socket()).then_some(PIPE_BUF)
}

#[cfg(not(unix))]
pub fn pipe_size(_: &File) -> Option<usize> {
    None
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use rustix::pipe::{fcntl_getpipe_size, fcntl_setpipe_size};
    use std::{io, os::fd::OwnedFd};

    #[test]
    fn pipes_are_enlarged_and_never_made_smaller() {
        let (reader, _writer) = io::pipe().unwrap();
        let reader = File::from(OwnedFd::from(reader));
        let (other, _other_writer) = io::pipe().unwrap();
        let before = fcntl_getpipe_size(&reader).unwrap();
        // Not if the user has many pipes.
        let is_permitted = fcntl_setpipe_size(&other, LARGE).is_ok();
        enlarge(&reader);
        let after = fcntl_getpipe_size(&reader).unwrap();
        assert_eq!(after, if is_permitted { LARGE } else { before });
        if fcntl_setpipe_size(&reader, 2 * LARGE).is_ok() {
            enlarge(&reader);
            assert_eq!(fcntl_getpipe_size(&reader).unwrap(), 2 * LARGE);
        }
        enlarge(&tempfile::tempfile().unwrap());
    }
}

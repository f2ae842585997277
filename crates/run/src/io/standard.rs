//! Standard input and output without the leniency of the standard library, which ignores a descriptor that cannot be
//! read or written.

use super::{disk::retry, pipe::enlarge};
use std::{
    fs::File,
    io::{self, Read, Seek, SeekFrom, Write},
};

/// A copy of the descriptor of standard input or output.
#[cfg(unix)]
fn copy(of: &impl std::os::fd::AsFd) -> io::Result<File> {
    of.as_fd().try_clone_to_owned().map(File::from)
}

/// A copy of the handle of standard input or output.
#[cfg(windows)]
fn copy(of: &impl std::os::windows::io::AsHandle) -> io::Result<File> {
    of.as_handle().try_clone_to_owned().map(File::from)
}

/// Standard input. If it cannot be read, as with `0>FILE`, this is an error and not its end.
pub(super) struct StandardInput {
    is_readable: bool,
}

impl StandardInput {
    pub fn new() -> StandardInput {
        StandardInput { is_readable: false }
    }
}

impl Read for StandardInput {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if !self.is_readable {
            // Takes no bytes, but fails if the descriptor is not open for reading.
            let mut stdin = copy(&io::stdin())?;
            stdin.read(&mut [])?;
            enlarge(&stdin);
            self.is_readable = true;
        }
        io::stdin().read(buffer)
    }
}

/// Standard output, without a buffer.
pub(super) struct StandardOutput(File);

impl StandardOutput {
    pub fn new() -> io::Result<StandardOutput> {
        copy(&io::stdout()).inspect(enlarge).map(StandardOutput)
    }

    pub fn file(&self) -> &File {
        &self.0
    }

    pub fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    /// Writes all bytes or, if that fails in the middle and standard output is a file, none.
    pub fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        let mut written = 0;
        while written < bytes.len() {
            match retry(|| self.0.write(&bytes[written..])) {
                Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
                Ok(count) => written += count,
                Err(error) => {
                    // Otherwise the part stays, and the error is reported in any case.
                    let _ = self.take_back(written as u64);
                    return Err(error);
                }
            }
        }
        Ok(())
    }

    /// Removes the last bytes of a regular file, if they were the last ones that were written to it.
    fn take_back(&mut self, count: u64) -> io::Result<()> {
        let about = self.0.metadata()?;
        if count == 0 || !about.is_file() || self.0.stream_position()? != about.len() {
            return Ok(());
        }
        self.0.set_len(about.len() - count)?;
        self.0.seek(SeekFrom::Start(about.len() - count)).map(drop)
    }
}

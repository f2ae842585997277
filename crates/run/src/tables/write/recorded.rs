//! A buffered target, which keeps its error.

use super::target::Target;
use std::io::{self, BufWriter, Write};

const BUFFER: usize = 1 << 20;

/// A buffered target. The writer of Parquet turns every error into one of its own; here the error of the target is kept.
pub(super) struct Recorded<W: Target> {
    /// `None` once it was taken out.
    target: Option<BufWriter<W>>,
    error: Option<io::Error>,
}

impl<W: Target> Recorded<W> {
    pub fn new(target: W) -> Recorded<W> {
        Recorded { target: Some(BufWriter::with_capacity(BUFFER, target)), error: None }
    }

    /// The error of the target, if there was one.
    pub fn take_error(&mut self) -> Option<io::Error> {
        self.error.take()
    }

    /// Writes what is in the buffer, and takes the target out.
    pub fn finish(&mut self) -> io::Result<W> {
        let target = self.target.take().ok_or(io::ErrorKind::WriteZero)?;
        target.into_inner().map_err(io::IntoInnerError::into_error)
    }

    fn with<T>(&mut self, call: impl FnOnce(&mut BufWriter<W>) -> io::Result<T>) -> io::Result<T> {
        let target = self.target.as_mut().ok_or(io::ErrorKind::WriteZero)?;
        call(target).map_err(|error| {
            let kind = error.kind();
            // It is asked for once more after an interruption.
            if kind != io::ErrorKind::Interrupted {
                self.error = Some(error);
            }
            kind.into()
        })
    }
}

impl<W: Target> Write for Recorded<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.with(|target| target.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.with(BufWriter::flush)
    }
}

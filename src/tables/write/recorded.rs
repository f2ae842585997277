//! A target behind a buffer, which keeps its error.

use super::target::Target;
use std::io::{self, BufWriter, Write};

const BUFFER: usize = 1 << 20;

/// A buffered target. The writer of Parquet turns every error into one of its own; here that of the target is kept.
pub(super) struct Recorded<W: Target> {
    target: BufWriter<W>,
    error: Option<io::Error>,
}

impl<W: Target> Recorded<W> {
    pub fn new(target: W) -> Recorded<W> {
        Recorded { target: BufWriter::with_capacity(BUFFER, target), error: None }
    }

    pub fn get_ref(&self) -> &W {
        self.target.get_ref()
    }

    /// The error of the target, if there was one.
    pub fn take_error(&mut self) -> Option<io::Error> {
        self.error.take()
    }

    /// Writes what is in the buffer.
    pub fn finish(self) -> io::Result<W> {
        self.target.into_inner().map_err(io::IntoInnerError::into_error)
    }

    fn kept<T>(&mut self, done: io::Result<T>) -> io::Result<T> {
        done.map_err(|error| {
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
        let done = self.target.write(bytes);
        self.kept(done)
    }

    fn flush(&mut self) -> io::Result<()> {
        let done = self.target.flush();
        self.kept(done)
    }
}

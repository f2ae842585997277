//! What can go wrong around the puzzles: files, pipes, and broken promises of our own.

use std::{error::Error as StdError, fmt, io};

/// What kind of thing went wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ErrorKind {
    /// An input cannot be opened or read.
    Input,
    /// The output cannot be created, written or put in its place.
    Output,
    /// A setting that cannot be carried out.
    Config,
    /// An input has to be mapped for what was requested, and is not.
    NeedsMapping,
    /// An input or output has to be a regular file for what was requested, and is not.
    NotAFile,
    /// The records of an input end at a line `end` before the end of the file, so it cannot be sharded.
    RecordsEndEarly,
    /// The run was stopped from outside.
    Interrupted,
    /// The program broke a promise of its own: an engine's answer failed its check, or a worker
    /// panicked. Nothing of such an answer is written.
    Internal,
}

/// An error that ends a run. A malformed record is none: it is reported in its own place.
#[derive(Debug)]
pub struct Error {
    kind: ErrorKind,
    message: String,
    source: Option<Box<dyn StdError + Send + Sync>>,
}

impl Error {
    /// An error of our own.
    pub fn new(kind: ErrorKind, message: impl Into<String>) -> Error {
        Error { kind, message: message.into(), source: None }
    }

    /// An operating-system error with what was being done, as in `cannot read FILE`.
    pub fn io(kind: ErrorKind, doing: impl Into<String>, source: io::Error) -> Error {
        Error::caused(kind, doing, source)
    }

    /// An error with its cause, which is [`source`](StdError::source) and not part of the message.
    pub fn caused(
        kind: ErrorKind,
        message: impl Into<String>,
        source: impl StdError + Send + Sync + 'static,
    ) -> Error {
        Error { kind, message: message.into(), source: Some(Box::new(source)) }
    }

    /// What kind of thing went wrong.
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// Whether the reader of the output went away, as `head` does: no fault of anyone.
    pub fn is_broken_pipe(&self) -> bool {
        self.kind == ErrorKind::Output
            && self
                .source
                .as_ref()
                .and_then(|e| e.downcast_ref::<io::Error>())
                .is_some_and(|e| e.kind() == io::ErrorKind::BrokenPipe)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl StdError for Error {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        self.source.as_deref().map(|source| source as &(dyn StdError + 'static))
    }
}

//! Errors that end a run: files, pipes, settings, and internal errors.

use std::{error::Error as StdError, fmt, io};

/// The kind of an error.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ErrorKind {
    /// An input cannot be opened or read.
    Input,
    /// The output cannot be created, written or put in its place.
    Output,
    /// A setting that cannot be carried out.
    Config,
    /// The request requires a mapped input, and an input is not mapped.
    NeedsMapping,
    /// The request requires a regular file, and an input or output is not one.
    NotAFile,
    /// The records of an input end at a line `end` before the end of the file, so it cannot be sharded.
    RecordsEndEarly,
    /// The run was stopped from outside.
    Interrupted,
    /// Memory for a problem, or for the search of one, could not be allocated.
    OutOfMemory,
    /// An internal error: an engine's answer failed its check, or a worker panicked. Nothing of such an
    /// answer is written.
    Internal,
}

/// An error that ends a run. A malformed record is not such an error: it gets an answer like any other
/// record.
#[derive(Debug)]
pub struct Error {
    kind: ErrorKind,
    message: String,
    source: Option<Box<dyn StdError + Send + Sync>>,
}

impl Error {
    /// An error without an underlying cause.
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

    /// The kind of the error.
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// Whether the reader of the output has closed it, as `head` does. This is not a failure.
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

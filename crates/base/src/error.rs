//! The error of all functions, and its kinds. Each module has a type of its own for the details of its errors, which
//! the error has as its reason.

use std::{error::Error as StdError, fmt, io};

/// The kind of an [`Error`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ErrorKind {
    /// A text, a list of numbers or a name is malformed: a puzzle, regions, an option of a problem, a format.
    Malformed,
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
    /// The run was stopped from outside, or a limit ended a run that has no partial result.
    Interrupted,
    /// Memory for a problem, or for the search of one, could not be allocated.
    OutOfMemory,
    /// The result would be larger than a limit allows.
    TooLarge,
    /// An internal error: an engine's answer failed its check, or a worker panicked. Nothing of such an
    /// answer is written.
    Internal,
}

/// Why something cannot be done: a text is not a puzzle, a setting is refused, a file cannot be read, a run was stopped. A
/// malformed record of a run is not such an error: it gets an answer like any other record.
///
/// ```
/// use quadrille::{ErrorKind, Puzzle, Shape, generate::{Givens, GeneratorOptions}};
///
/// let error = "123".parse::<Puzzle>().unwrap_err();
/// assert_eq!(error.kind(), ErrorKind::Malformed);
/// assert_eq!(error.to_string(), "expected 16, 36, 81, 144, 256 or 625 cells, found 3");
/// assert!(!error.is_broken_pipe());
/// assert_eq!(GeneratorOptions::unique(Shape::NINE, Givens::Count(16)).unwrap_err().kind(), ErrorKind::Config);
///
/// // Errors of your own, with and without a cause.
/// use quadrille::Error;
/// use std::io::{self, ErrorKind::NotFound};
/// assert_eq!(Error::config("no"), Error::new(ErrorKind::Config, "no"));
/// let not_found = || io::Error::from(NotFound);
/// let error = Error::io(ErrorKind::Input, "cannot read a file", not_found());
/// assert_eq!(error, Error::caused(ErrorKind::Input, "cannot read a file", not_found()));
/// assert_eq!(error.reason().map(io::Error::kind), Some(NotFound));
/// assert_eq!(Error::of(ErrorKind::Input, not_found()).to_string(), not_found().to_string());
/// ```
pub struct Error(Box<Inner>);

/// In a box, so that results are small.
#[derive(Debug)]
struct Inner {
    kind: ErrorKind,
    message: String,
    cause: Option<Box<dyn StdError + Send + Sync>>,
    /// Whether the message is the cause's message.
    is_cause: bool,
}

impl Error {
    /// An error without an underlying cause.
    pub fn new(kind: ErrorKind, message: impl Into<String>) -> Error {
        Error(Box::new(Inner { kind, message: message.into(), cause: None, is_cause: false }))
    }

    /// An error of the operating system with the failed action, as in `cannot read FILE`. Its cause is not part of the message.
    pub fn io(kind: ErrorKind, doing: impl Into<String>, source: io::Error) -> Error {
        Error::caused(kind, doing, source)
    }

    /// An error with its cause, which is [`source`](StdError::source) and not part of the message.
    pub fn caused(
        kind: ErrorKind,
        message: impl Into<String>,
        source: impl StdError + Send + Sync + 'static,
    ) -> Error {
        let cause = Some(Box::new(source) as Box<_>);
        Error(Box::new(Inner { kind, message: message.into(), cause, is_cause: false }))
    }

    /// An error with the message of its reason, which [`reason`](Self::reason) returns.
    pub fn of(kind: ErrorKind, reason: impl StdError + Send + Sync + 'static) -> Error {
        let (message, cause) = (reason.to_string(), Some(Box::new(reason) as Box<_>));
        Error(Box::new(Inner { kind, message, cause, is_cause: true }))
    }

    /// The reason of the error, or its cause, if it is of this type.
    pub fn reason<T: StdError + 'static>(&self) -> Option<&T> {
        self.0.cause.as_ref()?.downcast_ref()
    }

    /// An error of the kind [`Config`](ErrorKind::Config).
    pub fn config(message: impl Into<String>) -> Error {
        Error::new(ErrorKind::Config, message)
    }

    /// The kind of the error.
    pub fn kind(&self) -> ErrorKind {
        self.0.kind
    }

    /// Whether the reader of the output has closed it, as `head` does. This is not a failure.
    pub fn is_broken_pipe(&self) -> bool {
        self.0.kind == ErrorKind::Output
            && self.reason::<io::Error>().is_some_and(|e| e.kind() == io::ErrorKind::BrokenPipe)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.message)
    }
}

impl StdError for Error {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        let cause = self.0.cause.as_deref().map(|cause| cause as &(dyn StdError + 'static))?;
        if self.0.is_cause { cause.source() } else { Some(cause) }
    }
}

/// Errors are equal if they have the same kind and message, so that results can be compared.
impl PartialEq for Error {
    fn eq(&self, other: &Error) -> bool {
        self.kind() == other.kind() && self.0.message == other.0.message
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The message about a fault of the program itself.
pub fn internal_error(what: &str) -> String {
    format!("internal error: {what}; please report it")
}

//! How a diagram is built, and why that may fail.

use super::CoverDiagram;
use super::search::{Failure, MOST};
use crate::{Cover, OutOfMemory};
use quadrille_base::error::{Error, ErrorKind};
use quadrille_base::limits::Limits;
use quadrille_base::run_options::RunOptions;
use std::fmt;

/// How a [`CoverDiagram`] is built.
///
/// ```
/// use quadrille::{ErrorKind, RunOptions, cover::{Cover, DiagramSettings}, engine::Limits};
///
/// let mut cover = Cover::new(40);
/// for item in 0..39 {
///     cover.add(&[item, item + 1])?;
///     cover.add(&[item])?;
/// }
/// cover.add(&[39])?;
/// let diagram = DiagramSettings::new().memory(1 << 20).ordered(true).build(&cover)?;
/// assert_eq!(diagram.count(), 165_580_141u32.into());
/// // Each state of the search counts as a node.
/// let few = DiagramSettings::new().run_options(RunOptions::new().max_nodes(0));
/// assert_eq!(few.build(&cover).unwrap_err().kind(), ErrorKind::Interrupted);
/// assert!(few.limits(Limits::default()).build(&cover).is_ok());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct DiagramSettings {
    memory: u64,
    limits: Limits,
    is_ordered: bool,
}

impl DiagramSettings {
    /// At most 1 GiB, no other limits, not ordered.
    pub fn new() -> DiagramSettings {
        DiagramSettings { memory: 1 << 30, limits: Limits::default(), is_ordered: false }
    }

    /// Sets the number of bytes that the construction, and so the diagram, may take. A problem that does not fit gives
    /// an error of kind [`ErrorKind::TooLarge`].
    pub fn memory(self, bytes: u64) -> DiagramSettings {
        DiagramSettings { memory: bytes, ..self }
    }

    /// Sets the time, the stop flag, and the number of states that the search may enter, within about 4,000 states. A
    /// diagram is built on one thread, and the engine is not used.
    pub fn run_options(self, options: RunOptions) -> DiagramSettings {
        self.limits(options.limits().clone())
    }

    /// Sets the limits of the search, as [`run_options`](Self::run_options) does. The number of solutions is not used.
    pub fn limits(self, limits: Limits) -> DiagramSettings {
        DiagramSettings { limits, ..self }
    }

    /// Sets whether options must follow each other in one order on all paths through the diagram, as in a
    /// zero-suppressed decision diagram. Only such a diagram can be [written](CoverDiagram::write). It may have more
    /// nodes, because the search cannot choose the item to cover next by the number of its options.
    pub fn ordered(self, is_ordered: bool) -> DiagramSettings {
        DiagramSettings { is_ordered, ..self }
    }

    /// Builds the diagram of a problem.
    ///
    /// # Errors
    /// As [`CoverDiagram::build`], and if a limit ends the search.
    pub fn build(&self, cover: &Cover) -> Result<CoverDiagram, Error> {
        Ok(try_build(cover, self)?)
    }

    pub(super) fn bytes(&self) -> usize {
        usize::try_from(self.memory).unwrap_or(usize::MAX)
    }

    pub(super) fn search(&self) -> &Limits {
        &self.limits
    }

    pub(super) fn is_ordered(&self) -> bool {
        self.is_ordered
    }
}

/// Builds the diagram of a problem, as [`DiagramSettings::build`] does.
///
/// # Errors
/// As that function.
pub fn try_build(cover: &Cover, settings: &DiagramSettings) -> Result<CoverDiagram, DiagramError> {
    CoverDiagram::try_new(cover, settings)
}

impl Default for DiagramSettings {
    fn default() -> DiagramSettings {
        DiagramSettings::new()
    }
}

/// Why a diagram could not be built.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum DiagramError {
    /// It would take more than this number of bytes.
    MemoryLimit(u64),
    /// A limit ended the search, or the stop flag was raised.
    Stopped,
    /// Too many options or primary items remain after the forced moves.
    TooLarge {
        /// Options that are left.
        options: usize,
        /// Primary items that are left.
        items: usize,
    },
    /// Memory could not be allocated.
    OutOfMemory(OutOfMemory),
}

impl DiagramError {
    pub(super) fn of(failure: Failure, memory: usize) -> DiagramError {
        match failure {
            Failure::Limit => DiagramError::MemoryLimit(memory as u64),
            Failure::Stopped => DiagramError::Stopped,
            Failure::TooLarge { options, items } => DiagramError::TooLarge { options, items },
            Failure::OutOfMemory(error) => DiagramError::OutOfMemory(error),
        }
    }
}

impl fmt::Display for DiagramError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            DiagramError::MemoryLimit(bytes) => {
                write!(f, "it takes more than {bytes} bytes of memory, which is the limit")
            }
            DiagramError::Stopped => write!(f, "it was not finished within the limits of the search"),
            DiagramError::TooLarge { options, items } => write!(
                f,
                "the problem is too large: the forced moves leave {options} options and {items} primary items, and a diagram \
                 can have {MOST} of each"
            ),
            DiagramError::OutOfMemory(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for DiagramError {}

impl From<DiagramError> for Error {
    fn from(error: DiagramError) -> Error {
        match error {
            DiagramError::MemoryLimit(_) | DiagramError::TooLarge { .. } => {
                Error::of(ErrorKind::TooLarge, error)
            }
            DiagramError::Stopped => Error::of(ErrorKind::Interrupted, error),
            DiagramError::OutOfMemory(error) => error.into(),
        }
    }
}

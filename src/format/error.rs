//! Why an input cannot be opened.

use crate::framing::MAX_RECORD;
use std::fmt;

/// Why an input cannot be opened in any format, or in the chosen one.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum FormatError {
    /// The input matches no format.
    Unrecognized {
        /// The beginning of its first line that is neither blank nor a comment.
        first_line: String,
    },
    /// A table without a header row.
    NoHeader,
    /// A table whose header row does not end within 16 MiB.
    EndlessHeader,
    /// The header has no column with the puzzle.
    NoPuzzleColumn {
        /// The name that was asked for; `None` if the usual names were tried.
        requested: Option<String>,
        /// The usual names.
        usual: &'static [&'static str],
        /// The names in the header.
        header: Vec<String>,
    },
    /// The header has no column with expected solutions.
    NoSolutionColumn {
        /// The usual names.
        usual: &'static [&'static str],
        /// The names in the header.
        header: Vec<String>,
    },
    /// The first line should be the number of boards.
    NoBoardCount {
        /// The beginning of the line; `None` if the input is empty.
        found: Option<String>,
    },
    /// The lines end with a carriage return (CR) alone.
    CarriageReturns,
    /// Expected solutions are to be checked, but the format has none.
    NoExpectedSolutions {
        /// The name of the format.
        format: &'static str,
    },
    /// Each record should have the regions of a jigsaw, but the format has none.
    NoRegions {
        /// The name of the format.
        format: &'static str,
    },
    /// Details of each answer are to be written, but the format has no place for them.
    NoDetails {
        /// The name of the format.
        format: &'static str,
    },
    /// Hints are for givens, but the format has candidates.
    NoGivens {
        /// The name of the format.
        format: &'static str,
    },
}

impl fmt::Display for FormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FormatError::Unrecognized { first_line } => {
                write!(f, "matches no known format; it begins with {first_line:?}")
            }
            FormatError::NoHeader => f.write_str("no header"),
            FormatError::EndlessHeader => write!(f, "the header row is longer than {} MiB", MAX_RECORD >> 20),
            FormatError::NoPuzzleColumn { requested: Some(name), header, .. } => {
                write!(f, "no column {name:?} in the header: {}", header.join(", "))
            }
            FormatError::NoPuzzleColumn { requested: None, usual, header }
            | FormatError::NoSolutionColumn { usual, header } => {
                write!(f, "no column {} in the header: {}", usual.join(", "), header.join(", "))
            }
            FormatError::NoBoardCount { found: Some(line) } => {
                write!(f, "expected the number of boards, found {line:?}")
            }
            FormatError::NoBoardCount { found: None } => f.write_str("expected the number of boards"),
            FormatError::CarriageReturns => f.write_str("its lines end with CR alone; expected LF or CR LF"),
            FormatError::NoExpectedSolutions { format } => {
                write!(f, "format {format} has no expected solutions to check")
            }
            FormatError::NoRegions { format } => {
                write!(f, "format {format} has no regions with each record")
            }
            FormatError::NoDetails { format } => {
                write!(f, "answers in format {format} have no place for more than the board")
            }
            FormatError::NoGivens { format } => {
                write!(f, "format {format} has candidates, for which there are no hints")
            }
        }
    }
}

impl std::error::Error for FormatError {}

/// The beginning of a line of the input, for a message.
pub(super) fn excerpt(line: &[u8]) -> String {
    const MAX: usize = 60;
    let dots = if line.len() > MAX { "…" } else { "" };
    format!("{}{dots}", String::from_utf8_lossy(&line[..line.len().min(MAX)]))
}

//! Why a call on columns fails as a whole.

use arrow_schema::DataType;
use quadrille_base::error::{Error, ErrorKind};
use quadrille_grid::cells::LEADING_ZEROS;
use std::fmt;

/// Why a call fails as a whole. A malformed value does not make it fail: its row says what is wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ColumnsError {
    /// A column is of a type that holds no boards.
    Type {
        /// Which column: `puzzles` or `solutions`.
        column: &'static str,
        /// Its type.
        found: DataType,
    },
    /// The columns of puzzles and solutions have different lengths.
    Lengths {
        /// The number of puzzles.
        puzzles: usize,
        /// The number of solutions.
        solutions: usize,
    },
    /// The answers do not fit an array of the type of the input, whose offsets have 32 bits.
    TooLong {
        /// The type.
        found: DataType,
    },
    /// An option that counts something is 0.
    Zero {
        /// Which option: `copies`.
        option: &'static str,
    },
    /// The task selects records, only counts them or writes several rows for one.
    NotForColumns,
    /// Options that exclude each other.
    Refused(&'static str),
    /// More rows are asked for than a column can have.
    TooManyRows,
    /// The [stop flag](quadrille_engines::RunOptions::stop_flag) was raised.
    Stopped,
}

impl fmt::Display for ColumnsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ColumnsError::Type { column, found } if found.is_integer() || found.is_decimal() => {
                write!(f, "the column of {column} is of type {found}, which holds no boards; if they were read as numbers, {LEADING_ZEROS}")
            }
            ColumnsError::Type { column, found } => write!(
                f,
                "the column of {column} is of type {found}, which holds no boards; it may be one of strings (Utf8, LargeUtf8, \
                 Utf8View), of bytes (Binary, LargeBinary, BinaryView, FixedSizeBinary of 16, 36, 81, 144, 256 or 625), of lists of \
                 integers with a number for each cell or one list for each row of the board, or a dictionary of strings or bytes"
            ),
            ColumnsError::Lengths { puzzles, solutions } => {
                write!(
                    f,
                    "there are {puzzles} puzzles and {solutions} solutions; both columns need the same length"
                )
            }
            ColumnsError::TooLong { found } => write!(
                f,
                "the answers are more than 2 GiB, too long for an array of type {found}; pass fewer rows at a time, or a type with \
                 offsets of 64 bits such as LargeUtf8"
            ),
            ColumnsError::Zero { option } => write!(f, "{option}: expected 1 or more, found 0"),
            ColumnsError::NotForColumns => f.write_str(
                "a column has one answer for each puzzle: a task that selects records, only counts them or writes several rows \
                 for one is for files",
            ),
            ColumnsError::Refused(what) => f.write_str(what),
            ColumnsError::TooManyRows => {
                f.write_str("more rows are asked for than a column can have; pass fewer at a time")
            }
            ColumnsError::Stopped => f.write_str("stopped before all rows were answered"),
        }
    }
}

impl std::error::Error for ColumnsError {}

impl From<ColumnsError> for Error {
    fn from(error: ColumnsError) -> Error {
        let kind = match error {
            ColumnsError::Stopped => ErrorKind::Interrupted,
            ColumnsError::TooLong { .. } | ColumnsError::TooManyRows => ErrorKind::TooLarge,
            ColumnsError::Type { .. } | ColumnsError::Lengths { .. } => ErrorKind::Input,
            ColumnsError::Zero { .. } | ColumnsError::NotForColumns | ColumnsError::Refused(_) => {
                ErrorKind::Config
            }
        };
        Error::of(kind, error)
    }
}

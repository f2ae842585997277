//! Why a text or a list of numbers is not a transformation.

use quadrille_base::error::{Error, ErrorKind};
use std::fmt;

/// Why a text or a list of numbers is not a transformation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum TransformError {
    /// The text does not have the form `r123456789-c123456789-d123456789`, with 4, 6 or 9 of each.
    Form,
    /// The rows, columns or digits are not a permutation.
    NotAPermutation,
    /// Rows of a band or columns of a stack do not stay together.
    DividesBand,
    /// A board whose boxes are not square cannot be transposed.
    Transposed,
}

impl TransformError {
    /// The error in words.
    pub fn message(self) -> &'static str {
        match self {
            TransformError::Form => "expected a transformation such as t-r123456789-c123456789-d123456789",
            TransformError::NotAPermutation => "a row, column or digit occurs twice, or is too large",
            TransformError::DividesBand => "the rows of a band or the columns of a stack are divided",
            TransformError::Transposed => "boards of this shape cannot be transposed",
        }
    }
}

impl fmt::Display for TransformError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.message())
    }
}

impl std::error::Error for TransformError {}

impl From<TransformError> for Error {
    fn from(error: TransformError) -> Error {
        Error::of(ErrorKind::Malformed, error)
    }
}

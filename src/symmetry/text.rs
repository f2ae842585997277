//! Transformations as texts, and why a text is none.

use super::transform::Transform;
use std::{fmt, str::FromStr};

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
    pub(crate) fn message(self) -> &'static str {
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

impl Transform {
    /// Appends the text form.
    pub(crate) fn write(&self, text: &mut Vec<u8>) {
        text.extend_from_slice(if self.is_transposed { b"t-" } else { b"" });
        for (name, part, first) in
            [(&b"r"[..], self.rows(), b'1'), (b"-c", self.columns(), b'1'), (b"-d", self.digits(), b'0')]
        {
            text.extend_from_slice(name);
            text.extend(part.iter().map(|number| first + number));
        }
    }
}

impl fmt::Display for Transform {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = Vec::new();
        self.write(&mut text);
        f.write_str(std::str::from_utf8(&text).expect("digits and letters"))
    }
}

impl FromStr for Transform {
    type Err = TransformError;

    fn from_str(text: &str) -> Result<Transform, TransformError> {
        let (is_transposed, rest) = text.strip_prefix("t-").map_or((false, text), |rest| (true, rest));
        let mut parts = rest.split('-');
        let mut part = |name: char, first: u8| {
            let numbers = parts.next()?.strip_prefix(name)?;
            numbers
                .bytes()
                .map(|b| b.checked_sub(b'0' + first).filter(|i| *i <= 9))
                .collect::<Option<Vec<u8>>>()
        };
        let found = (part('r', 1), part('c', 1), part('d', 0));
        let (Some(rows), Some(columns), Some(digits)) = found else { return Err(TransformError::Form) };
        match parts.next() {
            None => Transform::new(is_transposed, &rows, &columns, &digits),
            Some(_) => Err(TransformError::Form),
        }
    }
}

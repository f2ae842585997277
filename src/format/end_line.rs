//! The line `end` that some collections of lines end with.

use super::codec::Selection;

/// What a line `end` is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum EndLine {
    /// The end of the input, whatever follows.
    EndsInput,
    /// A malformed record.
    IsRecord,
}

impl EndLine {
    /// Whether this line ends the input.
    pub fn ends_at(self, line: &[u8]) -> bool {
        self == EndLine::EndsInput && line.trim_ascii() == b"end"
    }
}

/// The line is a record only if a format without an end line was named.
impl From<Selection> for EndLine {
    fn from(selection: Selection) -> EndLine {
        match selection {
            Selection::Detected => EndLine::EndsInput,
            Selection::Named => EndLine::IsRecord,
        }
    }
}

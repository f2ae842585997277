//! Formats for the answers to inputs of any format.

use super::answer::{Answer, Field};
use std::fmt;

/// A format that the answers to any input can be written in.
///
/// ```
/// use quadrille::OutputFormat;
///
/// let names: Vec<_> = OutputFormat::all().iter().map(|format| format.name()).collect();
/// assert_eq!(names, ["line", "pair", "csv", "ndjson"]);
/// ```
pub struct OutputFormat {
    pub(crate) name: &'static str,
    pub(crate) about: &'static str,
    /// Appends what is written before all answers.
    pub(crate) header: fn(&[Field], &mut Vec<u8>),
    /// Appends one answer.
    pub(crate) write: fn(&Answer<'_>, &[Field], &mut Vec<u8>),
}

impl OutputFormat {
    /// Its name.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// A one-line description.
    pub fn about(&self) -> &'static str {
        self.about
    }

    /// Appends what is written before all answers.
    pub(crate) fn write_header(&self, fields: &[Field], text: &mut Vec<u8>) {
        (self.header)(fields, text);
    }

    /// Appends one answer.
    pub(crate) fn write(&self, answer: &Answer<'_>, fields: &[Field], text: &mut Vec<u8>) {
        (self.write)(answer, fields, text);
    }
}

impl fmt::Debug for OutputFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "OutputFormat({})", self.name)
    }
}

/// Two output formats are equal if they have the same name.
impl PartialEq for OutputFormat {
    fn eq(&self, other: &OutputFormat) -> bool {
        self.name == other.name
    }
}

impl Eq for OutputFormat {}

pub(super) static LINE: OutputFormat = OutputFormat {
    name: "line",
    about: "one answer per line",
    header: |_, _| {},
    write: |answer, _, text| {
        answer.write(text);
        text.push(b'\n');
    },
};

pub(super) static PAIR: OutputFormat = OutputFormat {
    name: "pair",
    about: "one line `puzzle,answer` per record",
    header: |_, _| {},
    write: |answer, _, text| {
        answer.write_puzzle(text);
        text.push(b',');
        answer.write(text);
        text.push(b'\n');
    },
};

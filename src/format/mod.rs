//! Bytes to puzzles and back: pure functions on slices, one file per format.
//!
//! [`FORMATS`] is the table of them all. A [`Format`] tells its own inputs from others by their
//! first lines and opens one: what comes out is a [`Codec`], which finds the records in a chunk,
//! reads their cells, and writes the answers in their place, and a
//! [`Framing`], which knows where the input may be cut into chunks.

mod answer;
mod boards;
pub mod csv;
pub mod grid;
pub mod hust1565;
pub mod line;
mod malformed;
pub mod ndjson;
pub mod pencilmark;
pub mod poj3074;
pub mod poj3076;
mod record_batch;
pub mod regions;
pub mod spoj1110;
pub mod uva12988;

pub use crate::grid::{Alphabet, Symbols};
pub use answer::{Answer, Board, Field, OUTPUT_FORMATS, OutputFormat, Shown, Status};
pub use malformed::Malformed;
pub use record_batch::{RecordBatch, RecordKind, RecordSpan, Span};

use crate::framing::{Framing, HEAD};

/// Every format, in the order in which they are asked whether an input is theirs.
pub static FORMATS: [&Format; 10] = [
    &ndjson::FORMAT,
    &csv::FORMAT,
    &pencilmark::FORMAT,
    &uva12988::FORMAT,
    &spoj1110::FORMAT,
    &hust1565::FORMAT,
    &poj3076::FORMAT,
    &line::FORMAT,
    &poj3074::FORMAT,
    &grid::FORMAT,
];

/// How records are written in an input.
pub struct Format {
    /// The name, as in `--format`.
    pub name: &'static str,
    /// Other names of the same.
    pub aliases: &'static [&'static str],
    /// What it is, in a sentence.
    pub about: &'static str,
    /// Whether an input with these lines is of this format.
    pub fits: fn(&Lines<'_>, &Options) -> Fit,
    /// Opens an input with these first bytes; `None` if there are too few of them. The error says
    /// what is wrong with them.
    pub open: fn(&Head<'_>, &Options) -> Result<Option<OpenedInput>, String>,
}

/// What is to be known about a run before an input is opened.
#[derive(Clone, Debug)]
pub struct Options {
    /// The alphabet of large boards.
    pub symbols: Symbols,
    /// The name of the column or member with the puzzle, where it is not one of the usual ones.
    pub column: Option<String>,
    /// What is written for each record, where a format has fields with names: one or two.
    pub fields: &'static [Field],
    /// Whether the file's own answers are wanted.
    pub own_answers: bool,
    /// Whether the format is taken because its input looks like it, and not because it was named.
    pub guessed: bool,
    /// Whether each record brings the regions of a jigsaw.
    pub regions: bool,
}

/// The first bytes of an input.
#[derive(Clone, Copy, Debug)]
pub struct Head<'a> {
    /// The bytes.
    pub bytes: &'a [u8],
    /// Whether no more can be had.
    pub whole: bool,
}

/// Complete lines of a head, without blanks around them and without comments. Blank lines are
/// empty; the first line is not blank.
#[derive(Clone, Copy, Debug)]
pub struct Lines<'a> {
    /// The lines.
    pub lines: &'a [&'a [u8]],
    /// Whether the first one is the first of the input.
    pub first: bool,
    /// Whether there are no more to be had.
    pub whole: bool,
}

/// Whether an input is of a format. What was said of some lines stays true with more of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fit {
    /// It is.
    Yes,
    /// It is not.
    No,
    /// More lines are needed to tell.
    Unsure,
}

impl Fit {
    fn when(fits: bool) -> Fit {
        if fits { Fit::Yes } else { Fit::No }
    }
}

/// An input that is ready to be cut and read.
pub struct OpenedInput {
    /// Reads its records.
    pub reader: Box<dyn Codec>,
    /// Cuts it into chunks.
    pub framing: Box<dyn Framing>,
    /// Bytes of the head that are before the first record.
    pub skip: usize,
}

/// Where an answer is written.
#[derive(Clone, Copy, Debug)]
pub struct Place<'a> {
    /// The chunk with the record.
    pub chunk: &'a [u8],
    /// The record in the chunk.
    pub mark: RecordSpan,
    /// Where the record before it ends.
    pub after: usize,
    /// The record's place among the counted ones of the run, from 1.
    pub number: u64,
}

/// Reads the records of one input, and writes answers in the same format.
pub trait Codec: Send + Sync {
    /// Appends the records of a chunk to a cleared sheet: as many of them as were counted when the
    /// chunk was cut, or all.
    fn read(&self, chunk: &[u8], records: Option<u64>, sheet: &mut RecordBatch);

    /// Whether records are marked. If not, each answer is a line.
    fn marks(&self) -> bool {
        true
    }

    /// Whether marks say where the file's own answers are.
    fn own_answers(&self) -> bool {
        false
    }

    /// Whether records are candidates of cells, and not givens.
    fn candidates(&self) -> bool {
        false
    }

    /// Whether records bring regions.
    fn regions(&self) -> bool {
        false
    }

    /// What goes before the answers.
    fn header(&self) -> &[u8] {
        b""
    }

    /// Whether every answer begins with a newline that the first one is to lose.
    fn separated(&self) -> bool {
        false
    }

    /// Appends an answer to a marked record.
    fn write(&self, place: &Place<'_>, answer: &Answer<'_>, text: &mut Vec<u8>);

    /// Appends what follows the last record of a chunk.
    fn write_rest(&self, rest: &[u8], text: &mut Vec<u8>) {
        let _ = (rest, text);
    }
}

impl Format {
    /// The format of this name.
    pub fn named(name: &str) -> Option<&'static Format> {
        FORMATS.into_iter().find(|f| f.name == name || f.aliases.contains(&name))
    }

    /// The names of all formats, other names of the same included.
    pub fn names() -> Vec<&'static str> {
        FORMATS.iter().flat_map(|f| std::iter::once(&f.name).chain(f.aliases)).copied().collect()
    }

    /// The format of an input with this head: that of its first line that looks like one.
    ///
    /// `Ok(None)` if more bytes are needed. An input without any line but blanks and comments is
    /// taken as `line`.
    ///
    /// # Errors
    /// If no line looks like any; the message shows the first one.
    pub fn detect(head: &Head<'_>, options: &Options) -> Result<Option<&'static Format>, String> {
        let all = complete_lines(head);
        let is_text = |l: &&[u8]| !l.is_empty();
        let Some(first) = all.iter().position(is_text) else {
            let long = head.whole && head.bytes.iter().any(|b| *b > b' ') && all.is_empty();
            return match head.whole {
                true if long => Err(unknown(head.bytes)),
                true => Ok(Some(&line::FORMAT)),
                false => Ok(None),
            };
        };
        for start in (first..all.len()).filter(|&i| is_text(&all[i])) {
            let lines = Lines { lines: &all[start..], first: start == first, whole: head.whole };
            for format in FORMATS {
                match (format.fits)(&lines, options) {
                    Fit::Yes => return Ok(Some(format)),
                    Fit::Unsure if !head.whole => return Ok(None),
                    _ => {}
                }
            }
        }
        if head.whole { Err(unknown(all[first])) } else { Ok(None) }
    }
}

/// The lines of a head that are complete, trimmed, without comments.
fn complete_lines<'a>(head: &Head<'a>) -> Vec<&'a [u8]> {
    let mut lines: Vec<_> = head.bytes.split(|b| *b == b'\n').collect();
    let last = lines.pop().unwrap_or_default();
    // A head that was cut short ends within a line.
    if head.whole && head.bytes.len() < HEAD {
        lines.push(last);
    }
    lines.into_iter().map(<[u8]>::trim_ascii).filter(|l| !l.starts_with(b"#")).collect()
}

fn unknown(line: &[u8]) -> String {
    let shown = String::from_utf8_lossy(&line[..line.len().min(60)]);
    let dots = if line.len() > 60 { "…" } else { "" };
    format!(
        "no known format; it begins with {shown:?}{dots}; name it with --format: {}",
        Format::names().join(", ")
    )
}

impl std::fmt::Debug for Format {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Format({})", self.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    pub(super) fn options() -> Options {
        Options {
            symbols: Symbols::Auto,
            column: None,
            fields: &[Field::Status],
            own_answers: false,
            guessed: true,
            regions: false,
        }
    }
}

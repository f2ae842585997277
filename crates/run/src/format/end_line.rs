//! The line `end` that some collections of lines end with.

use super::{codec::Selection, record_batch::RecordBatch, record_span::RecordSpan};
use memchr::memrchr;
use quadrille_base::framing::{Cut, Framing, LineFraming, SeekSupport, Target};
use quadrille_tasks::Malformed;

/// How many bytes of blank lines may follow a line `end` that is the last line of an input.
const MAX_BLANKS: usize = 4096;

/// A line `end` with more blanks than fit into this is a malformed record.
pub(super) const MAX_END_LINE: usize = 100;

/// The meaning of a line `end`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum EndLine {
    /// The end of the input, whatever follows.
    EndsInput,
    /// No record, if it is the last line of the input; otherwise a malformed record.
    IsIgnoredAtEnd,
    /// A malformed record.
    IsRecord,
}

impl EndLine {
    /// The framing of lines that may have an end line.
    pub fn framing(self, max_line: Option<usize>) -> Box<dyn Framing> {
        let lines = LineFraming { max_line };
        match self {
            EndLine::IsIgnoredAtEnd => Box::new(EndLineFraming(lines)),
            _ => Box::new(lines),
        }
    }

    /// Reads a line if it is `end`, and returns whether it is. `rest` is the text after it in its chunk.
    pub fn read(
        self,
        (line, span): (&[u8], Option<RecordSpan>),
        rest: &[u8],
        batch: &mut RecordBatch,
    ) -> bool {
        if line.trim_ascii() != b"end" {
            return false;
        }
        match self {
            EndLine::EndsInput => batch.ended = true,
            EndLine::IsIgnoredAtEnd if is_last(rest, batch.following.as_deref()) => {
                batch.end_line = Some(batch.lines);
            }
            _ => {
                let reason =
                    "a line `end` is not a puzzle; name the judge's format if it is to end the input";
                batch.push(batch.lines, span, |_| Err(Malformed::Other(reason)));
            }
        }
        true
    }
}

/// The line is a record if a format was named.
impl From<Selection> for EndLine {
    fn from(selection: Selection) -> EndLine {
        match selection {
            Selection::Detected => EndLine::IsIgnoredAtEnd,
            Selection::Named | Selection::Table => EndLine::IsRecord,
        }
    }
}

/// Whether a line is the last one of the input. `rest` is the text after it in its chunk, `following` the text after
/// the chunk, if it is known.
fn is_last(rest: &[u8], following: Option<&[u8]>) -> bool {
    let Some(following) = following else { return false };
    rest.len() + following.len() <= MAX_BLANKS
        && [rest, following].iter().all(|text| text.trim_ascii().is_empty())
}

/// Whether the text after a chunk must be known to read it: its last line is `end`.
pub(crate) fn ends_with_end_line(chunk: &[u8]) -> bool {
    last_end_line(chunk).is_some()
}

/// How many bytes after a chunk must be known.
pub(crate) const FOLLOWING: usize = MAX_BLANKS + 1;

/// Where the line `end` begins, if only blanks follow it.
fn last_end_line(text: &[u8]) -> Option<usize> {
    let line_end = text.iter().rev().take(MAX_BLANKS + 1).position(|b| !b.is_ascii_whitespace())?;
    let text = &text[..text.len() - line_end];
    let start = memrchr(b'\n', text).map_or(0, |i| i + 1);
    (text[start..].trim_ascii() == b"end").then_some(start)
}

/// Lines, of which a stream keeps back a line `end` until something follows it or the input ends.
struct EndLineFraming(LineFraming);

impl Framing for EndLineFraming {
    fn cut(&mut self, bytes: &[u8], target: Target) -> Option<Cut> {
        let cut = self.0.cut(bytes, target)?;
        match (target, last_end_line(&bytes[..cut.end])) {
            (Target::Last, Some(start)) => (start > 0).then(|| Cut::at(start)),
            _ => Some(cut),
        }
    }

    fn seek_support(&self) -> SeekSupport {
        self.0.seek_support()
    }

    fn max_line(&self) -> Option<usize> {
        self.0.max_line()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stream_keeps_back_a_line_end_until_it_is_known_whether_it_is_the_last() {
        let mut framing = EndLineFraming(LineFraming { max_line: None });
        let mut cut = |text: &[u8], target| framing.cut(text, target).map(|cut| cut.end);
        assert_eq!(cut(b"12\nend\n", Target::Last), Some(3));
        assert_eq!(cut(b"12\n end \r\n\n", Target::Last), Some(3));
        assert_eq!(cut(b"end\n", Target::Last), None);
        assert_eq!(cut(b"12\nend\n34\n", Target::Last), Some(10));
        assert_eq!(cut(b"12\nend\n34", Target::Last), Some(3));
        assert_eq!(cut(b"12\nlegend\n", Target::Last), Some(10));
        assert_eq!(cut(b"12\nend\n", Target::End), Some(7));
        let blanks = [b"12\nend".to_vec(), vec![b'\n'; MAX_BLANKS + 1]].concat();
        assert_eq!(cut(&blanks, Target::Last), Some(blanks.len()));
    }

    #[test]
    fn a_line_is_the_last_if_only_few_blanks_follow_it() {
        assert!(is_last(b"", Some(b"")) && is_last(b"\n", Some(b" \r\n")));
        assert!(!is_last(b"", None) && !is_last(b"1\n", Some(b"")) && !is_last(b"", Some(b"1")));
        assert!(!is_last(&[b'\n'; MAX_BLANKS], Some(b"\n")));
    }
}

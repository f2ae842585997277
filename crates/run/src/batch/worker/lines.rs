//! The lines of records: computed only when something is wrong with one.

use crate::format::{RecordSpan, is_record};
use memchr::memchr_iter;

/// The line, from 0, of a record.
#[cold]
pub(super) fn line_of(chunk: &[u8], index: usize, span: Option<&RecordSpan>) -> u64 {
    if let Some(span) = span {
        return span.text.range().map_or(0, |text| lines_before(chunk, text.start));
    }
    record_lines(chunk).nth(index).map_or(0, |(number, _)| number)
}

/// The lines of a chunk that are records, where each record is a line, with their numbers from 0.
pub(super) fn record_lines(chunk: &[u8]) -> impl Iterator<Item = (u64, &[u8])> {
    (0..).zip(chunk.split(|b| *b == b'\n')).filter(|(_, line)| is_record(line))
}

/// Finds the lines of spans, in ascending order, in one pass over their chunk.
#[derive(Default)]
pub(super) struct LineFinder {
    offset: usize,
    line: u64,
}

impl LineFinder {
    /// The line, from 0, in which a span begins.
    pub fn line_of(&mut self, chunk: &[u8], span: &RecordSpan) -> u64 {
        if let Some(text) = span.text.range() {
            self.line += memchr_iter(b'\n', &chunk[self.offset..text.start]).count() as u64;
            self.offset = text.start;
        }
        self.line
    }
}

/// Lines that end before an offset in the chunk.
pub(super) fn lines_before(chunk: &[u8], offset: usize) -> u64 {
    memchr_iter(b'\n', &chunk[..offset]).count() as u64
}

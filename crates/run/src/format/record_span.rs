//! Where records and their parts are in their chunk.

use quadrille_tasks::ColumnSpec;
use std::ops::Range;

/// A part of a chunk, in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Span {
    start: u32,
    end: u32,
}

impl Span {
    /// No part.
    pub const NONE: Span = Span { start: u32::MAX, end: u32::MAX };
    /// The largest possible end of a span.
    pub const MAX_END: usize = u32::MAX as usize - 1;

    /// The range, unless it is [`Span::NONE`].
    pub fn range(self) -> Option<Range<usize>> {
        (self != Span::NONE).then_some(self.start as usize..self.end as usize)
    }

    fn advanced(self, by: u32) -> Span {
        Span { start: self.start.wrapping_add(by), end: self.end.wrapping_add(by) }
    }
}

/// # Panics
/// If the range does not end within 4 GiB.
impl From<Range<usize>> for Span {
    fn from(range: Range<usize>) -> Span {
        assert!(range.end <= Span::MAX_END, "a chunk of less than 4 GiB");
        Span { start: range.start as u32, end: range.end as u32 }
    }
}

/// Where a record and its parts are in their chunk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RecordSpan {
    /// The record, without the newline at its end.
    pub text: Span,
    /// The solution that the input itself gives, as it is written there.
    pub expected: Span,
    /// The existing fields that the answer replaces: one for each of
    /// [`ReadOptions::columns`](super::ReadOptions::columns), or [`Span::NONE`].
    pub replaced: [Span; ColumnSpec::MOST],
}

impl RecordSpan {
    /// A record without an expected solution or fields to replace.
    pub fn new(text: Range<usize>) -> RecordSpan {
        RecordSpan { text: text.into(), expected: Span::NONE, replaced: [Span::NONE; ColumnSpec::MOST] }
    }

    /// Notes the place of the field in a column, if solutions are expected in this column or answers replace it.
    #[inline(always)]
    pub(crate) fn note(
        &mut self,
        (column, at): (usize, Range<usize>),
        (expected, replaced): (Option<usize>, &[Option<usize>; ColumnSpec::MOST]),
    ) {
        if expected == Some(column) {
            self.expected = at.clone().into();
        }
        for (replaced, place) in replaced.iter().zip(&mut self.replaced) {
            if *replaced == Some(column) {
                *place = at.clone().into();
            }
        }
    }

    /// As many records as are asked for, of which this is the first: each begins this many bytes after the one before it
    /// and has the same parts.
    ///
    /// # Panics
    /// If they do not end within 4 GiB.
    pub(super) fn repeated(self, count: usize, distance: usize) -> impl Iterator<Item = RecordSpan> {
        let end = self.text.range().map_or(0, |text| text.end + count.saturating_sub(1) * distance);
        assert!(end <= Span::MAX_END, "a chunk of less than 4 GiB");
        // 0 for what the records do not have: then all are added alike, which compiles to vector code.
        let step = |span: Span| if span == Span::NONE { 0 } else { distance as u32 };
        let (text, expected, replaced) = (step(self.text), step(self.expected), self.replaced.map(step));
        let mut next = self;
        (0..count).map(move |_| {
            let span = next;
            next.text = span.text.advanced(text);
            next.expected = span.expected.advanced(expected);
            for (part, step) in next.replaced.iter_mut().zip(replaced) {
                *part = part.advanced(step);
            }
            span
        })
    }

    /// Where the record ends, or `previous`, the end of the one before it, if it has no text.
    pub(crate) fn end_after(&self, previous: usize) -> usize {
        self.text.range().map_or(previous, |text| text.end)
    }

    /// The same parts in a text that begins at `start` of the chunk.
    pub(crate) fn relative_to(self, start: usize) -> RecordSpan {
        let shift = |span: Span| match span.range() {
            Some(range) => (range.start - start..range.end - start).into(),
            None => Span::NONE,
        };
        RecordSpan {
            text: shift(self.text),
            expected: shift(self.expected),
            replaced: self.replaced.map(shift),
        }
    }

    /// The replaced parts of the record in their order, each with the index of its field.
    pub(super) fn replacements(&self) -> impl Iterator<Item = (usize, Range<usize>)> {
        let mut order: [usize; ColumnSpec::MOST] = std::array::from_fn(|field| field);
        // Nothing to sort in most records.
        if self.replaced != [Span::NONE; ColumnSpec::MOST] {
            order.sort_unstable_by_key(|&field| self.replaced[field].start);
        }
        order.into_iter().filter_map(|field| Some((field, self.replaced[field].range()?)))
    }
}

/// The text of a record, in place of which an answer is written.
#[derive(Clone, Copy, Debug)]
pub struct RecordText<'a> {
    /// The chunk with the record.
    pub chunk: &'a [u8],
    /// Where the record is in the chunk.
    pub span: RecordSpan,
    /// Where the previous record of the chunk ends, or 0.
    pub previous_end: usize,
    /// The number of the record among the counted records of the run, from 1.
    pub number: u64,
}

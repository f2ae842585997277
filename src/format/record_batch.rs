//! The records of a chunk, as read: cells side by side for the engines, the rest in order.

use super::{Alphabet, Malformed};
use crate::{Shape, framing::MAX_RECORD};
use std::ops::Range;

/// A record, in one byte: its shape's index, and whether its alphabet is letters; or that it is
/// malformed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RecordKind(u8);

impl RecordKind {
    /// A record that is no puzzle.
    pub const MALFORMED: RecordKind = RecordKind(0xFF);
    const LETTERS: u8 = 0x80;

    /// A puzzle of this shape, written in this alphabet.
    pub fn new(shape: Shape, alphabet: Alphabet) -> RecordKind {
        let letters = if alphabet == Alphabet::Letters { RecordKind::LETTERS } else { 0 };
        RecordKind(shape.index() as u8 | letters)
    }

    /// [`Shape::index`] of the puzzle.
    pub fn shape_index(self) -> usize {
        usize::from(self.0 & !RecordKind::LETTERS)
    }

    /// The puzzle's alphabet.
    pub fn alphabet(self) -> Alphabet {
        if self.0 & RecordKind::LETTERS == 0 { Alphabet::Digits } else { Alphabet::Letters }
    }
}

/// A part of a chunk, in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Span {
    start: u32,
    end: u32,
}

impl Span {
    /// No part at all.
    pub const NONE: Span = Span { start: u32::MAX, end: u32::MAX };
    /// Where a span can end at most.
    pub const MAX_END: usize = u32::MAX as usize - 1;

    /// The range, unless it is [`Span::NONE`].
    pub fn range(self) -> Option<Range<usize>> {
        (self != Span::NONE).then_some(self.start as usize..self.end as usize)
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

/// Where a record is in its chunk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RecordSpan {
    /// The record, without the newline at its end.
    pub text: Span,
    /// The answer that the file itself gives.
    pub own: Span,
    /// What the answers are written in place of, if there is such a field already; as many as
    /// [`Options::fields`](super::Options::fields).
    pub replaced: [Span; 2],
}

impl RecordSpan {
    /// A record and nothing more.
    pub fn new(text: Range<usize>) -> RecordSpan {
        RecordSpan { text: text.into(), own: Span::NONE, replaced: [Span::NONE; 2] }
    }
}

/// The records of a chunk.
///
/// After the first chunks nothing is allocated: what was read is cleared and its memory kept.
#[derive(Default)]
pub struct RecordBatch {
    /// One for each record, in order.
    pub slots: Vec<RecordKind>,
    /// Cells of the puzzles of each shape, laid end to end in the order of their slots.
    pub cells: [Vec<u8>; Shape::ALL.len()],
    /// Candidates of the same cells, digit `d` as bit `d − 1`, or nothing if the format has none.
    pub candidates: [Vec<u32>; Shape::ALL.len()],
    /// Regions of the same cells, from 0, or nothing if records bring none.
    pub regions: [Vec<u8>; Shape::ALL.len()],
    /// What is wrong with each malformed slot, in order, and its line in the chunk, from 0.
    pub reasons: Vec<(u64, Malformed)>,
    /// One for each slot, if the format marks its records.
    pub marks: Vec<RecordSpan>,
    /// Lines of the chunk, records or not.
    pub lines: u64,
    /// The records of the input end in this chunk: nothing after it is one.
    pub ended: bool,
    /// Where a record begins that is longer than [`MAX_RECORD`].
    pub overlong: Option<usize>,
    /// Characters of a grid, gathered.
    pub(super) scratch: Vec<u8>,
    /// Candidates of a board, gathered.
    pub(super) spare_candidates: Vec<u32>,
}

impl RecordBatch {
    /// No records.
    pub fn clear(&mut self) {
        self.slots.clear();
        self.cells.iter_mut().for_each(Vec::clear);
        self.candidates.iter_mut().for_each(Vec::clear);
        self.regions.iter_mut().for_each(Vec::clear);
        self.reasons.clear();
        self.marks.clear();
        (self.lines, self.ended, self.overlong) = (0, false, None);
    }

    /// Adds a record, read by `parse`, which appends cells; or appends none and fails.
    pub fn push(
        &mut self,
        line: u64,
        parse: impl FnOnce(&mut Vec<u8>) -> Result<(Shape, Alphabet), Malformed>,
    ) {
        // The shape is known only after reading; the cells move to where those of their shape are.
        let nine = Shape::NINE.index();
        let before = self.cells[nine].len();
        let slot = match parse(&mut self.cells[nine]) {
            Ok((shape, alphabet)) => {
                if shape != Shape::NINE {
                    let [from, to] =
                        self.cells.get_disjoint_mut([nine, shape.index()]).expect("two different shapes");
                    to.extend(from.drain(before..));
                }
                RecordKind::new(shape, alphabet)
            }
            Err(reason) => {
                self.reasons.push((line, reason));
                RecordKind::MALFORMED
            }
        };
        self.slots.push(slot);
    }

    /// Marks the record that was added last.
    pub fn mark(&mut self, mark: RecordSpan) {
        if let Some(text) = mark.text.range()
            && text.len() > MAX_RECORD
        {
            self.overlong.get_or_insert(text.start);
        }
        self.marks.push(mark);
    }
}

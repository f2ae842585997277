//! The records of a chunk of text: their boards, and where they are in it.

use super::record_span::RecordSpan;
use quadrille_base::framing::MAX_RECORD;
use quadrille_grid::{Alphabet, NineRow, NineText, OwnedExtras, Shape};
use quadrille_tasks::{Boards, Malformed, RecordTag};

/// The records of a chunk.
///
/// Clearing a batch keeps its memory, so that nothing is allocated after the first chunks.
#[derive(Default)]
pub struct RecordBatch {
    /// The contents of the record.
    pub boards: Boards,
    /// The span of each record; empty if the records are lines.
    pub spans: Vec<RecordSpan>,
    /// Number of lines read, whether records or not.
    pub lines: u64,
    /// The records of the input end in this chunk.
    pub ended: bool,
    /// The line in the chunk, from 0, of a line `end` that is the last line of the input and not a record.
    pub end_line: Option<u64>,
    /// The first bytes of the input after the chunk, if they are known. Set before the chunk is read.
    pub following: Option<Vec<u8>>,
    /// Memory for gathering the characters of a grid.
    pub(super) grid: Vec<u8>,
    nine_text: NineText,
    extras: OwnedExtras,
}

impl RecordBatch {
    /// A batch whose 9×9 grids are read like this.
    pub fn new(nine_text: NineText) -> RecordBatch {
        RecordBatch { nine_text, ..RecordBatch::default() }
    }

    /// Removes all records.
    pub fn clear(&mut self) {
        self.boards.clear();
        self.spans.clear();
        (self.lines, self.ended) = (0, false);
        (self.end_line, self.following) = (None, None);
    }

    /// Adds a record at this line, from 0, of the chunk. `parse` appends its cells, or appends none
    /// and fails. All records of a batch have a span, or none has.
    pub fn push(
        &mut self,
        line: u64,
        span: Option<RecordSpan>,
        parse: impl FnOnce(&mut Vec<u8>) -> Result<(Shape, Alphabet), Malformed>,
    ) {
        // The shape is known only after parsing, so other cells than 9×9 are moved afterwards.
        let nine = Shape::NINE.index();
        let before = self.boards.cells[nine].len();
        let tag = match parse(&mut self.boards.cells[nine]) {
            Ok((shape, alphabet)) => {
                if shape != Shape::NINE {
                    let [from, to] = self
                        .boards
                        .cells
                        .get_disjoint_mut([nine, shape.index()])
                        .expect("two different shapes");
                    to.extend(from.drain(before..));
                }
                RecordTag::puzzle(shape, alphabet)
            }
            Err(error) => {
                self.boards.malformed.push((line, error));
                RecordTag::MALFORMED
            }
        };
        self.push_tag(tag, span);
    }

    /// Adds a record with these 81 characters; false, with nothing added, if one of them is neither a
    /// digit nor an empty cell.
    #[inline(always)]
    pub(super) fn push_nine(&mut self, text: &[u8; 81], span: Option<RecordSpan>) -> bool {
        let pushed = self.nine_text.read(text, &mut self.boards.cells[Shape::NINE.index()]);
        if pushed {
            self.push_tag(RecordTag::puzzle(Shape::NINE, Alphabet::Digits), span);
        }
        pushed
    }

    /// Adds the records at the beginning of a text that are lines of 81 such characters, up to the first other line,
    /// and returns how many bytes they are.
    pub(super) fn push_nine_lines(&mut self, text: &[u8]) -> usize {
        let text = within_record(text);
        let lines = self.nine_text.read_lines(text, &mut self.boards.cells[Shape::NINE.index()]);
        let nine = RecordTag::puzzle(Shape::NINE, Alphabet::Digits);
        self.boards.tags.resize(self.boards.tags.len() + lines, nine);
        self.lines += lines as u64;
        lines * (Shape::NINE.area() + 1)
    }

    /// Adds the records at the beginning of a text that are such rows, up to the first other record, and returns how many
    /// bytes they are. `first` is where the first of them is, and its parts.
    pub(super) fn push_nine_rows(&mut self, text: &[u8], row: NineRow<'_>, first: RecordSpan) -> usize {
        let text = within_record(text);
        let rows = self.nine_text.read_rows(text, row, &mut self.boards.cells[Shape::NINE.index()]);
        let nine = RecordTag::puzzle(Shape::NINE, Alphabet::Digits);
        self.boards.tags.resize(self.boards.tags.len() + rows, nine);
        self.lines += rows as u64;
        self.spans.extend(first.repeated(rows, row.bytes()));
        rows * row.bytes()
    }

    /// Adds a record with candidates or regions, which `parse` leaves in the empty `OwnedExtras`.
    pub(super) fn push_with_extras(
        &mut self,
        line: u64,
        span: Option<RecordSpan>,
        parse: impl FnOnce(&mut Vec<u8>, &mut OwnedExtras) -> Result<(Shape, Alphabet), Malformed>,
    ) {
        let mut extras = std::mem::take(&mut self.extras);
        extras.clear();
        self.push(line, span, |cells| parse(cells, &mut extras));
        if let Some(shape) = self.boards.tags.last().and_then(|tag| tag.shape()) {
            self.boards.extras[shape.index()].push(shape, extras.view());
        }
        self.extras = extras;
    }

    #[inline(always)]
    fn push_tag(&mut self, tag: RecordTag, span: Option<RecordSpan>) {
        debug_assert_eq!(self.spans.len(), if span.is_some() { self.boards.tags.len() } else { 0 });
        self.boards.tags.push(tag);
        if let Some(span) = span {
            self.spans.push(span);
        }
    }
}

/// The beginning of a text in which boards are read at once. Memory is reserved for its length, and a mapped chunk may be one
/// line of many GiB.
fn within_record(text: &[u8]) -> &[u8] {
    &text[..text.len().min(MAX_RECORD)]
}

//! Boards of a fixed number of rows, counted or up to the end of the input: what the formats of
//! online judges have in common.
//!
//! Blank lines and comments are skipped wherever they are: a board is the next `side` other lines.

mod framing;

use super::{
    answer::{Answer, push_number},
    codec::{Capabilities, Codec, OpenedInput, Separator},
    error::{FormatError, excerpt},
    head::{Fit, Head, HeadLines},
    record_batch::RecordBatch,
    record_span::{RecordSpan, RecordText},
};
use framing::BoardFraming;
use memchr::memchr;
use quadrille_base::framing::HeadEnd;
use quadrille_grid::{
    Symbols,
    cells::{ParsePuzzleError, is_record, parse_grid},
};
use quadrille_tasks::{Malformed, Status};
use std::ops::Range;

/// How boards are read and written.
#[derive(Clone, Copy)]
pub(super) struct BoardCodec {
    /// Lines of a board, and characters of a line.
    pub side: usize,
    /// Whether the first line is the number of boards.
    pub counted: bool,
    /// The alphabet, regardless of the options of the run.
    pub symbols: Symbols,
    pub style: Style,
    /// How an empty cell is written.
    pub empty: u8,
    /// Whether the judge asks for all naked singles.
    pub naked_singles: bool,
}

/// The text around answers.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Style {
    /// `Case #1:` before the first, and so on.
    Cases,
    /// A blank line between them.
    Blocks,
}

impl BoardCodec {
    /// Whether some lines are a number and then rows of this side.
    pub fn detect_counted(&self, head: &HeadLines<'_>) -> Fit {
        let (count, rest) = head.lines.split_first().expect("at least one line");
        if !head.at_start || parse_count(count).is_none() {
            return Fit::No;
        }
        let rows = head.lines.iter().take_while(|line| line.len() == self.side).count();
        if rows > 1 {
            return self.detect_among_rows(head, rows);
        }
        match rest.iter().find(|l| !l.is_empty()) {
            Some(row) => (row.len() == self.side).into(),
            None if head.end.can_grow() => Fit::Unsure,
            // Only a number and no board, so the size is unknown. One of the formats must accept it.
            None => (self.side == 4).into(),
        }
    }

    /// Whether the first of some lines, all of them as long as a row, is a number of boards. It may be the first row of
    /// a `grid` block, which has as many rows as columns, or of several, one directly after the other.
    fn detect_among_rows(&self, head: &HeadLines<'_>, rows: usize) -> Fit {
        let first = head.lines[0];
        match head.lines.get(rows) {
            Some(line) if self.is_ruling(line) => Fit::No,
            None if !head.end.is_final() => Fit::Unsure,
            None if head.end != HeadEnd::Eof => {
                first.iter().zip(1..).any(|(byte, n)| first[n..].contains(byte)).into()
            }
            _ => (!rows.is_multiple_of(self.side)).into(),
        }
    }

    /// Whether a line is drawn between rows, as no judge does.
    fn is_ruling(&self, line: &[u8]) -> bool {
        let is_drawn = |byte: &u8| matches!(byte, b'-' | b'+' | b'=' | b'|' | b' ' | 0x80..);
        line.iter().all(is_drawn) && line.iter().any(|byte| *byte != self.empty && *byte != b' ')
    }

    /// Opens an input: reads the number of boards, if there is one.
    pub fn open(&self, head: &Head<'_>) -> Result<Option<OpenedInput>, FormatError> {
        let (mut skip, mut count) = (0, None);
        if self.counted {
            let Some((line, end)) = first_line(head) else {
                let error = FormatError::NoBoardCount { found: None };
                return if !head.end.can_grow() { Err(error) } else { Ok(None) };
            };
            let error = || FormatError::NoBoardCount { found: Some(excerpt(line)) };
            count = Some(parse_count(line).ok_or_else(error)?);
            skip = end;
        }
        let framing = Box::new(BoardFraming::new(self.side, count));
        Ok(Some(OpenedInput { codec: Box::new(*self), framing, skip }))
    }
}

/// A number of boards.
fn parse_count(line: &[u8]) -> Option<u64> {
    let digits = !line.is_empty() && line.len() <= 12 && line.iter().all(u8::is_ascii_digit);
    digits.then(|| line.iter().fold(0, |n, d| n * 10 + u64::from(d - b'0')))
}

/// The first line that is neither blank nor a comment, and where the next line begins.
fn first_line<'a>(head: &Head<'a>) -> Option<(&'a [u8], usize)> {
    let mut at = 0;
    loop {
        let rest = &head.bytes[at..];
        let end = match memchr(b'\n', rest) {
            Some(end) => at + end + 1,
            None if !head.end.can_grow() && !rest.is_empty() => head.bytes.len(),
            None => return None,
        };
        if is_record(&head.bytes[at..end]) {
            return Some((head.bytes[at..end].trim_ascii(), end));
        }
        at = end;
    }
}

/// The rows of a board that have been read.
#[derive(Default)]
struct BoardRows {
    count: usize,
    text: Range<usize>,
    /// The line of the first row.
    line: u64,
    error: Option<Malformed>,
}

impl BoardRows {
    /// Adds a row, whose text is `row` and is at `at` in the chunk.
    fn add(&mut self, row: &[u8], at: Range<usize>, side: usize, line: u64, grid: &mut Vec<u8>) {
        if self.count == 0 {
            (self.text, self.line) = (at.clone(), line);
        }
        self.text.end = at.end;
        self.count += 1;
        let row = row.trim_ascii();
        if row.len() == side {
            grid.extend_from_slice(row);
        } else if self.error.is_none() {
            self.error = Some(Malformed::Row { row: self.count, found: row.len(), side });
        }
    }

    fn push_to(self, batch: &mut RecordBatch, grid: &[u8], side: usize, symbols: Symbols) {
        let error = match self.error {
            None if self.count < side => Some(Malformed::Rows { found: self.count, side }),
            error => error,
        };
        let span = RecordSpan::new(self.text);
        batch.push(self.line, Some(span), |cells| match error {
            Some(error) => Err(error),
            None if grid.len() != side * side => Err(ParsePuzzleError::Length(grid.len()).into()),
            None => parse_grid(grid, 0, symbols.into(), cells).map_err(Malformed::in_rows),
        });
    }
}

impl Codec for BoardCodec {
    fn capabilities(&self) -> Capabilities<'_> {
        let separator = match self.style {
            Style::Cases => Separator::None,
            Style::Blocks => Separator::Newline,
        };
        Capabilities {
            separator,
            announces_count: self.counted,
            naked_singles: self.naked_singles,
            ..Capabilities::SPANS
        }
    }

    fn read(&self, chunk: &[u8], count: Option<u64>, batch: &mut RecordBatch) {
        let mut grid = std::mem::take(&mut batch.grid);
        let mut left = count.unwrap_or(u64::MAX);
        let mut rows = BoardRows::default();
        let mut at = 0;
        grid.clear();
        while at < chunk.len() {
            let end = memchr(b'\n', &chunk[at..]).map_or(chunk.len(), |i| at + i + 1);
            if left > 0 && is_record(&chunk[at..end]) {
                rows.add(&chunk[at..end], at..end, self.side, batch.lines, &mut grid);
            }
            (at, batch.lines) = (end, batch.lines + 1);
            if rows.count > 0 && (rows.count == self.side || end == chunk.len()) {
                std::mem::take(&mut rows).push_to(batch, &grid, self.side, self.symbols);
                grid.clear();
                left -= 1;
            }
        }
        batch.grid = grid;
    }

    fn write_record(&self, record: &RecordText<'_>, text: &mut Vec<u8>) {
        let Some(at) = record.span.text.range() else { return };
        if self.style == Style::Blocks {
            text.push(b'\n');
        }
        text.extend_from_slice(&record.chunk[at]);
        if text.last() != Some(&b'\n') {
            text.push(b'\n');
        }
    }

    fn write(&self, record: &RecordText<'_>, answer: &Answer<'_>, text: &mut Vec<u8>) {
        match self.style {
            Style::Blocks => text.push(b'\n'),
            Style::Cases => {
                text.extend_from_slice(b"Case #");
                push_number(record.number, text);
                text.extend_from_slice(b":\n");
            }
        }
        let message = match answer.status {
            Status::Mistake => &b"Mistake situation."[..],
            Status::NoHint => b"No suggestion.",
            _ => answer.message,
        };
        Answer { message, ..*answer }.write_rows(self.empty, text);
    }
}

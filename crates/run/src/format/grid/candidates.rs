//! `candidates`: the candidates of 9×9 boards as programs and forums draw them, in words between blanks.
//!
//! ```text
//! .------------------.------------------.
//! | 5    3     124   | 26   7    2468   | …    three cells in each of three boxes
//! ```
//!
//! A row with one digit in each cell, or four digits in each box, is a row of a board too, so other rows decide.

use super::{
    glyphs::{Glyph, glyphs},
    lines::line_ranges,
    row::tokens,
};
use crate::format::{
    answer::Answer,
    codec::{Capabilities, CellContent, Codec, Format, OpenedInput},
    head::{Fit, HeadLines},
    kind::{FormatKind, RecordForm},
    record_batch::RecordBatch,
    record_span::{RecordSpan, RecordText},
};
use memchr::memrchr;
use quadrille_base::framing::{Cut, Framing, SeekSupport, Target, line_end};
use quadrille_grid::{Alphabet, Shape};
use quadrille_tasks::Malformed;
use std::ops::Range;

/// Candidates that are drawn.
pub(in crate::format) static FORMAT: Format = Format {
    kind: FormatKind::new("candidates", RecordForm::Boards),
    aliases: &[],
    about: "9×9 boards drawn with the candidates of each cell, such as `| 5 3 124 | 26 7 2468 | 9 1 248 |`",
    detect: |head, _| detect(head),
    open: |_, _| {
        Ok(Some(OpenedInput {
            codec: Box::new(CandidatesCodec),
            framing: Box::new(CandidatesFraming),
            skip: 0,
        }))
    },
};

const SIDE: usize = 9;

/// The most lines drawn between two rows.
const MAX_RULINGS: usize = 2;

fn detect(head: &HeadLines<'_>) -> Fit {
    let (mut rows, mut rulings) = (0, 0);
    for line in head.lines {
        match LineKind::of(line) {
            LineKind::Row(Some(row)) if !row.may_be_of_board => return Fit::Yes,
            LineKind::Row(Some(_)) if rows + 1 < SIDE => (rows, rulings) = (rows + 1, 0),
            LineKind::Ruling if rulings < MAX_RULINGS => rulings += 1,
            _ => return Fit::No,
        }
    }
    if head.end.can_grow() { Fit::Unsure } else { Fit::No }
}

/// The kind of a line. It depends on the line alone.
enum LineKind {
    Blank,
    /// A line that is drawn, with horizontal lines.
    Ruling,
    /// A line with digits and vertical lines; `None` if these are not the candidates of a row.
    Row(Option<Row>),
    /// A title or a comment.
    Other,
}

/// The candidates of a row.
struct Row {
    cells: [u32; SIDE],
    /// Whether a board may have such a row.
    may_be_of_board: bool,
}

impl LineKind {
    fn of(line: &[u8]) -> LineKind {
        let text = line.trim_ascii();
        let has = |is: fn(Glyph) -> bool| glyphs(text).any(|(_, glyph)| is(glyph));
        let is_horizontal = |glyph| matches!(glyph, Glyph::Rule | Glyph::Cell(b'-' | b'='));
        let is_drawn = |glyph| match glyph {
            Glyph::Cell(byte) => b"-=+*.:,'`".contains(&byte),
            _ => true,
        };
        match text {
            [] => LineKind::Blank,
            [b'#', ..] => LineKind::Other,
            _ if has(|glyph| glyph == Glyph::Bar)
                && has(|glyph| matches!(glyph, Glyph::Cell(b'1'..=b'9'))) =>
            {
                LineKind::Row(Row::of(text))
            }
            _ if has(is_horizontal) && glyphs(text).all(|(_, glyph)| is_drawn(glyph)) => LineKind::Ruling,
            _ => LineKind::Other,
        }
    }
}

impl Row {
    fn of(text: &[u8]) -> Option<Row> {
        let mut row = Row { cells: [0; SIDE], may_be_of_board: false };
        let (mut count, mut bars, mut digits) = (0, [false; 4], [0; 3]);
        let mut is_new_cell = true;
        for (_, glyph) in glyphs(text) {
            match glyph {
                Glyph::Bar if count % 3 == 0 => (bars[count / 3], is_new_cell) = (true, true),
                Glyph::Blank => is_new_cell = true,
                Glyph::Cell(byte @ b'1'..=b'9') => {
                    count += usize::from(is_new_cell);
                    let candidates = row.cells.get_mut(count - 1)?;
                    let candidate = 1 << (byte - b'1');
                    // In ascending order.
                    if candidate <= *candidates {
                        return None;
                    }
                    *candidates |= candidate;
                    digits[(count - 1) / 3] += 1;
                    is_new_cell = false;
                }
                _ => return None,
            }
        }
        row.may_be_of_board = digits == [3; 3] || digits == [4; 3];
        (count == SIDE && bars[1] && bars[2]).then_some(row)
    }
}

struct CandidatesCodec;

/// The rows of a board, as far as they have been read.
#[derive(Default)]
struct Board {
    /// The first line, from 0.
    line: u64,
    text: Range<usize>,
    cells: Vec<u32>,
    rows: usize,
    error: Option<Malformed>,
}

impl Board {
    fn add(&mut self, line: &[u8], row: Option<Row>) {
        self.rows += 1;
        match row {
            Some(row) => self.cells.extend_from_slice(&row.cells),
            None => {
                let found = tokens(line.trim_ascii()).count();
                self.error.get_or_insert(if found == SIDE {
                    Malformed::Other(
                        "expected rows of three boxes between `|`, with the candidates of each cell in ascending order",
                    )
                } else {
                    Malformed::Row { row: self.rows, found, side: SIDE }
                });
            }
        }
    }

    /// Adds the board to the batch, if there is one, and begins the next.
    fn end(&mut self, batch: &mut RecordBatch) {
        let Board { line, text, rows, error, .. } = self;
        if *rows == 0 {
            return;
        }
        let error = error.take().or((*rows != SIDE).then_some(Malformed::Rows { found: *rows, side: SIDE }));
        batch.push_with_extras(*line, Some(RecordSpan::new(text.clone())), |cells, extras| {
            error.map_or(Ok(()), Err)?;
            extras.candidates.extend_from_slice(&self.cells);
            cells.resize(cells.len() + Shape::NINE.area(), 0);
            Ok((Shape::NINE, Alphabet::Digits))
        });
        self.rows = 0;
        self.cells.clear();
    }
}

impl Codec for CandidatesCodec {
    fn capabilities(&self) -> Capabilities<'_> {
        Capabilities { cells: CellContent::Candidates, details: true, ..Capabilities::SPANS }
    }

    fn read(&self, chunk: &[u8], _: Option<u64>, batch: &mut RecordBatch) {
        let mut board = Board::default();
        for at in line_ranges(chunk) {
            match LineKind::of(&chunk[at.clone()]) {
                LineKind::Blank => board.end(batch),
                LineKind::Row(row) => {
                    if board.rows == 0 {
                        (board.line, board.text) = (batch.lines, at.clone());
                    }
                    board.text.end = at.end;
                    board.add(&chunk[at], row);
                    if board.rows == SIDE {
                        board.end(batch);
                    }
                }
                LineKind::Ruling | LineKind::Other => {}
            }
            batch.lines += 1;
        }
        board.end(batch);
    }

    fn write(&self, _: &RecordText<'_>, answer: &Answer<'_>, text: &mut Vec<u8>) {
        answer.write_with_details(text);
        text.push(b'\n');
    }
}

/// Cuts after blank lines, and before the first row of a board that follows another one directly.
struct CandidatesFraming;

impl Framing for CandidatesFraming {
    fn seek_support(&self) -> SeekSupport {
        SeekSupport::Bytes
    }

    fn cut(&mut self, bytes: &[u8], target: Target) -> Option<Cut> {
        let (min, end) = match target {
            Target::End => return Some(Cut::at(bytes.len())),
            Target::AtLeast(min) => (min.max(1), bytes.len()),
            Target::Last => (usize::MAX, memrchr(b'\n', bytes)? + 1),
        };
        let mut boundary = after_blank_line(&bytes[..min.min(end)]);
        let (mut at, mut rows) = (boundary, 0);
        while at < end && boundary < min {
            let line = &bytes[at..line_end(&bytes[..end], at + 1)];
            let kind = LineKind::of(line);
            let is_row = matches!(kind, LineKind::Row(_));
            if is_row && rows == SIDE {
                (boundary, rows) = (at, 0);
            }
            at += line.len();
            rows += usize::from(is_row);
            if matches!(kind, LineKind::Blank) {
                (boundary, rows) = (at, 0);
            }
        }
        match target {
            Target::Last => (boundary > 0).then(|| Cut::at(boundary)),
            _ => Some(Cut::at(if boundary < min { bytes.len() } else { boundary })),
        }
    }
}

/// The end of the last blank line; 0 if there is none.
fn after_blank_line(bytes: &[u8]) -> usize {
    let start_of_line = |end: usize| memrchr(b'\n', &bytes[..end]).map_or(0, |newline| newline + 1);
    let mut end = start_of_line(bytes.len());
    while end > 0 {
        let start = start_of_line(end - 1);
        if bytes[start..end].trim_ascii().is_empty() {
            break;
        }
        end = start;
    }
    end
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROW: &str = "| 5 3 124 | 26 7 2468 | 1489 1249 248 |\n";

    #[test]
    fn candidates_are_read_in_ascending_order_within_boxes() {
        let row = Row::of(ROW.trim().as_bytes()).unwrap();
        assert_eq!(row.cells[..4], [1 << 4, 1 << 2, 0b1011, 0b10_0010]);
        assert!(!row.may_be_of_board);
        for (text, may_be_of_board) in [
            ("5 3 4 | 6 7 8 | 9 1 2", true),
            ("| 12 3 4 | 5 67 8 | 1 2 34 |", true),
            ("│ 5 3 4 │ 6 7 8 │ 9 1 23 │", false),
        ] {
            assert_eq!(Row::of(text.as_bytes()).unwrap().may_be_of_board, may_be_of_board, "{text}");
        }
        for text in [
            "| 5 3 42 | 6 7 8 | 9 1 2 |",
            "| 5 3 4 6 7 8 9 1 2 |",
            "| 5 3 | 4 6 7 8 | 9 1 2 |",
            "| 5 3 4 | 6 7 8 | 9 1 2 3 |",
            "| 5 3 44 | 6 7 8 | 9 1 2 |",
            "| 5 3 . | 6 7 8 | 9 1 2 |",
        ] {
            assert!(Row::of(text.as_bytes()).is_none(), "{text}");
        }
    }

    #[test]
    fn cuts_are_after_blank_lines() {
        let text = format!("{}\n{}\n \n{ROW}", ROW.repeat(9), ROW.repeat(9));
        let first = ROW.len() * 9 + 1;
        let cut = |target| CandidatesFraming.cut(text.as_bytes(), target).map(|cut| cut.end);
        assert_eq!([1, first - 1, first].map(|min| cut(Target::AtLeast(min))), [Some(first); 3]);
        assert_eq!(cut(Target::AtLeast(first + 1)), Some(2 * first));
        assert_eq!(cut(Target::Last), Some(2 * first + 2));
        assert_eq!(CandidatesFraming.cut(ROW.as_bytes(), Target::Last), None);
    }

    #[test]
    fn boards_that_follow_each_other_directly_are_cut_apart() {
        let board = format!("{}---+---+---\n", ROW.repeat(9));
        let text = board.repeat(3);
        let cut = |target| CandidatesFraming.cut(text.as_bytes(), target).map(|cut| cut.end);
        let [first, second, all] = [1, 2, 3].map(|boards| boards * board.len());
        assert_eq!(
            [1, first, first + 1, second + 1].map(|min| cut(Target::AtLeast(min))),
            [Some(first), Some(first), Some(second), Some(all)]
        );
        assert_eq!(cut(Target::Last), Some(second));
        assert_eq!(CandidatesFraming.cut(board.as_bytes(), Target::Last), None);
    }
}

//! `grid`: boards as blocks of rows, between blank lines or titles, with rulings or without.
//!
//! The kind of a line follows from the line alone, so a chunk may begin after any blank line and
//! before any title:
//!
//! ```text
//! Grid 01               title
//! 5 3 . | . 7 . | . . . row
//! ------+-------+------ ruling: blanks, `|`, `-` and at least one `+` or `=`
//! ---|---|---           dashes: a row of empty cells or a ruling; the block's other rows decide
//! ```

mod framing;
mod lines;

use super::{
    answer::{Answer, AnswerContent},
    codec::{Capabilities, Codec, Format, OpenedInput, RecordText},
    head::{Fit, HeadLines},
    malformed::Malformed,
    record_batch::{RecordBatch, RecordSpan},
};
use crate::{
    Shape,
    grid::{Alphabet, Symbols, cells::parse_grid},
};
use framing::GridFraming;
use lines::{BlockRows, LineKind, is_between_cells, is_symbol};
use memchr::{memchr, memrchr};
use std::ops::Range;

/// Blocks of rows.
pub(super) static FORMAT: Format = Format {
    name: "grid",
    aliases: &[],
    about: "blocks of N lines of N characters, between blank lines or titles",
    detect: |head, _| detect(head),
    open: |_, options| {
        let codec = Box::new(GridCodec { symbols: options.symbols });
        Ok(Some(OpenedInput { codec, framing: Box::new(GridFraming), skip: 0 }))
    },
};

fn detect(head: &HeadLines<'_>) -> Fit {
    let line = head.lines[0];
    let (LineKind::Row(cells) | LineKind::Dashes(cells)) = LineKind::of(line) else { return Fit::No };
    let both = [Alphabet::Digits, Alphabet::Letters];
    let alphabets = if cells > 9 { &both[..] } else { &both[..1] };
    let mut row = line.iter().filter(|b| !is_between_cells(**b));
    (Shape::from_side(cells).is_some() && row.all(|b| is_symbol(*b, cells, alphabets))).into()
}

/// The ranges of the lines of a text, with their newlines.
fn line_ranges(text: &[u8]) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at;
        (start < text.len()).then(|| {
            at = start + memchr(b'\n', &text[start..]).map_or(text.len() - start, |i| i + 1);
            start..at
        })
    })
}

/// A block: the lines from its first row to its last.
#[derive(Default)]
struct GridBlock {
    text: Range<usize>,
    /// The number of its first line in the chunk.
    line: u64,
    rows: BlockRows,
}

struct GridCodec {
    symbols: Symbols,
}

impl GridCodec {
    fn read_block(&self, chunk: &[u8], block: &GridBlock, batch: &mut RecordBatch) {
        let (rows, side) = (block.rows.rows(), block.rows.side());
        if rows == 0 {
            return;
        }
        let mut grid = std::mem::take(&mut batch.grid);
        grid.clear();
        let text = &chunk[block.text.clone()];
        let wrong_row = gather_rows(text, &block.rows, &mut grid);
        batch.push(block.line, Some(RecordSpan::new(block.text.clone())), |cells| {
            Shape::from_side(side).ok_or(Malformed::Side(side))?;
            match wrong_row {
                Some((row, found)) => Err(Malformed::Row { row, found, side }),
                None if rows != side => Err(Malformed::Rows { found: rows, side }),
                None => parse_grid(&grid, 0, self.symbols, cells).map_err(Malformed::in_rows),
            }
        });
        batch.grid = grid;
    }
}

/// Appends the cells of a block. Gives the number, from 1, and the length of the first row that does
/// not have the right length.
fn gather_rows(text: &[u8], rows: &BlockRows, grid: &mut Vec<u8>) -> Option<(usize, usize)> {
    let (mut row, mut wrong) = (0, None);
    for at in line_ranges(text) {
        let line = &text[at];
        let Some(cells) = rows.row_cells(line) else { continue };
        row += 1;
        if cells != rows.side() && wrong.is_none() {
            wrong = Some((row, cells));
        }
        let line = line.trim_ascii();
        if line.len() == cells {
            grid.extend_from_slice(line);
        } else {
            grid.extend(line.iter().filter(|b| !is_between_cells(**b)));
        }
    }
    wrong
}

/// Appends a block with the cells of `answer` in place of its own.
fn write_block(block: &[u8], answer: &Answer<'_>, text: &mut Vec<u8>) {
    let (AnswerContent::Grid(grid), Some(puzzle)) = (answer.content, answer.puzzle) else { return };
    let mut rows = BlockRows::default();
    line_ranges(block).for_each(|at| rows.add(LineKind::of(&block[at])));
    let mut cells = grid.iter();
    let small = puzzle.shape.side() <= 9;
    for at in line_ranges(block) {
        let line = &block[at];
        let start = text.len();
        text.extend_from_slice(line);
        if rows.row_cells(line).is_none() {
            continue;
        }
        for byte in text[start..].iter_mut().filter(|b| !is_between_cells(**b)) {
            // Selected without a branch, which would often be mispredicted: after a hint empty cells can be
            // anywhere.
            let digit = cells.next().copied().unwrap_or(0);
            let symbol = if small { b'0' + digit } else { puzzle.alphabet.symbol(digit) };
            *byte = if digit == 0 { *byte } else { symbol };
        }
    }
}

/// Where the comments and the title begin that end at `start` of a block, but not before `from`. Neither a chunk nor
/// another block ends between them and the block.
fn heading_start(chunk: &[u8], from: usize, mut start: usize) -> usize {
    while start > from {
        let line = memrchr(b'\n', &chunk[from..start - 1]).map_or(from, |i| from + i + 1);
        match LineKind::of(&chunk[line..start]) {
            LineKind::Title => return line,
            LineKind::Comment => start = line,
            _ => break,
        }
    }
    start
}

impl Codec for GridCodec {
    fn capabilities(&self) -> Capabilities<'_> {
        Capabilities::SPANS
    }

    fn read(&self, chunk: &[u8], _: Option<u64>, batch: &mut RecordBatch) {
        let mut block = GridBlock::default();
        for at in line_ranges(chunk) {
            let kind = LineKind::of(&chunk[at.clone()]);
            if kind.ends_block() {
                self.read_block(chunk, &block, batch);
                block = GridBlock::default();
            } else if kind != LineKind::Comment {
                if block.rows.is_empty() {
                    (block.text, block.line) = (at.clone(), batch.lines);
                }
                block.rows.add(kind);
                block.text.end = at.end;
            }
            batch.lines += 1;
        }
        self.read_block(chunk, &block, batch);
    }

    fn write(&self, record: &RecordText<'_>, answer: &Answer<'_>, text: &mut Vec<u8>) {
        let Some(at) = record.span.text.range() else { return };
        text.extend_from_slice(&record.chunk[record.previous_end..at.start]);
        if matches!(answer.content, AnswerContent::Grid(_)) {
            write_block(&record.chunk[at.clone()], answer, text);
            if !record.chunk[..at.end].ends_with(b"\n") {
                text.push(b'\n');
            }
        } else {
            answer.write_rows(b'.', text);
        }
    }

    /// The block with the title and the comments right above it, and a blank line behind it.
    fn write_record(&self, record: &RecordText<'_>, text: &mut Vec<u8>) {
        let Some(at) = record.span.text.range() else { return };
        let start = heading_start(record.chunk, record.previous_end, at.start);
        text.extend_from_slice(&record.chunk[start..at.end]);
        if text.last() != Some(&b'\n') {
            text.push(b'\n');
        }
        text.push(b'\n');
    }

    fn write_rest(&self, rest: &[u8], text: &mut Vec<u8>) {
        text.extend_from_slice(rest);
        if rest.last().is_some_and(|b| *b != b'\n') {
            text.push(b'\n');
        }
    }
}

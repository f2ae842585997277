//! `grid`: boards as blocks of rows, between blank lines or titles or one directly after the other, with rulings or
//! without.
//!
//! The kind of a line follows from the line alone, so a chunk may begin after any blank line and
//! before any title:
//!
//! ```text
//! Grid 01               title; also [Puzzle]
//! 5 3 . | . 7 . | . . . row; `row.rs` has the styles of rows
//! ------+-------+------ ruling: blanks, bars, `-` and at least one `+` or `=`, or box-drawing characters
//! ---|---|---           dashes: a row of empty cells or a ruling; the block's other rows decide
//! *-----------*         the same, with corners
//! ```

mod block;
pub(super) mod candidates;
mod framing;
mod glyphs;
mod lines;
mod row;

use super::{
    answer::Answer,
    codec::{Capabilities, Codec, Format, OpenedInput},
    head::{Fit, HeadLines},
    kind::{FormatKind, RecordForm},
    record_batch::RecordBatch,
    record_span::{RecordSpan, RecordText},
};
use block::{BlockRows, GridBlock, scan_board};
use framing::GridFraming;
use lines::{LineKind, is_symbol, line_ranges};
use memchr::memrchr;
use quadrille_grid::{Alphabet, InputSymbols, Shape, cells::parse_grid, symbols::is_empty_cell};
use quadrille_tasks::Malformed;
use row::{RowStyle, each_cell};
use std::{io::Write, ops::Range};

/// Blocks of rows.
pub(super) static FORMAT: Format = Format {
    kind: FormatKind::new("grid", RecordForm::Boards),
    aliases: &["ss", "sdk"],
    about: "blocks of N lines of N cells, drawn with or without lines around them",
    detect: |head, _| detect(head),
    open: |_, options| {
        let codec = Box::new(GridCodec { symbols: options.symbols.into() });
        Ok(Some(OpenedInput { codec, framing: Box::new(GridFraming), skip: 0 }))
    },
};

fn detect(head: &HeadLines<'_>) -> Fit {
    let line = head.lines[0];
    let (LineKind::Row(cells) | LineKind::Dashes(cells)) = LineKind::of(line) else { return Fit::No };
    let mut fits = Shape::from_side(cells).is_some();
    each_cell(line, |_, symbol| fits &= is_symbol(symbol, cells));
    fits.into()
}

struct GridCodec {
    symbols: InputSymbols,
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
        batch.push(block.line, Some(RecordSpan::new(block.text.clone())), |cells| {
            Shape::from_side(side).ok_or(Malformed::Side(side))?;
            if let Some((row, found)) = wrong_row(text, &block.rows) {
                return Err(Malformed::Row { row, found, side });
            }
            if rows != side {
                return Err(Malformed::Rows { found: rows, side });
            }
            gather_rows(text, &block.rows, &mut grid);
            parse_grid(&grid, 0, self.symbols, cells).map_err(Malformed::in_rows)
        });
        batch.grid = grid;
    }
}

/// The number, from 1, and the length of the first row that does not have the right length.
fn wrong_row(text: &[u8], rows: &BlockRows) -> Option<(usize, usize)> {
    let lens = line_ranges(text).filter_map(|at| rows.row_cells(&text[at]));
    (1..).zip(lens).find(|(_, cells)| *cells != rows.side())
}

/// Appends the cells of a block whose rows have the right number and length: no more than a board has, whatever is
/// around them.
fn gather_rows(text: &[u8], rows: &BlockRows, grid: &mut Vec<u8>) {
    for at in line_ranges(text) {
        let line = &text[at];
        let Some(cells) = rows.row_cells(line) else { continue };
        let trimmed = line.trim_ascii();
        if trimmed.len() == cells && trimmed.is_ascii() {
            grid.extend_from_slice(trimmed);
        } else {
            each_cell(line, |_, symbol| grid.push(symbol));
        }
    }
}

/// Appends a block with the cells of `answer` in place of its own.
fn write_block(block: &[u8], answer: &Answer<'_>, text: &mut Vec<u8>) {
    let (Some(grid), Some(puzzle)) = (answer.board(), answer.puzzle) else { return };
    let mut rows = BlockRows::default();
    line_ranges(block).for_each(|at| rows.add(LineKind::of(&block[at.clone()]), &block[at]));
    let is_row = |at: &Range<usize>| rows.row_cells(&block[at.clone()]).is_some();
    let has_numbers = line_ranges(block)
        .filter(is_row)
        .any(|at| RowStyle::of(block[at].trim_ascii()).0 == RowStyle::Numbers);
    let mut cells =
        Cells { digits: grid.iter(), empty: if grid.contains(&0) { empty_cell(block) } else { b'.' } };
    let symbols = if puzzle.shape.side() <= 9 { Alphabet::Digits } else { puzzle.alphabet };
    for at in line_ranges(block) {
        let line = &block[at.clone()];
        if !is_row(&at) {
            text.extend_from_slice(line);
        } else if line.is_ascii() && !has_numbers {
            write_ascii_row(line, &mut cells, symbols, text);
        } else {
            write_row(line, &mut cells, (symbols, has_numbers), text);
        }
    }
}

/// Appends a row in which every cell is one byte.
fn write_ascii_row(line: &[u8], cells: &mut Cells<'_>, symbols: Alphabet, text: &mut Vec<u8>) {
    let start = text.len();
    text.extend_from_slice(line);
    let row = &mut text[start..];
    each_cell(line, |at, _| {
        // Selected without a branch, which would often be mispredicted: after a hint empty cells can be
        // anywhere.
        let digit = cells.next();
        let byte = &mut row[at.start];
        *byte = if digit == 0 { cells.unfilled(*byte) } else { symbols.symbol(digit) };
    });
}

/// Appends a row whose cells may have several bytes, with symbols or numbers in their places.
fn write_row(line: &[u8], cells: &mut Cells<'_>, (symbols, numbers): (Alphabet, bool), text: &mut Vec<u8>) {
    let mut written = 0;
    each_cell(line, |at, _| {
        text.extend_from_slice(&line[written..at.start]);
        written = at.end;
        match cells.next() {
            0 => match line[at.clone()] {
                [byte] => text.push(cells.unfilled(byte)),
                _ => text.extend_from_slice(&line[at]),
            },
            digit if numbers => {
                let number = digit - u8::from(symbols == Alphabet::ZeroBased);
                // Numbers that are aligned stay aligned.
                if number > 9 && at.len() == 1 && (text.ends_with(b"  ") || line[..at.start] == *b" ") {
                    text.pop();
                }
                write!(text, "{number}").expect("a vector takes all");
            }
            digit => text.push(symbols.symbol(digit)),
        }
    });
    text.extend_from_slice(&line[written..]);
}

/// The cells that are written in the places of the cells of a block.
struct Cells<'a> {
    digits: std::slice::Iter<'a, u8>,
    /// The symbol for an empty cell where the block has a given.
    empty: u8,
}

impl Cells<'_> {
    /// The next digit, 0 for an empty cell.
    fn next(&mut self) -> u8 {
        self.digits.next().copied().unwrap_or(0)
    }

    /// An empty cell in the place of a cell: the cell itself, unless a given has been moved away from it.
    fn unfilled(&self, byte: u8) -> u8 {
        if matches!(byte, b'1'..=b'9') { self.empty } else { byte }
    }
}

/// How a block writes its first empty cell.
fn empty_cell(block: &[u8]) -> u8 {
    let mut rows = BlockRows::default();
    line_ranges(block).for_each(|at| rows.add(LineKind::of(&block[at.clone()]), &block[at]));
    let mut empty = None;
    for at in line_ranges(block).filter(|at| rows.row_cells(&block[at.clone()]).is_some()) {
        each_cell(&block[at], |_, symbol| {
            empty = empty.or_else(|| Some(symbol).filter(|symbol| is_empty_cell(*symbol)));
        });
    }
    empty.unwrap_or(b'.')
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

    fn assume(&mut self, alphabet: Alphabet) {
        self.symbols.assume(alphabet);
    }

    fn read(&self, chunk: &[u8], _: Option<u64>, batch: &mut RecordBatch) {
        let mut at = 0;
        while at < chunk.len() {
            let mut scan = scan_board(&chunk[at..]);
            scan.block.text = at + scan.block.text.start..at + scan.block.text.end;
            scan.block.line += batch.lines;
            self.read_block(chunk, &scan.block, batch);
            (at, batch.lines) = (at + scan.end, batch.lines + scan.lines);
        }
    }

    fn write(&self, record: &RecordText<'_>, answer: &Answer<'_>, text: &mut Vec<u8>) {
        let Some(at) = record.span.text.range() else { return };
        text.extend_from_slice(&record.chunk[record.previous_end..at.start]);
        if answer.board().is_some() {
            write_block(&record.chunk[at.clone()], answer, text);
            if !record.chunk[..at.end].ends_with(b"\n") {
                text.push(b'\n');
            }
        } else {
            answer.write_rows(b'.', text);
        }
    }

    /// The block with the title and the comments right above it, and a blank line after it.
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

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_base::framing::MAX_RECORD;
    use quadrille_grid::Symbols;

    #[test]
    fn a_row_of_any_length_is_refused_without_a_copy() {
        let codec = GridCodec { symbols: Symbols::Auto.into() };
        let mut batch = RecordBatch::default();
        codec.read(&vec![b'1'; MAX_RECORD + 1], None, &mut batch);
        assert_eq!(batch.boards.tags.len(), 1);
        assert_eq!(batch.grid.capacity(), 0);
        // Nor is a row with more cells than the first one.
        batch.clear();
        codec.read(&[b"1234\n".to_vec(), vec![b'1'; MAX_RECORD]].concat(), None, &mut batch);
        assert_eq!(batch.boards.malformed, [(0, Malformed::Row { row: 2, found: MAX_RECORD, side: 4 })]);
        assert_eq!(batch.grid.capacity(), 0);
    }
}

//! `grid`: boards as blocks of rows, between blank lines or titles, with rulings or without.
//!
//! What a line is can be told from the line alone, so that a chunk may begin after any blank line
//! and before any title:
//!
//! ```text
//! Grid 01               title
//! 5 3 . | . 7 . | . . . row
//! ------+-------+------ ruling: blanks, `|`, `-` and a `+` or `=`
//! ---|---|---           dashes: a row of empty cells or a ruling, as the block's other rows tell
//! ```

use super::{
    Alphabet, Answer, Codec, Fit, Format, Head, Lines, Malformed, OpenedInput, Options, Place, RecordBatch,
    RecordSpan, Shown, Symbols, line::parse_grid,
};
use crate::{
    Shape,
    framing::{Cut, Framing, SeekSupport, Target, line_end},
    grid::symbols::is_empty_cell,
};
use memchr::{memchr, memrchr};
use std::ops::Range;

/// Blocks of rows.
pub static FORMAT: Format = Format {
    name: "grid",
    aliases: &[],
    about: "blocks of N lines of N characters, between blank lines or titles",
    fits,
    open,
};

fn fits(lines: &Lines<'_>, _: &Options) -> Fit {
    let (Kind::Row(cells) | Kind::Dashes(cells)) = kind(lines.lines[0]) else { return Fit::No };
    let fits = |byte: &u8| {
        let digit = |a: Alphabet| a.digit(*byte).is_some_and(|d| usize::from(d) <= cells);
        digit(Alphabet::Digits) || (cells > 9 && digit(Alphabet::Letters))
    };
    let mut row = lines.lines[0].iter().filter(|b| !is_between(**b));
    Fit::when(Shape::from_side(cells).is_some() && row.all(fits))
}

fn open(_: &Head<'_>, options: &Options) -> Result<Option<OpenedInput>, String> {
    let reader = Grid { symbols: options.symbols };
    Ok(Some(OpenedInput { reader: Box::new(reader), framing: Box::new(GridFraming), skip: 0 }))
}

/// What a line is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Blank,
    Comment,
    Title,
    Ruling,
    /// Of `-` and `|` alone: so many `-`.
    Dashes(usize),
    /// So many cells, whether or not they make a right row.
    Row(usize),
}

impl Kind {
    fn ends_block(self) -> bool {
        matches!(self, Kind::Blank | Kind::Title)
    }
}

/// Whether a character stands between cells.
const fn is_between(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\n' | b'|' | 0x0B | 0x0C)
}

fn kind(line: &[u8]) -> Kind {
    // A row with nothing between its cells, as most are.
    let row = line.strip_suffix(b"\n").unwrap_or(line);
    if !row.is_empty() && row.iter().all(|b| matches!(b, b'0'..=b'9' | b'.' | b'*' | b'_')) {
        return Kind::Row(row.len());
    }
    kind_any(line)
}

#[inline(never)]
fn kind_any(line: &[u8]) -> Kind {
    let text = line.trim_ascii();
    match text.first() {
        None => return Kind::Blank,
        Some(b'#') => return Kind::Comment,
        Some(_) => {}
    }
    let (mut cells, mut dashes, mut rules, mut symbols) = (0, 0, 0, 0);
    for &byte in text.iter().filter(|b| !is_between(**b)) {
        cells += 1;
        dashes += usize::from(byte == b'-');
        rules += usize::from(matches!(byte, b'+' | b'='));
        symbols += usize::from(is_empty_cell(byte) || byte.is_ascii_alphanumeric());
    }
    match () {
        () if cells == dashes + rules && (rules > 0 || dashes == 0) => Kind::Ruling,
        () if cells == dashes => Kind::Dashes(dashes),
        () if is_title(text, cells, symbols) => Kind::Title,
        () => Kind::Row(cells),
    }
}

/// Two letters at the beginning make a title of what is no row of letters.
fn is_title(text: &[u8], cells: usize, symbols: usize) -> bool {
    if !text.iter().take(2).all(u8::is_ascii_alphabetic) {
        return false;
    }
    let letters = |side: usize| {
        let in_board = |b: &u8| {
            [Alphabet::Letters, Alphabet::Digits]
                .iter()
                .any(|a| a.digit(*b).is_some_and(|d| usize::from(d) <= side))
        };
        text.iter().filter(|b| !is_between(**b)).all(in_board)
    };
    match Shape::from_side(cells) {
        Some(shape) if shape.side() > 9 => !letters(shape.side()),
        Some(_) => true,
        // A row of letters that is too short or too long has no blanks.
        None => cells < 10 || symbols < cells || text.iter().any(|b| is_between(*b)),
    }
}

/// The lines of a block, and what they make.
#[derive(Clone, Copy, Default)]
struct Block {
    /// Cells of the first row.
    side: usize,
    rows: usize,
    /// Lines of dashes, and the cells of the first.
    dashes: usize,
    dashes_side: usize,
}

impl Block {
    fn add(&mut self, kind: Kind) {
        match kind {
            Kind::Row(cells) => {
                if self.rows == 0 {
                    self.side = cells;
                }
                self.rows += 1;
            }
            Kind::Dashes(cells) => {
                if self.dashes == 0 {
                    self.dashes_side = cells;
                }
                self.dashes += 1;
            }
            _ => {}
        }
    }

    /// Whether lines of dashes are rows.
    fn dashes_are_rows(&self) -> bool {
        match self.rows {
            0 => self.dashes == self.dashes_side && Shape::from_side(self.dashes).is_some(),
            rows => rows != self.side,
        }
    }

    /// Side and rows; no rows, no record.
    fn settle(&self) -> (usize, usize) {
        let side = if self.rows == 0 { self.dashes_side } else { self.side };
        (side, self.rows + if self.dashes_are_rows() { self.dashes } else { 0 })
    }
}

/// The lines of some text with their newlines, and their places.
fn lines(text: &[u8]) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at;
        (start < text.len()).then(|| {
            at = start + memchr(b'\n', &text[start..]).map_or(text.len() - start, |i| i + 1);
            start..at
        })
    })
}

struct Grid {
    symbols: Symbols,
}

impl Grid {
    /// Reads the block, which has a row at least, and is at `start` in the chunk.
    fn read_block(&self, text: &[u8], start: usize, line: u64, block: Block, sheet: &mut RecordBatch) {
        let (side, rows) = block.settle();
        if rows == 0 {
            return;
        }
        let dashes_are_rows = block.dashes_are_rows();
        let mut grid = std::mem::take(&mut sheet.scratch);
        grid.clear();
        let mut wrong = None;
        let mut row = 0;
        for at in lines(text) {
            let found = match kind(&text[at.clone()]) {
                Kind::Row(cells) => cells,
                Kind::Dashes(cells) if dashes_are_rows => cells,
                _ => continue,
            };
            row += 1;
            if found != side && wrong.is_none() {
                wrong = Some(Malformed::Row { row, found, side });
            }
            let line = text[at].trim_ascii();
            if line.len() == found {
                grid.extend_from_slice(line);
            } else {
                grid.extend(line.iter().filter(|b| !is_between(**b)));
            }
        }
        sheet.push(line, |cells| {
            Shape::from_side(side).ok_or(Malformed::Side(side))?;
            match wrong {
                Some(wrong) => Err(wrong),
                None if rows != side => Err(Malformed::Rows { found: rows, side }),
                None => parse_grid(&grid, 0, self.symbols, cells).map_err(Malformed::in_rows),
            }
        });
        sheet.mark(RecordSpan::new(start..start + text.len()));
        sheet.scratch = grid;
    }

    fn write_filled(text_in: &[u8], answer: &Answer<'_>, text: &mut Vec<u8>) {
        let (Shown::Grid(grid), Some(board)) = (answer.shown, answer.board) else { return };
        let mut block = Block::default();
        lines(text_in).for_each(|at| block.add(kind(&text_in[at])));
        let dashes_are_rows = block.dashes_are_rows();
        let mut cells = grid.iter();
        let small = board.shape.side() <= 9;
        for at in lines(text_in) {
            let line = &text_in[at];
            let is_row = match kind(line) {
                Kind::Row(_) => true,
                Kind::Dashes(_) => dashes_are_rows,
                _ => false,
            };
            let start = text.len();
            text.extend_from_slice(line);
            if !is_row {
                continue;
            }
            for byte in text[start..].iter_mut().filter(|b| !is_between(**b)) {
                // Selected, not branched upon: after a hint empty cells are anywhere.
                let digit = cells.next().copied().unwrap_or(0);
                let symbol = if small { b'0' + digit } else { board.alphabet.symbol(digit) };
                *byte = if digit == 0 { *byte } else { symbol };
            }
        }
    }
}

impl Codec for Grid {
    fn read(&self, chunk: &[u8], _: Option<u64>, sheet: &mut RecordBatch) {
        let mut block = Block::default();
        // The block's text so far, from its first row to its last, and its first line.
        let (mut text, mut first_line) = (0..0, 0);
        for at in lines(chunk) {
            let kind = kind(&chunk[at.clone()]);
            if kind.ends_block() {
                self.read_block(&chunk[text.clone()], text.start, first_line, block, sheet);
                (block, text) = (Block::default(), at.end..at.end);
            } else if kind != Kind::Comment {
                if block.rows + block.dashes == 0 {
                    (text, first_line) = (at.clone(), sheet.lines);
                }
                block.add(kind);
                text.end = at.end;
            }
            sheet.lines += 1;
        }
        self.read_block(&chunk[text.clone()], text.start, first_line, block, sheet);
    }

    fn write(&self, place: &Place<'_>, answer: &Answer<'_>, text: &mut Vec<u8>) {
        let Some(at) = place.mark.text.range() else { return };
        text.extend_from_slice(&place.chunk[place.after..at.start]);
        if matches!(answer.shown, Shown::Grid(_)) {
            Grid::write_filled(&place.chunk[at.clone()], answer, text);
            if !place.chunk[..at.end].ends_with(b"\n") {
                text.push(b'\n');
            }
        } else {
            answer.write_rows(b'.', text);
        }
    }

    fn write_rest(&self, rest: &[u8], text: &mut Vec<u8>) {
        text.extend_from_slice(rest);
        if rest.last().is_some_and(|b| *b != b'\n') {
            text.push(b'\n');
        }
    }
}

/// Cuts after a blank line or before a title.
struct GridFraming;

impl Framing for GridFraming {
    fn middle(&self) -> SeekSupport {
        SeekSupport::Bytes
    }

    fn cut(&mut self, bytes: &[u8], want: Target, ended: bool) -> Option<Cut> {
        match want {
            Target::AtLeast(aim) => Some(Cut::at(next_boundary(bytes, aim))),
            Target::Last if ended => Some(Cut::at(bytes.len())),
            Target::Last => last_boundary(bytes).map(Cut::at),
        }
    }
}

fn next_boundary(bytes: &[u8], aim: usize) -> usize {
    let mut at = line_end(bytes, aim);
    let mut line_start = memrchr(b'\n', &bytes[..at.saturating_sub(1)]).map_or(0, |i| i + 1);
    while at < bytes.len() {
        if kind(&bytes[line_start..at]) == Kind::Blank {
            return at;
        }
        let end = at + memchr(b'\n', &bytes[at..]).map_or(bytes.len() - at, |i| i + 1);
        if kind(&bytes[at..end]) == Kind::Title {
            return at;
        }
        (line_start, at) = (at, end);
    }
    at
}

fn last_boundary(bytes: &[u8]) -> Option<usize> {
    let mut end = memrchr(b'\n', bytes)? + 1;
    while end > 0 {
        let start = memrchr(b'\n', &bytes[..end - 1]).map_or(0, |i| i + 1);
        match kind(&bytes[start..end]) {
            Kind::Blank => return Some(end),
            Kind::Title if start > 0 => return Some(start),
            _ => end = start,
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_alone_tells_what_it_is() {
        for (line, want) in [
            ("", Kind::Blank),
            (" \t\r\n", Kind::Blank),
            ("# 1..2", Kind::Comment),
            ("Grid 01", Kind::Title),
            ("easy", Kind::Title),
            ("Puzzle 12, hard", Kind::Title),
            ("1...\n", Kind::Row(4)),
            ("1...\r\n", Kind::Row(4)),
            ("| 5 3 . | . 7 . | . . . |", Kind::Row(9)),
            ("ABCDEFGHIJKLMNOP", Kind::Row(16)),
            ("ABCD-FGHIJKLMNO", Kind::Row(15)),
            ("x234", Kind::Row(4)),
            ("------+-------+------", Kind::Ruling),
            ("+===+===+", Kind::Ruling),
            ("|||", Kind::Ruling),
            ("---|---|---", Kind::Dashes(9)),
            ("- - - -", Kind::Dashes(4)),
        ] {
            assert_eq!(kind(line.as_bytes()), want, "{line:?}");
            assert_eq!(kind_any(line.as_bytes()), want, "{line:?}");
        }
    }

    #[test]
    fn boundaries_are_after_blank_lines_and_before_titles() {
        let text = b"Grid 01\n12\n34\n\n12\n34\nGrid 02\n12\n34\n";
        let next: Vec<_> = [1, 8, 15, 16, 22, 23, 40].map(|aim| next_boundary(text, aim)).into();
        assert_eq!(next, [15, 15, 15, 21, 35, 35, 35]);
        assert_eq!(last_boundary(text), Some(21));
        assert_eq!(last_boundary(&text[..20]), Some(15));
        assert_eq!(last_boundary(&text[..14]), None);
    }
}

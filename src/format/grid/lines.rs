//! What a line of a `grid` input is. The line alone decides.

use crate::{
    Shape,
    grid::{Alphabet, symbols::is_empty_cell},
};

/// What a line is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum LineKind {
    Blank,
    Comment,
    Title,
    Ruling,
    /// Only `-` and `|`; the number of `-`.
    Dashes(usize),
    /// The number of cells, whether or not they are a valid row.
    Row(usize),
}

impl LineKind {
    pub fn of(line: &[u8]) -> LineKind {
        // A row with nothing between its cells, as most are.
        let row = line.strip_suffix(b"\n").unwrap_or(line);
        if !row.is_empty() && row.iter().all(|b| matches!(b, b'0'..=b'9' | b'.' | b'*' | b'_')) {
            return LineKind::Row(row.len());
        }
        LineKind::of_any(line)
    }

    #[inline(never)]
    pub fn of_any(line: &[u8]) -> LineKind {
        let text = line.trim_ascii();
        match text.first() {
            None => return LineKind::Blank,
            Some(b'#') => return LineKind::Comment,
            Some(_) => {}
        }
        let (mut cells, mut dashes, mut rules, mut symbols) = (0, 0, 0, 0);
        for &byte in text.iter().filter(|b| !is_between_cells(**b)) {
            cells += 1;
            dashes += usize::from(byte == b'-');
            rules += usize::from(matches!(byte, b'+' | b'='));
            symbols += usize::from(is_empty_cell(byte) || byte.is_ascii_alphanumeric());
        }
        if cells == dashes + rules && (rules > 0 || dashes == 0) {
            LineKind::Ruling
        } else if cells == dashes {
            LineKind::Dashes(dashes)
        } else if is_title(text, cells, symbols) {
            LineKind::Title
        } else {
            LineKind::Row(cells)
        }
    }

    pub fn ends_block(self) -> bool {
        matches!(self, LineKind::Blank | LineKind::Title)
    }
}

/// Whether a character is skipped between cells.
pub(super) const fn is_between_cells(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\n' | b'|' | 0x0B | 0x0C)
}

/// Whether a line that begins with two letters is a title and not a row of letters.
fn is_title(text: &[u8], cells: usize, symbols: usize) -> bool {
    if !text.iter().take(2).all(u8::is_ascii_alphabetic) {
        return false;
    }
    match Shape::from_side(cells) {
        Some(shape) if shape.side() > 9 => {
            let in_board = |b: &u8| is_symbol(*b, shape.side(), &[Alphabet::Letters, Alphabet::Digits]);
            !text.iter().filter(|b| !is_between_cells(**b)).all(in_board)
        }
        Some(_) => true,
        // A row of letters that is too short or too long has no blanks.
        None => cells < 10 || symbols < cells || text.iter().any(|b| is_between_cells(*b)),
    }
}

/// Whether a character is a cell of a board of this side in one of the alphabets.
pub(super) fn is_symbol(byte: u8, side: usize, alphabets: &[Alphabet]) -> bool {
    alphabets.iter().any(|a| a.digit(byte).is_some_and(|d| usize::from(d) <= side))
}

/// The rows of a block, counted.
#[derive(Clone, Copy, Default)]
pub(super) struct BlockRows {
    rows: usize,
    /// Number of cells of the first row.
    row_len: usize,
    dashes: usize,
    /// Number of cells of the first line of dashes.
    dashes_len: usize,
}

impl BlockRows {
    pub fn add(&mut self, kind: LineKind) {
        match kind {
            LineKind::Row(cells) => {
                if self.rows == 0 {
                    self.row_len = cells;
                }
                self.rows += 1;
            }
            LineKind::Dashes(cells) => {
                if self.dashes == 0 {
                    self.dashes_len = cells;
                }
                self.dashes += 1;
            }
            _ => {}
        }
    }

    /// Whether there is neither a row nor a line of dashes.
    pub fn is_empty(&self) -> bool {
        self.rows + self.dashes == 0
    }

    /// Whether lines of dashes are rows of empty cells, and not rulings.
    pub fn dashes_are_rows(&self) -> bool {
        match self.rows {
            0 => self.dashes == self.dashes_len && Shape::from_side(self.dashes).is_some(),
            rows => rows != self.row_len,
        }
    }

    /// Number of rows; a block without rows is not a record.
    pub fn rows(&self) -> usize {
        self.rows + if self.dashes_are_rows() { self.dashes } else { 0 }
    }

    /// Number of cells that each row should have.
    pub fn side(&self) -> usize {
        if self.rows == 0 { self.dashes_len } else { self.row_len }
    }

    /// The number of cells of a line of the block, if it is a row.
    pub fn row_cells(&self, line: &[u8]) -> Option<usize> {
        match LineKind::of(line) {
            LineKind::Row(cells) => Some(cells),
            LineKind::Dashes(cells) if self.dashes_are_rows() => Some(cells),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_alone_decides_what_it_is() {
        for (line, kind) in [
            ("", LineKind::Blank),
            (" \t\r\n", LineKind::Blank),
            ("# 1..2", LineKind::Comment),
            ("Grid 01", LineKind::Title),
            ("easy", LineKind::Title),
            ("Puzzle 12, hard", LineKind::Title),
            ("1...\n", LineKind::Row(4)),
            ("1...\r\n", LineKind::Row(4)),
            ("| 5 3 . | . 7 . | . . . |", LineKind::Row(9)),
            ("ABCDEFGHIJKLMNOP", LineKind::Row(16)),
            ("ABCD-FGHIJKLMNO", LineKind::Row(15)),
            ("x234", LineKind::Row(4)),
            ("------+-------+------", LineKind::Ruling),
            ("+===+===+", LineKind::Ruling),
            ("|||", LineKind::Ruling),
            ("---|---|---", LineKind::Dashes(9)),
            ("- - - -", LineKind::Dashes(4)),
        ] {
            assert_eq!(LineKind::of(line.as_bytes()), kind, "{line:?}");
            assert_eq!(LineKind::of_any(line.as_bytes()), kind, "{line:?}");
        }
    }
}

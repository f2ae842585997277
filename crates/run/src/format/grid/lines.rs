//! The kind of a line of a `grid` input. It depends on the line alone.

use super::{
    glyphs::{Glyph, glyphs},
    row::{RowStyle, each_cell},
};
use memchr::memchr;
use quadrille_grid::{Alphabet, Shape};
use std::ops::Range;

/// The ranges of the lines of a text, with their newlines.
pub(super) fn line_ranges(text: &[u8]) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at;
        (start < text.len()).then(|| {
            at = start + memchr(b'\n', &text[start..]).map_or(text.len() - start, |i| i + 1);
            start..at
        })
    })
}

/// The kind of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum LineKind {
    Blank,
    Comment,
    Title,
    Ruling,
    /// Only characters that may be empty cells or a ruling, such as `-` and `|`; the number of cells.
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
        match text {
            [] => return LineKind::Blank,
            [b'#', ..] => return LineKind::Comment,
            [b'[', .., b']'] => return LineKind::Title,
            _ => {}
        }
        let ruling = Characters::of(text).ruling();
        // Between bars, blanks may be cells, and then there is no ruling.
        match RowStyle::of(text) {
            (RowStyle::Characters, _) => {}
            (_, Some(cells)) => return LineKind::Row(cells),
            (_, None) => {}
        }
        let cells = glyphs(text).filter(|(_, glyph)| matches!(glyph, Glyph::Cell(_) | Glyph::Rule)).count();
        match ruling {
            Some(Border::Certain) => LineKind::Ruling,
            Some(Border::OrEmptyCells) => LineKind::Dashes(cells),
            None if is_title(text, cells) => LineKind::Title,
            None => LineKind::Row(cells),
        }
    }
}

/// A line that is drawn around rows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Border {
    Certain,
    /// Or a row of empty cells.
    OrEmptyCells,
}

/// The characters of a line, counted.
#[derive(Default)]
struct Characters {
    /// The first and the last that are neither blanks nor bars.
    ends: Option<(u8, u8)>,
    cells: usize,
    dashes: usize,
    /// Horizontal lines and crossings that are not cells of any board.
    rules: usize,
    /// Corners that are not cells of any board, beside dashes.
    marks: usize,
    /// Corners and crossings that may also be empty cells.
    corners: usize,
}

impl Characters {
    fn of(text: &[u8]) -> Characters {
        let mut count = Characters::default();
        for (_, glyph) in glyphs(text) {
            let byte = match glyph {
                Glyph::Blank | Glyph::Bar => continue,
                Glyph::Rule => b'+',
                Glyph::Cell(byte) => byte,
            };
            count.ends = Some((count.ends.map_or(byte, |ends| ends.0), byte));
            count.cells += 1;
            match byte {
                b'-' => count.dashes += 1,
                b'+' | b'=' => count.rules += 1,
                b':' | b'\'' | b'`' | b',' => count.marks += 1,
                b'*' | b'.' => count.corners += 1,
                _ => {}
            }
        }
        count
    }

    /// Whether it is drawn around rows: dashes with corners such as `+`, `*` or `.` at both ends.
    fn ruling(&self) -> Option<Border> {
        let Some((first, last)) = self.ends else { return Some(Border::Certain) };
        if self.cells != self.dashes + self.rules + self.marks + self.corners
            || self.marks > 0 && self.dashes == 0
        {
            return None;
        }
        let has_corners = first != b'-' && last != b'-' && self.dashes >= self.corners && self.dashes > 0;
        match (self.rules + self.marks > 0, self.corners > 0) {
            (true, false) => Some(Border::Certain),
            (true, true) => has_corners.then_some(Border::Certain),
            (false, true) => has_corners.then_some(Border::OrEmptyCells),
            (false, false) => Some(Border::OrEmptyCells),
        }
    }
}

/// Whether a line that begins with two letters is a title and not a row of letters, which may be malformed.
///
/// A row has groups of the same length between blanks or bars. It has no digit or letter twice if it is valid, and few
/// characters that are not of the board if it is not; words of ten or more characters rarely are like this.
fn is_title(text: &[u8], cells: usize) -> bool {
    if !text.iter().take(2).all(u8::is_ascii_alphabetic) {
        return false;
    }
    let shape = Shape::from_side(cells);
    let mut foreign = 0;
    let (mut seen, mut has_repetition) = (0u128, false);
    each_cell(text, |_, symbol| {
        foreign += usize::from(shape.is_none_or(|shape| !is_symbol(symbol, shape.side())));
        if symbol.is_ascii_alphanumeric() && symbol != b'0' && !(symbol | 32 == b'x' && cells < 24) {
            let bit = 1u128 << (symbol.to_ascii_lowercase() - b'0');
            has_repetition |= seen & bit != 0;
            seen |= bit;
        }
    });
    // Boards of up to 9×9 have no letters but an x, which is an empty cell.
    foreign > 0 && (cells < 10 || has_repetition && foreign > 2 || !has_equal_groups(text))
}

/// Whether the words of a line have the same number of characters.
fn has_equal_groups(text: &[u8]) -> bool {
    let is_between = |byte: &u8| matches!(byte, b' ' | b'\t' | b'|');
    let mut words = text.split(is_between).filter(|word| !word.is_empty()).map(<[u8]>::len);
    words.next().is_none_or(|first| words.all(|len| len == first))
}

/// Whether a character is a cell of a board of this side in some alphabet.
pub(super) fn is_symbol(byte: u8, side: usize) -> bool {
    let alphabets = if side > 9 { &Alphabet::ALL[..] } else { &[Alphabet::Digits] };
    alphabets.iter().any(|alphabet| alphabet.cell(byte, side).is_some())
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
            ("[Puzzle]", LineKind::Title),
            ("Grid 01", LineKind::Title),
            ("easy", LineKind::Title),
            ("Puzzle 12, hard", LineKind::Title),
            ("Intermediate", LineKind::Title),
            ("Hard Grid Nine", LineKind::Title),
            ("sudoku_16x16.txt", LineKind::Title),
            ("1...\n", LineKind::Row(4)),
            ("1...\r\n", LineKind::Row(4)),
            ("| 5 3 . | . 7 . | . . . |", LineKind::Row(9)),
            ("|53 | 7 |   |", LineKind::Row(9)),
            ("|   |   |   |", LineKind::Row(9)),
            ("│ 5 3 . │ . 7 . │ . . . │", LineKind::Row(9)),
            ("ABCDEFGHIJKLMNOP", LineKind::Row(16)),
            ("ABCD-FGHIJKLMNO", LineKind::Row(15)),
            ("AB?DEFGHIJKL", LineKind::Row(12)),
            ("AB!DEFGHIJKL", LineKind::Row(12)),
            ("ABCZEFGHIJKL", LineKind::Row(12)),
            ("AB!D EFGH IJKL", LineKind::Row(12)),
            ("AB!D|EFGH|IJKL|MNOP", LineKind::Row(16)),
            ("AB!..E..H.-..KL", LineKind::Row(15)),
            ("xx3.", LineKind::Row(4)),
            ("xX3.xx7..", LineKind::Row(9)),
            ("x234", LineKind::Row(4)),
            ("0 12 3 0 0 0 16 0 0 0 0 0 0 0 0 1", LineKind::Row(16)),
            ("------+-------+------", LineKind::Ruling),
            ("+===+===+", LineKind::Ruling),
            ("|---+---+---|", LineKind::Ruling),
            ("┌───┬───┬───┐", LineKind::Ruling),
            ("╠═══╬═══╬═══╣", LineKind::Ruling),
            (":-------+-------+-------:", LineKind::Ruling),
            ("'-------'-------'-------'", LineKind::Ruling),
            ("|||", LineKind::Ruling),
            ("---|---|---", LineKind::Dashes(9)),
            ("- - - -", LineKind::Dashes(4)),
            ("*-----------*", LineKind::Dashes(13)),
            ("*---*---*---*", LineKind::Dashes(13)),
            (".-------.-------.-------.", LineKind::Dashes(25)),
            ("..--.....", LineKind::Row(9)),
        ] {
            assert_eq!(LineKind::of(line.as_bytes()), kind, "{line:?}");
            assert_eq!(LineKind::of_any(line.as_bytes()), kind, "{line:?}");
        }
    }
}

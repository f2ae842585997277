//! The cells of a row, in each of the ways in which rows are drawn.
//!
//! ```text
//! 53. .7. ...     characters: every one that is neither a blank nor a bar is a cell
//! |53 | 7 |   |   boxes: between the bars are as many characters as a box has columns; a blank is an empty cell
//! | 5 | 3 |   |   … one cell between two bars, with a blank on each side; a blank is an empty cell
//! 0 12 3 10 …     numbers, on boards larger than 9×9: as many as the board has columns, one of them above 9
//! ```

use super::glyphs::{Glyph, glyphs};
use quadrille_grid::{Alphabet, Shape, symbols::is_empty_cell};
use std::ops::Range;

/// How the cells of a row are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum RowStyle {
    Characters,
    /// Between the bars are as many characters as a box has columns.
    Boxes,
    /// Between two bars is one cell.
    OneByOne,
    /// Numbers and single characters for empty cells, between blanks or bars.
    Numbers,
}

impl RowStyle {
    /// The style of a line without surrounding blanks, and the number of its cells if it is not in `Characters`.
    pub fn of(text: &[u8]) -> (RowStyle, Option<usize>) {
        if let Some((style, cells)) = bordered(text) {
            (style, Some(cells))
        } else if let Some(cells) = numbers(text) {
            (RowStyle::Numbers, Some(cells))
        } else {
            (RowStyle::Characters, None)
        }
    }
}

/// Calls `cell` with the place and the symbol of each cell of a row. A number is the symbol of its digit in
/// [`Alphabet::Digits`], and 0 is `0`.
pub(super) fn each_cell(line: &[u8], mut cell: impl FnMut(Range<usize>, u8)) -> RowStyle {
    let start = line.len() - line.trim_ascii_start().len();
    let text = line.trim_ascii();
    let (style, _) = RowStyle::of(text);
    let shifted = |at: Range<usize>| start + at.start..start + at.end;
    match style {
        RowStyle::Characters => {
            for (at, glyph) in glyphs(text) {
                match glyph {
                    Glyph::Cell(byte) => cell(shifted(at), byte),
                    Glyph::Rule => cell(shifted(at), b'+'),
                    Glyph::Blank | Glyph::Bar => {}
                }
            }
        }
        RowStyle::Boxes => {
            for (at, glyph) in glyphs(text).filter(|(_, glyph)| *glyph != Glyph::Bar) {
                cell(shifted(at), symbol(glyph));
            }
        }
        RowStyle::OneByOne => groups(text).for_each(|group| {
            let (at, glyph) = group.only_cell();
            cell(shifted(at), symbol(glyph));
        }),
        RowStyle::Numbers => tokens(text).for_each(|at| {
            let token = &text[at.clone()];
            let symbol = match number(token) {
                Some(0) => b'0',
                Some(number) => Alphabet::Digits.symbol(number),
                None => token[0],
            };
            cell(shifted(at), symbol);
        }),
    }
    style
}

fn symbol(glyph: Glyph) -> u8 {
    match glyph {
        Glyph::Cell(byte) => byte,
        _ => b'.',
    }
}

/// The text between two bars.
struct Group {
    /// Number of characters.
    width: usize,
    cells: usize,
    /// The last character that is not a blank, and its number among the characters.
    last_cell: Option<(usize, Range<usize>, Glyph)>,
    /// The character in the middle.
    middle: Range<usize>,
}

impl Group {
    fn only_cell(self) -> (Range<usize>, Glyph) {
        match self.last_cell {
            Some((_, at, glyph)) => (at, glyph),
            None => (self.middle, Glyph::Blank),
        }
    }

    fn is_one_cell(&self) -> bool {
        matches!(self.width, 1 | 3)
            && self.cells <= 1
            && self.last_cell.as_ref().is_none_or(|(nth, ..)| *nth == self.width / 2)
    }
}

/// The parts between the bars of a text that begins and ends with one.
fn groups(text: &[u8]) -> impl Iterator<Item = Group> + '_ {
    let mut all = glyphs(text).skip(1);
    std::iter::from_fn(move || {
        let mut group = Group { width: 0, cells: 0, last_cell: None, middle: 0..0 };
        loop {
            let (at, glyph) = all.next()?;
            match glyph {
                Glyph::Bar => return Some(group),
                Glyph::Blank => {}
                _ => {
                    group.cells += 1;
                    group.last_cell = Some((group.width, at.clone(), glyph));
                }
            }
            group.width += 1;
            if group.width <= 2 {
                group.middle = at;
            }
        }
    })
}

/// The style and the number of cells of a row between bars in which blanks are empty cells.
fn bordered(text: &[u8]) -> Option<(RowStyle, usize)> {
    let is_bar = |glyph: Option<(Range<usize>, Glyph)>| glyph.is_some_and(|(_, glyph)| glyph == Glyph::Bar);
    // Most rows end here.
    if !matches!(text.first(), Some(b'|' | 0x80..)) || !is_bar(glyphs(text).next()) {
        return None;
    }
    let last = text.iter().rposition(|byte| byte & 0xC0 != 0x80)?;
    if !is_bar(glyphs(&text[last..]).next()) || glyphs(text).any(|(_, glyph)| glyph == Glyph::Rule) {
        return None;
    }
    let width = groups(text).next()?.width;
    let (mut count, mut cells, mut same_width, mut one_by_one, mut full_pairs) = (0, 0, true, true, true);
    for group in groups(text) {
        (count, cells) = (count + 1, cells + group.cells);
        same_width &= group.width == width;
        one_by_one &= group.is_one_cell();
        full_pairs &= group.cells == 2;
    }
    if !same_width || cells == count * width {
        return None;
    }
    if one_by_one && Shape::from_side(count).is_some() {
        return Some((RowStyle::OneByOne, count));
    }
    let shape = Shape::from_side(count * width).filter(|shape| shape.box_columns() == width)?;
    // `|1 2|3 4|` is a row of four cells.
    (!(count == 2 && full_pairs)).then_some((RowStyle::Boxes, shape.side()))
}

/// The words between blanks and bars.
pub(super) fn tokens(text: &[u8]) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut all = glyphs(text).peekable();
    std::iter::from_fn(move || {
        let is_between = |glyph: &Glyph| matches!(glyph, Glyph::Blank | Glyph::Bar);
        while all.next_if(|(_, glyph)| is_between(glyph)).is_some() {}
        let (mut token, _) = all.next()?;
        while let Some((at, _)) = all.next_if(|(_, glyph)| !is_between(glyph)) {
            token.end = at.end;
        }
        Some(token)
    })
}

/// A number of one or two digits.
fn number(token: &[u8]) -> Option<u8> {
    let is_number = token.len() <= 2 && token.iter().all(u8::is_ascii_digit);
    is_number.then(|| token.iter().fold(0, |number, digit| number * 10 + (digit - b'0')))
}

/// The number of cells of a row of numbers.
fn numbers(text: &[u8]) -> Option<usize> {
    let (mut count, mut highest) = (0, 0);
    for token in tokens(text).map(|at| &text[at]) {
        match number(token) {
            Some(number) => highest = highest.max(number),
            None if token.len() == 1 && is_empty_cell(token[0]) => {}
            None => return None,
        }
        count += 1;
    }
    let is_side = matches!(count, 12 | 16 | 25);
    (is_side && highest > 9 && usize::from(highest) <= count).then_some(count)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> (RowStyle, String) {
        let mut cells = String::new();
        let style = each_cell(line.as_bytes(), |_, symbol| cells.push(symbol.into()));
        (style, cells)
    }

    #[test]
    fn rows_are_read_in_every_style() {
        use RowStyle::{Boxes, Characters, Numbers, OneByOne};
        for (line, style, cells) in [
            ("53..7....", Characters, "53..7...."),
            ("| 5 3 . | . 7 . | . . . |", Characters, "53..7...."),
            ("│5 3 .│. 7 .│. . .│", Characters, "53..7...."),
            ("|53 | 7 |   |", Boxes, "53..7...."),
            ("  |53 | 7 |   |\r\n", Boxes, "53..7...."),
            ("|   |   |   |", Boxes, "........."),
            ("║53 │ 7 │   ║", Boxes, "53..7...."),
            ("| 5 | 3 |   |   | 7 |   |   |   |   |", OneByOne, "53..7...."),
            ("|5|3| | |7| | | | |", OneByOne, "53..7...."),
            ("|1 2|3 4|", Characters, "1234"),
            ("|1 |3 |", Boxes, "1.3."),
            ("| 1 | 2 |   | 4 |", OneByOne, "12.4"),
            ("|1   |  2 |    |   F|", Boxes, "1.....2........F"),
            ("|12|34|", Characters, "1234"),
            ("５３．．７....", Characters, "53..7...."),
            ("0 12 3 0 0 0 16 0 0 0 0 0 0 0 0 1", Numbers, "0C3000G000000001"),
            (" . 12 3 . | . . 16 . | . . . . | . . . 1", Numbers, ".C3...G........1"),
            ("1 2 3 4 5 6 7 8 9 10 11 12", Numbers, "123456789ABC"),
            ("0 1 3 0 0 0 6 0 0 0 0 0 0 0 0 1", Characters, "0130006000000001"),
            ("12 34 56 78", Characters, "12345678"),
            (
                "0 17 3 0 0 0 16 0 0 0 0 0 0 0 0 1",
                Characters,
                "01730001600000000 1".replace(' ', "").as_str(),
            ),
        ] {
            assert_eq!(read(line), (style, cells.into()), "{line:?}");
        }
    }
}

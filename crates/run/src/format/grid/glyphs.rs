//! The characters of a drawn board: ASCII, box-drawing and full-width characters.

use quadrille_grid::wide::ascii_of_wide;
use std::ops::Range;

/// The kind of a character.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Glyph {
    Blank,
    /// A vertical line between cells.
    Bar,
    /// A part of a horizontal line, in box-drawing characters.
    Rule,
    /// Anything else, as the ASCII character with the same meaning.
    Cell(u8),
}

/// The characters of a text and where they are.
pub(super) fn glyphs(text: &[u8]) -> impl Iterator<Item = (Range<usize>, Glyph)> + '_ {
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at;
        let (len, glyph) = first_glyph(text.get(start..)?)?;
        at += len;
        Some((start..at, glyph))
    })
}

/// The first character of a text, and its length.
fn first_glyph(text: &[u8]) -> Option<(usize, Glyph)> {
    let &first = text.first()?;
    Some(match (first, text) {
        (b' ' | b'\t' | b'\r' | b'\n' | 0x0B | 0x0C, _) => (1, Glyph::Blank),
        (b'|', _) => (1, Glyph::Bar),
        (0..0x80, _) => (1, Glyph::Cell(first)),
        // A blank that does not break.
        (_, [0xC2, 0xA0, ..]) => (2, Glyph::Blank),
        (_, [0xE2, second @ 0x94..=0x95, third @ 0x80..=0xBF, ..]) => (3, box_drawing(*second, *third)),
        _ => match ascii_of_wide(text) {
            Some((len, b'|')) => (len, Glyph::Bar),
            Some((len, b' ')) => (len, Glyph::Blank),
            Some((len, byte)) => (len, Glyph::Cell(byte)),
            None => (1, Glyph::Cell(first)),
        },
    })
}

/// A box-drawing character, U+2500 to U+257F, by the last two bytes of its UTF-8.
fn box_drawing(second: u8, third: u8) -> Glyph {
    let vertical = match second {
        0x94 => matches!(third, 0x82 | 0x83 | 0x86 | 0x87 | 0x8A | 0x8B),
        _ => matches!(third, 0x8E | 0x8F | 0x91 | 0xB5 | 0xB7 | 0xB9 | 0xBB | 0xBD | 0xBF),
    };
    if vertical { Glyph::Bar } else { Glyph::Rule }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_of_every_kind_are_told_apart() {
        let text = "5 │║|─╬·５．x\u{A0}é";
        let found: Vec<_> = glyphs(text.as_bytes()).map(|(_, glyph)| glyph).collect();
        use Glyph::{Bar, Blank, Cell, Rule};
        let e_acute = [Cell(0xC3), Cell(0xA9)];
        let mut expected = vec![
            Cell(b'5'),
            Blank,
            Bar,
            Bar,
            Bar,
            Rule,
            Rule,
            Cell(b'.'),
            Cell(b'5'),
            Cell(b'.'),
            Cell(b'x'),
            Blank,
        ];
        expected.extend(e_acute);
        assert_eq!(found, expected);
        let ranges: Vec<_> = glyphs(text.as_bytes()).map(|(at, _)| at).collect();
        assert!(ranges.windows(2).all(|two| two[0].end == two[1].start));
        assert_eq!(ranges.last().unwrap().end, text.len());
        assert_eq!(glyphs("│".as_bytes().split_last().unwrap().1).count(), 2, "a character that is cut off");
    }
}

//! Which character stands for which digit.

use super::Shape;

/// The alphabets that boards with more than nine digits may be written in.
///
/// Boards of up to nine digits are always written `1`–`9`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Symbols {
    /// Each record shows its own: digits then letters if it has any of `1`–`9`, else letters.
    #[default]
    Auto,
    /// `A` is 1, `B` is 2, and so on, in either case.
    Letters,
    /// `1`–`9`, then `A` is 10, `B` is 11, and so on, in either case.
    Digits,
}

/// The alphabet of one record, settled.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Alphabet {
    /// `A` is 1.
    Letters,
    /// `1`–`9`, then `A` is 10.
    Digits,
}

/// Whether a character stands for an empty cell: one of `.` `0` `*` `-` `_`.
pub(crate) const fn is_empty_cell(byte: u8) -> bool {
    matches!(byte, b'.' | b'0' | b'*' | b'-' | b'_')
}

impl Symbols {
    /// The alphabet of a record with these cells.
    ///
    /// A record without any given is written in letters where both would do.
    pub fn resolve(self, shape: Shape, cells: &[u8]) -> Alphabet {
        let digits = match self {
            _ if shape.side() <= 9 => true,
            Symbols::Auto => cells.iter().any(|b| matches!(b, b'1'..=b'9')),
            Symbols::Letters => false,
            Symbols::Digits => true,
        };
        if digits { Alphabet::Digits } else { Alphabet::Letters }
    }
}

impl Alphabet {
    /// The digit a character stands for: 0 for an empty cell, `None` if it is in no alphabet of
    /// this kind. The caller compares with the side.
    pub fn digit(self, byte: u8) -> Option<u8> {
        match (self, byte) {
            _ if is_empty_cell(byte) => Some(0),
            (Alphabet::Digits, b'1'..=b'9') => Some(byte - b'0'),
            (Alphabet::Digits, _) if byte.is_ascii_alphabetic() => Some((byte & 31) + 9),
            (Alphabet::Letters, _) if byte.is_ascii_alphabetic() => Some(byte & 31),
            _ => None,
        }
    }

    /// The character that a digit is written as; `.` for 0.
    pub fn symbol(self, digit: u8) -> u8 {
        match (self, digit) {
            (_, 0) => b'.',
            (Alphabet::Digits, 1..=9) => b'0' + digit,
            (Alphabet::Digits, _) => b'A' + digit - 10,
            (Alphabet::Letters, _) => b'A' + digit - 1,
        }
    }

    /// Appends the cells of a board as text.
    pub fn write(self, shape: Shape, cells: &[u8], text: &mut Vec<u8>) {
        if let Ok(nine) = <&[u8; 81]>::try_from(cells) {
            // A known length and no look-up: vector code.
            text.extend_from_slice(&nine.map(|d| if d == 0 { b'.' } else { b'0' + d }));
        } else if shape.side() <= 9 {
            text.extend(cells.iter().map(|&d| if d == 0 { b'.' } else { b'0' + d }));
        } else {
            text.extend(cells.iter().map(|&d| self.symbol(d)));
        }
    }
}

/// Appends candidates as `pencilmark` writes them, `.` for a digit that is ruled out.
pub fn write_candidates(shape: Shape, alphabet: Alphabet, candidates: &[u32], text: &mut Vec<u8>) {
    for &mask in candidates {
        let symbol = |at: usize| alphabet.symbol((at + 1) as u8);
        text.extend((0..shape.side()).map(|at| if mask >> at & 1 != 0 { symbol(at) } else { b'.' }));
    }
}

/// Appends the regions of cells as they stand behind a grid: the symbol of digit `r + 1` for
/// region `r`.
pub fn write_regions(alphabet: Alphabet, regions: &[u8], text: &mut Vec<u8>) {
    text.extend(regions.iter().map(|&region| alphabet.symbol(region + 1)));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_digit_comes_back_in_every_alphabet_and_case() {
        for alphabet in [Alphabet::Letters, Alphabet::Digits] {
            for digit in 0..=25 {
                let symbol = alphabet.symbol(digit);
                assert_eq!(alphabet.digit(symbol), Some(digit), "{alphabet:?} {digit}");
                assert_eq!(alphabet.digit(symbol.to_ascii_lowercase()), Some(digit));
            }
        }
        assert_eq!(Alphabet::Digits.symbol(25), b'P');
        assert_eq!(Alphabet::Letters.symbol(25), b'Y');
        for byte in [b'!', b'/', b':', b'@', b'[', b'`', b'{', 0, b'\n', 0xC3] {
            assert_eq!(Alphabet::Digits.digit(byte), None);
            assert_eq!(Alphabet::Letters.digit(byte), None);
        }
        assert_eq!(Alphabet::Letters.digit(b'5'), None);
    }

    #[test]
    fn a_record_shows_its_alphabet() {
        let hex = Shape::from_side(16).unwrap();
        assert_eq!(Symbols::Auto.resolve(hex, b"..A..1"), Alphabet::Digits);
        assert_eq!(Symbols::Auto.resolve(hex, b"..A..0"), Alphabet::Letters);
        assert_eq!(Symbols::Digits.resolve(hex, b"..A.."), Alphabet::Digits);
        assert_eq!(Symbols::Letters.resolve(Shape::NINE, b"....."), Alphabet::Digits);
    }
}

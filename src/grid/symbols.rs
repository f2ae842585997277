//! Which character stands for which digit.

use super::Shape;

/// Which characters stand for the digits of boards larger than 9×9.
///
/// Boards of up to 9×9 are always written with `1`–`9`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Symbols {
    /// Decided for each record: digits and then letters if it has any of `1`–`9`, else letters.
    #[default]
    Auto,
    /// `A` is 1, `B` is 2, and so on, in either case.
    Letters,
    /// `1`–`9`, then `A` is 10, `B` is 11, and so on, in either case.
    Digits,
}

/// The characters of one record's digits.
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
    /// A large board without givens is written in letters.
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
    /// The digit that a character stands for: 0 for an empty cell, `None` if it is not in the
    /// alphabet. The digit may be above the side of the board.
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
            // A constant length and no table: compiles to vector code.
            text.extend_from_slice(&nine.map(|d| if d == 0 { b'.' } else { b'0' + d }));
        } else if shape.side() <= 9 {
            text.extend(cells.iter().map(|&d| if d == 0 { b'.' } else { b'0' + d }));
        } else {
            text.extend(cells.iter().map(|&d| self.symbol(d)));
        }
    }

    /// Appends the candidates of cells, digit `d` as bit `d − 1`: `side` characters for each cell, the
    /// digit itself in its place if it is allowed and `.` if not.
    pub fn write_candidates(self, shape: Shape, candidates: &[u32], text: &mut Vec<u8>) {
        for &mask in candidates {
            let symbol = |digit: u8| if mask >> (digit - 1) & 1 == 0 { b'.' } else { self.symbol(digit) };
            text.extend((1..=shape.side() as u8).map(symbol));
        }
    }

    /// Appends the regions of cells, from 0: region `r` as the symbol of digit `r + 1`.
    pub fn write_regions(self, regions: &[u8], text: &mut Vec<u8>) {
        text.extend(regions.iter().map(|&region| self.symbol(region + 1)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_and_digits_are_inverse_in_either_case() {
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
    fn auto_decides_by_the_digits_of_the_record() {
        let sixteen = Shape::from_side(16).unwrap();
        assert_eq!(Symbols::Auto.resolve(sixteen, b"..A..1"), Alphabet::Digits);
        assert_eq!(Symbols::Auto.resolve(sixteen, b"..A..0"), Alphabet::Letters);
        assert_eq!(Symbols::Digits.resolve(sixteen, b"..A.."), Alphabet::Digits);
        assert_eq!(Symbols::Letters.resolve(Shape::NINE, b"....."), Alphabet::Digits);
    }
}

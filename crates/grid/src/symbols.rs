//! The characters of digits.

use super::{Shape, nine::write_nine};

/// The characters for the digits of boards larger than 9×9.
///
/// Boards of up to 9×9 are always written with `1`–`9`.
///
/// ```
/// use quadrille::{Batch, Input, grid::Symbols, tasks::Solve};
///
/// // A 16×16 board with a complete first row.
/// let board = format!("{:.<256}\n", "0123456789ABCDEF");
/// let mut solution = Vec::new();
/// let batch = Batch::new(Solve::new()).symbols(Symbols::ZeroBased);
/// batch.run(vec![Input::reader("board", board.as_bytes())], &mut solution, &mut ())?;
/// assert!(solution.starts_with(b"0123456789ABCDEF"));
/// # Ok::<(), quadrille::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum Symbols {
    /// Decided for each record by the characters that it has. If they fit several alphabets, the first records of the
    /// input decide; if these do not either, the record is malformed.
    #[default]
    Auto,
    /// `A` is 1, `B` is 2, and so on, in either case.
    Letters,
    /// `1`–`9`, then `A` is 10, `B` is 11, and so on, in either case. `0` is an empty cell on boards of every size, even beside
    /// other empty cells.
    Digits,
    /// Zero-based: `0`–`9` are the first ten digits, `A` is the eleventh, and so on, in either case. `0` is not an
    /// empty cell. On 16×16 boards these are the hexadecimal digits.
    ZeroBased,
}

/// The characters of one record's digits.
///
/// ```
/// use quadrille::{Shape, grid::Alphabet};
///
/// let (shape, alphabet) = (Shape::from_side(16).unwrap(), Alphabet::ZeroBased);
/// assert_eq!((alphabet.symbol(16), alphabet.digit(b'f'), alphabet.cell(b'g', 16)), (b'F', Some(16), None));
/// assert_eq!(Alphabet::usual(shape), Alphabet::Letters);
///
/// let mut text = Vec::new();
/// Alphabet::Letters.write(shape, &[0, 1, 16], &mut text);
/// Alphabet::Letters.write_regions(&[0, 15], &mut text);
/// Alphabet::Digits.write_candidates(Shape::from_side(4).unwrap(), &[0b1010], &mut text);
/// assert_eq!(text, b".APAP.2.4");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Alphabet {
    /// `A` is 1.
    Letters,
    /// `1`–`9`, then `A` is 10.
    Digits,
    /// `0` is 1, `9` is 10, then `A` is 11.
    ZeroBased,
}

/// Whether a character is an empty cell on every board: one of `.` `0` `*` `-` `_` `?`.
///
/// In [`Alphabet::ZeroBased`], `0` is a digit. On boards of up to 16×16, `x` and `X` are empty cells too.
pub const fn is_empty_cell(byte: u8) -> bool {
    matches!(byte, b'.' | b'0' | b'*' | b'-' | b'_' | b'?')
}

/// Whether a character is `x` or `X` on a board of a side at which neither is a digit in any alphabet.
pub const fn is_empty_x(byte: u8, side: usize) -> bool {
    matches!(byte, b'x' | b'X') && side < (b'X' - b'A' + 1) as usize
}

impl From<Alphabet> for Symbols {
    fn from(alphabet: Alphabet) -> Symbols {
        match alphabet {
            Alphabet::Letters => Symbols::Letters,
            Alphabet::Digits => Symbols::Digits,
            Alphabet::ZeroBased => Symbols::ZeroBased,
        }
    }
}

impl Alphabet {
    /// All alphabets.
    pub const ALL: [Alphabet; 3] = [Alphabet::Letters, Alphabet::Digits, Alphabet::ZeroBased];

    /// The alphabet that boards of this shape are written in if nothing else was chosen.
    pub fn usual(shape: Shape) -> Alphabet {
        if shape.side() <= 9 { Alphabet::Digits } else { Alphabet::Letters }
    }

    /// The digit of a character: 0 for an empty cell, `None` if it is not in the alphabet. The digit may be
    /// above the side of the board.
    pub fn digit(self, byte: u8) -> Option<u8> {
        match (self, byte) {
            (Alphabet::ZeroBased, b'0'..=b'9') => Some(byte - b'0' + 1),
            (Alphabet::ZeroBased, _) if byte.is_ascii_alphabetic() => Some((byte & 31) + 10),
            _ if is_empty_cell(byte) => Some(0),
            (Alphabet::Digits, b'1'..=b'9') => Some(byte - b'0'),
            (Alphabet::Digits, _) if byte.is_ascii_alphabetic() => Some((byte & 31) + 9),
            (Alphabet::Letters, _) if byte.is_ascii_alphabetic() => Some(byte & 31),
            _ => None,
        }
    }

    /// The meaning of a character on a board of this side: a digit of the board, 0 for an empty cell, or `None`.
    pub fn cell(self, byte: u8, side: usize) -> Option<u8> {
        match self.digit(byte) {
            Some(digit) if usize::from(digit) <= side => Some(digit),
            _ => is_empty_x(byte, side).then_some(0),
        }
    }

    /// The character that a digit is written as; `.` for 0.
    pub fn symbol(self, digit: u8) -> u8 {
        match (self, digit) {
            (_, 0) => b'.',
            (Alphabet::ZeroBased, 1..=10) => b'0' + digit - 1,
            (Alphabet::ZeroBased, _) => b'A' + digit - 11,
            (Alphabet::Digits, 1..=9) => b'0' + digit,
            (Alphabet::Digits, _) => b'A' + digit - 10,
            (Alphabet::Letters, _) => b'A' + digit - 1,
        }
    }

    /// Appends the cells of a board as text.
    pub fn write(self, shape: Shape, cells: &[u8], text: &mut Vec<u8>) {
        if let Ok(nine) = <&[u8; 81]>::try_from(cells) {
            write_nine(nine, text);
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
        for alphabet in Alphabet::ALL {
            for digit in 0..=25 {
                let symbol = alphabet.symbol(digit);
                assert_eq!(alphabet.digit(symbol), Some(digit), "{alphabet:?} {digit}");
                assert_eq!(alphabet.digit(symbol.to_ascii_lowercase()), Some(digit));
            }
            for byte in [b'!', b'/', b':', b'@', b'[', b'`', b'{', 0, b'\n', 0xC3] {
                assert_eq!(alphabet.digit(byte), None);
            }
        }
        let last = Alphabet::ALL.map(|alphabet| alphabet.symbol(25));
        assert_eq!(last, [b'Y', b'P', b'O']);
        assert_eq!(Alphabet::ZeroBased.symbol(16), b'F');
        assert_eq!(Alphabet::Letters.digit(b'5'), None);
    }

    #[test]
    fn an_x_is_an_empty_cell_where_it_cannot_be_a_digit() {
        for side in [4, 6, 9, 12, 16] {
            assert_eq!(Alphabet::ALL.map(|alphabet| alphabet.cell(b'x', side)), [Some(0); 3], "{side}");
        }
        assert_eq!(Alphabet::Letters.cell(b'X', 25), Some(24));
        assert_eq!((Alphabet::Digits.cell(b'X', 25), Alphabet::ZeroBased.cell(b'X', 25)), (None, None));
    }
}

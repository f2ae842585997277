//! The alphabets in which a large board can be written, by its characters.
//!
//! | the board has | it can be in |
//! | --- | --- |
//! | none of `1`–`9`, no letter above the side | letters |
//! | no letter above the side − 9 | digits |
//! | no letter above the side − 10; no `0`, or `0` beside another empty cell | zero-based |
//!
//! `0` alone is an empty cell, unless all cells are digits and no row has one of them twice: the board may then be a
//! complete one that is zero-based.

use super::{
    Alphabet, Shape, Symbols,
    symbols::{is_empty_cell, is_empty_x},
};
use std::fmt;

/// The alphabets that a record larger than 9×9 can be written in.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Readings {
    /// Bit `i` is set for `Alphabet::ALL[i]`.
    alphabets: u8,
    /// Whether the record has `0` beside `1`–`9` and another character for an empty cell. It is zero-based then,
    /// unless the records before it are certain to be something else.
    has_two_empty_cells: bool,
}

impl Readings {
    /// All alphabets: a record without givens fits each of them.
    pub const ALL: Readings = Readings { alphabets: 7, has_two_empty_cells: false };

    /// The readings of the cells of a large board.
    pub(crate) fn of(shape: Shape, cells: &[u8]) -> Readings {
        let used = Used::of(shape, cells);
        if used.has_no_given() {
            return Readings::only(Alphabet::Letters);
        }
        let fits = |added: u8| usize::from(used.highest_letter + added) <= shape.side();
        let zero_is_digit = used.other_empty || is_complete(shape, cells);
        let alphabets = u8::from(!used.digit && fits(0))
            | u8::from(fits(9)) << 1
            | u8::from(fits(10) && (!used.zero || zero_is_digit)) << 2;
        let has_two_empty_cells = fits(10) && used.zero && used.other_empty && used.digit;
        match alphabets {
            // It fits none of them: the message about a wrong character is for this one.
            0 => Readings::only(if used.digit { Alphabet::Digits } else { Alphabet::Letters }),
            _ => Readings { alphabets, has_two_empty_cells },
        }
    }

    /// A single reading.
    pub(crate) fn only(alphabet: Alphabet) -> Readings {
        Readings { alphabets: 1 << alphabet as u8, has_two_empty_cells: false }
    }

    /// The reading to take if the first records of the input show this alphabet.
    pub(crate) fn choose(self, shown: Option<Alphabet>) -> Result<Alphabet, Readings> {
        let zero_based = Alphabet::ZeroBased;
        match (self.single(), shown) {
            (Some(alphabet), _) => Ok(alphabet),
            (None, None) if self.has_two_empty_cells => Ok(zero_based),
            (None, Some(alphabet)) if self.has_two_empty_cells && alphabet != zero_based => Err(self),
            (None, Some(alphabet)) if self.contains(alphabet) => Ok(alphabet),
            _ => Err(self),
        }
    }

    /// The only reading, if it is unique.
    pub(crate) fn single(self) -> Option<Alphabet> {
        let mut all = self.alphabets();
        all.next().filter(|_| all.next().is_none())
    }

    /// The readings that are in both.
    pub(crate) fn intersection(self, other: Readings) -> Readings {
        Readings { alphabets: self.alphabets & other.alphabets, has_two_empty_cells: false }
    }

    /// Whether it has no readings.
    pub(crate) fn is_empty(self) -> bool {
        self.alphabets == 0
    }

    fn contains(self, alphabet: Alphabet) -> bool {
        self.alphabets >> alphabet as u8 & 1 == 1
    }

    fn alphabets(self) -> impl Iterator<Item = Alphabet> {
        Alphabet::ALL.into_iter().filter(move |alphabet| self.contains(*alphabet))
    }

    /// The readings, as they can be selected.
    pub fn symbols(self) -> impl Iterator<Item = Symbols> {
        self.alphabets().map(Symbols::from)
    }
}

impl Readings {
    /// The alphabets that a board shows for the boards after it; `None` if it has the same symbols in every
    /// alphabet.
    pub fn of_board(shape: Shape, alphabet: Alphabet, cells: &[u8]) -> Option<Readings> {
        match shape.side() {
            ..=9 => None,
            _ if cells.iter().all(|digit| *digit == 0) => Some(Readings::ALL),
            _ => Some(Readings::only(alphabet)),
        }
    }
}

/// The alphabet that some first records show together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shown {
    /// More records may decide.
    Unsure,
    /// Nothing, regardless of later records.
    Nothing,
    /// This alphabet.
    Alphabet(Alphabet),
}

impl Shown {
    /// The alphabet that records show, by the readings of each; `None` is a board that is not large and ends the
    /// search.
    pub fn by(records: impl IntoIterator<Item = Option<Readings>>) -> Shown {
        let mut readings = Readings::ALL;
        for record in records {
            let Some(record) = record else { return Shown::Nothing };
            readings = readings.intersection(record);
            if let Some(alphabet) = readings.single() {
                return Shown::Alphabet(alphabet);
            }
            if readings.is_empty() {
                return Shown::Nothing;
            }
        }
        Shown::Unsure
    }
}

impl fmt::Display for Readings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let last = self.alphabets().count().saturating_sub(1);
        for (i, alphabet) in self.alphabets().enumerate() {
            f.write_str(match i {
                0 => "",
                _ if i == last => " or ",
                _ => ", ",
            })?;
            f.write_str(match alphabet {
                Alphabet::Letters => "letters (A = 1)",
                Alphabet::Digits => "digits (1 to 9, A = 10)",
                Alphabet::ZeroBased => "hex (0 to 9, then A)",
            })?;
        }
        Ok(())
    }
}

/// The characters that a board has.
#[derive(Default)]
struct Used {
    zero: bool,
    /// An empty cell other than `0`.
    other_empty: bool,
    /// One of `1`–`9`.
    digit: bool,
    /// The number of its highest letter in the Latin alphabet, or 0.
    highest_letter: u8,
}

impl Used {
    fn of(shape: Shape, cells: &[u8]) -> Used {
        let mut used = Used::default();
        for &byte in cells {
            match byte {
                b'0' => used.zero = true,
                b'1'..=b'9' => used.digit = true,
                _ if is_empty_cell(byte) || is_empty_x(byte, shape.side()) => used.other_empty = true,
                _ if byte.is_ascii_alphabetic() => used.highest_letter = used.highest_letter.max(byte & 31),
                _ => {}
            }
        }
        used
    }

    /// Whether it has neither a letter, nor `1`–`9`, nor a `0` that may be a digit.
    fn has_no_given(&self) -> bool {
        !self.digit && self.highest_letter == 0 && !(self.zero && self.other_empty)
    }
}

/// Whether all cells are zero-based digits and no row has one of them twice.
fn is_complete(shape: Shape, cells: &[u8]) -> bool {
    cells.chunks(shape.side()).all(|row| {
        let mut seen = 0u64;
        row.iter().all(|&byte| match Alphabet::ZeroBased.digit(byte) {
            Some(digit @ 1..) if seen >> digit & 1 == 0 => {
                seen |= 1 << digit;
                true
            }
            _ => false,
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use Alphabet::{Digits, Letters, ZeroBased};

    /// The readings of a board that begins with these cells and then has empty ones.
    fn readings(side: usize, cells: &str, empty: char) -> Vec<Alphabet> {
        let shape = Shape::from_side(side).unwrap();
        let cells = format!("{cells:<width$}", width = shape.area()).replace(' ', &empty.to_string());
        Readings::of(shape, cells.as_bytes()).alphabets().collect()
    }

    #[test]
    fn a_board_can_be_read_in_every_alphabet_that_has_its_characters() {
        for (side, cells, empty, expected) in [
            (16, "AP", '.', &[Letters][..]),
            (16, "AF", '.', &[Letters, Digits, ZeroBased]),
            (16, "AG", '.', &[Letters, Digits]),
            (16, "1G", '.', &[Digits]),
            (16, "1F", '.', &[Digits, ZeroBased]),
            (16, "1F", '0', &[Digits]),
            (16, "AF", '0', &[Letters, Digits]),
            (16, "0AF", '.', &[Letters, Digits, ZeroBased]),
            (16, "01G", '.', &[Digits]),
            (16, "0P", '.', &[Letters]),
            (25, "1P", '.', &[Digits]),
            (25, "1O", '.', &[Digits, ZeroBased]),
            (25, "AX", '.', &[Letters]),
            (12, "1C", '.', &[Digits]),
            (12, "1B", '.', &[Digits, ZeroBased]),
            (12, "AL", '.', &[Letters]),
            // An x is an empty cell, not the 24th letter.
            (16, "1F", 'x', &[Digits, ZeroBased]),
            // No givens.
            (16, "", '.', &[Letters]),
            (16, "", '0', &[Letters]),
            // Not in any alphabet.
            (16, "1P", '.', &[Digits]),
            (16, "Z", '.', &[Letters]),
        ] {
            assert_eq!(readings(side, cells, empty), expected, "{side}: {cells:?} with {empty:?}");
        }
    }

    #[test]
    fn zeros_alone_are_digits_only_on_a_board_that_may_be_complete() {
        let shape = Shape::from_side(16).unwrap();
        let mut complete: Vec<u8> =
            (0..256).map(|i| ZeroBased.symbol((i / 16 + i % 16) as u8 % 16 + 1)).collect();
        assert_eq!(Readings::of(shape, &complete).alphabets().collect::<Vec<_>>(), [Digits, ZeroBased]);
        complete[0] = b'1';
        assert_eq!(Readings::of(shape, &complete).single(), Some(Digits));
    }

    #[test]
    fn the_first_records_decide_between_the_readings_of_a_record() {
        let shape = Shape::from_side(16).unwrap();
        let of = |text: &str| Readings::of(shape, text.as_bytes());
        let unclear = of("19AF....");
        assert_eq!(unclear.choose(None), Err(unclear));
        assert_eq!(unclear.choose(Some(Letters)), Err(unclear));
        assert_eq!(unclear.choose(Some(Digits)), Ok(Digits));
        assert_eq!(unclear.choose(Some(ZeroBased)), Ok(ZeroBased));
        assert_eq!(of("19AG....").choose(Some(ZeroBased)), Ok(Digits));
        let both_empty = of("019AF...");
        assert_eq!(both_empty.choose(None), Ok(ZeroBased));
        assert_eq!(both_empty.choose(Some(ZeroBased)), Ok(ZeroBased));
        assert_eq!(both_empty.choose(Some(Digits)), Err(both_empty));
    }

    #[test]
    fn readings_are_named() {
        let shape = Shape::from_side(16).unwrap();
        let text = |cells: &[u8]| Readings::of(shape, cells).to_string();
        assert_eq!(text(b"1F."), "digits (1 to 9, A = 10) or hex (0 to 9, then A)");
        assert_eq!(text(b"AF."), "letters (A = 1), digits (1 to 9, A = 10) or hex (0 to 9, then A)");
    }
}

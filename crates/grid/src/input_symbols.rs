//! The alphabet of each record of an input.

use super::{Alphabet, Readings, Shape, Symbols};

/// The symbols of an input's records: the choice of the caller, and the alphabet that the first records show.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InputSymbols {
    symbols: Symbols,
    shown: Option<Alphabet>,
}

impl From<Symbols> for InputSymbols {
    fn from(symbols: Symbols) -> InputSymbols {
        InputSymbols { symbols, shown: None }
    }
}

impl From<Alphabet> for InputSymbols {
    fn from(alphabet: Alphabet) -> InputSymbols {
        Symbols::from(alphabet).into()
    }
}

impl InputSymbols {
    /// Reads records that fit several alphabets in this one, if they fit it.
    pub fn assume(&mut self, alphabet: Alphabet) {
        self.shown = Some(alphabet);
    }

    /// Whether `0` is certain to be an empty cell of boards up to 9×9.
    pub fn zero_is_empty(self) -> bool {
        self.symbols == Symbols::Digits
    }

    /// The alphabet of a record with these cells.
    ///
    /// # Errors
    /// If the record fits several alphabets and nothing decides between them.
    pub fn resolve(self, shape: Shape, cells: &[u8]) -> Result<Alphabet, Readings> {
        match self.fixed(shape) {
            Some(alphabet) => Ok(alphabet),
            None => Readings::of(shape, cells).choose(self.shown),
        }
    }

    /// The alphabet of all records of this shape, if it does not depend on their characters.
    pub fn fixed(self, shape: Shape) -> Option<Alphabet> {
        match self.symbols {
            _ if shape.side() <= 9 => Some(Alphabet::Digits),
            Symbols::Auto => None,
            Symbols::Letters => Some(Alphabet::Letters),
            Symbols::Digits => Some(Alphabet::Digits),
            Symbols::ZeroBased => Some(Alphabet::ZeroBased),
        }
    }
}

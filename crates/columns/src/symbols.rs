//! The alphabet of the boards of a column.

use super::column::{Column, Value};
use quadrille_grid::{
    Alphabet, InputSymbols, ParsePuzzleError, Readings, Shown, Symbols, field::parse_field,
};

/// How many bytes are read to find the alphabet: as many as a run over a file reads at first.
const MOST: usize = 64 << 10;

impl Column<'_> {
    /// The symbols of all values: where they fit several alphabets, the one that the first values show.
    pub(super) fn symbols(&self, symbols: Symbols) -> InputSymbols {
        let mut found = InputSymbols::from(symbols);
        if symbols == Symbols::Auto
            && let Some(alphabet) = self.shown_alphabet()
        {
            found.assume(alphabet);
        }
        found
    }

    fn shown_alphabet(&self) -> Option<Alphabet> {
        let (mut bytes, mut cells) = (0, Vec::new());
        let values = (0..self.len()).map(|row| self.value(row));
        let values = values.filter(|value| !matches!(value, Value::Null));
        let records = values.map_while(|value| {
            let Value::Bytes(text) = value else { return None };
            bytes += text.len();
            cells.clear();
            (bytes <= MOST || bytes == text.len()).then(|| readings(text, &mut cells))
        });
        match Shown::by(records) {
            Shown::Alphabet(alphabet) => Some(alphabet),
            Shown::Unsure | Shown::Nothing => None,
        }
    }
}

/// The alphabets in which a value can be read; `None` for a board that has the same symbols in every alphabet.
fn readings(text: &[u8], cells: &mut Vec<u8>) -> Option<Readings> {
    match parse_field(text, Symbols::Auto, cells) {
        Ok((shape, alphabet)) => Readings::of_board(shape, alphabet, cells),
        Err(ParsePuzzleError::Ambiguous(readings)) => Some(readings),
        Err(_) => Some(Readings::ALL),
    }
}

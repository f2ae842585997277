//! NumPy arrays: a row of digits for each board.

use super::blocks::wrong_row;
use crate::tables::carrying::strings;
use arrow_array::{Array, ArrayRef, StringArray};
use quadrille_grid::{NineText, Shape, Symbols, field::parse_field};
use std::{io, sync::OnceLock};

/// The length of the header: room for any number of rows, and a multiple of 64 as NumPy aligns the data.
const HEADER: usize = 128;

/// How boards become rows.
#[derive(Clone, Copy, Debug)]
pub(super) struct BoardRows {
    /// The cells of a board.
    pub area: usize,
    nine_text: NineText,
}

impl BoardRows {
    /// The boards have as many cells as the first one of these, or 81 if there is none.
    ///
    /// # Errors
    /// If the values have no text.
    pub fn new(boards: Option<&ArrayRef>) -> io::Result<BoardRows> {
        let (mut rows, mut digits) = (BoardRows { area: 81, nine_text: NineText::default() }, Vec::new());
        if let Some(boards) = boards {
            let boards = texts(boards, 0)?;
            let area = boards.iter().find_map(|text| rows.digits_of(text?, &mut digits));
            rows.area = area.unwrap_or(rows.area);
        }
        Ok(rows)
    }

    /// The rows of boards, of which the first one is row number `first`, from 0.
    ///
    /// # Errors
    /// If a board has another number of cells.
    pub fn encode(&self, boards: &ArrayRef, first: u64) -> io::Result<Vec<u8>> {
        let mut digits = Vec::with_capacity(boards.len() * self.area);
        for (row, text) in (first..).zip(&texts(boards, first)?) {
            let before = digits.len();
            match text.and_then(|text| self.digits_of(text, &mut digits)) {
                Some(area) if area != self.area => {
                    let what =
                        format!("a board of {area} cells in an array of boards of {} cells", self.area);
                    return Err(wrong_row(Some(row), &what));
                }
                _ => digits.resize(before + self.area, 0),
            }
        }
        Ok(digits)
    }

    /// Appends the digits of a board, and gives how many these are; `None` if the text is not a board.
    fn digits_of(&self, text: &str, digits: &mut Vec<u8>) -> Option<usize> {
        if let Ok(nine) = text.as_bytes().try_into()
            && self.nine_text.read(nine, digits)
        {
            return Some(Shape::NINE.area());
        }
        let (shape, _) = parse_field(text.as_bytes(), Symbols::Auto, digits).ok()?;
        Some(shape.area())
    }
}

/// The texts of values from this row on.
fn texts(values: &ArrayRef, first: u64) -> io::Result<StringArray> {
    strings(values, &OnceLock::new())
        .map_err(|(row, what)| wrong_row(row.map(|row| first + row as u64), &what))
}

/// The header of an array of bytes.
pub(super) fn header(rows: u64, area: usize) -> [u8; HEADER] {
    let mut header = [b' '; HEADER];
    header[..10].copy_from_slice(b"\x93NUMPY\x01\x00\x76\x00");
    let about = format!("{{'descr': '|u1', 'fortran_order': False, 'shape': ({rows}, {area}), }}");
    header[10..10 + about.len()].copy_from_slice(about.as_bytes());
    header[HEADER - 1] = b'\n';
    header
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_header_has_room_for_any_number_of_rows() {
        let text = header(u64::MAX, 625);
        assert_eq!((text.len() - 10).to_le_bytes()[..2], text[8..10]);
        assert!(text.ends_with(b" \n"));
    }
}

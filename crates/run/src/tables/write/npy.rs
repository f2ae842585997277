//! NumPy arrays: a row of digits for each board.

use super::{blocks::Block, layout::Layout};
use crate::tables::{
    AnswerColumns,
    dialect::{Values, board_digits, texts, values},
};
use arrow_array::StringArray;
use quadrille_grid::{Symbols, cells::parse_field};
use std::io;

/// The length of the header: room for any number of rows, and a multiple of 64 as NumPy aligns the data.
const HEADER: usize = 128;

/// How boards become rows.
#[derive(Clone, Debug)]
pub(super) struct BoardRows {
    /// The column with the boards.
    column: usize,
    /// The cells of a board.
    pub area: usize,
}

impl BoardRows {
    /// The boards have as many cells as the first one of the first block, or 81 if it has none.
    ///
    /// # Errors
    /// If the table has no column with boards.
    pub fn new(layout: &Layout, first: &Block) -> io::Result<BoardRows> {
        let column = layout.board.or((layout.columns.is_empty()).then_some(0));
        let Some(column) = column else {
            return Err(io::Error::new(
                io::ErrorKind::Unsupported,
                "npy holds boards, and there is no column of boards",
            ));
        };
        let strings = boards(layout, column, (first, first.answers.clone()));
        let mut digits = Vec::new();
        let board = |text: Option<&str>| digits_of(text?, None, &mut digits);
        let area = strings.iter().find_map(board);
        Ok(BoardRows { column, area: area.unwrap_or(81) })
    }

    /// # Errors
    /// If a board has another number of cells.
    pub fn encode(&self, block: &mut Block, layout: &Layout) -> io::Result<Vec<u8>> {
        let mut digits = Vec::with_capacity(block.rows * self.area);
        let answers = std::mem::take(&mut block.answers);
        for (row, text) in boards(layout, self.column, (block, answers)).iter().enumerate() {
            let before = digits.len();
            match text.and_then(|text| digits_of(text, Some(self.area), &mut digits)) {
                Some(area) if area != self.area => {
                    let what =
                        format!("a board of {area} cells in an array of boards of {} cells", self.area);
                    return Err(block.wrong_row(row, &what));
                }
                _ => digits.resize(before + self.area, 0),
            }
        }
        Ok(digits)
    }
}

/// The column with the boards.
fn boards(layout: &Layout, column: usize, (block, answers): (&Block, AnswerColumns)) -> StringArray {
    let texts = texts(&block.text, block.rows, &layout.rows);
    let mut columns = values(texts, answers, &layout.columns);
    match columns.get_mut(column) {
        Some(Values::Texts(texts)) => std::mem::replace(texts, StringArray::new_null(0)),
        _ => StringArray::new_null(0),
    }
}

/// Appends the digits of a board, which probably has `area` cells, and gives how many these are; `None` if the text is not a
/// board.
fn digits_of(text: &str, area: Option<usize>, digits: &mut Vec<u8>) -> Option<usize> {
    if let Some(area) = area.filter(|area| *area <= 81)
        && board_digits(text.as_bytes(), area, digits)
    {
        return Some(area);
    }
    let (shape, _) = parse_field(text.as_bytes(), Symbols::Auto, digits).ok()?;
    Some(shape.area())
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

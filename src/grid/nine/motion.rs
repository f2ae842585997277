//! How the cells of a 9×9 grid are moved and its digits renamed.

use super::CELLS;

/// The bytes that a row is loaded and stored with.
pub(super) const ROW: usize = 16;

/// A symmetry of 9×9 grids, as the vectors that apply it.
#[derive(Clone, Copy, Debug)]
pub struct NineMotion {
    /// For each row of the result, the row that it is made of.
    pub(super) rows: [u8; 9],
    /// For each column of the result, the column that it is made of; any for the bytes behind the row.
    pub(super) columns: [u8; ROW],
    /// The new digit of each; an empty cell stays empty.
    pub(super) digits: [u8; ROW],
    pub(super) is_transposed: bool,
}

impl NineMotion {
    /// First the grid is transposed, if it is; then row `r` is row `rows[r]`, column `c` is column `columns[c]`, and digit
    /// `d` is replaced by `digits[d]`. All numbers are at most 9, those of rows and columns at most 8.
    pub fn new(is_transposed: bool, rows: &[u8; 9], columns: &[u8; 9], digits: &[u8; 10]) -> NineMotion {
        let mut motion = NineMotion { rows: *rows, columns: [0; ROW], digits: [0; ROW], is_transposed };
        motion.columns[..9].copy_from_slice(columns);
        motion.digits[..10].copy_from_slice(digits);
        motion
    }

    /// Writes the moved grid.
    pub(super) fn apply(&self, cells: &[u8; CELLS], moved: &mut [u8; CELLS]) {
        let (row_step, column_step) = if self.is_transposed { (1, 9) } else { (9, 1) };
        for (row, &from) in moved.as_chunks_mut::<9>().0.iter_mut().zip(&self.rows) {
            for (cell, &column) in row.iter_mut().zip(&self.columns) {
                let digit = cells[usize::from(from) * row_step + usize::from(column) * column_step];
                *cell = self.digits[usize::from(digit)];
            }
        }
    }
}

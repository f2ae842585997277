//! How the cells of a 9×9 grid are moved and its digits renamed.

use super::CELLS;

/// The bytes that a row is loaded and stored with.
pub(super) const ROW: usize = 16;

/// A symmetry of 9×9 grids, as the vectors that apply it. First the grid is transposed, if it is; then row `r` is row
/// `rows[r]`, column `c` is column `columns[c]`, and digit `d` is replaced by `digits[d]`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NineMotion {
    /// Whether the grid is transposed.
    pub is_transposed: bool,
    /// For each row of the result, the row of the grid, from 0; entries after the ninth are unused.
    pub rows: [u8; ROW],
    /// For each column of the result, the column of the grid.
    pub columns: [u8; ROW],
    /// The new digit of each; an empty cell, 0, stays empty.
    pub digits: [u8; ROW],
}

impl NineMotion {
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

//! An independent checker: it shares no table and no code with any engine.

#[cfg(target_arch = "x86_64")]
mod avx2;
mod checker;
mod nine;
#[cfg(target_arch = "x86_64")]
mod sse2;
#[cfg(test)]
mod tests;
mod variants;

pub use checker::NineChecker;
pub use variants::{Constraints, is_solution_under};

use crate::Shape;
use nine::is_solution_nine;

/// Whether `solution` fills the board of `givens` correctly: every given kept, and every row,
/// column and box holding each digit once.
///
/// Both slices have one byte per cell; a given of 0 is an empty cell.
///
/// ```
/// use quadrille::Shape;
/// use quadrille_grid::verify::is_solution;
///
/// let shape = Shape::from_side(4).unwrap();
/// let givens = [1, 0, 0, 0, 3, 0, 0, 2, 0, 0, 4, 0, 4, 0, 0, 1];
/// let mut grid = [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1];
/// assert!(is_solution(shape, &givens, &grid));
/// grid.swap(1, 2); // row 1 still holds every digit; columns and boxes do not
/// assert!(!is_solution(shape, &givens, &grid));
/// ```
///
/// # Panics
/// If a slice does not have `shape.area()` cells.
#[inline]
pub fn is_solution(shape: Shape, givens: &[u8], solution: &[u8]) -> bool {
    assert!(givens.len() == shape.area() && solution.len() == shape.area(), "one byte per cell");
    match (givens.try_into(), solution.try_into()) {
        (Ok(givens), Ok(solution)) => is_solution_nine(givens, solution),
        _ => is_solution_any(shape, givens, solution),
    }
}

/// Checks a board of any shape house by house. The tests compare the 9×9 version with it.
fn is_solution_any(shape: Shape, givens: &[u8], solution: &[u8]) -> bool {
    let side = shape.side();
    let all = (1u32 << side) - 1;
    let mut rows = [0u32; Shape::MAX_SIDE];
    let mut cols = [0u32; Shape::MAX_SIDE];
    let mut boxes = [0u32; Shape::MAX_SIDE];
    for (cell, (&given, &digit)) in givens.iter().zip(solution).enumerate() {
        if digit == 0 || usize::from(digit) > side || (given != 0 && given != digit) {
            return false;
        }
        let bit = 1 << (digit - 1);
        rows[shape.row_of(cell)] |= bit;
        cols[shape.column_of(cell)] |= bit;
        boxes[shape.box_of(cell)] |= bit;
    }
    // A house has as many cells as digits, so seeing all digits means seeing each once.
    [rows, cols, boxes].iter().all(|houses| houses[..side].iter().all(|&seen| seen == all))
}

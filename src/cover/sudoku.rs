//! A board as an exact cover problem.

use super::Cover;
use crate::Shape;

impl Cover {
    /// The empty board: one option per candidate, four items per cell of the board.
    ///
    /// Option `cell · side + digit - 1` writes a digit into a cell. Its four items say that the cell
    /// is filled and that the cell's row, column and box have the digit; all of them are primary:
    ///
    /// ```text
    ///  items  0        area          2·area           3·area        4·area
    ///         │ cells  │ rows×digits │ columns×digits │ boxes×digits │
    /// ```
    ///
    /// ```
    /// use quadrille::{Shape, cover::Cover};
    ///
    /// let cover = Cover::sudoku(Shape::NINE);
    /// assert_eq!((cover.items(), cover.len()), (324, 729));
    /// ```
    pub fn sudoku(shape: Shape) -> Cover {
        let (side, area) = (shape.side(), shape.area());
        let mut cover = Cover::new(4 * area, 0);
        for cell in 0..area {
            let (row, col, house) = (shape.row_of(cell), shape.col_of(cell), shape.box_of(cell));
            for v in 0..side {
                let at = |kind: usize, house: usize| kind * area + house * side + v;
                cover.add(&[cell, at(1, row), at(2, col), at(3, house)]).expect("four items, all apart");
            }
        }
        cover
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_item_has_side_options() {
        for shape in Shape::ALL {
            let cover = Cover::sudoku(shape);
            let mut sizes = vec![0; cover.items()];
            cover.options().flatten().for_each(|&item| sizes[item as usize] += 1);
            assert!(sizes.iter().all(|&size| size == shape.side()));
        }
    }
}

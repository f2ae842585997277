//! A board as an exact cover problem.

use super::Cover;
use crate::{Rules, Shape};

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
    /// use quadrille::{Shape, Cover};
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

    /// The empty board under any rules: options as in [`sudoku`](Self::sudoku).
    ///
    /// Every house has a primary item for each digit, every pair of cells that exclude each other a
    /// secondary one. Plain rules give what `sudoku` gives:
    ///
    /// ```text
    ///  items  0        area            area + houses·side    … + exclusions·side
    ///         │ cells  │ houses×digits │ exclusions×digits   │
    /// ```
    ///
    /// ```
    /// use quadrille::{Rules, Shape, Variant, Cover};
    ///
    /// let rules = Rules::new(Shape::NINE, &Variant::X.into()).unwrap();
    /// let cover = Cover::board(&rules);
    /// assert_eq!((cover.items(), cover.primary(), cover.len()), (342, 342, 729));
    /// assert_eq!(Cover::board(&Rules::plain(Shape::NINE)), Cover::sudoku(Shape::NINE));
    /// ```
    pub fn board(rules: &Rules) -> Cover {
        let (side, area) = (rules.shape().side(), rules.shape().area());
        let primary = area + rules.houses().len() * side;
        let mut cover = Cover::new(primary, rules.exclusions().len() * side);
        // First items, those of digit 1, of all that each cell is in.
        let mut items = vec![Vec::new(); area];
        for (number, house) in rules.houses().enumerate() {
            house.iter().for_each(|&cell| items[usize::from(cell)].push(area + number * side));
        }
        for (number, pair) in rules.exclusions().iter().enumerate() {
            pair.iter().for_each(|&cell| items[usize::from(cell)].push(primary + number * side));
        }
        let mut option = Vec::new();
        for (cell, items) in items.iter().enumerate() {
            for v in 0..side {
                option.clear();
                option.push(cell);
                option.extend(items.iter().map(|&item| item + v));
                cover.add(&option).expect("a cell is in a house once");
            }
        }
        cover
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_house_has_side_options_and_every_exclusion_two() {
        use crate::{Variant, Variants};
        let all = [Variant::X, Variant::Windoku, Variant::AntiKnight, Variant::DisjointGroups];
        let rules = Rules::new(Shape::NINE, &all.into_iter().collect::<Variants>()).unwrap();
        let cover = Cover::board(&rules);
        let mut sizes = vec![0; cover.items()];
        cover.options().flatten().for_each(|&item| sizes[item as usize] += 1);
        assert_eq!(cover.primary(), 81 + (27 + 2 + 4 + 9) * 9);
        assert!(sizes[..cover.primary()].iter().all(|&size| size == 9));
        assert!(sizes[cover.primary()..].iter().all(|&size| size == 2));
    }

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

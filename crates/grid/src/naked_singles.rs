//! Naked singles: cells for which one digit is left.

use crate::{Puzzle, Shape};

/// The result of [`Puzzle::naked_singles`].
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum NakedSingles {
    /// At least one cell can be filled: the puzzle with all such cells filled.
    Filled(Puzzle),
    /// No empty cell has just one possible digit.
    Nothing,
    /// An empty cell has no possible digit, or a house holds a digit twice, before the step or after it.
    Mistake,
}

impl Puzzle {
    /// Fills every empty cell for which its row, column and box leave only one digit, all at once. Online judges call
    /// this the only-number method.
    ///
    /// All cells are judged on the puzzle as given: a digit that this step places helps no other. Standard sudoku only,
    /// without variants.
    ///
    /// ```
    /// use quadrille::{Puzzle, grid::NakedSingles};
    ///
    /// let puzzle: Puzzle = "123.............".parse()?;
    /// let NakedSingles::Filled(next) = puzzle.naked_singles() else { panic!("the last cell of the first row must be 4") };
    /// assert_eq!(next.to_string(), "1234............");
    /// assert_eq!(next.naked_singles(), NakedSingles::Nothing);
    /// assert_eq!("11..............".parse::<Puzzle>()?.naked_singles(), NakedSingles::Mistake);
    /// # Ok::<(), quadrille::Error>(())
    /// ```
    pub fn naked_singles(&self) -> NakedSingles {
        let mut cells = [0; Shape::MAX_AREA];
        let after = &mut cells[..self.shape().area()];
        match step(self.shape(), self.givens(), after) {
            HintKind::Placed => NakedSingles::Filled(Puzzle::new(after).expect("digits of the shape")),
            HintKind::Nothing => NakedSingles::Nothing,
            HintKind::Mistake => NakedSingles::Mistake,
        }
    }
}

/// The result of [`step`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum HintKind {
    /// At least one cell was filled.
    Placed,
    /// No empty cell has just one possible digit.
    #[default]
    Nothing,
    /// An empty cell has no possible digit, or a house holds a digit twice after the step.
    Mistake,
}

/// Puts into every empty cell the digit that its row, column and box leave, if it is the only one.
///
/// All cells are judged on the board as given: a digit placed in this step helps no other. `after` gets the
/// board after the step; its contents have no meaning after a [`HintKind::Mistake`].
///
/// ```
/// use quadrille::Shape;
/// use quadrille_grid::naked_singles::{HintKind, step};
///
/// let shape = Shape::from_side(4).unwrap();
/// let board = [1, 2, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
/// let mut after = [0; 16];
/// assert_eq!(step(shape, &board, &mut after), HintKind::Placed);
/// assert_eq!(after[..4], [1, 2, 3, 4]);
/// ```
///
/// # Panics
/// If a slice does not have `shape.area()` cells or a digit is above the side.
pub fn step(shape: Shape, board: &[u8], after: &mut [u8]) -> HintKind {
    assert!(board.len() == shape.area() && after.len() == shape.area(), "one byte per cell");
    // The common sizes with their numbers known to the compiler.
    match (shape.box_rows(), shape.box_columns()) {
        (3, 3) => step_in::<3, 3>(board, after),
        (2, 2) => step_in::<2, 2>(board, after),
        (2, 3) => step_in::<2, 3>(board, after),
        (3, 4) => step_in::<3, 4>(board, after),
        (4, 4) => step_in::<4, 4>(board, after),
        _ => step_in::<5, 5>(board, after),
    }
}

/// Digits seen so far in each house, bit `d` for digit `d`; and whether one was seen twice.
struct Seen {
    rows: [u32; Shape::MAX_SIDE],
    cols: [u32; Shape::MAX_SIDE],
    boxes: [u32; Shape::MAX_SIDE],
    twice: u32,
}

impl Seen {
    #[inline(always)]
    fn add(&mut self, row: usize, col: usize, nth_box: usize, bit: u32) {
        self.twice |= bit & (self.rows[row] | self.cols[col] | self.boxes[nth_box]);
        self.rows[row] |= bit;
        self.cols[col] |= bit;
        self.boxes[nth_box] |= bit;
    }
}

fn step_in<const BOX_ROWS: usize, const BOX_COLS: usize>(board: &[u8], after: &mut [u8]) -> HintKind {
    let side = BOX_ROWS * BOX_COLS;
    let none = [0; Shape::MAX_SIDE];
    let mut seen = Seen { rows: none, cols: none, boxes: none, twice: 0 };
    each_cell::<BOX_ROWS, BOX_COLS>(|cell, row, col, nth_box| {
        assert!(usize::from(board[cell]) <= side, "a digit is above the side");
        // Bit 0, the empty cell's, is ignored.
        seen.add(row, col, nth_box, 1 << board[cell] & !1);
    });
    let given = Seen { ..seen };
    let all = (2u32 << side) - 2;
    let (mut stuck, mut placed) = (false, false);
    each_cell::<BOX_ROWS, BOX_COLS>(|cell, row, col, nth_box| {
        after[cell] = board[cell];
        if board[cell] == 0 {
            let left = all & !(given.rows[row] | given.cols[col] | given.boxes[nth_box]);
            stuck |= left == 0;
            if left.is_power_of_two() {
                after[cell] = left.trailing_zeros() as u8;
                seen.add(row, col, nth_box, left);
                placed = true;
            }
        }
    });
    match (stuck || seen.twice != 0, placed) {
        (true, _) => HintKind::Mistake,
        (false, true) => HintKind::Placed,
        (false, false) => HintKind::Nothing,
    }
}

#[inline(always)]
fn each_cell<const BOX_ROWS: usize, const BOX_COLS: usize>(mut f: impl FnMut(usize, usize, usize, usize)) {
    let side = BOX_ROWS * BOX_COLS;
    for row in 0..side {
        for col in 0..side {
            f(row * side + col, row, col, row / BOX_ROWS * BOX_ROWS + col / BOX_COLS);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The definition, word for word.
    fn naive(shape: Shape, board: &[u8]) -> (HintKind, Vec<u8>) {
        let sees = |a: usize, b: usize| {
            a != b
                && (shape.row_of(a) == shape.row_of(b)
                    || shape.column_of(a) == shape.column_of(b)
                    || shape.box_of(a) == shape.box_of(b))
        };
        let area = shape.area();
        let (mut after, mut stuck) = (board.to_vec(), false);
        for cell in (0..area).filter(|&c| board[c] == 0) {
            let free = |d: &u8| (0..area).all(|o| !sees(cell, o) || board[o] != *d);
            let left: Vec<u8> = (1..=shape.side() as u8).filter(free).collect();
            stuck |= left.is_empty();
            if let [only] = left[..] {
                after[cell] = only;
            }
        }
        let clash = (0..area).any(|a| (0..area).any(|b| sees(a, b) && after[a] != 0 && after[a] == after[b]));
        let hint = match (stuck || clash, after == board) {
            (true, _) => HintKind::Mistake,
            (false, true) => HintKind::Nothing,
            (false, false) => HintKind::Placed,
        };
        (hint, after)
    }

    /// A right grid with cells taken away and a few set anew.
    fn boards() -> impl Strategy<Value = (Shape, Vec<u8>)> {
        (0..Shape::EACH.len()).prop_flat_map(|index| {
            let shape = Shape::EACH[index];
            let (side, area) = (shape.side(), shape.area());
            let start =
                move |row: usize| (row % shape.box_rows()) * shape.box_columns() + row / shape.box_rows();
            let digit = move |c: usize| ((start(shape.row_of(c)) + shape.column_of(c)) % side + 1) as u8;
            let keep = proptest::collection::vec(any::<u8>(), area);
            let sets = proptest::collection::vec((0..area, 0..=side as u8), 0..3);
            (keep, any::<u8>(), sets).prop_map(move |(keep, level, sets)| {
                let mut board: Vec<_> =
                    (0..area).map(|c| if keep[c] <= level { digit(c) } else { 0 }).collect();
                sets.into_iter().for_each(|(cell, digit)| board[cell] = digit);
                (shape, board)
            })
        })
    }

    proptest! {
        #[test]
        fn masks_agree_with_the_definition((shape, board) in boards()) {
            let mut after = vec![99; board.len()];
            let hint = step(shape, &board, &mut after);
            let puzzle = Puzzle::new(&board).unwrap();
            let (want, board) = naive(shape, &board);
            prop_assert_eq!(hint, want);
            let expected = match hint {
                HintKind::Placed => NakedSingles::Filled(Puzzle::new(&board).unwrap()),
                HintKind::Nothing => NakedSingles::Nothing,
                HintKind::Mistake => NakedSingles::Mistake,
            };
            prop_assert_eq!(puzzle.naked_singles(), expected);
            if hint != HintKind::Mistake {
                prop_assert_eq!(after, board);
            }
        }
    }
}

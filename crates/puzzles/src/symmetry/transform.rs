//! The symmetries of boards: transformations that keep every house a house.

use super::error::TransformError;
use quadrille_base::error::Error;
use quadrille_grid::{NineMotion, Puzzle, Shape, Solution, verified_solution};
use std::cmp::Ordering;

/// The largest side of a board with symmetries that are searched.
pub(super) const SIDE: usize = 9;

/// A permutation of the first rows, columns or digits of a board; the others stay.
pub(super) type Order = [u8; SIDE];

/// The identity.
pub(super) const IDENTITY: Order = [0, 1, 2, 3, 4, 5, 6, 7, 8];

/// A symmetry of boards: it maps every board to an equivalent one, a *morph*, whose solutions are the morphs of its
/// solutions.
///
/// First the board is transposed, if the transformation says so. Then row `r` of the result is row `rows()[r]` of the
/// board, column `c` is column `columns()[c]`, and digit `d` is replaced by `digits()[d - 1]`. Bands, stacks and the
/// boxes stay together. Boards of 4×4, 6×6 and 9×9 cells have transformations; 6×6 boards are never transposed, because
/// their boxes are not square. A 9×9 board has 3,359,232 × 9! of them.
///
/// The text form has the rows, columns and digits, each from 1, and `t-` before them if the board is transposed.
///
/// ```
/// use quadrille::{Puzzle, Solver, symmetry::Transform};
///
/// let puzzle: Puzzle = "1...3..2..4.4..1".parse()?;
/// let transform: Transform = "t-r2134-c1234-d4321".parse()?;
/// let mut text = Vec::new();
/// transform.write(&mut text);
/// assert_eq!(text, b"t-r2134-c1234-d4321");
/// let morph = transform.apply(&puzzle);
/// assert_eq!(morph.to_string(), "....42.1..1..3.4");
/// assert_eq!((transform.is_transposed(), transform.rows()), (true, &[1, 0, 2, 3][..]));
/// assert_eq!((transform.columns(), transform.digits()), (&[0, 1, 2, 3][..], &[4, 3, 2, 1][..]));
///
/// // The solution of the morph is the morph of the solution. Cells can be moved without a puzzle.
/// let solve = |puzzle| Solver::new().solve(puzzle).into_solution().expect("a solution");
/// assert_eq!(transform.apply_to_solution(&solve(&puzzle)), solve(&morph));
/// let mut cells = [0; 16];
/// transform.apply_to(puzzle.givens(), &mut cells);
/// assert_eq!(cells, morph.givens());
///
/// assert_eq!(transform.inverse().apply(&morph), puzzle);
/// assert_eq!(transform.then(&transform.inverse()), Transform::identity(puzzle.shape()).unwrap());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Transform {
    pub(super) shape: Shape,
    pub(super) is_transposed: bool,
    pub(super) rows: Order,
    pub(super) columns: Order,
    /// The new digit of each digit; an empty cell, 0, stays empty.
    pub(super) digits: [u8; SIDE + 1],
}

impl Transform {
    /// The identity; `None` for boards larger than 9×9.
    pub fn identity(shape: Shape) -> Option<Transform> {
        let digits = std::array::from_fn(|d| d as u8);
        (shape.side() <= SIDE).then_some(Transform {
            shape,
            is_transposed: false,
            rows: IDENTITY,
            columns: IDENTITY,
            digits,
        })
    }

    /// Makes a transformation from its parts: see [`Transform`]. Rows and columns are numbered from 0, digits from 1.
    ///
    /// # Errors
    /// If a part is not a permutation of its 4, 6 or 9 numbers, divides a band or stack, or the board would be transposed and its
    /// boxes are not square.
    pub fn new(is_transposed: bool, rows: &[u8], columns: &[u8], digits: &[u8]) -> Result<Transform, Error> {
        let shape =
            Shape::from_side(rows.len()).filter(|shape| shape.side() <= SIDE).ok_or(TransformError::Form)?;
        let side = shape.side();
        if [columns.len(), digits.len()] != [side; 2] {
            return Err(TransformError::Form.into());
        }
        if is_transposed && shape.box_rows() != shape.box_columns() {
            return Err(TransformError::Transposed.into());
        }
        let mut transform = Transform::identity(shape).expect("a shape with transformations");
        transform.is_transposed = is_transposed;
        transform.rows[..side].copy_from_slice(rows);
        transform.columns[..side].copy_from_slice(columns);
        transform.digits[1..=side].copy_from_slice(digits);
        let from_0 = |d: &u8| d.checked_sub(1);
        if !(is_permutation(rows.iter().copied().map(Some), side)
            && is_permutation(columns.iter().copied().map(Some), side)
            && is_permutation(digits.iter().map(from_0), side))
        {
            return Err(TransformError::NotAPermutation.into());
        }
        let keeps = |order: &[u8], lines: usize| {
            order
                .chunks(lines)
                .all(|band| band.iter().all(|&r| usize::from(r) / lines == usize::from(band[0]) / lines))
        };
        if keeps(rows, shape.box_rows()) && keeps(columns, shape.box_columns()) {
            Ok(transform)
        } else {
            Err(TransformError::DividesBand.into())
        }
    }

    /// The shape of its boards.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Whether the board is transposed first.
    pub fn is_transposed(&self) -> bool {
        self.is_transposed
    }

    /// For each row of the result, from 0, the row of the board.
    pub fn rows(&self) -> &[u8] {
        &self.rows[..self.shape.side()]
    }

    /// For each column of the result, from 0, the column of the board.
    pub fn columns(&self) -> &[u8] {
        &self.columns[..self.shape.side()]
    }

    /// The new digit of each digit, from 1 on.
    pub fn digits(&self) -> &[u8] {
        &self.digits[1..=self.shape.side()]
    }

    /// The morph of a puzzle.
    ///
    /// # Panics
    /// If the puzzle has another shape.
    pub fn apply(&self, puzzle: &Puzzle) -> Puzzle {
        let mut cells = vec![0; self.shape.area()];
        self.apply_to(puzzle.givens(), &mut cells);
        Puzzle::new(cells).expect("the digits of a puzzle")
    }

    /// The morph of a solution.
    ///
    /// # Panics
    /// If the solution has another shape.
    pub fn apply_to_solution(&self, solution: &Solution) -> Solution {
        let mut cells = vec![0; self.shape.area()];
        self.apply_to(solution.cells(), &mut cells);
        verified_solution(&cells)
    }

    /// Writes the morph of cells, 0 for an empty one.
    ///
    /// # Panics
    /// If one of the boards has another number of cells, or a digit is above the side.
    pub fn apply_to(&self, cells: &[u8], morph: &mut [u8]) {
        let side = self.shape.side();
        assert!(cells.len() == side * side && morph.len() == side * side, "boards of another shape");
        for (row, &from) in morph.chunks_exact_mut(side).zip(&self.rows) {
            for (cell, digit) in row.iter_mut().zip(self.row(cells, from)) {
                *cell = digit;
            }
        }
    }

    /// Writes the morph of cells over another board if it is less, and compares it with that board.
    pub(super) fn apply_if_less(&self, cells: &[u8], least: &mut [u8]) -> Ordering {
        let mut order = Ordering::Equal;
        for (row, &from) in least.chunks_exact_mut(self.shape.side()).zip(self.rows()) {
            for (cell, digit) in row.iter_mut().zip(self.row(cells, from)) {
                if order.is_eq() {
                    order = digit.cmp(cell);
                }
                match order {
                    Ordering::Greater => return order,
                    _ => *cell = digit,
                }
            }
        }
        order
    }

    /// The digits of the row of the result that is row `from` of the cells.
    #[inline(always)]
    fn row<'a>(&'a self, cells: &'a [u8], from: u8) -> impl Iterator<Item = u8> + 'a {
        let side = self.shape.side();
        let (row_step, column_step) = if self.is_transposed { (1, side) } else { (side, 1) };
        let start = usize::from(from) * row_step;
        self.columns[..side]
            .iter()
            .map(move |&column| self.digits[usize::from(cells[start + usize::from(column) * column_step])])
    }

    /// The motion of 9×9 grids; `None` for another shape.
    pub(super) fn nine_motion(&self) -> Option<NineMotion> {
        let padded = |numbers: &[u8]| std::array::from_fn(|i| numbers.get(i).copied().unwrap_or_default());
        (self.shape == Shape::NINE).then(|| NineMotion {
            is_transposed: self.is_transposed,
            rows: padded(&self.rows),
            columns: padded(&self.columns),
            digits: padded(&self.digits),
        })
    }

    /// The transformation that undoes this one.
    pub fn inverse(&self) -> Transform {
        let (rows, columns) = (inverse(&self.rows), inverse(&self.columns));
        let (rows, columns) = if self.is_transposed { (columns, rows) } else { (rows, columns) };
        let mut digits = [0; SIDE + 1];
        self.digits.iter().enumerate().for_each(|(d, &new)| digits[usize::from(new)] = d as u8);
        Transform { rows, columns, digits, ..*self }
    }

    /// This transformation followed by `next`.
    ///
    /// # Panics
    /// If they are for different shapes.
    pub fn then(&self, next: &Transform) -> Transform {
        assert_eq!(self.shape, next.shape, "transformations of different shapes");
        let after = |first: &Order, order: &Order| std::array::from_fn(|i| first[usize::from(order[i])]);
        let (rows, columns) = if next.is_transposed {
            (after(&self.columns, &next.rows), after(&self.rows, &next.columns))
        } else {
            (after(&self.rows, &next.rows), after(&self.columns, &next.columns))
        };
        Transform {
            shape: self.shape,
            is_transposed: self.is_transposed ^ next.is_transposed,
            rows,
            columns,
            digits: std::array::from_fn(|d| next.digits[usize::from(self.digits[d])]),
        }
    }
}

/// Whether these are the numbers below `count`, each once.
fn is_permutation(mut numbers: impl Iterator<Item = Option<u8>>, count: usize) -> bool {
    let seen = numbers.try_fold(0u32, |seen, number| {
        let bit = 1u32.checked_shl(u32::from(number?))?;
        (seen & bit == 0).then_some(seen | bit)
    });
    seen == Some((1 << count) - 1)
}

/// The permutation that undoes `order`.
pub(super) fn inverse(order: &Order) -> Order {
    let mut inverse = [0; SIDE];
    order.iter().enumerate().for_each(|(i, &from)| inverse[usize::from(from)] = i as u8);
    inverse
}

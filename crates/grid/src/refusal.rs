//! Boards that a task cannot handle.

use super::ParsePuzzleError;
use super::Shape;
use std::fmt;

/// Why a task cannot handle a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// A board that has no canonical form, because it is too large.
    NoForm(Shape),
    /// A board that has no rating, because it is not 9×9.
    NoRating(Shape),
    /// A board that has no steps by Sudoku Explainer and no pictures, because it is not 9×9.
    NoSteps(Shape),
    /// A board whose candidates cannot be written, because it is not 9×9.
    NoPosition(Shape),
    /// A board of a shape whose symmetries are not supported.
    NoSymmetries(Shape),
    /// The solution that a puzzle brings is not a board.
    Solution(ParsePuzzleError),
    /// The solution that a puzzle brings is a board of another shape.
    SolutionShape {
        /// The shape of the solution.
        solution: Shape,
        /// The shape of the puzzle.
        puzzle: Shape,
    },
    /// The solution that a puzzle brings has another digit, or none, where the puzzle has a given.
    SolutionGiven {
        /// Row of the board, from 1.
        row: usize,
        /// Column of the board, from 1.
        column: usize,
    },
}

impl Refusal {
    /// Why a board is not the solution of a puzzle, if that can be seen without its rules: it has another shape or other
    /// digits than the givens.
    #[inline]
    pub fn of_solution((shape, givens): (Shape, &[u8]), (found, cells): (Shape, &[u8])) -> Option<Refusal> {
        if found != shape {
            return Some(Refusal::SolutionShape { solution: found, puzzle: shape });
        }
        // Without a branch in the loop: compiles to vector code.
        let differs = |(given, cell): (&u8, &u8)| u8::from(*given != 0) & u8::from(given != cell);
        if givens.iter().zip(cells).fold(0, |any, pair| any | differs(pair)) == 0 {
            return None;
        }
        let cell = givens.iter().zip(cells).position(|pair| differs(pair) != 0)?;
        Some(Refusal::SolutionGiven { row: shape.row_of(cell) + 1, column: shape.column_of(cell) + 1 })
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::NoForm(shape) => write!(f, "boards of {shape} have no canonical form"),
            Refusal::NoRating(shape) => write!(f, "ratings need a 9×9 board, found {shape}"),
            Refusal::NoSteps(shape) => write!(f, "these steps need a 9×9 board, found {shape}"),
            Refusal::NoPosition(shape) => write!(f, "candidates are written for 9×9 boards, found {shape}"),
            Refusal::NoSymmetries(shape) => {
                write!(f, "morphs need a 4×4, 6×6 or 9×9 board, found {shape}")
            }
            Refusal::Solution(error) => write!(f, "the solution: {error}"),
            Refusal::SolutionShape { solution, puzzle } => {
                write!(f, "the solution is a board of {solution}, the puzzle of {puzzle}")
            }
            Refusal::SolutionGiven { row, column } => {
                write!(
                    f,
                    "the solution is of another puzzle: its digit at r{row}c{column} is not the given there"
                )
            }
        }
    }
}

impl std::error::Error for Refusal {}

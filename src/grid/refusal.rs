//! Boards that a task cannot be done with.

#[cfg(feature = "batch")]
use super::ParsePuzzleError;
use super::Shape;
use std::fmt;

/// Why a task cannot be done with a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// A board that has no canonical form, because it is too large.
    NoForm(Shape),
    /// A board that has no rating, because it is not 9×9.
    NoRating(Shape),
    /// A board of a shape whose symmetries are not supported.
    NoSymmetries(Shape),
    /// The solution that a puzzle brings is not a board.
    #[cfg(feature = "batch")]
    Solution(ParsePuzzleError),
    /// The solution that a puzzle brings is a board of another shape.
    SolutionShape {
        /// The shape of the solution.
        solution: Shape,
        /// The shape of the puzzle.
        puzzle: Shape,
    },
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::NoForm(shape) => write!(f, "boards of {shape} have no canonical form"),
            Refusal::NoRating(shape) => write!(f, "boards of {shape} have no rating, only those of 9×9"),
            Refusal::NoSymmetries(shape) => {
                write!(f, "boards of {shape} have no morphs here, only those of 4×4, 6×6 and 9×9")
            }
            #[cfg(feature = "batch")]
            Refusal::Solution(error) => write!(f, "the solution: {error}"),
            Refusal::SolutionShape { solution, puzzle } => {
                write!(f, "the solution is a board of {solution}, the puzzle of {puzzle}")
            }
        }
    }
}

impl std::error::Error for Refusal {}

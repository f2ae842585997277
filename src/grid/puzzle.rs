//! A puzzle: the givens of one board.

use super::Shape;
use std::fmt;

/// The givens of one board, checked to fit its shape.
///
/// Givens may contradict each other: that is for a solver to find out.
///
/// ```
/// use quadrille::{Puzzle, Shape};
///
/// let puzzle: Puzzle = "1...3..2..4.4..1".parse().unwrap();
/// assert_eq!(puzzle.shape(), Shape::from_side(4).unwrap());
/// assert_eq!(puzzle.givens()[..5], [1, 0, 0, 0, 3]);
/// assert_eq!(puzzle.to_string(), "1...3..2..4.4..1");
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Puzzle {
    shape: Shape,
    givens: Box<[u8]>,
}

/// Why a slice of givens is no puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum PuzzleError {
    /// The number of cells belongs to no shape.
    Area(usize),
    /// A cell holds a digit above the side.
    Digit {
        /// Index of the cell, row by row from 0.
        cell: usize,
        /// What it holds.
        digit: u8,
        /// The largest digit of the shape.
        side: usize,
    },
}

impl fmt::Display for PuzzleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            PuzzleError::Area(found) => {
                write!(f, "{found} cells: a board has 16, 36, 81, 144, 256 or 625")
            }
            PuzzleError::Digit { cell, digit, side } => {
                write!(f, "cell {cell}: digit {digit} is above {side}")
            }
        }
    }
}

impl std::error::Error for PuzzleError {}

impl Puzzle {
    /// A puzzle from its cells, row by row; 0 is empty. The shape follows from the length.
    ///
    /// # Errors
    /// If no shape has that many cells, or a digit is above the side.
    pub fn new(givens: impl Into<Box<[u8]>>) -> Result<Puzzle, PuzzleError> {
        let givens = givens.into();
        let shape = Shape::from_area(givens.len()).ok_or(PuzzleError::Area(givens.len()))?;
        let side = shape.side();
        match givens.iter().position(|&d| usize::from(d) > side) {
            Some(cell) => Err(PuzzleError::Digit { cell, digit: givens[cell], side }),
            None => Ok(Puzzle { shape, givens }),
        }
    }

    /// The shape of the board.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The cells, row by row; 0 is empty.
    pub fn givens(&self) -> &[u8] {
        &self.givens
    }
}

impl fmt::Debug for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Puzzle({self})")
    }
}

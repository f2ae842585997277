//! A puzzle and a solution: the cells of one board.

use super::{Alphabet, Shape};
use quadrille_base::error::{Error, ErrorKind};
use std::{fmt, ops::Deref};

/// The givens of one board, each of them at most the side of the board.
///
/// Givens may contradict each other, which only a search can show. Boards of up to 9×9 cells are stored in place, larger
/// ones on the heap.
///
/// ```
/// use quadrille::{Puzzle, Shape};
///
/// let puzzle: Puzzle = "1...3..2..4.4..1".parse()?;
/// assert_eq!(puzzle.shape(), Shape::from_side(4).unwrap());
/// assert_eq!(puzzle.givens()[..5], [1, 0, 0, 0, 3]);
/// assert_eq!(puzzle.to_string(), "1...3..2..4.4..1");
/// assert_eq!(Puzzle::new(puzzle.givens())?, puzzle);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Puzzle {
    cells: Cells,
}

/// A complete and verified board.
///
/// ```
/// use quadrille::{Puzzle, Solver};
///
/// let puzzle: Puzzle = "1...3..2..4.4..1".parse()?;
/// let answer = Solver::new().solve(&puzzle);
/// let solution = answer.solution().expect("the puzzle has a solution");
/// assert_eq!(solution.shape(), puzzle.shape());
/// assert_eq!(solution.cells()[..4], [1, 2, 3, 4]);
/// assert_eq!(solution.to_string(), "1234341221434321");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Solution {
    cells: Cells,
}

/// Why bytes are not a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum PuzzleError {
    /// No shape has this number of cells.
    Area(usize),
    /// A cell holds a digit above the side.
    Digit {
        /// Index of the cell, row by row from 0.
        cell: usize,
        /// The digit.
        digit: u8,
        /// The largest digit of the shape.
        side: usize,
    },
}

impl fmt::Display for PuzzleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            PuzzleError::Area(found) => {
                write!(f, "expected 16, 36, 81, 144, 256 or 625 cells, found {found}")
            }
            PuzzleError::Digit { cell, digit, side } => {
                let (row, column) = (cell / side + 1, cell % side + 1);
                write!(f, "r{row}c{column}: digit {digit} is greater than {side}")
            }
        }
    }
}

impl std::error::Error for PuzzleError {}

impl From<PuzzleError> for Error {
    fn from(error: PuzzleError) -> Error {
        Error::of(ErrorKind::Malformed, error)
    }
}

impl Puzzle {
    /// Makes a puzzle from its cells, row by row, 0 for an empty cell. The number of cells determines the shape.
    ///
    /// # Errors
    /// If no shape has that many cells, or a digit is greater than the side.
    pub fn new(givens: impl AsRef<[u8]>) -> Result<Puzzle, Error> {
        let givens = givens.as_ref();
        let shape = Shape::from_area(givens.len()).ok_or(PuzzleError::Area(givens.len()))?;
        let side = shape.side();
        match givens.iter().position(|&d| usize::from(d) > side) {
            Some(cell) => Err(PuzzleError::Digit { cell, digit: givens[cell], side }.into()),
            None => Ok(Puzzle { cells: Cells::new(givens) }),
        }
    }

    /// The shape of the board.
    pub fn shape(&self) -> Shape {
        self.cells.shape()
    }

    /// The cells, row by row; 0 is an empty cell.
    pub fn givens(&self) -> &[u8] {
        &self.cells
    }
}

/// The solution with these cells, which were verified.
///
/// # Panics
/// If no shape has that many cells.
pub fn verified_solution(cells: &[u8]) -> Solution {
    Solution { cells: Cells::new(cells) }
}

impl Solution {
    /// The shape of the board.
    pub fn shape(&self) -> Shape {
        self.cells.shape()
    }

    /// The digits, row by row: each from 1 to the side.
    pub fn cells(&self) -> &[u8] {
        &self.cells
    }
}

/// As `line` writes it: digits up to 9×9, letters above, `.` for an empty cell.
impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.cells.fmt(f)
    }
}

/// As `line` writes it: digits up to 9×9, letters above.
impl fmt::Display for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.cells.fmt(f)
    }
}

impl fmt::Debug for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Puzzle({self})")
    }
}

impl fmt::Debug for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Solution({self})")
    }
}

/// The largest board that needs no allocation.
const IN_PLACE: usize = 81;

/// The cells of a board of any shape.
#[derive(Clone)]
enum Cells {
    InPlace { area: u8, cells: [u8; IN_PLACE] },
    OnHeap(Box<[u8]>),
}

impl Cells {
    fn new(from: &[u8]) -> Cells {
        assert!(Shape::from_area(from.len()).is_some(), "a board has {} cells", from.len());
        if from.len() > IN_PLACE {
            return Cells::OnHeap(from.into());
        }
        let mut cells = [0; IN_PLACE];
        cells[..from.len()].copy_from_slice(from);
        Cells::InPlace { area: from.len() as u8, cells }
    }

    fn shape(&self) -> Shape {
        Shape::from_area(self.len()).expect("checked when it was made")
    }
}

impl Deref for Cells {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Cells::InPlace { area, cells } => &cells[..usize::from(*area)],
            Cells::OnHeap(cells) => cells,
        }
    }
}

impl PartialEq for Cells {
    fn eq(&self, other: &Cells) -> bool {
        **self == **other
    }
}

impl Eq for Cells {}

impl std::hash::Hash for Cells {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        (**self).hash(state);
    }
}

impl fmt::Display for Cells {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let alphabet = Alphabet::usual(self.shape());
        self.iter().try_for_each(|&d| write!(f, "{}", char::from(alphabet.symbol(d))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_of_every_shape_keep_their_cells() {
        for shape in Shape::EACH {
            let cells: Vec<u8> = (0..shape.area()).map(|cell| (cell % (shape.side() + 1)) as u8).collect();
            let puzzle = Puzzle::new(&cells).unwrap();
            assert_eq!((puzzle.shape(), puzzle.givens()), (shape, &cells[..]));
            assert_eq!(puzzle.to_string().len(), shape.area());
            assert_eq!(verified_solution(&cells).cells(), cells);
        }
    }

    #[test]
    fn wrong_cells_are_refused_with_the_place() {
        assert_eq!(Puzzle::new([0; 80]).unwrap_err().reason(), Some(&PuzzleError::Area(80)));
        let mut cells = [0; 16];
        cells[7] = 5;
        let error = Puzzle::new(cells).unwrap_err();
        assert_eq!(error.reason(), Some(&PuzzleError::Digit { cell: 7, digit: 5, side: 4 }));
        assert_eq!(error.to_string(), "r2c4: digit 5 is greater than 4");
    }

    #[test]
    fn a_verdict_of_a_small_board_needs_no_allocation() {
        assert!(size_of::<Option<Solution>>() <= 88);
    }
}

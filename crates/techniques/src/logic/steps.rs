//! The steps of a puzzle, one by one.

use super::{
    board::{Board, clash},
    step::{Contradiction, Step},
    techniques::Techniques,
};
use quadrille_grid::{Puzzle, Shape};

/// The steps that techniques make on a puzzle: an iterator that ends when the puzzle is solved, no technique makes a
/// step, or a contradiction is found.
///
/// Each step is the first one of the first technique that makes one: naked singles in the order of the cells; hidden
/// singles in the order of the boxes, the rows, the columns, and of the digits in each; pointing in the order of the
/// digits, for each of the boxes, and along rows before columns; claiming in the order of the digits, for each of the
/// rows, then of the columns. Boards may have any shape. The iterator does not check that a solution exists or is
/// unique, but a puzzle that the steps finish without a contradiction has exactly one.
///
/// ```
/// use quadrille::Puzzle;
/// use quadrille::logic::{Reason, Steps, Techniques};
///
/// let puzzle: Puzzle = "1...3..2..4.4..1".parse()?;
/// let mut steps = Steps::new(&puzzle, Techniques::Locked);
/// let first = steps.next().unwrap();
/// assert_eq!((first.technique().name(), first.cell(), first.digit()), ("naked single", Some(2), 3));
/// assert_eq!(first.to_string(), "r1c3 = 3 (naked single): row 1 has 1, column 3 has 4, box 2 has 2");
/// assert!(first.removed().is_empty() && matches!(first.reason(), Reason::NakedSingle { .. }));
/// assert_eq!((steps.cells()[2], steps.candidates()[2], steps.empty_cells()), (3, 0, 9));
///
/// assert_eq!(steps.by_ref().count(), 9);
/// assert!(steps.is_solved() && steps.contradiction().is_none());
/// assert_eq!(steps.shape(), puzzle.shape());
/// assert_eq!(Steps::of_cells(puzzle.shape(), puzzle.givens(), Techniques::Singles).count(), 10);
/// # Ok::<(), quadrille::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Steps {
    board: Board,
    techniques: Techniques,
    contradiction: Option<Contradiction>,
}

impl Steps {
    /// The steps of a puzzle.
    pub fn new(puzzle: &Puzzle, techniques: Techniques) -> Steps {
        Steps::of_cells(puzzle.shape(), puzzle.givens(), techniques)
    }

    /// The steps of a board with these cells, 0 for an empty one.
    ///
    /// # Panics
    /// If there are not as many cells as the shape has, or a digit is above its side.
    pub fn of_cells(shape: Shape, givens: &[u8], techniques: Techniques) -> Steps {
        let board = Board::new(shape, givens);
        let contradiction = clash(shape, givens).or_else(|| board.contradiction());
        Steps { board, techniques, contradiction }
    }

    /// The shape of the board.
    pub fn shape(&self) -> Shape {
        self.board.shape
    }

    /// The cells after the steps so far, 0 for an empty one.
    pub fn cells(&self) -> &[u8] {
        &self.board.cells
    }

    /// The candidates of each cell after the steps so far, digit `d` as bit `d`; none for a cell with a digit.
    pub fn candidates(&self) -> &[u32] {
        &self.board.candidates
    }

    /// The number of empty cells.
    pub fn empty_cells(&self) -> usize {
        self.board.cells.iter().filter(|digit| **digit == 0).count()
    }

    /// Whether every cell has a digit, without a contradiction.
    pub fn is_solved(&self) -> bool {
        self.contradiction.is_none() && self.empty_cells() == 0
    }

    /// The contradiction that ended the steps, if any; the puzzle then has no solution.
    pub fn contradiction(&self) -> Option<Contradiction> {
        self.contradiction
    }

    /// Makes a step of another technique: places a digit, or removes candidates.
    pub(crate) fn make(&mut self, placed: Option<(usize, u8)>, removed: impl Iterator<Item = (usize, u8)>) {
        removed.for_each(|(cell, digit)| self.board.candidates[cell] &= !(1 << digit));
        placed.into_iter().for_each(|(cell, digit)| self.board.place(cell, digit));
        self.contradiction = self.board.contradiction();
    }

    pub(super) fn board(&self) -> &Board {
        &self.board
    }
}

impl Iterator for Steps {
    type Item = Step;

    fn next(&mut self) -> Option<Step> {
        if self.contradiction.is_some() {
            return None;
        }
        let board = &self.board;
        let single = board.naked_single().or_else(|| board.hidden_single());
        let step = single.or_else(|| if self.techniques.have_locked() { board.locked() } else { None })?;
        self.board.apply(&step);
        self.contradiction = self.board.contradiction();
        Some(step)
    }
}

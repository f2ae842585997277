//! A board in the middle of a solution: what formats of positions hold.

use super::position::Position;
use quadrille_grid::{
    Shape,
    naked_singles::{HintKind, step},
};

/// The state of a 9×9 board: its digits, which of them are givens, and its candidates.
///
/// ```
/// use quadrille::{Puzzle, techniques::{BoardState, Explainer, PositionFormat}};
///
/// let puzzle: Puzzle =
///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let state = BoardState::of_givens(puzzle.givens().try_into()?);
/// let step = Explainer::new(true).next(&state.position);
/// let text = |format| state.text(step.as_ref(), format);
/// assert_eq!(text(PositionFormat::Pencilmark).len(), 729);
/// assert!(text(PositionFormat::Candidates).contains("\n| 5 "));
/// assert!(!state.leaves_empty_cell(step.as_ref()));
/// // A hidden single places a digit: HoDoKu's code is 0002.
/// assert!(text(PositionFormat::Hodoku).starts_with(":0002:"));
///
/// // The same with all candidates, and with a digit that is not a given.
/// let candidates = state.position.digits_of_cells(&state.digits);
/// let state = BoardState::with_candidates(&state.digits, 1, &candidates);
/// assert_eq!((state.digits[0], state.givens()[0], state.has_mistake()), (5, 0, false));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct BoardState {
    /// The digits from 1, 0 for an empty cell.
    pub digits: [u8; 81],
    /// The cells whose digits are not givens, cell 0 as the lowest bit.
    pub placed: u128,
    /// The candidates.
    pub position: Position,
}

impl BoardState {
    /// A board of givens, 0 for an empty cell, with the candidates that they leave.
    pub fn of_givens(givens: &[u8; 81]) -> BoardState {
        BoardState { digits: *givens, placed: 0, position: Position::new(givens) }
    }

    /// A board with these digits and candidates, digit 1 as the lowest bit. Cells are filled as [`Position::filled`] does.
    pub fn with_candidates(digits: &[u8; 81], placed: u128, candidates: &[u32; 81]) -> BoardState {
        let digits = Position::filled(digits, candidates);
        let position = Position::with_candidates(&digits, &candidates.map(|digits| digits as u16));
        BoardState { digits, placed, position }
    }

    /// The givens, 0 for a cell without one.
    pub fn givens(&self) -> [u8; 81] {
        std::array::from_fn(|cell| if self.placed >> cell & 1 == 1 { 0 } else { self.digits[cell] })
    }

    /// Whether a house has a digit twice or a cell has no candidate, by a look at the cells.
    pub fn has_mistake(&self) -> bool {
        step(Shape::NINE, &self.digits, &mut [0; 81]) == HintKind::Mistake || self.position.has_empty_cell()
    }
}

//! The next digit of a board, with its reason.

use super::{
    board::Board,
    step::{Contradiction, Reason, Step},
    steps::Steps,
    techniques::{Technique, Techniques},
};
use quadrille_grid::{Alphabet, Puzzle, Shape};
use std::fmt;

/// The next digit that can be placed: the step that places it, and before it only the locked candidates that it needs.
///
/// ```
/// use quadrille::Puzzle;
/// use quadrille::logic::{Deduction, Technique, Techniques};
///
/// let puzzle: Puzzle = "1...3..2..4.4..1".parse()?;
/// let next = Deduction::next(&puzzle, Techniques::Singles).unwrap().expect("a single");
/// assert_eq!((next.placement().cell(), next.placement().digit()), (Some(2), 3));
/// assert!(next.locked().is_empty());
/// assert_eq!(next.technique(), Technique::NakedSingle);
/// # Ok::<(), quadrille::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Deduction {
    locked: Vec<Step>,
    placement: Step,
}

impl Deduction {
    /// The next digit of a puzzle, or `None` if the techniques place none.
    ///
    /// # Errors
    /// The contradiction, if the puzzle shows one, or the steps up to the next digit lead to one, that digit included.
    pub fn next(puzzle: &Puzzle, techniques: Techniques) -> Result<Option<Deduction>, Contradiction> {
        Deduction::of_cells(puzzle.shape(), puzzle.givens(), techniques)
    }

    /// The same for the cells of a board, 0 for an empty one.
    pub(crate) fn of_cells(
        shape: Shape,
        givens: &[u8],
        techniques: Techniques,
    ) -> Result<Option<Deduction>, Contradiction> {
        let mut steps = Steps::of_cells(shape, givens, techniques);
        let start = steps.board().clone();
        let mut locked = Vec::new();
        let placement = steps.by_ref().find_map(|step| match step.cell() {
            Some(_) => Some(step),
            None => {
                locked.push(step);
                None
            }
        });
        if let Some(contradiction) = steps.contradiction() {
            return Err(contradiction);
        }
        Ok(placement.map(|placement| needed(&start, locked, placement)))
    }

    /// The locked candidates that come first, in order; none if the digit is already a single on the board.
    pub fn locked(&self) -> &[Step] {
        &self.locked
    }

    /// The step that places the digit.
    pub fn placement(&self) -> &Step {
        &self.placement
    }

    /// The last technique, in their order, that the steps use.
    pub fn technique(&self) -> Technique {
        let locked = self.locked.iter().map(Step::technique);
        locked.max().unwrap_or(self.placement.technique())
    }

    /// The steps with their reasons in words.
    fn sentence(&self, alphabet: Alphabet) -> String {
        let steps = self.locked.iter().chain([&self.placement]);
        steps.map(|step| step.sentence(alphabet)).collect::<Vec<_>>().join("; ")
    }
}

/// The steps, separated by semicolons.
impl fmt::Display for Deduction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.sentence(Alphabet::usual(self.placement.shape())))
    }
}

/// The deduction without the steps that it does not need: each is dropped, the last one first, if the steps after it
/// can still be made.
fn needed(start: &Board, mut locked: Vec<Step>, placement: Step) -> Deduction {
    let mut deduction = Deduction { locked: locked.clone(), placement };
    for index in (0..locked.len()).rev() {
        let mut fewer = locked.clone();
        fewer.remove(index);
        if let Some(made) = replay(start, &fewer, &deduction.placement) {
            (locked, deduction) = (fewer, made);
        }
    }
    deduction
}

/// Makes the steps on a board, if they can be made there, each with the candidates that it removes there.
fn replay(start: &Board, locked: &[Step], placement: &Step) -> Option<Deduction> {
    let (mut board, mut made) = (start.clone(), Vec::new());
    for step in locked {
        let Reason::Locked { from, into } = *step.reason() else { return None };
        let step = board.locked_in(from, into, step.digit())?;
        board.apply(&step);
        made.push(step);
    }
    let placement = board.single_again(placement)?;
    Some(Deduction { locked: made, placement })
}

//! All solutions of one puzzle, one by one.

use super::settings::Settings;
use crate::solver::verified::{Board, BoardSearch};
use quadrille_base::limits::Outcome;
use quadrille_grid::{OwnedExtras, Puzzle, Solution, verified_solution};
use std::iter::FusedIterator;

/// The solutions of one puzzle, each found when the iterator is advanced; created by
/// [`Solver::solutions`](super::Solver::solutions).
///
/// Memory is bounded by the board, not by the number of solutions. The order is always the same for one puzzle.
///
/// ```
/// use quadrille::{Outcome, Solver};
///
/// let mut solutions = Solver::new().solutions(&"12..............".parse()?);
/// assert_eq!(solutions.by_ref().count(), 24);
/// assert_eq!(solutions.outcome(), Outcome::Multiple);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Solutions {
    /// `None` if the variants do not fit the board.
    search: Option<BoardSearch>,
}

impl Solutions {
    pub(super) fn new(settings: Settings, puzzle: &Puzzle) -> Solutions {
        let (shape, givens) = (puzzle.shape(), puzzle.givens().into());
        let board = Board { shape, givens, extras: OwnedExtras::default() };
        Solutions { search: BoardSearch::new(board, settings.variants, settings.limits).ok() }
    }

    /// The outcome once the iterator has ended: [`Outcome::None`], [`Outcome::Unique`] or [`Outcome::Multiple`] if
    /// the search was exhausted; [`Outcome::Unknown`] if a limit or the stop flag ended it, or before the end;
    /// [`Outcome::Invalid`] if the variants do not fit the board.
    pub fn outcome(&self) -> Outcome {
        self.search.as_ref().map_or(Outcome::Invalid, BoardSearch::outcome)
    }
}

impl Iterator for Solutions {
    type Item = Solution;

    /// # Panics
    /// If a solution fails its check, which would be a bug in this library.
    fn next(&mut self) -> Option<Solution> {
        self.search.as_mut()?.next_solution().map(verified_solution)
    }
}

impl FusedIterator for Solutions {}

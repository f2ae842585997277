//! The difficulty of 9×9 puzzles.

use super::{
    backdoor::BackdoorSearch,
    level::{Level, Rating},
};
use crate::nine_board::NineBoard;
use quadrille_engines::{Outcome, solver::Solver};
use quadrille_grid::Shape;

/// Rates 9×9 puzzles by the techniques that they require. Keeps its memory between puzzles.
///
/// The level is [`Singles`](Level::Singles) or [`Locked`](Level::Locked) if these techniques finish the puzzle, and
/// otherwise [`Backdoor(n)`](Level::Backdoor): the least number of cells whose digits must be given, from the
/// solution, until singles alone finish it. The steps are counted as [`Steps`](super::Steps) makes them. Both
/// depend on the puzzle alone, and the level is the same for all of its morphs.
///
/// ```
/// use quadrille::logic::{Level, Rater};
/// use quadrille::Puzzle;
///
/// let puzzle: Puzzle =
///     "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..".parse()?;
/// let rating = Rater::new().rate(puzzle.givens(), None).expect("a puzzle with one solution");
/// assert_eq!(rating.level, Level::Backdoor(2));
/// assert_eq!(Rater::new().rate(&[0; 81], None), None);
/// # Ok::<(), quadrille::Error>(())
/// ```
pub struct Rater {
    backdoors: BackdoorSearch,
    solver: Solver,
}

impl Default for Rater {
    fn default() -> Rater {
        Rater::new()
    }
}

impl Rater {
    /// A rater of 9×9 puzzles.
    pub fn new() -> Rater {
        Rater { backdoors: BackdoorSearch::new(), solver: Solver::new().limit(2) }
    }

    /// The rating of a puzzle, or `None` if it does not have exactly one solution.
    ///
    /// `givens` are 81 cells, row by row, 0 for an empty one. If `solution` is given, it must be the only solution of
    /// the puzzle, which is not checked; for another grid, or a puzzle with more solutions, the rating has no
    /// meaning. Without it, the puzzle is solved where the techniques end.
    ///
    /// # Panics
    /// If a slice does not have 81 cells, a given is above 9, or a cell of the solution is not 1 to 9.
    pub fn rate(&mut self, givens: &[u8], solution: Option<&[u8]>) -> Option<Rating> {
        let givens: &[u8; 81] = givens.try_into().expect("a board of 81 cells");
        let mut boards = NineBoard::new(givens);
        let empty = boards.open_cells();
        boards.singles();
        let after_singles = boards;
        let mut locked = 0;
        while !boards.is_full() && boards.remove_locked() {
            locked += 1;
            boards.singles();
        }
        let steps = empty - boards.open_cells() + locked;
        if boards.is_full() {
            let level = if locked == 0 { Level::Singles } else { Level::Locked };
            // A board that techniques complete is the only solution, if it is a grid at all.
            return (solution.is_some() || boards.grid().is_some()).then_some(Rating { level, steps });
        }
        let solution = match solution {
            Some(solution) => solution.try_into().expect("a solution of 81 cells"),
            None => self.solve(givens)?,
        };
        let level = Level::Backdoor(self.backdoors.search(&after_singles, &solution));
        Some(Rating { level, steps })
    }

    /// The solution of a puzzle that has exactly one.
    fn solve(&mut self, givens: &[u8; 81]) -> Option<[u8; 81]> {
        let (mut solution, mut outcome) = ([0; 81], [Outcome::Unknown]);
        self.solver.solve_cells(Shape::NINE, givens, &mut solution, &mut outcome);
        (outcome == [Outcome::Unique]).then_some(solution)
    }
}

//! All solutions of one board, one by one.

use super::{board_problem::BoardParts, is_right};
use quadrille_base::error::Error;
use quadrille_base::limits::{Limits, Outcome};
use quadrille_cover::search::CoverSolver;
use quadrille_grid::{OwnedExtras, Shape, Variants};
use std::sync::Arc;

/// A puzzle of any kind, with its extras.
#[derive(Clone, Debug)]
pub struct Board {
    /// Its shape.
    pub shape: Shape,
    /// Its cells, 0 for empty.
    pub givens: Box<[u8]>,
    /// Its contents besides the givens.
    pub extras: OwnedExtras,
}

/// A search for the solutions of one board that pauses after each of them.
///
/// Memory is bounded by the board, not by the number of solutions. The order is always the same for one puzzle.
pub struct BoardSearch {
    variants: Arc<Variants>,
    limits: Limits,
    board: Board,
    /// `None` when the search has ended.
    search: Option<CoverSolver>,
    /// Cell and digit of every option.
    options: Vec<(u16, u8)>,
    cells: Box<[u8]>,
    found: u64,
    outcome: Outcome,
}

impl BoardSearch {
    /// Prepares the search. The number of nodes is limited over all solutions, the time for each; the limit of
    /// solutions does not apply.
    ///
    /// # Errors
    /// If the variants do not fit the board.
    pub fn new(board: Board, variants: Arc<Variants>, limits: Limits) -> Result<BoardSearch, Error> {
        let parts = BoardParts { shape: board.shape, givens: &board.givens, extras: board.extras.view() };
        let (cover, options) = parts.problem(&variants)?;
        let cells = vec![0; board.shape.area()].into();
        let search = Some(CoverSolver::new(&cover));
        let (found, outcome) = (0, Outcome::Unknown);
        Ok(BoardSearch { variants, limits, board, search, options, cells, found, outcome })
    }

    /// The next solution, verified; `None` if no other exists, or a limit or the stop flag ended the search.
    ///
    /// # Panics
    /// If a solution fails its check, which would be a bug in this library.
    pub fn next_solution(&mut self) -> Option<&[u8]> {
        let search = self.search.as_mut()?;
        let limits = self.limits.clone().solutions(self.found + 1);
        let (cells, places) = (&mut self.cells, &self.options);
        let report = search.resume(&limits, |options| {
            for &option in options {
                let (cell, digit) = places[option];
                cells[usize::from(cell)] = digit;
            }
        });
        if report.solutions == self.found {
            self.outcome = report.outcome;
            self.search = None;
            return None;
        }
        self.found = report.solutions;
        let Board { shape, givens, extras } = &self.board;
        assert!(
            is_right(*shape, &self.variants, extras.view(), givens, &self.cells),
            "a wrong solution was found: this is a bug in quadrille"
        );
        Some(&self.cells)
    }

    /// The outcome once the search has ended: [`Outcome::None`], [`Outcome::Unique`] or [`Outcome::Multiple`] if it
    /// was exhausted, else [`Outcome::Unknown`].
    pub fn outcome(&self) -> Outcome {
        self.outcome
    }
}

//! All solutions of one puzzle, one by one.

use super::settings::Settings;
use crate::{
    cover::Cover,
    engine::{Limits, Outcome, dlx::CoverSolver},
    grid::{Puzzle, Rules, Shape, Solution},
    verify::{Constraints, is_solution_under},
};
use std::iter::FusedIterator;

/// The solutions of one puzzle, each found when it is asked for; made by [`Solver::solutions`](super::Solver::solutions).
///
/// Memory is bounded by the board, not by the number of solutions. The order is always the same for one puzzle.
pub struct Solutions {
    settings: Settings,
    shape: Shape,
    givens: Box<[u8]>,
    search: Option<CoverSolver>,
    /// Cell and digit of every option.
    options: Vec<(u16, u8)>,
    found: u64,
    outcome: Outcome,
}

impl Solutions {
    pub(super) fn new(settings: Settings, puzzle: &Puzzle) -> Solutions {
        let (shape, givens) = (puzzle.shape(), puzzle.givens());
        let mut solutions = Solutions {
            settings,
            shape,
            givens: givens.into(),
            search: None,
            options: Vec::new(),
            found: 0,
            outcome: Outcome::Unknown,
        };
        match Rules::new(shape, &solutions.settings.variants) {
            Ok(rules) => solutions.search = Some(CoverSolver::new(&solutions.cover(&rules))),
            Err(_) => solutions.outcome = Outcome::Invalid,
        }
        solutions
    }

    /// The board's problem with the options that the givens leave.
    fn cover(&mut self, rules: &Rules) -> Cover {
        let board = Cover::board(rules);
        let mut cover = Cover::new(board.primary(), board.items() - board.primary());
        for (number, items) in board.options().enumerate() {
            let (cell, digit) = (number / self.shape.side(), (number % self.shape.side() + 1) as u8);
            if self.givens[cell] == 0 || self.givens[cell] == digit {
                let items: Vec<usize> = items.iter().map(|&item| item as usize).collect();
                cover.add(&items).expect("an option of the board");
                self.options.push((cell as u16, digit));
            }
        }
        cover
    }

    /// What is known once the iterator has ended: [`Outcome::None`], [`Outcome::Unique`] or [`Outcome::Multiple`] if
    /// the search was exhausted; [`Outcome::Unknown`] if a limit or the stop flag ended it, and before the end;
    /// [`Outcome::Invalid`] if the variants do not fit the board.
    pub fn outcome(&self) -> Outcome {
        self.outcome
    }
}

impl Iterator for Solutions {
    type Item = Solution;

    /// # Panics
    /// If a solution fails its check, which would be a bug in this library.
    fn next(&mut self) -> Option<Solution> {
        let search = self.search.as_mut()?;
        let limits = Limits { solutions: self.found + 1, ..self.settings.limits.clone() };
        let mut cells = [0; Shape::MAX_AREA];
        let report = search.resume(&limits, |options| {
            for &option in options {
                let (cell, digit) = self.options[option];
                cells[usize::from(cell)] = digit;
            }
        });
        if report.solutions == self.found {
            self.outcome = report.outcome;
            self.search = None;
            return None;
        }
        self.found = report.solutions;
        let cells = &cells[..self.shape.area()];
        let constraints = Constraints { variants: &self.settings.variants, regions: None, candidates: None };
        assert!(
            is_solution_under(self.shape, &constraints, &self.givens, cells),
            "a wrong solution was found: this is a bug in quadrille"
        );
        Some(Solution::new(cells))
    }
}

impl FusedIterator for Solutions {}

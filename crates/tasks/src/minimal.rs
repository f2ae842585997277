//! Which givens of a puzzle could be left out.

use crate::PuzzleView;

use quadrille_core::{
    engine::{Outcome, Run, SearchReport},
    grid::Shape,
    solver::verified::VerifiedEngines,
};
use std::io::Write;

/// Solves a puzzle again without each of its givens in turn. Keeps its memory.
#[derive(Default)]
pub(super) struct GivensTest {
    boards: Vec<u8>,
    regions: Vec<u8>,
    solutions: Vec<u8>,
    reports: Vec<SearchReport>,
    note: Vec<u8>,
}

/// The result for the givens of a puzzle.
pub(super) struct Givens<'a> {
    /// `minimal`, `redundant: ` and the cells of the givens that can go, each alone, or `unknown`. If searches were given
    /// up, the cells are followed by the number of givens that nothing is known about.
    pub note: &'a [u8],
    pub is_minimal: bool,
}

/// A solution failed its check.
pub(super) struct Wrong;

impl GivensTest {
    /// Tests the givens of a puzzle with exactly one solution. The limit of the engines must be two solutions.
    pub fn test(
        &mut self,
        engines: &mut VerifiedEngines,
        puzzle: &PuzzleView<'_>,
    ) -> Result<Givens<'_>, Wrong> {
        let (shape, area) = (puzzle.shape, puzzle.shape.area());
        let givens = || (0..area).filter(|&cell| puzzle.cells[cell] > 0);
        self.boards.clear();
        self.regions.clear();
        for cell in givens() {
            let start = self.boards.len();
            self.boards.extend_from_slice(puzzle.cells);
            self.boards[start + cell] = 0;
            self.regions.extend_from_slice(puzzle.regions.unwrap_or_default());
        }
        self.solutions.resize(self.boards.len(), 0);
        self.reports.clear();
        self.reports.resize(self.boards.len() / area, SearchReport::default());
        let mut run = Run::new(shape, &self.boards, &mut self.solutions, &mut self.reports);
        if !self.regions.is_empty() {
            run = run.with_regions(&self.regions);
        }
        if engines.solve(&mut run).first_wrong.is_some() {
            return Err(Wrong);
        }
        let outcomes = givens().zip(self.reports.iter().map(|report| report.outcome));
        Ok(describe(shape, outcomes, &mut self.note))
    }
}

/// The result of the outcomes without each of the givens.
fn describe(
    shape: Shape,
    outcomes: impl Iterator<Item = (usize, Outcome)>,
    note: &mut Vec<u8>,
) -> Givens<'_> {
    note.clear();
    let mut unknown = 0;
    for (cell, outcome) in outcomes {
        unknown += u64::from(outcome == Outcome::Unknown);
        if outcome == Outcome::Unique {
            note.extend_from_slice(if note.is_empty() { b"redundant:" } else { b"" });
            let (row, column) = (shape.row_of(cell) + 1, shape.column_of(cell) + 1);
            write!(note, " r{row}c{column}").expect("a vector takes all");
        }
    }
    let is_minimal = unknown == 0 && note.is_empty();
    match (note.is_empty(), unknown) {
        (true, 0) => note.extend_from_slice(b"minimal"),
        (true, _) => note.extend_from_slice(b"unknown"),
        (false, 0) => {}
        (false, _) => write!(note, "; {unknown} unknown").expect("a vector takes all"),
    }
    Givens { note, is_minimal }
}

//! Which givens of a puzzle could be left out.

use crate::{PuzzleView, WrongSolution};

use quadrille_engines::{Outcome, Run, SearchReport, solver::verified::VerifiedEngines};
use quadrille_grid::{Extras, ExtrasList, Shape};
use std::io::Write;

/// Bytes of boards that are searched together: 506 boards of 9×9. With the 24 boards of one puzzle, lanes are idle for
/// longer than half of the time.
const TOGETHER: usize = 506 * 81;

/// Solves puzzles again without each of their givens in turn, many of one shape together. Keeps its memory.
#[derive(Default)]
pub(super) struct GivensTest {
    /// The records of the puzzles, and the number of boards up to the end of each.
    puzzles: Vec<(usize, usize)>,
    /// The cell that is left out in each board.
    left_out: Vec<u16>,
    boards: Vec<u8>,
    extras: ExtrasList,
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

impl GivensTest {
    /// Adds the puzzle of a record, which has exactly one solution and the same shape as the puzzles before it. Returns
    /// whether there are enough puzzles for a test.
    pub fn add(&mut self, record: usize, puzzle: &PuzzleView<'_>) -> bool {
        for cell in (0..puzzle.cells.len()).filter(|&cell| puzzle.cells[cell] > 0) {
            let start = self.boards.len();
            self.boards.extend_from_slice(puzzle.cells);
            self.boards[start + cell] = 0;
            self.extras.push(puzzle.shape, Extras { candidates: None, ..puzzle.extras });
            self.left_out.push(cell as u16);
        }
        self.puzzles.push((record, self.left_out.len()));
        self.boards.len() >= TOGETHER
    }

    /// Tests the givens of the puzzles that were added, and passes on the result for each record, in order. The limit of
    /// the engines must be two solutions.
    pub fn test(
        &mut self,
        shape: Shape,
        engines: &mut VerifiedEngines,
        mut result: impl FnMut(usize, Givens<'_>),
    ) -> Result<(), WrongSolution> {
        if self.puzzles.is_empty() {
            return Ok(());
        }
        self.solutions.resize(self.boards.len(), 0);
        self.reports.clear();
        self.reports.resize(self.left_out.len(), SearchReport::default());
        let run = Run::new(shape, &self.boards, &mut self.solutions, &mut self.reports);
        let wrong = engines.solve(&mut run.with_extras(&self.extras)).first_wrong;
        let (mut start, mut tested) = (0, Ok(()));
        for &(record, end) in &self.puzzles {
            if wrong.is_some_and(|board| board < end) {
                tested = Err(WrongSolution { record });
                break;
            }
            let outcomes = self.reports[start..end].iter().map(|report| report.outcome);
            let cells = self.left_out[start..end].iter().map(|&cell| usize::from(cell));
            result(record, describe(shape, cells.zip(outcomes), &mut self.note));
            start = end;
        }
        self.puzzles.clear();
        self.left_out.clear();
        self.boards.clear();
        self.extras.clear();
        tested
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

//! How many cells must be given until singles finish a puzzle.
//!
//! Singles only remove candidates, so the board that they reach from a given cell contains the board that they reach
//! from any cell that they fill on the way. A cell that another trial fills needs no trial of its own, and neither does
//! a pair that lies within another pair's board.

use crate::nine_board::{Cells, NineBoard};

/// The board that singles reach if one cell is given.
#[derive(Clone, Copy)]
struct Trial {
    cell: usize,
    boards: NineBoard,
    /// The cells that do not finish the puzzle together with this one.
    failed: Cells,
}

/// Finds backdoors. Keeps its memory.
pub(super) struct BackdoorSearch {
    trials: Vec<Trial>,
}

impl BackdoorSearch {
    pub fn new() -> BackdoorSearch {
        BackdoorSearch { trials: Vec::with_capacity(81) }
    }

    /// The least number of cells, at most 3, that finish the puzzle: 3 means 3 or more. `boards` is the board that
    /// singles reach, which is not full.
    #[inline(always)]
    pub fn search(&mut self, boards: &NineBoard, solution: &[u8; 81]) -> u8 {
        self.trials.clear();
        if self.finish_one(boards, solution) {
            1
        } else if self.finish_two() {
            2
        } else {
            3
        }
    }

    /// Whether one cell finishes the puzzle. Cells with two candidates come first: they succeed most often.
    #[inline(always)]
    fn finish_one(&mut self, boards: &NineBoard, solution: &[u8; 81]) -> bool {
        let mut untried = boards.open;
        let mut pairs = boards.pairs();
        while let Some(cell) = first(and(pairs, untried)).or_else(|| {
            pairs = untried;
            first(untried)
        }) {
            let mut trial = *boards;
            trial.place(cell, solution[cell]);
            trial.singles();
            if trial.is_full() {
                return true;
            }
            untried = and(untried, trial.open);
            // The cells that this trial fills add nothing to it.
            self.trials.retain(|other| has(trial.open, other.cell));
            self.trials.push(Trial { cell, boards: trial, failed: [0; 3] });
        }
        false
    }

    /// Whether two of the trials together finish the puzzle. Trials that fill the most cells come first.
    #[inline(always)]
    fn finish_two(&mut self) -> bool {
        let trials = &mut self.trials;
        trials.sort_unstable_by_key(|trial| (trial.boards.open_cells(), trial.cell));
        for a in 0..trials.len() {
            for b in a + 1..trials.len() {
                if has(trials[a].failed, trials[b].cell) {
                    continue;
                }
                let mut both = trials[a].boards.and(&trials[b].boards);
                both.singles();
                if both.is_full() {
                    return true;
                }
                for trial in [a, b] {
                    let failed = &mut trials[trial].failed;
                    (0..3).for_each(|band| failed[band] |= !both.open[band]);
                }
            }
        }
        false
    }
}

fn and(a: Cells, b: Cells) -> Cells {
    std::array::from_fn(|band| a[band] & b[band])
}

fn has(cells: Cells, cell: usize) -> bool {
    cells[cell / 27] >> (cell % 27) & 1 == 1
}

/// The first of the cells.
fn first(cells: Cells) -> Option<usize> {
    let band = cells.iter().position(|&band| band != 0)?;
    Some(27 * band + cells[band].trailing_zeros() as usize)
}

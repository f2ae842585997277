//! Thinning one full grid to a puzzle.
//!
//! What comes out is defined by the plainest procedure there is: go through the cells in random
//! order, and take each away if the puzzle is still unique without it, until enough are gone. All
//! else here only gets to the same puzzle with fewer questions to the engine:
//!
//! ```text
//!   order   [ decided                | taken away on trial     | not looked at ]
//!                                    ^ base                    ^ at
//! ```
//!
//! - A cell that is the last of an unavoidable set stays: no question.
//! - A cell that is a single of the other givens goes: no question.
//! - Other cells are *open*. Several open cells are taken away on trial, and one question is asked
//!   for all of them. "Unique" settles every one, since more givens never make a unique puzzle
//!   ambiguous. "Not unique" takes the trial back; then the first open cell that has to stay is
//!   found by halving, and when it is the only one left it is kept without a question.

use super::Source;
use super::board::Board;
use super::random::Stream;
use super::unavoidable::Unavoidable;
use super::{Clues, GenerateError, Spec};
use crate::Rules;

/// What a [`Thinning`] waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Step {
    /// Whether the board is unique.
    Ask,
    /// Nothing: the board is the puzzle.
    Done,
    /// Nothing: every cell was tried and too many givens are left.
    Stuck,
}

/// The way from one full grid to one puzzle, told step by step what is unique.
pub(super) struct Thinning {
    spec: Spec,
    stream: Stream,
    grid: Box<[u8]>,
    order: Box<[u16]>,
    board: Board,
    /// None under rules that not every exchange keeps.
    sets: Option<Unavoidable>,
    /// Places of `order` below this are decided.
    base: usize,
    /// Next place of `order` to look at.
    at: usize,
    /// Cells taken away since `base`.
    trial: Vec<u16>,
    /// How many of them were open.
    open: usize,
    /// The next so many open cells are known to hold one that has to stay; 0 if nothing is known.
    suspects: usize,
    /// Open cells to take away before asking.
    stride: usize,
}

impl Thinning {
    pub(super) fn new(spec: Spec, rules: Option<&Rules>) -> Thinning {
        let area = spec.shape().area();
        Thinning {
            spec,
            stream: Stream::new(0, 0),
            grid: vec![0; area].into(),
            order: (0..area as u16).collect(),
            board: Board::new(spec.shape(), rules),
            sets: rules.is_none().then(|| Unavoidable::new(spec.shape())),
            base: 0,
            at: 0,
            trial: Vec::with_capacity(area),
            open: 0,
            suspects: 0,
            stride: 1,
        }
    }

    /// Takes up the puzzle of `stream`.
    ///
    /// # Errors
    /// If there is no full grid to begin with.
    pub(super) fn begin(&mut self, stream: Stream, full: &mut Source) -> Result<(), GenerateError> {
        self.stream = stream;
        self.again(full)
    }

    /// Takes a fresh grid of the same stream.
    ///
    /// # Errors
    /// As [`begin`](Self::begin).
    pub(super) fn again(&mut self, full: &mut Source) -> Result<(), GenerateError> {
        full.make(&mut self.stream, &mut self.grid)?;
        for (i, cell) in self.order.iter_mut().enumerate() {
            *cell = i as u16;
        }
        self.stream.shuffle(&mut self.order);
        self.board.fill(&self.grid);
        if let Some(sets) = self.sets.as_mut().filter(|_| self.spec.unique()) {
            sets.collect(&self.grid);
        }
        self.trial.clear();
        (self.base, self.at, self.open, self.suspects, self.stride) = (0, 0, 0, 0, self.first_stride());
        Ok(())
    }

    /// Open cells in the first trial; halved whenever the answer is "not unique".
    ///
    /// Questions per minimal 9×9 puzzle: 23.6; where "unique" doubles the stride 26.4, where it adds
    /// one 25.5. With a first stride of 4, 8 and 12: minimal 23.7, 23.6 and 24.0; with 33 givens 5.2,
    /// 4.5 and 4.6.
    fn first_stride(&self) -> usize {
        (self.order.len() / 10).max(2)
    }

    /// The givens as they stand.
    pub(super) fn cells(&self) -> &[u8] {
        self.board.cells()
    }

    /// Goes on until the engine has to be asked or the end is reached.
    pub(super) fn advance(&mut self) -> Step {
        let goal = match self.spec.target() {
            Clues::Count(n) => n,
            Clues::Minimal => 0,
        };
        while self.at < self.order.len() && self.board.givens() > goal {
            if !self.spec.unique() {
                self.board.remove(self.order[self.at].into());
                self.at += 1;
            } else if self.look(self.order[self.at].into()) == Step::Ask {
                return Step::Ask;
            }
        }
        match self.spec.target() {
            _ if self.open > 0 => Step::Ask,
            Clues::Count(n) if self.board.givens() > n => Step::Stuck,
            _ => Step::Done,
        }
    }

    /// Decides about `cell`, which is next in order; `Step::Ask` leaves it for later.
    fn look(&mut self, cell: usize) -> Step {
        if self.sets.as_ref().is_some_and(|sets| sets.needs(cell)) {
            self.at += 1;
            return Step::Done;
        }
        if !self.board.implies(cell) {
            if self.open == 0 && self.suspects == 1 {
                self.suspects = 0;
                self.at += 1;
                // Only singles went on trial before it, and they need no answer.
                self.settle();
                return Step::Done;
            }
            let wanted = if self.suspects > 0 { self.suspects / 2 } else { self.stride };
            if self.open == wanted {
                return Step::Ask;
            }
            self.open += 1;
        }
        self.board.remove(cell);
        if let Some(sets) = &mut self.sets {
            sets.remove(cell);
        }
        self.trial.push(cell as u16);
        self.at += 1;
        Step::Done
    }

    /// Hears whether the board is known to be unique.
    pub(super) fn answer(&mut self, unique: bool) {
        if unique {
            self.suspects = self.suspects.saturating_sub(self.open);
        } else {
            for &cell in &self.trial {
                self.board.restore(cell.into(), self.grid[usize::from(cell)]);
                if let Some(sets) = &mut self.sets {
                    sets.restore(cell.into());
                }
            }
            self.at = self.base;
            self.suspects = self.open;
            self.stride = (self.stride / 2).max(1);
        }
        self.settle();
    }

    /// Ends the trial; what is gone stays gone.
    fn settle(&mut self) {
        self.base = self.at;
        self.trial.clear();
        self.open = 0;
    }
}

//! The reduction of a complete grid to a puzzle.
//!
//! The result is defined by a simple procedure: go through the cells in random order and remove each given without
//! which the puzzle is still unique, until enough are removed. The code finds the same puzzle with fewer tests by the
//! engine:
//!
//! ```text
//!   order   [ decided                | removed on trial        | not yet visited ]
//!                                    ^ base                    ^ at
//! ```
//!
//! - A cell that is the last one of an unavoidable set stays, without a test.
//! - A cell that is a single of the other givens is removed, without a test.
//! - Other cells are *open*. Several open cells are removed on trial and tested together. "Unique" decides all of them,
//!   since more givens never make a unique puzzle ambiguous. "Not unique" undoes the trial; then bisection finds the
//!   first open cell that must stay, which is kept without a test once no other is left.

use super::given_cells::GivenCells;
use super::grids::Grids;
use super::unavoidable::Unavoidable;
use super::{GenerateError, GeneratorOptions, Givens};
use quadrille_base::random::Stream;
use quadrille_grid::Rules;

/// The next step of a [`Reduction`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Step {
    /// A test whether the board is unique.
    Test,
    /// The board is the puzzle.
    Done,
    /// All cells were tried, and too many givens are left.
    Stuck,
}

/// The reduction of one grid to one puzzle; the caller tests boards for uniqueness and reports the results.
pub(super) struct Reduction {
    options: GeneratorOptions,
    stream: Stream,
    grid: Box<[u8]>,
    order: Box<[u16]>,
    givens: GivenCells,
    /// `None` with variants, which an exchange may violate.
    sets: Option<Unavoidable>,
    /// Cells of `order` before this index are decided.
    base: usize,
    /// The next index of `order` to visit.
    at: usize,
    /// Cells removed since `base`.
    trial: Vec<u16>,
    /// The number of open cells among them.
    open: usize,
    /// At least one of this many next open cells must stay; 0 if unknown.
    suspects: usize,
    /// Open cells to remove before a test.
    stride: usize,
}

impl Reduction {
    pub(super) fn new(options: GeneratorOptions, rules: Option<&Rules>) -> Reduction {
        let area = options.shape().area();
        Reduction {
            options,
            stream: Stream::new(0, 0),
            grid: vec![0; area].into(),
            order: (0..area as u16).collect(),
            givens: GivenCells::new(options.shape(), rules),
            sets: rules.is_none().then(|| Unavoidable::new(options.shape())),
            base: 0,
            at: 0,
            trial: Vec::with_capacity(area),
            open: 0,
            suspects: 0,
            stride: 1,
        }
    }

    /// Begins the puzzle of `stream`.
    ///
    /// # Errors
    /// If no complete grid was found.
    pub(super) fn begin(&mut self, stream: Stream, grids: &mut Grids) -> Result<(), GenerateError> {
        self.stream = stream;
        self.restart(grids)
    }

    /// Begins again with another grid of the same stream.
    ///
    /// # Errors
    /// As [`begin`](Self::begin).
    pub(super) fn restart(&mut self, grids: &mut Grids) -> Result<(), GenerateError> {
        grids.make(&mut self.stream, &mut self.grid)?;
        for (i, cell) in self.order.iter_mut().enumerate() {
            *cell = i as u16;
        }
        self.stream.shuffle(&mut self.order);
        self.givens.fill(&self.grid);
        if let Some(sets) = self.sets.as_mut().filter(|_| self.options.is_unique()) {
            sets.collect(&self.grid);
        }
        self.trial.clear();
        (self.base, self.at, self.open, self.suspects, self.stride) = (0, 0, 0, 0, self.first_stride());
        Ok(())
    }

    /// Open cells in the first trial; halved after each "not unique".
    ///
    /// Tests per minimal 9×9 puzzle: 23.6; if "unique" doubles the stride 26.4, if it adds one 25.5. With a first
    /// stride of 4, 8 and 12: minimal 23.7, 23.6 and 24.0; with 33 givens 5.2, 4.5 and 4.6.
    fn first_stride(&self) -> usize {
        (self.order.len() / 10).max(2)
    }

    /// The current cells.
    pub(super) fn cells(&self) -> &[u8] {
        self.givens.cells()
    }

    /// Continues until a test is needed or the end is reached.
    pub(super) fn advance(&mut self) -> Step {
        let goal = match self.options.givens() {
            Givens::Count(n) => n,
            Givens::Minimal => 0,
        };
        while self.at < self.order.len() && self.givens.count() > goal {
            if !self.options.is_unique() {
                self.givens.remove(self.order[self.at].into());
                self.at += 1;
            } else if self.visit(self.order[self.at].into()) == Step::Test {
                return Step::Test;
            }
        }
        match self.options.givens() {
            _ if self.open > 0 => Step::Test,
            Givens::Count(n) if self.givens.count() > n => Step::Stuck,
            _ => Step::Done,
        }
    }

    /// Decides about `cell`, the next one in order; with `Step::Test` it is visited again after the test.
    fn visit(&mut self, cell: usize) -> Step {
        if self.sets.as_ref().is_some_and(|sets| sets.needs(cell)) {
            self.at += 1;
            return Step::Done;
        }
        if !self.givens.implies(cell) {
            if self.open == 0 && self.suspects == 1 {
                self.suspects = 0;
                self.at += 1;
                // Only singles, which need no test, were removed before it.
                self.settle();
                return Step::Done;
            }
            let wanted = if self.suspects > 0 { self.suspects / 2 } else { self.stride };
            if self.open == wanted {
                return Step::Test;
            }
            self.open += 1;
        }
        self.givens.remove(cell);
        if let Some(sets) = &mut self.sets {
            sets.remove(cell);
        }
        self.trial.push(cell as u16);
        self.at += 1;
        Step::Done
    }

    /// Takes the result of a test.
    pub(super) fn result(&mut self, unique: bool) {
        if unique {
            self.suspects = self.suspects.saturating_sub(self.open);
        } else {
            for &cell in &self.trial {
                self.givens.restore(cell.into(), self.grid[usize::from(cell)]);
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

    /// Ends the trial: the removed cells stay removed.
    fn settle(&mut self) {
        self.base = self.at;
        self.trial.clear();
        self.open = 0;
    }
}

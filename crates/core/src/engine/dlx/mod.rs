//! Boards on the dancing-links [arena](crate::cover::arena): the engine for every size, and the one for variants.
//!
//! | file | contents |
//! | --- | --- |
//! | `board.rs` | boards as problems of the arena |
//! | `rules.rs`, `variant_engine.rs` | boards under variants: their givens, and their engine |

mod board;
mod rules;
mod variant_engine;

#[cfg(test)]
mod tests;

use super::{Engine, Run};
use crate::cover::Cover;
use crate::cover::arena::Arena;
use crate::cover::arena::layout::{Index, Of};
use crate::cover::arena::tables::fits;
use crate::grid::Shape;
use crate::limits::{Budget, Limits, SearchReport, Stop};
use board::Board;
pub use variant_engine::VariantEngine;

/// For up to 15 digits: the digits of a cell, and the places of a digit in a house, fit into 16 bits.
type Small = Of<u16, u16, 4, false>;
/// For up to 31 digits.
type Large = Of<u32, u16, 4, false>;

/// The engine for boards of one shape.
///
/// All its memory is allocated when it is created: see [`bytes`](Self::bytes).
///
/// ```
/// use quadrille::{Outcome, engine::{Limits, SearchReport}};
/// use quadrille_core::engine::{Engine, Run, dlx::Dlx};
/// use quadrille::{Puzzle, Shape};
///
/// let puzzle: Puzzle = "1...3..2..4.4..1".parse().unwrap();
/// let (mut solution, mut report) = ([0; 16], [SearchReport::default()]);
/// let mut run = Run::new(puzzle.shape(), puzzle.givens(), &mut solution, &mut report);
/// Dlx::new(puzzle.shape()).solve(&mut run, &Limits::new(2));
/// assert_eq!(report[0].outcome, Outcome::Unique);
/// assert_eq!(solution[..8], [1, 2, 3, 4, 3, 4, 1, 2]);
/// ```
#[derive(Debug)]
pub struct Dlx {
    shape: Shape,
    board: Board,
    arena: BoardArena,
}

#[derive(Debug)]
enum BoardArena {
    Small(Arena<Small>),
    Large(Arena<Large>),
}

/// Applies the same code to either arena.
macro_rules! with_arena {
    ($arena:expr, $name:ident => $do:expr) => {
        match $arena {
            BoardArena::Small($name) => $do,
            BoardArena::Large($name) => $do,
        }
    };
}

impl Dlx {
    /// An engine for boards of this shape.
    pub fn new(shape: Shape) -> Dlx {
        let cover = Cover::sudoku(shape);
        let arena = if fits::<Small>(&cover).unwrap_or_else(|error| error.abort()) {
            BoardArena::Small(Arena::new(&cover))
        } else {
            BoardArena::Large(Arena::new(&cover))
        };
        Dlx { shape, board: Board::new(shape), arena }
    }

    /// The shape of the boards.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Starts a puzzle; `false` if two givens are the same digit in one house.
    pub(super) fn begin(&mut self, givens: &[u8]) -> bool {
        with_arena!(&mut self.arena, arena => self.board.begin(arena, givens))
    }

    /// Searches the puzzle that was started, and writes the first solution into `cells`. Returns why the search
    /// ended and the number of solutions found.
    pub(super) fn search(
        &mut self,
        wanted: u64,
        budget: &mut Budget<'_>,
        mut cells: Option<&mut [u8]>,
    ) -> (Stop, u64) {
        with_arena!(&mut self.arena, arena => arena.search(wanted, budget, |chosen| {
            if let Some(cells) = cells.take() {
                self.board.write(chosen.iter().map(|option| option.get()), cells);
            }
        }))
    }

    /// Branch points of the search.
    pub(super) fn guesses(&self) -> u64 {
        with_arena!(&self.arena, arena => arena.counters.guesses)
    }

    /// Makes the forced moves of the puzzle that was started; `false` if they end in a contradiction.
    pub(super) fn propagate(&mut self) -> bool {
        with_arena!(&mut self.arena, arena => arena.dance(|dance| dance.propagate()).is_ok())
    }

    /// Passes every live option to `take`, with its items and whether each is primary.
    pub(super) fn survivors(&self, take: impl FnMut(usize, &mut dyn Iterator<Item = (usize, bool)>)) {
        with_arena!(&self.arena, arena => arena.survivors(take));
    }

    /// Writes the digits of the givens and of the forced moves.
    pub(super) fn write_chosen(&self, cells: &mut [u8]) {
        with_arena!(&self.arena, arena => self.board.write(arena.chosen.iter().map(|x| x.get()), cells));
    }

    /// Writes the digits of these options.
    pub(super) fn write(&self, options: &[usize], cells: &mut [u8]) {
        self.board.write(options.iter().copied(), cells);
    }

    /// Whether a full board has the digit of an option.
    pub(super) fn is_option_of(&self, cells: &[u8], option: usize) -> bool {
        self.board.has(cells, option)
    }

    /// Bytes of the arena, including the deepest search. Pages that no search has reached yet are
    /// usually not backed by memory.
    ///
    /// | board | 4×4 | 6×6 | 9×9 | 12×12 | 16×16 | 25×25 |
    /// | --- | --- | --- | --- | --- | --- | --- |
    /// | KiB | 7 | 22 | 83 | 228 | 1203 | 6672 |
    pub fn bytes(&self) -> usize {
        with_arena!(&self.arena, arena => arena.bytes())
    }
}

impl Engine for Dlx {
    fn name(&self) -> &'static str {
        "dlx"
    }

    /// # Panics
    /// If the run is of another shape, or has candidates or regions.
    fn solve(&mut self, run: &mut Run<'_>, limits: &Limits) {
        assert_eq!(run.shape(), self.shape, "an engine for another shape");
        assert!(run.is_plain(), "an engine for givens alone");
        for i in 0..run.len() {
            let report = match Budget::start(limits) {
                None => SearchReport::default(),
                Some(_) if !self.begin(run.givens(i)) => {
                    SearchReport::new(Stop::Exhausted, 0, 1, 0, limits.solutions)
                }
                Some(mut budget) => {
                    let cells = run.solution_mut(i);
                    let (stop, solutions) = self.search(limits.solutions, &mut budget, Some(cells));
                    SearchReport::new(stop, solutions, budget.nodes(), self.guesses(), limits.solutions)
                }
            };
            run.report(i, report);
        }
    }
}

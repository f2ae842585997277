//! The dancing-links arena: exact cover by search, for boards of every size and for any other problem.
//!
//! Its lists are sets of bits, not doubly linked nodes. Knuth's links {up, down, item} take two loads and two
//! stores to unlink a node and the same to link it again. A bit is cleared with one load and one store, the
//! size of a short list is the population count of its word, and to take a branch back is to drop a copy of
//! 648 bytes (9×9) rather than to undo each step. (Problems other than boards may have thousands of levels, so their
//! steps are undone.) Nodes are still indices into one block of memory that is
//! allocated once and reset between puzzles.
//!
//! The problem is an exact cover problem ([`Cover`]): each item has a list of its options. Choosing an option
//! covers its items and removes every other option of these items from all lists. An item left with one
//! option forces the next move, an item left with none ends the branch. When nothing is forced, the search
//! branches.
//!
//! Against textbook dancing links (Knuth's Algorithm X in `benches/textbook`: doubly linked nodes, cover and
//! uncover, the item with the fewest options), measured in turn on the repository's data sets, up to two
//! solutions of each board and all solutions of each cover problem, best of five rounds:
//!
//! ```sh
//! cargo bench --bench textbook            # or, for other files: cargo bench --bench textbook -- FILE…
//! ```
//!
//! | file | problems | links, nodes | links, ms | arena, nodes | arena, ms | ratio |
//! | --- | ---: | ---: | ---: | ---: | ---: | ---: |
//! | 4x4.txt | 5000 | 63464 | 21.22 | 5000 | 7.35 | 2.7 |
//! | 6x6.txt | 4000 | 109610 | 61.47 | 4572 | 19.55 | 3.1 |
//! | 9x9-easy.txt | 3000 | 149201 | 162.44 | 3436 | 20.41 | 5.9 |
//! | 9x9-minimal.txt | 3000 | 261344 | 260.79 | 14092 | 70.53 | 4.7 |
//! | 12x12.txt | 1000 | 398083 | 999.00 | 18632 | 96.54 | 9.8 |
//! | 16x16.txt | 500 | 168874 | 623.52 | 5334 | 63.95 | 13.0 |
//! | queens.dlx | 1 | 1199 | 0.11 | 589 | 0.02 | 5.2 |
//! | pentominoes.dlx | 1 | 909152 | 6079.13 | 806623 | 1216.36 | 5.0 |
//! | matrix.txt | 40 | 239 | 0.02 | 180 | 0.00 | 4.3 |
//! | sparse.txt | 20 | 141 | 0.03 | 55 | 0.01 | 5.5 |
//!
//! (The textbook solver counts a forced move as a node, the arena does not. `cover/` and not the arena alone
//! searches the cover problems.)
//!
//! Other kinds of lists were slower. They were measured once, in the arena with the same search, and their
//! code was not kept; 17-clue, top1465 and hardest_1106 in ms: bits 296, 30, 53 (303, 30, 54 if the template
//! is copied and the givens are chosen, instead of rebuilding what survives them); dancing cells (sparse
//! sets, SSXCC) 448, 43, 73; links of 16 bits 477, 58, 105.
//!
//! | file | contents |
//! | --- | --- |
//! | `layout.rs` | the types: width of a word, width of an index |
//! | `tables.rs` | the problem: the place of each option in the lists |
//! | `arena.rs` | the memory, and the ways to start a search |
//! | `dance.rs` | choosing and removing an option: the inner loops |
//! | `pick.rs` | the choice of the item to branch on |
//! | `search.rs` | the loop |
//! | `invariants.rs` | the invariants, checked in debug builds |
//! | `board.rs` | boards on the arena |
//! | `cover/` | any problem: sets of options continue in the arena's place once a branch is small |
//! | `rules.rs`, `variant_engine.rs` | boards under variants: their givens, and their engine |
//!
//! Bounds checks are kept: removing them gained under 1 % on 9×9 and about 5 % on 16×16.

mod arena;
mod board;
// Only cover batches count on several threads, by branches.
mod cover;
mod dance;
#[cfg(debug_assertions)]
mod invariants;
mod layout;
mod pick;
mod rules;
mod search;
mod tables;
mod variant_engine;

#[cfg(test)]
mod tests;

use super::{Budget, Engine, Limits, Report, Run, Stop};
use crate::cover::Cover;
use crate::grid::Shape;
use arena::Arena;
use board::Board;
pub(crate) use cover::{Branch, diagram, memo};
pub use cover::{CoverSolver, SearchProgress};
use layout::{Index, Of};
use tables::fits;
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
/// use quadrille::{Limits, Outcome, Report};
/// use quadrille_core::engine::{Engine, Run, dlx::Dlx};
/// use quadrille::{Puzzle, Shape};
///
/// let puzzle: Puzzle = "1...3..2..4.4..1".parse().unwrap();
/// let (mut solution, mut report) = ([0; 16], [Report::default()]);
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
                None => Report::default(),
                Some(_) if !self.begin(run.givens(i)) => {
                    Report::new(Stop::Exhausted, 0, 1, 0, limits.solutions)
                }
                Some(mut budget) => {
                    let cells = run.solution_mut(i);
                    let (stop, solutions) = self.search(limits.solutions, &mut budget, Some(cells));
                    Report::new(stop, solutions, budget.nodes(), self.guesses(), limits.solutions)
                }
            };
            run.report(i, report);
        }
    }
}

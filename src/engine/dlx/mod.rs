//! The dancing-links arena: exact cover by search, for every size of board and every other problem.
//!
//! The problem is an exact cover problem ([`Cover`]): each item has a list of the options that have
//! it. To choose an option covers its items and removes every other option of theirs from the lists
//! of all its items; whatever item is then left with one option forces the next move, and one left
//! with none ends the branch. When nothing is forced, the search branches.
//!
//! The lists are sets of bits. Knuth's links {up, down, item} take two loads and two stores to unlink
//! a node and as many to bring it back; a bit is cleared with one of each, the size of a short list
//! is the population of its word, and taking a branch back is not to unpick it but to drop a
//! copy of 648 bytes (9×9). Nodes are still indices into one block of memory that is set aside
//! once and reset between puzzles. The same search, node for node but for the order of options in
//! the cells, in ms per file (limit 2; best of three; no part of the program):
//!
//! | lists | reset between puzzles | 17-clue | top1465 | hardest_1106 |
//! | --- | --- | --- | --- | --- |
//! | bits | rebuild what survives the givens | 296 | 30 | 53 |
//! | bits | copy the template, choose the givens | 303 | 30 | 54 |
//! | dancing cells (sparse sets, SSXCC) | restore the sizes, choose the givens | 448 | 43 | 73 |
//! | links, u16 | copy the template, choose the givens | 477 | 58 | 105 |
//! | links, u16 | rebuild what survives the givens | 486 | 58 | 105 |
//! | links, u16 | undo the last puzzle's choices, choose the givens | 635 | 71 | 106 |
//!
//! | file | what is there |
//! | --- | --- |
//! | `layout.rs` | the types: width of a word, width of an index |
//! | `tables.rs` | the problem: which option stands where |
//! | `arena.rs` | the memory, and the ways to begin |
//! | `dance.rs` | choosing and removing an option: the inner loops |
//! | `pick.rs` | what to branch on |
//! | `search.rs` | the loop |
//! | `walk.rs` | the invariants, checked in debug builds |
//! | `board.rs` | boards on the arena |
//! | `cover/` | any problem: the arena begins, sets of options take over what has become small |
//! | `big.rs` | large boards: what exceeds the arena's patience is left to a search that learns |
//! | `rules.rs`, `ruled.rs` | boards under rules of any kind: givens, and the engine |
//!
//! No bounds check is taken out: on 9×9 it gained under 1 %, on 16×16 some 5 %.

mod arena;
mod big;
mod board;
mod cover;
mod dance;
mod layout;
mod pick;
mod rules;
mod search;
mod tables;
mod variant_engine;
#[cfg(debug_assertions)]
mod walk;

#[cfg(test)]
mod tests;

use super::{Engine, Interrupt, Limits, Report, Run, Stop, Watch};
use crate::Shape;
use crate::cover::Cover;
use arena::Arena;
pub use big::Big;
use board::Board;
pub use cover::{Branch, CoverSolver, Progress};
use layout::{Index, Layout, Of};
use tables::fits;
pub use variant_engine::VariantEngine;

/// Up to 15 digits: the digits of a cell, and the places of a digit in a house, in 16 bits.
type Small = Of<u16, u16, 4, false>;
/// Up to 31 digits.
type Large = Of<u32, u16, 4, false>;

/// The engine for boards of one shape.
///
/// It takes memory once, when it is made: see [`bytes`](Self::bytes).
///
/// ```
/// use quadrille::{unstable::engine::{Engine, Run, dlx::Dlx}, Limits, Outcome, Report};
/// use quadrille::{Puzzle, Shape};
///
/// let puzzle: Puzzle = "1...3..2..4.4..1".parse().unwrap();
/// let (mut solution, mut report) = ([0; 16], [Report::default()]);
/// let mut run = Run::new(puzzle.shape(), puzzle.givens(), &mut solution, &mut report);
/// Dlx::new(puzzle.shape()).solve(&mut run, &Limits { solutions: 2, ..Limits::default() });
/// assert_eq!(report[0].outcome, Outcome::Unique);
/// assert_eq!(solution[..8], [1, 2, 3, 4, 3, 4, 1, 2]);
/// ```
#[derive(Debug)]
pub struct Dlx {
    shape: Shape,
    board: Board,
    arena: BoardArena,
    watch: Watch,
}

#[derive(Debug)]
enum BoardArena {
    Small(Arena<Small>),
    Large(Arena<Large>),
}

impl Dlx {
    /// An engine for boards of this shape.
    pub fn new(shape: Shape) -> Dlx {
        let cover = Cover::sudoku(shape);
        let arena = if fits::<Small>(&cover) {
            BoardArena::Small(Arena::new(&cover))
        } else {
            BoardArena::Large(Arena::new(&cover))
        };
        Dlx { shape, board: Board::new(shape), arena, watch: Watch::default() }
    }

    /// What else stops a search; nothing does at first.
    pub fn set_interrupt(&mut self, interrupt: Interrupt) {
        match &mut self.arena {
            BoardArena::Small(arena) => arena.interrupt = interrupt,
            BoardArena::Large(arena) => arena.interrupt = interrupt,
        }
    }

    /// Bytes of the arena, the deepest search included. A page that no search has reached yet is
    /// usually not backed by memory.
    ///
    /// | board | 4×4 | 6×6 | 9×9 | 12×12 | 16×16 | 25×25 |
    /// | --- | --- | --- | --- | --- | --- | --- |
    /// | KiB | 7 | 23 | 85 | 231 | 1209 | 6686 |
    pub fn bytes(&self) -> usize {
        match &self.arena {
            BoardArena::Small(arena) => arena.bytes(),
            BoardArena::Large(arena) => arena.bytes(),
        }
    }
}

impl Engine for Dlx {
    fn name(&self) -> &'static str {
        "dlx"
    }

    /// # Panics
    /// If the run is of another shape, or has more than givens.
    fn solve(&mut self, run: &mut Run<'_>, limits: &Limits) {
        assert_eq!(run.shape(), self.shape, "an engine for another shape");
        assert!(run.is_plain(), "an engine for givens alone");
        for i in 0..run.len() {
            let Some(interrupt) = self.watch.begin() else {
                run.report(i, Report::new(Stop::Budget, 0, 0, 0, limits));
                continue;
            };
            if let Some(interrupt) = interrupt {
                self.set_interrupt(interrupt);
            }
            let report = match &mut self.arena {
                BoardArena::Small(arena) => solve(arena, &self.board, run, i, limits),
                BoardArena::Large(arena) => solve(arena, &self.board, run, i, limits),
            };
            run.report(i, report);
        }
    }

    fn set_watch(&mut self, watch: Watch) {
        self.set_interrupt(watch.interrupt());
        self.watch = watch;
    }
}

fn solve<L: Layout>(
    arena: &mut Arena<L>,
    board: &Board,
    run: &mut Run<'_>,
    i: usize,
    limits: &Limits,
) -> Report {
    if !board.begin(arena, run.givens(i)) {
        return Report::new(Stop::Exhausted, 0, 1, 0, limits);
    }
    let cells = run.solution_mut(i);
    let mut first = true;
    let (stop, solutions) = arena.search(limits, |chosen| {
        if std::mem::take(&mut first) {
            board.write(chosen.iter().map(|option| option.get()), cells);
        }
    });
    Report::new(stop, solutions, arena.counters.nodes, arena.counters.guesses, limits)
}

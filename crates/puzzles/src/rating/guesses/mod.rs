//! The guesses of tdoku's solver.
//!
//! | file | contents |
//! | --- | --- |
//! | `fields.rs` | words of four sets of digits |
//! | `board.rs` | the state of a search, and its givens |
//! | `tasks.rs` | the boxes and lines to update, in their order |
//! | `rules.rs` | the deductions inside a box and a line; the portable build |
//! | `avx2.rs`, `avx2/` | the same with AVX2; all `unsafe` is in `avx2.rs` |
//! | `search.rs` | one search: its updates, the choice of the guess, and the count |
//! | `rounds.rs` | many searches in turn |
//! | `counts.rs` | the result |
//!
//! # What is counted
//!
//! The solver is `TdokuSolverDpllTriadSimd` of tdoku (Tom Dillon, <https://github.com/t-dillon/tdoku>, BSD 2-clause,
//! commit af42618, configuration 0), whose method its author describes in the repository's `docs/sudoku.md`. The code
//! here is our own.
//!
//! - A digit has six *placements* in each band and each stack: one row (or column) in each of three boxes. Its
//!   placements determine where it can be in the rows and columns of boxes, and so the candidates of cells.
//! - Updating a line: where a row of a box has three digits left, these are not in any other row of the box. This is
//!   tried once for each update, before the three boxes are updated.
//! - Updating a box: a cell with one candidate; three digits that have to be in a row or column; a digit with one place
//!   among three cells of a row or column and "elsewhere in the box". This is repeated until nothing changes, then both
//!   lines of the box are updated, the line of the other direction first. A cell without a candidate is a
//!   contradiction, and so are four digits for three cells. A digit without a place is not a contradiction by itself.
//! - A guess is made in the line with the fewest placements, bands before stacks, on the lowest digit with the fewest
//!   placements there (four or more are equal): either it has its first placement, or it does not. It counts once, when
//!   it is made. If every line is settled, the board is a solution.
//!
//! Because a rule is tried once for each update and because contradictions may stay hidden for a while, the order of
//! the updates matters: with the same rules in another order, propagation ended differently in about one of a thousand
//! minimal puzzles (19 of 58,392 propagations, 20,000 puzzles). So each puzzle keeps this order, and boxes of several
//! puzzles are not updated together, as the lane engine does.
//!
//! # Why many searches in turn
//!
//! In one search, each update waits for the one before it, and nothing predicts which one is next. A random minimal puzzle
//! takes 81 passes over a box and 38 updates of a line; a guess in the hardest puzzles takes 23 and 12. So 24 searches
//! take turns, one step each, and no step has a jump that depends on the board. This takes 0.50 to 0.57 times the time of
//! one search after the other, and 0.62 to 0.70 times the time of tdoku. What was measured (AMD EPYC, Zen 4, 3.65 GHz,
//! limit 1):
//!
//! - A pass takes about 40 cycles, and so does an update of a line: 150 and 130 instructions, 3.5 to 4 in a cycle. So the
//!   number of instructions is the limit, and no longer the waiting.
//! - One search takes 12 % to 28 % less time if one puzzle is counted again and again, so that all its jumps are predicted.
//! - One jump at the end of each step makes a step take 55 to 80 cycles, and then little is gained. What follows a step is
//!   read from tables, because the compiler replaces choices by jumps, even `select_unpredictable`.
//! - A loop over a queue whose length is read just before it waits for the last step: 12 % to 15 % more time.
//! - A fifth of the updates would change nothing. Short steps of their own find out which.
//! - Making half a pass beside the other half of the pass before it takes up to 10 % more time, because there are too few
//!   registers.
//! - AVX-512 takes 4 % to 11 % less time than AVX2. Constants that the compiler does not know save up to 5 %.
//! - The portable build takes 2 % to 16 % more time than with one search, and a single puzzle a fifth more.

#[cfg(target_arch = "x86_64")]
mod avx2;
mod board;
mod counts;
mod fields;
mod rounds;
mod rules;
mod search;
mod tasks;
#[cfg(all(test, target_arch = "x86_64"))]
mod tests;

pub use counts::Guesses;

use quadrille_base::{error::Error, isa::InstructionSet};
use quadrille_engines::Unavailable;
use rounds::{Count, Searches};
use rules::{Portable, Rules};
use std::sync::{Arc, atomic::AtomicBool};

/// Counts the guesses that tdoku's solver makes, exactly.
///
/// The count is a property of the puzzle itself: its morphs have other counts. It does not depend on the
/// instruction set or on other puzzles of the same call. The method is tdoku's (Tom Dillon,
/// <https://github.com/t-dillon/tdoku>), `TdokuSolverDpllTriadSimd` with configuration 0.
///
/// All memory, about 0.8 MB, is allocated when a counter is created, however many guesses a puzzle takes. Only a tenth of
/// it is written then. Many puzzles are counted in turn: pass at least 100 at a time.
///
/// ```
/// use quadrille::{engine::InstructionSet, rating::{GuessCounter, Guesses}};
///
/// let puzzle = "5...27..9..41......1..5.3...92.6.8...5......66..7..29.8...7...2.......8...9..36..";
/// let givens: Vec<u8> = puzzle.bytes().map(|c| if c == b'.' { 0 } else { c - b'0' }).collect();
/// let mut counts = [Guesses::default()];
/// GuessCounter::new().count(&givens, 1, &mut counts);
/// assert_eq!(counts[0], Guesses { guesses: 18, solutions: 1 });
///
/// // With an instruction set that every machine has, and a flag that ends a call.
/// let stop = std::sync::Arc::default();
/// let mut counter = GuessCounter::with_isa(InstructionSet::Portable)?.stop_flag(stop);
/// assert!(counter.count(&givens, 1, &mut counts) && counts[0].guesses == 18);
/// # Ok::<(), quadrille::Error>(())
/// ```
pub struct GuessCounter {
    build: Build,
    searches: Searches,
    stop: Arc<AtomicBool>,
}

impl Default for GuessCounter {
    fn default() -> GuessCounter {
        GuessCounter::new()
    }
}

impl GuessCounter {
    /// A counter with the widest instruction set of the machine.
    pub fn new() -> GuessCounter {
        GuessCounter {
            build: Build::new(InstructionSet::detect()),
            searches: Searches::new(),
            stop: Arc::default(),
        }
    }

    /// A counter with this instruction set. The counts do not depend on it.
    ///
    /// # Errors
    /// If the machine does not have it.
    pub fn with_isa(isa: InstructionSet) -> Result<GuessCounter, Error> {
        let build = Build::new(isa);
        if isa.is_available() {
            Ok(GuessCounter { build, ..GuessCounter::new() })
        } else {
            Err(Unavailable(isa).into())
        }
    }

    /// Ends [`count`](Self::count) early once this flag is `true`, even inside a puzzle with millions of guesses.
    #[must_use]
    pub fn stop_flag(self, stop: Arc<AtomicBool>) -> GuessCounter {
        GuessCounter { stop, ..self }
    }

    /// Counts the guesses of `n` puzzles: `givens` has their cells, `n × 81` bytes, 0 for an empty cell and 1 to 9 for
    /// a digit, and `out` has `n` entries.
    ///
    /// A count ends with the solution number `limit`; 0 means 1. With limit 1, guesses are counted until the first
    /// solution, with limit 2 until a second one is found or ruled out.
    ///
    /// Returns whether all were counted. If the stop flag is set meanwhile, it returns `false` promptly. Discard all
    /// entries then: some are complete, some have the counts so far, and `out` does not show which is which.
    ///
    /// # Panics
    /// If `givens` is not 81 bytes for each entry, or a byte is larger than 9.
    pub fn count(&mut self, givens: &[u8], limit: u64, out: &mut [Guesses]) -> bool {
        assert_eq!(givens.len(), 81 * out.len(), "81 cells for each entry");
        assert!(givens.iter().all(|&digit| digit <= 9), "cells are 0 to 9");
        let count = Count { searches: &mut self.searches, givens, limit, stop: &self.stop, out };
        match self.build {
            #[cfg(target_arch = "x86_64")]
            Build::Avx2(rules) => rules.run(count),
            Build::Portable => Portable.run(count),
        }
    }
}

/// The instruction set of a counter.
#[derive(Clone, Copy)]
enum Build {
    #[cfg(target_arch = "x86_64")]
    Avx2(avx2::Avx2),
    Portable,
}

impl Build {
    /// The build for an instruction set, or the portable one where the machine does not have it.
    fn new(isa: InstructionSet) -> Build {
        #[cfg(target_arch = "x86_64")]
        {
            let rules = match isa {
                InstructionSet::Avx512 => avx2::Avx2::with_avx512(),
                InstructionSet::Avx2 => avx2::Avx2::new(),
                _ => None,
            };
            rules.map_or(Build::Portable, Build::Avx2)
        }
        #[cfg(not(target_arch = "x86_64"))]
        {
            let _ = isa;
            Build::Portable
        }
    }
}

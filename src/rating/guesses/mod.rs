//! The guesses of tdoku's solver.

mod board;
mod fields;
mod search;

use crate::{Isa, Unavailable};
use std::sync::{Arc, atomic::AtomicBool};

/// How many guesses a puzzle took, and how many solutions were found.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Guesses {
    /// The guesses until the last of these solutions, or until it was known that there is no other one.
    pub guesses: u64,
    /// The solutions, at most the limit.
    pub solutions: u64,
}

/// Counts the guesses of tdoku's solver.
///
/// ```
/// use quadrille::rating::{GuessCounter, Guesses};
///
/// let puzzle = "5...27..9..41......1..5.3...92.6.8...5......66..7..29.8...7...2.......8...9..36..";
/// let givens: Vec<u8> = puzzle.bytes().map(|c| if c == b'.' { 0 } else { c - b'0' }).collect();
/// let mut counts = [Guesses::default()];
/// GuessCounter::new().count(&givens, 1, &mut counts);
/// assert_eq!(counts[0], Guesses { guesses: 18, solutions: 1 });
/// ```
pub struct GuessCounter {
    search: search::Search,
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
        GuessCounter { search: search::Search::new(), stop: Arc::default() }
    }

    /// A counter with this instruction set.
    ///
    /// # Errors
    /// If the machine does not have it.
    pub fn with_isa(isa: Isa) -> Result<GuessCounter, Unavailable> {
        if isa.available() { Ok(GuessCounter::new()) } else { Err(Unavailable(isa)) }
    }

    /// Ends [`count`](Self::count) early when this flag is set.
    #[must_use]
    pub fn stop_flag(mut self, stop: Arc<AtomicBool>) -> GuessCounter {
        self.stop = stop;
        self
    }

    /// Counts the guesses of `n` puzzles: `givens` has their cells, `n × 81` bytes, 0 for an empty cell and 1 to 9 for
    /// a digit, and `out` has `n` entries.
    ///
    /// A count ends with the solution number `limit`, at least 1. Returns `false` if the stop flag ended the call early:
    /// then some of the entries are not the counts of their puzzles.
    ///
    /// # Panics
    /// If the lengths differ, or a byte is larger than 9.
    pub fn count(&mut self, givens: &[u8], limit: u64, out: &mut [Guesses]) -> bool {
        assert_eq!(givens.len(), 81 * out.len(), "81 cells for each entry");
        assert!(givens.iter().all(|&digit| digit <= 9), "cells are 0 to 9");
        let (puzzles, _) = givens.as_chunks();
        puzzles.iter().zip(out).all(|(givens, counts)| self.search.count(givens, limit, &self.stop, counts))
    }
}

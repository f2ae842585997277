//! The guesses of tdoku's solver.

#[cfg(target_arch = "x86_64")]
mod avx2;
mod board;
mod fields;
mod rules;
mod search;

use crate::{Isa, Unavailable};
use rules::{Portable, Rules};
use search::{Count, Search};
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
    build: Build,
    search: Search,
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
        GuessCounter { build: Build::new(Isa::detect()), search: Search::new(), stop: Arc::default() }
    }

    /// A counter with this instruction set. With [`Isa::Avx512`] it is that of AVX2.
    ///
    /// # Errors
    /// If the machine does not have it.
    pub fn with_isa(isa: Isa) -> Result<GuessCounter, Unavailable> {
        let build = Build::new(isa);
        if isa.available() {
            Ok(GuessCounter { build, ..GuessCounter::new() })
        } else {
            Err(Unavailable(isa))
        }
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
        let count = Count { search: &mut self.search, givens, limit, stop: &self.stop, out };
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
    fn new(isa: Isa) -> Build {
        #[cfg(target_arch = "x86_64")]
        if isa != Isa::Portable
            && let Some(rules) = avx2::Avx2::new()
        {
            return Build::Avx2(rules);
        }
        let _ = isa;
        Build::Portable
    }
}

//! Exact cover by a search that learns from its dead ends.
//!
//! The search decides that an option is chosen, and makes what follows: the options that share an
//! item with it are ruled out, and the last option of a primary item is chosen. When that ends in
//! a contradiction, it looks for the reason: a clause, some of whose literals ("this option is
//! chosen", "this one is not") must be true, and which forbids what led here wherever else it would
//! be tried. That is conflict-driven clause learning: Marques-Silva and Sakallah, *GRASP* (1999);
//! Moskewicz and others, *Chaff* (2001); Eén and Sörensson, *An extensible SAT-solver* (2003). The
//! items are no clauses here: they are words of bits, as in the arena, and explain themselves when
//! they are asked.
//!
//! Of what was tried, on 260 boards of 25×25 with 270 to 290 givens, first solution, ms per puzzle,
//! mean and longest (AMD EPYC, Zen 5, 2026-11; the arena alone some 200, 4,900):
//!
//! | search | ms |
//! | --- | --- |
//! | decides the most active option, to be chosen; activity fades by 0.98 | 15, 323 |
//! | the same, by 0.95 | 23, 532 |
//! | the same, by 0.99 | 18, 376 |
//! | as it was last (saved phase) | 38, 1800 |
//! | restarts every 16, 32, 64, 256 × 1 1 2 1 1 2 4 … conflicts (0.95) | 22, 18, 19, 18 |
//! | the first reduction at 1,000, 2,000, 4,000 clauses (0.95) | 24, 19, 19 |
//! | activity over the size of the option's smallest item (10 % fewer nodes) | 60, 777 |
//! | activity over the square of that, smallest items first | 140, 3500 |
//!
//! | file | what is there |
//! | --- | --- |
//! | `problem.rs` | options and items, and which options are still possible |
//! | `propagate.rs` | the assignment, and what follows from it |
//! | `clauses.rs` | what was learnt, and what is forgotten |
//! | `analyze.rs` | from a contradiction to a clause |
//! | `decide.rs` | what to decide next |
//! | `search.rs` | the loop |

mod analyze;
mod clauses;
mod decide;
mod problem;
mod propagate;
mod search;

#[cfg(test)]
mod tests;

use analyze::Analysis;
use clauses::Clauses;
use decide::Order;
use problem::Problem;
use propagate::Trail;
use std::ops::Not;

/// That an option is chosen, or that it is ruled out: twice its number, or one more.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Lit(u32);

impl Lit {
    #[inline(always)]
    fn chosen(option: usize) -> Lit {
        Lit(option as u32 * 2)
    }

    #[inline(always)]
    fn option(self) -> usize {
        self.0 as usize / 2
    }

    #[inline(always)]
    fn is_chosen(self) -> bool {
        self.0 & 1 == 0
    }

    #[inline(always)]
    fn index(self) -> usize {
        self.0 as usize
    }
}

impl Not for Lit {
    type Output = Lit;

    #[inline(always)]
    fn not(self) -> Lit {
        Lit(self.0 ^ 1)
    }
}

/// A problem, and the memory to search it, which is kept from one to the next.
///
/// The same options in the same order give the same search.
#[derive(Debug, Default)]
pub(super) struct CdclSearch {
    problem: Problem,
    trail: Trail,
    clauses: Clauses,
    order: Order,
    analysis: Analysis,
    /// The solution that is handed out.
    solution: Vec<usize>,
    /// Decisions.
    pub guesses: u64,
    conflicts: u64,
}

impl CdclSearch {
    /// Begins a problem without options.
    pub fn clear(&mut self) {
        self.problem.clear();
    }

    /// Adds an option by what the caller calls it, with its items and whether each is primary. The
    /// search begins with those that are liked.
    ///
    /// A primary item has an option in every problem: the caller leaves out those that are covered,
    /// and knows those that cannot be.
    ///
    /// # Panics
    /// If an item has more than 30 options.
    pub fn add(&mut self, name: usize, liked: bool, items: impl Iterator<Item = (usize, bool)>) {
        self.problem.add(name, liked, items);
    }
}

//! Exact cover by conflict-driven clause learning (CDCL).
//!
//! The search decides that an option is chosen, and propagates: options that share an item with it are
//! ruled out, and the last option of a primary item is chosen. A conflict is analyzed, which yields a
//! clause: a set of literals ("this option is chosen", "that one is not") of which at least one must be
//! true. The clause prunes the search wherever else it would run into the same conflict. See
//! Marques-Silva and Sakallah, *GRASP* (1999); Moskewicz and others, *Chaff* (2001); Eén and Sörensson,
//! *An extensible SAT-solver* (2003). Items are not encoded as clauses: they are words of bits, as in the
//! arena, and give their antecedents when the analysis asks for them.
//!
//! Measured variants, on 260 boards of 25×25 with 270 to 290 givens, first solution, ms per puzzle, mean and
//! maximum (AMD EPYC, Zen 5, 2026-11; the arena alone about 200, 4,900):
//!
//! | search | ms |
//! | --- | --- |
//! | decide that the most active option is chosen; decay 0.98 | 15, 323 |
//! | the same, decay 0.95 | 23, 532 |
//! | the same, decay 0.99 | 18, 376 |
//! | phase saving | 38, 1800 |
//! | restart intervals of 16, 32, 64, 256 conflicts, times the Luby sequence (decay 0.95) | 22, 18, 19, 18 |
//! | first reduction at 1,000, 2,000, 4,000 clauses (decay 0.95) | 24, 19, 19 |
//! | activity divided by the size of the option's smallest item (10 % fewer nodes) | 60, 777 |
//! | activity divided by the square of that size, smallest items first | 140, 3500 |
//!
//! | file | contents |
//! | --- | --- |
//! | `instance.rs` | options and items, and which options are still possible |
//! | `propagate.rs` | the trail and unit propagation |
//! | `clauses.rs` | learned clauses and their deletion |
//! | `analyze.rs` | conflict analysis |
//! | `decide.rs` | the decision heuristic |
//! | `search.rs` | the main loop |
//!
//! The files `propagate`, `analyze` and `search` are methods of [`CdclSearch`], which is defined here, so
//! they import this module as it imports them.

mod analyze;
mod clauses;
mod decide;
mod instance;
mod propagate;
mod search;

#[cfg(test)]
mod tests;

use analyze::Analysis;
use clauses::ClauseDb;
use decide::DecisionHeap;
use instance::Instance;
pub(super) use instance::Preference;
use propagate::Trail;
use quadrille_cover::csr::Csr;
use std::ops::Not;

/// A literal: that an option is chosen (twice its number), or that it is ruled out (one more).
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

/// A problem and the memory to search it, which is kept for the next problem.
///
/// The same options in the same order give the same search.
#[derive(Debug, Default)]
pub(super) struct CdclSearch {
    instance: Instance,
    trail: Trail,
    clauses: ClauseDb,
    order: DecisionHeap,
    analysis: Analysis,
    /// Clauses of the problem besides its items.
    implied: Csr<Lit>,
    /// The solution handed to the caller.
    solution: Vec<usize>,
    /// Decisions.
    pub guesses: u64,
    conflicts: u64,
}

impl CdclSearch {
    /// Starts a new problem, without options.
    pub fn clear(&mut self) {
        self.instance.clear();
        self.implied.clear();
    }

    /// Adds an option by the caller's number, with its items and whether each is primary. The search
    /// decides preferred options first.
    ///
    /// The caller leaves out items that are covered.
    ///
    /// # Panics
    /// If an item has more than 30 options.
    pub fn add(&mut self, option: usize, preference: Preference, items: impl Iterator<Item = (usize, bool)>) {
        self.instance.add(option, preference, items);
    }

    /// Adds a primary item. If it gets no option, the problem has no solution.
    pub fn require(&mut self, item: usize) {
        self.instance.number(item, true);
    }

    /// Adds that one of some options is chosen if `premise` is chosen, or in any case. All options are added before; those
    /// that are missing are ruled out.
    pub fn imply(&mut self, premise: Option<usize>, conclusions: impl Iterator<Item = usize>) {
        let instance = &self.instance;
        if let Some(premise) = premise {
            let Some(premise) = instance.option(premise) else { return };
            self.implied.push(!Lit::chosen(premise));
        }
        self.implied.extend(conclusions.filter_map(|option| instance.option(option)).map(Lit::chosen));
        self.implied.end_list();
    }
}

//! Problems in which some primary items have bounds other than 1 and 1.
//!
//! The method is Knuth's Algorithm M (7.2.2.1), on sets of bits; see `state.rs`. Unlike Knuth's programs it
//! branches on an item that needs no option only where no item needs one. A search begins in lists of options,
//! which take memory that is linear in the problem; where at most 128 items are open and at most 1,024 options are
//! live, sets of bits take over. There, an item that may have at most one option is like an item of any exact cover
//! problem; only the others have counters, which are part of the state.
//!
//! All solutions, CPU time in s against Knuth's DLX3 (`gcc -O3`), one thread, median of 3 interleaved rounds (Zen
//! 5, 2026-11-23):
//!
//! | problem | solutions | DLX3 | here |
//! | --- | ---: | ---: | ---: |
//! | 6×6 matrices with sums 3 | 297,200 | 0.041 | 0.035 |
//! | graphs of 9 vertices of degree 4 | 1,024,380 | 0.174 | 0.114 |
//! | graphs of 10 vertices of degree 3 | 11,180,820 | 1.608 | 0.987 |
//! | 5 queens that attack or fill 8×8 squares | 4,860 | 3.911 | 0.078 |
//! | 5 queens that attack or fill 9×9 squares | 114 | 13.491 | 0.133 |
//!
//! | file | contents |
//! | --- | --- |
//! | `list_search.rs`, `option_lists.rs` | the search in lists, and the lists |
//! | `block_search.rs` | the search in sets of bits, of five widths |
//! | `state.rs` | a state: forced moves, choices, key |
//! | `state/branches.rs`, `state/parts.rs` | its branches, one after the other, and its independent parts |
//! | `matrix.rs` | the sets: the options of each item, and the options that each option excludes |
//! | `bits.rs` | sets of any length |

mod bits;
mod block_search;
mod list_search;
mod matrix;
mod option_lists;
mod state;
#[cfg(test)]
mod tests;

use super::conflict_lists::ConflictLists;
use super::progress::{Reached, SearchStep, Tracker};
use crate::cover::{Cover, OutOfMemory};
pub(in crate::cover) use bits::BitSet;
pub(in crate::cover) use matrix::{BoundedMatrix, ListNumbers, Need, OpenItem};
pub(in crate::cover) use state::{BoundedState, Settled};

use block_search::BlockSearch;
use list_search::ListSearch;

/// The search of a problem with bounds. It can be stopped and continued.
#[derive(Debug)]
pub(super) struct BoundedSearch {
    lists: ListSearch,
    blocks: BlockSearch,
}

impl BoundedSearch {
    /// A search whose blocks have at most this number of options.
    pub fn try_new(
        cover: &Cover,
        conflicts: &ConflictLists,
        max_options: usize,
    ) -> Result<BoundedSearch, OutOfMemory> {
        let lists = ListSearch::try_new(cover, conflicts, max_options)?;
        Ok(BoundedSearch { lists, blocks: BlockSearch::new() })
    }

    /// Restarts the search.
    pub fn restart(&mut self) {
        self.blocks.stop();
        self.lists.restart();
    }

    /// Continues to the next solution.
    pub fn advance(&mut self, conflicts: &ConflictLists, tracker: &mut Tracker<'_>) -> SearchStep {
        loop {
            let step = self.blocks.advance(conflicts, tracker);
            if step != SearchStep::Exhausted {
                return step;
            }
            match self.lists.advance(conflicts, tracker) {
                Reached::Step(step) => return step,
                Reached::Small => self.blocks.begin(conflicts, |part| self.lists.hand_over(part)),
            }
        }
    }

    /// Number of options chosen.
    pub fn depth(&self) -> usize {
        self.lists.chosen().len() + self.blocks.depth()
    }

    /// Appends the options chosen.
    pub fn collect(&self, options: &mut Vec<usize>) {
        options.extend(self.lists.chosen());
        self.blocks.collect(options);
    }

    /// See [`ListSearch::next_options`].
    pub fn next_options(&mut self, conflicts: &ConflictLists) -> Option<Vec<usize>> {
        self.lists.next_options(conflicts)
    }

    /// See [`ListSearch::choose_branch`].
    pub fn choose(&mut self, conflicts: &ConflictLists, option: usize) {
        self.lists.choose_branch(conflicts, option);
    }
}

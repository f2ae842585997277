//! The search of a problem that is too large for one block, in whichever lists it needs.

use super::block::Part;
use super::bounded::list_search::ListSearch;
use super::conflict_lists::ConflictLists;
use super::progress::{Reached, Tracker};
use super::sparse_search::SparseSearch;
use crate::arena::layout::Of;
use crate::arena::tables::fits;
use crate::{Cover, OutOfMemory};

/// The search in an arena of one of three layouts, or with bounds in lists.
#[derive(Debug)]
pub(super) enum OuterSearch {
    Short(SparseSearch<Of<u32, u16, 0, false>>),
    Long(SparseSearch<Of<u64, u32, 0, false>>),
    Wide(SparseSearch<Of<u64, u32, 0, true>>),
    Bounded(Box<ListSearch>),
}

/// Evaluates an expression with the search in whichever arena the problem needs, or another with the search in lists.
macro_rules! with_search {
    ($search:expr, $name:ident => $body:expr, $bounded:ident => $other:expr) => {
        match $search {
            OuterSearch::Short($name) => $body,
            OuterSearch::Long($name) => $body,
            OuterSearch::Wide($name) => $body,
            OuterSearch::Bounded($bounded) => $other,
        }
    };
}

impl OuterSearch {
    /// A search whose blocks have at most this number of options.
    pub fn try_new(
        cover: &Cover,
        lists: &ConflictLists,
        max_options: usize,
    ) -> Result<OuterSearch, OutOfMemory> {
        Ok(if cover.has_bounds() {
            OuterSearch::Bounded(Box::new(ListSearch::try_new(cover, lists, max_options)?))
        } else if fits::<Of<u32, u16, 0, false>>(cover)? {
            OuterSearch::Short(SparseSearch::try_new(cover, max_options)?)
        } else if fits::<Of<u64, u32, 0, false>>(cover)? {
            OuterSearch::Long(SparseSearch::try_new(cover, max_options)?)
        } else {
            OuterSearch::Wide(SparseSearch::try_new(cover, max_options)?)
        })
    }

    /// Restarts the search.
    pub fn restart(&mut self) {
        with_search!(self, search => search.restart(), bounded => bounded.restart());
    }

    /// Continues to the next solution, or to a state that is small enough for a block.
    pub fn advance(&mut self, lists: &ConflictLists, tracker: &mut Tracker<'_>) -> Reached {
        with_search!(self, search => search.advance(tracker), bounded => bounded.advance(lists, tracker))
    }

    /// Writes the live options and the open items to `part`.
    pub fn hand_over(&self, part: &mut Part) {
        with_search!(self, search => search.hand_over(part), bounded => bounded.hand_over(part));
    }

    /// Number of options chosen.
    pub fn depth(&self) -> usize {
        with_search!(self, search => search.chosen().count(), bounded => bounded.chosen().len())
    }

    /// Appends the options chosen.
    pub fn collect(&self, options: &mut Vec<usize>) {
        with_search!(self, search => options.extend(search.chosen()), bounded => options.extend(bounded.chosen()));
    }

    /// Guesses that the tracker of the search does not count.
    pub fn guesses(&self) -> u64 {
        with_search!(self, search => search.guesses(), _bounded => 0)
    }

    /// See [`SparseSearch::next_options`].
    pub fn next_options(&mut self, lists: &ConflictLists) -> Option<Vec<usize>> {
        with_search!(self, search => search.next_options(), bounded => bounded.next_options(lists))
    }

    /// See [`SparseSearch::choose`].
    pub fn choose(&mut self, lists: &ConflictLists, option: usize) {
        with_search!(self, search => search.choose(option), bounded => bounded.choose(lists, option));
    }

    /// Limits the levels that copy the state.
    #[cfg(test)]
    pub fn limit_copies(&mut self, copies: usize) {
        with_search!(self, search => search.limit_copies(copies), _bounded => ());
    }
}

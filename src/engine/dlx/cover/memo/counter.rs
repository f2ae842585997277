//! The searches with memory that a problem can be counted by.

use super::bounded::BoundedSpace;
use super::number::Number;
use super::ordered::OrderedSpace;
use super::remainder::Remainder;
use super::search::MemoSearch;
use super::smallest::SmallestSpace;
use super::space::StateSpace;
use super::table::Table;
use crate::cover::{Cover, OutOfMemory};
use crate::engine::dlx::cover::conflict_lists::ConflictLists;
use std::sync::Arc;

/// The most options, and primary items, that a problem may have after its forced moves.
const MOST: usize = 4096;

/// A count that can be stopped and continued, whatever its states are.
pub(crate) trait SubproblemCount: Send {
    /// Words of a key of its table.
    fn key_words(&self) -> usize;

    /// Continues for this number of nodes. The number of solutions, when it is known.
    fn advance(&mut self, table: &Table, nodes: u64) -> Option<&Number>;

    /// Whether a node takes much less time than those of the other searches.
    fn is_cheap(&self) -> bool;

    /// What the search has done.
    fn effort(&self) -> Effort;

    /// Another search of the same problem, for the thread of this number, to share a table with the first one.
    fn for_thread(&self, thread: u64) -> Box<dyn SubproblemCount>;
}

/// What a search with memory has done.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Effort {
    /// States entered.
    pub nodes: u64,
    /// States whose number was remembered.
    pub hits: u64,
    /// States that fell apart into components.
    pub splits: u64,
    /// The fraction of the search that is done, estimated as if all choices of a branch point were equal.
    pub done: f64,
}

impl<S: StateSpace + Send + Sync + 'static> SubproblemCount for MemoSearch<S>
where
    S::State: Send,
{
    fn key_words(&self) -> usize {
        self.space().key_words()
    }

    fn is_cheap(&self) -> bool {
        self.space().is_cheap()
    }

    fn advance(&mut self, table: &Table, nodes: u64) -> Option<&Number> {
        MemoSearch::advance(self, table, nodes)
    }

    fn effort(&self) -> Effort {
        self.effort
    }

    fn for_thread(&self, thread: u64) -> Box<dyn SubproblemCount> {
        Box::new(MemoSearch::new(self.space().clone(), thread))
    }
}

/// The searches for a problem, cheap ones last; none if it is too large.
pub(crate) fn searches(cover: &Cover) -> Result<Vec<Box<dyn SubproblemCount>>, OutOfMemory> {
    let lists = ConflictLists::try_new(cover)?;
    if cover.has_bounds() {
        return Ok(of_bounded(cover, &lists));
    }
    let Some(Remainder { options, items, .. }) = Remainder::of(&lists, cover.len()) else {
        return Ok(Vec::new());
    };
    let words = options.len().max(items.len()).div_ceil(64);
    Ok(match words {
        0..=1 => of_width::<1>(&lists, &options, &items),
        2 => of_width::<2>(&lists, &options, &items),
        3..=4 => of_width::<4>(&lists, &options, &items),
        5..=8 => of_width::<8>(&lists, &options, &items),
        9..=16 => of_width::<16>(&lists, &options, &items),
        17..=32 => of_width::<32>(&lists, &options, &items),
        33.. if words * 64 <= MOST => of_width::<64>(&lists, &options, &items),
        _ => Vec::new(),
    })
}

pub(super) fn of_width<const W: usize>(
    lists: &ConflictLists,
    options: &[u32],
    items: &[u32],
) -> Vec<Box<dyn SubproblemCount>> {
    let smallest = SmallestSpace::<W>::new(lists, options, items);
    let has_symmetry = smallest.has_symmetry();
    let mut searches = vec![boxed(smallest.in_order()), boxed(smallest)];
    // A fixed order without forced moves cannot use symmetry.
    if !has_symmetry {
        searches.push(boxed(OrderedSpace::<W>::new(lists, options, items)));
    }
    searches
}

/// The search for a problem with bounds; none if it is too large.
pub(super) fn of_bounded(cover: &Cover, lists: &ConflictLists) -> Vec<Box<dyn SubproblemCount>> {
    fn of_width<const W: usize>(cover: &Cover, lists: &ConflictLists) -> Vec<Box<dyn SubproblemCount>> {
        vec![boxed(BoundedSpace::<[u64; W], [u64; W]>::new(cover, lists))]
    }
    let words = cover.len().max(cover.primary()).div_ceil(64);
    match words {
        0..=1 => of_width::<1>(cover, lists),
        2 => of_width::<2>(cover, lists),
        3..=4 => of_width::<4>(cover, lists),
        5..=8 => of_width::<8>(cover, lists),
        _ if words * 64 <= MOST => vec![boxed(BoundedSpace::<Vec<u64>, Vec<u64>>::new(cover, lists))],
        _ => Vec::new(),
    }
}

fn boxed<S: StateSpace<State: Send> + Send + Sync + 'static>(space: S) -> Box<dyn SubproblemCount> {
    Box::new(MemoSearch::new(Arc::new(space), 0))
}

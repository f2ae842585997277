//! The searches with memory that can count a problem.

use super::bounded::BoundedSpace;
use super::effort::Effort;
use super::number::Number;
use super::ordered::OrderedSpace;
use super::orders::orders;
use super::reduced::Reduced;
use super::search::MemoSearch;
use super::smallest::SmallestSpace;
use super::space::StateSpace;
use super::table::SubproblemTable;
use crate::search::conflict_lists::ConflictLists;
use crate::{Cover, OutOfMemory};
use num_bigint::BigUint;
use std::sync::Arc;

/// The most options, and primary items, that a problem may have after its forced moves.
const MOST: usize = 1 << 14;

/// Why a [`CoverCounter`](crate::count::CoverCounter) does not remember subproblems: more options, or primary items, remain after the forced moves than a
/// memory of subproblems is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoMemory {
    options: usize,
    items: usize,
}

impl std::fmt::Display for NoMemory {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let NoMemory { options, items } = self;
        write!(
            f,
            "the problem is too large for a memory of subproblems: the forced moves leave {options} options and {items} \
             primary items in one part, and it can hold {MOST} of each; solutions are counted one by one, so large \
             numbers are not reached (--limit and --timeout end the count)"
        )
    }
}

pub(crate) type Searches = Vec<Box<dyn SubproblemCount>>;

/// A count that can be stopped and continued, with states of any kind.
pub(crate) trait SubproblemCount: Send {
    /// Words of a key of its table.
    fn key_words(&self) -> usize;

    /// Continues for this number of nodes. Returns the number of solutions once it is known.
    fn advance(&mut self, table: &SubproblemTable, nodes: u64) -> Option<&Number>;

    /// Whether a node takes much less time than the nodes of the other searches.
    fn is_cheap(&self) -> bool;

    /// A lower bound of the number of solutions: the solutions counted so far.
    fn lower_bound(&self) -> BigUint;

    /// The cost of the search so far.
    fn effort(&self) -> Effort;

    /// Another search of the same problem, for the thread of this number, to share a table with the first one.
    fn for_thread(&self, thread: u64) -> Box<dyn SubproblemCount>;
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

    fn advance(&mut self, table: &SubproblemTable, nodes: u64) -> Option<&Number> {
        MemoSearch::advance(self, table, nodes)
    }

    fn lower_bound(&self) -> BigUint {
        MemoSearch::lower_bound(self).to_big()
    }

    fn effort(&self) -> Effort {
        self.effort
    }

    fn for_thread(&self, thread: u64) -> Box<dyn SubproblemCount> {
        Box::new(MemoSearch::new(self.space().clone(), thread))
    }
}

/// The searches for a problem with bounds.
pub(crate) fn bounded_searches(cover: &Cover) -> Result<Result<Searches, NoMemory>, OutOfMemory> {
    let (options, items) = (cover.len(), cover.primary());
    if options.max(items) > MOST {
        return Ok(Err(NoMemory { options, items }));
    }
    Ok(Ok(of_bounded(cover, &ConflictLists::try_new(cover)?)))
}

/// The searches for a problem without bounds, cheap ones last.
pub(crate) fn searches(reduced: &Reduced) -> Result<Searches, NoMemory> {
    if reduced.is_dead {
        return Ok(Vec::new());
    }
    let (options, items) = (reduced.options.len(), reduced.items.len());
    let most = options.max(items);
    match most.div_ceil(64) {
        _ if most > MOST => Err(NoMemory { options, items }),
        0..=4 => Ok(of_width::<4>(reduced)),
        5..=8 => Ok(of_width::<8>(reduced)),
        9..=16 => Ok(of_width::<16>(reduced)),
        17..=64 => Ok(of_width::<64>(reduced)),
        _ => Ok(in_orders::<{ MOST / 64 }>(reduced)),
    }
}

/// The searches of a large problem, whose other states would take too much memory.
fn in_orders<const W: usize>(reduced: &Reduced) -> Searches {
    let Reduced { lists, options, .. } = reduced;
    let order = |order: &Vec<u32>| boxed(OrderedSpace::<W>::new(lists, options, order));
    orders(reduced).iter().map(order).collect()
}

pub(super) fn of_width<const W: usize>(reduced: &Reduced) -> Searches {
    let Reduced { lists, options, items, .. } = reduced;
    let smallest = SmallestSpace::<W>::new(lists, options, items);
    let has_symmetry = smallest.has_symmetry();
    // The order of the problem, and one more.
    let orders = &orders(reduced)[..];
    let orders = &orders[..orders.len().min(2)];
    let mut searches: Vec<_> =
        orders.iter().map(|order| boxed(smallest.with_order(lists, order).in_order())).collect();
    searches.push(boxed(smallest));
    // A fixed order without forced moves cannot use symmetry.
    if !has_symmetry {
        searches.extend(orders.iter().map(|order| boxed(OrderedSpace::<W>::new(lists, options, order))));
    }
    searches
}

/// The search for a problem with bounds.
pub(super) fn of_bounded(cover: &Cover, lists: &ConflictLists) -> Searches {
    fn of_width<const W: usize>(cover: &Cover, lists: &ConflictLists) -> Searches {
        vec![boxed(BoundedSpace::<[u64; W], [u64; W]>::new(cover, lists))]
    }
    match cover.len().max(cover.primary()).div_ceil(64) {
        0..=8 => of_width::<8>(cover, lists),
        _ => vec![boxed(BoundedSpace::<Vec<u64>, Vec<u64>>::new(cover, lists))],
    }
}

fn boxed<S: StateSpace<State: Send> + Send + Sync + 'static>(space: S) -> Box<dyn SubproblemCount> {
    Box::new(MemoSearch::new(Arc::new(space), 0))
}

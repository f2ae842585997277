//! Subproblems in a fixed order of the items: the first item that is open is the next to be covered.
//!
//! Then few subproblems are different. All items before the first open one are covered, and all items beyond the reach
//! of the options chosen so far are open, so two states differ only in a window of items.
//!
//! ```text
//!  items, in the order      0 1 2 3 4 5 6 7 8 9 …
//!  open                     . . . 1 . 1 . 1 1 1 …
//!                           covered└window┘ all open
//! ```
//!
//! The window of tilings of a board is a row or two, for a board of any length: this is counting by the profile of the
//! tiled area, also called the transfer-matrix method. With secondary items the open items do not say which options are
//! live, so the key has a second window, of options, which are numbered by their first item for this purpose.

use super::space::{Settled, StateSpace};
use crate::search::bit_set::{BitSet, Set};
use crate::search::conflict_lists::{ConflictLists, NONE};
use std::ops::Range;

/// The states of a problem with at most `64·W` options and primary items, in an order of its items.
pub(crate) struct OrderedSpace<const W: usize> {
    /// The numbers of the options in the whole problem, by first item.
    options: Vec<u32>,
    /// The options of each first item, and the end.
    starts: Vec<u32>,
    /// The options that each option excludes, itself included.
    excluded: Vec<Set<W>>,
    /// The items of each option, by their places in the order.
    items: Vec<Set<W>>,
    /// For each first open item the words of the two windows: of items, and of options if the problem has secondary
    /// items.
    windows: Vec<[Range<u16>; 2]>,
    live: Set<W>,
    open: Set<W>,
}

/// A state: options that may be chosen, items that have to be covered, and the first of these.
#[derive(Clone)]
pub(crate) struct OrderedState<const W: usize> {
    live: Set<W>,
    open: Set<W>,
    item: u32,
}

/// Options in the order of a key. A sort is much code, so it is compiled once for all widths.
fn sorted(options: &[u32], key: &dyn Fn(u32) -> u32) -> Vec<u32> {
    let mut sorted = options.to_vec();
    sorted.sort_by_key(|&option| key(option));
    sorted
}

impl<const W: usize> OrderedSpace<W> {
    /// The states of the problem of these options and items, in this order. Each option needs a primary item.
    pub fn new(lists: &ConflictLists, options: &[u32], order: &[u32]) -> OrderedSpace<W> {
        let mut place = vec![u32::MAX; lists.primary];
        (0..).zip(order).for_each(|(at, &item)| place[item as usize] = at);
        let places = |option: u32| {
            let conflicts = lists.of(option as usize).iter();
            conflicts.filter_map(|c| place.get(c.item as usize)).copied().filter(|at| *at != u32::MAX)
        };
        let first = |option: u32| places(option).min().unwrap_or(0);
        let options = sorted(options, &first);
        let mut starts = vec![0u32; order.len() + 1];
        options.iter().for_each(|&option| starts[first(option) as usize + 1] += 1);
        (0..order.len()).for_each(|at| starts[at + 1] += starts[at]);
        let items: Vec<Set<W>> = options.iter().map(|&o| set_of(places(o).map(|at| at as usize))).collect();
        let excluded = exclusions(lists, &options);
        let by_items = windows(&starts, &items, |at| at);
        let by_options = windows(&starts, &excluded, |at| starts[at] as usize);
        let has_secondary = options.iter().any(|&o| lists.of(o as usize).len() > places(o).count());
        let empty = |range: Range<u16>| if has_secondary { range } else { 0..0 };
        let windows = by_items.zip(by_options).map(|(i, o)| [i, empty(o)]).collect();
        OrderedSpace {
            live: set_of(0..options.len()),
            open: set_of(0..order.len()),
            options,
            starts,
            excluded,
            items,
            windows,
        }
    }

    /// The live options of the first open item.
    #[inline(always)]
    fn list<'s>(&self, state: &'s OrderedState<W>) -> impl Iterator<Item = usize> + use<'s, W> {
        let item = state.item as usize;
        members_between(&state.live, self.starts[item] as usize..self.starts[item + 1] as usize)
    }

    #[inline(always)]
    fn apply(&self, state: &mut OrderedState<W>, option: usize) {
        state.live.remove_all(&self.excluded[option]);
        state.open.remove_all(&self.items[option]);
    }
}

fn set_of<const W: usize>(members: impl Iterator<Item = usize>) -> Set<W> {
    let mut set = [0; W];
    members.for_each(|member| set.insert(member));
    set
}

/// The members within a range, ascending.
#[inline(always)]
fn members_between<const W: usize>(set: &Set<W>, range: Range<usize>) -> impl Iterator<Item = usize> {
    let mut at = range.start;
    std::iter::from_fn(move || {
        while at < range.end {
            let rest = set[at / 64] >> (at % 64);
            if rest == 0 {
                at = (at / 64 + 1) * 64;
                continue;
            }
            let member = at + rest.trailing_zeros() as usize;
            at = member + 1;
            return (member < range.end).then_some(member);
        }
        None
    })
}

/// The options that each option excludes.
pub(super) fn exclusions<const W: usize>(lists: &ConflictLists, options: &[u32]) -> Vec<Set<W>> {
    let mut members = vec![[0; W]; lists.lists];
    for (number, &option) in options.iter().enumerate() {
        for conflicts in lists.of(option as usize) {
            members[conflicts.item as usize].insert(number);
            if conflicts.same_color != NONE {
                members[conflicts.same_color as usize].insert(number);
            }
        }
    }
    let excluded_by = |&option: &u32| {
        let mut excluded = [0; W];
        for conflicts in lists.of(option as usize) {
            let mut list = members[conflicts.item as usize];
            if conflicts.same_color != NONE {
                list.remove_all(&members[conflicts.same_color as usize]);
            }
            (0..W).for_each(|w| excluded[w] |= list[w]);
        }
        excluded
    };
    options.iter().map(excluded_by).collect()
}

/// For each item the words of the members from `first` of the item to the last one in the sets of the options of earlier items.
fn windows<const W: usize>(
    starts: &[u32],
    sets: &[Set<W>],
    first: impl Fn(usize) -> usize,
) -> impl Iterator<Item = Range<u16>> {
    let mut end = 0;
    starts.windows(2).enumerate().map(move |(item, range)| {
        let start = first(item) / 64;
        let window = start as u16..end.max(start) as u16;
        for set in &sets[range[0] as usize..range[1] as usize] {
            end = end.max((0..W).rfind(|&w| set[w] != 0).map_or(0, |w| w + 1));
        }
        window
    })
}

impl<const W: usize> StateSpace for OrderedSpace<W> {
    type State = OrderedState<W>;

    fn is_cheap(&self) -> bool {
        true
    }

    fn root(&self) -> OrderedState<W> {
        OrderedState { live: self.live, open: self.open, item: 0 }
    }

    #[inline(always)]
    fn settle(&self, state: &mut OrderedState<W>, mut chosen: impl FnMut(u32)) -> Settled {
        loop {
            let Some(word) = (state.item as usize / 64..W).find(|&w| state.open[w] != 0) else {
                return Settled::Solved;
            };
            state.item = 64 * word as u32 + state.open[word].trailing_zeros();
            let (option, second) = {
                let mut list = self.list(state);
                (list.next(), list.next())
            };
            let Some(option) = option else { return Settled::Dead };
            if second.is_some() {
                return Settled::Branch;
            }
            chosen(self.options[option]);
            self.apply(state, option);
        }
    }

    fn key_words(&self) -> usize {
        let words = |window: &[Range<u16>; 2]| window[0].len() + window[1].len();
        1 + self.windows.iter().map(words).max().unwrap_or(0)
    }

    #[inline(always)]
    fn key(&self, state: &OrderedState<W>, key: &mut [u64]) {
        let [items, options] = &self.windows[state.item as usize];
        let words = |window: &Range<u16>| usize::from(window.start)..usize::from(window.end);
        key.fill(0);
        key[0] = u64::from(state.item);
        key[1..][..items.len()].copy_from_slice(&state.open[words(items)]);
        key[1 + items.len()..][..options.len()].copy_from_slice(&state.live[words(options)]);
    }

    #[inline(always)]
    fn choices(&self, state: &OrderedState<W>) -> u32 {
        self.list(state).count() as u32
    }

    #[inline(always)]
    fn choose(&self, state: &OrderedState<W>, choice: u32) -> (OrderedState<W>, Option<u32>) {
        let option = self.list(state).nth(choice as usize).unwrap_or_default();
        let mut next = state.clone();
        self.apply(&mut next, option);
        (next, Some(self.options[option]))
    }
}

//! Subproblems of a search that covers the item with the fewest options next.
//!
//! Items with one option are covered at once, and an item without options ends a branch, so the live options determine
//! which items are open, and are the key. Colors that no longer matter are not in it, because a color only affects
//! which options are live.
//!
//! The rest may split into components: sets of live options that do not exclude options of each other. Each is counted
//! and memoized separately.

use super::blocks::{Blocks, by_blocks};
use super::ordered::exclusions;
use super::space::{Settled, StateSpace};
use crate::csr::Csr;
use crate::search::bit_set::{BitSet, Set};
use crate::search::conflict_lists::ConflictLists;

/// The size of an item that is covered: more than any other.
const COVERED: i16 = i16::MAX;

/// The states of a problem with at most `64·W` options and primary items.
#[derive(Clone)]
pub(crate) struct SmallestSpace<const W: usize> {
    /// The numbers of the options in the whole problem.
    options: Vec<u32>,
    /// The options that each option excludes, itself included.
    excluded: Vec<Set<W>>,
    /// The primary items of each option.
    items: Csr<u16>,
    /// The options of each primary item.
    lists: Vec<Set<W>>,
    blocks: Vec<Blocks>,
    /// Whether the first open item is covered next if none has fewer than two options.
    in_order: bool,
    root: SmallestState<W>,
}

/// A state: options that may be chosen, and how many of them each open item has.
#[derive(Clone)]
pub(crate) struct SmallestState<const W: usize> {
    live: Set<W>,
    sizes: [[i16; 64]; W],
    item: u32,
}

impl<const W: usize> SmallestSpace<W> {
    /// The states of the problem of these options and items. Each option needs a primary item.
    pub fn new(lists: &ConflictLists, options: &[u32], items: &[u32]) -> SmallestSpace<W> {
        let (options, blocks) = by_blocks(lists, options);
        SmallestSpace::of_blocks(lists, options, blocks, items)
    }

    /// As [`new`](Self::new), with different keys for subproblems that are only symmetric, for callers that need the
    /// solutions and not only their number.
    pub fn without_symmetry(lists: &ConflictLists, options: &[u32], items: &[u32]) -> SmallestSpace<W> {
        SmallestSpace::of_blocks(lists, options.to_vec(), Vec::new(), items)
    }

    fn of_blocks(
        lists: &ConflictLists,
        options: Vec<u32>,
        blocks: Vec<Blocks>,
        items: &[u32],
    ) -> SmallestSpace<W> {
        let mut place = vec![u16::MAX; lists.primary];
        (0..).zip(items).for_each(|(at, &item)| place[item as usize] = at);
        let places = |&option: &u32| {
            let conflicts = lists.of(option as usize).iter();
            let place = &place;
            conflicts.filter_map(move |c| place.get(c.item as usize).copied()).filter(|at| *at != u16::MAX)
        };
        let mut root = SmallestState { live: [0; W], sizes: [[COVERED; 64]; W], item: 0 };
        root.sizes.as_flattened_mut()[..items.len()].fill(0);
        let mut sets = vec![[0; W]; items.len()];
        for (number, option) in options.iter().enumerate() {
            root.live.insert(number);
            for item in places(option) {
                root.sizes.as_flattened_mut()[usize::from(item)] += 1;
                sets[usize::from(item)].insert(number);
            }
        }
        SmallestSpace {
            excluded: exclusions(lists, &options),
            items: Csr::from_lists(options.iter().map(places)),
            lists: sets,
            blocks,
            in_order: false,
            root,
            options,
        }
    }

    /// The same states, with the items in another order.
    pub fn with_order(&self, lists: &ConflictLists, items: &[u32]) -> SmallestSpace<W> {
        SmallestSpace::of_blocks(lists, self.options.clone(), self.blocks.clone(), items)
    }

    /// The same states, but if no item is forced the first open one is covered next.
    pub fn in_order(&self) -> SmallestSpace<W> {
        SmallestSpace { in_order: true, ..self.clone() }
    }

    /// Whether the problem has interchangeable parts, which share their keys.
    pub fn has_symmetry(&self) -> bool {
        !self.blocks.is_empty()
    }

    /// The number in the whole problem of an option of this space.
    #[inline(always)]
    pub fn option(&self, number: usize) -> u32 {
        self.options[number]
    }

    /// The primary items of an option of this space.
    #[inline(always)]
    pub fn items_of(&self, number: usize) -> &[u16] {
        self.items.list(number)
    }

    #[inline(always)]
    pub fn is_live(&self, state: &SmallestState<W>, number: usize) -> bool {
        state.live.contains(number)
    }

    /// The items that have to be covered.
    pub fn open_items(&self, state: &SmallestState<W>) -> impl Iterator<Item = usize> {
        let sizes = state.sizes.as_flattened()[..self.lists.len()].iter().enumerate();
        sizes.filter(|(_, size)| **size != COVERED).map(|(item, _)| item)
    }

    /// The choices of a settled state, each with its option of this space.
    pub fn choice_numbers(&self, state: &SmallestState<W>) -> impl Iterator<Item = (u32, usize)> {
        (0..).zip(self.list(state).members())
    }

    #[inline(always)]
    fn apply(&self, state: &mut SmallestState<W>, option: usize) {
        let removed: Set<W> = std::array::from_fn(|w| state.live[w] & self.excluded[option][w]);
        state.live.remove_all(&removed);
        let sizes = state.sizes.as_flattened_mut();
        for &item in self.items.list(option) {
            sizes[usize::from(item)] = COVERED;
        }
        for (w, &word) in removed.iter().enumerate() {
            let mut word = word;
            while word != 0 {
                let other = 64 * w + word.trailing_zeros() as usize;
                word &= word - 1;
                for &item in self.items.list(other) {
                    let size = &mut sizes[usize::from(item)];
                    *size -= i16::from(*size != COVERED);
                }
            }
        }
    }

    #[inline(always)]
    fn list(&self, state: &SmallestState<W>) -> Set<W> {
        let list = &self.lists[state.item as usize];
        std::array::from_fn(|w| state.live[w] & list[w])
    }

    /// The part of a state with these options alone.
    fn part(&self, state: &SmallestState<W>, live: Set<W>) -> SmallestState<W> {
        let mut part = SmallestState { live, sizes: [[COVERED; 64]; W], item: 0 };
        let (sizes, all) = (part.sizes.as_flattened_mut(), state.sizes.as_flattened());
        for option in live.members() {
            for &item in self.items.list(option) {
                sizes[usize::from(item)] = all[usize::from(item)];
            }
        }
        part
    }
}

impl<const W: usize> StateSpace for SmallestSpace<W> {
    type State = SmallestState<W>;

    fn root(&self) -> SmallestState<W> {
        self.root.clone()
    }

    #[inline(always)]
    fn settle(&self, state: &mut SmallestState<W>, mut chosen: impl FnMut(u32)) -> Settled {
        loop {
            let sizes = state.sizes.as_flattened();
            let least = sizes.iter().fold(COVERED, |least, &size| least.min(size));
            if least == COVERED {
                return Settled::Solved;
            }
            if least == 0 {
                return Settled::Dead;
            }
            state.item = sizes.iter().position(|&size| size == least).unwrap_or(0) as u32;
            if least > 1 {
                if self.in_order {
                    state.item = sizes.iter().position(|&size| size != COVERED).unwrap_or(0) as u32;
                }
                return Settled::Branch;
            }
            let option = self.list(state).pop();
            chosen(self.options[option]);
            self.apply(state, option);
        }
    }

    fn key_words(&self) -> usize {
        self.options.len().div_ceil(64)
    }

    #[inline(always)]
    fn key(&self, state: &SmallestState<W>, key: &mut [u64]) {
        key.copy_from_slice(&state.live[..key.len()]);
        self.blocks.iter().for_each(|blocks| blocks.sort(key));
    }

    #[inline(always)]
    fn choices(&self, state: &SmallestState<W>) -> u32 {
        self.list(state).size()
    }

    #[inline(always)]
    fn choose(&self, state: &SmallestState<W>, choice: u32) -> (SmallestState<W>, Option<u32>) {
        let option = self.list(state).members().nth(choice as usize).unwrap_or_default();
        let mut next = state.clone();
        self.apply(&mut next, option);
        (next, Some(self.options[option]))
    }

    fn components(&self, state: &SmallestState<W>, parts: &mut Vec<SmallestState<W>>) {
        let mut left = state.live;
        while left != [0; W] {
            let (mut part, mut reached) = ([0; W], [0; W]);
            reached.insert(left.clone().pop());
            while reached != [0; W] {
                let option = reached.pop();
                part.insert(option);
                for w in 0..W {
                    reached[w] |= self.excluded[option][w] & left[w] & !part[w];
                }
            }
            left.remove_all(&part);
            if left == [0; W] && parts.is_empty() {
                return;
            }
            parts.push(self.part(state, part));
        }
    }
}

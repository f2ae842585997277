//! The states of a search with bounds: the rest of a problem, the forced moves, and the branches.
//!
//! The method is D. E. Knuth's Algorithm M (7.2.2.1): branch on an item with few ways. An item that needs `low` more
//! of its `len` live options has `len + 1 - low` ways, each of which fixes the first option that will be chosen and
//! excludes the options before it. An item that needs none has one more way: no option at all. So each solution is
//! in one branch.

mod branches;
mod parts;

pub(super) use branches::Branches;

use super::bits::BitSet;
use super::matrix::{BoundedMatrix, Need, OpenItem};

/// The rest of the problem of a [`BoundedMatrix`].
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct BoundedState<O, I> {
    /// The options that can still be chosen.
    live: O,
    /// The items that are not done: every item of a live option, and all items that need one. Any others among
    /// them need no option.
    open: I,
    /// The needs of the counted items, which have the smallest numbers.
    needs: Vec<Need>,
}

/// The result of making the forced moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Settled {
    /// No move is forced; branch on this item.
    Branch(usize),
    /// Nothing is left: the options chosen are a solution.
    Solved,
    /// An item needs more options than it has.
    Dead,
}

impl<O: BitSet, I: BitSet> BoundedState<O, I> {
    /// The state before the first choice.
    pub fn new(matrix: &BoundedMatrix<O, I>) -> Self {
        let (live, open) = (O::below(matrix.len()), I::below(matrix.primary()));
        BoundedState { live, open, needs: matrix.needs().to_vec() }
    }

    /// Becomes a copy of another state, without allocating if both have the same matrix.
    #[inline(always)]
    pub fn copy_from(&mut self, other: &Self) {
        self.live.clone_from(&other.live);
        self.open.clone_from(&other.open);
        self.needs.clone_from(&other.needs);
    }

    /// The options that can still be chosen.
    pub fn live(&self) -> &O {
        &self.live
    }

    /// The open items, with their needs.
    pub fn open<'a>(&'a self, matrix: &'a BoundedMatrix<O, I>) -> impl Iterator<Item = OpenItem> + 'a {
        let open = self.open.members();
        open.map(move |item| OpenItem { item: matrix.item(item), need: self.need(matrix, item) })
    }

    /// The need of an open item.
    #[inline(always)]
    fn need(&self, matrix: &BoundedMatrix<O, I>, item: usize) -> Need {
        match self.needs.get(item) {
            Some(&need) => need,
            None => Need { low: u32::from(matrix.once().contains(item)), high: 1 },
        }
    }

    /// Chooses a live option.
    #[inline(always)]
    pub fn choose(&mut self, matrix: &BoundedMatrix<O, I>, option: usize) {
        self.live.remove_all(matrix.excluded(option));
        self.open.remove_all(matrix.closed(option));
        for &item in matrix.counted_of(option) {
            let item = item as usize;
            let need = &mut self.needs[item];
            need.low = need.low.saturating_sub(1);
            need.high -= 1;
            if need.high == 0 {
                self.live.remove_all(matrix.list(item));
                self.open.remove(item);
            }
        }
    }

    /// Makes the forced moves: chooses every option that an item requires, and appends it to `chosen`.
    #[inline(always)]
    pub fn settle(&mut self, matrix: &BoundedMatrix<O, I>, chosen: &mut impl Extend<u32>) -> Settled {
        loop {
            match self.smallest(matrix) {
                None => return Settled::Solved,
                Some((_, 0)) => return Settled::Dead,
                Some((item, 1)) => {
                    if !self.choose_all(matrix, item, chosen) {
                        return Settled::Dead;
                    }
                }
                Some((item, _)) => return Settled::Branch(item),
            }
        }
    }

    /// Chooses as many options of an item as it needs; `false` if it runs out of them.
    #[inline(always)]
    fn choose_all(
        &mut self,
        matrix: &BoundedMatrix<O, I>,
        item: usize,
        chosen: &mut impl Extend<u32>,
    ) -> bool {
        for _ in 0..self.need(matrix, item).low {
            let Some(option) = self.live.first_shared(matrix.list(item)) else { return false };
            chosen.extend([option as u32]);
            self.choose(matrix, option);
        }
        true
    }

    /// The item to branch on, and the number of its ways; 1 if its options are forced, 0 if it has too few.
    /// `None` if no item is open.
    ///
    /// This is the item with the fewest ways among those that need an option; the first that has one or none ends
    /// the scan. If no item needs an option, it is the first one that has options; every choice then leads to a
    /// solution. Branching on an item that needs none while others do gains little, because most of its branches
    /// exclude a single option.
    #[inline(always)]
    fn smallest(&mut self, matrix: &BoundedMatrix<O, I>) -> Option<(usize, u32)> {
        if self.live.words().len() == 1
            && let Some(found) = self.at_most_two(matrix)
        {
            return Some(found);
        }
        let mut best = (usize::MAX, u32::MAX);
        for at in 0..self.open.words().len() {
            let mut items = self.open.words()[at];
            while items != 0 {
                let item = 64 * at + items.trailing_zeros() as usize;
                items &= items - 1;
                let low = self.need(matrix, item).low;
                if low == 0 {
                    continue;
                }
                let ways = (self.live.shared(matrix.list(item)) + 1).saturating_sub(low);
                if ways < best.1 {
                    best = (item, ways);
                    if ways < 2 {
                        return Some(best);
                    }
                }
            }
        }
        if best.0 != usize::MAX { Some(best) } else { self.first_with_options(matrix) }
    }

    /// The same among the items with at most two ways, for sets of one word. This avoids counting the bits of words,
    /// which takes a dozen instructions where the compiler may not assume an instruction for it.
    #[inline(always)]
    fn at_most_two(&self, matrix: &BoundedMatrix<O, I>) -> Option<(usize, u32)> {
        let live = self.live.words()[0];
        let mut pair = None;
        for (at, &open) in self.open.words().iter().enumerate() {
            let mut items = open;
            while items != 0 {
                let item = 64 * at + items.trailing_zeros() as usize;
                items &= items - 1;
                let low = self.need(matrix, item).low;
                if low == 0 {
                    continue;
                }
                // The options beyond those that the item needs: one fewer than its ways.
                let mut beyond = live & matrix.list(item).words()[0];
                for _ in 0..low {
                    if beyond == 0 {
                        return Some((item, 0));
                    }
                    beyond &= beyond - 1;
                }
                if beyond == 0 {
                    return Some((item, 1));
                }
                if pair.is_none() && beyond & (beyond - 1) == 0 {
                    pair = Some((item, 2));
                }
            }
        }
        pair
    }

    /// The first open item that has options, and the number of its ways, if no item needs an option. Items without
    /// options are closed.
    #[inline(always)]
    fn first_with_options(&mut self, matrix: &BoundedMatrix<O, I>) -> Option<(usize, u32)> {
        while let Some(item) = self.open.first_shared(&self.open) {
            let size = self.live.shared(matrix.list(item));
            if size > 0 {
                return Some((item, size + 1));
            }
            self.open.remove(item);
        }
        None
    }

    /// The number of ways of an open item: to choose the first of its options, or none.
    pub fn ways(&self, matrix: &BoundedMatrix<O, I>, item: usize) -> u32 {
        (self.live.shared(matrix.list(item)) + 1).saturating_sub(self.need(matrix, item).low)
    }

    /// Takes one of the ways of an item, counted from 0, and returns its option, if it has one. The state is not settled then.
    pub fn take_way(&mut self, matrix: &BoundedMatrix<O, I>, item: usize, way: u32) -> Option<usize> {
        let mut untried = self.live.clone();
        untried.keep_all(matrix.list(item));
        for _ in 0..way {
            let option = untried.first_shared(&untried)?;
            untried.remove(option);
            self.live.remove(option);
        }
        let option = untried.first_shared(&untried)?;
        self.choose(matrix, option);
        Some(option)
    }

    /// The most bytes that a state takes besides its own size.
    pub fn heap_bytes(matrix: &BoundedMatrix<O, I>) -> usize {
        let state = BoundedState::new(matrix);
        size_of_val(state.live.words()) + size_of_val(state.open.words()) + size_of_val(matrix.needs())
    }

    /// The number of words of a key.
    pub fn key_words(matrix: &BoundedMatrix<O, I>) -> usize {
        BoundedState::new(matrix).live.words().len() + matrix.needs().len()
    }

    /// Writes words that are equal for two settled states of the same matrix exactly if these have the same options
    /// to choose from and the same needs: the live options, then the need of each counted item, where more than all
    /// of its live options counts as all of them. Such states have the same solutions below them.
    pub fn key(&self, matrix: &BoundedMatrix<O, I>, words: &mut [u64]) {
        let (live, needs) = words.split_at_mut(self.live.words().len());
        live.copy_from_slice(self.live.words());
        for ((item, need), word) in self.needs.iter().enumerate().zip(needs) {
            let high = need.high.min(self.live.shared(matrix.list(item)));
            // An item that is done has no live options, and needs none.
            *word = u64::from(need.low) << 32 | u64::from(high);
        }
    }
}

//! The states of a search in a matrix: the rest of a problem, and the forced moves.
//!
//! An item that needs `low` more of its `size` live options has `size + 1 - low` ways, each of which fixes the first
//! option that will be chosen and excludes the options before it. An item that needs none has one more way: no option
//! at all. So each solution is in one branch. (D. E. Knuth's Algorithm M, 7.2.2.1.) An item without bounds has as many
//! ways as live options.

use super::bit_set::BitSet;
use super::block::Block;
use super::matrix::Matrix;
use super::needs::{Need, Needs};
use super::smallest::Build;

/// The rest of the problem of a [`Matrix`].
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct State<O, I, N> {
    /// The options that can still be chosen.
    pub live: O,
    /// The items that are not done: every item of a live option, and all items that need one. Any others among
    /// them need no option.
    pub open: I,
    /// The needs of the counted items, which have the smallest numbers.
    pub needs: N,
}

/// An item and the number of its ways; 1 if its options are forced, 0 if it has too few. `None` if no item is open.
pub(crate) type Smallest = Option<(usize, u32)>;

/// The result of making the forced moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Settled {
    /// No move is forced; branch on this item, which has this number of ways.
    Branch(usize, u32),
    /// Nothing is left: the options chosen are a solution.
    Solved,
    /// An item needs more options than it has.
    Dead,
}

impl<O: BitSet, I: BitSet, N: Needs> State<O, I, N> {
    /// The state before the first choice.
    pub fn new(block: &Block, matrix: &Matrix<O, I, N>) -> Self {
        let (live, open) = (O::below(matrix.len()), I::below(block.primary()));
        State { live, open, needs: N::of(block.counted()) }
    }

    /// The need of an open item.
    #[inline(always)]
    pub fn need(&self, block: &Block, item: usize) -> Need {
        if !N::BOUNDED {
            return Need::ONCE;
        }
        match self.needs.counters().get(item) {
            Some(&counters) => counters.into(),
            None => block.need(item),
        }
    }

    /// Chooses a live option.
    #[inline(always)]
    pub fn choose(&mut self, block: &Block, matrix: &Matrix<O, I, N>, option: usize) {
        let removed = matrix.removed(block, option);
        self.live.remove_all(&removed.options);
        self.open.remove_all(&removed.items);
        if !N::BOUNDED {
            return;
        }
        for item in block.counted_of(matrix.in_block(option)) {
            let need = &mut self.needs.counters_mut()[item];
            need.low = need.low.saturating_sub(1);
            need.high -= 1;
            if need.high == 0 {
                matrix.remove_list(&mut self.live, item);
                self.open.remove(item);
            }
        }
    }

    /// Makes the forced moves: chooses every option that an item requires, and passes it to `chosen`. `smallest` is the
    /// item of [`Build::smallest`].
    #[inline(always)]
    pub fn settle(
        &mut self,
        build: impl Build,
        block: &Block,
        matrix: &Matrix<O, I, N>,
        mut smallest: Smallest,
        mut chosen: impl FnMut(usize),
    ) -> Settled {
        loop {
            match smallest {
                None => return Settled::Solved,
                Some((_, 0)) => return Settled::Dead,
                Some((item, 1)) => {
                    // All options that the item needs.
                    for _ in 0..self.need(block, item).low {
                        let option = matrix.first(item, &self.live);
                        if N::BOUNDED && option >= matrix.len() {
                            return Settled::Dead;
                        }
                        chosen(option);
                        self.choose(block, matrix, option);
                    }
                }
                Some((item, ways)) => return Settled::Branch(item, ways),
            }
            smallest = build.smallest(block, matrix, self);
        }
    }

    /// The item to branch on.
    ///
    /// This is the item with the fewest ways among those that need an option; the first that has one or none ends
    /// the scan. If no item needs an option, it is the first one that has options; every choice then leads to a
    /// solution. Branching on an item that needs none while others do gains little, because most of its branches
    /// exclude a single option.
    #[inline(always)]
    pub fn smallest(&mut self, block: &Block, matrix: &Matrix<O, I, N>) -> Smallest {
        if self.live.words().len() == 1
            && let Some(found) = self.at_most_two(block, matrix)
        {
            return Some(found);
        }
        let mut best = (usize::MAX, u32::MAX);
        for at in 0..self.open.words().len() {
            let mut items = self.open.words()[at];
            while items != 0 {
                let item = 64 * at + items.trailing_zeros() as usize;
                items &= items - 1;
                let low = self.need(block, item).low;
                if low == 0 {
                    continue;
                }
                let ways = (matrix.size(item, &self.live) + 1).saturating_sub(low);
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
    fn at_most_two(&self, block: &Block, matrix: &Matrix<O, I, N>) -> Smallest {
        let live = self.live.words()[0];
        let mut pair = None;
        for (at, &open) in self.open.words().iter().enumerate() {
            let mut items = open;
            while items != 0 {
                let item = 64 * at + items.trailing_zeros() as usize;
                items &= items - 1;
                let low = self.need(block, item).low;
                if low == 0 {
                    continue;
                }
                // The options beyond those that the item needs: one fewer than its ways.
                let (mut beyond, mut is_enough) = (live & matrix.options(item, 1), true);
                for _ in 0..low {
                    is_enough &= beyond != 0;
                    beyond &= beyond.wrapping_sub(1);
                }
                if beyond == 0 {
                    return Some((item, u32::from(is_enough)));
                }
                if pair.is_none() && beyond & (beyond - 1) == 0 {
                    pair = Some((item, 2));
                }
            }
        }
        pair
    }

    /// The first open item that has options, if no item needs an option. Items without options are closed.
    #[inline(always)]
    fn first_with_options(&mut self, matrix: &Matrix<O, I, N>) -> Smallest {
        if !N::BOUNDED {
            return None;
        }
        while let Some(item) = self.open.lowest() {
            let size = matrix.size(item, &self.live);
            if size > 0 {
                return Some((item, size + 1));
            }
            self.open.remove(item);
        }
        None
    }
}

//! Some options of a block as sets of bits: what each item has, and what each option excludes.

use super::bit_set::{Set, contains, insert, members, remove, size};
use super::block::{Block, Items};
use super::conflict_lists::NONE;

/// Up to `64·W` options of a block, numbered from 0 again; items keep their numbers in the block.
#[derive(Debug, Default)]
pub(super) struct DenseMatrix<const W: usize> {
    /// The number in the block of every option.
    in_block: Vec<u16>,
    /// The options of every list of the block.
    lists: Vec<Set<W>>,
    /// The options that each option excludes, itself included; empty if not computed yet.
    excluded: Vec<Set<W>>,
}

impl<const W: usize> DenseMatrix<W> {
    /// Replaces the matrix by one of these options.
    ///
    /// The lists of covered items stay empty, since no live option has such an item.
    pub fn load(&mut self, block: &Block, options: impl Iterator<Item = usize>) {
        self.in_block.clear();
        self.in_block.extend(options.map(|option| option as u16));
        assert!(self.in_block.len() <= 64 * W, "too many options for a matrix");
        self.lists.clear();
        self.lists.resize(block.lists(), [0; W]);
        self.excluded.clear();
        self.excluded.resize(self.in_block.len(), [0; W]);
        for (number, &option) in self.in_block.iter().enumerate() {
            for conflicts in block.conflicts(usize::from(option)) {
                insert(&mut self.lists[conflicts.item as usize], number);
                if conflicts.same_color != NONE {
                    insert(&mut self.lists[conflicts.same_color as usize], number);
                }
            }
        }
    }

    /// Number of options.
    pub fn len(&self) -> usize {
        self.in_block.len()
    }

    /// The number in the block of an option.
    pub fn in_block(&self, option: usize) -> usize {
        usize::from(self.in_block[option])
    }

    /// The number here of an option of the block.
    pub fn find(&self, option: usize) -> Option<usize> {
        self.in_block.iter().position(|&other| usize::from(other) == option)
    }

    /// The numbers in the block of some options.
    pub fn all_in_block(&self, options: Set<W>) -> impl Iterator<Item = usize> {
        members(options).map(|option| self.in_block(option))
    }

    /// The live options of an item.
    #[inline(always)]
    pub fn list(&self, item: usize, live: &Set<W>) -> Set<W> {
        let list = &self.lists[item];
        std::array::from_fn(|w| live[w] & list[w])
    }

    /// The open item with the fewest live options, and their number; the first item that has one or none
    /// ends the scan. `None` if no item is open.
    #[inline(always)]
    pub fn smallest(&self, live: &Set<W>, open: &Items) -> Option<(usize, u32)> {
        if W == 1
            && let Some(found) = self.at_most_two(live, open)
        {
            return Some(found);
        }
        let mut best = (usize::MAX, u32::MAX);
        for (word, &items) in open.iter().enumerate() {
            let mut items = items;
            while items != 0 {
                let item = 64 * word + items.trailing_zeros() as usize;
                items &= items - 1;
                let size = size(&self.list(item, live));
                if size < best.1 {
                    best = (item, size);
                    if size < 2 {
                        return Some(best);
                    }
                }
            }
        }
        (best.0 != usize::MAX).then_some(best)
    }

    /// The same among the items with at most two live options. This avoids counting the bits of words, which
    /// takes a dozen instructions where the compiler may not assume an instruction for it.
    #[inline(always)]
    fn at_most_two(&self, live: &Set<W>, open: &Items) -> Option<(usize, u32)> {
        let mut pair = None;
        for (word, &items) in open.iter().enumerate() {
            let mut items = items;
            while items != 0 {
                let item = 64 * word + items.trailing_zeros() as usize;
                items &= items - 1;
                let all = live[0] & self.lists[item][0];
                let but_one = all & all.wrapping_sub(1);
                if but_one == 0 {
                    return Some((item, u32::from(all != 0)));
                }
                if pair.is_none() && but_one & (but_one - 1) == 0 {
                    pair = Some((item, 2));
                }
            }
        }
        pair
    }

    /// Chooses a live option.
    #[inline(always)]
    pub fn choose(&mut self, block: &Block, option: usize, live: &mut Set<W>, open: &mut Items) {
        // An option excludes itself, so this shows whether its set has been computed.
        if !contains(&self.excluded[option], option) {
            self.compute_excluded(block, option);
        }
        remove(live, &self.excluded[option]);
        remove(open, block.items(self.in_block(option)));
    }

    #[inline(never)]
    fn compute_excluded(&mut self, block: &Block, option: usize) {
        let mut excluded = [0; W];
        for conflicts in block.conflicts(self.in_block(option)) {
            let mut list = self.lists[conflicts.item as usize];
            if conflicts.same_color != NONE {
                remove(&mut list, &self.lists[conflicts.same_color as usize]);
            }
            (0..W).for_each(|w| excluded[w] |= list[w]);
        }
        self.excluded[option] = excluded;
    }
}

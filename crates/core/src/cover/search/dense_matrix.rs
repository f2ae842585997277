//! Some options of a block as sets of bits: the options of each item, and the options that each option
//! excludes.

use super::bit_set::{Set, contains, members, remove, size};
use super::block::{Block, Items};
use super::conflict_lists::NONE;

/// Lists whose words are next to each other, so that their sizes can be counted at once.
pub(super) const LANES: usize = 8;

/// The first word of each list, then the second of each, and so on.
pub(super) type Group<const W: usize> = [[u64; LANES]; W];

/// Up to `64·W` options of a block, numbered from 0 again; items keep their numbers in the block.
#[derive(Debug, Default)]
pub(super) struct DenseMatrix<const W: usize> {
    /// The number in the block of every option.
    in_block: Vec<u16>,
    /// The options of every list of the block, in groups of [`LANES`] lists: word by word, one word of each list.
    groups: Vec<Group<W>>,
    /// The groups of primary items, of which the last may contain other lists.
    primary_groups: usize,
    /// The options and items that choosing each option removes; empty if not computed yet.
    removed: Vec<Removed<W>>,
}

/// The options and items that choosing an option removes.
#[derive(Clone, Copy, Debug)]
struct Removed<const W: usize> {
    /// The options that it excludes, itself included.
    options: Set<W>,
    /// Its primary items.
    items: Items,
}

impl<const W: usize> DenseMatrix<W> {
    /// Replaces the matrix by one of these options.
    ///
    /// The lists of covered items stay empty, because no live option has such an item.
    pub fn load(&mut self, block: &Block, options: impl Iterator<Item = usize>) {
        self.in_block.clear();
        self.in_block.extend(options.map(|option| option as u16));
        assert!(self.in_block.len() <= 64 * W, "too many options for a matrix");
        self.primary_groups = block.primary.div_ceil(LANES);
        self.groups.clear();
        self.groups.resize(block.lists().div_ceil(LANES), [[0; LANES]; W]);
        self.removed.clear();
        self.removed.resize(self.in_block.len(), Removed { options: [0; W], items: [0; 2] });
        for (number, &option) in self.in_block.iter().enumerate() {
            for conflicts in block.conflicts(usize::from(option)) {
                insert_in_group(&mut self.groups, conflicts.item, number);
                if conflicts.same_color != NONE {
                    insert_in_group(&mut self.groups, conflicts.same_color, number);
                }
            }
        }
    }

    /// The first options of a list, as bits.
    #[inline(always)]
    pub fn options(&self, list: usize) -> u64 {
        self.groups[list / LANES][0][list % LANES]
    }

    /// Number of options.
    pub fn len(&self) -> usize {
        self.in_block.len()
    }

    /// The number in the block of an option.
    #[inline(always)]
    pub fn in_block(&self, option: usize) -> usize {
        usize::from(self.in_block[option])
    }

    /// The number in this matrix of an option of the block.
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
        let group = &self.groups[item / LANES];
        let mut list = *live;
        for w in 0..W {
            list[w] &= group[w][item % LANES];
        }
        list
    }

    /// The open item with the fewest live options, and their number; the first item with at most one ends the
    /// scan. `None` if no item is open.
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

    /// The lists of the primary items, for a search of [`LANES`] of them at once.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    pub fn groups(&self) -> &[Group<W>] {
        &self.groups[..self.primary_groups]
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
                let all = live[0] & self.groups[item / LANES][0][item % LANES];
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
        let removed = match self.removed.get(option) {
            // An option excludes itself, so this shows whether its set has been computed.
            Some(removed) if contains(&removed.options, option) => removed,
            _ => self.compute_removed(block, option),
        };
        remove(live, &removed.options);
        remove(open, &removed.items);
    }

    #[inline(never)]
    fn compute_removed(&mut self, block: &Block, option: usize) -> &Removed<W> {
        let (mut excluded, all) = ([0; W], [u64::MAX; W]);
        for conflicts in block.conflicts(self.in_block(option)) {
            let mut list = self.list(conflicts.item as usize, &all);
            if conflicts.same_color != NONE {
                remove(&mut list, &self.list(conflicts.same_color as usize, &all));
            }
            for w in 0..W {
                excluded[w] |= list[w];
            }
        }
        let items = *block.items(self.in_block(option));
        let removed = &mut self.removed[option];
        *removed = Removed { options: excluded, items };
        removed
    }
}

/// Inserts an option into a list.
#[inline(always)]
fn insert_in_group<const W: usize>(groups: &mut [Group<W>], list: u32, option: usize) {
    let list = list as usize;
    groups[list / LANES][option / 64][list % LANES] |= 1 << (option % 64);
}

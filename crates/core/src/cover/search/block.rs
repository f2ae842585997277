//! A small problem, or a small remainder of a large one.
//!
//! The pairs of options that exclude each other define an exact cover problem, secondary items and colors
//! included. So the live options are one set of bits, and choosing an option removes the options that it
//! excludes from the set: a few instructions, where an arena visits nodes one by one. The size of an item's
//! list is the population of the intersection of two sets.
//!
//! ```text
//!            option 0 1 2 3 4 5 …
//!  live             1 1 . 1 1 .
//!  list of item 7   1 . 1 . 1 .      two live options: 0 and 4
//!  excluded by 4    1 1 . . 1 1      the union of the lists of its items; then only 3 is live
//! ```
//!
//! The set that an option excludes is computed when the option is first chosen, because many searches end
//! before all options are chosen. Where few options are left, a
//! [`DenseMatrix`](super::dense_matrix::DenseMatrix) of these alone has shorter sets.

use super::bit_set::{Set, insert};
use super::conflict_lists::{ConflictLists, Conflicts, NONE};
use crate::cover::csr::Csr;

/// Most primary items of a block.
pub(super) const MAX_ITEMS: usize = 128;
/// Most options of a block.
pub(super) const MAX_OPTIONS: usize = 1024;

/// A set of primary items.
pub(super) type Items = Set<{ MAX_ITEMS / 64 }>;

/// A problem whose lists and options are numbered anew.
#[derive(Debug, Default)]
pub(super) struct Block {
    /// The number in this block of every list of the whole problem.
    local: Vec<u32>,
    /// The number in the whole problem of every list of this block, the primary items first.
    global: Vec<u32>,
    pub primary: usize,
    /// Number of lists.
    lists: usize,
    /// The number in the whole problem of every option of this block.
    options: Vec<u32>,
    /// The conflicts of every option, with lists of this block.
    conflicts: Csr<Conflicts>,
    /// The primary items of every option.
    items: Vec<Items>,
}

impl Block {
    /// Replaces the block by the problem of these options, each with a primary item, and of the primary items
    /// `open`. These must be all primary items of the options, and [`MAX_ITEMS`] at most.
    pub fn load(
        &mut self,
        lists: &ConflictLists,
        open: impl Iterator<Item = usize>,
        options: impl Iterator<Item = usize>,
    ) {
        self.clear(lists.lists);
        open.for_each(|item| _ = self.number(item as u32));
        self.primary = self.global.len();
        assert!(self.primary <= MAX_ITEMS, "too many items for a block");
        options.for_each(|option| self.add(lists.of(option), option));
        self.lists = self.global.len();
    }

    /// Replaces the block by the whole problem, whose options must all have a primary item; lists and options keep
    /// their numbers.
    pub fn load_all(&mut self, lists: &ConflictLists) {
        assert!(lists.primary <= MAX_ITEMS, "too many items for a block");
        self.clear(0);
        self.primary = lists.primary;
        self.lists = lists.lists;
        self.conflicts.clone_from(lists.all());
        let options = self.conflicts.len();
        self.options.extend(0..options as u32);
        self.items.reserve(options);
        for option in 0..options {
            let mut items = 0u128;
            for lists in self.conflicts.list(option) {
                if (lists.item as usize) < self.primary {
                    items |= 1 << lists.item;
                }
            }
            self.items.push([items as u64, (items >> 64) as u64]);
        }
    }

    fn clear(&mut self, lists: usize) {
        for &list in &self.global {
            self.local[list as usize] = NONE;
        }
        self.local.resize(lists, NONE);
        self.global.clear();
        self.options.clear();
        self.conflicts.clear();
        self.items.clear();
    }

    /// The number of a list in this block.
    fn number(&mut self, list: u32) -> u32 {
        if list == NONE {
            return NONE;
        }
        let local = &mut self.local[list as usize];
        if *local == NONE {
            *local = self.global.len() as u32;
            self.global.push(list);
        }
        *local
    }

    fn add(&mut self, conflicts: &[Conflicts], option: usize) {
        let mut items = Items::default();
        for lists in conflicts {
            let (item, same_color) = (self.number(lists.item), self.number(lists.same_color));
            if (item as usize) < self.primary {
                insert(&mut items, item as usize);
            }
            self.conflicts.push(Conflicts { item, same_color });
        }
        self.conflicts.end_list();
        self.items.push(items);
        self.options.push(option as u32);
    }

    /// The conflicts of an option.
    #[inline(always)]
    pub fn conflicts(&self, option: usize) -> &[Conflicts] {
        self.conflicts.list(option)
    }

    /// The primary items of an option.
    #[inline(always)]
    pub fn items(&self, option: usize) -> &Items {
        &self.items[option]
    }

    /// Number of lists.
    pub fn lists(&self) -> usize {
        self.lists
    }

    /// Number of options.
    pub fn len(&self) -> usize {
        self.options.len()
    }

    /// The number of an option in the whole problem.
    pub fn option(&self, option: usize) -> usize {
        self.options[option] as usize
    }

    /// The number in this block of an option of the whole problem.
    pub fn find(&self, option: usize) -> Option<usize> {
        self.options.iter().position(|&other| other as usize == option)
    }
}

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
//! [`Matrix`](super::matrix::Matrix) of these alone has shorter sets.

use super::bit_set::Set;
use super::conflict_lists::{ConflictLists, Conflicts, NONE};
use super::needs::{Need, OpenItem};
use crate::Cover;
use crate::csr::Csr;

/// Most primary items of a block that is searched.
pub(super) const MAX_ITEMS: usize = 128;
/// Most options of a block that is searched.
pub(super) const MAX_OPTIONS: usize = 1024;

/// A set of primary items.
pub(super) type Items = Set<{ MAX_ITEMS / 64 }>;

/// Options and open items of the whole problem, which one search hands to another.
#[derive(Debug, Default)]
pub(crate) struct Part {
    pub options: Vec<usize>,
    pub open: Vec<OpenItem>,
}

impl Part {
    /// All options that have a primary item, and all items.
    pub fn whole(cover: &Cover, lists: &ConflictLists) -> Part {
        let need = |item| Need { low: cover.bounds(item).0, high: cover.bounds(item).1 };
        Part {
            options: (0..cover.len()).filter(|&option| lists.is_choice(option)).collect(),
            open: (0..cover.primary()).map(|item| OpenItem { item, need: need(item) }).collect(),
        }
    }
}

/// The numbers in a block of the lists of the whole problem. They are only needed to load a block.
#[derive(Debug, Default)]
pub(crate) struct ListNumbers {
    local: Vec<u32>,
    /// The lists that have a number.
    numbered: Vec<u32>,
}

impl ListNumbers {
    /// Prepares for this many lists, none of which has a number.
    fn clear(&mut self, lists: usize) {
        self.numbered.drain(..).for_each(|list| self.local[list as usize] = NONE);
        self.local.resize(lists, NONE);
    }

    /// The number of a list, a new one if it has none.
    fn of(&mut self, list: u32) -> u32 {
        if list == NONE {
            return NONE;
        }
        let local = &mut self.local[list as usize];
        if *local == NONE {
            *local = self.numbered.len() as u32;
            self.numbered.push(list);
        }
        *local
    }
}

/// A problem whose lists and options are numbered anew, the primary items first.
///
/// An item that may have at most one option is like any item of an exact cover problem, because its options exclude
/// each other. An item that may have more is *counted*: a state has its [`Need`], and its options exclude each other
/// only once the item has as many as it may have. Counted items have the smallest numbers.
#[derive(Debug, Default)]
pub(crate) struct Block {
    /// The number in the whole problem of every option, and of every primary item.
    options: Vec<u32>,
    items: Vec<u32>,
    /// The needs of the primary items before the first choice.
    needs: Vec<Need>,
    counted: usize,
    /// Number of lists.
    lists: usize,
    /// The conflicts of every option, with lists of this block; counted items first.
    conflicts: Csr<Conflicts>,
}

impl Block {
    /// Replaces the block by the problem of these options, each with a primary item, and of these open items, which
    /// must be all primary items of the options.
    pub fn load(&mut self, lists: &ConflictLists, numbers: &mut ListNumbers, part: &mut Part) {
        numbers.clear(lists.lists);
        self.clear();
        part.open.sort_by_key(|open| open.need.high == 1);
        for &OpenItem { item, need } in &part.open {
            numbers.of(item as u32);
            self.add_item(item as u32, need);
        }
        for &option in &part.options {
            for conflicts in lists.of(option) {
                let (item, same_color) = (numbers.of(conflicts.item), numbers.of(conflicts.same_color));
                self.conflicts.push(Conflicts { item, same_color });
            }
            self.conflicts.end_list();
            self.options.push(option as u32);
        }
        self.lists = numbers.numbered.len();
        if self.counted > 0 {
            let sort = |option| self.conflicts.list_mut(option).sort_unstable_by_key(|lists| lists.item);
            (0..self.options.len()).for_each(sort);
        }
    }

    /// Replaces the block by the whole problem, which has no bounds and whose options must all have a primary item;
    /// lists and options keep their numbers.
    pub fn load_all(&mut self, lists: &ConflictLists) {
        self.clear();
        (0..lists.primary as u32).for_each(|item| self.add_item(item, Need::ONCE));
        self.lists = lists.lists;
        self.conflicts.clone_from(lists.all());
        self.options.extend(0..self.conflicts.len() as u32);
    }

    fn clear(&mut self) {
        self.options.clear();
        self.items.clear();
        self.needs.clear();
        self.counted = 0;
        self.conflicts.clear();
    }

    fn add_item(&mut self, item: u32, need: Need) {
        self.items.push(item);
        self.needs.push(need);
        self.counted += usize::from(need.high > 1);
    }

    /// The conflicts of an option.
    #[inline(always)]
    pub fn conflicts(&self, option: usize) -> &[Conflicts] {
        self.conflicts.list(option)
    }

    /// The counted items of an option.
    #[inline(always)]
    pub fn counted_of(&self, option: usize) -> impl Iterator<Item = usize> {
        let items = self.conflicts(option).iter().map(|lists| lists.item as usize);
        items.take_while(|&item| item < self.counted)
    }

    /// The need of a primary item before the first choice.
    #[inline(always)]
    pub fn need(&self, item: usize) -> Need {
        self.needs[item]
    }

    /// The needs of the counted items, which have the smallest numbers, before the first choice.
    #[inline(always)]
    pub fn counted(&self) -> &[Need] {
        &self.needs[..self.counted]
    }

    /// Number of lists.
    pub fn lists(&self) -> usize {
        self.lists
    }

    /// Number of primary items.
    pub fn primary(&self) -> usize {
        self.items.len()
    }

    /// Number of options.
    pub fn len(&self) -> usize {
        self.options.len()
    }

    /// The number in the whole problem of an option.
    #[inline]
    pub fn option(&self, option: usize) -> usize {
        self.options[option] as usize
    }

    /// The number in the whole problem of a primary item.
    pub fn item(&self, item: usize) -> usize {
        self.items[item] as usize
    }

    /// The number in this block of an option of the whole problem.
    pub fn find(&self, option: usize) -> Option<usize> {
        self.options.iter().position(|&other| other as usize == option)
    }
}

//! A small problem, and views of what is left of it.
//!
//! Two options exclude each other or not; that is all there is to an exact cover problem, secondary
//! items and colours included. So the live options are one set of bits, to choose an option is to
//! take what it excludes out of the set, a few instructions where a dance follows links one by one,
//! and the size of an item's list is the population of what the set and the list share.
//!
//! ```text
//!            option 0 1 2 3 4 5 …
//!  live             1 1 . 1 1 .
//!  list of item 7   1 . 1 . 1 .      two live options: 0 and 4
//!  excluded by 4    1 1 . . 1 1      the lists of its items, all together; then only 3 is live
//! ```
//!
//! What an option excludes is put together when it is first chosen: many a search is over before all
//! are. Where few options are left, a view of those alone has shorter sets.

use super::conflict_lists::{ConflictLists, NONE, Part};
use super::sets::{Set, add, contains, members, remove, size};

/// Most primary items of a block.
pub(super) const ITEMS: usize = 128;

/// A set of primary items.
pub(super) type Items = Set<{ ITEMS / 64 }>;

/// A problem with numbers of its own for lists and options.
#[derive(Debug, Default)]
pub(super) struct Block {
    /// Number here of every list of the whole problem.
    local: Vec<u32>,
    /// Number in the whole problem of every list here, the primary items first.
    names: Vec<u32>,
    pub primary: usize,
    /// Options by their numbers in the whole problem.
    options: Vec<u32>,
    /// The parts of every option, of lists here, end to end.
    parts: Vec<Part>,
    starts: Vec<u32>,
    /// Primary items of every option.
    own: Vec<Items>,
}

impl Block {
    /// Takes the place of what was there: the problem of these options, each with a primary item,
    /// and of the primary items `open`, which are all that the options have and [`ITEMS`] at most.
    pub fn load(
        &mut self,
        parts: &ConflictLists,
        open: impl Iterator<Item = usize>,
        options: impl Iterator<Item = usize>,
    ) {
        self.clear(parts.lists);
        open.for_each(|item| _ = self.name(item as u32));
        self.primary = self.names.len();
        assert!(self.primary <= ITEMS, "too many items for a block");
        options.for_each(|option| self.link(parts.of(option), option));
        self.starts.push(self.parts.len() as u32);
    }

    fn clear(&mut self, lists: usize) {
        for &name in &self.names {
            self.local[name as usize] = NONE;
        }
        self.local.resize(lists, NONE);
        self.names.clear();
        self.options.clear();
        self.parts.clear();
        self.starts.clear();
        self.own.clear();
    }

    /// The number here of a list.
    fn name(&mut self, list: u32) -> u32 {
        if list == NONE {
            return NONE;
        }
        let local = &mut self.local[list as usize];
        if *local == NONE {
            *local = self.names.len() as u32;
            self.names.push(list);
        }
        *local
    }

    fn link(&mut self, parts: &[Part], option: usize) {
        let mut own = Items::default();
        self.starts.push(self.parts.len() as u32);
        for part in parts {
            let part = Part { all: self.name(part.all), but: self.name(part.but) };
            if (part.all as usize) < self.primary {
                add(&mut own, part.all as usize);
            }
            self.parts.push(part);
        }
        self.own.push(own);
        self.options.push(option as u32);
    }

    fn parts(&self, option: usize) -> &[Part] {
        &self.parts[self.starts[option] as usize..self.starts[option + 1] as usize]
    }

    /// Options.
    pub fn len(&self) -> usize {
        self.options.len()
    }

    /// The number of an option in the whole problem.
    pub fn option(&self, option: usize) -> usize {
        self.options[option] as usize
    }

    /// The number here of an option of the whole problem.
    pub fn find(&self, option: usize) -> Option<usize> {
        self.options.iter().position(|&other| other as usize == option)
    }
}

/// Up to `64·W` options of a block, numbered from 0 again; items keep their numbers.
#[derive(Debug, Default)]
pub(super) struct DenseMatrix<const W: usize> {
    /// The options' numbers in the block.
    pub origin: Vec<u16>,
    lists: Vec<Set<W>>,
    /// What each option excludes, itself among them; nothing if that was not asked yet.
    excluded: Vec<Set<W>>,
}

impl<const W: usize> DenseMatrix<W> {
    /// Takes the place of what was there: a view of these options.
    ///
    /// Lists of items that are covered stay empty, since no live option has such an item.
    pub fn load(&mut self, block: &Block, options: impl Iterator<Item = usize>) {
        self.origin.clear();
        self.origin.extend(options.map(|option| option as u16));
        assert!(self.origin.len() <= 64 * W, "too many options for a view");
        self.lists.clear();
        self.lists.resize(block.names.len(), [0; W]);
        self.excluded.clear();
        self.excluded.resize(self.origin.len(), [0; W]);
        for (number, &option) in self.origin.iter().enumerate() {
            for part in block.parts(usize::from(option)) {
                add(&mut self.lists[part.all as usize], number);
                if part.but != NONE {
                    add(&mut self.lists[part.but as usize], number);
                }
            }
        }
    }

    /// The live options of an item.
    #[inline(always)]
    pub fn list(&self, item: usize, live: &Set<W>) -> Set<W> {
        let list = &self.lists[item];
        std::array::from_fn(|w| live[w] & list[w])
    }

    /// The open item with the fewest live options, and how many; the first that has one or none. `None`
    /// if no item is open.
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

    /// The same among the items of two options, of one and of none, without the population of a word,
    /// which is a dozen instructions where the machine is not known to have one for it.
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
        // An option excludes itself.
        if !contains(&self.excluded[option], option) {
            self.exclude(block, option);
        }
        remove(live, &self.excluded[option]);
        remove(open, &block.own[usize::from(self.origin[option])]);
    }

    #[inline(never)]
    fn exclude(&mut self, block: &Block, option: usize) {
        let mut excluded = [0; W];
        for part in block.parts(usize::from(self.origin[option])) {
            let mut list = self.lists[part.all as usize];
            if part.but != NONE {
                remove(&mut list, &self.lists[part.but as usize]);
            }
            (0..W).for_each(|w| excluded[w] |= list[w]);
        }
        self.excluded[option] = excluded;
    }

    /// The numbers in the block of some options.
    pub fn origins(&self, options: Set<W>) -> impl Iterator<Item = usize> {
        members(options).map(|option| usize::from(self.origin[option]))
    }
}

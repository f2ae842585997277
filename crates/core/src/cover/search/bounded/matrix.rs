//! Some options as sets of bits: the options of each item, and the options that each option excludes.

use super::bits::BitSet;
use crate::cover::csr::Csr;
use crate::cover::search::conflict_lists::{ConflictLists, Conflicts, NONE};
use std::sync::OnceLock;

/// How many more options an item needs and may have.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Need {
    pub low: u32,
    pub high: u32,
}

/// An item that is not done, with its need.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct OpenItem {
    /// The number in the whole problem.
    pub item: usize,
    pub need: Need,
}

/// The numbers in a matrix of the lists of the whole problem. They are only needed to load a matrix.
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

/// A part of a problem with bounds: options and items that are open, numbered anew.
///
/// Sets of options are of type `O`, sets of primary items of type `I`.
///
/// An item that may have at most one option is like any item of an exact cover problem, because its options
/// exclude each other. An item that may have more is *counted*: a state has its [`Need`], and its options
/// exclude each other only once the item has as many as it may have. Counted items have the smallest numbers.
#[derive(Debug)]
pub(crate) struct BoundedMatrix<O, I> {
    /// The number in the whole problem of every option, and of every primary item.
    options: Vec<u32>,
    items: Vec<u32>,
    /// The options of every list.
    lists: Vec<O>,
    /// The conflicts of every option, with lists of this matrix.
    conflicts: Csr<Conflicts>,
    /// The options that each option excludes, itself included, if they have been computed.
    excluded: Vec<OnceLock<O>>,
    /// The items of every option that are not counted. They are done when the option is chosen.
    closed: Vec<I>,
    /// The counted items of every option.
    counted_of: Csr<u32>,
    /// The items that must have exactly one option; all others are counted or may have none.
    once: I,
    /// The needs of the counted items before the first choice.
    needs: Vec<Need>,
}

impl<O: BitSet, I: BitSet> BoundedMatrix<O, I> {
    pub fn new() -> Self {
        BoundedMatrix {
            options: Vec::new(),
            items: Vec::new(),
            lists: Vec::new(),
            conflicts: Csr::default(),
            excluded: Vec::new(),
            closed: Vec::new(),
            counted_of: Csr::default(),
            once: I::empty(0),
            needs: Vec::new(),
        }
    }

    /// Replaces the matrix by one of these options and open items, which must be all primary items of the
    /// options.
    ///
    /// # Panics
    /// If they are more than the sets can hold.
    pub fn load(
        &mut self,
        lists: &ConflictLists,
        numbers: &mut ListNumbers,
        open: impl Iterator<Item = OpenItem>,
        options: impl Iterator<Item = usize>,
    ) {
        numbers.clear(lists.lists);
        let (mut items, last): (Vec<OpenItem>, Vec<_>) = open.partition(|open| open.need.high != 1);
        items.extend(last);
        self.items.clear();
        self.items.extend(items.iter().map(|open| open.item as u32));
        self.items.iter().for_each(|&item| _ = numbers.of(item));
        self.options.clear();
        self.options.extend(options.map(|option| option as u32));
        self.conflicts.clear();
        for &option in &self.options {
            for conflicts in lists.of(option as usize) {
                let (item, same_color) = (numbers.of(conflicts.item), numbers.of(conflicts.same_color));
                self.conflicts.push(Conflicts { item, same_color });
            }
            self.conflicts.end_list();
        }
        self.fill_lists(numbers.numbered.len());
        self.classify(&items);
    }

    fn fill_lists(&mut self, lists: usize) {
        let empty = O::empty(self.options.len());
        self.lists.clear();
        self.lists.resize(lists, empty.clone());
        self.excluded.clear();
        self.excluded.resize_with(self.options.len(), OnceLock::new);
        for option in 0..self.options.len() {
            for conflicts in self.conflicts.list(option) {
                self.lists[conflicts.item as usize].insert(option);
                if conflicts.same_color != NONE {
                    self.lists[conflicts.same_color as usize].insert(option);
                }
            }
        }
    }

    /// Divides the items into those that are counted and others.
    fn classify(&mut self, open: &[OpenItem]) {
        let items = open.len();
        self.once = I::empty(items);
        let once = open.iter().enumerate().filter(|(_, open)| open.need == Need { low: 1, high: 1 });
        once.for_each(|(item, _)| self.once.insert(item));
        self.needs.clear();
        self.needs.extend(open.iter().map(|open| open.need).filter(|need| need.high > 1));
        self.closed.clear();
        self.counted_of.clear();
        for option in 0..self.options.len() {
            let mut closed = I::empty(items);
            let primary = self.conflicts.list(option).iter().map(|lists| lists.item as usize);
            for item in primary.filter(|&item| item < items) {
                if item < self.needs.len() {
                    self.counted_of.push(item as u32);
                } else {
                    closed.insert(item);
                }
            }
            self.closed.push(closed);
            self.counted_of.end_list();
        }
    }

    /// The number in the whole problem of an option.
    pub fn option(&self, option: usize) -> usize {
        self.options[option] as usize
    }

    /// The number in the whole problem of a primary item.
    pub fn item(&self, item: usize) -> usize {
        self.items[item] as usize
    }

    /// Number of options.
    pub fn len(&self) -> usize {
        self.options.len()
    }

    /// Number of primary items.
    pub fn primary(&self) -> usize {
        self.items.len()
    }

    /// The options of a list; the lists of primary items are first.
    #[inline(always)]
    pub fn list(&self, list: usize) -> &O {
        &self.lists[list]
    }

    /// The items that must have exactly one option.
    #[inline(always)]
    pub fn once(&self) -> &I {
        &self.once
    }

    /// The needs of the counted items, which have the smallest numbers, before the first choice.
    pub fn needs(&self) -> &[Need] {
        &self.needs
    }

    /// The items of an option that are not counted.
    #[inline(always)]
    pub fn closed(&self, option: usize) -> &I {
        &self.closed[option]
    }

    /// The counted items of an option.
    #[inline(always)]
    pub fn counted_of(&self, option: usize) -> &[u32] {
        self.counted_of.list(option)
    }

    /// The options that an option excludes, itself included, but not the options of counted items.
    #[inline(always)]
    pub fn excluded(&self, option: usize) -> &O {
        self.excluded[option].get_or_init(|| self.compute_excluded(option))
    }

    #[inline(never)]
    fn compute_excluded(&self, option: usize) -> O {
        let mut excluded = O::empty(self.options.len());
        excluded.insert(option);
        for conflicts in self.conflicts.list(option) {
            let item = conflicts.item as usize;
            if item < self.needs.len() {
                continue;
            }
            let mut list = self.lists[item].clone();
            if conflicts.same_color != NONE {
                list.remove_all(&self.lists[conflicts.same_color as usize]);
            }
            excluded.add_all(&list);
        }
        excluded
    }
}

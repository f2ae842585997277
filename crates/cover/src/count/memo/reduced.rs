//! A problem after its forced moves.

use super::remainder::Remainder;
use crate::search::conflict_lists::ConflictLists;
use crate::{Cover, OutOfMemory};

/// The rest of a problem once every primary item has more than one option.
pub(crate) struct Reduced {
    pub lists: ConflictLists,
    /// The options that were chosen.
    pub forced: Vec<u32>,
    /// The options that can be chosen, ascending. All of them have a primary item.
    pub options: Vec<u32>,
    /// The primary items that are open, ascending.
    pub items: Vec<u32>,
    /// Whether an item has no option left.
    pub is_dead: bool,
}

impl Reduced {
    /// Makes the forced moves of a problem in which every primary item must be covered once.
    pub fn new(cover: &Cover) -> Result<Reduced, OutOfMemory> {
        let lists = ConflictLists::try_new(cover)?;
        let remainder = Remainder::of(&lists, cover.len());
        let is_dead = remainder.is_none();
        let Remainder { forced, options, items } = remainder.unwrap_or_default();
        Ok(Reduced { lists, forced, options, items, is_dead })
    }

    /// The rank of each option of the whole problem: first the chosen ones, then the others by their first item in an
    /// order of the items.
    pub fn ranks(&self, order: &[u32], options: usize) -> Vec<u32> {
        let mut place = vec![u32::MAX; self.lists.primary];
        (0..).zip(order).for_each(|(at, &item)| place[item as usize] = at);
        let first = |option: u32| {
            let conflicts = self.lists.of(option as usize).iter();
            conflicts.filter_map(|c| place.get(c.item as usize)).min().copied()
        };
        let mut left = self.options.clone();
        left.sort_by_key(|&option| first(option));
        let mut ranks = vec![u32::MAX; options];
        (0..).zip(self.forced.iter().chain(&left)).for_each(|(rank, &option)| ranks[option as usize] = rank);
        ranks
    }
}

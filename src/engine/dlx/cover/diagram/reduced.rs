//! A problem after its forced moves.

use super::super::conflict_lists::{ConflictLists, NONE};
use crate::cover::{Cover, OutOfMemory, memory};
use crate::engine::csr::Csr;

/// What is left of a problem when every primary item has more than one option.
pub(super) struct Reduced {
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
    /// The rank of each option of the whole problem: first those that were chosen, then the others by their first item in
    /// an order of the items.
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

/// The forced moves of a problem in which every primary item must be covered once.
struct Moves<'c> {
    cover: &'c Cover,
    lists: ConflictLists,
    members: Csr<u32>,
    live: Vec<bool>,
    is_open: Vec<bool>,
    /// The number of live options of every primary item.
    sizes: Vec<u32>,
    /// Open items that have fewer than two.
    due: Vec<u32>,
    forced: Vec<u32>,
}

impl Reduced {
    pub fn new(cover: &Cover) -> Result<Reduced, OutOfMemory> {
        let mut moves = Moves::new(cover)?;
        let mut is_dead = false;
        while let Some(item) = moves.due.pop() {
            if !moves.is_open[item as usize] {
                continue;
            }
            let option = moves.members.list(item as usize).iter().find(|&&o| moves.live[o as usize]);
            match option.copied() {
                Some(option) => moves.choose(option)?,
                None => {
                    is_dead = true;
                    break;
                }
            }
        }
        let numbers = |of: &[bool]| {
            let mut numbers = memory::with_capacity(of.len())?;
            numbers.extend((0u32..).zip(of).filter(|(_, is)| **is).map(|(number, _)| number));
            Ok::<_, OutOfMemory>(numbers)
        };
        let (options, items) = (numbers(&moves.live)?, numbers(&moves.is_open)?);
        Ok(Reduced { lists: moves.lists, forced: moves.forced, options, items, is_dead })
    }
}

impl Moves<'_> {
    fn new(cover: &Cover) -> Result<Moves<'_>, OutOfMemory> {
        let lists = ConflictLists::try_new(cover)?;
        let entries = || {
            let of = |option: usize| lists.of(option).iter().map(move |c| (option as u32, *c));
            let all = (0..cover.len()).flat_map(of);
            let both = |(option, c): (u32, super::super::conflict_lists::Conflicts)| {
                [c.item, c.same_color].map(|list| (list, option))
            };
            all.flat_map(both).filter(|(list, _)| *list != NONE).map(|(list, option)| (list as usize, option))
        };
        let members = Csr::try_group(lists.lists, entries)?;
        let mut live = memory::filled(false, cover.len())?;
        live.iter_mut().enumerate().for_each(|(option, live)| *live = lists.is_choice(option));
        let mut sizes = memory::with_capacity(cover.primary())?;
        sizes.extend((0..cover.primary()).map(|item| members.list(item).len() as u32));
        let mut due = memory::with_capacity(cover.primary())?;
        due.extend((0..cover.primary() as u32).filter(|&item| sizes[item as usize] < 2));
        let is_open = memory::filled(true, cover.primary())?;
        Ok(Moves { cover, lists, members, live, is_open, sizes, due, forced: Vec::new() })
    }

    /// Chooses a live option, and removes those that it excludes.
    fn choose(&mut self, option: u32) -> Result<(), OutOfMemory> {
        memory::reserve(&mut self.forced, 1)?;
        self.forced.push(option);
        let conflicts = self.lists.of(option as usize);
        for conflict in conflicts.iter().filter(|c| (c.item as usize) < self.cover.primary()) {
            self.is_open[conflict.item as usize] = false;
        }
        let conflicts: Vec<_> = conflicts.to_vec();
        for conflict in conflicts {
            for at in 0..self.members.list(conflict.item as usize).len() {
                let other = self.members.list(conflict.item as usize)[at];
                let agrees = conflict.same_color != NONE
                    && self.members.list(conflict.same_color as usize).binary_search(&other).is_ok();
                if self.live[other as usize] && !agrees {
                    self.exclude(other)?;
                }
            }
        }
        Ok(())
    }

    fn exclude(&mut self, option: u32) -> Result<(), OutOfMemory> {
        self.live[option as usize] = false;
        for &item in self.cover.option(option as usize) {
            let Some(size) = self.sizes.get_mut(item as usize) else { continue };
            *size -= 1;
            if *size < 2 && self.is_open[item as usize] {
                memory::reserve(&mut self.due, 1)?;
                self.due.push(item);
            }
        }
        Ok(())
    }
}

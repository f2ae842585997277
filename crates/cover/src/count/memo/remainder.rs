//! The rest of a problem after its forced moves.

use crate::csr::Csr;
use crate::search::conflict_lists::ConflictLists;

/// The options and primary items that are left when all forced moves have been made, with their numbers in the whole problem, ascending.
#[derive(Debug, Default)]
pub(crate) struct Remainder {
    /// The options that were chosen.
    pub forced: Vec<u32>,
    pub options: Vec<u32>,
    pub items: Vec<u32>,
}

impl Remainder {
    /// The rest of a problem; `None` if it has no solution.
    pub fn of(lists: &ConflictLists, options: usize) -> Option<Remainder> {
        let mut forcing = Forcing::new(lists, options);
        for item in 0..lists.primary {
            forcing.check(item)?;
        }
        while let Some(item) = forcing.single.pop() {
            forcing.cover(item)?;
        }
        let left =
            |flags: &[bool]| (0..).zip(flags).filter(|(_, is_left)| **is_left).map(|(at, _)| at).collect();
        let (options, items) = (left(&forcing.live), left(&forcing.open));
        Some(Remainder { forced: forcing.forced, options, items })
    }
}

/// The state while forced moves are made.
struct Forcing<'a> {
    lists: &'a ConflictLists,
    /// The options of every item.
    members: Csr<u32>,
    live: Vec<bool>,
    open: Vec<bool>,
    sizes: Vec<u32>,
    /// Items with one option.
    single: Vec<usize>,
    forced: Vec<u32>,
}

impl<'a> Forcing<'a> {
    fn new(lists: &'a ConflictLists, options: usize) -> Forcing<'a> {
        let live: Vec<bool> = (0..options).map(|option| lists.is_choice(option)).collect();
        let choices = || (0..options).filter(|&option| live[option]);
        let members = Csr::group(lists.lists, || {
            choices().flat_map(|o| lists.of(o).iter().map(move |c| (c.item as usize, o as u32)))
        });
        let sizes = (0..lists.primary).map(|item| members.list(item).len() as u32).collect();
        Forcing {
            open: vec![true; lists.primary],
            single: Vec::new(),
            forced: Vec::new(),
            lists,
            members,
            live,
            sizes,
        }
    }

    /// Records an open item with one option; `None` if it has none.
    fn check(&mut self, item: usize) -> Option<()> {
        if self.open[item] && self.sizes[item] == 1 {
            self.single.push(item);
        }
        (!self.open[item] || self.sizes[item] > 0).then_some(())
    }

    /// Chooses the only option of an item.
    fn cover(&mut self, item: usize) -> Option<()> {
        if !self.open[item] {
            return Some(());
        }
        let lists = self.lists;
        let option = self.members.list(item).iter().copied().find(|&option| self.live[option as usize])?;
        self.forced.push(option);
        for conflicts in lists.of(option as usize) {
            if let Some(open) = self.open.get_mut(conflicts.item as usize) {
                *open = false;
            }
        }
        for conflicts in lists.of(option as usize) {
            for at in 0..self.members.list(conflicts.item as usize).len() {
                let other = self.members.list(conflicts.item as usize)[at];
                let may_stay = other != option && lists.of(other as usize).contains(conflicts);
                let has_color = conflicts.same_color != crate::search::conflict_lists::NONE;
                if self.live[other as usize] && !(may_stay && has_color) {
                    self.remove(other)?;
                }
            }
        }
        Some(())
    }

    fn remove(&mut self, option: u32) -> Option<()> {
        let lists = self.lists;
        self.live[option as usize] = false;
        for conflicts in lists.of(option as usize) {
            let item = conflicts.item as usize;
            if item < lists.primary {
                self.sizes[item] -= 1;
                self.check(item)?;
            }
        }
        Some(())
    }
}

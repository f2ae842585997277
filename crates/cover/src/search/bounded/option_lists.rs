//! The live options of every item as lists, for problems of any size.
//!
//! Options that are chosen or excluded are removed one by one and put back in reverse order, so the memory is
//! linear in the problem for a search of any depth.

use crate::csr::Csr;
use crate::search::block::Part;
use crate::search::conflict_lists::{ConflictLists, NONE};
use crate::search::needs::{Need, OpenItem};
use crate::search::state::{Settled, Smallest};
use crate::{Cover, OutOfMemory, memory};
use std::ops::Range;

/// An option in the list of an item.
#[derive(Clone, Copy, Debug, Default)]
struct Member {
    option: u32,
    /// The list of its color, if it has one.
    same_color: u32,
}

/// The rest of a problem, with the moves that led to it.
#[derive(Debug)]
pub(super) struct OptionLists {
    /// The options of every item, primary and secondary.
    lists: Csr<Member>,
    /// The bounds of the primary items, and the number of chosen options of each.
    bounds: Vec<Need>,
    taken: Vec<u32>,
    /// The number of live options of each primary item.
    sizes: Vec<u32>,
    /// The primary items, items with live options first, and the place of each among them.
    items: Vec<u32>,
    places: Vec<u32>,
    /// The number of items that have live options.
    open: usize,
    is_live: Vec<bool>,
    live: usize,
    /// The options chosen, and those removed, in order.
    chosen: Vec<u32>,
    removed: Vec<u32>,
    /// The number of items that need an option.
    needy: usize,
    /// Items that may need all of their live options.
    tight: Vec<u32>,
    /// Whether an item needs more options than it has.
    is_dead: bool,
}

/// The numbers of options removed and chosen at some time, to go back to it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moves {
    removed: u32,
    chosen: u32,
}

impl OptionLists {
    /// The lists of a whole problem.
    pub fn try_new(cover: &Cover, conflicts: &ConflictLists) -> Result<OptionLists, OutOfMemory> {
        let choices = || (0..cover.len()).filter(|&option| conflicts.is_choice(option));
        let members = || {
            choices().flat_map(|option| {
                let member = move |same_color| Member { option: option as u32, same_color };
                conflicts.of(option).iter().map(move |lists| (lists.item as usize, member(lists.same_color)))
            })
        };
        let (primary, count) = (cover.primary(), choices().count());
        let mut bounds = memory::with_capacity(primary)?;
        bounds.extend((0..primary).map(|item| cover.bounds(item)).map(|(low, high)| Need { low, high }));
        let mut lists = OptionLists {
            lists: Csr::try_group(cover.items(), members)?,
            bounds,
            taken: memory::filled(0, primary)?,
            sizes: memory::filled(0, primary)?,
            items: memory::filled(0, primary)?,
            places: memory::filled(0, primary)?,
            open: 0,
            is_live: memory::filled(false, cover.len())?,
            live: 0,
            chosen: memory::with_capacity(count)?,
            removed: memory::with_capacity(count)?,
            needy: 0,
            tight: Vec::new(),
            is_dead: false,
        };
        lists.reset();
        Ok(lists)
    }

    /// Goes back to the whole problem.
    pub fn reset(&mut self) {
        self.chosen.clear();
        self.removed.clear();
        self.tight.clear();
        self.is_dead = false;
        self.taken.fill(0);
        self.is_live.fill(false);
        self.lists.items().iter().for_each(|member| self.is_live[member.option as usize] = true);
        self.live = self.is_live.iter().filter(|is_live| **is_live).count();
        self.open = self.sizes.len();
        self.needy = self.bounds.iter().filter(|bounds| bounds.low > 0).count();
        for item in 0..self.sizes.len() {
            (self.items[item], self.places[item]) = (item as u32, item as u32);
            self.sizes[item] = self.lists.list(item).len() as u32;
        }
        for item in 0..self.sizes.len() {
            if self.sizes[item] == 0 {
                self.close(item);
            }
            self.check(item);
        }
    }

    /// The number of live options, and of items with live options.
    pub fn size(&self) -> (usize, usize) {
        (self.live, self.open)
    }

    /// Whether an item needs more options than it has.
    pub fn is_dead(&self) -> bool {
        self.is_dead
    }

    /// The moves so far.
    pub fn moves(&self) -> Moves {
        Moves { removed: self.removed.len() as u32, chosen: self.chosen.len() as u32 }
    }

    /// The places of an item's options.
    pub fn places(&self, item: usize) -> Range<usize> {
        self.lists.range(item)
    }

    /// The option at a place, and whether it is live.
    pub fn at(&self, place: usize) -> (usize, bool) {
        let option = self.lists.items()[place].option as usize;
        (option, self.is_live[option])
    }

    /// The options chosen.
    pub fn chosen(&self) -> impl ExactSizeIterator<Item = usize> {
        self.chosen.iter().map(|&option| option as usize)
    }

    /// How many more options an item needs and may have.
    pub fn need(&self, item: usize) -> Need {
        let (Need { low, high }, taken) = (self.bounds[item], self.taken[item]);
        Need { low: low.saturating_sub(taken), high: high.saturating_sub(taken) }
    }

    /// Writes the live options and the open items to `part`.
    pub fn hand_over(&self, part: &mut Part) {
        part.open.clear();
        part.options.clear();
        for &item in &self.items[..self.open] {
            let item = item as usize;
            part.open.push(OpenItem { item, need: self.need(item) });
            let live = self.lists.list(item).iter().map(|member| member.option as usize);
            part.options.extend(live.filter(|&option| self.is_live[option]));
        }
        part.open.sort_unstable_by_key(|open| open.item);
        part.options.sort_unstable();
        part.options.dedup();
    }

    /// Removes an item without live options from the open ones.
    fn close(&mut self, item: usize) {
        self.open -= 1;
        let (place, other) = (self.places[item] as usize, self.items[self.open] as usize);
        self.items.swap(place, self.open);
        self.places.swap(item, other);
    }

    /// Checks whether an item needs all of its live options, or more.
    fn check(&mut self, item: usize) {
        let (size, low) = (self.sizes[item], self.need(item).low);
        if size < low {
            self.is_dead = true;
        } else if size == low && low > 0 {
            self.tight.push(item as u32);
        }
    }

    /// Removes a live option.
    pub fn remove(&mut self, conflicts: &ConflictLists, option: usize) {
        self.is_live[option] = false;
        self.live -= 1;
        self.removed.push(option as u32);
        for lists in conflicts.of(option) {
            let item = lists.item as usize;
            if item < conflicts.primary {
                self.sizes[item] -= 1;
                if self.sizes[item] == 0 {
                    self.close(item);
                }
                self.check(item);
            }
        }
    }

    /// Chooses a live option.
    pub fn choose(&mut self, conflicts: &ConflictLists, option: usize) {
        self.chosen.push(option as u32);
        for lists in conflicts.of(option) {
            let item = lists.item as usize;
            if let Some(taken) = self.taken.get_mut(item) {
                *taken += 1;
                self.needy -= usize::from(*taken == self.bounds[item].low);
            }
        }
        self.remove(conflicts, option);
        for lists in conflicts.of(option) {
            let item = lists.item as usize;
            let excludes = item >= conflicts.primary || self.need(item).high == 0;
            // An option without a color excludes every other of a secondary item.
            if excludes {
                for place in self.lists.range(item) {
                    let member = self.lists.items()[place];
                    let agrees = lists.same_color != NONE && member.same_color == lists.same_color;
                    if self.is_live[member.option as usize] && !agrees {
                        self.remove(conflicts, member.option as usize);
                    }
                }
            }
        }
    }

    /// Undoes all moves after these.
    pub fn undo(&mut self, conflicts: &ConflictLists, moves: Moves) {
        let (removed, chosen) = (moves.removed as usize, moves.chosen as usize);
        for option in self.removed.drain(removed..).rev() {
            self.is_live[option as usize] = true;
            self.live += 1;
            for lists in conflicts.of(option as usize) {
                if let Some(size) = self.sizes.get_mut(lists.item as usize) {
                    // The item that was closed last comes first after the open ones.
                    self.open += usize::from(*size == 0);
                    *size += 1;
                }
            }
        }
        for option in self.chosen.drain(chosen..) {
            for lists in conflicts.of(option as usize) {
                let item = lists.item as usize;
                if let Some(taken) = self.taken.get_mut(item) {
                    self.needy += usize::from(*taken == self.bounds[item].low);
                    *taken -= 1;
                }
            }
        }
        self.tight.clear();
        self.is_dead = false;
    }

    /// Makes the forced moves.
    pub fn settle(&mut self, conflicts: &ConflictLists) -> Settled {
        loop {
            while let Some(item) = self.tight.pop() {
                self.choose_all(conflicts, item as usize);
            }
            if self.is_dead {
                return Settled::Dead;
            }
            match self.smallest() {
                None => return Settled::Solved,
                Some((item, 1)) => self.tight.push(item as u32),
                Some((item, ways)) => return Settled::Branch(item, ways),
            }
        }
    }

    /// Chooses all live options of an item that needs them all.
    fn choose_all(&mut self, conflicts: &ConflictLists, item: usize) {
        for place in self.lists.range(item) {
            let low = self.need(item).low;
            if self.is_dead || low == 0 || self.sizes[item] > low {
                return;
            }
            let option = self.lists.items()[place].option as usize;
            if self.is_live[option] {
                self.choose(conflicts, option);
            }
        }
    }

    /// The number of ways of an open item.
    fn ways(&self, item: usize) -> u32 {
        self.sizes[item] + 1 - self.need(item).low
    }

    /// The open item with the fewest ways among those that need an option, and their number; the first that has
    /// at most two ends the scan. The first open item if none needs an option.
    fn smallest(&self) -> Smallest {
        let mut open = self.items[..self.open].iter().map(|&item| item as usize);
        if self.needy == 0 {
            return open.next().map(|item| (item, self.ways(item)));
        }
        let mut best = None;
        for item in open.filter(|&item| self.need(item).low > 0) {
            let ways = self.ways(item);
            if best.is_none_or(|(_, fewest)| ways < fewest) {
                best = Some((item, ways));
                if ways <= 2 {
                    break;
                }
            }
        }
        best
    }
}

//! The search in lists of options, for problems of any size, down to the points where a block takes over.
//!
//! Options that are chosen or excluded are removed one by one and put back in the reverse order, so that the memory
//! is linear in the problem however deep the search is.

use super::super::block::MAX_ITEMS;
use super::super::conflict_lists::{ConflictLists, NONE};
use super::super::progress::{Reached, SearchStep, Tracker};
use super::block_search::Part;
use super::matrix::{Need, OpenItem};
use super::state::Settled;
use crate::cover::{Cover, OutOfMemory, memory};
use crate::engine::csr::Csr;

/// In place of an option: the branch of an item that chooses none of its options.
pub(super) const NO_OPTION: usize = usize::MAX;

/// An option in the list of an item.
#[derive(Clone, Copy, Debug, Default)]
struct Member {
    option: u32,
    /// The list of its color, if it has one.
    same_color: u32,
}

/// A branch point.
#[derive(Clone, Copy, Debug)]
struct BranchPoint {
    item: u32,
    /// The place in the item's list after the option that is tried at present.
    next: u32,
    /// The number of branches not tried yet.
    left: u32,
    /// The numbers of removed and of chosen options in the state before.
    removed: u32,
    chosen: u32,
    /// The fraction of the tree below each branch.
    share: f64,
}

/// A search that can be stopped and continued.
#[derive(Debug)]
pub(super) struct ListSearch {
    /// The options of every item, primary and secondary.
    lists: Csr<Member>,
    /// The bounds of the primary items, and how many options each of them has.
    bounds: Vec<Need>,
    taken: Vec<u32>,
    /// The number of live options of each primary item.
    sizes: Vec<u32>,
    /// The primary items, those that have live options first, and the place of each among them.
    items: Vec<u32>,
    places: Vec<u32>,
    /// The number of items that have live options.
    open: usize,
    is_live: Vec<bool>,
    live: usize,
    /// The options chosen, and those removed, in order.
    chosen: Vec<u32>,
    removed: Vec<u32>,
    /// Items that may need all of their live options.
    tight: Vec<u32>,
    /// Whether an item needs more options than it has.
    is_dead: bool,
    points: Vec<BranchPoint>,
    /// Whether the present state is new; otherwise it is done.
    is_new: bool,
    /// The item whose options were returned by `next_options`.
    asked: Option<usize>,
    /// Most options of a block.
    max_options: usize,
}

impl ListSearch {
    /// A search that hands over where at most this number of options is live.
    pub fn try_new(
        cover: &Cover,
        conflicts: &ConflictLists,
        max_options: usize,
    ) -> Result<ListSearch, OutOfMemory> {
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
        let mut search = ListSearch {
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
            tight: Vec::new(),
            is_dead: false,
            points: memory::with_capacity(count)?,
            is_new: true,
            asked: None,
            max_options,
        };
        search.restart();
        Ok(search)
    }

    /// Restarts the search.
    pub fn restart(&mut self) {
        self.points.clear();
        self.chosen.clear();
        self.removed.clear();
        self.tight.clear();
        (self.is_new, self.is_dead, self.asked) = (true, false, None);
        self.taken.fill(0);
        self.is_live.fill(false);
        self.lists.items().iter().for_each(|member| self.is_live[member.option as usize] = true);
        self.live = self.is_live.iter().filter(|is_live| **is_live).count();
        self.open = self.sizes.len();
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

    /// How many more options an item needs and may have.
    fn need(&self, item: usize) -> Need {
        let (Need { low, high }, taken) = (self.bounds[item], self.taken[item]);
        Need { low: low.saturating_sub(taken), high: high.saturating_sub(taken) }
    }

    /// The options chosen.
    pub fn chosen(&self) -> impl ExactSizeIterator<Item = usize> {
        self.chosen.iter().map(|&option| option as usize)
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

    /// Looks whether an item needs all of its live options, or more.
    fn check(&mut self, item: usize) {
        let (size, low) = (self.sizes[item], self.need(item).low);
        if size < low {
            self.is_dead = true;
        } else if size == low && low > 0 {
            self.tight.push(item as u32);
        }
    }

    /// Removes a live option.
    fn remove(&mut self, conflicts: &ConflictLists, option: usize) {
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
    fn choose(&mut self, conflicts: &ConflictLists, option: usize) {
        self.chosen.push(option as u32);
        for lists in conflicts.of(option) {
            if let Some(taken) = self.taken.get_mut(lists.item as usize) {
                *taken += 1;
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

    /// Puts back what was removed and chosen after a state.
    fn undo(&mut self, conflicts: &ConflictLists, removed: usize, chosen: usize) {
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
                if let Some(taken) = self.taken.get_mut(lists.item as usize) {
                    *taken -= 1;
                }
            }
        }
        self.tight.clear();
        self.is_dead = false;
    }

    /// Makes the forced moves.
    fn settle(&mut self, conflicts: &ConflictLists) -> Settled {
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
                Some((item, _)) => return Settled::Branch(item),
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

    /// The open item with the fewest ways, and their number; the first that has two or less ends the scan.
    fn smallest(&self) -> Option<(usize, u32)> {
        let mut best = None;
        for &item in &self.items[..self.open] {
            let (item, ways) = (item as usize, self.ways(item as usize));
            if best.is_none_or(|(_, fewest)| ways < fewest) {
                best = Some((item, ways));
                if ways <= 2 {
                    break;
                }
            }
        }
        best
    }

    /// Continues to the next solution or block.
    pub fn advance(&mut self, conflicts: &ConflictLists, tracker: &mut Tracker<'_>) -> Reached {
        loop {
            if std::mem::take(&mut self.is_new) {
                match self.settle(conflicts) {
                    Settled::Branch(_) if self.live <= self.max_options && self.open <= MAX_ITEMS => {
                        return Reached::Small;
                    }
                    Settled::Branch(item) => self.branch(item, tracker),
                    Settled::Solved => {
                        tracker.leaf();
                        return Reached::Step(SearchStep::Solution);
                    }
                    Settled::Dead => tracker.leaf(),
                }
            }
            if self.points.is_empty() {
                return Reached::Step(SearchStep::Exhausted);
            }
            if !tracker.enter() {
                return Reached::Step(SearchStep::Budget);
            }
            self.try_next(conflicts, tracker);
        }
    }

    fn branch(&mut self, item: usize, tracker: &mut Tracker<'_>) {
        tracker.cost.guesses += 1;
        let left = self.ways(item);
        let (removed, chosen) = (self.removed.len() as u32, self.chosen.len() as u32);
        let share = tracker.cost.share / f64::from(left);
        self.points.push(BranchPoint { item: item as u32, next: 0, left, removed, chosen, share });
    }

    /// Enters the next branch of the last branch point, which is removed with its last branch.
    fn try_next(&mut self, conflicts: &ConflictLists, tracker: &mut Tracker<'_>) {
        let Some(mut point) = self.points.pop() else { return };
        self.undo(conflicts, point.removed as usize, point.chosen as usize);
        tracker.cost.share = point.share;
        let list = self.lists.range(point.item as usize);
        if point.next > 0 {
            // The option of the branch before is excluded for good.
            let tried = self.lists.items()[list.start + point.next as usize - 1];
            self.remove(conflicts, tried.option as usize);
            if self.is_dead {
                // So are all branches that are left.
                tracker.cost.done += point.share * f64::from(point.left);
                return;
            }
            point.removed = self.removed.len() as u32;
        }
        let rest = &self.lists.items()[list.start + point.next as usize..list.end];
        let found = rest.iter().position(|member| self.is_live[member.option as usize]);
        let option = found.map(|at| rest[at].option as usize);
        point.next += found.map_or(0, |at| at as u32 + 1);
        point.left -= 1;
        if point.left > 0 {
            self.points.push(point);
        }
        // Without an option that is left, this is the branch that chooses none.
        if let Some(option) = option {
            self.choose(conflicts, option);
        }
        self.is_new = true;
    }

    /// The options of the item that would be branched on next if no block took over, one for each branch;
    /// [`NO_OPTION`] stands for the branch that chooses none. `None` if there is no such item.
    pub fn next_options(&mut self, conflicts: &ConflictLists) -> Option<Vec<usize>> {
        let Settled::Branch(item) = self.settle(conflicts) else { return None };
        self.asked = Some(item);
        let options = self.lists.list(item).iter().map(|member| member.option as usize);
        let live = options.filter(|&option| self.is_live[option]);
        let ways = self.ways(item) as usize;
        Some(live.chain([NO_OPTION]).take(ways).collect())
    }

    /// Enters the branch of one of [`next_options`](Self::next_options) for good.
    pub fn choose_branch(&mut self, conflicts: &ConflictLists, option: usize) {
        let Some(item) = self.asked.take() else { return };
        for place in self.lists.range(item) {
            let other = self.lists.items()[place].option as usize;
            if other == option {
                break;
            }
            if self.is_live[other] {
                self.remove(conflicts, other);
            }
        }
        if option != NO_OPTION {
            self.choose(conflicts, option);
        }
    }
}

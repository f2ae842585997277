//! The search in lists of options, for problems of any size, down to the points where a block takes over.

use super::option_lists::{Moves, OptionLists};
use crate::search::block::{MAX_ITEMS, Part};
use crate::search::conflict_lists::ConflictLists;
use crate::search::progress::{Reached, SearchStep, Tracker};
use crate::search::state::Settled;
use crate::{Cover, OutOfMemory, memory};

/// Stands in for an option in the branch of an item that chooses none of its options.
const NO_OPTION: usize = usize::MAX;

/// A branch point.
#[derive(Clone, Copy, Debug)]
struct BranchPoint {
    item: u32,
    /// The offset in the item's list after the current option.
    next: u32,
    /// The number of branches not tried yet.
    left: u32,
    /// The moves that led here.
    moves: Moves,
    /// The fraction of the tree below each branch.
    share: f64,
}

/// A search that can be stopped and continued.
#[derive(Debug)]
pub(in crate::search) struct ListSearch {
    lists: OptionLists,
    points: Vec<BranchPoint>,
    /// Whether the current state is new; otherwise it is done.
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
        let lists = OptionLists::try_new(cover, conflicts)?;
        let points = memory::with_capacity(lists.size().0)?;
        Ok(ListSearch { lists, points, is_new: true, asked: None, max_options })
    }

    /// Restarts the search.
    pub fn restart(&mut self) {
        self.lists.reset();
        self.points.clear();
        (self.is_new, self.asked) = (true, None);
    }

    /// The options chosen.
    pub fn chosen(&self) -> impl ExactSizeIterator<Item = usize> {
        self.lists.chosen()
    }

    /// Writes the live options and the open items to `part`.
    pub fn hand_over(&self, part: &mut Part) {
        self.lists.hand_over(part);
    }

    /// Continues to the next solution or block.
    pub fn advance(&mut self, conflicts: &ConflictLists, tracker: &mut Tracker<'_>) -> Reached {
        loop {
            if std::mem::take(&mut self.is_new) {
                match self.lists.settle(conflicts) {
                    Settled::Branch(..) if self.is_small() => return Reached::Small,
                    Settled::Branch(item, ways) => self.branch(item, ways, tracker),
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

    /// Whether the current state fits a block.
    fn is_small(&self) -> bool {
        let (live, open) = self.lists.size();
        live <= self.max_options && open <= MAX_ITEMS
    }

    fn branch(&mut self, item: usize, left: u32, tracker: &mut Tracker<'_>) {
        tracker.cost.guesses += 1;
        let (moves, share) = (self.lists.moves(), tracker.cost.share / f64::from(left));
        self.points.push(BranchPoint { item: item as u32, next: 0, left, moves, share });
    }

    /// Enters the next branch of the last branch point, which is removed with its last branch.
    fn try_next(&mut self, conflicts: &ConflictLists, tracker: &mut Tracker<'_>) {
        let Some(mut point) = self.points.pop() else { return };
        self.lists.undo(conflicts, point.moves);
        tracker.cost.share = point.share;
        let places = self.lists.places(point.item as usize);
        if point.next > 0 {
            // The option of the previous branch is excluded for good.
            let (tried, _) = self.lists.at(places.start + point.next as usize - 1);
            self.lists.remove(conflicts, tried);
            if self.lists.is_dead() {
                // All remaining branches are dead as well.
                tracker.cost.done += point.share * f64::from(point.left);
                return;
            }
            point.moves = self.lists.moves();
        }
        let mut rest = places.start + point.next as usize..places.end;
        let found = rest.find_map(|place| match self.lists.at(place) {
            (option, true) => Some((place, option)),
            _ => None,
        });
        point.left -= 1;
        if let Some((place, _)) = found {
            point.next = (place + 1 - places.start) as u32;
        }
        if point.left > 0 {
            self.points.push(point);
        }
        // If no option is left, this is the branch that chooses none.
        if let Some((_, option)) = found {
            self.lists.choose(conflicts, option);
        }
        self.is_new = true;
    }

    /// The options of the item that would be branched on next if no block took over, one for each branch;
    /// [`NO_OPTION`] is the branch that chooses none. `None` if no such item exists.
    pub fn next_options(&mut self, conflicts: &ConflictLists) -> Option<Vec<usize>> {
        let Settled::Branch(item, ways) = self.lists.settle(conflicts) else { return None };
        self.asked = Some(item);
        let options = self.lists.places(item).map(|place| self.lists.at(place));
        let live = options.filter(|(_, is_live)| *is_live).map(|(option, _)| option);
        Some(live.chain([NO_OPTION]).take(ways as usize).collect())
    }

    /// Enters the branch of one of [`next_options`](Self::next_options) for good.
    pub fn choose(&mut self, conflicts: &ConflictLists, option: usize) {
        let Some(item) = self.asked.take() else { return };
        for place in self.lists.places(item) {
            match self.lists.at(place) {
                (other, _) if other == option => break,
                (other, true) => self.lists.remove(conflicts, other),
                _ => {}
            }
        }
        if option != NO_OPTION {
            self.lists.choose(conflicts, option);
        }
    }
}

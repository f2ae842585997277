//! The search in the arena, down to the points where a block takes over.

use super::block::{MAX_ITEMS, Part};
use super::needs::{Need, OpenItem};
use super::progress::{Reached, SearchStep, Tracker};
use crate::arena::Arena;
use crate::arena::dance::Emptied;
use crate::arena::layout::{Index, Layout, Word};
use crate::arena::search::Settled;
use crate::{Cover, OutOfMemory, memory};

/// The next step of the search.
#[derive(Clone, Copy, Debug)]
enum Next {
    /// Make the moves forced by the last one, then branch.
    Settle(Result<(), Emptied>),
    /// Backtrack: the current state is done.
    Backtrack,
}

/// A search that can be stopped and continued.
#[derive(Debug)]
pub(super) struct SparseSearch<L: Layout> {
    arena: Arena<L>,
    next: Next,
    /// For each level: the fraction of the tree that is not done there.
    shares: Vec<f64>,
    /// Most options of a block.
    max_options: usize,
    /// Fewest and most primary items of any option.
    shortest: usize,
    longest: usize,
}

impl<L: Layout> SparseSearch<L> {
    /// A search that hands over where at most this number of options is live.
    pub fn try_new(cover: &Cover, max_options: usize) -> Result<SparseSearch<L>, OutOfMemory> {
        let primary = |option: &[u32]| option.iter().filter(|&&i| (i as usize) < cover.primary()).count();
        let lengths = || cover.options().map(primary).filter(|&n| n > 0);
        let (shortest, longest) = (lengths().min().unwrap_or(1), lengths().max().unwrap_or(1));
        let arena = Arena::try_new(cover)?;
        let shares = memory::with_capacity(cover.primary() + 1)?;
        let next = Next::Settle(Ok(()));
        let mut search = SparseSearch { arena, next, shares, max_options, shortest, longest };
        search.restart();
        Ok(search)
    }

    /// Restarts the search.
    pub fn restart(&mut self) {
        self.arena.reset();
        self.shares.clear();
        self.next = Next::Settle(Ok(()));
    }

    #[cfg(test)]
    pub fn limit_copies(&mut self, copies: usize) {
        self.arena.copies = self.arena.copies.min(copies);
        self.restart();
    }

    /// The options chosen.
    pub fn chosen(&self) -> impl Iterator<Item = usize> {
        self.arena.chosen.iter().map(|option| option.get())
    }

    pub fn guesses(&self) -> u64 {
        self.arena.counters.guesses
    }

    /// Continues to the next solution or block.
    pub fn advance(&mut self, tracker: &mut Tracker<'_>) -> Reached {
        loop {
            let Next::Settle(moved) = self.next else {
                if self.arena.levels.is_empty() {
                    return Reached::Step(SearchStep::Exhausted);
                }
                if !tracker.enter() {
                    return Reached::Step(SearchStep::Budget);
                }
                self.backtrack(tracker);
                continue;
            };
            self.next = Next::Backtrack;
            let settled = self.arena.settle(moved);
            #[cfg(debug_assertions)]
            self.arena.check_settled_sometimes(&settled, tracker.budget.nodes());
            match settled {
                Settled::Branch(_) if self.is_small() => return Reached::Small,
                Settled::Branch(option) => {
                    if !tracker.enter() {
                        self.next = Next::Settle(Ok(()));
                        return Reached::Step(SearchStep::Budget);
                    }
                    self.descend(option, tracker);
                }
                Settled::Solved => {
                    tracker.leaf();
                    return Reached::Step(SearchStep::Solution);
                }
                Settled::Dead => tracker.leaf(),
            }
        }
    }

    fn descend(&mut self, option: usize, tracker: &mut Tracker<'_>) {
        let own = tracker.cost.share / self.smallest_size(option) as f64;
        self.shares.push(tracker.cost.share - own);
        tracker.cost.share = own;
        self.next = Next::Settle(self.arena.descend(option));
    }

    fn backtrack(&mut self, tracker: &mut Tracker<'_>) {
        tracker.cost.share = self.shares.pop().unwrap_or_default();
        self.arena.backtrack();
        self.next = Next::Settle(Ok(()));
    }

    /// Number of options of the smallest item of an option.
    fn smallest_size(&self, option: usize) -> usize {
        let (primary, _) = self.arena.tables.nodes(option);
        let size = |item| self.size(self.arena.state()[self.arena.tables.remaining(item)]);
        let items = primary.iter().map(|node| self.arena.tables.owner(node.word.get()));
        items.map(size).min().unwrap_or(1).max(1)
    }

    fn size(&self, remaining: L::Word) -> usize {
        if L::WIDE { remaining.get() } else { remaining.count() }
    }

    /// Whether the current state fits a block.
    fn is_small(&self) -> bool {
        let tables = &self.arena.tables;
        let remaining = &self.arena.state()[tables.remaining(0)..][..tables.primary];
        // The number of nodes bounds the number of options, which takes longer to count.
        let (mut open, mut nodes) = (0, 0);
        for &remaining in remaining.iter().filter(|&&remaining| remaining != L::Word::GUARD) {
            open += 1;
            nodes += self.size(remaining);
            if open > MAX_ITEMS || nodes > self.max_options * self.longest {
                return false;
            }
        }
        nodes <= self.max_options * self.shortest || self.live().len() <= self.max_options
    }

    /// Writes the live options and the open items to `part`.
    pub fn hand_over(&self, part: &mut Part) {
        part.open.clear();
        part.open.extend(self.open().map(|item| OpenItem { item, need: Need::ONCE }));
        part.options = self.live();
    }

    /// The open primary items.
    fn open(&self) -> impl Iterator<Item = usize> {
        let (tables, state) = (&self.arena.tables, self.arena.state());
        (0..tables.primary).filter(|&item| state[tables.remaining(item)] != L::Word::GUARD)
    }

    /// The live options, ascending.
    fn live(&self) -> Vec<usize> {
        let (tables, state) = (&self.arena.tables, self.arena.state());
        let mut live = Vec::new();
        for item in self.open() {
            for word in tables.words(item) {
                let mut bits = state[word];
                while !bits.is_zero() {
                    let option = tables.at(word, bits.lowest());
                    bits = bits.drop_lowest();
                    // Counts each option once, in the list of its first item.
                    if tables.nodes(option).0[0].word.get() == word {
                        live.push(option);
                    }
                }
            }
        }
        live.sort_unstable();
        live
    }

    /// The options of the item that would be branched on next if no block took over; `None` if no such item
    /// exists.
    pub fn next_options(&mut self) -> Option<Vec<usize>> {
        let Next::Settle(moved) = self.next else { return None };
        let settled = self.arena.settle(moved);
        #[cfg(debug_assertions)]
        self.arena.check_settled_sometimes(&settled, 0);
        self.next = Next::Settle(Ok(()));
        match settled {
            Settled::Branch(option) => Some(self.list_of(option)),
            // Settling again gives the same result.
            Settled::Solved => None,
            Settled::Dead => {
                self.next = Next::Backtrack;
                None
            }
        }
    }

    /// The live options of the smallest item of an option.
    fn list_of(&self, option: usize) -> Vec<usize> {
        let (tables, state) = (&self.arena.tables, self.arena.state());
        let items = tables.nodes(option).0.iter().map(|node| tables.owner(node.word.get()));
        let Some(item) = items.min_by_key(|&item| self.size(state[tables.remaining(item)])) else {
            return vec![];
        };
        let mut options = Vec::new();
        for word in tables.words(item) {
            let mut bits = state[word];
            while !bits.is_zero() {
                options.push(tables.at(word, bits.lowest()));
                bits = bits.drop_lowest();
            }
        }
        options
    }

    /// Chooses one of [`next_options`](Self::next_options) for good.
    pub fn choose(&mut self, option: usize) {
        self.next = Next::Settle(self.arena.dance(|dance| dance.choose(option)));
    }
}

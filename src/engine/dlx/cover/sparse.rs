//! The arena's search of a cover problem as far as the points where a block can take over.

use super::super::arena::Arena;
use super::super::dance::Emptied;
use super::super::layout::{Index, Layout, Word};
use super::super::search::Settled;
use super::block::ITEMS;
use super::dense::Reached;
use super::meter::{Meter, Step};
use crate::cover::Cover;

/// What comes next.
#[derive(Clone, Copy, Debug)]
enum Next {
    /// Forced moves after the one just made, then branch.
    Settle(Result<(), Emptied>),
    /// The present state is done with.
    Back,
}

/// A search that can be stopped and continued.
#[derive(Debug)]
pub(super) struct SparseSearch<L: Layout> {
    arena: Arena<L>,
    next: Next,
    /// The part of the tree that belongs to each level and is not done.
    shares: Vec<f64>,
    /// Most options that a block takes.
    small: usize,
    /// Fewest and most primary items of an option.
    shortest: usize,
    longest: usize,
}

impl<L: Layout> SparseSearch<L> {
    /// A search that leaves blocks of so many options to others.
    pub fn new(cover: &Cover, small: usize) -> SparseSearch<L> {
        let primary = |option: &[u32]| option.iter().filter(|&&i| (i as usize) < cover.primary()).count();
        let lengths = || cover.options().map(primary).filter(|&n| n > 0);
        let (shortest, longest) = (lengths().min().unwrap_or(1), lengths().max().unwrap_or(1));
        let arena = Arena::new(cover);
        let mut outer =
            SparseSearch { arena, next: Next::Back, shares: Vec::new(), small, shortest, longest };
        outer.restart();
        outer
    }

    /// Begins anew.
    pub fn restart(&mut self) {
        self.arena.reset();
        self.shares.clear();
        self.next = Next::Settle(Ok(()));
    }

    /// The options chosen.
    pub fn chosen(&self) -> impl Iterator<Item = usize> {
        self.arena.chosen.iter().map(|option| option.get())
    }

    pub fn guesses(&self) -> u64 {
        self.arena.counters.guesses
    }

    /// Goes on to the next solution or block.
    pub fn advance(&mut self, meter: &mut Meter<'_>) -> Reached {
        loop {
            let Next::Settle(moved) = self.next else {
                if self.arena.levels.is_empty() {
                    return Reached::Other(Step::Exhausted);
                }
                if !meter.enter() {
                    return Reached::Other(Step::Budget);
                }
                self.back(meter);
                continue;
            };
            self.next = Next::Back;
            let settled = self.arena.settle(moved);
            #[cfg(debug_assertions)]
            self.arena.check_settled(&settled);
            match settled {
                Settled::Branch(_) if self.is_small() => return Reached::Small,
                Settled::Branch(option) => {
                    if !meter.enter() {
                        self.next = Next::Settle(Ok(()));
                        return Reached::Other(Step::Budget);
                    }
                    self.descend(option, meter);
                }
                Settled::Solved => {
                    meter.leaf();
                    return Reached::Other(Step::Solution);
                }
                Settled::Dead => meter.leaf(),
            }
        }
    }

    fn descend(&mut self, option: usize, meter: &mut Meter<'_>) {
        let own = meter.cost.share / self.size_of(option) as f64;
        self.shares.push(meter.cost.share - own);
        meter.cost.share = own;
        self.next = Next::Settle(self.arena.descend(option));
    }

    fn back(&mut self, meter: &mut Meter<'_>) {
        meter.cost.share = self.shares.pop().unwrap_or_default();
        self.arena.backtrack();
        self.next = Next::Settle(Ok(()));
    }

    /// Options of the smallest item of an option.
    fn size_of(&self, option: usize) -> usize {
        let (primary, _) = self.arena.tables.nodes(option);
        let size = |item| self.size(self.arena.state()[self.arena.tables.gauge(item)]);
        let items = primary.iter().map(|node| self.arena.tables.owner(node.word.get()));
        items.map(size).min().unwrap_or(1).max(1)
    }

    fn size(&self, gauge: L::Word) -> usize {
        if L::WIDE { gauge.get() } else { gauge.count() }
    }

    /// Whether a block can take the present state.
    fn is_small(&self) -> bool {
        let tables = &self.arena.tables;
        let gauges = &self.arena.state()[tables.gauge(0)..][..tables.primary];
        // Options have a primary item at least, and most have more.
        let (mut open, mut nodes) = (0, 0);
        for &gauge in gauges.iter().filter(|&&gauge| gauge != L::Word::GUARD) {
            open += 1;
            nodes += self.size(gauge);
            if open > ITEMS || nodes > self.small * self.longest {
                return false;
            }
        }
        nodes <= self.small * self.shortest || self.live().count() <= self.small
    }

    /// The open primary items.
    pub fn open(&self) -> impl Iterator<Item = usize> {
        let (tables, state) = (&self.arena.tables, self.arena.state());
        (0..tables.primary).filter(|&item| state[tables.gauge(item)] != L::Word::GUARD)
    }

    /// The live options, ascending.
    pub fn live(&self) -> impl Iterator<Item = usize> {
        let (tables, state) = (&self.arena.tables, self.arena.state());
        let mut live: Vec<usize> = Vec::new();
        for item in self.open() {
            for word in tables.words(item) {
                let mut bits = state[word];
                while !bits.is_zero() {
                    let option = tables.at(word, bits.lowest());
                    bits = bits.drop_lowest();
                    // Each option once: where its first item has it.
                    if tables.nodes(option).0[0].word.get() == word {
                        live.push(option);
                    }
                }
            }
        }
        live.sort_unstable();
        live.into_iter()
    }

    /// The options of the item that would be branched on next, were no block to take over; `None` if
    /// there is no such item.
    pub fn fork(&mut self) -> Option<Vec<usize>> {
        let Next::Settle(moved) = self.next else { return None };
        let settled = self.arena.settle(moved);
        #[cfg(debug_assertions)]
        self.arena.check_settled(&settled);
        self.next = Next::Settle(Ok(()));
        match settled {
            Settled::Branch(option) => Some(self.list_of(option)),
            // To settle again tells the same.
            Settled::Solved => None,
            Settled::Dead => {
                self.next = Next::Back;
                None
            }
        }
    }

    /// The live options of the smallest item of an option.
    fn list_of(&self, option: usize) -> Vec<usize> {
        let (tables, state) = (&self.arena.tables, self.arena.state());
        let items = tables.nodes(option).0.iter().map(|node| tables.owner(node.word.get()));
        let Some(item) = items.min_by_key(|&item| self.size(state[tables.gauge(item)])) else {
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

    /// Makes one of the moves that [`fork`](Self::fork) said, for good.
    pub fn choose(&mut self, option: usize) {
        self.next = Next::Settle(self.arena.dance(|dance| dance.choose(option)));
    }
}

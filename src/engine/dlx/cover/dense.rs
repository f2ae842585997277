//! The search in a view: an item's options are tried one after the other.

use super::block::{Block, DenseMatrix, Items};
use super::meter::{Meter, Step};
use super::sets::{Set, below, pop, size};

/// An item that is branched on.
#[derive(Clone, Copy, Debug)]
struct Level<const W: usize> {
    /// The state before.
    live: Set<W>,
    open: Items,
    chosen: u32,
    /// Options not tried yet.
    rest: Set<W>,
    /// Each option's part of the tree.
    share: f64,
}

/// A view and the memory to search it.
#[derive(Debug)]
pub(super) struct ViewSearch<const W: usize> {
    view: DenseMatrix<W>,
    levels: Vec<Level<W>>,
    /// The present state.
    live: Set<W>,
    open: Items,
    /// Options chosen.
    chosen: Vec<u16>,
    /// Whether the present state is yet to be looked at; else it is done with.
    fresh: bool,
}

/// Where the search has come to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reached {
    /// Few options are left: the rest of this branch is for a narrower search.
    Small,
    /// As without others.
    Other(Step),
}

/// Where a state leads.
enum Sight {
    Branch(usize),
    Solved,
    Dead,
}

impl<const W: usize> Default for ViewSearch<W> {
    fn default() -> Self {
        ViewSearch {
            view: DenseMatrix::default(),
            levels: Vec::new(),
            live: [0; W],
            open: Items::default(),
            chosen: Vec::new(),
            fresh: false,
        }
    }
}

impl<const W: usize> ViewSearch<W> {
    /// Begins the search of these options and open items.
    pub fn load(&mut self, block: &Block, open: Items, options: impl Iterator<Item = usize>) {
        self.view.load(block, options);
        self.restart(open);
    }

    /// Begins anew in the view that is loaded.
    pub fn restart(&mut self, open: Items) {
        self.levels.clear();
        self.chosen.clear();
        self.live = below(self.view.origin.len());
        self.open = open;
        self.fresh = true;
    }

    /// The options chosen, by their numbers in the block.
    pub fn chosen(&self) -> impl Iterator<Item = usize> {
        self.chosen.iter().map(|&option| usize::from(self.view.origin[usize::from(option)]))
    }

    /// Options chosen.
    pub fn depth(&self) -> usize {
        self.chosen.len()
    }

    /// The open items.
    pub fn open(&self) -> Items {
        self.open
    }

    /// Live options.
    pub fn size(&self) -> usize {
        size(&self.live) as usize
    }

    /// The live options, by their numbers in the block.
    pub fn live(&self) -> impl Iterator<Item = usize> {
        self.view.origins(self.live)
    }

    /// The options of the item that would be branched on next, by their numbers in the block; `None` if
    /// there is no such item.
    pub fn fork(&mut self, block: &Block) -> Option<Vec<usize>> {
        let Sight::Branch(item) = self.settle(block) else { return None };
        Some(self.view.origins(self.view.list(item, &self.live)).collect())
    }

    /// Makes one of the moves that [`fork`](Self::fork) said, for good.
    pub fn choose(&mut self, block: &Block, option: usize) {
        let number = self.view.origin.iter().position(|&origin| usize::from(origin) == option);
        if let Some(number) = number {
            self.take(block, number);
        }
    }

    #[inline(always)]
    fn take(&mut self, block: &Block, option: usize) {
        self.chosen.push(option as u16);
        self.view.choose(block, option, &mut self.live, &mut self.open);
    }

    /// Makes the forced moves.
    #[inline(always)]
    fn settle(&mut self, block: &Block) -> Sight {
        loop {
            match self.view.smallest(&self.live, &self.open) {
                None => return Sight::Solved,
                Some((_, 0)) => return Sight::Dead,
                Some((item, 1)) => self.take(block, pop(&mut self.view.list(item, &self.live))),
                Some((item, _)) => return Sight::Branch(item),
            }
        }
    }

    /// Goes on to the next solution, or to a state with no more than `small` live options.
    #[inline(always)]
    pub fn advance(&mut self, block: &Block, meter: &mut Meter<'_>, small: u32) -> Reached {
        loop {
            if std::mem::take(&mut self.fresh) {
                match self.settle(block) {
                    Sight::Branch(_) if small > 0 && size(&self.live) <= small => return Reached::Small,
                    Sight::Branch(item) => self.branch(item, meter),
                    Sight::Solved => {
                        meter.leaf();
                        return Reached::Other(Step::Solution);
                    }
                    Sight::Dead => meter.leaf(),
                }
            }
            if self.levels.is_empty() {
                return Reached::Other(Step::Exhausted);
            }
            if !meter.enter() {
                return Reached::Other(Step::Budget);
            }
            self.try_next(block, meter);
        }
    }

    #[inline(always)]
    fn branch(&mut self, item: usize, meter: &mut Meter<'_>) {
        meter.cost.guesses += 1;
        let rest = self.view.list(item, &self.live);
        self.levels.push(Level {
            live: self.live,
            open: self.open,
            chosen: self.chosen.len() as u32,
            rest,
            share: meter.cost.share / f64::from(size(&rest)),
        });
    }

    /// Chooses the next option of the last level; with the last option the level is gone.
    #[inline(always)]
    fn try_next(&mut self, block: &Block, meter: &mut Meter<'_>) {
        let Some(level) = self.levels.last_mut() else { return };
        let option = pop(&mut level.rest);
        meter.cost.share = level.share;
        (self.live, self.open) = (level.live, level.open);
        self.chosen.truncate(level.chosen as usize);
        if level.rest == [0; W] {
            self.levels.pop();
        }
        self.take(block, option);
        self.fresh = true;
    }
}

//! The search in a matrix: the options of an item are tried one after the other.

use super::bit_set::{Set, below, pop, size};
use super::block::{Block, Items};
use super::dense_matrix::DenseMatrix;
use super::progress::{Reached, SearchStep, Tracker};

/// A branch point.
#[derive(Clone, Copy, Debug)]
struct BranchPoint<const W: usize> {
    /// The state before.
    live: Set<W>,
    open: Items,
    chosen: u32,
    /// Options not tried yet.
    untried: Set<W>,
    /// The fraction of the tree below each option.
    share: f64,
}

/// A matrix and the memory to search it.
#[derive(Debug)]
pub(super) struct MatrixSearch<const W: usize> {
    matrix: DenseMatrix<W>,
    branch_points: Vec<BranchPoint<W>>,
    /// The present state.
    live: Set<W>,
    open: Items,
    /// Options chosen.
    chosen: Vec<u16>,
    /// Whether the present state is new; otherwise it is done.
    is_new: bool,
}

/// The result of making the forced moves.
enum Propagated {
    Branch(usize),
    Solved,
    Dead,
}

impl<const W: usize> Default for MatrixSearch<W> {
    fn default() -> Self {
        MatrixSearch {
            matrix: DenseMatrix::default(),
            branch_points: Vec::new(),
            live: [0; W],
            open: Items::default(),
            chosen: Vec::new(),
            is_new: false,
        }
    }
}

impl<const W: usize> MatrixSearch<W> {
    /// With this number of live options, a quarter of the width, a narrower search takes over; 0 if there is
    /// none that is worth it.
    const HAND_OVER: u32 = if W > 2 { 16 * W as u32 } else { 0 };

    /// Begins the search of these options and open items.
    pub fn load(&mut self, block: &Block, open: Items, options: impl Iterator<Item = usize>) {
        self.matrix.load(block, options);
        self.restart(open);
    }

    /// Restarts the search in the matrix that is loaded.
    pub fn restart(&mut self, open: Items) {
        self.branch_points.clear();
        self.chosen.clear();
        self.live = below(self.matrix.len());
        self.open = open;
        self.is_new = true;
    }

    /// The options chosen, by their numbers in the block.
    pub fn chosen(&self) -> impl Iterator<Item = usize> {
        self.chosen.iter().map(|&option| self.matrix.in_block(usize::from(option)))
    }

    /// Number of options chosen.
    pub fn depth(&self) -> usize {
        self.chosen.len()
    }

    /// The open items.
    pub fn open(&self) -> Items {
        self.open
    }

    /// The live options, by their numbers in the block.
    pub fn live(&self) -> impl Iterator<Item = usize> {
        self.matrix.all_in_block(self.live)
    }

    /// The options of the item that would be branched on next, by their numbers in the block; `None` if
    /// there is no such item.
    pub fn next_options(&mut self, block: &Block) -> Option<Vec<usize>> {
        let Propagated::Branch(item) = self.settle(block) else { return None };
        Some(self.matrix.all_in_block(self.matrix.list(item, &self.live)).collect())
    }

    /// Chooses one of [`next_options`](Self::next_options) for good.
    pub fn choose(&mut self, block: &Block, option: usize) {
        if let Some(number) = self.matrix.find(option) {
            self.apply(block, number);
        }
    }

    #[inline(always)]
    fn apply(&mut self, block: &Block, option: usize) {
        self.chosen.push(option as u16);
        self.matrix.choose(block, option, &mut self.live, &mut self.open);
    }

    /// Makes the forced moves.
    #[inline(always)]
    fn settle(&mut self, block: &Block) -> Propagated {
        loop {
            match self.matrix.smallest(&self.live, &self.open) {
                None => return Propagated::Solved,
                Some((_, 0)) => return Propagated::Dead,
                Some((item, 1)) => self.apply(block, pop(&mut self.matrix.list(item, &self.live))),
                Some((item, _)) => return Propagated::Branch(item),
            }
        }
    }

    /// Continues to the next solution, or to a state that is small enough to hand over.
    #[inline(always)]
    pub fn advance(&mut self, block: &Block, tracker: &mut Tracker<'_>) -> Reached {
        loop {
            if std::mem::take(&mut self.is_new) {
                match self.settle(block) {
                    Propagated::Branch(_) if Self::HAND_OVER > 0 && size(&self.live) <= Self::HAND_OVER => {
                        return Reached::Small;
                    }
                    Propagated::Branch(item) => self.branch(item, tracker),
                    Propagated::Solved => {
                        tracker.leaf();
                        return Reached::Step(SearchStep::Solution);
                    }
                    Propagated::Dead => tracker.leaf(),
                }
            }
            if self.branch_points.is_empty() {
                return Reached::Step(SearchStep::Exhausted);
            }
            if !tracker.enter() {
                return Reached::Step(SearchStep::Budget);
            }
            self.try_next(block, tracker);
        }
    }

    #[inline(always)]
    fn branch(&mut self, item: usize, tracker: &mut Tracker<'_>) {
        tracker.cost.guesses += 1;
        let untried = self.matrix.list(item, &self.live);
        self.branch_points.push(BranchPoint {
            live: self.live,
            open: self.open,
            chosen: self.chosen.len() as u32,
            untried,
            share: tracker.cost.share / f64::from(size(&untried)),
        });
    }

    /// Chooses the next option of the last branch point, which is removed with its last option.
    #[inline(always)]
    fn try_next(&mut self, block: &Block, tracker: &mut Tracker<'_>) {
        let Some(point) = self.branch_points.last_mut() else { return };
        let option = pop(&mut point.untried);
        tracker.cost.share = point.share;
        (self.live, self.open) = (point.live, point.open);
        self.chosen.truncate(point.chosen as usize);
        if point.untried == [0; W] {
            self.branch_points.pop();
        }
        self.apply(block, option);
        self.is_new = true;
    }
}

//! Subproblems of a problem with bounds.
//!
//! The key of a state has the live options and the remaining need of each counted item, where more than all
//! of its options counts as all of them.

use super::space::{Settled, StateSpace};
use crate::Cover;
use crate::search::bit_set::BitSet;
use crate::search::block::{Block, ListNumbers, Part};
use crate::search::conflict_lists::ConflictLists;
use crate::search::matrix::Matrix;
use crate::search::needs::{Counters, Needs};
use crate::search::smallest::Portable;
use crate::search::state::{Settled as Found, State};

/// The states of a problem with bounds. Sets of options are of type `O`, sets of primary items of type `I`.
pub(crate) struct BoundedSpace<O, I> {
    pub block: Block,
    pub matrix: Matrix<O, I, Vec<Counters>>,
}

/// A state, and the item that it branches on.
#[derive(Clone)]
pub(crate) struct BoundedMemoState<O, I> {
    pub state: State<O, I, Vec<Counters>>,
    item: usize,
}

impl<O: BitSet, I: BitSet> BoundedSpace<O, I> {
    /// The states of a problem.
    pub fn new(cover: &Cover, lists: &ConflictLists) -> BoundedSpace<O, I> {
        let (mut block, mut matrix) = (Block::default(), Matrix::default());
        block.load(lists, &mut ListNumbers::default(), &mut Part::whole(cover, lists));
        matrix.load(&block, &(0..block.len()).collect::<Vec<_>>());
        BoundedSpace { block, matrix }
    }
}

impl<O: BitSet, I: BitSet> StateSpace for BoundedSpace<O, I> {
    type State = BoundedMemoState<O, I>;

    fn heap_bytes(&self) -> usize {
        let State { live, open, needs } = self.root().state;
        size_of_val(live.words()) + size_of_val(open.words()) + size_of_val(needs.counters())
    }

    fn root(&self) -> Self::State {
        BoundedMemoState { state: State::new(&self.block, &self.matrix), item: 0 }
    }

    fn settle(&self, state: &mut Self::State, mut chosen: impl FnMut(u32)) -> Settled {
        let BoundedSpace { block, matrix } = self;
        let chosen = |option| chosen(block.option(option) as u32);
        let smallest = state.state.smallest(block, matrix);
        match state.state.settle(Portable, block, matrix, smallest, chosen) {
            Found::Solved => Settled::Solved,
            Found::Dead => Settled::Dead,
            Found::Branch(item, _) => {
                state.item = item;
                Settled::Branch
            }
        }
    }

    fn key_words(&self) -> usize {
        self.root().state.live.words().len() + self.block.counted().len()
    }

    fn key(&self, state: &Self::State, key: &mut [u64]) {
        let State { live, needs, .. } = &state.state;
        let (words, counted) = key.split_at_mut(live.words().len());
        words.copy_from_slice(live.words());
        for ((item, need), word) in needs.iter().enumerate().zip(counted) {
            let high = u32::from(need.high).min(self.matrix.size(item, live));
            // An item that is done has no live options, and needs none.
            *word = u64::from(need.low) << 32 | u64::from(high);
        }
    }

    fn choices(&self, state: &Self::State) -> u32 {
        let BoundedMemoState { state, item } = state;
        (self.matrix.size(*item, &state.live) + 1).saturating_sub(state.need(&self.block, *item).low)
    }

    fn choose(&self, state: &Self::State, choice: u32) -> (Self::State, Option<u32>) {
        let mut next = state.clone();
        let mut options = self.matrix.list(state.item, &next.state.live).members();
        options.by_ref().take(choice as usize).for_each(|option| next.state.live.remove(option));
        let option = options.next();
        option.iter().for_each(|&option| next.state.choose(&self.block, &self.matrix, option));
        (next, option.map(|option| self.block.option(option) as u32))
    }

    fn components(&self, state: &Self::State, parts: &mut Vec<Self::State>) {
        let all = self.parts(&state.state).into_iter();
        parts.extend(all.map(|state| BoundedMemoState { state, item: 0 }));
    }
}

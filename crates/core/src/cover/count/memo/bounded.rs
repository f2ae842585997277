//! Subproblems of a problem with bounds.
//!
//! The key of a state has the live options and the remaining need of each counted item, where more than all
//! of its options counts as all of them.

use super::space::{Settled, StateSpace};
use crate::cover::Cover;
use crate::cover::search::bounded::{
    BitSet, BoundedMatrix, BoundedState, ListNumbers, Need, OpenItem, Settled as Found,
};
use crate::cover::search::conflict_lists::ConflictLists;

/// The states of a problem with bounds. Sets of options are of type `O`, sets of primary items of type `I`.
pub(crate) struct BoundedSpace<O, I> {
    matrix: BoundedMatrix<O, I>,
}

/// A state, and the item that it branches on.
#[derive(Clone)]
pub(crate) struct BoundedMemoState<O, I> {
    state: BoundedState<O, I>,
    item: usize,
}

impl<O: BitSet, I: BitSet> BoundedSpace<O, I> {
    /// The states of a problem.
    pub fn new(cover: &Cover, lists: &ConflictLists) -> BoundedSpace<O, I> {
        let need = |item| Need { low: cover.bounds(item).0, high: cover.bounds(item).1 };
        let open = (0..cover.primary()).map(|item| OpenItem { item, need: need(item) });
        let options = (0..cover.len()).filter(|&option| lists.is_choice(option));
        let mut matrix = BoundedMatrix::new();
        matrix.load(lists, &mut ListNumbers::default(), open, options);
        BoundedSpace { matrix }
    }
}

/// Passes options on.
struct Each<F>(F);

impl<F: FnMut(u32)> Extend<u32> for Each<F> {
    fn extend<T: IntoIterator<Item = u32>>(&mut self, options: T) {
        options.into_iter().for_each(&mut self.0);
    }
}

impl<O: BitSet, I: BitSet> StateSpace for BoundedSpace<O, I> {
    type State = BoundedMemoState<O, I>;

    fn heap_bytes(&self) -> usize {
        BoundedState::heap_bytes(&self.matrix)
    }

    fn root(&self) -> Self::State {
        BoundedMemoState { state: BoundedState::new(&self.matrix), item: 0 }
    }

    fn settle(&self, state: &mut Self::State, mut chosen: impl FnMut(u32)) -> Settled {
        let mut options = Each(|option: u32| chosen(self.matrix.option(option as usize) as u32));
        match state.state.settle(&self.matrix, &mut options) {
            Found::Solved => Settled::Solved,
            Found::Dead => Settled::Dead,
            Found::Branch(item) => {
                state.item = item;
                Settled::Branch
            }
        }
    }

    fn key_words(&self) -> usize {
        BoundedState::key_words(&self.matrix)
    }

    fn key(&self, state: &Self::State, key: &mut [u64]) {
        state.state.key(&self.matrix, key);
    }

    fn choices(&self, state: &Self::State) -> u32 {
        state.state.ways(&self.matrix, state.item)
    }

    fn choose(&self, state: &Self::State, choice: u32) -> (Self::State, Option<u32>) {
        let mut next = state.clone();
        let option = next.state.take_way(&self.matrix, state.item, choice);
        (next, option.map(|option| self.matrix.option(option) as u32))
    }

    fn components(&self, state: &Self::State, parts: &mut Vec<Self::State>) {
        let all = state.state.parts(&self.matrix).into_iter();
        parts.extend(all.map(|state| BoundedMemoState { state, item: 0 }));
    }
}

//! The branches of a state, one after the other.

use super::BoundedState;
use crate::cover::search::bounded::bits::BitSet;
use crate::cover::search::bounded::matrix::BoundedMatrix;

/// The branches of a settled state on one item, one after the other.
#[derive(Clone, Debug)]
pub(in crate::cover::search) struct Branches<O, I> {
    /// The state without the options that are excluded in the next branch.
    state: BoundedState<O, I>,
    /// The options of the item that were not tried yet.
    untried: O,
    /// The number of branches that are left.
    left: u32,
    /// Whether the item may have more than one option, or none.
    is_bounded: bool,
}

impl<O: BitSet, I: BitSet> Branches<O, I> {
    /// No branch yet, with the memory for the branches of a matrix.
    pub fn new(matrix: &BoundedMatrix<O, I>) -> Self {
        let state = BoundedState::new(matrix);
        Branches { untried: state.live.clone(), state, left: 0, is_bounded: false }
    }

    /// Begins with the first branch of a settled state on the item that [`BoundedState::settle`] returned. This
    /// takes the state, and replaces it by one of the same size.
    #[inline(always)]
    pub fn begin(&mut self, matrix: &BoundedMatrix<O, I>, state: &mut BoundedState<O, I>, item: usize) {
        std::mem::swap(&mut self.state, state);
        self.untried.clone_from(&self.state.live);
        self.untried.keep_all(matrix.list(item));
        let low = self.state.need(matrix, item).low;
        self.left = self.untried.size() + 1 - low;
        self.is_bounded = !matrix.once().contains(item);
    }

    /// The number of branches that are left.
    #[inline(always)]
    pub fn left(&self) -> u32 {
        self.left
    }

    /// Writes the next branch to `child` and returns the option that it chooses; `None` in the last branch of an
    /// item that needs no option, which chooses none.
    ///
    /// At least one branch must be left. The child is not settled.
    #[inline(always)]
    pub fn next(&mut self, matrix: &BoundedMatrix<O, I>, child: &mut BoundedState<O, I>) -> Option<usize> {
        self.left -= 1;
        if self.left == 0 {
            std::mem::swap(child, &mut self.state);
        } else {
            child.copy_from(&self.state);
        }
        let option = self.untried.first_shared(&self.untried)?;
        self.untried.remove(option);
        // The other options of an item that has exactly one are excluded by the one that is chosen.
        if self.is_bounded && self.left > 0 {
            self.state.live.remove(option);
        }
        child.choose(matrix, option);
        Some(option)
    }
}

//! The states of a search with bounds: what is left of a problem, the forced moves, and the branches.
//!
//! The method is that of D. E. Knuth's Algorithm M (7.2.2.1): branch on the item with the fewest ways. An item that
//! needs `low` more of its `len` live options has `len + 1 - low` ways, each of which says which option is the first
//! of those that will be chosen; the options before it are then excluded. An item that needs none has one way more:
//! no option at all. So each solution is in one branch.

use super::bits::BitSet;
use super::matrix::{BoundedMatrix, Need, OpenItem};

/// What is left of the problem of a [`BoundedMatrix`].
#[derive(Clone, PartialEq, Debug)]
pub(in crate::engine::dlx::cover) struct BoundedState<O, I> {
    /// The options that can still be chosen.
    live: O,
    /// The items that are not done: every item of a live option, and all that need one.
    open: I,
    /// The needs of the counted items.
    needs: Vec<Need>,
}

/// The result of making the forced moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::engine::dlx::cover) enum Settled {
    /// No move is forced; branch on this item.
    Branch(usize),
    /// Nothing is left: the options chosen are a solution.
    Solved,
    /// An item needs more options than it has.
    Dead,
}

impl<O: BitSet, I: BitSet> BoundedState<O, I> {
    /// The state before the first choice.
    pub fn new(matrix: &BoundedMatrix<O, I>) -> Self {
        let (live, open) = (O::below(matrix.len()), I::below(matrix.primary()));
        BoundedState { live, open, needs: matrix.needs().to_vec() }
    }

    /// Becomes a copy of another state, without allocating if both have the same matrix.
    #[inline(always)]
    pub fn copy_from(&mut self, other: &Self) {
        self.live.clone_from(&other.live);
        self.open.clone_from(&other.open);
        self.needs.clone_from(&other.needs);
    }

    /// The options that can still be chosen.
    pub fn live(&self) -> &O {
        &self.live
    }

    /// The open items, with what they need.
    pub fn open<'a>(&'a self, matrix: &'a BoundedMatrix<O, I>) -> impl Iterator<Item = OpenItem> + 'a {
        let open = self.open.members();
        open.map(move |item| OpenItem { item: matrix.item(item), need: self.need(matrix, item) })
    }

    /// What an open item needs.
    #[inline(always)]
    fn need(&self, matrix: &BoundedMatrix<O, I>, item: usize) -> Need {
        match matrix.need_of(item) {
            Some(place) => self.needs[place],
            None => Need { low: u32::from(matrix.once().contains(item)), high: 1 },
        }
    }

    /// Chooses a live option.
    #[inline(always)]
    pub fn choose(&mut self, matrix: &mut BoundedMatrix<O, I>, option: usize) {
        self.live.remove_all(matrix.excluded(option));
        self.open.remove_all(matrix.closed(option));
        for &item in matrix.counted_of(option) {
            let item = item as usize;
            let Some(need) = matrix.need_of(item).and_then(|place| self.needs.get_mut(place)) else {
                continue;
            };
            need.low = need.low.saturating_sub(1);
            need.high -= 1;
            if need.high == 0 {
                self.live.remove_all(matrix.list(item));
                self.open.remove(item);
            }
        }
    }

    /// Makes the forced moves: chooses every option that an item cannot do without, and appends it to `chosen`.
    #[inline(always)]
    pub fn settle(&mut self, matrix: &mut BoundedMatrix<O, I>, chosen: &mut Vec<u32>) -> Settled {
        loop {
            let best = match self.smallest_once(matrix) {
                (_, 0) => return Settled::Dead,
                (item, 1) => Err(item),
                best => self.smallest_bounded(matrix, best),
            };
            match best {
                Ok((_, 0)) => return Settled::Dead,
                Ok((usize::MAX, _)) => return Settled::Solved,
                Ok((item, _)) => return Settled::Branch(item),
                Err(item) => {
                    let Some(option) = self.live.first_shared(matrix.list(item)) else {
                        return Settled::Dead;
                    };
                    chosen.push(option as u32);
                    self.choose(matrix, option);
                }
            }
        }
    }

    /// The open item with the fewest live options among those that must have exactly one, and their number; the
    /// first item that has one or none ends the scan. `usize::MAX` if no such item is open.
    #[inline(always)]
    fn smallest_once(&self, matrix: &BoundedMatrix<O, I>) -> (usize, u32) {
        let mut best = (usize::MAX, u32::MAX);
        for (at, (open, once)) in self.open.words().iter().zip(matrix.once().words()).enumerate() {
            let mut items = open & once;
            while items != 0 {
                let item = 64 * at + items.trailing_zeros() as usize;
                items &= items - 1;
                let size = self.live.shared(matrix.list(item));
                if size < best.1 {
                    best = (item, size);
                    if size < 2 {
                        return best;
                    }
                }
            }
        }
        best
    }

    /// The item with the fewest ways among `best` and the other open items; `Err` if an item needs all of its live
    /// options, and no ways if an item needs more. Items that need none and have none are closed.
    #[inline(always)]
    fn smallest_bounded(
        &mut self,
        matrix: &BoundedMatrix<O, I>,
        mut best: (usize, u32),
    ) -> Result<(usize, u32), usize> {
        for at in 0..self.open.words().len() {
            let mut items = self.open.words()[at] & !matrix.once().words()[at];
            while items != 0 {
                let item = 64 * at + items.trailing_zeros() as usize;
                items &= items - 1;
                let low = self.need(matrix, item).low;
                let size = self.live.shared(matrix.list(item));
                if size < low {
                    return Ok((item, 0));
                }
                match (size, low) {
                    (0, _) => self.open.remove(item),
                    _ if size == low => return Err(item),
                    _ if size + 1 - low < best.1 => best = (item, size + 1 - low),
                    _ => {}
                }
            }
        }
        Ok(best)
    }

    /// Appends words that are equal for two settled states of the same matrix exactly if these have the same options
    /// to choose from and the same needs: the live options, then for each counted item what it needs, where more
    /// than all of its live options is as much as all of them. Such states have the same solutions below them.
    #[cfg_attr(not(test), allow(dead_code, reason = "for searches that remember states"))]
    pub fn key(&self, matrix: &BoundedMatrix<O, I>, words: &mut Vec<u64>) {
        words.extend_from_slice(self.live.words());
        for item in 0..matrix.primary() {
            if let Some(place) = matrix.need_of(item) {
                let need = self.needs[place];
                let high = need.high.min(self.live.shared(matrix.list(item)));
                // An item that is done has no live options, and needs none.
                words.push(u64::from(need.low) << 32 | u64::from(high));
            }
        }
    }
}

/// The branches of a settled state on one item, one after the other.
#[derive(Clone, Debug)]
pub(in crate::engine::dlx::cover) struct Branches<O, I> {
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
    /// No branch yet, with the memory for those of a matrix.
    pub fn new(matrix: &BoundedMatrix<O, I>) -> Self {
        let state = BoundedState::new(matrix);
        Branches { untried: state.live.clone(), state, left: 0, is_bounded: false }
    }

    /// Begins with the first branch of a settled state on the item that [`BoundedState::settle`] returned.
    #[inline(always)]
    pub fn begin(&mut self, matrix: &BoundedMatrix<O, I>, state: &BoundedState<O, I>, item: usize) {
        self.state.copy_from(state);
        self.untried.clone_from(&state.live);
        self.untried.keep_all(matrix.list(item));
        let low = state.need(matrix, item).low;
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
    /// A branch must be left. The child is not settled.
    #[inline(always)]
    pub fn next(
        &mut self,
        matrix: &mut BoundedMatrix<O, I>,
        child: &mut BoundedState<O, I>,
    ) -> Option<usize> {
        self.left -= 1;
        child.copy_from(&self.state);
        let option = self.untried.first_shared(&self.untried)?;
        self.untried.remove(option);
        // The other options of an item that has exactly one are excluded by the one that is chosen.
        if self.is_bounded {
            self.state.live.remove(option);
        }
        child.choose(matrix, option);
        Some(option)
    }
}

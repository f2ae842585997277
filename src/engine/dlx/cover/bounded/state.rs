//! The states of a search with bounds: what is left of a problem, the forced moves, and the branches.
//!
//! The method is that of D. E. Knuth's Algorithm M (7.2.2.1): branch on an item with few ways. An item that
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
    /// The items that are not done: every item of a live option, and all that need one. Of the others only items
    /// that need none may be among them.
    open: I,
    /// The needs of the counted items, which have the smallest numbers.
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
        match self.needs.get(item) {
            Some(&need) => need,
            None => Need { low: u32::from(matrix.once().contains(item)), high: 1 },
        }
    }

    /// Chooses a live option.
    #[inline(always)]
    pub fn choose(&mut self, matrix: &BoundedMatrix<O, I>, option: usize) {
        self.live.remove_all(matrix.excluded(option));
        self.open.remove_all(matrix.closed(option));
        for &item in matrix.counted_of(option) {
            let item = item as usize;
            let need = &mut self.needs[item];
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
    pub fn settle(&mut self, matrix: &BoundedMatrix<O, I>, chosen: &mut impl Extend<u32>) -> Settled {
        loop {
            match self.smallest(matrix) {
                None => return Settled::Solved,
                Some((_, 0)) => return Settled::Dead,
                Some((item, 1)) => {
                    if !self.choose_all(matrix, item, chosen) {
                        return Settled::Dead;
                    }
                }
                Some((item, _)) => return Settled::Branch(item),
            }
        }
    }

    /// Chooses as many options of an item as it needs; `false` if it runs out of them.
    #[inline(always)]
    fn choose_all(
        &mut self,
        matrix: &BoundedMatrix<O, I>,
        item: usize,
        chosen: &mut impl Extend<u32>,
    ) -> bool {
        for _ in 0..self.need(matrix, item).low {
            let Some(option) = self.live.first_shared(matrix.list(item)) else { return false };
            chosen.extend([option as u32]);
            self.choose(matrix, option);
        }
        true
    }

    /// The item to branch on, and the number of its ways; one if its options are forced, none if it has too few.
    /// `None` if no item is open.
    ///
    /// This is the item with the fewest ways among those that need an option; the first that has one or none ends
    /// the scan. Only if no item needs an option, it is the first one that has any: then every choice leads to a
    /// solution. Deciding about an item that needs none while others do is of little use, since most of its
    /// branches exclude a single option.
    #[inline(always)]
    fn smallest(&mut self, matrix: &BoundedMatrix<O, I>) -> Option<(usize, u32)> {
        if self.live.words().len() == 1
            && let Some(found) = self.at_most_two(matrix)
        {
            return Some(found);
        }
        let mut best = (usize::MAX, u32::MAX);
        for at in 0..self.open.words().len() {
            let mut items = self.open.words()[at];
            while items != 0 {
                let item = 64 * at + items.trailing_zeros() as usize;
                items &= items - 1;
                let low = self.need(matrix, item).low;
                if low == 0 {
                    continue;
                }
                let ways = (self.live.shared(matrix.list(item)) + 1).saturating_sub(low);
                if ways < best.1 {
                    best = (item, ways);
                    if ways < 2 {
                        return Some(best);
                    }
                }
            }
        }
        if best.0 != usize::MAX { Some(best) } else { self.first_with_options(matrix) }
    }

    /// The same among the items with at most two ways, for sets of one word. This avoids counting the bits of words,
    /// which takes a dozen instructions where the compiler may not assume an instruction for it.
    #[inline(always)]
    fn at_most_two(&self, matrix: &BoundedMatrix<O, I>) -> Option<(usize, u32)> {
        let live = self.live.words()[0];
        let mut pair = None;
        for (at, &open) in self.open.words().iter().enumerate() {
            let mut items = open;
            while items != 0 {
                let item = 64 * at + items.trailing_zeros() as usize;
                items &= items - 1;
                let low = self.need(matrix, item).low;
                if low == 0 {
                    continue;
                }
                // The options beyond those that the item needs: one fewer than its ways.
                let mut beyond = live & matrix.list(item).words()[0];
                for _ in 0..low {
                    if beyond == 0 {
                        return Some((item, 0));
                    }
                    beyond &= beyond - 1;
                }
                if beyond == 0 {
                    return Some((item, 1));
                }
                if pair.is_none() && beyond & (beyond - 1) == 0 {
                    pair = Some((item, 2));
                }
            }
        }
        pair
    }

    /// The first open item that has options, and the number of its ways, if no item needs an option. Items without
    /// options are closed.
    #[inline(always)]
    fn first_with_options(&mut self, matrix: &BoundedMatrix<O, I>) -> Option<(usize, u32)> {
        while let Some(item) = self.open.first_shared(&self.open) {
            let size = self.live.shared(matrix.list(item));
            if size > 0 {
                return Some((item, size + 1));
            }
            self.open.remove(item);
        }
        None
    }

    /// The number of ways of an open item: to choose the first of its options, or none.
    pub fn ways(&self, matrix: &BoundedMatrix<O, I>, item: usize) -> u32 {
        (self.live.shared(matrix.list(item)) + 1).saturating_sub(self.need(matrix, item).low)
    }

    /// Takes one of the ways of an item, counted from 0, and returns its option, if it has one. The state is not settled then.
    pub fn take_way(&mut self, matrix: &BoundedMatrix<O, I>, item: usize, way: u32) -> Option<usize> {
        let mut untried = self.live.clone();
        untried.keep_all(matrix.list(item));
        for _ in 0..way {
            let option = untried.first_shared(&untried)?;
            untried.remove(option);
            self.live.remove(option);
        }
        let option = untried.first_shared(&untried)?;
        self.choose(matrix, option);
        Some(option)
    }

    /// The parts of a settled state that do not affect each other, if there are several.
    pub fn parts(&self, matrix: &BoundedMatrix<O, I>) -> Vec<Self> {
        let (mut left, mut parts) = (self.live.clone(), Vec::new());
        while let Some(first) = left.first_shared(&left) {
            let mut part = Part::new(matrix);
            part.reached.insert(first);
            while let Some(option) = part.reached.first_shared(&part.reached) {
                part.add(matrix, option, &left);
            }
            left.remove_all(&part.live);
            if parts.is_empty() && left.first_shared(&left).is_none() {
                return parts;
            }
            parts.push(part.state_of(self));
        }
        parts
    }

    /// The number of words of a key.
    pub fn key_words(matrix: &BoundedMatrix<O, I>) -> usize {
        BoundedState::new(matrix).live.words().len() + matrix.needs().len()
    }

    /// Writes words that are equal for two settled states of the same matrix exactly if these have the same options
    /// to choose from and the same needs: the live options, then for each counted item what it needs, where more
    /// than all of its live options is as much as all of them. Such states have the same solutions below them.
    pub fn key(&self, matrix: &BoundedMatrix<O, I>, words: &mut [u64]) {
        let (live, needs) = words.split_at_mut(self.live.words().len());
        live.copy_from_slice(self.live.words());
        for ((item, need), word) in self.needs.iter().enumerate().zip(needs) {
            let high = need.high.min(self.live.shared(matrix.list(item)));
            // An item that is done has no live options, and needs none.
            *word = u64::from(need.low) << 32 | u64::from(high);
        }
    }
}

/// A part of a state, while it is found.
struct Part<O, I> {
    /// Options of the part, those whose neighbours have not been added.
    reached: O,
    /// The other options of the part.
    live: O,
    /// The items of these.
    open: I,
    /// The counted items of these.
    counted: Vec<bool>,
}

impl<O: BitSet, I: BitSet> Part<O, I> {
    fn new(matrix: &BoundedMatrix<O, I>) -> Self {
        let (none, counted) = (O::empty(matrix.len()), vec![false; matrix.needs().len()]);
        Part { reached: none.clone(), live: none, open: I::empty(matrix.primary()), counted }
    }

    /// Adds an option, and reaches those that it excludes or shares a counted item with.
    fn add(&mut self, matrix: &BoundedMatrix<O, I>, option: usize, left: &O) {
        self.reached.remove(option);
        self.live.insert(option);
        self.open.add_all(matrix.closed(option));
        let mut near = matrix.excluded(option).clone();
        for &item in matrix.counted_of(option) {
            near.add_all(matrix.list(item as usize));
            self.open.insert(item as usize);
            self.counted[item as usize] = true;
        }
        near.keep_all(left);
        near.remove_all(&self.live);
        self.reached.add_all(&near);
    }

    fn state_of(self, whole: &BoundedState<O, I>) -> BoundedState<O, I> {
        let needs = whole.needs.iter().zip(&self.counted);
        let needs = needs.map(|(need, is_here)| if *is_here { *need } else { Need::default() }).collect();
        BoundedState { live: self.live, open: self.open, needs }
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

    /// Begins with the first branch of a settled state on the item that [`BoundedState::settle`] returned. This
    /// takes the state, and leaves one of the same size in its place.
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
    /// A branch must be left. The child is not settled.
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

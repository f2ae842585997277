//! The parts of a state with bounds that do not affect each other.

use super::bounded::BoundedSpace;
use crate::search::bit_set::BitSet;
use crate::search::needs::Counters;
use crate::search::state::State;

impl<O: BitSet, I: BitSet> BoundedSpace<O, I> {
    /// The parts of a settled state that do not affect each other, if it has several.
    pub(super) fn parts(&self, state: &State<O, I, Vec<Counters>>) -> Vec<State<O, I, Vec<Counters>>> {
        let (mut left, mut parts) = (state.live.clone(), Vec::new());
        while let Some(first) = left.lowest() {
            let mut part = MatrixPart::new(self);
            part.reached.insert(first);
            while let Some(option) = part.reached.lowest() {
                part.add(self, option, &left);
            }
            left.remove_all(&part.live);
            if parts.is_empty() && left.lowest().is_none() {
                return parts;
            }
            parts.push(part.state_of(state));
        }
        parts
    }
}

/// A part of a state while it is collected.
struct MatrixPart<O, I> {
    /// Options of the part whose neighbors have not been added.
    reached: O,
    /// The other options of the part.
    live: O,
    /// The items of these.
    open: I,
    /// The counted items of these.
    counted: Vec<bool>,
}

impl<O: BitSet, I: BitSet> MatrixPart<O, I> {
    fn new(space: &BoundedSpace<O, I>) -> Self {
        let (none, open) = (O::empty(space.matrix.len()), I::empty(space.block.primary()));
        MatrixPart {
            reached: none.clone(),
            live: none,
            open,
            counted: vec![false; space.block.counted().len()],
        }
    }

    /// Adds an option, and reaches the options that it excludes or shares a counted item with.
    fn add(&mut self, space: &BoundedSpace<O, I>, option: usize, left: &O) {
        let BoundedSpace { block, matrix } = space;
        self.reached.remove(option);
        self.live.insert(option);
        let removed = matrix.removed(block, option);
        self.open.add_all(&removed.items);
        let mut near = removed.options.clone();
        near.keep_all(left);
        for item in block.counted_of(option) {
            near.add_all(&matrix.list(item, left));
            self.open.insert(item);
            self.counted[item] = true;
        }
        near.remove_all(&self.live);
        self.reached.add_all(&near);
    }

    fn state_of(self, whole: &State<O, I, Vec<Counters>>) -> State<O, I, Vec<Counters>> {
        let needs = whole.needs.iter().zip(&self.counted);
        let needs = needs.map(|(need, is_here)| if *is_here { *need } else { Counters::default() }).collect();
        State { live: self.live, open: self.open, needs }
    }
}

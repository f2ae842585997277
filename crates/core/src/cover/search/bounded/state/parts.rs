//! The parts of a state that do not affect each other.

use super::BoundedState;
use crate::cover::search::bounded::bits::BitSet;
use crate::cover::search::bounded::matrix::{BoundedMatrix, Need};

impl<O: BitSet, I: BitSet> BoundedState<O, I> {
    /// The parts of a settled state that do not affect each other, if it has several.
    pub fn parts(&self, matrix: &BoundedMatrix<O, I>) -> Vec<Self> {
        let (mut left, mut parts) = (self.live.clone(), Vec::new());
        while let Some(first) = left.first_shared(&left) {
            let mut part = MatrixPart::new(matrix);
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
    fn new(matrix: &BoundedMatrix<O, I>) -> Self {
        let (none, counted) = (O::empty(matrix.len()), vec![false; matrix.needs().len()]);
        MatrixPart { reached: none.clone(), live: none, open: I::empty(matrix.primary()), counted }
    }

    /// Adds an option, and reaches the options that it excludes or shares a counted item with.
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

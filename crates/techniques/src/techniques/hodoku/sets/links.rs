//! Which almost locked sets of a board have restricted common digits.

use super::{AlmostLockedSet, almost_locked_sets};
use crate::techniques::{
    houses::members,
    position::Position,
    reason::{Part, Role},
};

/// The almost locked sets of a board and their restricted common digits: only one of two sets can have such a digit, because each of its
/// cells in one set sees each of its cells in the other one.
pub(super) struct Links {
    pub sets: Vec<AlmostLockedSet>,
    /// The sets that each set is linked to, ascending, with the restricted common digits.
    pub of: Vec<Vec<(u16, u16)>>,
}

impl Links {
    /// Finds the links. Sets may overlap; their common cells do not have a restricted common digit.
    pub fn new(position: &Position) -> Links {
        let sets = almost_locked_sets(position, 1);
        let mut of = vec![Vec::new(); sets.len()];
        for (first, a) in sets.iter().enumerate() {
            for (second, b) in sets.iter().enumerate().skip(first + 1) {
                let digits = restricted(a, b);
                if digits != 0 {
                    of[first].push((second as u16, digits));
                    of[second].push((first as u16, digits));
                }
            }
        }
        Links { sets, of }
    }

    /// The number of cells of some sets, each counted by itself.
    pub fn size(&self, sets: &[usize]) -> usize {
        sets.iter().map(|&set| self.sets[set].cells.count_ones() as usize).sum()
    }

    /// The parts for some sets.
    pub fn parts(&self, sets: &[usize]) -> impl Iterator<Item = Part> {
        sets.iter().map(|&set| self.sets[set].part())
    }

    /// The part for a restricted common digit of two sets.
    pub fn part(&self, sets: [usize; 2], digit: usize) -> Part {
        let places = sets.iter().fold(0, |places, &set| places | self.sets[set].places[digit]);
        Part::new(Role::RestrictedCommon, places, 1 << digit)
    }
}

/// The restricted common digits of two sets.
pub(in super::super) fn restricted(a: &AlmostLockedSet, b: &AlmostLockedSet) -> u16 {
    let is_restricted = |digit: &usize| a.places[*digit] & !b.seen[*digit] == 0;
    members(a.digits & b.digits).filter(is_restricted).fold(0, |digits, digit| digits | 1 << digit)
}

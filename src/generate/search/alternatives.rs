//! The solutions of a puzzle from which some givens were removed, and the givens that leave one of them.
//!
//! For each cell and digit a set of bits has the solutions with this digit in this cell. The intersection of such sets has the solutions
//! with all these givens. So a puzzle with one solution is found without solving: the givens that were left, and
//! others whose sets have one solution in common.

use super::nine::NineSolutions;

const WORDS: usize = 4;

/// The most solutions that are distinguished.
pub(super) const MOST: usize = 64 * WORDS;

/// A set of solutions, by their number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Set([u64; WORDS]);

impl Set {
    /// All solutions.
    pub(super) const ALL: Set = Set([u64::MAX; WORDS]);

    #[inline]
    pub(super) fn and(self, other: &Set) -> Set {
        Set(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }

    /// How many solutions the set has.
    #[inline]
    pub(super) fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }
}

/// The solutions of a 9×9 board, at most [`MOST`].
pub(super) struct Alternatives {
    solutions: Vec<[u8; 81]>,
    /// For each cell and digit, `9 cell + digit − 1`, the solutions that have it.
    with: Box<[Set]>,
}

impl Alternatives {
    pub(super) fn new() -> Alternatives {
        Alternatives { solutions: Vec::with_capacity(MOST), with: vec![Set([0; WORDS]); 81 * 9].into() }
    }

    /// Finds all solutions of the board. Returns `false` if there are more than [`MOST`] or none.
    pub(super) fn find(&mut self, search: &mut NineSolutions, givens: &[u8]) -> bool {
        let found = search.find(givens, MOST + 1);
        if found.is_empty() || found.len() > MOST {
            return false;
        }
        self.solutions.clear();
        self.solutions.extend_from_slice(found);
        self.with.fill(Set([0; WORDS]));
        for (number, solution) in self.solutions.iter().enumerate() {
            for (sets, &digit) in self.with.chunks_exact_mut(9).zip(solution) {
                sets[usize::from(digit) - 1].0[number / 64] |= 1 << (number % 64);
            }
        }
        true
    }

    pub(super) fn solutions(&self) -> &[[u8; 81]] {
        &self.solutions
    }

    /// The solutions with this digit in this cell.
    #[inline]
    pub(super) fn with(&self, cell: usize, digit: u8) -> &Set {
        &self.with[9 * cell + usize::from(digit) - 1]
    }
}

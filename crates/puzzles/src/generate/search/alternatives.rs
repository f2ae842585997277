//! The solutions of a puzzle from which some givens were removed, and the givens that leave one of them.
//!
//! For each cell and digit, a set of bits has the solutions with this digit in this cell. The intersection of such sets
//! has the solutions with all these givens. So a puzzle with one solution is found without solving: the remaining
//! givens, and others whose sets have one solution in common.

use super::nine::NineSolutions;

/// A set of solutions, by their number.
type Set = u64;

/// The most solutions that are listed.
///
/// Two in five givens of a minimal puzzle leave so few solutions when removed. The more solutions, the fewer givens
/// leave one of them, so a higher limit takes more time for each neighbor.
const MOST: usize = 32;

/// The solutions of a 9×9 board that has few.
pub(super) struct Alternatives {
    solutions: Vec<[u8; 81]>,
    /// For each cell and digit, `9 cell + digit − 1`, the solutions that have it.
    with: Box<[Set]>,
}

impl Alternatives {
    pub(super) fn new() -> Alternatives {
        Alternatives { solutions: Vec::with_capacity(MOST), with: vec![0; 81 * 9].into() }
    }

    /// Finds all solutions of the board. Returns `false` if it has many or none.
    pub(super) fn find(&mut self, search: &mut NineSolutions, givens: &[u8; 81]) -> bool {
        let Some(found) = search.find_all(givens, MOST).filter(|found| !found.is_empty()) else {
            return false;
        };
        self.solutions.clear();
        self.solutions.extend_from_slice(found);
        self.with.fill(0);
        for (number, solution) in self.solutions.iter().enumerate() {
            for (sets, &digit) in self.with.chunks_exact_mut(9).zip(solution) {
                sets[usize::from(digit) - 1] |= 1 << number;
            }
        }
        true
    }

    /// The solutions whose digits in these cells no other solution has.
    pub(super) fn distinct(
        &self,
        cells: impl Iterator<Item = usize> + Clone,
    ) -> impl Iterator<Item = &[u8; 81]> {
        self.solutions.iter().filter(move |solution| {
            let with = |cell: usize| self.with[9 * cell + usize::from(solution[cell]) - 1];
            cells.clone().fold(Set::MAX, |both, cell| both & with(cell)).is_power_of_two()
        })
    }
}

//! Almost locked sets, and the techniques that are made of them.
//!
//! ```text
//!  pairs.rs    ALS-XZ
//!  wings.rs    ALS-XY-wings
//!  chains.rs   ALS-XY-chains
//!  blossom.rs  death blossoms
//!    └── links.rs   which sets have a restricted common digit
//! ```

mod blossom;
mod chains;
mod links;
mod pairs;
mod wings;

pub(super) use blossom::death_blossoms;
pub(super) use chains::xy_chains;
pub(super) use pairs::xz;
pub(super) use wings::xy_wings;

use super::search::part_in;
use crate::techniques::{
    houses::{CELLS_OF, HOUSES, cells, members, seen_by_all},
    position::Position,
    reason::{Part, Role},
    step::Removals,
};

/// Some cells of a house with one candidate more than cells.
#[derive(Clone)]
pub(super) struct AlmostLockedSet {
    pub cells: u128,
    pub digits: u16,
    /// A house that has all of its cells.
    pub house: u8,
    /// Its cells with each digit.
    pub places: [u128; 9],
    /// The cells that see all of its cells with a digit, for each of its digits.
    pub seen: [u128; 9],
}

impl AlmostLockedSet {
    fn new(position: &Position, house: usize, set: u128, digits: u16) -> AlmostLockedSet {
        let places = position.cells.map(|cells| cells & set);
        let seen = places.map(|places| if places == 0 { 0 } else { seen_by_all(places) });
        AlmostLockedSet { cells: set, digits, house: house as u8, places, seen }
    }

    /// The candidates that cannot be true if the set has all of `digits`.
    pub fn removes(&self, position: &Position, digits: u16) -> Removals {
        let mut removed = Removals::default();
        members(self.digits & digits)
            .for_each(|digit| removed.0[digit] = position.cells[digit] & self.seen[digit]);
        removed
    }

    pub fn part(&self) -> Part {
        part_in(Role::AlmostLockedSet, self.house.into(), self.cells, self.digits)
    }
}

/// The almost locked sets of a board with at least `smallest` cells. A set that two houses have is listed once.
pub(super) fn almost_locked_sets(position: &Position, smallest: u32) -> Vec<AlmostLockedSet> {
    let mut sets: Vec<AlmostLockedSet> = Vec::new();
    for house in 0..27 {
        let open: Vec<u8> = HOUSES[house].into_iter().filter(|cell| position.open >> cell & 1 == 1).collect();
        for chosen in 1u16..1 << open.len() {
            let set = members(chosen).fold(0, |set, place| set | 1u128 << open[place]);
            let digits = cells(set).fold(0, |digits, cell| digits | position.candidates[cell]);
            let (size, in_earlier) =
                (chosen.count_ones(), (0..house).any(|earlier| set & !CELLS_OF[earlier] == 0));
            if size >= smallest && digits.count_ones() == size + 1 && !in_earlier {
                sets.push(AlmostLockedSet::new(position, house, set, digits));
            }
        }
    }
    sets
}

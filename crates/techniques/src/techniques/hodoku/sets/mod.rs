//! Almost locked sets, and the techniques that are made of them.
//!
//! ```text
//!  pairs.rs    ALS-XZ
//!  wings.rs    ALS-XY-wings
//!  chains.rs   ALS-XY-chains
//!  blossom.rs  death blossoms
//!  sue_de_coq.rs
//!    └── links.rs   which sets have a restricted common digit
//! ```

mod blossom;
mod chains;
mod links;
mod pairs;
mod sue_de_coq;
mod wings;

pub(super) use blossom::death_blossoms;
pub(super) use chains::xy_chains;
pub(super) use links::restricted;
pub(super) use pairs::xz;
pub(super) use sue_de_coq::sue_de_coqs;
pub(super) use wings::xy_wings;

use crate::techniques::{
    houses::{CELLS_OF, cells, members, seen_by_all},
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
    pub fn new(position: &Position, house: usize, set: u128, digits: u16) -> AlmostLockedSet {
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
        Part::new(Role::AlmostLockedSet, self.cells, self.digits).in_house(self.house.into())
    }
}

/// All subsets of the open cells of a set with their digits, except the empty one.
fn subsets(position: &Position, set: u128) -> impl Iterator<Item = (u128, u16)> {
    let open: Vec<usize> = cells(set & position.open).collect();
    (1u16..1 << open.len()).map(move |chosen| {
        members(chosen).fold((0, 0), |(set, digits), place| {
            (set | 1 << open[place], digits | position.candidates[open[place]])
        })
    })
}

/// The almost locked sets of a board with at least `smallest` cells, smallest first. A set that two houses have is listed once.
pub(super) fn almost_locked_sets(position: &Position, smallest: u32) -> Vec<AlmostLockedSet> {
    let mut sets: Vec<AlmostLockedSet> = Vec::new();
    for (house, all) in CELLS_OF.iter().enumerate() {
        for (set, digits) in subsets(position, *all) {
            let (size, in_earlier) =
                (set.count_ones(), CELLS_OF[..house].iter().any(|earlier| set & !earlier == 0));
            if size >= smallest && digits.count_ones() == size + 1 && !in_earlier {
                sets.push(AlmostLockedSet::new(position, house, set, digits));
            }
        }
    }
    sets.sort_by_key(|set| set.cells.count_ones());
    sets
}

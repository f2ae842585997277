//! Type 3 of unique loops: the further candidates of two cells are part of a naked or hidden set.

use super::sets::set_of_cells;
use crate::techniques::{
    houses::{CELLS_OF, HOUSES, HOUSES_OF, combinations, members},
    position::Position,
    reason::{Part, Role},
    step::Removals,
};

/// The board and the two digits of a loop. Calls `offer` with the tenths above the rating of the loop, and what a set removes, and the set
/// without the two cells.
pub(super) struct Sets<'a> {
    pub position: &'a Position,
    pub pair: u16,
    pub offer: &'a mut dyn FnMut(u16, Removals, Part),
}

/// A house that both cells share, and their places in it.
#[derive(Clone, Copy)]
struct Shared {
    house: usize,
    first: usize,
    second: usize,
}

impl Sets<'_> {
    /// Offers all sets with the cells `both`, whose further candidates are `further`.
    pub fn find(&mut self, both: [usize; 2], further: u16) {
        for k in 2..=7 {
            let places = both.map(|cell| HOUSES_OF[cell]);
            for ((house, first), (other, second)) in places[0].into_iter().zip(places[1]) {
                if house != other {
                    continue;
                }
                let shared = Shared { house: house.into(), first: first.into(), second: second.into() };
                let empty = self.position.open_in(CELLS_OF[shared.house]);
                if 2 * k <= empty && k as u32 >= further.count_ones() {
                    self.naked(both, (shared, k), further);
                }
                if 2 * k < empty {
                    self.hidden((shared, k), further);
                }
            }
        }
    }

    /// Naked sets: the two cells count as one cell with their further candidates.
    fn naked(&mut self, both: [usize; 2], (shared, k): (Shared, usize), further: u16) {
        let position = self.position;
        let of = |place: usize| position.candidates[usize::from(HOUSES[shared.house][place])];
        let in_both = further & position.candidates[both[0]] & position.candidates[both[1]];
        for places in combinations(9, k) {
            if places >> shared.first & 1 == 0 || places >> shared.second & 1 == 1 {
                continue;
            }
            let helpers = places & !(1 << shared.first);
            let (mut others, mut valid) = (0, true);
            for place in members(helpers) {
                others |= of(place);
                valid &= of(place).count_ones() > 1;
            }
            let is_k = |set: u16| set.count_ones() == k as u32;
            if valid && is_k(in_both | others) && is_k(further | others) {
                let rest = 0x1FF & !(places | 1 << shared.second);
                let removed = self.removals(shared.house, rest, further | others);
                let set = Part::new(Role::Naked, set_of_cells(shared.house, helpers), further | others);
                (self.offer)(k as u16 - 1, removed, set.in_house(shared.house));
            }
        }
    }

    /// Hidden sets: the two digits of the loop and `k - 2` others, without the second cell.
    fn hidden(&mut self, (shared, k): (Shared, usize), further: u16) {
        let (position, mut others, mut count) = (self.position, [0; 9], 0);
        for digit in members(0x1FF & !self.pair & !further) {
            others[count] = digit;
            count += 1;
        }
        if count == 0 {
            return;
        }
        for chosen in combinations(count, k - 2) {
            let chosen = members(chosen).fold(0u16, |set, at| set | 1 << others[at]);
            let (mut places, mut valid) = (0, true);
            for digit in members(self.pair | chosen) {
                let of_digit = position.places[shared.house][digit] & !(1 << shared.second);
                places |= of_digit;
                valid &= of_digit != 0;
            }
            if valid && places.count_ones() == k as u32 {
                let hidden = places & !(1 << shared.first);
                let removed = self.removals(shared.house, hidden, !(self.pair | chosen));
                let set = Part::new(Role::Hidden, set_of_cells(shared.house, hidden), self.pair | chosen);
                let above = (hidden.count_ones() as u16).saturating_sub(1);
                (self.offer)(above, removed, set.in_house(shared.house));
            }
        }
    }

    /// The candidates at some places of a house.
    fn removals(&self, house: usize, places: u16, digits: u16) -> Removals {
        let mut removed = Removals::default();
        for place in members(places) {
            self.position.removals(HOUSES[house][place].into(), digits, &mut removed);
        }
        removed
    }
}

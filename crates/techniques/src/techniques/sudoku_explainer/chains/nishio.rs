//! Which candidates links of a single digit refute, for all its candidates at once and without reasons.

use crate::techniques::{
    houses::{HOUSES, cells, has_several, members},
    position::Position,
};

/// The cells in which a digit leads to a contradiction if it is false, and if it is true. All cells if the digit has too many.
pub(super) fn refuted(board: &Position, digit: usize) -> [u128; 2] {
    let all = board.cells[digit];
    if all.count_ones() > 64 {
        return [all; 2];
    }
    // For each cell the starts from which it is off and on: the true ones in the low half, and the false ones in the high half.
    let (mut off, mut on) = ([0u128; 81], [0u128; 81]);
    for (number, cell) in cells(all).enumerate() {
        (off[cell], on[cell]) = (1 << (64 + number), 1 << number);
    }
    let houses = HOUSES.iter().zip(&board.places).filter(|(_, places)| has_several(places[digit].into()));
    let mut differs = true;
    while std::mem::take(&mut differs) {
        for (house, places) in houses.clone() {
            let places = members(places[digit]).map(|place| usize::from(house[place]));
            let (mut ons, mut left) = ([0; 2], [0; 2]);
            for cell in places.clone() {
                ons = [ons[0] | on[cell], ons[1] | ons[0] & on[cell]];
                left = [left[0] | !off[cell], left[1] | left[0] & !off[cell]];
            }
            for cell in places {
                let new_off = off[cell] | ons[0] & !on[cell] | ons[1];
                let new_on = on[cell] | !left[1] & (!off[cell] | !left[0]);
                differs |= (new_off, new_on) != (off[cell], on[cell]);
                (off[cell], on[cell]) = (new_off, new_on);
            }
        }
    }
    let refuted = cells(all).fold(0, |refuted, cell| refuted | off[cell] & on[cell]);
    [64, 0].map(|shift| {
        let of_value = cells(all).enumerate().filter(|(number, _)| refuted >> (shift + number) & 1 == 1);
        of_value.fold(0, |set, (_, cell)| set | 1 << cell)
    })
}

//! Naked and hidden pairs, triplets and quads.

use crate::techniques::{
    houses::{CELLS_OF, HOUSES, USUAL, combinations, count, members, only},
    position::Position,
    step::{Removals, Step, Technique},
};

/// The first naked set of `k` cells.
pub(super) fn naked(position: &Position, k: usize) -> Option<Step> {
    let (technique, rating) = match k {
        2 => (Technique::NakedPair, 30),
        3 => (Technique::NakedTriplet, 36),
        _ => (Technique::NakedQuad, 50),
    };
    houses().filter(|&house| position.open_in(CELLS_OF[house]) >= 2 * k).find_map(|house| {
        sets_of(&candidates_in(position, house), k).find_map(|(set, digits)| {
            let mut removed = Removals::default();
            for place in members(0x1FF & !set) {
                position.removals(HOUSES[house][place].into(), digits, &mut removed);
            }
            Some(Step::remove(technique, rating, removed)?.pattern(set_of_cells(house, set), digits))
        })
    })
}

/// The first hidden set of `k` digits.
pub(super) fn hidden(position: &Position, k: usize) -> Option<Step> {
    let (technique, rating) = match k {
        2 => (Technique::HiddenPair, 34),
        3 => (Technique::HiddenTriplet, 40),
        _ => (Technique::HiddenQuad, 54),
    };
    houses().filter(|&house| position.open_in(CELLS_OF[house]) > 2 * k).find_map(|house| {
        hidden_sets(position, house, k).find_map(|(digits, places)| {
            let mut removed = Removals::default();
            for place in members(places) {
                position.removals(HOUSES[house][place].into(), !digits, &mut removed);
            }
            Some(Step::remove(technique, rating, removed)?.pattern(set_of_cells(house, places), digits))
        })
    })
}

/// The first hidden set of `k` digits that leaves one place of another digit.
pub(super) fn direct_hidden(position: &Position, k: usize) -> Option<Step> {
    let (technique, rating) = match k {
        2 => (Technique::DirectHiddenPair, 20),
        _ => (Technique::DirectHiddenTriplet, 25),
    };
    houses().filter(|&house| position.open_in(CELLS_OF[house]) > k).find_map(|house| {
        hidden_sets(position, house, k).find_map(|(digits, places)| {
            let (digit, place) = members(0x1FF & !digits).find_map(|digit| {
                let of_digit = position.places[house][digit];
                let left = only(of_digit & !places)?;
                (of_digit.count_ones() > 1).then_some((digit, left))
            })?;
            let step = Step::place(technique, rating, HOUSES[house][place].into(), digit);
            Some(step.pattern(set_of_cells(house, places), digits))
        })
    })
}

/// All houses in the order in which they are searched.
pub(super) fn houses() -> impl Iterator<Item = usize> {
    USUAL.into_iter().flat_map(|kind| 9 * kind..9 * kind + 9)
}

/// The sets of `k` digits with `k` places in a house, with these places.
pub(in crate::techniques) fn hidden_sets(
    position: &Position,
    house: usize,
    k: usize,
) -> impl Iterator<Item = (u16, u16)> {
    sets_of(&position.places[house], k)
}

/// The sets of `k` of nine things whose members have `k` members together, with these. Each thing has two members or more.
pub(in crate::techniques) fn sets_of(of: &[u16; 9], k: usize) -> impl Iterator<Item = (u16, u16)> + use<> {
    let (mut all, mut number) = ([(0u16, 0u16); 9], 0);
    for (thing, &of) in of.iter().enumerate() {
        all[number] = (1 << thing, of);
        number += usize::from((2..=k as u32).contains(&count(of)));
    }
    combinations(number, k).filter_map(move |set| {
        let (mut things, mut union) = (0, 0);
        for at in members(set) {
            things |= all[at].0;
            union |= all[at].1;
        }
        (count(union) == k as u32).then_some((things, union))
    })
}

/// The candidates of the cells of a house.
pub(in crate::techniques) fn candidates_in(position: &Position, house: usize) -> [u16; 9] {
    HOUSES[house].map(|cell| position.candidates[usize::from(cell)])
}

pub(in crate::techniques) fn set_of_cells(house: usize, places: u16) -> u128 {
    members(places).fold(0, |set, place| set | 1 << HOUSES[house][place])
}

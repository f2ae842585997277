//! Type 3 of unique loops: the further candidates of two cells are part of a naked or hidden set.

use super::{
    houses::{CELLS_OF, HOUSES, HOUSES_OF, combinations, members},
    loops::Search,
};

/// A house that both cells share, and their places in it.
#[derive(Clone, Copy)]
struct Shared {
    house: usize,
    first: usize,
    second: usize,
}

/// Offers all sets with the cells `both`, whose further candidates are `further`.
pub(super) fn find(search: &mut Search<'_>, loop_cells: u128, both: [usize; 2], further: u16) {
    for k in 2..=7 {
        let places = both.map(|cell| HOUSES_OF[cell]);
        for ((house, first), (other, second)) in places[0].into_iter().zip(places[1]) {
            if house != other {
                continue;
            }
            let shared = Shared { house: house.into(), first: first.into(), second: second.into() };
            let empty = search.position.open_in(CELLS_OF[shared.house]);
            if 2 * k <= empty && k as u32 >= further.count_ones() {
                naked(search, (loop_cells, both), (shared, k), further);
            }
            if 2 * k < empty {
                hidden(search, loop_cells, (shared, k), further);
            }
        }
    }
}

/// Naked sets: the two cells count as one cell with their further candidates.
fn naked(
    search: &mut Search<'_>,
    (loop_cells, both): (u128, [usize; 2]),
    (shared, k): (Shared, usize),
    further: u16,
) {
    let position = search.position;
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
            let removed = search.removals(shared.house, rest, further | others);
            search.offer(loop_cells, (3, k as u16 - 1), removed);
        }
    }
}

/// Hidden sets: the two digits of the loop and `k - 2` others, without the second cell.
fn hidden(search: &mut Search<'_>, loop_cells: u128, (shared, k): (Shared, usize), further: u16) {
    let (mut others, mut count) = ([0; 9], 0);
    for digit in members(0x1FF & !search.pair & !further) {
        others[count] = digit;
        count += 1;
    }
    if count == 0 {
        return;
    }
    for chosen in combinations(count, k - 2) {
        let chosen = members(chosen).fold(0u16, |set, at| set | 1 << others[at]);
        let (mut places, mut valid) = (0, true);
        for digit in members(search.pair | chosen) {
            let of_digit = search.places(shared.house, digit, shared.second);
            places |= of_digit;
            valid &= of_digit != 0;
        }
        if valid && places.count_ones() == k as u32 {
            let hidden = places & !(1 << shared.first);
            let removed = search.removals(shared.house, hidden, !(search.pair | chosen));
            search.offer(loop_cells, (3, (hidden.count_ones() as u16).saturating_sub(1)), removed);
        }
    }
}

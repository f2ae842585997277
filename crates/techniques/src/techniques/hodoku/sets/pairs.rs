//! ALS-XZ: two almost locked sets with one or two restricted common digits.

use super::links::Links;
use crate::techniques::{
    hodoku::{best::Best, board::Board, search::Sink},
    houses::members,
    position::Position,
    step::{Removals, Technique},
};
use std::ops::ControlFlow;

/// The smallest pair of almost locked sets with a restricted common digit, for each combination of removals.
pub(in super::super) fn xz(board: &Board, sink: Sink) -> ControlFlow<()> {
    let position = &board.position;
    let links = Links::new(position);
    let mut best = Best::default();
    for (first, linked) in links.of.iter().enumerate() {
        for &(second, restricted) in linked.iter().filter(|(second, _)| usize::from(*second) > first) {
            let pair = [first, second.into()];
            let removed = removals(position, &links, pair, restricted);
            best.offer(links.size(&pair), removed, || {
                let digits = members(restricted).map(|digit| links.part(pair, digit));
                links.parts(&pair).chain(digits).collect()
            });
        }
    }
    best.give(Technique::AlsXz, sink)
}

/// The removals by two sets. With one restricted common digit, one of them has all of its other digits. With two, each of the sets has one of
/// them and all of its other digits; as in HoDoKu, this removes nothing from the cells of the sets.
fn removals(position: &Position, links: &Links, sets: [usize; 2], restricted: u16) -> Removals {
    let [a, b] = sets.map(|set| &links.sets[set]);
    let both = |digits: u16| a.removes(position, digits).and(b.removes(position, digits));
    if restricted.is_power_of_two() {
        return both(!restricted);
    }
    let outside = Removals([!(a.cells | b.cells); 9]);
    let each = a.removes(position, !restricted).or(b.removes(position, !restricted));
    both(restricted).or(each).and(outside)
}

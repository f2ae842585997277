//! ALS-XZ: two almost locked sets with one or two restricted common digits.

use super::links::Links;
use crate::techniques::{
    hodoku::{
        board::Board,
        search::{Settings, Sink, offer},
    },
    houses::members,
    position::Position,
    step::{Removals, Technique},
};
use std::ops::ControlFlow;

/// All pairs of almost locked sets with a restricted common digit.
pub(in super::super) fn xz(board: &Board, settings: Settings, sink: Sink) -> ControlFlow<()> {
    let position = &board.position;
    let links = Links::new(position, settings.overlapping_sets);
    for (first, linked) in links.of.iter().enumerate() {
        for &(second, restricted) in linked.iter().filter(|(second, _)| usize::from(*second) > first) {
            let second = usize::from(second);
            let removed = removals(position, &links, [first, second], restricted);
            if !removed.is_empty() {
                let mut parts = vec![links.sets[first].part(), links.sets[second].part()];
                parts.extend(members(restricted).map(|digit| links.part(first, second, digit)));
                offer(sink, Technique::AlsXz, removed, parts)?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// What two sets remove. With one restricted common digit, one of them has all of its other digits. With two, each of the sets has one of
/// them and all of its other digits.
fn removals(position: &Position, links: &Links, sets: [usize; 2], restricted: u16) -> Removals {
    let [a, b] = sets.map(|set| &links.sets[set]);
    let both = |digits: u16| a.removes(position, digits).and(b.removes(position, digits));
    if restricted.is_power_of_two() {
        return both(!restricted);
    }
    both(restricted).or(a.removes(position, !restricted)).or(b.removes(position, !restricted))
}

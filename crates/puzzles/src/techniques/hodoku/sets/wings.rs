//! ALS-XY-wings: two almost locked sets that are linked to a third one by different digits.

use super::links::Links;
use crate::techniques::{
    hodoku::{
        board::Board,
        search::{Settings, Sink, offer},
    },
    houses::members,
    position::Position,
    step::Technique,
};
use std::ops::ControlFlow;

/// A wing: two sets, and the digits that link them to the pivot.
struct Wing<'a> {
    links: &'a Links,
    pivot: usize,
    sets: [usize; 2],
    digits: [usize; 2],
}

/// All ALS-XY-wings.
pub(in super::super) fn xy_wings(board: &Board, settings: Settings, sink: Sink) -> ControlFlow<()> {
    let links = &Links::new(&board.position, settings.overlapping_sets);
    for (pivot, linked) in links.of.iter().enumerate() {
        for (at, &(first, to_first)) in linked.iter().enumerate() {
            for &(second, to_second) in &linked[at + 1..] {
                let sets = [first, second].map(usize::from);
                let [a, b] = sets.map(|set| &links.sets[set]);
                if a.digits & b.digits == 0 || !settings.overlapping_sets && a.cells & b.cells != 0 {
                    continue;
                }
                for x in members(to_first) {
                    for y in members(to_second & !(1 << x)) {
                        offer_wing(&board.position, Wing { links, pivot, sets, digits: [x, y] }, sink)?;
                    }
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// The pivot has one of the two digits, so one of the sets does not have its own, and has all of its others.
fn offer_wing(position: &Position, wing: Wing, sink: Sink) -> ControlFlow<()> {
    let Wing { links, pivot, sets: [first, second], digits: [x, y] } = wing;
    let (a, b) = (&links.sets[first], &links.sets[second]);
    let digits = !(1 << x | 1 << y);
    let removed = a.removes(position, digits).and(b.removes(position, digits));
    if removed.is_empty() {
        return ControlFlow::Continue(());
    }
    let parts = vec![
        a.part(),
        b.part(),
        links.sets[pivot].part(),
        links.part(first, pivot, x),
        links.part(second, pivot, y),
    ];
    offer(sink, Technique::AlsXyWing, removed, parts)
}

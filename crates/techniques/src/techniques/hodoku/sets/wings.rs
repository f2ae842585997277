//! ALS-XY-wings: two almost locked sets that are linked to a third one by different digits.

use super::{AlmostLockedSet, links::Links};
use crate::techniques::{
    hodoku::{best::Best, board::Board, search::Sink},
    houses::members,
    step::Technique,
};
use std::ops::ControlFlow;

/// The smallest ALS-XY-wing for each combination of removals.
pub(in super::super) fn xy_wings(board: &Board, sink: Sink) -> ControlFlow<()> {
    let links = &Links::new(&board.position);
    let mut best = Best::default();
    for (pivot, linked) in links.of.iter().enumerate() {
        for (at, &(first, to_first)) in linked.iter().enumerate() {
            for &(second, to_second) in &linked[at + 1..] {
                let [a, b] = [first, second].map(|set| &links.sets[usize::from(set)]);
                if a.digits & b.digits == 0 {
                    continue;
                }
                let [first, second] = [first, second].map(usize::from);
                for (x, y) in
                    members(to_first).flat_map(|x| members(to_second & !(1 << x)).map(move |y| (x, y)))
                {
                    // The pivot has x or y, so one of the sets does not have its link, and has all of its others.
                    let digits = !(1 << x | 1 << y);
                    let of = |set: &AlmostLockedSet| set.removes(&board.position, digits);
                    best.offer(links.size(&[first, second, pivot]), of(a).and(of(b)), || {
                        let digits = [links.part([first, pivot], x), links.part([second, pivot], y)];
                        links.parts(&[first, second, pivot]).chain(digits).collect()
                    });
                }
            }
        }
    }
    best.give(Technique::AlsXyWing, sink)
}

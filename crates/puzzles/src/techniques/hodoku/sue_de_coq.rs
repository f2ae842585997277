//! Sue de Coq: two or three cells that a line and a box share, a set in the line and a set in the box, with as many digits as cells.

use super::{
    board::Board,
    search::{Settings, Sink, offer, part_in},
};
use crate::techniques::{
    houses::{CELLS_OF, cells, members},
    position::Position,
    reason::Role,
    step::{Removals, Technique},
};
use std::ops::ControlFlow;

/// Some cells and their digits.
type Set = (u128, u16);

/// All Sue de Coqs.
pub(super) fn sue_de_coqs(board: &Board, _: Settings, sink: Sink) -> ControlFlow<()> {
    let position = &board.position;
    for line in 9..27 {
        for house in (0..9).filter(|house| CELLS_OF[line] & CELLS_OF[*house] != 0) {
            let shared = subsets(position, CELLS_OF[line] & CELLS_OF[house] & position.open);
            for middle in shared
                .into_iter()
                .filter(|(set, digits)| set.count_ones() > 1 && digits.count_ones() > set.count_ones() + 1)
            {
                let in_line = sets(position, CELLS_OF[line] & !CELLS_OF[house], middle);
                let in_box = sets(position, CELLS_OF[house] & !CELLS_OF[line], middle);
                for &of_line in &in_line {
                    for &of_box in &in_box {
                        offer_sets(position, [line, house], [middle, of_line, of_box], sink)?;
                    }
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// All subsets of some open cells with their digits, except the empty one.
fn subsets(position: &Position, set: u128) -> Vec<Set> {
    let all: Vec<usize> = cells(set).collect();
    let chosen = 1u16..1 << all.len();
    let subsets = chosen.map(|chosen| {
        members(chosen).fold((0, 0), |(set, digits), place| {
            (set | 1u128 << all[place], digits | position.candidates[all[place]])
        })
    });
    subsets.collect()
}

/// The subsets of some cells that have digits in common with the cells in the middle, and that are not locked themselves.
fn sets(position: &Position, rest: u128, middle: Set) -> Vec<Set> {
    let mut sets = subsets(position, rest & position.open);
    sets.retain(|(set, digits)| digits & middle.1 != 0 && digits.count_ones() > set.count_ones());
    sets
}

/// As many digits as cells, and each digit can be only once in them: the digits of the line's set and those that the box's set does not
/// have are in the line's set or the middle, and the other way round.
fn offer_sets(
    position: &Position,
    [line, house]: [usize; 2],
    [middle, of_line, of_box]: [Set; 3],
    sink: Sink,
) -> ControlFlow<()> {
    let all = middle.0 | of_line.0 | of_box.0;
    let digits = middle.1 | of_line.1 | of_box.1;
    if of_line.1 & of_box.1 != 0 || digits.count_ones() != all.count_ones() {
        return ControlFlow::Continue(());
    }
    let mut removed = Removals::default();
    for (house, digits) in [(line, digits & !of_box.1), (house, digits & !of_line.1)] {
        cells(CELLS_OF[house] & position.open & !all)
            .for_each(|cell| position.removals(cell, digits, &mut removed));
    }
    let parts = vec![
        part_in(Role::Intersection, line, middle.0, middle.1),
        part_in(Role::AlmostLockedSet, line, of_line.0, of_line.1),
        part_in(Role::AlmostLockedSet, house, of_box.0, of_box.1),
    ];
    offer(sink, Technique::SueDeCoq, removed, parts)
}

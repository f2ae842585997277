//! Sue de Coq: two or three cells that a line and a box share, a set in the line and a set in the box, with as many digits as cells.

use super::subsets;
use crate::techniques::{
    hodoku::{best::Best, board::Board, search::Sink},
    houses::{CELLS_OF, cells},
    position::Position,
    reason::{Part, Role},
    step::{Removals, Technique},
};
use std::ops::ControlFlow;

/// Some cells and their digits.
type Set = (u128, u16);

/// The smallest Sue de Coq for each combination of removals.
pub(in super::super) fn sue_de_coqs(board: &Board, sink: Sink) -> ControlFlow<()> {
    let position = &board.position;
    let mut best = Best::default();
    for (line, cells_of_line) in CELLS_OF.iter().enumerate().skip(9) {
        for house in (0..9).filter(|house| cells_of_line & CELLS_OF[*house] != 0) {
            let middles = subsets(position, cells_of_line & CELLS_OF[house]);
            let is_middle =
                |&(set, digits): &Set| set.count_ones() > 1 && digits.count_ones() > set.count_ones() + 1;
            for middle in middles.filter(is_middle) {
                let in_line = sets(position, cells_of_line & !CELLS_OF[house], middle);
                let in_box = sets(position, CELLS_OF[house] & !cells_of_line, middle);
                for &of_line in &in_line {
                    for &of_box in &in_box {
                        add_sets(position, [line, house], [middle, of_line, of_box], &mut best);
                    }
                }
            }
        }
    }
    best.give(Technique::SueDeCoq, sink)
}

/// The subsets of some cells that have digits in common with the cells in the middle, and that are not locked themselves.
fn sets(position: &Position, rest: u128, middle: Set) -> Vec<Set> {
    let fits = |&(set, digits): &Set| digits & middle.1 != 0 && digits.count_ones() > set.count_ones();
    subsets(position, rest).filter(fits).collect()
}

/// As many digits as cells, and each digit can be only once in them: the digits of the line's set and those that the box's set does not
/// have are in the line's set or the middle, and the other way round.
fn add_sets(
    position: &Position,
    [line, house]: [usize; 2],
    [middle, of_line, of_box]: [Set; 3],
    best: &mut Best<Vec<Part>>,
) {
    let all = middle.0 | of_line.0 | of_box.0;
    let digits = middle.1 | of_line.1 | of_box.1;
    if of_line.1 & of_box.1 != 0 || digits.count_ones() != all.count_ones() {
        return;
    }
    let mut removed = Removals::default();
    for (house, digits) in [(line, digits & !of_box.1), (house, digits & !of_line.1)] {
        let rest = cells(CELLS_OF[house] & position.open & !all);
        rest.for_each(|cell| position.removals(cell, digits, &mut removed));
    }
    best.offer(all.count_ones() as usize, removed, || {
        vec![
            Part::new(Role::Intersection, middle.0, middle.1).in_house(line),
            Part::new(Role::AlmostLockedSet, of_line.0, of_line.1).in_house(line),
            Part::new(Role::AlmostLockedSet, of_box.0, of_box.1).in_house(house),
        ]
    });
}

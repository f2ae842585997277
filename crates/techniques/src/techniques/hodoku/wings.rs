//! W-wings, XY-wings and XYZ-wings.

use super::{
    board::Board,
    search::{Sink, offer},
};
use crate::techniques::{
    houses::{CELLS_OF, PEERS, cells, members},
    reason::{Part, Reason, Role},
    step::{Removals, Technique},
    sudoku_explainer::wings::wing,
};
use std::ops::ControlFlow;

/// A cell with two candidates and two cells that it sees.
pub(super) fn xy(board: &Board, sink: Sink) -> ControlFlow<()> {
    let [twos, _] = board.position.small_cells();
    pairs(twos).try_for_each(|[first, second]| {
        cells(after(twos, second)).try_for_each(|third| {
            let pivots = [[first, second, third], [second, first, third], [third, second, first]];
            pivots.into_iter().try_for_each(|cells| give(board, cells, false, sink))
        })
    })
}

/// A cell with three candidates and two cells that it sees.
pub(super) fn xyz(board: &Board, sink: Sink) -> ControlFlow<()> {
    let [twos, threes] = board.position.small_cells();
    cells(threes).try_for_each(|pivot| {
        pairs(twos & PEERS[pivot])
            .try_for_each(|[first, second]| give(board, [pivot, first, second], true, sink))
    })
}

/// Gives the wing of a pivot and two cells, if there is one.
fn give(board: &Board, [pivot, first, second]: [usize; 3], xyz: bool, sink: Sink) -> ControlFlow<()> {
    let sees = PEERS[pivot] >> first & PEERS[pivot] >> second & 1;
    let found = if sees == 1 { wing(&board.position, [pivot, first, second], xyz) } else { None };
    let Some(step) = found else { return ControlFlow::Continue(()) };
    let of = |role, cell: usize| Part::new(role, 1 << cell, board.position.candidates[cell]);
    let parts = vec![of(Role::Pivot, pivot), of(Role::Wing, first), of(Role::Wing, second)];
    sink(step, Reason { parts, ..Reason::default() })
}

/// Two cells with the same two candidates: one of them has a digit, because in a house each place of the other digit sees one of them.
pub(super) fn w(board: &Board, sink: Sink) -> ControlFlow<()> {
    let [twos, _] = board.position.small_cells();
    let candidates = board.position.candidates;
    let mut alike = pairs(twos).filter(|&[first, second]| candidates[first] == candidates[second]);
    alike.try_for_each(|both| {
        members(candidates[both[0]]).try_for_each(|digit| {
            let removed = board.position.cells[digit] & PEERS[both[0]] & PEERS[both[1]];
            let linked = candidates[both[0]] & !(1 << digit);
            let link = if removed == 0 { None } else { link(board, both, linked) };
            let Some((house, ends)) = link else { return ControlFlow::Continue(()) };
            let wings = both.map(|cell| Part::new(Role::Wing, 1 << cell, candidates[cell]));
            let parts = vec![wings[0], wings[1], Part::new(Role::Base, ends, linked).in_house(house)];
            offer(sink, Technique::WWing, Removals::of(digit, removed), parts)
        })
    })
}

/// A house with two places of a digit, of which each sees one of two cells, and not the same.
fn link(board: &Board, [first, second]: [usize; 2], digit: u16) -> Option<(usize, u128)> {
    let of_digit = board.position.cells[digit.trailing_zeros() as usize];
    (9..27).chain(0..9).find_map(|house| {
        let ends = of_digit & CELLS_OF[house];
        let (of_first, of_second) = (ends & PEERS[first], ends & PEERS[second]);
        let each_has_one = of_first.count_ones() == 1 && of_second.count_ones() == 1;
        let is_link = ends.count_ones() == 2 && ends & (1 << first | 1 << second) == 0;
        (is_link && each_has_one && of_first != of_second).then_some((house, ends))
    })
}

/// The pairs of cells of a set, in order.
pub(super) fn pairs(set: u128) -> impl Iterator<Item = [usize; 2]> {
    cells(set).flat_map(move |first| cells(after(set, first)).map(move |second| [first, second]))
}

/// The cells of a set after a cell.
fn after(set: u128, cell: usize) -> u128 {
    set & !((2 << cell) - 1)
}

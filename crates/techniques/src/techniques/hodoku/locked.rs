//! Locked candidates.

use super::{
    board::Board,
    search::{Sink, offer},
};
use crate::techniques::{
    houses::{BOX, CELLS_OF, COLUMN, HOUSES_OF, ROW},
    reason::{Part, Role},
    step::{Removals, Technique},
};
use std::ops::ControlFlow;

/// The places of a digit in a box lie in one line.
pub(super) fn pointing(board: &Board, sink: Sink) -> ControlFlow<()> {
    locked(board, 0..9, &[ROW, COLUMN], Technique::Pointing, sink)
}

/// The places of a digit in a line lie in one box.
pub(super) fn claiming(board: &Board, sink: Sink) -> ControlFlow<()> {
    locked(board, 9..27, &[BOX], Technique::Claiming, sink)
}

/// Digits that are locked in `houses`, and removed from a house of one of the kinds `cleared`.
fn locked(
    board: &Board,
    mut houses: std::ops::Range<usize>,
    cleared: &[usize],
    technique: Technique,
    sink: Sink,
) -> ControlFlow<()> {
    houses.try_for_each(|house| {
        (0..9).try_for_each(|digit| {
            let of_digit = board.position.cells[digit];
            let places = of_digit & CELLS_OF[house];
            if !matches!(places.count_ones(), 2 | 3) {
                return ControlFlow::Continue(());
            }
            let first = places.trailing_zeros() as usize;
            cleared.iter().try_for_each(|&kind| {
                let other = usize::from(HOUSES_OF[first][kind].0);
                if places & !CELLS_OF[other] != 0 {
                    return ControlFlow::Continue(());
                }
                let removed = Removals::of(digit, of_digit & CELLS_OF[other] & !places);
                let base = Part::new(Role::Base, places, 1 << digit).in_house(house);
                let cover = Part::new(Role::Cover, places, 1 << digit).in_house(other);
                offer(sink, technique, removed, vec![base, cover])
            })
        })
    })
}

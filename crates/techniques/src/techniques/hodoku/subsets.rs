//! Naked and hidden pairs, triplets and quads, and locked pairs and triplets.

use super::{
    board::Board,
    search::{Sink, offer},
};
use crate::techniques::{
    houses::{BOX, CELLS_OF, cells, shared_houses},
    position::Position,
    reason::{Part, Role},
    step::{Removals, Technique},
    sudoku_explainer::sets::{candidates_in, hidden_sets, set_of_cells, sets_of},
};
use std::{cmp::Reverse, ops::ControlFlow};

/// Naked sets of `K` cells that are not locked.
pub(super) fn naked<const K: usize>(board: &Board, sink: Sink) -> ControlFlow<()> {
    let technique = match K {
        2 => Technique::NakedPair,
        3 => Technique::NakedTriplet,
        _ => Technique::NakedQuad,
    };
    (0..27).try_for_each(|house| naked_in(board, house, K, (technique, false), sink))
}

/// Naked sets of `K` cells of a box and a line that remove candidates from both.
pub(super) fn locked<const K: usize>(board: &Board, sink: Sink) -> ControlFlow<()> {
    let technique = if K == 2 { Technique::LockedPair } else { Technique::LockedTriplet };
    (0..9).try_for_each(|house| naked_in(board, house, K, (technique, true), sink))
}

/// Naked sets in a house.
fn naked_in(
    board: &Board,
    house: usize,
    k: usize,
    (technique, locked): (Technique, bool),
    sink: Sink,
) -> ControlFlow<()> {
    let position = &board.position;
    in_order(sets_of(&candidates_in(position, house), k)).into_iter().try_for_each(|(places, digits)| {
        let set = set_of_cells(house, places);
        let shared: Vec<usize> = shared_houses(set).collect();
        let seen = shared.iter().fold(0, |seen, &shared| seen | CELLS_OF[shared]) & !set;
        let removed = without(position, seen, digits);
        if k < 4 && (is_locked(&shared, &removed) != locked) || removed.is_empty() {
            return ControlFlow::Continue(());
        }
        offer(sink, technique, removed, vec![Part::new(Role::Pattern, set, digits).in_house(house)])
    })
}

/// Hidden sets of `K` digits.
pub(super) fn hidden<const K: usize>(board: &Board, sink: Sink) -> ControlFlow<()> {
    let technique = match K {
        2 => Technique::HiddenPair,
        3 => Technique::HiddenTriplet,
        _ => Technique::HiddenQuad,
    };
    let position = &board.position;
    (0..27).filter(|&house| position.open_in(CELLS_OF[house]) > K).try_for_each(|house| {
        in_order(hidden_sets(position, house, K)).into_iter().try_for_each(|(digits, places)| {
            let set = set_of_cells(house, places);
            let removed = without(position, set, !digits);
            offer(sink, technique, removed, vec![Part::new(Role::Pattern, set, digits).in_house(house)])
        })
    })
}

/// Sets in the order of their members: {0,1}, {0,2}, {0,3}, {1,2}.
fn in_order(sets: impl Iterator<Item = (u16, u16)>) -> Vec<(u16, u16)> {
    let mut sets: Vec<_> = sets.collect();
    sets.sort_unstable_by_key(|&(set, _)| Reverse(set.reverse_bits()));
    sets
}

/// The candidates among `digits` in some cells.
pub(super) fn without(position: &Position, set: u128, digits: u16) -> Removals {
    let mut removed = Removals::default();
    cells(set).for_each(|cell| position.removals(cell, digits, &mut removed));
    removed
}

/// Whether a set in these houses removes candidates from a box and from the line outside the box.
fn is_locked(shared: &[usize], removed: &Removals) -> bool {
    let &[in_box, line] = shared else { return false };
    let all = removed.0.iter().fold(0, |all, cells| all | cells);
    debug_assert!(in_box / 9 == BOX);
    all & CELLS_OF[in_box] != 0 && all & CELLS_OF[line] & !CELLS_OF[in_box] != 0
}

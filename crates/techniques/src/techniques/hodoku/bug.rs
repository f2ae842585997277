//! A bivalue universal grave with one further candidate.

use super::{
    board::Board,
    search::{Sink, offer},
};
use crate::techniques::{
    houses::{CELLS_OF, cells},
    reason::{Part, Role},
    step::{Removals, Technique},
};
use std::ops::ControlFlow;

/// One cell has three candidates and all others have two. One of the three has three places in each house of the cell; all other digits
/// have two places in each house. This digit is true.
pub(super) fn plus_one(board: &Board, sink: Sink) -> ControlFlow<()> {
    let position = &board.position;
    let [twos, threes] = position.small_cells();
    if threes.count_ones() != 1 || position.open != twos | threes {
        return ControlFlow::Continue(());
    }
    let cell = threes.trailing_zeros() as usize;
    let is_further = |digit: &usize| {
        (0..27).all(|house| {
            (0..9).all(|other| match position.places[house][other].count_ones() {
                3 => other == *digit && CELLS_OF[house] >> cell & 1 == 1,
                count => count < 3 && (other != *digit || CELLS_OF[house] >> cell & 1 == 0),
            })
        })
    };
    let mut digits = (0..9).filter(|digit| position.candidates[cell] >> digit & 1 == 1);
    let Some(further) = digits.find(is_further) else { return ControlFlow::Continue(()) };
    let mut removed = Removals::default();
    position.removals(cell, !(1 << further), &mut removed);
    let rest = cells(twos).fold(0, |digits, cell| digits | position.candidates[cell]);
    let parts = vec![Part::new(Role::Pivot, threes, 1 << further), Part::new(Role::Pattern, twos, rest)];
    offer(sink, Technique::BugPlusOne, removed, parts)
}

//! Hidden and naked singles.

use crate::techniques::{
    houses::{BOX, CELLS_OF, HOUSES, USUAL, members, only},
    position::Position,
    step::{Step, Technique},
};

/// The first hidden single: in houses with one empty cell, then in all others.
pub(super) fn hidden(position: &Position) -> Option<Step> {
    let mut first = None;
    for kind in USUAL {
        for house in 9 * kind..9 * kind + 9 {
            let is_last = position.open_in(CELLS_OF[house]) == 1;
            if first.is_some() && !is_last {
                continue;
            }
            let Some((digit, place)) = single_in(position, house) else { continue };
            let cell = HOUSES[house][place].into();
            if is_last {
                return Some(Step::place(Technique::LastValue, 10, cell, digit));
            }
            let rating = if kind == BOX { 12 } else { 15 };
            first = Some(Step::place(Technique::HiddenSingle, rating, cell, digit));
        }
    }
    first
}

/// The first digit with one place in a house.
#[inline(always)]
fn single_in(position: &Position, house: usize) -> Option<(usize, usize)> {
    (0..9).find_map(|digit| Some((digit, only(position.places[house][digit])?)))
}

/// The first cell with one candidate.
pub(super) fn naked(position: &Position) -> Option<Step> {
    let cell = position.candidates.iter().position(|candidates| candidates.is_power_of_two())?;
    let digit = members(position.candidates[cell]).next()?;
    Some(Step::place(Technique::NakedSingle, 23, cell, digit))
}

//! Full houses, naked singles and hidden singles, in the order in which they arose.

use super::{
    board::{Board, Placement},
    search::Sink,
};
use crate::techniques::{
    houses::{CELLS_OF, HOUSES_OF, only},
    reason::{Part, Reason, Role},
    step::{Step, Technique},
};
use std::ops::ControlFlow;

/// The last open cells of houses.
pub(super) fn full_houses(board: &Board, sink: Sink) -> ControlFlow<()> {
    board.naked.iter().try_for_each(|&single| {
        let last = house_of(single, |house, _| board.position.open_in(CELLS_OF[house]) == 1);
        last.map_or(ControlFlow::Continue(()), |house| place(Technique::LastValue, single, Some(house), sink))
    })
}

/// The cells with one candidate.
pub(super) fn naked(board: &Board, sink: Sink) -> ControlFlow<()> {
    let mut singles = board.naked.iter();
    singles.try_for_each(|&single| place(Technique::NakedSingle, single, None, sink))
}

/// The digits with one place in a house.
pub(super) fn hidden(board: &Board, sink: Sink) -> ControlFlow<()> {
    board.hidden.iter().try_for_each(|&single| {
        let has_one = |house: usize, digit: usize| only(board.position.places[house][digit]).is_some();
        let only_in = house_of(single, has_one);
        only_in.map_or(ControlFlow::Continue(()), |house| {
            place(Technique::HiddenSingle, single, Some(house), sink)
        })
    })
}

/// The first house of a cell, box first, that a condition on houses and digits holds for.
fn house_of((cell, digit): Placement, condition: impl Fn(usize, usize) -> bool) -> Option<usize> {
    let houses = HOUSES_OF[usize::from(cell)].map(|(house, _)| usize::from(house));
    houses.into_iter().find(|&house| condition(house, digit.into()))
}

/// Gives a single.
fn place(
    technique: Technique,
    (cell, digit): Placement,
    house: Option<usize>,
    sink: Sink,
) -> ControlFlow<()> {
    let (cells, digits) = (1 << cell, 1 << digit);
    let pattern = match house {
        Some(house) => Part::new(Role::Pattern, cells, digits).in_house(house),
        None => Part::new(Role::Pattern, cells, digits),
    };
    let step = Step::place(technique, 0, cell.into(), digit.into());
    sink(step, Reason { parts: vec![pattern], ..Reason::default() })
}

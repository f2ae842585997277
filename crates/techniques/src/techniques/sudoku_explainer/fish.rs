//! X-wing, swordfish and jellyfish.

use super::sets::sets_of;
use crate::techniques::{
    houses::{COLUMN, HOUSES, ROW, members},
    position::Position,
    step::{Removals, Step, Technique},
};

/// The first fish of `k` lines: by kind of lines, then by lines, then by digit.
pub(super) fn find(position: &Position, k: usize) -> Option<Step> {
    let (technique, rating) = match k {
        2 => (Technique::XWing, 32),
        3 => (Technique::Swordfish, 38),
        _ => (Technique::Jellyfish, 52),
    };
    [COLUMN, ROW].into_iter().find_map(|kind| {
        let (lines, digit, removed) = (0..9)
            .filter_map(|digit| {
                let (lines, removed) = of_digit(position, kind, digit, k)?;
                Some((lines, digit, removed))
            })
            .min_by_key(|&(lines, digit, _)| (lines, digit))?;
        let cells = members(lines).fold(0, |cells, line| {
            let line = 9 * kind + line;
            members(position.places[line][digit]).fold(cells, |cells, place| cells | 1 << HOUSES[line][place])
        });
        Some(Step::remove(technique, rating, Removals::of(digit, removed))?.pattern(cells, 1 << digit))
    })
}

/// The first lines of a fish of a digit, with the cells that it clears.
fn of_digit(position: &Position, kind: usize, digit: usize, k: usize) -> Option<(u16, u128)> {
    if usize::from(position.placed[digit]) + 2 * k > 9 {
        return None;
    }
    fish(position, kind, digit, k).find_map(|(lines, covers)| {
        let removed = cleared(position, kind, digit, (lines, covers));
        (removed != 0).then_some((lines, removed))
    })
}

/// All sets of `k` lines in which a digit has places in `k` crossing lines, with these lines.
pub(super) fn fish(
    position: &Position,
    kind: usize,
    digit: usize,
    k: usize,
) -> impl Iterator<Item = (u16, u16)> {
    sets_of(&std::array::from_fn(|line| position.places[9 * kind + line][digit]), k)
}

/// The cells of the digit in the crossing lines, outside the lines.
pub(super) fn cleared(position: &Position, kind: usize, digit: usize, (lines, covers): (u16, u16)) -> u128 {
    let crossing = ROW + COLUMN - kind;
    members(covers).fold(0, |cleared, cover| {
        let cover = 9 * crossing + cover;
        let places = position.places[cover][digit] & !lines;
        members(places).fold(cleared, |cleared, place| cleared | 1 << HOUSES[cover][place])
    })
}

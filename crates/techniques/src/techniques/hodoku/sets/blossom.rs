//! Death blossoms: a cell and, for each of its candidates, an almost locked set that does not have this digit if the cell has it.

use super::{AlmostLockedSet, almost_locked_sets};
use crate::techniques::{
    hodoku::{best::Best, board::Board, search::Sink},
    houses::{cells, members},
    position::Position,
    reason::{Part, Role},
    step::{Removals, Technique},
};
use std::{collections::HashSet, ops::ControlFlow};

/// Some petals: what all of them remove, and their sets.
type Petals = (Removals, Vec<usize>);

/// A small death blossom for each combination of removals.
pub(in super::super) fn death_blossoms(board: &Board, sink: Sink) -> ControlFlow<()> {
    let position = &board.position;
    let sets = almost_locked_sets(position, 1);
    let mut best = Best::default();
    for stem in cells(position.open) {
        let digits = position.candidates[stem];
        for (removed, petals) in blossoms(position, &sets, stem) {
            let size = petals.iter().map(|&set| sets[set].cells.count_ones() as usize).sum();
            best.offer(size, removed, || {
                let petals = petals.iter().map(|&set| sets[set].part());
                std::iter::once(Part::new(Role::Pivot, 1 << stem, digits)).chain(petals).collect()
            });
        }
    }
    best.give(Technique::DeathBlossom, sink)
}

/// The blossoms of a stem that remove digits which the stem does not have.
fn blossoms(position: &Position, sets: &[AlmostLockedSet], stem: usize) -> Vec<Petals> {
    let has = |digit: usize| position.candidates[stem] >> digit & 1 == 1;
    let others = Removals(std::array::from_fn(|digit| if has(digit) { 0 } else { u128::MAX }));
    members(position.candidates[stem]).fold(vec![(others, Vec::new())], |blossoms, digit| {
        let touching =
            sets.iter().enumerate().filter(|(_, set)| set.seen[digit] & !set.cells & (1 << stem) != 0);
        let petals: Vec<(usize, Removals)> =
            touching.map(|(number, set)| (number, set.removes(position, !(1 << digit)))).collect();
        add_petals(&blossoms, &petals)
    })
}

/// Adds each petal to each blossom that it fits. Petals may overlap. The first one of blossoms that remove the same is kept.
fn add_petals(blossoms: &[Petals], petals: &[(usize, Removals)]) -> Vec<Petals> {
    let (mut seen, mut longer) = (HashSet::new(), Vec::new());
    for (removed, earlier) in blossoms {
        for &(petal, by_petal) in petals {
            let removed = removed.and(by_petal);
            if !removed.is_empty() && seen.insert(removed) {
                longer.push((removed, [&earlier[..], &[petal]].concat()));
            }
        }
    }
    longer
}

//! Death blossoms: a cell and, for each of its candidates, an almost locked set that does not have this digit if the cell has it.

use super::{AlmostLockedSet, almost_locked_sets};
use crate::techniques::{
    hodoku::{
        board::Board,
        search::{Settings, Sink, offer, part},
    },
    houses::{cells, members},
    position::Position,
    reason::Role,
    step::{Removals, Technique},
};
use std::{collections::HashSet, ops::ControlFlow};

/// Some petals: what all of them remove, and their sets.
type Petals = (Removals, Vec<u16>);

/// For each combination of removals by a cell, the first death blossom.
pub(in super::super) fn death_blossoms(board: &Board, settings: Settings, sink: Sink) -> ControlFlow<()> {
    let position = &board.position;
    let sets = almost_locked_sets(position, 1);
    for stem in cells(position.open) {
        let digits = position.candidates[stem];
        for (removed, petals) in blossoms(position, &sets, stem, settings.overlapping_sets) {
            let petals = petals.into_iter().map(|set| sets[usize::from(set)].part());
            let parts = std::iter::once(part(Role::Pivot, 1 << stem, digits)).chain(petals).collect();
            offer(sink, Technique::DeathBlossom, removed, parts)?;
        }
    }
    ControlFlow::Continue(())
}

/// The blossoms of a stem.
fn blossoms(position: &Position, sets: &[AlmostLockedSet], stem: usize, overlapping: bool) -> Vec<Petals> {
    let all = Removals(std::array::from_fn(|digit| {
        if position.candidates[stem] >> digit & 1 == 1 { 0 } else { u128::MAX }
    }));
    let mut blossoms = vec![(all, Vec::new())];
    for digit in members(position.candidates[stem]) {
        let touching = sets
            .iter()
            .enumerate()
            .filter(|(_, set)| set.seen[digit] >> stem & 1 == 1 && set.cells >> stem & 1 == 0);
        let petals: Vec<_> =
            touching.map(|(number, set)| (number, set.removes(position, !(1 << digit)))).collect();
        // Blossoms that remove the same are alike, unless their sets may not overlap with later ones.
        let mut seen = HashSet::new();
        let mut next = Vec::new();
        for (removed, earlier) in &blossoms {
            for (number, by_petal) in &petals {
                let removed = removed.and(*by_petal);
                let fits = overlapping
                    || earlier
                        .iter()
                        .all(|&set: &u16| sets[usize::from(set)].cells & sets[*number].cells == 0);
                if !removed.is_empty() && fits && (!overlapping || seen.insert(removed)) {
                    let mut petals = earlier.clone();
                    petals.push(*number as u16);
                    next.push((removed, petals));
                }
            }
        }
        blossoms = next;
    }
    let mut seen = HashSet::new();
    blossoms.retain(|(removed, _)| seen.insert(*removed));
    blossoms
}

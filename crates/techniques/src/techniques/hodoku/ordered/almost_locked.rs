//! ALS-XZ and ALS-XY-wings in the order of the sets.

use crate::techniques::{
    hodoku::{
        board::Board,
        search::{Sink, offer},
        sets::{AlmostLockedSet, restricted},
    },
    houses::{BOX, COLUMN, HOUSES, ROW, members},
    position::Position,
    reason::Part,
    step::{Removals, Technique},
};
use std::ops::ControlFlow;

const GO_ON: ControlFlow<()> = ControlFlow::Continue(());

/// Two sets that do not overlap, the first one before the second one, with their first two restricted common digits.
pub(super) struct Common {
    pub sets: [usize; 2],
    pub first: u16,
    pub second: u16,
}

/// All almost locked sets and their restricted common digits, in order.
pub(super) struct Sets {
    pub all: Vec<AlmostLockedSet>,
    pub commons: Vec<Common>,
}

impl Sets {
    pub fn new(position: &Position) -> Sets {
        let mut sets = Sets { all: Vec::new(), commons: Vec::new() };
        for house in [ROW, COLUMN, BOX].into_iter().flat_map(|kind| 9 * kind..9 * kind + 9) {
            sets.add_subsets(position, house, 0, (0, 0));
        }
        for (i, a) in sets.all.iter().enumerate() {
            for (j, b) in sets.all.iter().enumerate().skip(i + 1).filter(|(_, b)| a.cells & b.cells == 0) {
                let mut digits = members(restricted(a, b)).map(|digit| 1 << digit);
                if let Some(first) = digits.next() {
                    let second = digits.next().unwrap_or(0);
                    sets.commons.push(Common { sets: [i, j], first, second });
                }
            }
        }
        sets
    }

    /// Adds the almost locked sets of a house that contain some cells and none of the other places before `from`.
    fn add_subsets(&mut self, position: &Position, house: usize, from: usize, (set, digits): (u128, u16)) {
        for (place, &cell) in HOUSES[house].iter().enumerate().skip(from) {
            if position.open >> cell & 1 == 0 {
                continue;
            }
            let (set, digits) = (set | 1u128 << cell, digits | position.candidates[usize::from(cell)]);
            let size = set.count_ones();
            if digits.count_ones() == size + 1 && !self.all.iter().any(|known| known.cells == set) {
                self.all.push(AlmostLockedSet::new(position, house, set, digits));
            }
            if size < 8 {
                self.add_subsets(position, house, place + 1, (set, digits));
            }
        }
    }

    /// The removals that two sets share, without some digits.
    pub fn both(&self, position: &Position, [a, b]: [usize; 2], except: u16) -> Removals {
        let [a, b] = [a, b].map(|set| self.all[set].removes(position, !except));
        a.and(b)
    }

    pub fn parts(&self, sets: &[usize]) -> Vec<Part> {
        sets.iter().map(|&set| self.all[set].part()).collect()
    }
}

/// All ALS-XZ.
pub(in super::super) fn xz(board: &Board, sink: Sink) -> ControlFlow<()> {
    let position = &board.position;
    let sets = Sets::new(position);
    sets.commons.iter().try_for_each(|common| {
        let mut removed = sets.both(position, common.sets, common.first);
        if common.second != 0 {
            removed = removed.or(sets.both(position, common.sets, common.second));
            let [a, b] = common.sets.map(|set| &sets.all[set]);
            for (own, other) in [(a, b), (b, a)] {
                let alone = own.removes(position, !(common.first | common.second));
                removed = removed.or(alone.and(Removals([!other.cells; 9])));
            }
        }
        offer(sink, Technique::AlsXz, removed, sets.parts(&common.sets))
    })
}

/// All ALS-XY-wings.
pub(in super::super) fn wing(board: &Board, sink: Sink) -> ControlFlow<()> {
    let position = &board.position;
    let sets = Sets::new(position);
    let mut of_set = vec![Vec::new(); sets.all.len()];
    for (number, common) in sets.commons.iter().enumerate() {
        common.sets.iter().for_each(|&set| of_set[set].push(number));
    }
    for (number, one) in sets.commons.iter().enumerate() {
        let mut others: Vec<usize> = one.sets.iter().flat_map(|&set| of_set[set].iter().copied()).collect();
        others.retain(|&other| other > number);
        others.sort_unstable();
        for two in others.into_iter().map(|other| &sets.commons[other]) {
            wing_of(position, &sets, one, two, sink)?;
        }
    }
    GO_ON
}

/// Gives the wing of two pairs of sets that have one set in common.
fn wing_of(position: &Position, sets: &Sets, one: &Common, two: &Common, sink: Sink) -> ControlFlow<()> {
    let Some(pivot) = one.sets.into_iter().find(|set| two.sets.contains(set)) else { return GO_ON };
    let [a, b] = [one, two].map(|common| common.sets[usize::from(common.sets[0] == pivot)]);
    let is_one_digit = one.second == 0 && two.second == 0 && one.first == two.first;
    if is_one_digit || a == b || sets.all[a].cells & sets.all[b].cells != 0 {
        return GO_ON;
    }
    let removed = sets.both(position, [a, b], one.first | one.second | two.first | two.second);
    offer(sink, Technique::AlsXyWing, removed, sets.parts(&[a, b, pivot]))
}

//! Arguments of inner steps, and what they depend on.

use super::{Link, Literals, cell_and_digit, literal};
use crate::techniques::{
    houses::{HOUSES, HOUSES_OF, members},
    position::Position,
};
use std::{collections::HashSet, sync::Arc};

/// Why a literal of an inner step depends on removed candidates.
#[derive(Clone, Copy)]
pub(super) enum Dependence {
    /// On all removed candidates of a cell.
    Cell(u8),
    /// On all removed places of a digit in a house.
    House(u8, u8),
}

/// The argument of an inner step.
pub(super) struct Proof {
    /// The literals of all ends in breadth-first order.
    pub identity: Arc<[u16]>,
    pub length: u32,
    pub dependences: Vec<Dependence>,
}

impl Proof {
    /// A cycle from its end to its start, and the same the other way round with all literals negated.
    pub fn of_cycle(path: &[(u16, Link)]) -> Proof {
        let reverse: Vec<(u16, Link)> = path.iter().rev().map(|&(key, link)| (key ^ 1, link)).collect();
        Proof::of_paths(&[path, &reverse], path.len() as u32 - 1)
    }

    /// Paths from an end to a start.
    pub fn of_paths(paths: &[&[(u16, Link)]], length: u32) -> Proof {
        let (mut identity, mut dependences) = (Vec::new(), Vec::new());
        for path in paths {
            let mut seen = HashSet::new();
            for &(key, link) in path.iter().filter(|(key, _)| seen.insert(*key)) {
                identity.push(key);
                add_dependence(&mut dependences, key, link);
            }
            identity.push(u16::MAX);
        }
        Proof { identity: identity.into(), length, dependences }
    }

    /// The removed candidates that the step depends on, each once.
    pub fn parents(&self, board: &Position, copy: &Position) -> Vec<u16> {
        let (mut parents, mut known): (Vec<u16>, Literals) = (Vec::new(), [0; 9]);
        let mut add = |cell: usize, digit: usize| {
            if known[digit] >> cell & 1 == 0 {
                known[digit] |= 1 << cell;
                parents.push(literal(cell, digit));
            }
        };
        for dependence in &self.dependences {
            match *dependence {
                Dependence::Cell(cell) => {
                    let cell = usize::from(cell);
                    let gone = board.candidates[cell] & !copy.candidates[cell];
                    members(gone).for_each(|digit| add(cell, digit));
                }
                Dependence::House(house, digit) => {
                    let (house, digit) = (usize::from(house), usize::from(digit));
                    let gone = board.places[house][digit] & !copy.places[house][digit];
                    members(gone).for_each(|place| add(HOUSES[house][place].into(), digit));
                }
            }
        }
        parents
    }
}

/// Adds the candidates that an on literal depends on.
pub(super) fn add_dependence(dependences: &mut Vec<Dependence>, key: u16, link: Link) {
    let (cell, digit) = cell_and_digit(key / 2);
    match link {
        Link::Cell if key % 2 == 1 => dependences.push(Dependence::Cell(cell as u8)),
        Link::House(kind) if key % 2 == 1 => {
            let house = HOUSES_OF[cell][usize::from(kind)].0;
            dependences.push(Dependence::House(house, digit as u8));
        }
        _ => {}
    }
}

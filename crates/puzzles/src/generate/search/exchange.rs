//! Neighbors of a 9×9 puzzle: some givens removed and others added ({−1+1}, {−2+2}), or other digits in some cells of a
//! pattern.
//!
//! All neighbors have one solution, and none is solved to check this: the solutions of the puzzle without the removed
//! givens are found once, and then every choice of new givens that leaves one of them is a puzzle. So nearly all time
//! is spent on ratings. If neighbors are made at random and tested, four of five have several solutions.

use super::{alternatives::Alternatives, given_units::GivenUnits, nine::NineSolutions};
use quadrille_base::random::Stream;

/// A puzzle with its solution.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Solved {
    pub cells: [u8; 81],
    pub solution: [u8; 81],
}

impl Solved {
    pub(super) fn givens(&self) -> usize {
        self.cells.iter().filter(|digit| **digit > 0).count()
    }
}

/// Draws neighbors in buffers that it keeps.
pub(super) struct Exchange {
    alternatives: Alternatives,
    /// The units that are given, and the units that are not.
    given: Vec<usize>,
    empty: Vec<usize>,
}

/// Choices of givens to remove, of which half have too many solutions.
const ATTEMPTS: usize = 16;
/// The most neighbors of one choice, so that the neighbors of a step differ.
const PER_CHOICE: usize = 8;
/// The most units that are exchanged at a time; for a pattern, the units whose digits change.
const REMOVED: usize = 2;
const REDIGITED: usize = 5;

impl Exchange {
    pub(super) fn new() -> Exchange {
        Exchange { alternatives: Alternatives::new(), given: Vec::new(), empty: Vec::new() }
    }

    /// Adds up to `count` neighbors of `puzzle` to `found`.
    pub(super) fn draw(
        &mut self,
        search: &mut NineSolutions,
        given_units: &GivenUnits,
        puzzle: &Solved,
        (stream, count): (&mut Stream, usize),
        found: &mut Vec<Solved>,
    ) {
        let units = 0..given_units.len();
        self.given.clear();
        self.given.extend(units.clone().filter(|&unit| given_units.is_given(unit, &puzzle.cells)));
        self.empty.clear();
        self.empty.extend(units.filter(|&unit| !given_units.is_given(unit, &puzzle.cells)));
        let before = found.len();
        for _ in 0..ATTEMPTS {
            let first = found.len();
            self.attempt(search, given_units, puzzle, stream, found);
            front(&mut found[first..], PER_CHOICE, stream);
            found.truncate(first + PER_CHOICE);
            if found.len() - before >= count {
                break;
            }
        }
        found.truncate(before + count);
    }

    /// Adds the neighbors from one choice of givens to remove.
    fn attempt(
        &mut self,
        search: &mut NineSolutions,
        given_units: &GivenUnits,
        puzzle: &Solved,
        stream: &mut Stream,
        found: &mut Vec<Solved>,
    ) {
        let removed =
            1 + stream.below(self.given.len().min(if given_units.is_pattern { REDIGITED } else { REMOVED }));
        front(&mut self.given, removed, stream);
        let mut rest = puzzle.cells;
        let taken = self.given[..removed].iter().flat_map(|&unit| given_units.unit(unit));
        taken.clone().for_each(|cell| rest[cell] = 0);
        if !given_units.is_pattern {
            // Without the last given alone, the puzzle has as few solutions as without any one of its givens.
            front(&mut self.empty, removed - 1, stream);
            let added = self.empty[..removed - 1].iter();
            added
                .flat_map(|&unit| given_units.unit(unit))
                .for_each(|cell| rest[cell] = puzzle.solution[cell]);
        }
        if !self.alternatives.find(search, &rest) {
            return;
        }
        let mut add = |cells: &mut dyn Iterator<Item = usize>, solution: &[u8; 81]| {
            let mut neighbor = rest;
            cells.for_each(|cell| neighbor[cell] = solution[cell]);
            if neighbor != puzzle.cells {
                found.push(Solved { cells: neighbor, solution: *solution });
            }
        };
        if given_units.is_pattern {
            let distinct = self.alternatives.distinct(taken.clone());
            return distinct.for_each(|solution| add(&mut taken.clone(), solution));
        }
        for unit in (0..given_units.len()).filter(|&unit| !given_units.is_given(unit, &rest)) {
            let distinct = self.alternatives.distinct(given_units.unit(unit));
            distinct.for_each(|solution| add(&mut given_units.unit(unit), solution));
        }
    }
}

/// Moves `count` random items to the front.
fn front<T>(items: &mut [T], count: usize, stream: &mut Stream) {
    for at in 0..count.min(items.len()) {
        items.swap(at, at + stream.below(items.len() - at));
    }
}

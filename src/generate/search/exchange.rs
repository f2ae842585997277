//! Neighbours of a 9×9 puzzle: some givens removed and others added ({−1+1}, {−2+2}), or other digits in some cells of a pattern.
//!
//! All neighbours have one solution, and none is solved for that: the solutions of the puzzle without the removed givens are
//! found once, and then every choice of new givens that leaves one of them is a puzzle. So nearly all time is spent on ratings. If
//! neighbours are made at random and tested, four of five have several solutions.

use super::{
    alternatives::{Alternatives, Set},
    form::Form,
    nine::NineSolutions,
};
use crate::random::Stream;

/// A puzzle with its solution.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Solved {
    pub cells: [u8; 81],
    pub solution: [u8; 81],
}

impl Solved {
    pub(super) fn clues(&self) -> usize {
        self.cells.iter().filter(|digit| **digit > 0).count()
    }
}

/// Draws neighbours in buffers that it keeps.
pub(super) struct Exchange {
    alternatives: Alternatives,
    /// The units that are given, and those that are not.
    given: Vec<usize>,
    empty: Vec<usize>,
}

/// Units drawn for the last given before a neighbour is given up.
const DRAWS: usize = 16;

impl Exchange {
    pub(super) fn new() -> Exchange {
        Exchange { alternatives: Alternatives::new(), given: Vec::new(), empty: Vec::new() }
    }

    /// Adds up to `count` neighbours of `puzzle` to `found`.
    pub(super) fn draw(
        &mut self,
        search: &mut NineSolutions,
        form: &Form,
        puzzle: &Solved,
        (stream, count): (&mut Stream, usize),
        found: &mut Vec<Solved>,
    ) {
        let units = 0..form.len();
        self.given.clear();
        self.given.extend(units.clone().filter(|&unit| form.is_given(unit, &puzzle.cells)));
        self.empty.clear();
        self.empty.extend(units.filter(|&unit| !form.is_given(unit, &puzzle.cells)));
        let most = self.given.len().min(if form.is_pattern { 5 } else { 3 });
        let mut removed = 1 + stream.below(most);
        stream.shuffle(&mut self.given);
        loop {
            let mut rest = puzzle.cells;
            let cells = self.given[..removed].iter().flat_map(|&unit| form.unit(unit));
            cells.for_each(|cell| rest[cell] = 0);
            if self.alternatives.find(search, &rest) {
                let base = Solved { cells: rest, solution: puzzle.solution };
                return match form.is_pattern {
                    true => self.refill(form, (puzzle, base), removed, (stream, count), found),
                    false => self.add(form, (puzzle, base), removed, (stream, count), found),
                };
            }
            removed -= 1;
            if removed == 0 {
                return;
            }
        }
    }

    /// Adds other units in place of those that were removed.
    fn add(
        &mut self,
        form: &Form,
        (puzzle, base): (&Solved, Solved),
        removed: usize,
        (stream, count): (&mut Stream, usize),
        found: &mut Vec<Solved>,
    ) {
        self.empty.extend_from_slice(&self.given[..removed]);
        let solutions = self.alternatives.solutions();
        for _ in 0..count {
            let solution = solutions[stream.below(solutions.len())];
            let mut cells = base.cells;
            let mut left = Set::ALL;
            for number in 1..=removed {
                let draws = if number == removed { DRAWS } else { 1 };
                for _ in 0..draws {
                    let unit = self.empty[stream.below(self.empty.len())];
                    let both = self.narrowed(form, left, unit, &solution);
                    if number < removed || both.len() == 1 {
                        left = both;
                        form.unit(unit).for_each(|cell| cells[cell] = solution[cell]);
                        break;
                    }
                }
                if left.len() == 1 {
                    break;
                }
            }
            if left.len() == 1 && cells != puzzle.cells {
                found.push(Solved { cells, solution });
            }
        }
    }

    /// Gives the cells that were removed the digits of other solutions.
    fn refill(
        &mut self,
        form: &Form,
        (puzzle, base): (&Solved, Solved),
        removed: usize,
        (stream, count): (&mut Stream, usize),
        found: &mut Vec<Solved>,
    ) {
        let solutions = self.alternatives.solutions();
        let (first, before) = (stream.below(solutions.len()), found.len());
        for solution in solutions[first..].iter().chain(&solutions[..first]) {
            let units = &self.given[..removed];
            let left = units.iter().fold(Set::ALL, |left, &unit| self.narrowed(form, left, unit, solution));
            let mut cells = base.cells;
            units.iter().flat_map(|&unit| form.unit(unit)).for_each(|cell| cells[cell] = solution[cell]);
            if left.len() == 1 && cells != puzzle.cells {
                found.push(Solved { cells, solution: *solution });
                if found.len() == before + count {
                    return;
                }
            }
        }
    }

    /// The solutions of a set that agree with `solution` in the cells of a unit.
    fn narrowed(&self, form: &Form, left: Set, unit: usize, solution: &[u8; 81]) -> Set {
        form.unit(unit).fold(left, |left, cell| left.and(self.alternatives.with(cell, solution[cell])))
    }
}

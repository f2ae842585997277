//! Locked candidates, pairs and X-wings in a closure.

use super::{Literals, cell_and_digit, closure::Closure, literal};
use crate::techniques::{
    houses::{CELLS_OF, COLUMN, HOUSES, ROW, members},
    position::Position,
    step::{Removals, Step, Technique},
    sudoku_explainer::{
        fish::{cleared, fish},
        locked::{Crossing, locks},
        sets::{candidates_in, hidden_sets, houses, set_of_cells, sets_of},
    },
};

/// Adds the off literals of the first technique that has any. `copy` is the board without the off literals.
pub(super) fn extend(closure: &mut Closure, board: &Position, copy: &Position) -> bool {
    let take = |removed: &Literals, parents: &[u16], _: Pattern| closure.add_off(removed, parents, None);
    Plus { take, board, copy, parents: Vec::new() }.visit()
}

/// The first step that removes a literal and depends on removed candidates.
pub(super) fn step_of(removed: u16, board: &Position, copy: &Position) -> Option<Step> {
    let (cell, digit) = cell_and_digit(removed);
    let mut step = None;
    let take = |removed: &Literals, parents: &[u16], pattern: Pattern| {
        if step.is_none() && removed[digit] >> cell & 1 == 1 && !parents.is_empty() {
            step = pattern.step(copy, *removed);
        }
        step.is_some()
    };
    Plus { take, board, copy, parents: Vec::new() }.visit();
    step
}

/// The pattern of a step.
enum Pattern {
    /// A digit is locked.
    Locked(&'static Crossing, usize),
    /// Digits at places of a house.
    Hidden(usize, u16, u16),
    Naked(usize, u16, u16),
    /// Lines of a kind, and a digit.
    XWing(usize, u16, usize),
}

impl Pattern {
    fn step(self, copy: &Position, removed: Literals) -> Option<Step> {
        let (technique, rating, cells, digits) = match self {
            Pattern::Locked(crossing, digit) => {
                let (technique, rating) = crossing.technique();
                (technique, rating, crossing.locked(copy, digit), 1 << digit)
            }
            Pattern::Hidden(house, places, digits) => {
                (Technique::HiddenPair, 34, set_of_cells(house, places), digits)
            }
            Pattern::Naked(house, places, digits) => {
                (Technique::NakedPair, 30, set_of_cells(house, places), digits)
            }
            Pattern::XWing(kind, lines, digit) => {
                let of_line = |line| set_of_cells(line, copy.places[line][digit]);
                let cells = members(lines).fold(0, |cells, line| cells | of_line(9 * kind + line));
                (Technique::XWing, 32, cells, 1 << digit)
            }
        };
        Some(Step::remove(technique, rating, Removals(removed))?.pattern(cells, digits))
    }
}

/// A search for the steps on a copy of the board. `take` gets what each removes, the removed candidates that it depends on, and its
/// pattern, and returns whether it adds anything.
struct Plus<'a, F> {
    take: F,
    board: &'a Position,
    copy: &'a Position,
    parents: Vec<u16>,
}

impl<F: FnMut(&Literals, &[u16], Pattern) -> bool> Plus<'_, F> {
    fn visit(mut self) -> bool {
        self.locked() || self.hidden_pairs() || self.naked_pairs() || self.x_wings()
    }

    /// The removed places of a digit in a house, among `places`.
    fn add_gone_places(&mut self, house: usize, digit: usize, places: u16) {
        let gone = self.board.places[house][digit] & !self.copy.places[house][digit] & places;
        self.parents.extend(members(gone).map(|place| literal(HOUSES[house][place].into(), digit)));
    }

    /// The removed candidates of a cell, among `digits`.
    fn add_gone_candidates(&mut self, cell: usize, digits: u16) {
        let gone = self.board.candidates[cell] & !self.copy.candidates[cell] & digits;
        self.parents.extend(members(gone).map(|digit| literal(cell, digit)));
    }

    /// Adds off literals that depend on the parents that were found.
    fn add(&mut self, removed: &Literals, pattern: Pattern) -> bool {
        let added = (self.take)(removed, &self.parents, pattern);
        self.parents.clear();
        added
    }

    fn locked(&mut self) -> bool {
        let mut added = false;
        for (crossing, digits) in locks(self.copy) {
            for digit in members(digits) {
                if self.copy.places[crossing.second as usize][digit] & !crossing.in_second != 0 {
                    self.add_gone_places(crossing.first.into(), digit, !crossing.in_first);
                    let mut removed = [0; 9];
                    removed[digit] = crossing.cleared(self.copy, digit);
                    added |= self.add(&removed, Pattern::Locked(crossing, digit));
                }
            }
        }
        added
    }

    fn hidden_pairs(&mut self) -> bool {
        let mut added = false;
        for house in houses().filter(|&house| self.copy.open_in(CELLS_OF[house]) > 4) {
            for (digits, places) in hidden_sets(self.copy, house, 2) {
                for place in members(0x1FF & !places) {
                    self.add_gone_candidates(HOUSES[house][place].into(), digits);
                }
                let pattern = Pattern::Hidden(house, places, digits);
                added |= self.add_candidates(house, (places, !digits), pattern);
            }
        }
        added
    }

    fn naked_pairs(&mut self) -> bool {
        let mut added = false;
        let copy = self.copy;
        for house in houses().filter(|&house| copy.open_in(CELLS_OF[house]) >= 4) {
            for (places, digits) in sets_of(&candidates_in(copy, house), 2) {
                for place in members(places) {
                    self.add_gone_candidates(HOUSES[house][place].into(), !digits);
                }
                let pattern = Pattern::Naked(house, places, digits);
                added |= self.add_candidates(house, (0x1FF & !places, digits), pattern);
            }
        }
        added
    }

    /// Adds the candidates at some places of a house.
    fn add_candidates(&mut self, house: usize, (places, digits): (u16, u16), pattern: Pattern) -> bool {
        let mut removed = [0; 9];
        for cell in members(places).map(|place| usize::from(HOUSES[house][place])) {
            members(self.copy.candidates[cell] & digits).for_each(|digit| removed[digit] |= 1 << cell);
        }
        self.add(&removed, pattern)
    }

    fn x_wings(&mut self) -> bool {
        let mut added = false;
        let copy = self.copy;
        for kind in [COLUMN, ROW] {
            let mut found = Vec::new();
            for digit in (0..9).filter(|&digit| copy.placed[digit] <= 5) {
                found.extend(fish(copy, kind, digit, 2).map(|(lines, covers)| (lines, digit, covers)));
            }
            found.sort_unstable();
            for (lines, digit, covers) in found {
                for line in members(lines) {
                    self.add_gone_places(9 * kind + line, digit, !covers);
                }
                let mut removed = [0; 9];
                removed[digit] = cleared(copy, kind, digit, (lines, covers));
                added |= self.add(&removed, Pattern::XWing(kind, lines, digit));
            }
        }
        added
    }
}

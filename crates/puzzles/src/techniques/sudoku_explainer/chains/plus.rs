//! Locked candidates, pairs and X-wings in a closure.

use super::{Literals, closure::Closure, literal};
use crate::techniques::{
    houses::{CELLS_OF, COLUMN, HOUSES, ROW, members},
    position::Position,
    sudoku_explainer::{
        fish::{cleared, fish},
        locked::locks,
        sets::{candidates_in, hidden_sets, houses, sets_of},
    },
};

/// Adds the off literals of the first technique that has any. `copy` is the board without the off literals.
pub(super) fn extend(closure: &mut Closure, board: &Position, copy: &Position) -> bool {
    let mut plus = Plus { closure, board, copy, parents: Vec::new() };
    plus.locked() || plus.hidden_pairs() || plus.naked_pairs() || plus.x_wings()
}

struct Plus<'a> {
    closure: &'a mut Closure,
    board: &'a Position,
    copy: &'a Position,
    parents: Vec<u16>,
}

impl Plus<'_> {
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
    fn add(&mut self, removed: &Literals) -> bool {
        let added = self.closure.add_off(removed, &self.parents, None);
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
                    added |= self.add(&removed);
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
                added |= self.add_candidates(house, places, !digits);
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
                added |= self.add_candidates(house, 0x1FF & !places, digits);
            }
        }
        added
    }

    /// Adds the candidates at some places of a house.
    fn add_candidates(&mut self, house: usize, places: u16, digits: u16) -> bool {
        let mut removed = [0; 9];
        for cell in members(places).map(|place| usize::from(HOUSES[house][place])) {
            members(self.copy.candidates[cell] & digits).for_each(|digit| removed[digit] |= 1 << cell);
        }
        self.add(&removed)
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
                added |= self.add(&removed);
            }
        }
        added
    }
}

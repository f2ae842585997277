//! The closures of a board compared with each other.

use super::{
    closure::{Closure, Ends, Mode},
    closures::Closures,
    found::{CELL, CONTRADICTION, DOUBLE, Found, HOUSE},
    key, literal,
};
use crate::techniques::{
    houses::{HOUSES, HOUSES_OF, cells, members},
    position::Position,
};

impl Closures {
    /// Calls `offer` for each step with the ends of its argument. Steps by single assumptions and by cells with two candidates are
    /// offered only if `all` are wanted.
    pub fn visit(
        &mut self,
        board: &Position,
        mode: Mode,
        all: bool,
        offer: &mut dyn FnMut(Found, &Ends<'_>),
    ) {
        self.forget();
        self.screened = mode.level == 0 && self.screen.read(board);
        if self.screened {
            (0..2).filter(|&value| value == 1 || all).for_each(|value| self.screen.run(value == 1, mode));
        }
        let least = if all { 2 } else { 3 };
        for cell in cells(board.open).filter(|&cell| board.candidates[cell].count_ones() >= least) {
            if self.is_stopped() {
                return;
            }
            for digit in members(board.candidates[cell]) {
                let start = literal(cell, digit);
                if all {
                    self.visit_one(board, start, mode, offer);
                }
                self.visit_houses((board, cell, digit), mode, offer);
            }
            let starts = members(board.candidates[cell]).map(|digit| literal(cell, digit));
            self.visit_common(board, starts, mode, (CELL, 0), offer);
        }
    }

    /// Offers contradictions of a literal, and everything that follows whether it is true or false.
    fn visit_one(
        &mut self,
        board: &Position,
        start: u16,
        mode: Mode,
        offer: &mut dyn FnMut(Found, &Ends<'_>),
    ) {
        let is_double = board.candidates[usize::from(start) / 9].count_ones() >= 3;
        if self.screened {
            let number = self.screen.number(start);
            let is_refuted = self.screen.followed.iter().any(|followed| followed.is_contradiction(number));
            if !(is_refuted || is_double && self.screen.have_both(start)) {
                return;
            }
        }
        [true, false].into_iter().for_each(|value| self.close_key(board, key(start, value), mode));
        let on = self.known(start);
        for (closure, value) in [(on, true), (&self.off, false)] {
            if let Some(both) = closure.contradiction {
                let found = Found { kind: CONTRADICTION, house: 0, effect: key(start, !value) };
                offer(found, &[(closure, key(both, true)), (closure, key(both, false))]);
            }
        }
        if is_double {
            offer_common(&[on, &self.off], (DOUBLE, 0), offer);
        }
    }

    /// Offers everything that follows from all places of a digit in a house, for each house in which the cell is the first place.
    fn visit_houses(
        &mut self,
        (board, cell, digit): (&Position, usize, usize),
        mode: Mode,
        offer: &mut dyn FnMut(Found, &Ends<'_>),
    ) {
        for (kind, (house, place)) in HOUSES_OF[cell].into_iter().enumerate() {
            let places = board.places[house as usize][digit];
            if places.count_ones() < 2 || places.trailing_zeros() != u32::from(place) {
                continue;
            }
            let start = |place: usize| literal(HOUSES[house as usize][place].into(), digit);
            self.visit_common(board, members(places).map(start), mode, (HOUSE, kind as u8), offer);
        }
    }

    /// Offers everything that follows from each of some literals.
    fn visit_common(
        &mut self,
        board: &Position,
        starts: impl Iterator<Item = u16> + Clone,
        mode: Mode,
        kind: (u8, u8),
        offer: &mut dyn FnMut(Found, &Ends<'_>),
    ) {
        if self.screened && !self.screen.have_common(starts.clone()) {
            return;
        }
        starts.clone().for_each(|start| self.close(board, start, mode));
        let (mut closures, mut count) = ([&self.off; 9], 0);
        for start in starts {
            closures[count] = self.known(start);
            count += 1;
        }
        offer_common(&closures[..count], kind, offer);
    }
}

/// Offers all literals that are in all closures, in the order of the first one.
fn offer_common(closures: &[&Closure], (kind, house): (u8, u8), offer: &mut dyn FnMut(Found, &Ends<'_>)) {
    common(closures, |effect, ends| offer(Found { kind, house, effect }, ends));
}

/// Calls `found` for each key that is in all closures, in the order of the first one.
pub(super) fn common(closures: &[&Closure], mut found: impl FnMut(u16, &Ends<'_>)) {
    for on in [true, false] {
        let of = |closure: &Closure, digit: usize| closure.literals[usize::from(on)][digit];
        let common = |digit| closures.iter().fold(u128::MAX, |all, closure| all & of(closure, digit));
        if (0..9).all(|digit| common(digit) == 0) {
            continue;
        }
        for &literal in &closures[0].order[usize::from(on)] {
            if closures.iter().all(|closure| closure.has(literal, on)) {
                let end = key(literal, on);
                let mut ends = [(closures[0], end); 9];
                ends.iter_mut().zip(closures).for_each(|(end, closure)| end.0 = closure);
                found(end, &ends[..closures.len()]);
            }
        }
    }
}

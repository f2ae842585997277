//! The links from a literal to the literals that it makes true or false.

use super::{Link, Literals, cell_and_digit, literal};
use crate::techniques::{
    houses::{HOUSES, HOUSES_OF, PEER_PARTS, cells, members, only},
    position::Position,
};

/// Which links a search uses: X-links, Y-links or both.
#[derive(Clone, Copy)]
pub(super) struct Links {
    pub x: bool,
    pub y: bool,
}

impl Links {
    /// Calls `found` for each literal that an on literal makes off, until it returns true.
    #[inline(always)]
    pub fn off(self, position: &Position, from: u16, mut found: impl FnMut(u16, Link) -> bool) -> bool {
        let (cell, digit) = cell_and_digit(from);
        if self.y {
            for other in members(position.candidates[cell] & !(1 << digit)) {
                if found(literal(cell, other), Link::Cell) {
                    return true;
                }
            }
        }
        for (kind, part) in PEER_PARTS[cell].into_iter().enumerate() {
            for peer in cells(part & position.cells[digit]) {
                if found(literal(peer, digit), Link::House(kind as u8)) {
                    return true;
                }
            }
        }
        false
    }

    /// The same for the literals in a set.
    #[inline(always)]
    pub fn off_among(
        self,
        (position, among): (&Position, &Literals),
        from: u16,
        mut found: impl FnMut(u16, Link),
    ) {
        let (cell, digit) = cell_and_digit(from);
        if self.y {
            for other in members(position.candidates[cell] & !(1 << digit)) {
                if among[other] >> cell & 1 == 1 {
                    found(literal(cell, other), Link::Cell);
                }
            }
        }
        for (kind, part) in PEER_PARTS[cell].into_iter().enumerate() {
            for peer in cells(part & among[digit]) {
                found(literal(peer, digit), Link::House(kind as u8));
            }
        }
    }

    /// Calls `found` for each literal that an off literal makes on, until it returns true.
    #[inline(always)]
    pub fn on(self, position: &Position, from: u16, mut found: impl FnMut(u16, Link) -> bool) -> bool {
        let (cell, digit) = cell_and_digit(from);
        if self.y
            && let Some(other) = only(position.candidates[cell] & !(1 << digit))
            && found(literal(cell, other), Link::Cell)
        {
            return true;
        }
        if !self.x {
            return false;
        }
        let mut known = 0u128;
        for (kind, (house, place)) in HOUSES_OF[cell].into_iter().enumerate() {
            if let Some(other) = only(position.places[house as usize][digit] & !(1 << place)) {
                let other = usize::from(HOUSES[house as usize][other]);
                if known >> other & 1 == 0 && found(literal(other, digit), Link::House(kind as u8)) {
                    return true;
                }
                known |= 1 << other;
            }
        }
        false
    }
}

//! Steps that cannot change the rating of a puzzle any more, in any order.

use super::{chains::cycles::CycleSearch, locked};
use crate::techniques::{houses::CELLS_OF, position::Position};

/// Makes steps that are rated at most a rating. Keeps its memory.
pub(super) struct Within {
    chains: CycleSearch,
    /// The greatest rating that was tried for this puzzle.
    tried: u16,
}

impl Within {
    pub fn new() -> Within {
        Within { chains: CycleSearch::new(), tried: 0 }
    }

    /// Makes steps that are rated at most `most`: hidden and naked singles, pointing and claiming.
    ///
    /// The techniques up to 4.4 are ordered by their ratings, and none of them prevents another one: a step that is possible
    /// stays possible, or an easier one makes it. So they lead to one board, whatever their order is.
    pub fn fill(&self, position: &mut Position, most: u16) {
        match most {
            0..12 => return,
            12..15 => position.fill(|position, house| house < 9 || position.open_in(CELLS_OF[house]) == 1),
            _ => position.fill(|_, _| true),
        }
        while most >= 23 && position.place_naked() || most >= 28 && locked::remove_all(position) {
            position.fill(|_, _| true);
        }
    }

    /// Whether singles, locked candidates and chains that are rated at most `most` solve a board.
    ///
    /// If they do, one of these steps is possible on each board that other steps lead to. All techniques before the chains are
    /// rated below them, and of the chains the easiest is made. So no step is above `most`.
    pub fn solves(&mut self, position: &Position, most: u16) -> bool {
        if most < 66 {
            self.tried = 0;
            return false;
        }
        if most == self.tried {
            return false;
        }
        self.tried = most;
        let mut copy = *position;
        while !copy.is_full() {
            if !self.chains.make_all(&mut copy, most) {
                return false;
            }
            self.fill(&mut copy, most);
        }
        true
    }
}

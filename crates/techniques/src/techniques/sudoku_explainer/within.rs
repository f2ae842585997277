//! Steps that cannot change the rating of a puzzle any more, in any order.

use super::locked;
use crate::techniques::{houses::CELLS_OF, position::Position};

/// Makes steps that are rated at most `most`: hidden and naked singles, pointing and claiming.
///
/// The techniques up to 4.4 are ordered by their ratings, and none of them prevents another one: a step that is possible
/// stays possible, or an easier one makes it. So they lead to one board, whatever their order is.
pub(super) fn fill(position: &mut Position, most: u16) {
    match most {
        0..12 => return,
        12..15 => position.fill(|position, house| house < 9 || position.open_in(CELLS_OF[house]) == 1),
        _ => position.fill(|_, _| true),
    }
    while most >= 23 && position.place_naked() || most >= 28 && locked::remove_all(position) {
        position.fill(|_, _| true);
    }
}

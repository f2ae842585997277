//! Groups of cells, which chains use like single candidates.

use crate::techniques::{houses::CELLS_OF, position::Position};

/// The cells of a box and a line that have a digit, at least two.
pub(super) struct Group {
    pub digit: usize,
    pub cells: u128,
    pub line: usize,
    pub in_box: usize,
}

/// The groups of a board: rows, then columns; for each digit, by boxes.
pub(super) fn groups(position: &Position) -> Vec<Group> {
    let mut groups = Vec::new();
    for (line, of_line) in CELLS_OF.iter().enumerate().skip(9) {
        for (digit, in_box) in (0..9).flat_map(|digit| (0..9).map(move |in_box| (digit, in_box))) {
            let cells = position.cells[digit] & of_line & CELLS_OF[in_box];
            if cells.count_ones() > 1 {
                groups.push(Group { digit, cells, line, in_box });
            }
        }
    }
    groups
}

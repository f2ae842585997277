//! The givens of a board: the options that they choose and those that survive.

use crate::cover::arena::Arena;
use crate::cover::arena::layout::Layout;
use crate::grid::Shape;

/// Boards of one shape as options of the arena: option `side * cell + digit - 1`.
#[derive(Debug)]
pub(super) struct Board {
    side: usize,
    /// Row, column and box of every cell.
    houses: Box<[[u8; 3]]>,
}

impl Board {
    pub fn new(shape: Shape) -> Board {
        let house = |cell| [shape.row_of(cell), shape.column_of(cell), shape.box_of(cell)].map(|h| h as u8);
        Board { side: shape.side(), houses: (0..shape.area()).map(house).collect() }
    }

    /// Starts a puzzle in the arena; `false` if two givens are the same digit in one house.
    pub fn begin<L: Layout>(&self, arena: &mut Arena<L>, givens: &[u8]) -> bool {
        let mut used = [[0u32; Shape::MAX_SIDE]; 3];
        let mut clash = 0;
        for (&d, &[row, col, house]) in givens.iter().zip(&self.houses) {
            let bit = (1 << d) >> 1;
            let [rows, cols, boxes] = &mut used;
            let (row, col, house) =
                (&mut rows[usize::from(row)], &mut cols[usize::from(col)], &mut boxes[usize::from(house)]);
            clash |= (*row | *col | *house) & bit;
            *row |= bit;
            *col |= bit;
            *house |= bit;
        }
        if clash != 0 {
            return false;
        }
        let (side, all) = (self.side, (1 << self.side) - 1);
        let given = givens.iter().enumerate().filter(|&(_, &d)| d > 0);
        let empty = givens.iter().zip(&self.houses).enumerate().filter(|(_, (d, _))| **d == 0);
        arena.rebuild(
            given.map(|(cell, &d)| cell * side + usize::from(d) - 1),
            empty.flat_map(|(cell, (_, &[row, col, house]))| {
                let [rows, cols, boxes] = &used;
                let used = rows[usize::from(row)] | cols[usize::from(col)] | boxes[usize::from(house)];
                Bits(all & !used).map(move |v| cell * side + v)
            }),
        );
        true
    }

    /// Whether a full board has the digit of an option.
    pub fn has(&self, cells: &[u8], option: usize) -> bool {
        usize::from(cells[option / self.side]) == option % self.side + 1
    }

    /// Writes the digits of options into the cells.
    pub fn write(&self, options: impl Iterator<Item = usize>, cells: &mut [u8]) {
        for option in options {
            cells[option / self.side] = (option % self.side) as u8 + 1;
        }
    }
}

/// The numbers of the bits of a word, ascending.
pub(super) struct Bits(pub u32);

impl Iterator for Bits {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        let bit = self.0.trailing_zeros();
        self.0 &= self.0.wrapping_sub(1);
        (bit < u32::BITS).then_some(bit as usize)
    }
}

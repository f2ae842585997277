//! The givens of a board: the options that they choose and those that survive.

use quadrille_cover::arena::Arena;
use quadrille_cover::arena::layout::Layout;
use quadrille_grid::Shape;

/// Boards of one shape without variants.
#[derive(Debug)]
pub(super) struct PlainBoard {
    side: usize,
    /// Row, column and box of every cell, numbered as its houses.
    houses: Box<[[u8; 3]]>,
}

impl PlainBoard {
    pub fn new(shape: Shape) -> PlainBoard {
        let side = shape.side();
        let houses = |cell| [shape.row_of(cell), side + shape.column_of(cell), 2 * side + shape.box_of(cell)];
        PlainBoard { side, houses: (0..shape.area()).map(|cell| houses(cell).map(|h| h as u8)).collect() }
    }

    /// Starts a puzzle in the arena; `false` if two givens are the same digit in one house.
    pub fn begin<L: Layout>(&self, arena: &mut Arena<L>, givens: &[u8]) -> bool {
        let mut used = [0u32; 3 * Shape::MAX_SIDE];
        let mut clash = 0;
        for (&d, houses) in givens.iter().zip(&self.houses) {
            let bit = (1 << d) >> 1;
            let [row, column, house] = houses.map(usize::from);
            clash |= (used[row] | used[column] | used[house]) & bit;
            used[row] |= bit;
            used[column] |= bit;
            used[house] |= bit;
        }
        if clash != 0 {
            return false;
        }
        let (side, all) = (self.side, (1 << self.side) - 1);
        let given = givens.iter().enumerate().filter(|&(_, &d)| d > 0);
        let empty = givens.iter().zip(&self.houses).enumerate().filter(|(_, (d, _))| **d == 0);
        arena.rebuild(
            given.map(|(cell, &d)| cell * side + usize::from(d) - 1),
            empty.flat_map(|(cell, (_, houses))| {
                let [row, column, house] = houses.map(usize::from);
                Bits(all & !(used[row] | used[column] | used[house])).map(move |v| cell * side + v)
            }),
        );
        true
    }

    /// The row, the column and the box of a cell.
    pub fn houses(&self, cell: usize) -> &[u8] {
        &self.houses[cell]
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

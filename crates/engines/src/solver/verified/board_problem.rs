//! A board of any kind as an exact cover problem.

use crate::board_cover::empty_board;
use quadrille_base::error::Error;
use quadrille_cover::Cover;
use quadrille_grid::{Extras, Shape, Variants};

/// A board, with its extras.
#[derive(Clone, Copy)]
pub(super) struct BoardParts<'a> {
    pub shape: Shape,
    /// Its cells, 0 for empty.
    pub givens: &'a [u8],
    pub extras: Extras<'a>,
}

impl BoardParts<'_> {
    /// The problem that has the solutions of the board under the variants, and the cell and the digit of each option.
    /// Items are the same as in [`empty_board`].
    ///
    /// # Errors
    /// If the variants do not fit the board.
    pub fn problem(&self, variants: &Variants) -> Result<(Cover, Vec<(u16, u8)>), Error> {
        let board = empty_board(&self.extras.rules(self.shape, variants)?);
        let mut cover = Cover::new(board.primary()).with_secondary(board.items() - board.primary());
        let (side, mut places) = (self.shape.side(), Vec::new());
        for (number, items) in board.options().enumerate() {
            let (cell, digit) = (number / side, (number % side + 1) as u8);
            let is_candidate = self.extras.candidates.is_none_or(|c| c[cell] >> (digit - 1) & 1 == 1);
            if is_candidate && [0, digit].contains(&self.givens[cell]) {
                let items: Vec<usize> = items.iter().map(|&item| item as usize).collect();
                cover.add(&items).expect("an option of the board");
                places.push((cell as u16, digit));
            }
        }
        Ok((cover, places))
    }

    /// The candidates of the cells of a 9×9 board without regions of its own, digit `d` as bit `d − 1`.
    pub fn nine_cells(&self) -> Option<[u16; 81]> {
        let cell = |cell: usize| {
            let candidates =
                self.extras.candidates.map_or(0x1ff, |candidates| candidates[cell] as u16 & 0x1ff);
            match self.givens[cell] {
                0 => candidates,
                digit => candidates & 1 << (digit - 1),
            }
        };
        (self.shape == Shape::NINE && self.extras.regions.is_none()).then(|| std::array::from_fn(cell))
    }
}

//! The rows of a board and of its transpose.

use super::transform::SIDE;
use quadrille_grid::Shape;

/// The rows of a board, or of its transpose.
#[derive(Clone, Copy)]
pub(super) struct Lines(pub [[u8; SIDE]; SIDE]);

impl Lines {
    pub fn new(shape: Shape, cells: &[u8], is_transposed: bool) -> Lines {
        let side = shape.side();
        let mut lines = [[0; SIDE]; SIDE];
        for (r, row) in cells.chunks_exact(side).enumerate() {
            for (c, &digit) in row.iter().enumerate() {
                if is_transposed { lines[c][r] = digit } else { lines[r][c] = digit }
            }
        }
        Lines(lines)
    }
}

//! Transformations that move many boards.

use super::{Symmetries, Transform, random::random_nine};
use quadrille_grid::{NineMotion, NineText, Shape};

/// A transformation prepared for moving boards: 9×9 boards by whole vectors.
pub enum Motion {
    /// For 9×9 boards.
    Nine(NineMotion, NineText),
    /// For boards of any shape.
    Any(Transform),
}

impl Motion {
    /// The motion of a transformation.
    pub fn new(transform: &Transform, nine_text: NineText) -> Motion {
        transform.nine_motion().map_or(Motion::Any(*transform), |motion| Motion::Nine(motion, nine_text))
    }

    /// The motion of the random transformation of this number; see [`Transform::random`].
    #[inline]
    pub fn random(
        shape: Shape,
        (from, seed, number): (Symmetries, u64, u64),
        nine_text: NineText,
    ) -> Option<Motion> {
        if shape == Shape::NINE {
            return Some(Motion::Nine(random_nine(from, seed, number), nine_text));
        }
        Transform::random(shape, from, seed, number).map(Motion::Any)
    }

    /// Moves the cells of a board.
    ///
    /// # Panics
    /// If the board does not have the shape of the transformation, or `morph` does not have its length.
    #[inline]
    pub fn apply(&self, cells: &[u8], morph: &mut [u8]) {
        match (self, cells.try_into(), morph.first_chunk_mut()) {
            (Motion::Nine(motion, nine_text), Ok(cells), Some(morph)) => {
                nine_text.write_moved(cells, motion, morph)
            }
            (Motion::Any(transform), ..) => transform.apply_to(cells, morph),
            _ => unreachable!("motions of 9×9 boards are for these only"),
        }
    }
}

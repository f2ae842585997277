//! Random transformations.

use super::transform::{IDENTITY, Order, SIDE, Transform};
use crate::{grid::Shape, random::Stream};

/// Which symmetries a [random transformation](Transform::random) draws from.
///
/// ```
/// use quadrille::{Shape, symmetry::{Symmetries, Transform}};
///
/// let digits = Symmetries { digits: true, ..Symmetries::NONE };
/// let transform = Transform::random(Shape::NINE, digits, 1, 0).unwrap();
/// assert_eq!(transform.rows(), [0, 1, 2, 3, 4, 5, 6, 7, 8]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Symmetries {
    /// Renaming the digits.
    pub digits: bool,
    /// Moving the bands, the rows of boxes.
    pub bands: bool,
    /// Moving the rows in each band.
    pub rows: bool,
    /// Moving the stacks, the columns of boxes.
    pub stacks: bool,
    /// Moving the columns in each stack.
    pub columns: bool,
    /// Transposing, which only boards with square boxes can be.
    pub transpose: bool,
}

impl Symmetries {
    /// All of them.
    pub const ALL: Symmetries =
        Symmetries { digits: true, bands: true, rows: true, stacks: true, columns: true, transpose: true };
    /// None of them.
    pub const NONE: Symmetries = Symmetries {
        digits: false,
        bands: false,
        rows: false,
        stacks: false,
        columns: false,
        transpose: false,
    };
}

impl Transform {
    /// A random transformation, each with the same probability: the one of number `number` under `seed`. It is the same
    /// in every release. `None` for boards larger than 9×9.
    pub fn random(shape: Shape, from: Symmetries, seed: u64, number: u64) -> Option<Transform> {
        let mut transform = Transform::identity(shape)?;
        let mut stream = Stream::new(seed, number);
        let (side, height, width) = (shape.side(), shape.box_rows(), shape.box_cols());
        if from.digits {
            stream.shuffle(&mut transform.digits[1..=side]);
        }
        transform.rows = random_order(&mut stream, (side, height), from.bands, from.rows);
        transform.columns = random_order(&mut stream, (side, width), from.stacks, from.columns);
        transform.is_transposed = from.transpose && height == width && stream.below(2) == 1;
        Some(transform)
    }
}

/// An order of `side` lines in bands of `width` lines; the bands are moved if `bands`, the lines in each if `lines`.
fn random_order(stream: &mut Stream, (side, width): (usize, usize), bands: bool, lines: bool) -> Order {
    let mut firsts: [u8; SIDE] = std::array::from_fn(|band| (band * width) as u8);
    let count = side / width;
    if bands {
        stream.shuffle(&mut firsts[..count]);
    }
    let mut order = IDENTITY;
    for (band, &first) in order[..side].chunks_exact_mut(width).zip(&firsts) {
        band.iter_mut().enumerate().for_each(|(i, line)| *line = first + i as u8);
        if lines {
            stream.shuffle(band);
        }
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    /// If this fails, the morphs of every seed of users have changed.
    #[test]
    fn the_transformations_are_these() {
        let of = |side, seed, number| {
            let shape = Shape::from_side(side).unwrap();
            Transform::random(shape, Symmetries::ALL, seed, number).unwrap().to_string()
        };
        let expected = [
            "r987123465-c564321987-d281574936",
            "r654789123-c897123654-d162589347",
            "r431265-c456123-d135624",
            "t-r3421-c2143-d2341",
        ];
        assert_eq!([of(9, 1, 0), of(9, 1, 1), of(6, 1, 0), of(4, 2, 0)], expected);
    }

    #[test]
    fn every_transformation_of_small_boards_is_drawn() {
        // 4×4: (2! · 2!²)² orders of lines, transposed or not, and 4! digits.
        let shape = Shape::from_side(4).unwrap();
        let drawn: HashSet<_> =
            (0..30_000).map(|n| Transform::random(shape, Symmetries::ALL, 7, n).unwrap()).collect();
        assert_eq!(drawn.len(), 8 * 8 * 2 * 24);
        let shape = Shape::from_side(6).unwrap();
        let rows = Symmetries { bands: true, rows: true, ..Symmetries::NONE };
        let drawn: HashSet<_> = (0..2000).map(|n| Transform::random(shape, rows, 7, n).unwrap()).collect();
        assert_eq!(drawn.len(), 6 * 8);
        assert!(drawn.iter().all(|t| t.columns() == [0, 1, 2, 3, 4, 5] && t.digits() == [1, 2, 3, 4, 5, 6]));
    }

    #[test]
    fn drawn_transformations_are_valid() {
        for side in [4, 6, 9] {
            for number in 0..200 {
                let drawn =
                    Transform::random(Shape::from_side(side).unwrap(), Symmetries::ALL, 3, number).unwrap();
                let made =
                    Transform::new(drawn.is_transposed(), drawn.rows(), drawn.columns(), drawn.digits());
                assert_eq!(made, Ok(drawn));
            }
        }
        assert_eq!(Transform::random(Shape::from_side(16).unwrap(), Symmetries::ALL, 1, 1), None);
    }
}

//! Random transformations.

use super::transform::Transform;
use quadrille_base::random::Draw;
use quadrille_grid::Shape;

/// The symmetries that a [random transformation](Transform::random) draws from.
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
    /// Transposing, which only applies to boards with square boxes.
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
    /// A random transformation by these [`Symmetries`], each with the same probability: number `number` under `seed`. It
    /// is the same in every release. `None` for boards larger than 9×9.
    pub fn random(shape: Shape, from: Symmetries, seed: u64, number: u64) -> Option<Transform> {
        let mut transform = Transform::identity(shape)?;
        let drawn = Draw::of(seed, number, |draw| Drawn::by(draw, shape, from));
        transform.is_transposed = drawn.is_transposed;
        let side = shape.side();
        transform.rows[..side].copy_from_slice(&drawn.rows[..side]);
        transform.columns[..side].copy_from_slice(&drawn.columns[..side]);
        transform.digits[1..=side].copy_from_slice(&drawn.digits[1..=side]);
        Some(transform)
    }
}

/// The random transformation of 9×9 boards of this number, as a motion.
///
/// Drawn by a closure of its own, which is compiled for this shape.
#[inline]
pub(super) fn random_nine(from: Symmetries, seed: u64, number: u64) -> quadrille_grid::NineMotion {
    let drawn = Draw::of(seed, number, |draw| Drawn::by(draw, Shape::NINE, from));
    let Drawn { is_transposed, rows, columns, digits } = drawn;
    quadrille_grid::NineMotion { is_transposed, rows, columns, digits }
}

/// The parts of a random transformation, as long as vectors. Bytes after a part are 0.
struct Drawn {
    is_transposed: bool,
    rows: [u8; 16],
    columns: [u8; 16],
    /// The new digit of each digit, from 0 on; 0 stays.
    digits: [u8; 16],
}

impl Drawn {
    #[inline(always)]
    fn by(draw: &mut Draw, shape: Shape, from: Symmetries) -> Drawn {
        let (height, width) = (shape.box_rows(), shape.box_columns());
        Drawn {
            digits: random_digits(draw, shape.side(), from.digits),
            rows: random_order(draw, (width, height), from.bands, from.rows),
            columns: random_order(draw, (height, width), from.stacks, from.columns),
            is_transposed: from.transpose && height == width && draw.below(2) == 1,
        }
    }
}

/// The digits from 0 to `side`. Digits from 1 on are in random order (Fisher–Yates) if they `move`.
#[inline(always)]
fn random_digits(draw: &mut Draw, side: usize, moves: bool) -> [u8; 16] {
    let mut digits = std::array::from_fn(|digit| if digit <= side { digit as u8 } else { 0 });
    if moves {
        for last in (2..=side).rev() {
            digits.swap(last, 1 + draw.below(last as u64));
        }
    }
    digits
}

/// The orders of two and three lines, a byte for each line.
const TWO: [u32; 2] = [0x0100, 0x0001];
const THREE: [u32; 6] = [0x02_0100, 0x01_0200, 0x02_0001, 0x00_0201, 0x01_0002, 0x00_0102];

/// An order of lines in `count` bands of `width` lines, both 2 or 3; the bands are moved if `bands`, the lines in each if
/// `lines`.
#[inline(always)]
fn random_order(draw: &mut Draw, (count, width): (usize, usize), bands: bool, lines: bool) -> [u8; 16] {
    let orders = |count| if count == 2 { &TWO[..] } else { &THREE };
    let mut any = |count, moves| match (orders(count), moves) {
        (orders, true) => orders[draw.below(orders.len() as u64)],
        (orders, false) => orders[0],
    };
    let bands = any(count, bands);
    let each = 0x01_0101 & !(u32::MAX << (8 * width));
    let mut order = 0u128;
    for band in 0..count {
        let first = (bands >> (8 * band) & 3) * width as u32;
        order |= u128::from(any(width, lines) + first * each) << (8 * width * band);
    }
    order.to_le_bytes()
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
            "t-r897123546-c546312789-d817426395",
            "t-r465123897-c879213654-d384967521",
            "r214356-c546321-d263514",
            "t-r4321-c4312-d2314",
        ];
        assert_eq!([of(9, 1, 0), of(9, 1, 1), of(6, 1, 0), of(4, 2, 0)], expected);
    }

    /// Words at equal distances, one for each choice, lead to equally many transformations, so all are equally
    /// probable.
    #[test]
    fn every_transformation_has_the_same_words() {
        let lines = Symmetries { digits: false, ..Symmetries::ALL };
        let digits = Symmetries { digits: true, ..Symmetries::NONE };
        for (side, from, choices) in [
            (4, Symmetries::ALL, 8 * 8 * 2 * 24),
            (6, lines, 48 * 72),
            (6, digits, 720),
            (9, Symmetries { columns: false, ..lines }, 1296 * 6 * 2),
            (9, Symmetries { rows: false, bands: false, ..lines }, 1296 * 2),
            (9, digits, 362_880),
            (9, Symmetries::NONE, 1),
        ] {
            let shape = Shape::from_side(side).unwrap();
            let word = |choice: u64| ((u128::from(choice) << 64).div_ceil(u128::from(choices)) + 1) as u64;
            let drawn: HashSet<_> = (0..choices)
                .map(|choice| Drawn::by(&mut Draw::from(word(choice)), shape, from))
                .map(|drawn| (drawn.is_transposed, drawn.rows, drawn.columns, drawn.digits))
                .collect();
            assert_eq!(drawn.len() as u64, choices, "{side} {from:?}");
        }
    }

    #[test]
    fn seeds_and_numbers_give_every_line_and_digit_every_place() {
        let mut seen = [[[0; 9]; 9]; 3];
        let mut transposed = 0;
        for number in 0..90_000 {
            let drawn = Transform::random(Shape::NINE, Symmetries::ALL, number / 300, number % 300).unwrap();
            transposed += usize::from(drawn.is_transposed);
            let digits: Vec<u8> = drawn.digits().iter().map(|digit| digit - 1).collect();
            for (seen, part) in seen.iter_mut().zip([drawn.rows(), drawn.columns(), &digits]) {
                seen.iter_mut().zip(part).for_each(|(seen, place)| seen[usize::from(*place)] += 1);
            }
        }
        // Seven standard deviations of 94 around 10,000, and of 150 around 45,000.
        assert!(seen.as_flattened().as_flattened().iter().all(|n| (9_340..10_660).contains(n)), "{seen:?}");
        assert!((43_950..46_050).contains(&transposed), "{transposed}");
    }

    #[test]
    fn symmetries_that_are_left_out_change_nothing() {
        for side in [4, 6, 9] {
            let shape = Shape::from_side(side).unwrap();
            let same = Transform::identity(shape).unwrap();
            let (height, width) = (shape.box_rows(), shape.box_columns());
            let bands = |order: &[u8], width: usize| -> Vec<_> {
                order.chunks(width).map(|band| usize::from(band[0]) / width).collect()
            };
            let within = |order: &[u8], width: usize| -> Vec<_> {
                order.iter().map(|line| usize::from(*line) % width).collect()
            };
            for number in 0..100 {
                let without = |change: fn(&mut Symmetries)| {
                    let mut from = Symmetries::ALL;
                    change(&mut from);
                    Transform::random(shape, from, 9, number).unwrap()
                };
                assert_eq!(without(|from| from.digits = false).digits, same.digits);
                assert!(!without(|from| from.transpose = false).is_transposed);
                let drawn = without(|from| from.bands = false);
                assert_eq!(bands(drawn.rows(), height), bands(same.rows(), height));
                let drawn = without(|from| from.stacks = false);
                assert_eq!(bands(drawn.columns(), width), bands(same.columns(), width));
                let drawn = without(|from| from.rows = false);
                assert_eq!(within(drawn.rows(), height), within(same.rows(), height));
                let drawn = without(|from| from.columns = false);
                assert_eq!(within(drawn.columns(), width), within(same.columns(), width));
            }
        }
    }

    #[test]
    fn motions_of_nine_are_the_transformations() {
        for number in 0..100 {
            let from = Symmetries { columns: number % 2 == 0, ..Symmetries::ALL };
            let transform = Transform::random(Shape::NINE, from, 5, number).unwrap();
            let motion = random_nine(from, 5, number);
            assert_eq!(Some(motion), transform.nine_motion());
        }
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

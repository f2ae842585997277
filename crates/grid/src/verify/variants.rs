//! The rules of every variant, checked cell by cell and stated independently of the houses from which the
//! engines are built.

use crate::{Extras, Shape, Variant, Variants};

/// The constraints on a solution in addition to its givens, rows and columns.
#[derive(Clone, Copy, Debug)]
pub struct Constraints<'a> {
    /// The variants.
    pub variants: &'a Variants,
    /// The candidates and the regions of the puzzle.
    pub extras: Extras<'a>,
}

/// Whether `solution` fills the board of `givens` correctly under these constraints.
///
/// Slices are as in [`is_solution`](super::is_solution). In a jigsaw without any regions the boxes take their
/// place.
///
/// ```
/// use quadrille::{Shape, grid::Variant};
/// use quadrille_grid::{Extras, verify::{Constraints, is_solution_under}};
///
/// let shape = Shape::from_side(4).unwrap();
/// let constraints = Constraints { variants: &Variant::X.into(), extras: Extras::default() };
/// let right = [1, 2, 3, 4, 3, 4, 1, 2, 4, 3, 2, 1, 2, 1, 4, 3];
/// let wrong = [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1];
/// assert!(is_solution_under(shape, &constraints, &[0; 16], &right));
/// assert!(!is_solution_under(shape, &constraints, &[0; 16], &wrong)); // 1 4 4 1 on a diagonal
/// ```
///
/// # Panics
/// If a slice does not have `shape.area()` cells.
pub fn is_solution_under(
    shape: Shape,
    constraints: &Constraints<'_>,
    givens: &[u8],
    solution: &[u8],
) -> bool {
    let (area, side) = (shape.area(), shape.side());
    assert!(givens.len() == area && solution.len() == area, "one byte per cell");
    let kept = givens
        .iter()
        .zip(solution)
        .all(|(&given, &digit)| (1..=side).contains(&usize::from(digit)) && (given == 0 || given == digit));
    kept && candidates_hold(constraints.extras.candidates, solution)
        && houses_hold(shape, constraints, solution)
        && (!constraints.variants.has(Variant::AntiKnight) || knights_differ(shape, solution))
}

fn candidates_hold(candidates: Option<&[u32]>, solution: &[u8]) -> bool {
    let Some(candidates) = candidates else { return true };
    assert_eq!(candidates.len(), solution.len(), "one word per cell");
    candidates.iter().zip(solution).all(|(&allowed, &digit)| allowed >> (digit - 1) & 1 != 0)
}

/// Digits seen in the houses of one kind.
type SeenDigits = [u32; Shape::MAX_SIDE];

/// Whether no house has a digit twice. A house has as many cells as digits, so it then has all digits.
fn houses_hold(shape: Shape, constraints: &Constraints<'_>, solution: &[u8]) -> bool {
    let (side, variants) = (shape.side(), constraints.variants);
    let regions = constraints.extras.regions.or(variants.regions().map(|regions| regions.of_cells()));
    let regions = regions.filter(|_| variants.has(Variant::Jigsaw));
    assert!(regions.is_none_or(|regions| regions.len() == solution.len()), "one region per cell");
    let [mut rows, mut cols, mut boxes, mut groups, mut others] = [[0; Shape::MAX_SIDE]; 5];
    let mut twice = 0;
    let mut see = |seen: &mut SeenDigits, house: usize, bit: u32| {
        twice |= seen[house] & bit;
        seen[house] |= bit;
    };
    for (cell, &digit) in solution.iter().enumerate() {
        let (row, col, bit) = (cell / side, cell % side, 1 << digit);
        see(&mut rows, row, bit);
        see(&mut cols, col, bit);
        see(&mut boxes, regions.map_or(shape.box_of(cell), |regions| regions[cell].into()), bit);
        if variants.has(Variant::X) {
            if row == col {
                see(&mut others, 0, bit);
            }
            if row + col == side - 1 {
                see(&mut others, 1, bit);
            }
        }
        if variants.has(Variant::Windoku) {
            // Windows are rows and columns 1 to 3 and 5 to 7, from 0.
            let part = |line| match line {
                1..=3 => Some(0),
                5..=7 => Some(1),
                _ => None,
            };
            if let (Some(down), Some(right)) = (part(row), part(col)) {
                see(&mut others, 2 + 2 * down + right, bit);
            }
        }
        if variants.has(Variant::DisjointGroups) {
            let corner = (row - row % shape.box_rows(), col - col % shape.box_columns());
            see(&mut groups, (row - corner.0) * shape.box_columns() + (col - corner.1), bit);
        }
    }
    twice == 0
}

fn knights_differ(shape: Shape, solution: &[u8]) -> bool {
    let side = shape.side();
    let at = |row: usize, col: usize| solution[row * side + col];
    // Two steps down and one sideways, or one down and two sideways, to the left and to the right.
    let apart = |down: usize, aside: usize| {
        (down..side).all(|row| {
            (aside..side).all(|col| {
                at(row, col) != at(row - down, col - aside) && at(row, col - aside) != at(row - down, col)
            })
        })
    };
    apart(2, 1) && apart(1, 2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Regions;

    const NINE: Shape = Shape::NINE;

    fn holds(variants: &Variants, regions: Option<&[u8]>, grid: &[u8]) -> bool {
        let constraints = Constraints { variants, extras: Extras { regions, ..Extras::default() } };
        is_solution_under(NINE, &constraints, &[0; 81], grid)
    }

    /// A valid plain grid: each row is the one above shifted by a box, each band by one.
    fn plain() -> Vec<u8> {
        (0..81).map(|c| ((c / 9 % 3 * 3 + c / 27 + c % 9) % 9 + 1) as u8).collect()
    }

    /// Valid rows and columns, each row the one above shifted by one; the boxes are not valid.
    fn cyclic() -> Vec<u8> {
        (0..81).map(|c| ((c / 9 + c % 9) % 9 + 1) as u8).collect()
    }

    #[test]
    fn each_variant_rejects_a_plain_grid_that_violates_it() {
        assert!(holds(&Variants::default(), None, &plain()));
        for variant in [Variant::X, Variant::Windoku, Variant::DisjointGroups, Variant::AntiKnight] {
            let broken = !holds(&variant.into(), None, &plain());
            // In this grid no digit repeats at the same position of two boxes, or a knight's move apart.
            assert_eq!(broken, matches!(variant, Variant::X | Variant::Windoku), "{variant}");
        }
        // Exchanges two rows of a band.
        let exchanged: Vec<u8> =
            (0..81).map(|c| plain()[[0, 1, 2, 4, 3, 5, 6, 7, 8][c / 9] * 9 + c % 9]).collect();
        assert!(holds(&Variants::default(), None, &exchanged));
        assert!(!holds(&Variant::AntiKnight.into(), None, &exchanged));
        // Exchanges two columns of a stack.
        let exchanged: Vec<u8> =
            (0..81).map(|c| plain()[c / 9 * 9 + [0, 2, 1, 3, 4, 5, 6, 7, 8][c % 9]]).collect();
        assert!(holds(&Variants::default(), None, &exchanged));
        assert!(!holds(&Variant::DisjointGroups.into(), None, &exchanged));
    }

    #[test]
    fn regions_replace_boxes() {
        let rows: Vec<u8> = (0..81).map(|c| (c / 9) as u8).collect();
        let boxes: Vec<u8> = (0..81).map(|c| NINE.box_of(c) as u8).collect();
        let jigsaw = Variants::from(Variant::Jigsaw);
        assert!(holds(&jigsaw, Some(&rows), &cyclic()));
        assert!(!holds(&jigsaw, Some(&boxes), &cyclic()));
        assert!(!holds(&jigsaw, None, &cyclic()));
        let known = jigsaw.with_regions(Regions::new(NINE, &rows).unwrap());
        assert!(holds(&known, None, &cyclic()));
    }

    #[test]
    fn candidates_givens_and_digits_are_checked() {
        let (grid, variants) = (plain(), Variants::default());
        let mut candidates = vec![511; 81];
        candidates[7] = 1 << (grid[7] - 1);
        let constraints = Constraints {
            variants: &variants,
            extras: Extras { candidates: Some(&candidates), ..Extras::default() },
        };
        assert!(is_solution_under(NINE, &constraints, &[0; 81], &grid));
        let mut others = candidates.clone();
        others[7] ^= 511;
        let constraints =
            Constraints { extras: Extras { candidates: Some(&others), ..Extras::default() }, ..constraints };
        assert!(!is_solution_under(NINE, &constraints, &[0; 81], &grid));
        for (cell, digit) in [(3, 0), (3, 10), (80, grid[0])] {
            let mut wrong = grid.clone();
            wrong[cell] = digit;
            assert!(!holds(&variants, None, &wrong));
        }
        let mut givens = [0; 81];
        givens[5] = grid[5] % 9 + 1;
        let constraints = Constraints { extras: Extras::default(), ..constraints };
        assert!(!is_solution_under(NINE, &constraints, &givens, &grid));
    }
}

//! The rules of every variant once more, cell by cell: written down apart from the houses that the
//! engines are built from.

use crate::{Shape, Variant, Variants};

/// What a solution has to keep beside its givens, rows and columns.
#[derive(Clone, Copy, Debug)]
pub struct Constraints<'a> {
    /// The variants.
    pub variants: &'a Variants,
    /// The region of every cell, from 0, where the puzzle of a jigsaw brings its own.
    pub regions: Option<&'a [u8]>,
    /// The digits that every cell may hold, `d` as bit `d − 1`, where some are ruled out.
    pub candidates: Option<&'a [u32]>,
}

/// Whether `solution` fills the board of `givens` correctly under these terms.
///
/// Slices are as in [`is_solution`](super::is_solution). A jigsaw whose regions are nowhere to be
/// found has the boxes for regions.
///
/// ```
/// use quadrille::{Shape, Variant, unstable::verify::{Constraints, is_solution_under}};
///
/// let shape = Shape::from_side(4).unwrap();
/// let terms = Constraints { variants: &Variant::X.into(), regions: None, candidates: None };
/// let right = [1, 2, 3, 4, 3, 4, 1, 2, 4, 3, 2, 1, 2, 1, 4, 3];
/// let wrong = [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1];
/// assert!(is_solution_under(shape, &terms, &[0; 16], &right));
/// assert!(!is_solution_under(shape, &terms, &[0; 16], &wrong)); // 1 4 4 1 on a diagonal
/// ```
///
/// # Panics
/// If a slice does not have `shape.area()` cells.
pub fn is_solution_under(shape: Shape, terms: &Constraints<'_>, givens: &[u8], solution: &[u8]) -> bool {
    let (area, side) = (shape.area(), shape.side());
    assert!(givens.len() == area && solution.len() == area, "one byte per cell");
    let kept = givens
        .iter()
        .zip(solution)
        .all(|(&given, &digit)| (1..=side).contains(&usize::from(digit)) && (given == 0 || given == digit));
    kept && candidates_hold(terms.candidates, solution)
        && houses_hold(shape, terms, solution)
        && (!terms.variants.has(Variant::AntiKnight) || knights_differ(shape, solution))
}

fn candidates_hold(candidates: Option<&[u32]>, solution: &[u8]) -> bool {
    let Some(candidates) = candidates else { return true };
    assert_eq!(candidates.len(), solution.len(), "one word per cell");
    candidates.iter().zip(solution).all(|(&allowed, &digit)| allowed >> (digit - 1) & 1 != 0)
}

/// Digits seen in the houses of one kind.
type Seen = [u32; Shape::MAX_SIDE];

/// Whether no house has a digit twice. As many cells as digits: so each has all of them.
fn houses_hold(shape: Shape, terms: &Constraints<'_>, solution: &[u8]) -> bool {
    let (side, variants) = (shape.side(), terms.variants);
    let regions = terms.regions.or(variants.regions().map(|regions| regions.of_cells()));
    let regions = regions.filter(|_| variants.has(Variant::Jigsaw));
    assert!(regions.is_none_or(|regions| regions.len() == solution.len()), "one region per cell");
    let [mut rows, mut cols, mut boxes, mut groups, mut others] = [[0; Shape::MAX_SIDE]; 5];
    let mut twice = 0;
    let mut see = |seen: &mut Seen, house: usize, bit: u32| {
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
            let corner = (row - row % shape.box_rows(), col - col % shape.box_cols());
            see(&mut groups, (row - corner.0) * shape.box_cols() + (col - corner.1), bit);
        }
    }
    twice == 0
}

fn knights_differ(shape: Shape, solution: &[u8]) -> bool {
    let side = shape.side();
    let at = |row: usize, col: usize| solution[row * side + col];
    // Two steps down and one aside, or one down and two aside, to the left and to the right.
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
        let terms = Constraints { variants, regions, candidates: None };
        is_solution_under(NINE, &terms, &[0; 81], grid)
    }

    /// A right plain grid: each row is the one above shifted by a box, each band by one.
    fn plain() -> Vec<u8> {
        (0..81).map(|c| ((c / 9 % 3 * 3 + c / 27 + c % 9) % 9 + 1) as u8).collect()
    }

    /// Right rows and columns, each row the one above moved by one; its boxes are wrong.
    fn cyclic() -> Vec<u8> {
        (0..81).map(|c| ((c / 9 + c % 9) % 9 + 1) as u8).collect()
    }

    #[test]
    fn a_plain_grid_breaks_each_rule_of_a_variant() {
        assert!(holds(&Variants::default(), None, &plain()));
        for variant in [Variant::X, Variant::Windoku, Variant::DisjointGroups, Variant::AntiKnight] {
            let broken = !holds(&variant.into(), None, &plain());
            // The grid has a digit nowhere at the same place of two boxes, nor a knight's move apart.
            assert_eq!(broken, matches!(variant, Variant::X | Variant::Windoku), "{variant}");
        }
        // Two rows of a band change places.
        let turned: Vec<u8> =
            (0..81).map(|c| plain()[[0, 1, 2, 4, 3, 5, 6, 7, 8][c / 9] * 9 + c % 9]).collect();
        assert!(holds(&Variants::default(), None, &turned));
        assert!(!holds(&Variant::AntiKnight.into(), None, &turned));
        // Two columns of a stack do.
        let turned: Vec<u8> =
            (0..81).map(|c| plain()[c / 9 * 9 + [0, 2, 1, 3, 4, 5, 6, 7, 8][c % 9]]).collect();
        assert!(holds(&Variants::default(), None, &turned));
        assert!(!holds(&Variant::DisjointGroups.into(), None, &turned));
    }

    #[test]
    fn regions_are_looked_at_in_place_of_boxes() {
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
    fn candidates_givens_and_digits_have_to_hold() {
        let (grid, variants) = (plain(), Variants::default());
        let mut candidates = vec![511; 81];
        candidates[7] = 1 << (grid[7] - 1);
        let terms = Constraints { variants: &variants, regions: None, candidates: Some(&candidates) };
        assert!(is_solution_under(NINE, &terms, &[0; 81], &grid));
        let mut others = candidates.clone();
        others[7] ^= 511;
        let terms = Constraints { candidates: Some(&others), ..terms };
        assert!(!is_solution_under(NINE, &terms, &[0; 81], &grid));
        for (cell, digit) in [(3, 0), (3, 10), (80, grid[0])] {
            let mut wrong = grid.clone();
            wrong[cell] = digit;
            assert!(!holds(&variants, None, &wrong));
        }
        let mut givens = [0; 81];
        givens[5] = grid[5] % 9 + 1;
        let terms = Constraints { candidates: None, ..terms };
        assert!(!is_solution_under(NINE, &terms, &givens, &grid));
    }
}

//! Boards as exact cover problems.

use quadrille_base::error::Error;
use quadrille_cover::Cover;
use quadrille_grid::{Puzzle, Rules, RulesError, Variants};

/// The empty board with any rules: one option for each candidate.
///
/// Option `cell · side + digit - 1` places a digit in a cell. The primary items say that each cell is filled, and that each
/// house contains each digit, the secondary ones that a digit is at most once in a pair of cells that must differ:
///
/// ```text
///  items  0        area            area + houses·side    … + exclusions·side
///         │ cells  │ houses×digits │ exclusions×digits   │
/// ```
pub(crate) fn empty_board(rules: &Rules) -> Cover {
    let items = BoardItems::new(rules);
    let mut cover = items.empty_cover();
    let side = rules.shape().side();
    for cell in 0..rules.shape().area() {
        (0..side).for_each(|v| items.add(&mut cover, cell, v));
    }
    cover
}

/// The items of the options of a board.
struct BoardItems {
    primary: usize,
    secondary: usize,
    /// For each cell: its own item, and the items of digit 1 in all its houses and exclusions.
    of_cells: Vec<Vec<usize>>,
}

impl BoardItems {
    fn new(rules: &Rules) -> BoardItems {
        let (side, area) = (rules.shape().side(), rules.shape().area());
        let primary = area + rules.houses().len() * side;
        let mut of_cells: Vec<_> = (0..area).map(|cell| vec![cell]).collect();
        for (number, house) in rules.houses().enumerate() {
            house.iter().for_each(|&cell| of_cells[usize::from(cell)].push(area + number * side));
        }
        for (number, pair) in rules.exclusions().iter().enumerate() {
            pair.iter().for_each(|&cell| of_cells[usize::from(cell)].push(primary + number * side));
        }
        BoardItems { primary, secondary: rules.exclusions().len() * side, of_cells }
    }

    fn empty_cover(&self) -> Cover {
        Cover::new(self.primary).with_secondary(self.secondary)
    }

    /// Adds the option that places digit `v + 1` in a cell.
    fn add(&self, cover: &mut Cover, cell: usize, v: usize) {
        let mut option = self.of_cells[cell].clone();
        option[1..].iter_mut().for_each(|item| *item += v);
        cover.add(&option).expect("a cell is in a house once");
    }
}

/// A puzzle as an exact cover problem: both have the same solutions.
///
/// An empty cell has an option for every digit, a given cell one for its own digit. Its items say that the cell is filled,
/// and that the cell's row, column and box contain the digit; without variants all of them are primary:
///
/// ```text
///  items  0        area          2·area           3·area        4·area
///         │ cells  │ rows×digits │ columns×digits │ boxes×digits │
/// ```
///
/// ```
/// use quadrille::{Puzzle, cover::{BoardCover, CoverSolver}};
///
/// let puzzle: Puzzle = "1...3..2..4.4..1".parse()?;
/// let board = BoardCover::new(&puzzle);
/// // The first option places a 1 in the first cell.
/// assert_eq!(board.candidate(0), (0, 1));
/// let mut solver = CoverSolver::new(board.cover());
/// let options = solver.solutions().next().expect("a solution");
/// assert_eq!(board.cells(&options)[..8], [1, 2, 3, 4, 3, 4, 1, 2]);
/// assert_eq!(solver.solutions().count(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardCover {
    cover: Cover,
    area: usize,
    /// The cell and the digit of each option.
    candidates: Vec<(u16, u8)>,
}

impl BoardCover {
    /// The problem of a puzzle with rows, columns and boxes.
    pub fn new(puzzle: &Puzzle) -> BoardCover {
        BoardCover::with_rules(puzzle, &Rules::plain(puzzle.shape()))
    }

    /// The problem of a puzzle with variants. A jigsaw needs its regions
    /// ([`Variants::with_regions`]).
    ///
    /// ```
    /// use quadrille::{Puzzle, cover::{BoardCover, CoverSolver}, grid::Variant};
    ///
    /// // Two of the 288 grids of side 4 have 1234 in the first row and valid diagonals.
    /// let puzzle: Puzzle = "1234............".parse()?;
    /// let board = BoardCover::with_variants(&puzzle, &Variant::X.into())?;
    /// assert_eq!(CoverSolver::new(board.cover()).solutions().count(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the variants contradict each other, do not fit the shape of the puzzle, or lack the regions of
    /// a jigsaw.
    pub fn with_variants(puzzle: &Puzzle, variants: &Variants) -> Result<BoardCover, Error> {
        if variants.wants_regions() {
            return Err(RulesError::MissingRegions.into());
        }
        Ok(BoardCover::with_rules(puzzle, &Rules::new(puzzle.shape(), variants)?))
    }

    fn with_rules(puzzle: &Puzzle, rules: &Rules) -> BoardCover {
        let items = BoardItems::new(rules);
        let (mut cover, mut candidates) = (items.empty_cover(), Vec::new());
        for (cell, &given) in puzzle.givens().iter().enumerate() {
            let digits = if given > 0 { given..=given } else { 1..=rules.shape().side() as u8 };
            for digit in digits {
                items.add(&mut cover, cell, usize::from(digit) - 1);
                candidates.push((cell as u16, digit));
            }
        }
        BoardCover { cover, area: rules.shape().area(), candidates }
    }

    /// The problem.
    pub fn cover(&self) -> &Cover {
        &self.cover
    }

    /// The cell, row by row from 0, and the digit that an option places in it.
    ///
    /// # Panics
    /// If the option does not exist.
    pub fn candidate(&self, option: usize) -> (usize, u8) {
        let (cell, digit) = self.candidates[option];
        (usize::from(cell), digit)
    }

    /// The cells of the board, row by row, with the digits that these options place; 0 in all others.
    ///
    /// # Panics
    /// If an option does not exist.
    pub fn cells(&self, options: &[usize]) -> Vec<u8> {
        let mut cells = vec![0; self.area];
        for &option in options {
            let (cell, digit) = self.candidate(option);
            cells[cell] = digit;
        }
        cells
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_grid::Shape;
    use quadrille_grid::Variant;

    fn sizes(cover: &Cover) -> Vec<usize> {
        let mut sizes = vec![0; cover.items()];
        cover.options().flatten().for_each(|&item| sizes[item as usize] += 1);
        sizes
    }

    #[test]
    fn every_house_has_side_options_and_every_exclusion_two() {
        let all = [Variant::X, Variant::Windoku, Variant::AntiKnight, Variant::DisjointGroups];
        let rules = Rules::new(Shape::NINE, &all.into_iter().collect::<Variants>()).unwrap();
        let cover = empty_board(&rules);
        let sizes = sizes(&cover);
        assert_eq!(cover.primary(), 81 + (27 + 2 + 4 + 9) * 9);
        assert!(sizes[..cover.primary()].iter().all(|&size| size == 9));
        assert!(sizes[cover.primary()..].iter().all(|&size| size == 2));
    }

    #[test]
    fn the_options_of_the_empty_board_are_cell_row_column_and_box() {
        for shape in Shape::EACH {
            let (side, area) = (shape.side(), shape.area());
            let cover = empty_board(&Rules::plain(shape));
            assert!(sizes(&cover).iter().all(|&size| size == side));
            for (option, items) in cover.options().enumerate() {
                let (cell, v) = (option / side, option % side);
                let houses = [shape.row_of(cell), shape.column_of(cell), shape.box_of(cell)];
                let [row, col, house] = houses.map(|house| house * side + v);
                let expected = [cell, area + row, 2 * area + col, 3 * area + house].map(|item| item as u32);
                assert_eq!(items, expected);
            }
        }
    }

    #[test]
    fn a_given_leaves_one_option_to_its_cell() {
        let puzzle: Puzzle = "1...3..2..4.4..1".parse().unwrap();
        let board = BoardCover::new(&puzzle);
        assert_eq!(board.cover().len(), 6 + 10 * 4);
        let empty = empty_board(&Rules::plain(puzzle.shape()));
        for option in 0..board.cover().len() {
            let (cell, digit) = board.candidate(option);
            assert!([0, digit].contains(&puzzle.givens()[cell]));
            assert_eq!(board.cover().option(option), empty.option(cell * 4 + usize::from(digit) - 1));
        }
        let first_of_cells: Vec<_> = (0..board.cover().len())
            .filter(|&o| o == 0 || board.candidate(o - 1).0 < board.candidate(o).0)
            .collect();
        assert_eq!(board.cells(&first_of_cells), [1, 1, 1, 1, 3, 1, 1, 2, 1, 1, 4, 1, 4, 1, 1, 1]);
    }

    #[test]
    fn variants_that_do_not_fit_are_refused() {
        let puzzle: Puzzle = "1...3..2..4.4..1".parse().unwrap();
        let error = BoardCover::with_variants(&puzzle, &Variant::Windoku.into()).unwrap_err();
        assert_eq!(error.reason(), Some(&RulesError::Windoku(puzzle.shape())));
        let error = BoardCover::with_variants(&puzzle, &Variant::Jigsaw.into()).unwrap_err();
        assert_eq!(error.reason(), Some(&RulesError::MissingRegions));
    }
}

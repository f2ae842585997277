//! The rating of a puzzle over its morphs.

use super::{GuessCounter, Guesses};
use crate::symmetry::{Symmetries, Transform};
use quadrille_grid::Shape;

/// Cells of a puzzle.
const AREA: usize = 81;
/// The number of morphs that are counted at a time, if a puzzle does not have more.
const MORPHS: usize = 2000;

/// Rates puzzles by exp(mean(ln(guesses + 1))) over their morphs, the geometric mean of guesses + 1, where guesses are
/// counted in a search for one solution. It is the rating that tdoku's generator uses (Tom Dillon, *tdoku*).
///
/// The morphs are made by the random transformations 0, 1, … under a seed: see [`Transform::random`]. They depend on the seed
/// alone, so a rating is a function of the puzzle and the seed. With more transformations it depends less on the seed.
///
/// ```
/// use quadrille::rating::{GuessCounter, MorphRater};
///
/// let easy: quadrille::Puzzle =
///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let mut rating = [0.0];
/// MorphRater::new(10, 1).rate(&mut GuessCounter::new(), easy.givens(), &mut rating);
/// assert_eq!(rating, [1.0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct MorphRater {
    moves: Vec<Move>,
    /// All morphs of some puzzles, and their guesses.
    morphs: Vec<u8>,
    guesses: Vec<Guesses>,
}

/// A rating rounded to the digits that are written, so that it is compared as it is shown.
pub fn rounded(mean: f64) -> f64 {
    (mean * 1000.0).round() / 1000.0
}

/// A transformation: for each cell of a morph the cell that it comes from, and the new digit of each.
#[derive(Clone, Debug)]
struct Move {
    cells: [u8; AREA],
    digits: [u8; 16],
}

impl MorphRater {
    /// Rates by `count` morphs, at least one, of this seed.
    pub fn new(count: u32, seed: u64) -> MorphRater {
        let moves = (0..u64::from(count.max(1))).map(|number| Move::random(seed, number)).collect();
        MorphRater { moves, morphs: Vec::new(), guesses: Vec::new() }
    }

    /// Writes the rating of each puzzle: `givens` has 81 cells for each entry of `out`, row by row, 0 for an empty one.
    /// Returns `false` if the [stop flag](GuessCounter::stop_flag) ended the call early: then the entries are not
    /// ratings.
    ///
    /// # Panics
    /// If the numbers of puzzles differ, or a digit is above 9.
    pub fn rate(&mut self, counter: &mut GuessCounter, givens: &[u8], out: &mut [f64]) -> bool {
        assert_eq!(givens.len(), out.len() * AREA, "a rating for each puzzle");
        assert!(givens.iter().all(|&digit| digit <= 9), "a digit is at most 9");
        let count = self.moves.len();
        let at_once = (MORPHS / count).max(1);
        for (puzzles, ratings) in givens.as_chunks().0.chunks(at_once).zip(out.chunks_mut(at_once)) {
            self.morphs.clear();
            for puzzle in puzzles {
                self.morphs.extend(self.moves.iter().flat_map(|transform| transform.apply(puzzle)));
            }
            // Data of the last call is overwritten.
            self.guesses.resize(puzzles.len() * count, Guesses::default());
            if !counter.count(&self.morphs, 1, &mut self.guesses) {
                return false;
            }
            for (rating, guesses) in ratings.iter_mut().zip(self.guesses.chunks(count)) {
                // The order of the transformations is fixed, because sums of floating-point numbers depend on it.
                let sum: f64 = guesses.iter().map(|guesses| (guesses.guesses as f64).ln_1p()).sum();
                *rating = (sum / count as f64).exp();
            }
        }
        true
    }
}

impl Move {
    fn random(seed: u64, number: u64) -> Move {
        let transform = Transform::random(Shape::NINE, Symmetries::ALL, seed, number);
        let transform = transform.expect("9×9 boards have transformations");
        let from = |place: usize| {
            let (row, column) = (transform.rows()[place / 9], transform.columns()[place % 9]);
            if transform.is_transposed() { column * 9 + row } else { row * 9 + column }
        };
        let mut digits = [0; 16];
        digits[1..=9].copy_from_slice(transform.digits());
        Move { cells: std::array::from_fn(from), digits }
    }

    /// The morph of a puzzle.
    fn apply(&self, puzzle: &[u8; AREA]) -> [u8; AREA] {
        self.cells.map(|from| self.digits[usize::from(puzzle[usize::from(from)] & 15)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_grid::Puzzle;

    /// Rows of the data set sudoku-extreme.
    const PUZZLES: [&str; 4] = [
        "5...27..9..41......1..5.3...92.6.8...5......66..7..29.8...7...2.......8...9..36..",
        ".2.1..9.4....2.6....3.94..5..497..5..1...24.7....4..6...6.............8..9..1.7.6",
        ".....8..1.6.9..2...4.52.9..4..6......9..45..6....924..9......7........3.35.2..6..",
        ".9...12...3..284.6.6.....8..7....14..2..5.7....3.....2.1.9........7.5....872.6..4",
    ];

    fn givens(puzzles: &[&str]) -> Vec<u8> {
        puzzles.iter().flat_map(|text| text.parse::<Puzzle>().unwrap().givens().to_vec()).collect()
    }

    fn rated(count: u32, seed: u64, givens: &[u8]) -> Vec<f64> {
        let mut ratings = vec![f64::NAN; givens.len() / AREA];
        MorphRater::new(count, seed).rate(&mut GuessCounter::new(), givens, &mut ratings);
        ratings
    }

    #[test]
    fn moves_are_the_transformations() {
        let puzzle: Puzzle = PUZZLES[0].parse().unwrap();
        for number in 0..50 {
            let transform = Transform::random(Shape::NINE, Symmetries::ALL, 3, number).unwrap();
            let morph = Move::random(3, number).apply(puzzle.givens().try_into().unwrap());
            assert_eq!(morph, *transform.apply(&puzzle).givens());
        }
    }

    #[test]
    fn a_rating_is_the_geometric_mean_of_guesses_and_one() {
        let puzzle: Puzzle = PUZZLES[0].parse().unwrap();
        let mut counter = GuessCounter::new();
        let product: f64 = (0..10)
            .map(|number| {
                let transform = Transform::random(Shape::NINE, Symmetries::ALL, 7, number).unwrap();
                let mut guesses = [Guesses::default()];
                counter.count(transform.apply(&puzzle).givens(), 1, &mut guesses);
                guesses[0].guesses as f64 + 1.0
            })
            .product();
        let rating = rated(10, 7, puzzle.givens())[0];
        assert!((rating - product.powf(0.1)).abs() < 1e-9, "{rating} {product}");
    }

    #[test]
    fn a_rating_depends_on_puzzle_and_seed_alone() {
        let givens = givens(&PUZZLES);
        let together = rated(10, 1, &givens);
        for (puzzle, rating) in givens.chunks(AREA).zip(&together) {
            assert_eq!(rated(10, 1, puzzle), [*rating]);
        }
        assert_ne!(rated(10, 2, &givens), together);
        assert_eq!(rated(0, 1, &givens), rated(1, 1, &givens), "one at least");
        assert_eq!(rated(10, 1, &[]), [0.0; 0]);
    }

    #[test]
    fn with_a_hundred_morphs_the_seed_hardly_matters() {
        let givens = givens(&PUZZLES);
        let drawn: Vec<_> = (0..40).map(|seed| rated(100, seed, &givens)).collect();
        for puzzle in 0..PUZZLES.len() {
            let count = drawn.len() as f64;
            let mean = drawn.iter().map(|ratings| ratings[puzzle]).sum::<f64>() / count;
            let variance =
                drawn.iter().map(|ratings| (ratings[puzzle] - mean).powi(2)).sum::<f64>() / (count - 1.0);
            assert!(variance.sqrt() < 0.1 * mean, "{puzzle}: {mean} ± {}", variance.sqrt());
        }
    }
}

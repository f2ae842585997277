//! Symmetries of boards, canonical forms, and random morphs: the module `symmetry` of the library, and what only its crates need.

mod arrange;
mod choice;
mod equal;
mod error;
mod form;
mod grids;
mod least;
mod lines;
mod motion;
mod orbit;
mod orders;
mod pairs;
mod random;
#[cfg(test)]
mod tests;
mod text;
mod transform;

pub use error::TransformError;
pub use form::{FormSearch, RawForm};
pub use motion::Motion;
pub use random::Symmetries;
pub use transform::Transform;

use quadrille_base::error::{Error, ErrorKind};
use quadrille_engines::{Outcome, solver::Solver};
use quadrille_grid::{Puzzle, Shape, Solution};

/// The canonical form of a board, and a transformation to it: the result of [`canonical`] and [`minlex`].
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct CanonicalForm<B> {
    /// The form.
    pub form: B,
    /// A transformation that makes the form of the board. If several exist, it is one of them.
    pub transform: Transform,
    /// The number of transformations that leave the board unchanged, including the identity.
    ///
    /// Transformations that differ only by the new names of digits that do not occur are different, and all of them
    /// count: the empty board has 9! for each of its 3,359,232 arrangements. A transformation that leaves the givens of
    /// a puzzle with exactly one solution unchanged also leaves its solution unchanged.
    pub automorphisms: u64,
}

/// The canonical form of a puzzle, as the module says. This solves the puzzle.
///
/// ```
/// use quadrille::{Puzzle, symmetry::{Symmetries, Transform, canonical}};
///
/// let puzzle: Puzzle =
///     "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..".parse()?;
/// let morph = Transform::random(puzzle.shape(), Symmetries::ALL, 1, 0).unwrap().apply(&puzzle);
/// let canonical_form = canonical(&puzzle)?;
/// assert_eq!(canonical(&morph)?.form, canonical_form.form);
/// assert_eq!(canonical_form.transform.apply(&puzzle), canonical_form.form);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the puzzle is larger than 9×9.
pub fn canonical(puzzle: &Puzzle) -> Result<CanonicalForm<Puzzle>, Error> {
    let (shape, givens) = (supported(puzzle.shape())?, puzzle.givens());
    let answer = Solver::new().limit(2).solve(puzzle);
    let mut search = FormSearch::default();
    let form = match answer.solution().filter(|_| answer.outcome() == Outcome::Unique) {
        Some(solution) => search.unique(shape, givens, solution.cells()),
        None => search.least(shape, givens),
    };
    let RawForm { transform, automorphisms, .. } = form;
    Ok(CanonicalForm { form: transform.apply(puzzle), transform, automorphisms })
}

/// The least morph of a complete board, compared row by row.
///
/// A 9×9 board takes about a microsecond. `docs/explanation/canonical-forms.md` says how it is found.
///
/// ```
/// use quadrille::{Puzzle, Solver, symmetry::minlex};
///
/// let puzzle: Puzzle = "1...3..2..4.4..1".parse()?;
/// let answer = Solver::new().solve(&puzzle);
/// assert_eq!(minlex(&answer.solution().unwrap())?.form.to_string(), "1234341221434321");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the board is larger than 9×9.
pub fn minlex(solution: &Solution) -> Result<CanonicalForm<Solution>, Error> {
    let shape = supported(solution.shape())?;
    let RawForm { transform, automorphisms, .. } = FormSearch::default().grid(shape, solution.cells());
    Ok(CanonicalForm { form: transform.apply_to_solution(solution), transform, automorphisms })
}

fn supported(shape: Shape) -> Result<Shape, Error> {
    if FormSearch::has_forms(shape) {
        Ok(shape)
    } else {
        let what =
            format!("boards of 4×4, 6×6 and 9×9 cells have canonical forms, boards of {shape} have none");
        Err(Error::new(ErrorKind::Config, what))
    }
}

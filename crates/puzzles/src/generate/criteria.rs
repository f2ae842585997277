//! The criteria of puzzles besides their shape: difficulty, number of givens, and the places of the givens.

use super::{GenerateError, GeneratorOptions, Pattern};
use crate::rating::{Method, StepCriteria};
use quadrille_grid::{Rules, Shape};
use std::ops::RangeInclusive;

/// The criteria of a search for puzzles; see [`PuzzleSearch`](crate::generate::PuzzleSearch). Every puzzle has one
/// solution.
///
/// ```
/// use quadrille::{Shape, generate::{Criteria, GivenSymmetry, PuzzleSearch}, rating::Method};
///
/// let criteria = Criteria::new(Shape::NINE).givens(24..=28).symmetry(GivenSymmetry::Rotate180);
/// assert_eq!((criteria.shape(), criteria.tries()), (Shape::NINE, Criteria::MAX_TRIES));
/// let (found, _) = PuzzleSearch::new(criteria, 10)?.seed(1).puzzles()?;
/// let is_given = |cell: usize| found[0].givens()[cell] > 0;
/// assert!(found.len() == 10 && (0..81).all(|cell| is_given(cell) == is_given(80 - cell)));
///
/// let criteria = Criteria::new(Shape::NINE)
///     .rating(Method::Guesses, 2.0..=20.0)
///     .minimal(true)
///     .no_equivalents(true)
///     .per_solution(1)
///     .max_tries(100_000);
/// assert_eq!(PuzzleSearch::new(criteria, 2)?.puzzles()?.0.len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Criteria {
    pub(super) shape: Shape,
    pub(super) rating: Option<(Method, RangeInclusive<f64>)>,
    pub(super) steps: StepCriteria,
    pub(super) givens: Option<RangeInclusive<usize>>,
    pub(super) symmetry: GivenSymmetry,
    pub(super) pattern: Option<Pattern>,
    pub(super) is_minimal: bool,
    pub(super) no_equivalents: bool,
    pub(super) per_solution: Option<u64>,
    pub(super) max_tries: Option<u64>,
}

/// A symmetry of the cells that are given, one of the [`Criteria`]. It does not apply to the digits.
///
/// ```
/// use quadrille::{Shape, generate::GivenSymmetry};
///
/// let (shape, corners) = (Shape::from_side(4).unwrap(), [1, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 4]);
/// assert!(GivenSymmetry::Mirror.fits(shape, &corners));
/// let symmetry = GivenSymmetry::largest(shape, &corners);
/// assert_eq!((symmetry.name(), symmetry.place()), ("rotate90", 0));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum GivenSymmetry {
    /// None.
    #[default]
    None,
    /// Unchanged by half a turn.
    Rotate180,
    /// Unchanged by a quarter turn.
    Rotate90,
    /// The right half mirrors the left one.
    Mirror,
    /// Unchanged by transposing, which exchanges rows and columns.
    Diagonal,
}

impl GivenSymmetry {
    /// All symmetries, those that group more cells first.
    pub const ALL: [GivenSymmetry; 5] = [
        GivenSymmetry::Rotate90,
        GivenSymmetry::Rotate180,
        GivenSymmetry::Mirror,
        GivenSymmetry::Diagonal,
        GivenSymmetry::None,
    ];

    /// Its name: `none`, `rotate180`, `rotate90`, `mirror` or `diagonal`.
    pub fn name(self) -> &'static str {
        match self {
            GivenSymmetry::None => "none",
            GivenSymmetry::Rotate180 => "rotate180",
            GivenSymmetry::Rotate90 => "rotate90",
            GivenSymmetry::Mirror => "mirror",
            GivenSymmetry::Diagonal => "diagonal",
        }
    }

    /// Whether the givens among these cells, 0 for an empty one, have this symmetry. [`None`](Self::None) fits all.
    ///
    /// # Panics
    /// If there are not as many cells as the shape has.
    pub fn fits(self, shape: Shape, cells: &[u8]) -> bool {
        (0..cells.len()).all(|cell| (cells[cell] == 0) == (cells[self.image(shape, cell)] == 0))
    }

    /// The first symmetry of [`ALL`](Self::ALL) that the givens among these cells have, 0 for an empty one.
    ///
    /// # Panics
    /// As [`fits`](Self::fits).
    pub fn largest(shape: Shape, cells: &[u8]) -> GivenSymmetry {
        let fits = |symmetry: &GivenSymmetry| symmetry.fits(shape, cells);
        GivenSymmetry::ALL.into_iter().find(fits).unwrap_or_default()
    }

    /// Its place in [`ALL`](Self::ALL), from 0.
    pub fn place(self) -> usize {
        GivenSymmetry::ALL.iter().position(|other| *other == self).expect("all symmetries are in the list")
    }

    /// The cell that is given if, and only if, `cell` is. Applying it several times returns to `cell`.
    pub(super) fn image(self, shape: Shape, cell: usize) -> usize {
        let (row, column, side) = (shape.row_of(cell), shape.column_of(cell), shape.side());
        let (row, column) = match self {
            GivenSymmetry::None => (row, column),
            GivenSymmetry::Rotate180 => (side - 1 - row, side - 1 - column),
            GivenSymmetry::Rotate90 => (column, side - 1 - row),
            GivenSymmetry::Mirror => (row, side - 1 - column),
            GivenSymmetry::Diagonal => (column, row),
        };
        row * side + column
    }
}

impl Criteria {
    /// Tries in a row without a puzzle after which a search ends, for boards of up to 9×9 cells.
    pub const MAX_TRIES: u64 = 10_000_000;
    /// The same for larger boards and under variants, where a try takes longer.
    pub const MAX_LARGE_TRIES: u64 = 10_000;
    /// Puzzles with a rating that may share a solution class, unless you set [`per_solution`](Criteria::per_solution).
    pub const PER_SOLUTION: u64 = 8;

    /// Any puzzles of this shape with one solution. No group of givens that the symmetry maps to each other can be
    /// removed.
    pub fn new(shape: Shape) -> Criteria {
        Criteria {
            shape,
            rating: None,
            steps: StepCriteria::new(),
            givens: None,
            symmetry: GivenSymmetry::None,
            pattern: None,
            is_minimal: false,
            no_equivalents: false,
            per_solution: None,
            max_tries: None,
        }
    }

    /// Puzzles with a rating in this range, bounds included. Only plain 9×9 puzzles have ratings. A rating of [`Method::Logic`] is the
    /// number of its level.
    ///
    /// With [`Method::Guesses`], the rating belongs to the puzzle itself. Its morphs may have other ratings.
    pub fn rating(self, method: Method, range: RangeInclusive<f64>) -> Criteria {
        Criteria { rating: Some((method, range)), ..self }
    }

    /// Puzzles with these [steps](StepCriteria). The method of the rating is [`Method::SudokuExplainer`], and is this with uniqueness if no rating is set.
    pub fn steps(self, steps: StepCriteria) -> Criteria {
        Criteria { steps, ..self }
    }

    /// Puzzles with a number of givens in this range, bounds included.
    pub fn givens(self, range: RangeInclusive<usize>) -> Criteria {
        Criteria { givens: Some(range), ..self }
    }

    /// Puzzles whose given cells have this symmetry.
    pub fn symmetry(self, symmetry: GivenSymmetry) -> Criteria {
        Criteria { symmetry, ..self }
    }

    /// Puzzles in which the cells of this [`Pattern`] are given, and no others.
    pub fn pattern(self, pattern: Pattern) -> Criteria {
        Criteria { pattern: Some(pattern), ..self }
    }

    /// Whether every given must be necessary: without it the puzzle has a second solution.
    pub fn minimal(self, is_minimal: bool) -> Criteria {
        Criteria { is_minimal, ..self }
    }

    /// Whether no puzzle may be a morph of another.
    pub fn no_equivalents(self, no_equivalents: bool) -> Criteria {
        Criteria { no_equivalents, ..self }
    }

    /// At most this many puzzles whose solutions are morphs of each other.
    pub fn per_solution(self, most: u64) -> Criteria {
        Criteria { per_solution: Some(most), ..self }
    }

    /// Ends the search after this many tries in a row without a puzzle. A try is a puzzle with one solution that was
    /// made and compared with the criteria; for a pattern it is one choice of digits.
    pub fn max_tries(self, tries: u64) -> Criteria {
        Criteria { max_tries: Some(tries), ..self }
    }

    /// The shape of the puzzles.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The number of tries in a row without a puzzle after which the search ends.
    pub fn tries(&self) -> u64 {
        let usual = if self.shape.area() > 81 { Self::MAX_LARGE_TRIES } else { Self::MAX_TRIES };
        self.max_tries.unwrap_or(usual)
    }

    /// Whether the number of tries is set.
    pub(crate) fn has_max_tries(&self) -> bool {
        self.max_tries.is_some()
    }

    /// The most puzzles whose solutions are morphs of each other, if limited.
    pub(crate) fn solution_limit(&self) -> Option<u64> {
        self.per_solution.or(self.method().map(|_| Self::PER_SOLUTION))
    }

    /// The method by which puzzles are rated, if they are.
    pub(super) fn method(&self) -> Option<Method> {
        let method = self.rating.as_ref().map(|(method, _)| *method);
        method.or((!self.steps.is_empty()).then_some(Method::SudokuExplainer { uniqueness: true }))
    }

    /// Whether a puzzle and its morphs count as one.
    pub(crate) fn distinguishes_classes(&self) -> bool {
        self.no_equivalents
    }

    /// The number of givens, from the fewest to the most.
    pub(super) fn given_range(&self) -> (usize, usize) {
        self.givens.as_ref().map_or((0, self.shape.area()), |range| (*range.start(), *range.end()))
    }

    /// Checks the criteria as far as possible without a search.
    ///
    /// # Errors
    /// If the criteria contradict each other, or are not supported for this shape or these rules.
    pub(crate) fn check(&self, rules: Option<&Rules>) -> Result<(), GenerateError> {
        let is_plain = rules.is_none_or(Rules::is_plain);
        let refuse = |criterion| Err(GenerateError::Unsupported { criterion, shape: self.shape });
        if self.method().is_some() && (self.shape != Shape::NINE || !is_plain) {
            return refuse("a rating");
        }
        let has_classes = self.shape.side() <= 9 && is_plain;
        if self.no_equivalents && !has_classes {
            return refuse("a choice without equivalents");
        }
        if self.per_solution.is_some() && !has_classes {
            return refuse("a limit per solution");
        }
        if let Some((_, range)) = &self.rating
            && (range.is_empty() || range.start().is_nan())
        {
            return Err(GenerateError::Empty("ratings"));
        }
        if !self.steps.is_empty() && !matches!(self.method(), Some(Method::SudokuExplainer { .. })) {
            return Err(GenerateError::StepsByOtherMethod);
        }
        self.check_givens(is_plain)
    }

    fn check_givens(&self, is_plain: bool) -> Result<(), GenerateError> {
        let shape = self.shape;
        let (low, high) = self.given_range();
        if low > high {
            return Err(GenerateError::Empty("numbers of givens"));
        }
        if low > shape.area() {
            return Err(GenerateError::TooMany { givens: low, shape });
        }
        let fewest = GeneratorOptions::fewest_under(shape, is_plain);
        if high < fewest {
            return Err(GenerateError::TooFew { givens: high, fewest, shape });
        }
        let pattern_givens = self.pattern.as_ref().map_or(0, |pattern| pattern.cells().count());
        let least = low.max(pattern_givens);
        if self.is_minimal && least > GeneratorOptions::most_minimal(shape) {
            return Err(GenerateError::TooManyMinimal { givens: least, shape });
        }
        let Some(pattern) = &self.pattern else { return Ok(()) };
        if self.symmetry != GivenSymmetry::None {
            return Err(GenerateError::PatternAndSymmetry);
        }
        if pattern.shape() != shape {
            return Err(GenerateError::OtherPattern { pattern: pattern.shape(), shape });
        }
        let givens = pattern.cells().count();
        if !(low..=high).contains(&givens) {
            return Err(GenerateError::PatternGivens { givens });
        }
        if givens < fewest {
            return Err(GenerateError::TooFew { givens, fewest, shape });
        }
        match pattern.exchangeable().filter(|_| is_plain) {
            Some((lines, [a, b])) => Err(GenerateError::Exchangeable { lines, first: a + 1, second: b + 1 }),
            None => Ok(()),
        }
    }
}

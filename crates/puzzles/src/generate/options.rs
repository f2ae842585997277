//! The puzzles to generate, and why that may be impossible.

use quadrille_base::error::{Error, ErrorKind};
use quadrille_grid::{Rules, Shape};
use std::fmt;

/// The number of givens of each puzzle, for [`GeneratorOptions`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Givens {
    /// Exactly this many.
    Count(usize),
    /// So few that none can be removed: the puzzle has several solutions if any of them is removed.
    ///
    /// On boards with more than 81 cells a test for uniqueness that takes more than 10,000 nodes counts as "not
    /// unique", so that a given may remain that could be removed. With variants this applies to smaller boards as
    /// well, from 100,000 nodes on.
    Minimal,
}

/// The options of a [`Generator`](super::Generator): the shape, the number of givens, and whether each puzzle has only
/// one solution.
///
/// ```
/// use quadrille::{Shape, generate::{Givens, GeneratorOptions}};
///
/// assert_eq!(GeneratorOptions::easy(Shape::NINE), Givens::Count(33));
/// let options = GeneratorOptions::unique(Shape::NINE, Givens::Count(30))?;
/// assert!(options.is_unique() && options.shape() == Shape::NINE && options.givens() == Givens::Count(30));
/// // Fewer givens are enough for one solution or more.
/// assert!(GeneratorOptions::fewest(Shape::NINE) == 17 && GeneratorOptions::solvable(Shape::NINE, 16).is_ok());
/// let error = GeneratorOptions::unique(Shape::NINE, Givens::Count(16)).unwrap_err();
/// assert_eq!(error.to_string(), "16 givens are too few: a 9×9 puzzle with one solution has at least 17");
/// # Ok::<(), quadrille::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct GeneratorOptions {
    shape: Shape,
    givens: Givens,
    unique: bool,
}

/// Why puzzles cannot be generated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum GenerateError {
    /// More givens than cells were requested.
    TooMany {
        /// The requested number of givens.
        givens: usize,
        /// The shape.
        shape: Shape,
    },
    /// Any puzzle with one solution has more givens.
    TooFew {
        /// The requested number of givens.
        givens: usize,
        /// The fewest that are not ruled out under the rules.
        fewest: usize,
        /// The shape.
        shape: Shape,
    },
    /// Any minimal puzzle has fewer givens.
    TooManyMinimal {
        /// The requested number of givens.
        givens: usize,
        /// The shape.
        shape: Shape,
    },
    /// No grid satisfies the rules.
    NoGrid {
        /// The shape.
        shape: Shape,
    },
    /// The search for a complete grid reached its limit.
    NotFound {
        /// The shape.
        shape: Shape,
        /// The limit.
        branches: u64,
    },
    /// No grid could be reduced to so few givens.
    Stuck {
        /// The requested number of givens.
        givens: usize,
        /// Grids tried for one puzzle.
        tries: u32,
    },
    /// A property that is not defined for boards of this shape, or under variants.
    Unsupported {
        /// The criterion.
        criterion: &'static str,
        /// The shape.
        shape: Shape,
    },
    /// An empty range of the named property.
    Empty(&'static str),
    /// Both a pattern and a symmetry were requested.
    PatternAndSymmetry,
    /// Steps are wanted, and ratings by another method than Sudoku Explainer.
    StepsByOtherMethod,
    /// A pattern for boards of another shape.
    OtherPattern {
        /// The shape of the pattern.
        pattern: Shape,
        /// The shape of the puzzles.
        shape: Shape,
    },
    /// The number of givens of a pattern is not in the wanted range.
    PatternGivens {
        /// The givens of the pattern.
        givens: usize,
    },
    /// A pattern has no given in two lines that could be exchanged.
    Exchangeable {
        /// `rows` or `columns`.
        lines: &'static str,
        /// The first line, from 1 on.
        first: usize,
        /// The second one.
        second: usize,
    },
}

impl fmt::Display for GenerateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            GenerateError::TooMany { givens, shape } => {
                write!(f, "{givens} givens are too many: a {shape} board has {} cells", shape.area())
            }
            GenerateError::TooFew { givens, fewest, shape } => write!(
                f,
                "{givens} givens are too few: a {shape} puzzle with one solution has at least {fewest}"
            ),
            GenerateError::TooManyMinimal { givens, shape } => write!(
                f,
                "{givens} givens are too many: a minimal {shape} puzzle has at most {}, because each given of a full row \
                 follows from the others",
                GeneratorOptions::most_minimal(shape)
            ),
            GenerateError::NoGrid { shape } => write!(f, "no {shape} grid satisfies the rules"),
            GenerateError::NotFound { shape, branches } => {
                write!(f, "found no {shape} grid that satisfies the rules in {branches} branches of search")
            }
            GenerateError::Stuck { givens, tries } => {
                write!(f, "none of {tries} grids could be reduced to {givens} givens; use more givens")
            }
            GenerateError::Unsupported { criterion: "a rating", .. } => {
                f.write_str("ratings need 9×9 boards without variants")
            }
            GenerateError::Unsupported { criterion, shape: Shape::NINE } => {
                write!(f, "{criterion} is not available under variants")
            }
            GenerateError::Unsupported { criterion, shape } => {
                write!(
                    f,
                    "{criterion} is not available on {shape}: only plain boards of 4×4, 6×6 and 9×9 are compared"
                )
            }
            GenerateError::Empty(what) => write!(f, "the range of {what} is empty"),
            GenerateError::PatternAndSymmetry => {
                write!(f, "a pattern says which cells are given: it cannot be combined with a symmetry")
            }
            GenerateError::StepsByOtherMethod => f.write_str("techniques and first steps need ratings by se"),
            GenerateError::OtherPattern { pattern, shape } => {
                write!(f, "the pattern is of {pattern}, the puzzles are of {shape}")
            }
            GenerateError::PatternGivens { givens } => {
                write!(f, "the pattern has {givens} givens, which is outside the wanted range")
            }
            GenerateError::Exchangeable { lines, first, second } => write!(
                f,
                "no puzzle with this pattern has one solution: {lines} {first} and {second} have no given, so they can be \
                 exchanged"
            ),
        }
    }
}

impl std::error::Error for GenerateError {}

impl From<GenerateError> for Error {
    fn from(error: GenerateError) -> Error {
        Error::of(ErrorKind::Config, error)
    }
}

impl GeneratorOptions {
    /// Puzzles with exactly one solution.
    ///
    /// # Errors
    /// If no such puzzles exist; see [`fewest`](Self::fewest).
    pub fn unique(shape: Shape, givens: Givens) -> Result<GeneratorOptions, Error> {
        GeneratorOptions::with_fewest(shape, givens, GeneratorOptions::fewest(shape))
    }

    /// Puzzles with exactly one solution under these rules: see [`Generator::rules`](super::Generator::rules). With variants, fewer givens may suffice, but all digits
    /// except one must be given.
    ///
    /// # Errors
    /// If no such puzzles exist.
    pub fn unique_under(rules: &Rules, givens: Givens) -> Result<GeneratorOptions, Error> {
        let shape = rules.shape();
        GeneratorOptions::with_fewest(shape, givens, GeneratorOptions::fewest_under(shape, rules.is_plain()))
    }

    fn with_fewest(shape: Shape, givens: Givens, fewest: usize) -> Result<GeneratorOptions, Error> {
        match givens {
            Givens::Count(givens) if givens < fewest => {
                Err(GenerateError::TooFew { givens, fewest, shape }.into())
            }
            _ => GeneratorOptions::checked(shape, givens, true),
        }
    }

    /// As [`fewest`](Self::fewest), for plain puzzles or variants.
    pub(super) fn fewest_under(shape: Shape, is_plain: bool) -> usize {
        if is_plain { GeneratorOptions::fewest(shape) } else { shape.side() - 1 }
    }

    /// An upper bound on the givens of a minimal puzzle, under all rules: each row has an empty cell.
    pub(super) fn most_minimal(shape: Shape) -> usize {
        shape.area() - shape.side()
    }

    /// Puzzles with this number of givens and at least one solution.
    ///
    /// # Errors
    /// If `givens` is larger than the number of cells.
    pub fn solvable(shape: Shape, givens: usize) -> Result<GeneratorOptions, Error> {
        GeneratorOptions::checked(shape, Givens::Count(givens), false)
    }

    fn checked(shape: Shape, givens: Givens, unique: bool) -> Result<GeneratorOptions, Error> {
        match givens {
            Givens::Count(givens) if givens > shape.area() => {
                Err(GenerateError::TooMany { givens, shape }.into())
            }
            _ => Ok(GeneratorOptions { shape, givens, unique }),
        }
    }

    /// A number of givens with which puzzles are easy: few need a guess.
    pub fn easy(shape: Shape) -> Givens {
        Givens::Count([7, 16, 33, 70, 136, 360][shape.index()])
    }

    /// A lower bound on the givens of a puzzle with exactly one solution.
    ///
    /// It is exact up to 9×9 (4, 8 and 17). The exact number is not known for larger boards; there the bound is the
    /// side less 1, because two digits that are not given can be exchanged.
    pub fn fewest(shape: Shape) -> usize {
        match shape.side() {
            4 => 4,
            6 => 8,
            9 => 17,
            side => side - 1,
        }
    }

    /// The shape of the puzzles.
    pub fn shape(self) -> Shape {
        self.shape
    }

    /// The number of givens.
    pub fn givens(self) -> Givens {
        self.givens
    }

    /// Whether every puzzle has exactly one solution.
    pub fn is_unique(self) -> bool {
        self.unique
    }
}

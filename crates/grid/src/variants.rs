//! The variants, which add rules to standard sudoku, and the regions of a jigsaw.

use super::Shape;
use quadrille_base::error::{Error, ErrorKind};
use std::{fmt, str::FromStr};

/// A rule in addition to, or in place of, the rules of standard sudoku. [`Variants`] are a set of them, with an example.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Variant {
    /// Both diagonals hold each digit once.
    X,
    /// Four additional 3×3 houses, whose first cells are in rows and columns 2 and 6 (from 1); 9×9 only.
    Windoku,
    /// Regions of any shape in place of the boxes.
    Jigsaw,
    /// Cells a knight's move apart hold different digits.
    AntiKnight,
    /// Cells at the same position within their boxes hold different digits.
    DisjointGroups,
}

impl Variant {
    /// Every variant.
    pub const ALL: &[Variant] =
        &[Variant::X, Variant::Windoku, Variant::Jigsaw, Variant::AntiKnight, Variant::DisjointGroups];

    /// The name: `x`, `windoku`, `jigsaw`, `anti-knight` or `disjoint-groups`.
    pub const fn name(self) -> &'static str {
        match self {
            Variant::X => "x",
            Variant::Windoku => "windoku",
            Variant::Jigsaw => "jigsaw",
            Variant::AntiKnight => "anti-knight",
            Variant::DisjointGroups => "disjoint-groups",
        }
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Variant {
    type Err = Error;

    fn from_str(name: &str) -> Result<Variant, Error> {
        Variant::ALL.iter().copied().find(|v| v.name() == name).ok_or_else(|| {
            let names = "x, windoku, jigsaw, anti-knight, disjoint-groups";
            Error::new(ErrorKind::Malformed, format!("unknown variant {name:?}: expected one of {names}"))
        })
    }
}

/// A set of variants, and the regions of a jigsaw. The empty set (the default) is standard sudoku.
///
/// ```
/// use quadrille::{Shape, grid::{Regions, Rules, Variant, Variants}};
///
/// let both = Variants::from(Variant::X).with(Variant::AntiKnight);
/// assert!(both.has(Variant::X) && !both.has(Variant::Windoku));
/// let rules = Rules::new(Shape::NINE, &both)?;
/// assert_eq!((rules.houses().len(), Variant::AntiKnight.name()), (27 + 2, "anti-knight"));
///
/// let regions = Regions::new(Shape::from_side(4).unwrap(), b"AAABCADBCDDBCCDB")?;
/// let jigsaw = Variants::default().with_regions(regions.clone());
/// assert_eq!(jigsaw.regions(), Some(&regions));
/// assert!(!jigsaw.is_plain() && !jigsaw.wants_regions() && jigsaw.check().is_ok());
/// let error = jigsaw.fit(Shape::NINE).unwrap_err();
/// assert_eq!(error.to_string(), "the regions are for 4×4 boards, not 9×9");
/// # Ok::<(), quadrille::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Variants {
    /// One bit for each variant, by its discriminant.
    set: u8,
    regions: Option<Regions>,
}

/// Why [`Variants`] cannot be combined, or do not fit a board. It is the [reason](Error::reason) of an [`Error`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum RulesError {
    /// Windoku on a board other than 9×9.
    Windoku(Shape),
    /// The regions are for another shape.
    Regions {
        /// The shape of the regions.
        regions: Shape,
        /// The shape of the board.
        board: Shape,
    },
    /// Disjoint groups in a jigsaw. Groups are defined by boxes, and a jigsaw does not have boxes.
    NoBoxes,
    /// A jigsaw without regions, for a puzzle that does not bring its own.
    MissingRegions,
    /// The rules are for another shape.
    OtherShape {
        /// The shape of the rules.
        rules: Shape,
        /// The shape of the board.
        board: Shape,
    },
}

impl fmt::Display for RulesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RulesError::Windoku(shape) => write!(f, "windoku is for 9×9 boards, not {shape}"),
            RulesError::Regions { regions, board } => {
                write!(f, "the regions are for {regions} boards, not {board}")
            }
            RulesError::NoBoxes => f.write_str("disjoint-groups needs boxes, and a jigsaw has none"),
            RulesError::MissingRegions => f.write_str("a jigsaw needs its regions"),
            RulesError::OtherShape { rules, board } => {
                write!(f, "the rules are for {rules} boards, not {board}")
            }
        }
    }
}

impl std::error::Error for RulesError {}

impl From<RulesError> for Error {
    fn from(error: RulesError) -> Error {
        Error::of(ErrorKind::Config, error)
    }
}

impl Variants {
    /// Adds a variant.
    pub fn with(mut self, variant: Variant) -> Variants {
        self.set |= 1 << variant as u8;
        self
    }

    /// Adds a jigsaw with these regions, which hold for all puzzles.
    pub fn with_regions(self, regions: Regions) -> Variants {
        Variants { regions: Some(regions), ..self.with(Variant::Jigsaw) }
    }

    /// Whether the set contains a variant.
    pub fn has(&self, variant: Variant) -> bool {
        self.set >> variant as u8 & 1 != 0
    }

    /// Whether the set is empty: standard sudoku.
    pub fn is_plain(&self) -> bool {
        self.set == 0
    }

    /// The regions of all puzzles, if they were set.
    pub fn regions(&self) -> Option<&Regions> {
        self.regions.as_ref()
    }

    /// Whether it is a jigsaw without regions: each record of a file must have its own.
    pub fn wants_regions(&self) -> bool {
        self.has(Variant::Jigsaw) && self.regions.is_none()
    }

    /// Checks that the variants [fit](Self::fit) a shape, the one of the regions if there are any, and that a jigsaw has its regions.
    ///
    /// # Errors
    /// If they do not.
    pub fn check(&self) -> Result<(), RulesError> {
        if self.wants_regions() {
            return Err(RulesError::MissingRegions);
        }
        self.fit(self.regions.as_ref().map_or(Shape::NINE, Regions::shape))
    }

    /// Checks that the variants can be combined and fit boards of this shape.
    ///
    /// # Errors
    /// If they do not: windoku on boards other than 9×9, regions for another shape, or disjoint groups in a jigsaw.
    pub fn fit(&self, shape: Shape) -> Result<(), RulesError> {
        if self.has(Variant::Windoku) && shape != Shape::NINE {
            return Err(RulesError::Windoku(shape));
        }
        if self.has(Variant::Jigsaw) && self.has(Variant::DisjointGroups) {
            return Err(RulesError::NoBoxes);
        }
        match &self.regions {
            Some(regions) if regions.shape != shape => {
                Err(RulesError::Regions { regions: regions.shape, board: shape })
            }
            _ => Ok(()),
        }
    }
}

impl From<Variant> for Variants {
    fn from(variant: Variant) -> Variants {
        Variants::default().with(variant)
    }
}

impl FromIterator<Variant> for Variants {
    fn from_iter<I: IntoIterator<Item = Variant>>(variants: I) -> Variants {
        variants.into_iter().fold(Variants::default(), Variants::with)
    }
}

/// The regions of a jigsaw: as many as the board has digits, each with as many cells.
///
/// A region need not be connected.
///
/// ```
/// use quadrille::{Shape, grid::Regions};
///
/// let shape = Shape::from_side(4).unwrap();
/// let regions = Regions::new(shape, b"AAABCAABCCDBCDDB").unwrap_err();
/// assert_eq!(regions.to_string(), "expected 4 cells in region 'A', found 5");
/// let regions = Regions::new(shape, b"AAABCADBCDDBCCDB").unwrap();
/// assert_eq!((regions.shape(), &regions.of_cells()[..4]), (shape, &[0, 0, 0, 1][..]));
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Regions {
    shape: Shape,
    cells: Box<[u8]>,
}

/// Why bytes are not regions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum RegionsError {
    /// The number of marks is not the number of cells.
    Cells {
        /// Marks found.
        found: usize,
        /// Cells of the board.
        wanted: usize,
    },
    /// A region is too small or too large.
    Size {
        /// The mark of the region.
        mark: u8,
        /// The first cell with this mark.
        first: usize,
        /// Cells with this mark.
        found: usize,
        /// Cells of a region.
        side: usize,
    },
}

impl fmt::Display for RegionsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            RegionsError::Cells { found, wanted } => {
                write!(f, "expected {wanted} regions of cells, found {found}")
            }
            RegionsError::Size { mark, found, side, .. } => {
                write!(f, "expected {side} cells in region {}, found {found}", Quoted(mark))
            }
        }
    }
}

impl std::error::Error for RegionsError {}

impl From<RegionsError> for Error {
    fn from(error: RegionsError) -> Error {
        Error::of(ErrorKind::Malformed, error)
    }
}

struct Quoted(u8);

impl fmt::Display for Quoted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            byte @ 0x21..=0x7E => write!(f, "'{}'", char::from(byte)),
            byte => write!(f, "{byte}"),
        }
    }
}

/// Appends the number of each cell's region. Regions are numbered from 0 in the order of their first cells.
///
/// # Errors
/// As [`Regions::new`]; `cells` is unchanged then.
pub fn number_regions(shape: Shape, marks: &[u8], cells: &mut Vec<u8>) -> Result<(), RegionsError> {
    if marks.len() != shape.area() {
        return Err(RegionsError::Cells { found: marks.len(), wanted: shape.area() });
    }
    let mut sizes = [0; 256];
    marks.iter().for_each(|&mark| sizes[usize::from(mark)] += 1);
    let wrong = |&(_, mark): &(usize, &u8)| sizes[usize::from(*mark)] != shape.side();
    if let Some((first, &mark)) = marks.iter().enumerate().find(wrong) {
        let found = sizes[usize::from(mark)];
        return Err(RegionsError::Size { mark, first, found, side: shape.side() });
    }
    // Each region has `side` cells, so there are `side` regions.
    let (mut numbers, mut next) = ([u8::MAX; 256], 0);
    cells.extend(marks.iter().map(|&mark| {
        let number = &mut numbers[usize::from(mark)];
        if *number == u8::MAX {
            *number = next;
            next += 1;
        }
        *number
    }));
    Ok(())
}

impl Regions {
    /// Makes regions from one byte for each cell, row by row: cells with the same byte form a region.
    ///
    /// # Errors
    /// If the number of bytes is not the number of cells, or a region does not have as many cells as the board has digits.
    pub fn new(shape: Shape, marks: impl AsRef<[u8]>) -> Result<Regions, Error> {
        Ok(Regions::of_marks(shape, marks.as_ref())?)
    }

    pub(super) fn of_marks(shape: Shape, marks: &[u8]) -> Result<Regions, RegionsError> {
        let mut cells = Vec::with_capacity(shape.area());
        number_regions(shape, marks, &mut cells)?;
        Ok(Regions { shape, cells: cells.into() })
    }

    /// The shape of the board.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The number of each cell's region, from 0.
    pub fn of_cells(&self) -> &[u8] {
        &self.cells
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_variant_is_found_by_its_name() {
        for &variant in Variant::ALL {
            assert_eq!(variant.to_string().parse::<Variant>().unwrap(), variant);
        }
        assert!("chess".parse::<Variant>().unwrap_err().to_string().contains("anti-knight"));
    }

    #[test]
    fn variants_that_do_not_fit_are_rejected() {
        let [four, six] = [4, 6].map(|side| Shape::from_side(side).unwrap());
        assert_eq!(Variants::from(Variant::Windoku).fit(four), Err(RulesError::Windoku(four)));
        assert_eq!(Variants::from(Variant::Windoku).fit(Shape::NINE), Ok(()));
        let regions = Regions::new(four, b"AAABCADBCDDBCCDB").unwrap();
        let jigsaw = Variants::default().with_regions(regions);
        assert_eq!(jigsaw.fit(four), Ok(()));
        assert_eq!(jigsaw.fit(six), Err(RulesError::Regions { regions: four, board: six }));
        assert_eq!(jigsaw.with(Variant::DisjointGroups).fit(four), Err(RulesError::NoBoxes));
    }

    #[test]
    fn regions_are_numbered_by_their_first_cells() {
        let four = Shape::from_side(4).unwrap();
        let regions = Regions::new(four, b"zzzaqzaaqqqamm mm").unwrap_err();
        assert_eq!(regions.reason(), Some(&RegionsError::Cells { found: 17, wanted: 16 }));
        let regions = Regions::new(four, b"zzzaqzaaqqqammmm").unwrap();
        assert_eq!(regions.of_cells(), [0, 0, 0, 1, 2, 0, 1, 1, 2, 2, 2, 1, 3, 3, 3, 3]);
    }
}

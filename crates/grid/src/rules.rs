//! The rules of a board as houses and exclusions. Every variant is translated to these.

use super::{Shape, Variant, Variants};
use quadrille_base::error::Error;
use std::fmt;

/// The rules for boards of one shape: houses, which hold each digit once, and exclusions, pairs of cells that must
/// hold different digits.
///
/// ```
/// use quadrille::{Shape, grid::{RuleKind, Rules, Variant, Variants}};
///
/// let rules = Rules::new(Shape::NINE, &Variants::from(Variant::X)).unwrap();
/// let diagonal = rules.houses().nth(27).unwrap();
/// assert_eq!(diagonal[..3], [0, 10, 20]);
/// assert_eq!(rules.house_kind(27), (RuleKind::Diagonal, 0));
/// assert!(rules.exclusions().is_empty());
/// assert_eq!((rules.shape(), rules.variants()), (Shape::NINE, &Variant::X.into()));
/// assert!(Rules::plain(Shape::NINE).is_plain() && !rules.is_plain());
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rules {
    shape: Shape,
    variants: Variants,
    /// Rows, columns, boxes or regions, then the houses of variants.
    houses: Vec<House>,
    exclusions: Vec<[u16; 2]>,
    /// The rule of each exclusion.
    exclusion_kinds: Vec<RuleKind>,
}

/// The kind of a house, or of a pair of cells that must differ. The example of [`Rules`] shows one: see [`Rules::house_kind`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum RuleKind {
    /// A row.
    Row,
    /// A column.
    Column,
    /// A box.
    Box,
    /// A region of a jigsaw.
    Region,
    /// A diagonal of [`Variant::X`].
    Diagonal,
    /// A window of [`Variant::Windoku`].
    Window,
    /// A group of [`Variant::DisjointGroups`].
    DisjointGroup,
    /// Two cells a knight's move apart.
    KnightsMove,
}

impl RuleKind {
    /// Whether it is a kind of [house](Rules::houses): see the example of [`Rules`].
    pub fn is_house(self) -> bool {
        match self {
            RuleKind::Row
            | RuleKind::Column
            | RuleKind::Box
            | RuleKind::Region
            | RuleKind::Diagonal
            | RuleKind::Window
            | RuleKind::DisjointGroup => true,
            RuleKind::KnightsMove => false,
        }
    }
}

/// Writes the name of a house, or how two cells are placed.
impl fmt::Display for RuleKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            RuleKind::Row => "row",
            RuleKind::Column => "column",
            RuleKind::Box => "box",
            RuleKind::Region => "region",
            RuleKind::Diagonal => "diagonal",
            RuleKind::Window => "window",
            RuleKind::DisjointGroup => "disjoint group",
            RuleKind::KnightsMove => "a knight's move apart",
        })
    }
}

/// As many cells as digits, which hold each digit once.
#[derive(Clone, PartialEq, Eq, Debug)]
struct House {
    kind: RuleKind,
    /// Its number among the houses of its kind, from 0.
    number: usize,
    cells: Box<[u16]>,
}

impl Rules {
    /// The rules of variants on boards of a shape.
    ///
    /// In a jigsaw without regions, where each record brings its own, the boxes take their place.
    ///
    /// # Errors
    /// As [`Variants::fit`].
    pub fn new(shape: Shape, variants: &Variants) -> Result<Rules, Error> {
        variants.fit(shape)?;
        let mut rules = Rules {
            shape,
            variants: variants.clone(),
            houses: Vec::new(),
            exclusions: Vec::new(),
            exclusion_kinds: Vec::new(),
        };
        rules.houses_by(RuleKind::Row, shape.side(), |cell| Some(shape.row_of(cell)));
        rules.houses_by(RuleKind::Column, shape.side(), |cell| Some(shape.column_of(cell)));
        let boxes = if variants.has(Variant::Jigsaw) { RuleKind::Region } else { RuleKind::Box };
        rules.houses_by(boxes, shape.side(), |cell| match variants.regions() {
            Some(regions) => Some(regions.of_cells()[cell].into()),
            None => Some(shape.box_of(cell)),
        });
        Variant::ALL.iter().copied().filter(|&v| variants.has(v)).for_each(|v| rules.add(v));
        rules.drop_implied();
        Ok(rules)
    }

    /// The rules of standard sudoku on boards of a shape.
    pub fn plain(shape: Shape) -> Rules {
        Rules::new(shape, &Variants::default()).expect("standard sudoku fits every shape")
    }

    fn add(&mut self, variant: Variant) {
        let shape = self.shape;
        let (last, place) = (shape.side() - 1, |cell| (shape.row_of(cell), shape.column_of(cell)));
        match variant {
            Variant::X => {
                self.houses_by(RuleKind::Diagonal, 1, |cell| {
                    (shape.row_of(cell) == shape.column_of(cell)).then_some(0)
                });
                self.houses_by(RuleKind::Diagonal, 1, |cell| {
                    (shape.row_of(cell) + shape.column_of(cell) == last).then_some(0)
                });
            }
            Variant::Windoku => self.houses_by(RuleKind::Window, 4, |cell| {
                let (row, col) = place(cell);
                (row % 4 != 0 && col % 4 != 0).then(|| row / 4 * 2 + col / 4)
            }),
            // The regions are there already, in place of the boxes.
            Variant::Jigsaw => {}
            Variant::AntiKnight => self.exclude(RuleKind::KnightsMove, &[(1, -2), (1, 2), (2, -1), (2, 1)]),
            Variant::DisjointGroups => self.houses_by(RuleKind::DisjointGroup, shape.side(), |cell| {
                let (row, col) = place(cell);
                Some(row % shape.box_rows() * shape.box_columns() + col % shape.box_columns())
            }),
        }
    }

    /// Adds `count` houses; `house` returns the number of the house that a cell is in.
    fn houses_by(&mut self, kind: RuleKind, count: usize, house: impl Fn(usize) -> Option<usize>) {
        let before = self.houses.iter().filter(|house| house.kind == kind).count();
        for number in 0..count {
            let cells = (0..self.shape.area()).filter(|&cell| house(cell) == Some(number));
            let cells: Box<[u16]> = cells.map(|cell| cell as u16).collect();
            debug_assert_eq!(cells.len(), self.shape.side());
            self.houses.push(House { kind, number: before + number, cells });
        }
    }

    /// Adds an exclusion for each pair of cells that are this many rows and columns apart.
    fn exclude(&mut self, kind: RuleKind, offsets: &[(usize, isize)]) {
        let shape = self.shape;
        for cell in 0..shape.area() {
            for &(down, right) in offsets {
                let row = shape.row_of(cell) + down;
                let col = shape.column_of(cell).checked_add_signed(right).filter(|&col| col < shape.side());
                if let Some(col) = col.filter(|_| row < shape.side()) {
                    self.exclusions.push([cell as u16, (row * shape.side() + col) as u16]);
                    self.exclusion_kinds.push(kind);
                }
            }
        }
    }

    /// Removes the exclusions that are implied by a house, regardless of the regions that a record contains.
    fn drop_implied(&mut self) {
        let wants_regions = self.variants.wants_regions();
        let is_fixed = |house: &&House| !wants_regions || house.kind != RuleKind::Region;
        let is_implied = |pair: &[u16; 2]| {
            let mut houses = self.houses.iter().filter(is_fixed);
            houses.any(|house| pair.iter().all(|cell| house.cells.binary_search(cell).is_ok()))
        };
        let pairs = self.exclusions.iter().zip(&self.exclusion_kinds).filter(|(pair, _)| !is_implied(pair));
        (self.exclusions, self.exclusion_kinds) = pairs.map(|(pair, kind)| (*pair, *kind)).unzip();
    }

    /// The shape of the boards.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The variants that these rules come from.
    pub fn variants(&self) -> &Variants {
        &self.variants
    }

    /// Whether these are the rules of standard sudoku.
    pub fn is_plain(&self) -> bool {
        self.variants.is_plain()
    }

    /// The houses, each with `side` cells in ascending order: first the rows, then the columns, then the boxes or
    /// regions, then the houses of variants.
    pub fn houses(&self) -> impl ExactSizeIterator<Item = &[u16]> {
        self.houses.iter().map(|house| &*house.cells)
    }

    /// The kind of a house, by its index in [`houses`](Self::houses), and its number among the houses of this kind, from 0.
    ///
    /// # Panics
    /// If there are not so many houses.
    pub fn house_kind(&self, index: usize) -> (RuleKind, usize) {
        let House { kind, number, .. } = self.houses[index];
        (kind, number)
    }

    /// Pairs of cells, the lower one first, that must hold different digits and have no house in common.
    pub fn exclusions(&self) -> &[[u16; 2]] {
        &self.exclusions
    }

    /// The rule of an exclusion, by its index in [`exclusions`](Self::exclusions): see the example of [`Rules`].
    ///
    /// # Panics
    /// If there are not so many exclusions.
    pub fn exclusion_kind(&self, index: usize) -> RuleKind {
        self.exclusion_kinds[index]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_house_has_side_cells_and_every_pair_is_ascending() {
        for shape in Shape::EACH {
            for &variant in Variant::ALL {
                let Ok(rules) = Rules::new(shape, &variant.into()) else {
                    assert_eq!(variant, Variant::Windoku);
                    continue;
                };
                assert!(rules.houses().all(|house| house.len() == shape.side() && house.is_sorted()));
                assert!(rules.exclusions().iter().all(|[a, b]| a < b && usize::from(*b) < shape.area()));
            }
        }
    }

    #[test]
    fn windows_and_knights_moves_are_right() {
        let rules = Rules::new(Shape::NINE, &Variant::Windoku.into()).unwrap();
        assert_eq!(rules.houses().nth(27).unwrap(), [10, 11, 12, 19, 20, 21, 28, 29, 30]);
        assert_eq!(rules.houses().nth(30).unwrap(), [50, 51, 52, 59, 60, 61, 68, 69, 70]);
        // There are 4·(n−1)(n−2) moves; 2·(h−1)(w−2) + 2·(h−2)(w−1) of them are within each box.
        for shape in Shape::EACH {
            let (n, h, w) = (shape.side(), shape.box_rows(), shape.box_columns());
            let rules = Rules::new(shape, &Variant::AntiKnight.into()).unwrap();
            let inside = n * 2 * ((h - 1) * (w - 2) + (h - 2) * (w - 1));
            assert_eq!(rules.exclusions().len(), 4 * (n - 1) * (n - 2) - inside);
            let own = Variants::from(Variant::AntiKnight).with(Variant::Jigsaw);
            assert_eq!(Rules::new(shape, &own).unwrap().exclusions().len(), 4 * (n - 1) * (n - 2));
        }
    }
}

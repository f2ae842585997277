//! The cells that are given or empty together.

use crate::generate::criteria::Criteria;
use quadrille_grid::Shape;

/// The units in which givens are added and removed: single cells, or cells that are equal under a symmetry.
pub(super) struct GivenUnits {
    units: Vec<Vec<u16>>,
    /// All units are given, and no other cell is.
    pub is_pattern: bool,
}

impl GivenUnits {
    pub(super) fn new(shape: Shape, criteria: &Criteria) -> GivenUnits {
        if let Some(pattern) = &criteria.pattern {
            let units = pattern.cells().map(|cell| vec![cell as u16]).collect();
            return GivenUnits { units, is_pattern: true };
        }
        let mut units = Vec::new();
        let mut seen = vec![false; shape.area()];
        for cell in 0..shape.area() {
            let mut unit = Vec::new();
            let mut next = cell;
            while !seen[next] {
                seen[next] = true;
                unit.push(next as u16);
                next = criteria.symmetry.image(shape, next);
            }
            units.extend(Some(unit).filter(|unit| !unit.is_empty()));
        }
        GivenUnits { units, is_pattern: false }
    }

    /// The number of units.
    pub(super) fn len(&self) -> usize {
        self.units.len()
    }

    /// The cells of a unit.
    pub(super) fn unit(&self, unit: usize) -> impl Iterator<Item = usize> + Clone + '_ {
        self.units[unit].iter().map(|&cell| usize::from(cell))
    }

    /// Whether the cells of a unit are given.
    pub(super) fn is_given(&self, unit: usize, board: &[u8]) -> bool {
        board[usize::from(self.units[unit][0])] != 0
    }
}

/// Whether no given of a puzzle with one solution can be removed.
pub(super) fn is_minimal(cells: &[u8], mut is_unique: impl FnMut(&[u8]) -> bool) -> bool {
    let mut rest = cells.to_vec();
    (0..cells.len()).filter(|&cell| cells[cell] > 0).all(|cell| {
        rest[cell] = 0;
        let is_needed = !is_unique(&rest);
        rest[cell] = cells[cell];
        is_needed
    })
}

//! Random puzzles whose givens are whole units: the start of a climb, and the only source for boards that are not climbed.

use super::given_units::GivenUnits;
use crate::generate::{GenerateError, given_cells::GivenCells, grids::Grids, unavoidable::Unavoidable};
use quadrille_base::random::Stream;
use quadrille_grid::{Rules, Shape};

/// Draws puzzles in buffers that it keeps.
pub(super) struct Draw {
    grids: Grids,
    grid: Vec<u8>,
    givens: GivenCells,
    /// `None` under variants.
    sets: Option<Unavoidable>,
    order: Vec<u16>,
}

impl Draw {
    pub(super) fn new(shape: Shape, rules: Option<&Rules>) -> Draw {
        Draw {
            grids: Grids::new(shape, rules),
            grid: vec![0; shape.area()],
            givens: GivenCells::new(shape, rules),
            sets: rules.is_none().then(|| Unavoidable::new(shape)),
            order: Vec::new(),
        }
    }

    /// The puzzle.
    pub(super) fn cells(&self) -> &[u8] {
        self.givens.cells()
    }

    /// Its solution.
    pub(super) fn grid(&self) -> &[u8] {
        &self.grid
    }

    /// Draws a puzzle with no unit that can be removed, unless there would be fewer than `fewest` givens. A puzzle of
    /// a pattern has its cells, and may have several solutions.
    ///
    /// # Errors
    /// If no complete grid satisfies the rules, or none was found.
    pub(super) fn draw(
        &mut self,
        stream: &mut Stream,
        given_units: &GivenUnits,
        fewest: usize,
        mut is_unique: impl FnMut(&[u8]) -> bool,
    ) -> Result<(), GenerateError> {
        self.grids.make(stream, &mut self.grid)?;
        self.givens.fill(&self.grid);
        if let Some(sets) = &mut self.sets {
            sets.collect(&self.grid);
        }
        if given_units.is_pattern {
            self.keep(given_units);
            return Ok(());
        }
        self.order.clear();
        self.order.extend(0..given_units.len() as u16);
        stream.shuffle(&mut self.order);
        for at in 0..self.order.len() {
            let unit = usize::from(self.order[at]);
            let left = self.givens.count() - given_units.unit(unit).count();
            if left >= fewest && !self.remove(given_units, unit, &mut is_unique) {
                given_units.unit(unit).for_each(|cell| self.restore(cell));
            }
        }
        Ok(())
    }

    /// Keeps only the givens of the pattern.
    fn keep(&mut self, given_units: &GivenUnits) {
        let mut is_kept = vec![false; self.grid.len()];
        (0..given_units.len()).flat_map(|unit| given_units.unit(unit)).for_each(|cell| is_kept[cell] = true);
        (0..self.grid.len()).filter(|cell| !is_kept[*cell]).for_each(|cell| self.givens.remove(cell));
    }

    /// Removes a unit; returns whether the puzzle still has one solution.
    fn remove(
        &mut self,
        given_units: &GivenUnits,
        unit: usize,
        is_unique: &mut impl FnMut(&[u8]) -> bool,
    ) -> bool {
        let (mut is_needed, mut is_implied) = (false, true);
        for cell in given_units.unit(unit) {
            is_needed |= self.sets.as_ref().is_some_and(|sets| sets.needs(cell));
            is_implied &= self.givens.implies(cell);
            self.givens.remove(cell);
            if let Some(sets) = &mut self.sets {
                sets.remove(cell);
            }
        }
        !is_needed && (is_implied || is_unique(self.givens.cells()))
    }

    fn restore(&mut self, cell: usize) {
        self.givens.restore(cell, self.grid[cell]);
        if let Some(sets) = &mut self.sets {
            sets.restore(cell);
        }
    }
}

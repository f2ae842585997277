//! The techniques word for word, with sets.

use quadrille_grid::Shape;
use std::collections::BTreeSet;

pub struct Reference {
    pub shape: Shape,
    pub cells: Vec<u8>,
    pub candidates: Vec<BTreeSet<u8>>,
}

/// The effect of a step: the name of its technique, the digit that it places, the cells that lose a digit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReferenceStep {
    pub technique: &'static str,
    pub digit: u8,
    pub cell: Option<usize>,
    pub cleared: Vec<usize>,
}

impl Reference {
    pub fn new(shape: Shape, givens: &[u8]) -> Reference {
        let all: BTreeSet<u8> = (1..=shape.side() as u8).collect();
        let mut reference =
            Reference { shape, cells: vec![0; shape.area()], candidates: vec![all; shape.area()] };
        for (cell, &digit) in givens.iter().enumerate().filter(|(_, digit)| **digit > 0) {
            reference.place(cell, digit);
        }
        reference
    }

    pub fn place(&mut self, cell: usize, digit: u8) {
        self.cells[cell] = digit;
        self.candidates[cell].clear();
        for house in self.houses().iter().flatten().filter(|house| house.contains(&cell)) {
            house.iter().for_each(|&other| {
                self.candidates[other].remove(&digit);
            });
        }
    }

    pub fn is_full(&self) -> bool {
        self.cells.iter().all(|&digit| digit > 0)
    }

    /// The boxes, rows and columns.
    pub fn houses(&self) -> [Vec<Vec<usize>>; 3] {
        let shape = self.shape;
        let of = |house: fn(Shape, usize) -> usize| {
            let cells = |number| (0..shape.area()).filter(|&cell| house(shape, cell) == number).collect();
            (0..shape.side()).map(cells).collect()
        };
        [of(|s, c| s.box_of(c)), of(|s, c| s.row_of(c)), of(|s, c| s.column_of(c))]
    }

    fn places(&self, house: &[usize], digit: u8) -> Vec<usize> {
        house.iter().copied().filter(|&cell| self.candidates[cell].contains(&digit)).collect()
    }

    /// Whether a digit is a single of a cell.
    pub fn places_digit(&self, cell: usize, digit: u8) -> bool {
        let houses = self.houses();
        let mut own = houses.iter().flatten().filter(|house| house.contains(&cell));
        self.candidates[cell].iter().eq([&digit]) || own.any(|house| self.places(house, digit) == [cell])
    }

    fn single(&self) -> Option<ReferenceStep> {
        let step =
            |technique, cell, digit| ReferenceStep { technique, digit, cell: Some(cell), cleared: vec![] };
        let naked = (0..self.cells.len()).find(|&cell| self.candidates[cell].len() == 1);
        if let Some(cell) = naked {
            return Some(step("naked single", cell, *self.candidates[cell].first().unwrap()));
        }
        for house in self.houses().iter().flatten() {
            for digit in 1..=self.shape.side() as u8 {
                if let [cell] = self.places(house, digit)[..] {
                    return Some(step("hidden single", cell, digit));
                }
            }
        }
        None
    }

    fn locked(&self) -> Option<ReferenceStep> {
        let [boxes, rows, columns] = self.houses();
        let lines = [rows, columns].concat();
        for (technique, from, into) in [("pointing", &boxes, &lines), ("claiming", &lines, &boxes)] {
            for digit in 1..=self.shape.side() as u8 {
                for house in from {
                    let places = self.places(house, digit);
                    for other in into.iter().filter(|_| !places.is_empty()) {
                        let mut cleared = self.places(other, digit);
                        cleared.retain(|cell| !house.contains(cell));
                        if places.iter().all(|cell| other.contains(cell)) && !cleared.is_empty() {
                            return Some(ReferenceStep { technique, digit, cell: None, cleared });
                        }
                    }
                }
            }
        }
        None
    }

    /// Makes the first step; with `locked`, by all techniques.
    pub fn step(&mut self, locked: bool) -> Option<ReferenceStep> {
        let step = self.single().or_else(|| if locked { self.locked() } else { None })?;
        match step.cell {
            Some(cell) => self.place(cell, step.digit),
            None => step.cleared.iter().for_each(|&cell| {
                self.candidates[cell].remove(&step.digit);
            }),
        }
        Some(step)
    }
}

/// Whether singles finish the puzzle once these digits are given.
pub fn singles_finish(shape: Shape, givens: &[u8]) -> bool {
    let mut reference = Reference::new(shape, givens);
    while reference.step(false).is_some() {}
    reference.is_full()
}

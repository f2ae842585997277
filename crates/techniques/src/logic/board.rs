//! A board of any shape with its candidates.

use super::{
    step::{Contradiction, Reason, Step},
    techniques::{House, HouseKind},
};
use quadrille_grid::Shape;

#[derive(Clone, Debug)]
pub(super) struct Board {
    pub shape: Shape,
    pub cells: Vec<u8>,
    /// The candidates of each cell, digit `d` as bit `d`; none once the cell has a digit.
    pub candidates: Vec<u32>,
}

impl Board {
    pub fn new(shape: Shape, givens: &[u8]) -> Board {
        let mut board =
            Board { shape, cells: vec![0; shape.area()], candidates: vec![all(shape); shape.area()] };
        for (cell, &digit) in givens.iter().enumerate().filter(|(_, digit)| **digit > 0) {
            board.place(cell, digit);
        }
        board
    }

    fn houses_of(&self, cell: usize) -> [House; 3] {
        [
            House { kind: HouseKind::Row, index: self.shape.row_of(cell) },
            House { kind: HouseKind::Column, index: self.shape.column_of(cell) },
            House { kind: HouseKind::Box, index: self.shape.box_of(cell) },
        ]
    }

    pub fn place(&mut self, cell: usize, digit: u8) {
        self.cells[cell] = digit;
        self.candidates[cell] = 0;
        for house in self.houses_of(cell) {
            for other in house.cells(self.shape) {
                self.candidates[other] &= !(1 << digit);
            }
        }
    }

    /// The digits of a house.
    fn digits(&self, house: House) -> u32 {
        house.cells(self.shape).fold(0, |digits, cell| digits | 1 << self.cells[cell]) & !1
    }

    /// Makes a step.
    pub fn apply(&mut self, step: &Step) {
        match step.cell() {
            Some(cell) => self.place(cell, step.digit()),
            None => {
                step.removed().iter().for_each(|&cell| self.candidates[cell] &= !(1 << step.digit()));
            }
        }
    }

    /// The places of a digit in a house.
    fn places(&self, house: House, digit: u8) -> impl Iterator<Item = usize> {
        house.cells(self.shape).filter(move |&cell| self.candidates[cell] >> digit & 1 == 1)
    }

    pub fn naked_single(&self) -> Option<Step> {
        let cell = self.candidates.iter().position(|candidates| candidates.is_power_of_two())?;
        Some(self.naked_at(cell))
    }

    /// The naked single of a cell with one candidate.
    fn naked_at(&self, cell: usize) -> Step {
        let digit = self.candidates[cell].trailing_zeros() as u8;
        let mut left = all(self.shape) & !(1 << digit);
        let mut taken = Vec::new();
        for house in self.houses_of(cell) {
            let new = self.digits(house) & left;
            if new != 0 {
                taken.push((house, new));
            }
            left &= !new;
        }
        Step::place(self.shape, cell, digit, Reason::NakedSingle { taken, locked: left })
    }

    /// The step of another board that places a digit, if it is also a step here, for the same reason.
    pub fn single_again(&self, step: &Step) -> Option<Step> {
        let (cell, digit) = (step.cell()?, step.digit());
        match *step.reason() {
            Reason::NakedSingle { .. } => (self.candidates[cell] == 1 << digit).then(|| self.naked_at(cell)),
            Reason::HiddenSingle { house } => self.places(house, digit).eq([cell]).then(|| step.clone()),
            Reason::Locked { .. } => None,
        }
    }

    pub fn hidden_single(&self) -> Option<Step> {
        House::all(self.shape).find_map(|house| {
            let (mut once, mut twice) = (0, 0);
            for cell in house.cells(self.shape) {
                twice |= once & self.candidates[cell];
                once |= self.candidates[cell];
            }
            let alone = once & !twice;
            let digit = (alone != 0).then(|| alone.trailing_zeros() as u8)?;
            let cell = self.places(house, digit).next()?;
            Some(Step::place(self.shape, cell, digit, Reason::HiddenSingle { house }))
        })
    }

    /// The first pointing, or else the first claiming.
    pub fn locked(&self) -> Option<Step> {
        let (shape, digits) = (self.shape, || 1..=self.shape.side() as u8);
        let pointing = |digit| {
            House::of(HouseKind::Box, shape)
                .find_map(|from| House::lines(shape).find_map(|into| self.locked_in(from, into, digit)))
        };
        let claiming = |digit| {
            House::lines(shape).find_map(|from| {
                House::of(HouseKind::Box, shape).find_map(|into| self.locked_in(from, into, digit))
            })
        };
        digits().find_map(pointing).or_else(|| digits().find_map(claiming))
    }

    /// The step that removes a digit from the rest of a house, if all its places in another house lie in this one.
    pub fn locked_in(&self, from: House, into: House, digit: u8) -> Option<Step> {
        self.places(from, digit).next()?;
        if !self.places(from, digit).all(|cell| into.contains(self.shape, cell)) {
            return None;
        }
        let removed = self.places(into, digit).filter(|&cell| !from.contains(self.shape, cell));
        let removed: Vec<usize> = removed.collect();
        (!removed.is_empty()).then(|| Step::remove(self.shape, digit, removed, [from, into]))
    }

    /// A cell without a candidate, or else a digit without a place.
    pub fn contradiction(&self) -> Option<Contradiction> {
        let is_stuck = |&cell: &usize| self.cells[cell] == 0 && self.candidates[cell] == 0;
        if let Some(cell) = (0..self.cells.len()).find(is_stuck) {
            return Some(Contradiction::NoDigit { cell });
        }
        House::all(self.shape).find_map(|house| {
            let left = house.cells(self.shape).fold(0, |left, cell| left | self.candidates[cell]);
            let missing = all(self.shape) & !(left | self.digits(house));
            let digit = missing.trailing_zeros() as u8;
            (missing != 0).then_some(Contradiction::NoPlace { house, digit })
        })
    }
}

/// The digits of a board as bits.
fn all(shape: Shape) -> u32 {
    (2u32 << shape.side()) - 2
}

/// Two equal givens in a house.
pub(super) fn clash(shape: Shape, givens: &[u8]) -> Option<Contradiction> {
    House::all(shape).find_map(|house| {
        let (mut once, mut twice) = (0u32, 0u32);
        for cell in house.cells(shape) {
            let digit = 1 << givens[cell] & !1;
            twice |= once & digit;
            once |= digit;
        }
        let digit = twice.trailing_zeros() as u8;
        (twice != 0).then_some(Contradiction::Twice { house, digit })
    })
}

//! The candidates of a 9×9 board, by cell, by digit and by house.

use crate::nine_board::NineBoard;

use super::{
    houses::{HOUSES, HOUSES_OF, PEERS, cells, members, only},
    step::{Removals, Step},
};

/// The candidates of a board. Digits are numbered from 0.
///
/// ```
/// use quadrille::{Puzzle, techniques::{Explainer, Position}};
///
/// let puzzle: Puzzle =
///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let givens = puzzle.givens().try_into()?;
/// let mut position = Position::new(givens);
/// position.place(40, 4);
/// let mut explainer = Explainer::new(true);
/// while let Some(step) = explainer.next(&position) {
///     position.make(&step);
/// }
/// assert!(position.is_full());
///
/// // The same puzzle without the candidate 1 in r1c3.
/// let mut candidates = [0b111111111; 81];
/// candidates[2] ^= 1;
/// let position = Position::with_candidates(givens, &candidates);
/// assert_eq!(explainer.rate_from(position).er, 12);
/// assert_eq!(position.digits_of_cells(givens)[..3], [0b10000, 0b100, 0b1010]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Position {
    /// The candidates of each cell; none once it has a digit.
    pub(super) candidates: [u16; 81],
    /// The cells with this candidate, for each digit.
    pub(super) cells: [u128; 9],
    /// The places of each digit in each house.
    pub(super) places: [[u16; 9]; 27],
    /// The cells without a digit.
    pub(super) open: u128,
    /// In how many cells each digit has been placed.
    pub(super) placed: [u8; 9],
}

impl Position {
    /// A board with these givens, 0 for an empty cell.
    pub fn new(givens: &[u8; 81]) -> Position {
        let mut position =
            Position { candidates: [0; 81], cells: [0; 9], places: [[0; 9]; 27], open: 0, placed: [0; 9] };
        let mut seen = [0u128; 9];
        for (cell, &digit) in givens.iter().enumerate() {
            if digit == 0 {
                position.open |= 1 << cell;
            } else {
                seen[usize::from(digit) - 1] |= PEERS[cell];
                position.placed[usize::from(digit) - 1] += 1;
            }
        }
        let open = position.open;
        seen.into_iter().enumerate().for_each(|(digit, seen)| position.set_places(digit, open & !seen));
        position
    }

    /// The board with the candidates of another kind of board.
    pub(super) fn of(board: &NineBoard) -> Position {
        let cells =
            |bands: [u32; 3]| u128::from(bands[0]) | u128::from(bands[1]) << 27 | u128::from(bands[2]) << 54;
        let open = cells(board.open);
        let mut position =
            Position { candidates: [0; 81], cells: [0; 9], places: [[0; 9]; 27], open, placed: [0; 9] };
        for digit in 0..9 {
            let places = cells(board.of(digit));
            position.placed[digit] = (places & !open).count_ones() as u8;
            position.set_places(digit, places & open);
        }
        position
    }

    /// Adds the places of a digit that has none.
    #[inline(always)]
    fn set_places(&mut self, digit: usize, places: u128) {
        self.cells[digit] = places;
        for cell in cells(places) {
            self.candidates[cell] |= 1 << digit;
            for (house, place) in HOUSES_OF[cell] {
                self.places[house as usize][digit] |= 1 << place;
            }
        }
    }

    /// A board with these givens and no candidates other than these, digit 1 as the lowest bit. A cell without a given stays open even if it
    /// has one candidate.
    pub fn with_candidates(givens: &[u8; 81], candidates: &[u16; 81]) -> Position {
        let mut position = Position::new(givens);
        for (cell, allowed) in candidates.iter().enumerate() {
            members(position.candidates[cell] & !allowed).for_each(|digit| position.remove(cell, digit));
        }
        position
    }

    /// The digits of a record with candidates, digit 1 as the lowest bit, 0 for an empty cell. A cell whose only candidate no cell that sees
    /// it has is filled, because drawings of candidates do not tell it from a cell with a digit.
    pub(super) fn filled(digits: &[u8; 81], candidates: &[u32; 81]) -> [u8; 81] {
        let mut filled = *digits;
        for (cell, &only) in candidates.iter().enumerate().filter(|(_, digits)| digits.is_power_of_two()) {
            if cells(PEERS[cell]).all(|peer| candidates[peer] & only == 0) {
                filled[cell] = only.trailing_zeros() as u8 + 1;
            }
        }
        filled
    }

    /// Places the digits of cells that have one candidate. Returns whether there were any.
    pub(super) fn place_naked(&mut self) -> bool {
        let mut found = false;
        for cell in 0..81 {
            if let Some(digit) = only(self.candidates[cell]) {
                self.place(cell, digit);
                found = true;
            }
        }
        found
    }

    /// Places all digits that have one place left in some of the houses, until none is left.
    pub(super) fn fill(&mut self, is_searched: impl Fn(&Position, usize) -> bool) {
        loop {
            let before = self.open;
            for (house, places) in HOUSES.iter().enumerate() {
                let singles = (0..9).filter(|&digit| self.places[house][digit].is_power_of_two());
                let singles = singles.fold(0, |set: u16, digit| set | 1 << digit);
                if singles == 0 || !is_searched(self, house) {
                    continue;
                }
                for digit in members(singles) {
                    // Another digit may have taken the place, if the board has no solution.
                    if let Some(place) = only(self.places[house][digit]) {
                        self.place(places[place].into(), digit);
                    }
                }
            }
            if self.open == before {
                return;
            }
        }
    }

    /// The digits that each cell may have, digit 1 as the lowest bit; cells that are not open have their digit in `digits`.
    pub fn digits_of_cells(&self, digits: &[u8; 81]) -> [u32; 81] {
        std::array::from_fn(|cell| match digits[cell] {
            0 => self.candidates[cell].into(),
            digit => 1 << (digit - 1),
        })
    }

    /// Whether a cell has neither a digit nor a candidate.
    pub(super) fn has_empty_cell(&self) -> bool {
        self.open & !self.cells.iter().fold(0, |all, cells| all | cells) != 0
    }

    /// Whether every cell has a digit.
    pub fn is_full(&self) -> bool {
        self.open == 0
    }

    /// Removes a candidate that a cell has.
    #[inline(always)]
    pub(super) fn remove(&mut self, cell: usize, digit: usize) {
        self.candidates[cell] &= !(1 << digit);
        self.cells[digit] &= !(1 << cell);
        for (house, place) in HOUSES_OF[cell] {
            self.places[house as usize][digit] &= !(1 << place);
        }
    }

    /// Places a digit, and removes it from the cells that see this one.
    pub fn place(&mut self, cell: usize, digit: usize) {
        members(self.candidates[cell]).for_each(|other| self.remove(cell, other));
        cells(PEERS[cell] & self.cells[digit]).for_each(|peer| self.remove(peer, digit));
        self.open &= !(1 << cell);
        self.placed[digit] += 1;
    }

    /// Makes a step.
    pub fn make(&mut self, step: &Step) {
        for (digit, &set) in step.removed.0.iter().enumerate() {
            cells(set & self.cells[digit]).for_each(|cell| self.remove(cell, digit));
        }
        if let Some((cell, digit)) = step.placed {
            self.place(cell.into(), digit.into());
        }
    }

    /// The cells with two candidates, and the cells with three.
    pub(super) fn small_cells(&self) -> [u128; 2] {
        let (mut one, mut two, mut three, mut four) = (0, 0, 0, 0);
        for cells in self.cells {
            four |= three & cells;
            three |= two & cells;
            two |= one & cells;
            one |= cells;
        }
        [two & !three, three & !four]
    }

    /// The number of open cells in a set.
    #[inline(always)]
    pub(super) fn open_in(&self, set: u128) -> usize {
        (self.open & set).count_ones() as usize
    }

    /// The candidates of a cell among `digits`, as removals.
    pub(super) fn removals(&self, cell: usize, digits: u16, removed: &mut Removals) {
        members(self.candidates[cell] & digits).for_each(|digit| removed.0[digit] |= 1 << cell);
    }
}

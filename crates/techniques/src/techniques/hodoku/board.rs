//! A board as HoDoKu sees it: candidates, digits, givens, and the singles in the order in which they arose.

use crate::techniques::{
    houses::{BOX, CELLS_OF, COLUMN, HOUSES, HOUSES_OF, PEERS, ROW, cells, members, only, shared_houses},
    position::Position,
    step::{Step, Technique},
};

/// A cell and its digit, from 0.
pub(super) type Placement = (u8, u8);

/// A board: its candidates, its digits, and which of them are givens. See [`Hodoku`](super::Hodoku).
#[derive(Clone, Debug)]
pub struct Board {
    pub(super) position: Position,
    /// The digits from 1, 0 for an empty cell.
    pub(super) digits: [u8; 81],
    /// The cells whose digits are givens, cell 0 as the lowest bit.
    pub(super) givens: u128,
    /// The cells that came to have one candidate, in this order.
    pub(super) naked: Vec<Placement>,
    /// The digits that came to have one place in a house, in this order.
    pub(super) hidden: Vec<Placement>,
}

impl Board {
    /// A board with these givens, 0 for an empty cell.
    pub fn new(givens: &[u8; 81]) -> Board {
        let position = Position::new(&[0; 81]);
        let (naked, hidden) = (Vec::new(), Vec::new());
        let mut board = Board { position, digits: [0; 81], givens: 0, naked, hidden };
        for (cell, &digit) in givens.iter().enumerate().filter(|(_, digit)| **digit != 0) {
            board.place(cell, usize::from(digit) - 1);
            board.givens |= 1 << cell;
        }
        board
    }

    /// A board with these digits, of which the ones in `givens` are givens (cell 0 as the lowest bit), and no candidates other than these
    /// (digit 1 as the lowest bit). See [`find_all`](super::find_all).
    pub fn with_candidates(digits: &[u8; 81], givens: u128, candidates: &[u16; 81]) -> Board {
        let mut board = Board::new(digits);
        board.givens &= givens;
        for (cell, allowed) in candidates.iter().enumerate() {
            members(board.position.candidates[cell] & !allowed).for_each(|digit| board.remove(cell, digit));
        }
        board
    }

    /// The candidates.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The digits, 0 for an empty cell.
    pub fn digits(&self) -> &[u8; 81] {
        &self.digits
    }

    /// Whether every cell has a digit.
    pub fn is_full(&self) -> bool {
        self.position.is_full()
    }

    /// Makes a step.
    pub fn make(&mut self, step: &Step) {
        if let Some((cell, digit)) = step.placed {
            self.place(cell.into(), digit.into());
        }
        let mut removed: Vec<(usize, usize)> = step.removed.candidates().collect();
        if !is_by_digits(step.technique) {
            let first = first_cleared(step);
            removed.sort_unstable_by_key(|&(cell, digit)| (first >> cell & 1 == 0, cell, digit));
        }
        removed.into_iter().for_each(|(cell, digit)| self.remove(cell, digit));
    }

    /// Removes a candidate, if the cell has it.
    pub(super) fn remove(&mut self, cell: usize, digit: usize) {
        if self.position.candidates[cell] >> digit & 1 == 0 {
            return;
        }
        self.position.remove(cell, digit);
        self.note_hidden(cell, digit);
        if let Some(left) = only(self.position.candidates[cell]) {
            self.naked.push((cell as u8, left as u8));
        }
    }

    /// Places a digit from 0. The order in which the candidates go is the order in which singles are found.
    pub(super) fn place(&mut self, cell: usize, digit: usize) {
        self.digits[cell] = digit as u8 + 1;
        cells(PEERS[cell] & self.position.cells[digit]).for_each(|peer| self.remove(peer, digit));
        for other in members(self.position.candidates[cell]) {
            self.position.remove(cell, other);
            if other != digit {
                self.note_hidden(cell, other);
            }
        }
        self.position.place(cell, digit);
        let digits = self.digits;
        let is_open = |&(cell, _): &Placement| digits[usize::from(cell)] == 0;
        self.naked.retain(is_open);
        self.hidden.retain(is_open);
    }

    /// Notes the houses of a cell in which a digit has one place left after it was removed from the cell.
    fn note_hidden(&mut self, cell: usize, digit: usize) {
        for kind in [ROW, COLUMN, BOX] {
            let house = usize::from(HOUSES_OF[cell][kind].0);
            if let Some(place) = only(self.position.places[house][digit]) {
                self.hidden.push((HOUSES[house][place], digit as u8));
            }
        }
    }
}

/// Whether a step removes candidates by digits and then by cells, and not by cells and then by digits.
fn is_by_digits(technique: Technique) -> bool {
    use Technique::*;
    matches!(
        technique,
        RemotePair
            | XChain
            | XyChain
            | ContinuousNiceLoop
            | DiscontinuousNiceLoop
            | Aic
            | GroupedContinuousNiceLoop
            | GroupedDiscontinuousNiceLoop
            | GroupedAic
            | AlsXz
            | AlsXyWing
            | AlsXyChain
    )
}

/// The cells that a step in a line and a box clears first: the line of a locked pair or triplet, the box of a Sue de Coq.
fn first_cleared(step: &Step) -> u128 {
    let covers = |&(line, in_box): &(usize, usize)| step.cells & !(CELLS_OF[line] | CELLS_OF[in_box]) == 0;
    let mut both = (9..27).flat_map(|line| (0..9).map(move |in_box| (line, in_box)));
    match step.technique {
        Technique::LockedPair | Technique::LockedTriplet => {
            let line = shared_houses(step.cells).find(|&house| house >= 9);
            line.map_or(0, |line| CELLS_OF[line])
        }
        Technique::SueDeCoq => both.find(covers).map_or(0, |(_, in_box)| CELLS_OF[in_box]),
        _ => 0,
    }
}

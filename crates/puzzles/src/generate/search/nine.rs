//! All solutions of a 9×9 board, up to a limit: for the tests for uniqueness of a climb, and for its exchanges.
//!
//! The engine of the lanes needs many boards at a time and returns one solution of each. Here one board has many
//! solutions, and all are wanted.
//!
//! Naked and hidden singles are placed until none is left. Then the search branches on a cell with two candidates, or
//! else with the fewest.

use quadrille_techniques::nine_board::{ALL, Digits, LANES, NineBoard, PEERS};

/// The cells of the first row, column and box of a band.
const ROW: u32 = 0x1ff;
const COLUMN: u32 = 1 | 1 << 9 | 1 << 18;
const BOX: u32 = 7 | 7 << 9 | 7 << 18;

/// Finds the solutions of 9×9 boards. Keeps its memory.
pub(super) struct NineSolutions {
    stack: Vec<NineBoard>,
    /// The solutions as they were found, and as cells. Most searches only need their number.
    full: Vec<NineBoard>,
    found: Vec<[u8; 81]>,
}

impl NineSolutions {
    pub(super) fn new() -> NineSolutions {
        NineSolutions { stack: Vec::new(), full: Vec::new(), found: Vec::new() }
    }

    /// Whether the board has exactly one solution.
    pub(super) fn is_unique(&mut self, givens: &[u8]) -> bool {
        self.count(givens, 2) == 1
    }

    /// The solutions of a board, at most `limit`.
    pub(super) fn find(&mut self, givens: &[u8], limit: usize) -> &[[u8; 81]] {
        self.count(givens, limit);
        self.cells()
    }

    /// All solutions of a board; `None` if there are more than `most`.
    pub(super) fn find_all(&mut self, givens: &[u8], most: usize) -> Option<&[[u8; 81]]> {
        (self.count(givens, most + 1) <= most).then(|| self.cells())
    }

    /// The cells of the solutions.
    fn cells(&mut self) -> &[[u8; 81]] {
        self.found.clear();
        self.found.extend(self.full.iter().map(NineBoard::cells));
        &self.found
    }

    /// The number of solutions of a board, at most `limit`.
    pub(super) fn count(&mut self, givens: &[u8], limit: usize) -> usize {
        self.full.clear();
        self.stack.clear();
        self.stack.extend(start(givens));
        while let Some(board) = self.stack.last_mut() {
            if !propagate(board) {
                self.stack.pop();
            } else if board.is_full() {
                self.full.extend(self.stack.pop());
                if self.full.len() == limit {
                    break;
                }
            } else {
                let (band, bit) = fewest(board);
                self.branch(band, bit);
            }
        }
        self.full.len()
    }

    /// Replaces the last board by one for each candidate of a cell. The lowest digit is tried first, so it comes last.
    fn branch(&mut self, band: usize, bit: usize) {
        let (at, cell) = (self.stack.len() - 1, 27 * band + bit);
        let places = self.stack[at].places[band];
        let mut digits = (0..9).rev().filter(|&digit| places[digit] >> bit & 1 != 0);
        let highest = digits.next().expect("an open cell has a candidate");
        for digit in digits {
            self.stack.extend_from_within(at..=at);
            self.stack.last_mut().expect("a board was added").place(cell, digit as u8 + 1);
        }
        self.stack[at].place(cell, highest as u8 + 1);
    }
}

/// The board with its givens; `None` if two of them are the same digit in one house.
fn start(givens: &[u8]) -> Option<NineBoard> {
    let mut board = NineBoard { places: [[ALL; LANES]; 3], open: [ALL; 3] };
    for (cell, &digit) in givens.iter().enumerate().filter(|(_, digit)| **digit > 0) {
        if board.places[cell / 27][usize::from(digit) - 1] >> (cell % 27) & 1 == 0 {
            return None;
        }
        board.place(cell, digit);
    }
    Some(board)
}

/// Places all naked and hidden singles; returns `false` on a contradiction.
fn propagate(board: &mut NineBoard) -> bool {
    loop {
        let before = board.open;
        if !fill_naked(board) {
            return false;
        }
        if board.is_full() {
            return true;
        }
        // Hidden singles take longer to find.
        if board.open != before {
            continue;
        }
        if !fill_hidden(board) {
            return false;
        }
        if board.open == before {
            return true;
        }
    }
}

fn fill_naked(board: &mut NineBoard) -> bool {
    for band in 0..3 {
        let [once, twice, _] = board.counted(band);
        if once != ALL {
            return false;
        }
        let mut singles = once & !twice & board.open[band];
        while singles != 0 {
            let bit = singles.trailing_zeros() as usize;
            singles &= singles - 1;
            let Some(digit) = (0..9).find(|&digit| board.places[band][digit] >> bit & 1 != 0) else {
                return false;
            };
            // The only candidate of its cell.
            board.remove(digit, PEERS[27 * band + bit]);
            board.open[band] &= !(1 << bit);
        }
    }
    true
}

fn fill_hidden(board: &mut NineBoard) -> bool {
    let Some(singles) = hidden(&board.places) else { return false };
    for (band, singles) in singles.iter().enumerate() {
        for (digit, &singles) in singles.iter().enumerate().take(9) {
            let mut singles = singles & board.open[band];
            while singles != 0 {
                let bit = singles.trailing_zeros() as usize;
                singles &= singles - 1;
                if board.places[band][digit] >> bit & 1 == 0 || board.open[band] >> bit & 1 == 0 {
                    return false;
                }
                board.place(27 * band + bit, digit as u8 + 1);
            }
        }
    }
    true
}

/// The places of each digit that are the only ones of a house; `None` if a house has no place.
///
/// Without branches, so that a vector takes four digits or more.
#[inline(always)]
fn hidden(places: &[Digits; 3]) -> Option<[Digits; 3]> {
    let (mut once, mut twice, mut has_none) = ([0; LANES], [0; LANES], [0; LANES]);
    let mut singles = [[0; LANES]; 3];
    for (places, singles) in places.iter().zip(&mut singles) {
        for line in 0..3 {
            let (row, square) = (ROW << (9 * line), BOX << (3 * line));
            for digit in 0..LANES {
                let cells = places[digit] & row;
                twice[digit] |= once[digit] & (cells >> (9 * line));
                once[digit] |= cells >> (9 * line);
                for cells in [cells, places[digit] & square] {
                    has_none[digit] |= u32::from(cells == 0);
                    let is_single = u32::from(cells & cells.wrapping_sub(1) == 0);
                    singles[digit] |= cells & is_single.wrapping_neg();
                }
            }
        }
    }
    for (places, singles) in places.iter().zip(&mut singles) {
        for digit in 0..LANES {
            singles[digit] |= places[digit] & ((once[digit] & !twice[digit]) * COLUMN);
        }
    }
    let is_valid = (0..9).all(|digit| once[digit] == ROW && has_none[digit] == 0);
    is_valid.then_some(singles)
}

/// The open cell with the fewest candidates, as band and bit.
fn fewest(board: &NineBoard) -> (usize, usize) {
    let mut best = (10, (0, 0));
    for band in 0..3 {
        let [_, twice, thrice] = board.counted(band);
        let pairs = twice & !thrice & board.open[band];
        if pairs != 0 {
            return (band, pairs.trailing_zeros() as usize);
        }
        let mut open = board.open[band];
        while open != 0 {
            let bit = open.trailing_zeros() as usize;
            open &= open - 1;
            let count = board.places[band][..9].iter().map(|places| places >> bit & 1).sum::<u32>();
            if count < best.0 {
                best = (count, (band, bit));
            }
        }
    }
    best.1
}

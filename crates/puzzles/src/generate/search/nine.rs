//! All solutions of a 9×9 board, up to a limit: the tests for uniqueness of a climb, and what its exchanges are chosen from.
//!
//! The engine of the lanes needs many boards at a time and returns one solution of each. Here one board has many
//! solutions, and all are wanted.
//!
//! A digit has a word of 27 bits for each band, in which bit `9 r + c` is the cell in row `r` of the band and column `c`. Naked and
//! hidden singles are made until there are none; then a cell with two candidates, or else the fewest, is branched on.

/// The 27 cells of a band.
const BAND: u32 = (1 << 27) - 1;
/// The cells of the first row, column and box of a band.
const ROW: u32 = 0x1ff;
const COLUMN: u32 = 1 | 1 << 9 | 1 << 18;
const BOX: u32 = 7 | 7 << 9 | 7 << 18;

/// A word for each digit, and three without a meaning, so that all digits fit into whole vectors.
type Words = [u32; 12];

/// What is left of a board.
#[derive(Clone)]
struct State {
    /// By band, the cells that each digit may be in; of a filled cell its digit alone.
    places: [Words; 3],
    /// The cells that are not filled yet.
    open: [u32; 3],
}

/// Finds the solutions of 9×9 boards. Keeps its memory.
pub(super) struct NineSolutions {
    /// The cells in the row or box of each cell of a band.
    seen: [u32; 27],
    stack: Vec<State>,
    found: Vec<[u8; 81]>,
}

impl NineSolutions {
    pub(super) fn new() -> NineSolutions {
        let seen = |bit: usize| ROW << (bit / 9 * 9) | BOX << (bit % 9 / 3 * 3);
        NineSolutions { seen: std::array::from_fn(seen), stack: Vec::new(), found: Vec::new() }
    }

    /// Whether the board has exactly one solution.
    pub(super) fn is_unique(&mut self, givens: &[u8]) -> bool {
        self.find(givens, 2).len() == 1
    }

    /// The solutions of a board, at most `limit`.
    pub(super) fn find(&mut self, givens: &[u8], limit: usize) -> &[[u8; 81]] {
        self.found.clear();
        self.stack.clear();
        if let Some(state) = self.start(givens) {
            self.stack.push(state);
        }
        while let Some(mut state) = self.stack.pop() {
            if !self.propagate(&mut state) {
                continue;
            }
            let Some((band, bit)) = fewest(&state) else {
                self.found.push(cells(&state));
                if self.found.len() == limit {
                    break;
                }
                continue;
            };
            for digit in (0..9).rev().filter(|&digit| state.places[band][digit] >> bit & 1 != 0) {
                let mut next = state.clone();
                self.fill(&mut next, digit, band, bit);
                self.stack.push(next);
            }
        }
        &self.found
    }

    /// The board with its givens; `None` if two of them are the same digit in one house.
    fn start(&self, givens: &[u8]) -> Option<State> {
        let mut state = State { places: [[BAND; 12]; 3], open: [BAND; 3] };
        for (cell, &digit) in givens.iter().enumerate().filter(|(_, digit)| **digit > 0) {
            let (digit, band, bit) = (usize::from(digit) - 1, cell / 27, cell % 27);
            if state.places[band][digit] >> bit & 1 == 0 {
                return None;
            }
            self.fill(&mut state, digit, band, bit);
        }
        Some(state)
    }

    /// Fills an open cell with one of its candidates.
    #[inline(always)]
    fn fill(&self, state: &mut State, digit: usize, band: usize, bit: usize) {
        let cell = 1 << bit;
        state.places[band].iter_mut().for_each(|places| *places &= !cell);
        let column = COLUMN << (bit % 9);
        state.places.iter_mut().for_each(|places| places[digit] &= !column);
        state.places[band][digit] = state.places[band][digit] & !self.seen[bit] | cell;
        state.open[band] ^= cell;
    }

    /// Makes all naked and hidden singles; returns `false` on a contradiction.
    fn propagate(&self, state: &mut State) -> bool {
        loop {
            let before = state.open;
            if !self.fill_naked(state) {
                return false;
            }
            // Hidden singles take longer to find.
            if state.open != before {
                continue;
            }
            if !self.fill_hidden(state) {
                return false;
            }
            if state.open == before {
                return true;
            }
        }
    }

    fn fill_naked(&self, state: &mut State) -> bool {
        for band in 0..3 {
            let [once, twice, _] = counted(state, band);
            if once != BAND {
                return false;
            }
            let mut singles = once & !twice & state.open[band];
            while singles != 0 {
                let bit = singles.trailing_zeros() as usize;
                singles &= singles - 1;
                let Some(digit) = (0..9).find(|&digit| state.places[band][digit] >> bit & 1 != 0) else {
                    return false;
                };
                self.fill(state, digit, band, bit);
            }
        }
        true
    }

    fn fill_hidden(&self, state: &mut State) -> bool {
        let Some(singles) = hidden(&state.places) else { return false };
        for (band, singles) in singles.iter().enumerate() {
            for (digit, &singles) in singles.iter().enumerate().take(9) {
                let mut singles = singles & state.open[band];
                while singles != 0 {
                    let bit = singles.trailing_zeros() as usize;
                    singles &= singles - 1;
                    if state.places[band][digit] >> bit & 1 == 0 || state.open[band] >> bit & 1 == 0 {
                        return false;
                    }
                    self.fill(state, digit, band, bit);
                }
            }
        }
        true
    }
}

/// The cells of a band with at least one, two and three candidates.
#[inline(always)]
fn counted(state: &State, band: usize) -> [u32; 3] {
    let (mut once, mut twice, mut thrice) = (0, 0, 0);
    for places in &state.places[band][..9] {
        thrice |= twice & places;
        twice |= once & places;
        once |= places;
    }
    [once, twice, thrice]
}

/// The places of each digit that are the only ones of a house; `None` if a house has none.
///
/// Without branches, so that a vector takes four digits or more.
#[inline(always)]
fn hidden(places: &[Words; 3]) -> Option<[Words; 3]> {
    let (mut once, mut twice, mut has_none) = ([0; 12], [0; 12], [0; 12]);
    let mut singles = [[0; 12]; 3];
    for (places, singles) in places.iter().zip(&mut singles) {
        for line in 0..3 {
            let (row, square) = (ROW << (9 * line), BOX << (3 * line));
            for digit in 0..12 {
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
        for digit in 0..12 {
            singles[digit] |= places[digit] & ((once[digit] & !twice[digit]) * COLUMN);
        }
    }
    let is_valid = (0..9).all(|digit| once[digit] == ROW && has_none[digit] == 0);
    is_valid.then_some(singles)
}

/// The open cell with the fewest candidates, as band and bit.
fn fewest(state: &State) -> Option<(usize, usize)> {
    let mut best = (10, None);
    for band in 0..3 {
        let [_, twice, thrice] = counted(state, band);
        let pairs = twice & !thrice & state.open[band];
        if pairs != 0 {
            return Some((band, pairs.trailing_zeros() as usize));
        }
        let mut open = state.open[band];
        while open != 0 {
            let bit = open.trailing_zeros() as usize;
            open &= open - 1;
            let count = state.places[band][..9].iter().map(|places| places >> bit & 1).sum::<u32>();
            if count < best.0 {
                best = (count, Some((band, bit)));
            }
        }
    }
    best.1
}

/// The cells of a filled board.
fn cells(state: &State) -> [u8; 81] {
    let mut cells = [0; 81];
    for (band, digits) in state.places.iter().enumerate() {
        for (digit, &places) in digits.iter().enumerate().take(9) {
            let mut places = places;
            while places != 0 {
                cells[27 * band + places.trailing_zeros() as usize] = digit as u8 + 1;
                places &= places - 1;
            }
        }
    }
    cells
}
